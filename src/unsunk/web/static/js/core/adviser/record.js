/** Records as text, both ways: `A1:miss D5:hit H7:sunk5@D7-H7`. */

import { cellName, parseCell } from "../board.js";

/** @typedef {import("./types.js").Heard} Heard */
/** @typedef {import("../types.js").Size} Size */
/** @typedef {{shots: Heard[]} | {problem: string, params: {n: number, text: string}}} Reading */

/** @param {Heard} shot */
export function shotText(shot) {
  const length = shot.kind === "sunk" ? String(shot.length ?? "") : "";
  const ship = shot.ship ? `=${shot.ship}` : "";
  const span = shot.span ? `@${shot.span}` : "";
  return `${shot.cell}:${shot.kind}${length}${ship}${span}`;
}

/** @param {Heard[]} shots */
export function recordText(shots) {
  return shots.map(shotText).join(" ");
}

const SHOT = /^([a-z][0-9]{1,2}):(miss|hit|sunk)([0-9]{1,2})?(?:=([^\s=:,;@]{1,24}))?(?:@([a-z][0-9]{1,2}(?:-[a-z][0-9]{1,2})?))?$/i;

/**
 * Reads a record; whether its shots can be true together is for the server to say.
 * @param {string} text
 * @param {Size} size
 * @returns {Reading}
 */
export function readRecord(text, size) {
  const shots = [];
  const taken = new Set();
  for (const [i, token] of text.split(/[\s,;]+/).filter(Boolean).entries()) {
    const shot = readShot(token, size);
    const params = { n: i + 1, text: token.slice(0, 40) };
    if (!shot) return { problem: "adviser.text.bad", params };
    if (taken.has(shot.cell)) return { problem: "adviser.text.twice", params };
    taken.add(shot.cell);
    shots.push(shot);
  }
  return { shots };
}

/**
 * @param {string} token
 * @param {Size} size
 * @returns {Heard|null}
 */
function readShot(token, size) {
  const match = SHOT.exec(token);
  const cell = match ? parseCell(size, match[1]) : null;
  if (!match || cell === null) return null;
  const kind = /** @type {Heard["kind"]} */ (match[2].toLowerCase());
  const [, , , digits, ship, span] = match;
  if (kind !== "sunk" && (digits || span)) return null;
  if (kind === "miss" && ship) return null;
  return {
    cell: cellName(size, cell),
    kind,
    length: digits ? Number(digits) : null,
    ship: ship ?? null,
    span: span ? span.toUpperCase() : null,
  };
}

/**
 * @param {Heard} one
 * @param {Heard|null|undefined} two
 */
export function sameShot(one, two) {
  return two !== null && two !== undefined && shotText(one) === shotText(two);
}

/**
 * The cells of a span, "C5-E5", as numbers; none where it is not straight or not on the board.
 * @param {Size} size
 * @param {string} span
 * @returns {number[]}
 */
export function spanCells(size, span) {
  const ends = span.split("-").map((name) => parseCell(size, name));
  const first = ends[0];
  const last = ends[ends.length - 1];
  if (first === null || last === null) return [];
  const [low, high] = first < last ? [first, last] : [last, first];
  const across = Math.floor(low / size.columns) === Math.floor(high / size.columns);
  if (!across && (high - low) % size.columns !== 0) return [];
  const step = across ? 1 : size.columns;
  return Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step);
}
