/** Cells by number and by name. A cell is row × columns + column; A1 is the top left. */

/** @typedef {import("./types.js").Size} Size */

/**
 * The letter of a column: 0 is A.
 * @param {number} column
 */
export function columnName(column) {
  return String.fromCharCode(65 + column);
}

/**
 * The name of a cell.
 * @param {Size} size
 * @param {number} cell
 */
export function cellName(size, cell) {
  return columnName(cell % size.columns) + String(Math.floor(cell / size.columns) + 1);
}

/**
 * The names of all cells, row by row.
 * @param {Size} size
 */
export function cellNames(size) {
  return Array.from({ length: size.rows * size.columns }, (_, cell) => cellName(size, cell));
}

/**
 * The cell somebody typed, or null. Blanks and small letters are allowed, and so are the
 * Turkish dotted and dotless i for column I.
 * @param {Size} size
 * @param {string} text
 * @returns {number|null}
 */
export function parseCell(size, text) {
  const plain = text.replace(/\s+/g, "").replace(/[iıİ]/g, "I").toUpperCase();
  const match = /^([A-Z])0*([1-9][0-9]?)$/.exec(plain);
  if (!match) return null;
  const column = match[1].charCodeAt(0) - 65;
  const row = Number(match[2]) - 1;
  if (column >= size.columns || row >= size.rows) return null;
  return row * size.columns + column;
}

/**
 * The name of the last cell, for sentences such as "cells run from A1 to J10".
 * @param {Size} size
 */
export function lastCell(size) {
  return cellName(size, size.rows * size.columns - 1);
}

/**
 * The sides on which each cell of a set borders on a cell outside it.
 * @param {Size} size
 * @param {Iterable<number>} cells
 * @returns {Map<number, string>} letters of "nesw" by cell
 */
export function edges(size, cells) {
  const set = new Set(cells);
  const result = new Map();
  for (const cell of set) {
    const column = cell % size.columns;
    let sides = "";
    if (!set.has(cell - size.columns)) sides += "n";
    if (column === size.columns - 1 || !set.has(cell + 1)) sides += "e";
    if (!set.has(cell + size.columns)) sides += "s";
    if (column === 0 || !set.has(cell - 1)) sides += "w";
    result.set(cell, sides);
  }
  return result;
}
