/** The page's state and the one function that changes it. */

import { liesAcross, nextUnplaced } from "./placement.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Heat} Heat */
/** @typedef {import("./types.js").Law} Law */

/**
 * @typedef {{type: "view", view: View}
 *   | {type: "take", ship: number|null}
 *   | {type: "turn"}
 *   | {type: "point", cell: number|null}
 *   | {type: "busy", busy: boolean}
 *   | {type: "heat", heat: Heat|null}
 *   | {type: "show-heat", on: boolean}
 *   | {type: "law", law: Law}
 *   | {type: "show-numbers", on: boolean}} Event
 */

/** @type {State} */
export const START = Object.freeze({
  view: null,
  ship: null,
  across: true,
  point: null,
  busy: false,
  heatOn: false,
  numbersOn: false,
  law: "own",
  heat: null,
});

/**
 * The state after an event. The state given is not changed.
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function reduce(state, event) {
  switch (event.type) {
    case "view":
      return withView(state, event.view);
    case "take":
      return take(state, event.ship);
    case "turn":
      return state.ship === null ? state : { ...state, across: !state.across };
    case "point":
      return { ...state, point: event.cell };
    case "busy":
      return { ...state, busy: event.busy };
    case "heat":
      return event.heat && event.heat.law !== state.law ? state : { ...state, heat: event.heat };
    case "show-heat":
      return { ...state, heatOn: event.on };
    case "law":
      return { ...state, law: event.law, heat: null };
    case "show-numbers":
      return { ...state, numbersOn: event.on };
  }
}

/**
 * A view older than the one shown is dropped: answers may overtake one another.
 * @param {State} state
 * @param {View} view
 * @returns {State}
 */
function withView(state, view) {
  const old = state.view;
  if (old && old.id === view.id && old.version > view.version) return state;
  const fresh = !old || old.id !== view.id;
  const next = { ...state, view };
  if (view.phase !== "setup") return { ...next, ship: null, heat: fresh ? null : state.heat };
  if (fresh) return { ...next, ship: nextUnplaced(view), across: true, point: null, heat: null };
  return { ...next, ship: shipInHand(state, old, view) };
}

/**
 * After a placement the next ship that is still to be placed is taken up; turning a placed ship
 * keeps it in hand.
 * @param {State} state
 * @param {View} old
 * @param {View} view
 * @returns {number|null}
 */
function shipInHand(state, old, view) {
  const ship = state.ship;
  if (ship === null) return old.version === view.version ? null : nextUnplaced(view);
  const before = old.yours.ships[ship];
  const after = view.yours.ships[ship];
  if (!after) return ship;
  if (!before) return nextUnplaced(view, ship);
  if (before.cells.join() === after.cells.join()) return ship;
  const turned = before.cells[0] === after.cells[0];
  return turned ? ship : nextUnplaced(view, ship);
}

/**
 * @param {State} state
 * @param {number|null} ship
 * @returns {State}
 */
function take(state, ship) {
  if (!state.view || state.view.phase !== "setup") return state;
  if (ship !== null && !state.view.ships[ship]) return state;
  const placed = ship === null ? null : state.view.yours.ships[ship];
  return { ...state, ship, across: placed ? liesAcross(placed.cells) : state.across };
}
