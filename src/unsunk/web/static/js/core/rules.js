/** The rules form: from what was typed to what is asked of the server. */

/**
 * @typedef {object} RuleChoice
 * @property {string} board
 * @property {string} fleet
 * @property {string} touching
 * @property {string} announce
 */

/** @typedef {{choice: RuleChoice} | {problem: string, field: string, params: Record<string, number>}} RuleReading */

export const SMALLEST = 4;
export const LARGEST = 15;

/** Fleets offered by name. The first is the one of the box. */
export const PRESETS = ["classic", "3,3,2", "4,3,2", "4,3,3,2,2,2,1,1,1,1"];

/**
 * Ship lengths from text such as "5, 4 3;2", or null.
 * @param {string} text
 * @returns {number[]|null}
 */
export function parseLengths(text) {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (parts.length === 0 || !parts.every((part) => /^[1-9][0-9]?$/.test(part))) return null;
  return parts.map(Number);
}

/**
 * @param {{rows: string, columns: string, preset: string, lengths: string, touching: string,
 *   announce: string}} form
 * @returns {RuleReading}
 */
export function readRuleForm(form) {
  const rows = side(form.rows);
  const columns = side(form.columns);
  const range = { low: SMALLEST, high: LARGEST };
  if (rows === null) return { problem: "rules.bad-side", field: "rows", params: range };
  if (columns === null) return { problem: "rules.bad-side", field: "columns", params: range };
  const common = { touching: form.touching, announce: form.announce, board: `${rows}x${columns}` };
  if (form.preset !== "own") return { choice: { ...common, fleet: form.preset } };
  const lengths = parseLengths(form.lengths);
  if (!lengths) return { problem: "rules.bad-lengths", field: "lengths", params: {} };
  const longest = Math.max(rows, columns);
  if (Math.max(...lengths) > longest) {
    return { problem: "rules.too-long", field: "lengths", params: { longest } };
  }
  if (lengths.reduce((sum, length) => sum + length, 0) > rows * columns) {
    return { problem: "rules.too-many", field: "lengths", params: { cells: rows * columns } };
  }
  return { choice: { ...common, fleet: lengths.join(",") } };
}

/**
 * @param {string} text
 * @returns {number|null}
 */
function side(text) {
  if (!/^[0-9]{1,2}$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= SMALLEST && value <= LARGEST ? value : null;
}

/**
 * Whether a fleet kept from one game can be laid out again in another: same board, same fleet.
 * @param {{board: string, fleet: string}} one
 * @param {{board: string, fleet: string}} two
 */
export function sameWaters(one, two) {
  return one.board === two.board && one.fleet === two.fleet;
}
