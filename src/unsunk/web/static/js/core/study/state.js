/** What the page of a game of the study holds, and what follows from its log. */

import { parseCell } from "../board.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("./types.js").StudyShip} StudyShip */
/** @typedef {import("./types.js").StudyState} StudyState */
/** @typedef {import("./types.js").StudyView} StudyView */
/** @typedef {"miss"|"resisted"|"nothing"|"hit"|"linked"} Mark */
/** @typedef {{mark: Mark, tries: number}} Trace */
/**
 * @typedef {{type: "view", view: StudyView|null}
 *   | {type: "busy", busy: boolean}
 *   | {type: "heat", heat: import("./types.js").StudyHeat}
 *   | {type: "show-heat"|"show-numbers", on: boolean}} StudyEvent
 */

/** @type {StudyState} */
export const NO_GAME = Object.freeze({ view: null, busy: false, heatOn: false, numbersOn: false, heat: null });

/**
 * @param {StudyState} state
 * @param {StudyEvent} event
 * @returns {StudyState}
 */
export function reduceStudy(state, event) {
  switch (event.type) {
    case "view":
      return { ...state, view: event.view, heat: fresh(state, event.view) };
    case "busy":
      return { ...state, busy: event.busy };
    case "heat":
      return { ...state, heat: event.heat };
    case "show-heat":
      return { ...state, heatOn: event.on };
    case "show-numbers":
      return { ...state, numbersOn: event.on };
  }
}

/**
 * The heat, if it is still that of the game shown.
 * @param {StudyState} state
 * @param {StudyView|null} view
 */
function fresh({ view: before, heat }, view) {
  return before?.id === view?.id && heat?.version === view?.version ? heat : null;
}

/** @param {Side} side */
export function otherOf(side) {
  return side === "you" ? "computer" : "you";
}

/**
 * What the log says of each cell of one side's waters, and the cell that it was last fired at.
 * @param {StudyView} view
 * @param {Side} side   whose waters
 * @returns {{traces: Map<number, Trace>, last: number|null}}
 */
export function tracesOn(view, side) {
  const traces = new Map();
  const numberOf = (/** @type {string} */ name) => /** @type {number} */ (parseCell(view.condition, name));
  let last = null;
  for (const shot of view.log) {
    if (shot.by !== side) {
      const cell = numberOf(shot.cell);
      const before = traces.get(cell) ?? { mark: "", tries: 0 };
      last = cell;
      if (shot.heard === "damage") traces.set(cell, { ...before, mark: "hit" });
      else traces.set(cell, { mark: shot.heard, tries: before.tries + 1 });
    }
    if (shot.linked?.side === side) {
      const cell = numberOf(shot.linked.cell);
      traces.set(cell, { mark: "linked", tries: traces.get(cell)?.tries ?? 0 });
    }
  }
  return { traces, last };
}

/**
 * Where a ship lies, or null while that is not measured.
 * @param {StudyShip} ship
 * @returns {string[]|null}
 */
export function lyingAt({ a, b, branch }) {
  if (b === null || branch === "A") return a;
  return branch === "B" ? b : null;
}

/**
 * Shots of a side, what they damaged, and what was damaged through links on the other's waters.
 * @param {StudyView} view
 * @param {Side} by
 */
export function tallyOf({ log }, by) {
  const shots = log.filter((shot) => shot.by === by);
  const linked = log.filter((shot) => shot.linked?.side === otherOf(by));
  return { shots: shots.length, damage: shots.filter((shot) => shot.heard === "damage").length, linked: linked.length };
}

/**
 * The last shot of the player with what followed it; what came before the first one.
 * @param {StudyView} view
 */
export function lastExchange({ log }) {
  const yours = log.map((shot) => shot.by).lastIndexOf("you");
  return log.slice(Math.max(0, yours));
}
