/** What a key pressed inside a board means. Pure: nothing is moved here. */

/** @typedef {import("./types.js").Size} Size */

/**
 * @typedef {object} Stroke
 * @property {string} key
 * @property {boolean} [ctrlKey]
 * @property {boolean} [altKey]
 * @property {boolean} [metaKey]
 */

/** @typedef {{move: number} | {act: string} | null} Meaning */
/** @typedef {Readonly<Record<string, string>>} Acts   what keys other than moves do, in small letters */

/** @type {Acts} */
export const PLACING = Object.freeze({ r: "rotate", delete: "remove", backspace: "remove" });

/** @type {Acts} */
export const HEARING = Object.freeze({
  m: "miss",
  h: "hit",
  s: "sunk",
  delete: "remove",
  backspace: "remove",
});

/**
 * The meaning of a key at a cell, or null when the board does not use that key. Moves stop at the
 * edges; a move that cannot be made answers with the same cell, so that the page does not scroll.
 * @param {Stroke} stroke
 * @param {Size} size
 * @param {number} cell
 * @param {Acts} [acts]
 * @returns {Meaning}
 */
export function keyMeaning(stroke, size, cell, acts = PLACING) {
  if (stroke.altKey || stroke.metaKey) return null;
  const last = size.rows * size.columns - 1;
  if (stroke.ctrlKey) {
    if (stroke.key === "Home") return { move: 0 };
    if (stroke.key === "End") return { move: last };
    return null;
  }
  const target = moved(stroke.key, size, cell);
  if (target !== null) return { move: target };
  const key = stroke.key.toLowerCase();
  return Object.hasOwn(acts, key) ? { act: acts[key] } : null;
}

/**
 * @param {string} key
 * @param {Size} size
 * @param {number} cell
 * @returns {number|null}
 */
function moved(key, size, cell) {
  const row = Math.floor(cell / size.columns);
  const column = cell % size.columns;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? cell - 1 : cell;
    case "ArrowRight":
      return column < size.columns - 1 ? cell + 1 : cell;
    case "ArrowUp":
      return row > 0 ? cell - size.columns : cell;
    case "ArrowDown":
      return row < size.rows - 1 ? cell + size.columns : cell;
    case "Home":
      return row * size.columns;
    case "End":
      return row * size.columns + size.columns - 1;
    case "PageUp":
      return column;
    case "PageDown":
      return (size.rows - 1) * size.columns + column;
    default:
      return null;
  }
}
