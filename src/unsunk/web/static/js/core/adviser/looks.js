/** From the adviser's state to how every cell looks. */

import { cellNames, edges, parseCell } from "../board.js";
import { chanceNumber, heatStep, percentText } from "../heat.js";
import { shipName } from "../ships.js";
import { sizeOf } from "./fleet.js";
import { spanCells } from "./record.js";

/** @typedef {import("./types.js").AdviserState} AdviserState */
/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("../types.js").Translator} Translator */

/**
 * @param {AdviserState} state
 * @param {Translator} t
 * @returns {Look[]}
 */
export function adviserLooks(state, t) {
  const size = sizeOf(state.sheet.rules.board);
  /** @type {Look[]} */
  const looks = cellNames(size).map((cell) => ({
    cell,
    mark: "",
    ship: "",
    edges: "",
    preview: "",
    inHand: false,
    last: false,
    heat: null,
    number: "",
    flag: "",
    chosen: false,
    inert: false,
    label: "",
  }));
  drawShots(state, size, looks);
  if (state.advice) drawChances(state, state.advice, looks);
  if (state.chosen !== null && looks[state.chosen]) looks[state.chosen].chosen = true;
  for (const look of looks) look.label = labelOf(state, look, t);
  return looks;
}

/**
 * @param {AdviserState} state
 * @param {import("../types.js").Size} size
 * @param {Look[]} looks
 */
function drawShots(state, size, looks) {
  const { shots } = state.sheet;
  const clashing = new Set(state.clash?.shots ?? []);
  shots.forEach((shot, i) => {
    const look = looks[/** @type {number} */ (parseCell(size, shot.cell))];
    look.mark = shot.kind;
    look.last = i === shots.length - 1;
    if (clashing.has(i + 1)) look.flag = "clash";
    for (const [cell, sides] of shot.span ? edges(size, spanCells(size, shot.span)) : []) {
      looks[cell].ship = "sunk";
      looks[cell].edges = sides;
    }
  });
  for (const look of looks) if (look.ship === "sunk" && look.mark === "hit") look.mark = "sunk";
}

/**
 * @param {AdviserState} state
 * @param {Advice} advice
 * @param {Look[]} looks
 */
function drawChances(state, advice, looks) {
  const top = topChance(advice);
  const best = new Set(bestCells(advice));
  for (const look of looks) {
    const known = advice.cells[look.cell];
    if (!known || look.mark !== "") continue;
    const never = known.count === "0";
    look.heat = never || top === 0 ? 0 : heatStep(Math.max(known.chance / top, Number.MIN_VALUE));
    if (state.numbers) look.number = chanceNumber(known.chance, never, known.count === advice.layouts);
    if (best.has(look.cell)) look.flag = "best";
  }
}

/**
 * The chance of the likeliest cell; 0 when nothing is left to find.
 * @param {Advice} advice
 */
export function topChance(advice) {
  return advice.best[0]?.chance ?? 0;
}

/**
 * The likeliest cells: as many of the best as are equally likely.
 * @param {Advice} advice
 * @returns {string[]}
 */
export function bestCells(advice) {
  const top = advice.best[0] && advice.cells[advice.best[0].cell].count;
  return Object.keys(advice.cells).filter((cell) => top && advice.cells[cell].count === top);
}

/**
 * "C7, hit", "D4, untried, 21 %, likeliest".
 * @param {AdviserState} state
 * @param {Look} look
 * @param {Translator} t
 */
function labelOf(state, look, t) {
  const shot = state.sheet.shots.find((one) => one.cell === look.cell);
  const parts = [look.cell, t.say(look.mark ? `cell.${look.mark}` : "cell.untried")];
  if (shot?.ship) parts.push(shipName(t, shot.ship));
  else if (shot?.length) parts.push(shipName(t, String(shot.length)));
  const known = look.mark ? null : state.advice?.cells[look.cell];
  if (known && state.advice) parts.push(percentText(t, known.chance));
  if (look.flag) parts.push(t.say(`adviser.cell.${look.flag}`));
  if (look.last) parts.push(t.say("cell.last"));
  if (look.chosen) parts.push(t.say("adviser.cell.chosen"));
  return parts.join(", ");
}
