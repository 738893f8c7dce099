/**
 * Where a ship would lie and why it may not: for the preview while setting up.
 * The server judges every placement again; this only spares the player a wasted click.
 */

import { cellName, parseCell } from "./board.js";

/** @typedef {import("./types.js").Size} Size */
/** @typedef {import("./types.js").View} View */

/**
 * @typedef {object} Judgement
 * @property {number[]} cells        the cells of the placement that are on the board
 * @property {""|"off_board"|"overlap"|"touches"} problem
 * @property {number|null} other     the ship in the way
 */

/**
 * The cells of a ship, and whether they all lie on the board.
 * @param {Size} size
 * @param {number} first
 * @param {number} length
 * @param {boolean} across
 */
export function shipCells(size, first, length, across) {
  const row = Math.floor(first / size.columns);
  const column = first % size.columns;
  const room = across ? size.columns - column : size.rows - row;
  const step = across ? 1 : size.columns;
  const count = Math.min(length, room);
  const cells = Array.from({ length: count }, (_, i) => first + i * step);
  return { cells, fits: room >= length };
}

/**
 * The cells of the player's placed ships as numbers, by ship; null where not placed.
 * @param {View} view
 * @returns {(number[]|null)[]}
 */
export function placedCells(view) {
  return view.yours.ships.map((placed) =>
    placed ? placed.cells.map((name) => /** @type {number} */ (parseCell(view.rules, name))) : null,
  );
}

/**
 * Whether two sets of cells touch in the way the rules forbid.
 * @param {Size} size
 * @param {number[]} one
 * @param {number[]} two
 * @param {string} touching
 */
export function touch(size, one, two, touching) {
  if (touching === "yes") return false;
  return one.some((a) =>
    two.some((b) => {
      const rows = Math.abs(Math.floor(a / size.columns) - Math.floor(b / size.columns));
      const columns = Math.abs((a % size.columns) - (b % size.columns));
      return touching === "no" ? Math.max(rows, columns) <= 1 : rows + columns <= 1;
    }),
  );
}

/**
 * What placing a ship there would mean.
 * @param {View} view
 * @param {number} ship
 * @param {number} first
 * @param {boolean} across
 * @returns {Judgement}
 */
export function judge(view, ship, first, across) {
  const size = view.rules;
  const { cells, fits } = shipCells(size, first, view.ships[ship].length, across);
  if (!fits) return { cells, problem: "off_board", other: null };
  const others = placedCells(view);
  others[ship] = null;
  const over = others.findIndex((taken) => taken !== null && taken.some((c) => cells.includes(c)));
  if (over >= 0) return { cells, problem: "overlap", other: over };
  const near = others.findIndex(
    (taken) => taken !== null && touch(size, cells, taken, view.rules.touching),
  );
  if (near >= 0) return { cells, problem: "touches", other: near };
  return { cells, problem: "", other: null };
}

/**
 * The ship of the player's that lies on a cell, or null.
 * @param {View} view
 * @param {number} cell
 */
export function shipAt(view, cell) {
  const found = placedCells(view).findIndex((cells) => cells !== null && cells.includes(cell));
  return found < 0 ? null : found;
}

/**
 * Which way a placed ship lies; ships of one cell lie across.
 * @param {string[]} cells
 */
export function liesAcross(cells) {
  return cells.length < 2 || cells[0].slice(1) === cells[1].slice(1);
}

/**
 * "B3–F3", or "B3" for one cell.
 * @param {Size} size
 * @param {number[]} cells
 */
export function span(size, cells) {
  const first = cellName(size, cells[0]);
  return cells.length === 1 ? first : `${first}–${cellName(size, cells[cells.length - 1])}`;
}

/**
 * The first ship that is not on the board, starting the search after one ship; null if all are.
 * @param {View} view
 * @param {number} [after]
 */
export function nextUnplaced(view, after = -1) {
  const count = view.ships.length;
  for (let step = 1; step <= count; step += 1) {
    const ship = (after + step + count) % count;
    if (view.yours.ships[ship] === null) return ship;
  }
  return null;
}
