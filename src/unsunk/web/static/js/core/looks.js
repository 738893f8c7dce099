/** From the state to how every cell of a board looks. Boards are drawn from these and nothing else. */

import { cellNames, edges, parseCell } from "./board.js";
import { heatNumber, heatStep, shareOf } from "./heat.js";
import { cellLabel } from "./labels.js";
import { judge, placedCells } from "./placement.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Look} Look */
/** @typedef {import("./types.js").Shot} Shot */
/** @typedef {import("./types.js").Translator} Translator */

/** @typedef {Look & {owner: number|null}} Draft */

/**
 * A board with nothing on it.
 * @param {View} view
 * @returns {Draft[]}
 */
function blank(view) {
  return cellNames(view.rules).map((cell) => ({
    cell,
    mark: "",
    ship: "",
    edges: "",
    preview: "",
    inHand: false,
    last: false,
    heat: null,
    number: "",
    inert: false,
    label: "",
    owner: null,
  }));
}

/**
 * Draws one ship: its kind, its outline and whose number it carries.
 * @param {View} view
 * @param {Draft[]} looks
 * @param {number[]} cells
 * @param {string} kind
 * @param {number|null} owner
 */
function drawShip(view, looks, cells, kind, owner) {
  for (const [cell, sides] of edges(view.rules, cells)) {
    looks[cell].ship = kind;
    looks[cell].edges = sides;
    looks[cell].owner = owner ?? looks[cell].owner;
    if (kind === "sunk") looks[cell].mark = "sunk";
  }
}

/**
 * @param {View} view
 * @param {Draft[]} looks
 * @param {Shot[]} shots
 */
function drawShots(view, looks, shots) {
  for (const shot of shots) {
    const look = looks[numberOf(view, shot.cell)];
    look.mark = shot.kind;
    if (shot.ship !== null) look.owner = shot.ship;
  }
  const last = shots.at(-1);
  if (last) looks[numberOf(view, last.cell)].last = true;
}

/**
 * @param {View} view
 * @param {string} name
 */
function numberOf(view, name) {
  return /** @type {number} */ (parseCell(view.rules, name));
}

/**
 * @param {View} view
 * @param {string[]} names
 */
function numbersOf(view, names) {
  return names.map((name) => numberOf(view, name));
}

/**
 * The player's own waters.
 * @param {State} state
 * @param {Translator} t
 * @returns {Look[]}
 */
export function ownLooks(state, t) {
  const view = state.view;
  if (!view) return [];
  const looks = blank(view);
  drawShots(view, looks, view.yours.shots);
  placedCells(view).forEach((cells, ship) => {
    if (cells) drawShip(view, looks, cells, "own", ship);
  });
  for (const sunk of view.yours.sunk) {
    if (sunk.cells) drawShip(view, looks, numbersOf(view, sunk.cells), "sunk", sunk.ship);
  }
  if (view.phase === "setup") drawHand(state, view, looks);
  else for (const look of looks) look.inert = true;
  if (view.phase === "battle" && state.heatOn && state.heat) drawHeat(state, looks);
  return named(view, looks, "own", t);
}

/**
 * The ship in hand and where it would lie.
 * @param {State} state
 * @param {View} view
 * @param {Draft[]} looks
 */
function drawHand(state, view, looks) {
  if (state.ship === null) return;
  for (const look of looks) look.inHand = look.owner === state.ship;
  if (state.point === null) return;
  const { cells, problem } = judge(view, state.ship, state.point, state.across);
  for (const cell of cells) looks[cell].preview = problem === "" ? "legal" : "illegal";
}

/**
 * @param {State} state
 * @param {Draft[]} looks
 */
function drawHeat(state, looks) {
  const { heat } = state;
  if (!heat) return;
  for (const look of looks) {
    const share = shareOf(heat, look.cell);
    if (share === undefined || look.mark !== "") continue;
    look.heat = heatStep(share);
    if (state.numbersOn) look.number = heatNumber(heat, look.cell);
    look.percent = heat.law === "exact";
  }
}

/**
 * The waters the player fires at.
 * @param {State} state
 * @param {Translator} t
 * @returns {Look[]}
 */
export function enemyLooks(state, t) {
  const view = state.view;
  if (!view) return [];
  const looks = blank(view);
  drawShots(view, looks, view.theirs.shots);
  for (const sunk of view.theirs.sunk) {
    if (sunk.cells) drawShip(view, looks, numbersOf(view, sunk.cells), "sunk", sunk.ship);
  }
  for (const ship of view.theirs.ships ?? []) {
    const cells = numbersOf(view, ship.cells);
    const sunk = cells.every((cell) => looks[cell].mark !== "");
    drawShip(view, looks, cells, sunk ? "sunk" : "revealed", ship.ship);
  }
  const open = view.phase === "battle" && view.turn === "you";
  for (const look of looks) look.inert = !open || look.mark !== "";
  return named(view, looks, "enemy", t);
}

/**
 * @param {View} view
 * @param {Draft[]} looks
 * @param {"own"|"enemy"} side
 * @param {Translator} t
 * @returns {Look[]}
 */
function named(view, looks, side, t) {
  for (const look of looks) look.label = cellLabel(t, view, side, look);
  return looks;
}
