/** From the strategy map to how the cells of its boards look. */

import { cellNames, edges, parseCell } from "../board.js";
import { chanceNumber, heatStep, percentText } from "../heat.js";
import { shipName } from "../ships.js";
import { spanCells } from "../adviser/record.js";

/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("../types.js").Size} Size */
/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").MapState} MapState */
/** @typedef {{name: string, span: string, cells: number[]}} Ship */

/** Chances are stored to six digits. */
const CLOSE = 2e-6;

/**
 * The ships of a layout such as `3a:A1-C1 3b:E1-E3 2:A5-B5`.
 * @param {Size} size
 * @param {string} text
 * @returns {Ship[]}
 */
export function shipsIn(size, text) {
  return text.split(" ").map((part) => {
    const [name, span] = part.split(":");
    return { name, span: span.replace("-", "–"), cells: spanCells(size, span) };
  });
}

/**
 * The likeliest cells before a shot, by name, and their chance.
 * @param {Size} size
 * @param {number[]} chances
 */
export function hottestCells(size, chances) {
  const most = Math.max(...chances);
  const cells = cellNames(size).filter((_, cell) => chances[cell] >= most - CLOSE);
  return { most, cells };
}

/**
 * @param {Size} size
 * @returns {Look[]}
 */
function blank(size) {
  return cellNames(size).map((cell) => ({
    cell,
    mark: "",
    ship: "",
    edges: "",
    preview: "",
    inHand: false,
    last: false,
    heat: null,
    number: "",
    inert: true,
    label: cell,
  }));
}

/**
 * A layout, all its ships in sight.
 * @param {Size} size
 * @param {string} layout
 * @param {Translator} t
 */
export function layoutLooks(size, layout, t) {
  const looks = blank(size);
  const names = drawShips(size, layout, looks, "own");
  looks.forEach((look, cell) => {
    const ship = names.get(cell);
    look.label = `${look.cell}, ${ship === undefined ? t.say("cell.empty") : shipName(t, ship)}`;
  });
  return looks;
}

/**
 * @param {Size} size
 * @param {string} layout
 * @param {Look[]} looks
 * @param {string} kind
 * @returns {Map<number, string>} the ship on each cell
 */
function drawShips(size, layout, looks, kind) {
  const names = new Map();
  for (const { name, cells } of shipsIn(size, layout)) {
    for (const [cell, sides] of edges(size, cells)) {
      looks[cell].ship = kind;
      looks[cell].edges = sides;
      names.set(cell, name);
    }
  }
  return names;
}

/**
 * The replay at a shot: the shots so far, this one ringed, over the chances before it.
 * @param {MapState} state
 * @param {Point} point
 * @param {Size} size
 * @param {Translator} t
 * @returns {Look[]}
 */
export function replayLooks(state, point, size, t) {
  const looks = blank(size);
  const { layout, steps } = point.replay;
  const now = steps[state.step - 1];
  const { most, cells } = hottestCells(size, now.chances);
  const names = state.fleet ? drawShips(size, layout, looks, "revealed") : new Map();
  for (const [i, step] of steps.slice(0, state.step).entries()) {
    const look = looks[/** @type {number} */ (parseCell(size, step.cell))];
    look.mark = step.outcome;
    look.last = i === state.step - 1;
  }
  looks.forEach((look, cell) => {
    const chance = now.chances[cell];
    const before = look.mark !== "" && !look.last;
    if (!before) {
      look.heat = chance > 0 ? heatStep(chance / most) : 0;
      if (cells.includes(look.cell)) look.flag = "hottest";
      if (state.numbers && !look.last) look.number = chanceNumber(chance, chance === 0, chance > 1 - CLOSE);
    }
    const parts = [look.cell, t.say(look.mark ? `cell.${look.mark}` : "cell.untried")];
    const ship = names.get(cell);
    if (ship !== undefined) parts.push(shipName(t, ship));
    if (!before) parts.push(percentText(t, chance));
    if (look.flag) parts.push(t.say("map.cell.hottest"));
    if (look.last) parts.push(t.say("map.cell.shot"));
    look.label = parts.join(", ");
  });
  return looks;
}

/**
 * A share for each cell, as heat with numbers in percent.
 * @param {Size} size
 * @param {number[]} shares
 * @param {Translator} t
 */
export function shareLooks(size, shares, t) {
  const looks = blank(size);
  const most = Math.max(...shares, Number.MIN_VALUE);
  looks.forEach((look, cell) => {
    const share = shares[cell];
    look.heat = heatStep(share / most);
    look.number = t.number(share * 100, { minimumFractionDigits: share > 0 ? 1 : 0, maximumFractionDigits: 1 });
    look.label = `${look.cell}, ${percentText(t, share)}`;
  });
  return looks;
}
