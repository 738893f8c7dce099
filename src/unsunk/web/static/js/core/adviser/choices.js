/** What may have been heard at a cell: the buttons, and the round that repeated presses go. */

import { cellName, parseCell } from "../board.js";
import { shipCells } from "../placement.js";
import { sameShot, spanCells } from "./record.js";

/** @typedef {import("./types.js").Heard} Heard */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").Ship} Ship */
/** @typedef {import("../types.js").Size} Size */

/**
 * The choices at a cell: a miss, a hit, and each ship that may have sunk. Those that the shots
 * before it speak against do not fit: they are offered, since the mistake may lie elsewhere.
 * @param {Sheet} sheet
 * @param {Size} size
 * @param {Ship[]} ships
 * @param {number} cell
 * @returns {Choice[]}
 */
export function choicesAt(sheet, size, ships, cell) {
  const name = cellName(size, cell);
  const here = sheet.shots.findIndex((shot) => shot.cell === name);
  const others = sheet.shots.filter((shot) => shot.cell !== name);
  const before = here < 0 ? others : sheet.shots.slice(0, here);
  const miss = heard(name, "miss");
  const hit = heard(name, "hit");
  const { announce } = sheet.rules;
  if (announce === "silent") return [fitting(miss), fitting(hit)];
  if (announce === "named") return [fitting(miss), ...namedChoices(size, ships, others, before, name)];
  const lengths = afloat(ships, others);
  const sinks = [...new Set(lengths)].flatMap((length) =>
    announce === "shown"
      ? shownSinks(size, before, cell, length)
      : [{ shot: heard(name, "sunk", length), fits: lines(size, before, cell, length).length > 0 }],
  );
  return [fitting(miss), fitting(hit), ...sinks];
}

/**
 * @param {string} cell
 * @param {Heard["kind"]} kind
 * @param {number|null} [length]
 * @param {string|null} [ship]
 * @returns {Heard}
 */
function heard(cell, kind, length = null, ship = null) {
  return { cell, kind, length, ship, span: null };
}

/** @param {Heard} shot */
function fitting(shot) {
  return { shot, fits: true };
}

/**
 * The lengths of the ships that no other shot has sunk, longest first.
 * @param {Ship[]} ships
 * @param {Heard[]} shots
 */
export function afloat(ships, shots) {
  const left = ships.map((ship) => ship.length);
  for (const shot of shots) {
    const at = shot.kind === "sunk" ? left.indexOf(lengthOf(ships, shot)) : -1;
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * @param {Ship[]} ships
 * @param {Heard} shot
 */
function lengthOf(ships, shot) {
  return shot.length ?? ships.find((ship) => ship.name === shot.ship)?.length ?? 0;
}

/**
 * The lines of a length that run through a cell and, but for it, over hits of no shown ship.
 * @param {Size} size
 * @param {Heard[]} shots
 * @param {number} cell
 * @param {number} length
 * @returns {number[][]}
 */
function lines(size, shots, cell, length) {
  const open = new Set([cell]);
  for (const shot of shots) {
    if (shot.kind !== "miss") open.add(/** @type {number} */ (parseCell(size, shot.cell)));
  }
  for (const shot of shots) {
    for (const part of shot.span ? spanCells(size, shot.span) : []) open.delete(part);
  }
  const found = [];
  for (const across of length === 1 ? [true] : [true, false]) {
    for (let back = 0; back < length; back += 1) {
      const first = cell - back * (across ? 1 : size.columns);
      if (first < 0) continue;
      const { cells, fits } = shipCells(size, first, length, across);
      if (fits && cells.includes(cell) && cells.every((part) => open.has(part))) found.push(cells);
    }
  }
  return found.sort((one, two) => one[0] - two[0]);
}

/**
 * @param {Size} size
 * @param {Heard[]} before
 * @param {number} cell
 * @param {number} length
 * @returns {Choice[]}
 */
function shownSinks(size, before, cell, length) {
  const name = cellName(size, cell);
  const found = lines(size, before, cell, length);
  if (found.length === 0) return [{ shot: heard(name, "sunk", length), fits: false }];
  return found.map((cells) => {
    const ends = length === 1 ? [cells[0]] : [cells[0], cells[length - 1]];
    const span = ends.map((end) => cellName(size, end)).join("-");
    return fitting({ ...heard(name, "sunk", length), span });
  });
}

/**
 * A hit on each ship afloat; it sinks with its last cell.
 * @param {Size} size
 * @param {Ship[]} ships
 * @param {Heard[]} others
 * @param {Heard[]} before
 * @param {string} name
 * @returns {Choice[]}
 */
function namedChoices(size, ships, others, before, name) {
  const sunk = new Set(others.filter((shot) => shot.kind === "sunk").map((shot) => shot.ship));
  const choices = ships.filter((ship) => !sunk.has(ship.name)).map((ship) => {
    const mine = before.filter((shot) => shot.ship === ship.name).map((shot) => shot.cell);
    const last = mine.length + 1 >= ship.length;
    const shot = heard(name, last ? "sunk" : "hit", last ? ship.length : null, ship.name);
    return { shot, fits: inLine(size, [...mine, name], ship.length), mine: mine.length };
  });
  return choices.sort((one, two) => two.mine - one.mine).map(({ shot, fits }) => ({ shot, fits }));
}

/**
 * Whether a ship of a length can cover all these cells.
 * @param {Size} size
 * @param {string[]} names
 * @param {number} length
 */
function inLine(size, names, length) {
  const cells = names.map((name) => /** @type {number} */ (parseCell(size, name)));
  const rows = cells.map((cell) => Math.floor(cell / size.columns));
  const columns = cells.map((cell) => cell % size.columns);
  const reach = [rows, columns].map((all) => Math.max(...all) - Math.min(...all));
  return Math.min(...reach) === 0 && Math.max(...reach) < length;
}

/**
 * What one more press at a cell means: at first a miss, or a hit where that is certain, then the
 * next of the choices that fit, round and round.
 * @param {Choice[]} choices
 * @param {Heard|null} now      what the cell has, or null
 * @param {boolean} certain     whether a ship must lie there
 * @returns {Heard}
 */
export function nextChoice(choices, now, certain) {
  const fit = choices.filter((choice) => choice.fits).map((choice) => choice.shot);
  if (now === null) return (certain && fit[1]) || fit[0];
  const at = fit.findIndex((shot) => sameShot(shot, now));
  return fit[(at + 1) % fit.length];
}
