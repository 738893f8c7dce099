/** From a game of the study to how every cell of a board looks. */

import { cellNames, edges, parseCell } from "../board.js";
import { heatStep, hundredths } from "../heat.js";
import { lyingAt, tracesOn } from "./state.js";

/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").StudyShip} StudyShip */
/** @typedef {import("./types.js").StudyState} StudyState */
/** @typedef {import("./types.js").StudyView} StudyView */
/** @typedef {{length: number, branch: string}} Owner   a ship on a cell, and of which branch */

/**
 * The player's own waters: ships, branches, and the policy's thinking if it is shown.
 * @param {StudyState} state
 * @param {Translator} t
 * @returns {Look[]}
 */
export function yourLooks(state, t) {
  const { view, heat } = state;
  if (!view) return [];
  const looks = blank(view, "you");
  for (const look of looks) look.inert = true;
  const owners = drawShips(view, looks, view.yours, "own");
  const shares = (state.heatOn && view.phase === "battle" && heat?.shares) || {};
  for (const look of looks) {
    const share = shares[look.cell];
    if (share === undefined) continue;
    look.heat = heatStep(share);
    if (state.numbersOn && !look.mark) look.number = String(hundredths(share));
  }
  return named(view, looks, owners, "you", state.numbersOn ? shares : {}, t);
}

/**
 * The waters that the player fires at; all is shown when the game is over.
 * @param {StudyState} state
 * @param {Translator} t
 * @returns {Look[]}
 */
export function theirLooks(state, t) {
  const { view } = state;
  if (!view) return [];
  const looks = blank(view, "computer");
  const spent = new Set(["hit", "linked", "miss"]);
  for (const look of looks) look.inert = view.phase === "over" || spent.has(look.mark);
  const owners = drawShips(view, looks, view.theirs ?? [], "revealed");
  return named(view, looks, owners, "computer", {}, t);
}

/**
 * A board with the marks of its shots.
 * @param {StudyView} view
 * @param {Side} side
 * @returns {Look[]}
 */
function blank(view, side) {
  const { traces, last } = tracesOn(view, side);
  return cellNames(view.condition).map((cell, number) => {
    const trace = traces.get(number);
    const again = trace && trace.tries > 1 && ["resisted", "nothing"].includes(trace.mark);
    return {
      cell,
      mark: trace?.mark ?? "",
      ship: "",
      edges: "",
      preview: "",
      inHand: false,
      last: number === last,
      heat: null,
      number: again ? String(trace.tries) : "",
      inert: false,
      label: cell,
    };
  });
}

/**
 * Draws each ship where it lies, or in both branches while that is not known.
 * @param {StudyView} view
 * @param {Look[]} looks
 * @param {StudyShip[]} ships
 * @param {"own"|"revealed"} kind
 * @returns {Map<number, Owner>}
 */
function drawShips(view, looks, ships, kind) {
  const owners = new Map();
  const draw = (/** @type {string[]} */ names, /** @type {string} */ look, /** @type {Owner} */ owner) => {
    const cells = names.map((name) => /** @type {number} */ (parseCell(view.condition, name)));
    const sunk = cells.every((cell) => ["hit", "linked"].includes(looks[cell].mark));
    for (const [cell, sides] of edges(view.condition, cells)) {
      looks[cell].ship = sunk ? "sunk" : look;
      looks[cell].edges = sides;
      if (look === "branch" && !looks[cell].mark) looks[cell].number = owner.branch;
      owners.set(cell, owner);
    }
  };
  for (const ship of ships) {
    const { length, a, b } = ship;
    const cells = lyingAt(ship);
    if (cells) draw(cells, kind, { length, branch: "" });
    else for (const [branch, names] of Object.entries({ A: a, B: b ?? [] })) draw(names, "branch", { length, branch });
  }
  return owners;
}

/**
 * @param {StudyView} view
 * @param {Look[]} looks
 * @param {Map<number, Owner>} owners
 * @param {Side} side
 * @param {Record<string, number>} shares   the heat to be told in numbers
 * @param {Translator} t
 */
function named(view, looks, owners, side, shares, t) {
  const { traces } = tracesOn(view, side);
  looks.forEach((look, cell) => {
    const parts = [look.cell];
    const trace = traces.get(cell);
    const owner = owners.get(cell);
    if (trace) parts.push(t.say(`study.cell.${trace.mark}`));
    if (trace && trace.tries > 1) parts.push(t.say("study.cell.tries", { count: trace.tries }));
    if (owner) parts.push(t.say("ship.plain", { length: owner.length }));
    if (owner?.branch) parts.push(t.say("study.cell.branch", { branch: owner.branch }));
    if (parts.length === 1) parts.push(t.say(side === "you" ? "cell.empty" : "cell.untried"));
    if (look.last) parts.push(t.say("cell.last"));
    if (look.cell in shares) parts.push(t.say("cell.heat", { heat: hundredths(shares[look.cell]) }));
    look.label = parts.join(", ");
  });
  return looks;
}
