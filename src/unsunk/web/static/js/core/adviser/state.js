/** The adviser's state and the one function that changes it. */

import { BOX } from "./fleet.js";
import { recordText, sameShot } from "./record.js";

/** @typedef {import("./types.js").AdviserState} AdviserState */
/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").Heard} Heard */
/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {import("./types.js").Clash} Clash */
/** @typedef {import("./types.js").RuleChoice} RuleChoice */

/**
 * @typedef {{type: "open", sheet: Sheet}
 *   | {type: "put", shot: Heard}
 *   | {type: "drop", cell: string}
 *   | {type: "record", shots: Heard[]}
 *   | {type: "rules", rules: RuleChoice}
 *   | {type: "undo"}
 *   | {type: "redo"}
 *   | {type: "choose", cell: number|null}
 *   | {type: "point", cell: number|null}
 *   | {type: "read", cell: string|null}
 *   | {type: "numbers", on: boolean}
 *   | {type: "advice", key: string, advice: Advice}
 *   | {type: "clash", key: string, clash: Clash}
 *   | {type: "failed", key: string}} AdviserEvent
 */

/** How many steps can be taken back. */
const MOST_STEPS = 500;

/** @type {AdviserState} */
export const BLANK = Object.freeze({
  sheet: { rules: BOX, shots: [] },
  past: [],
  future: [],
  touched: null,
  chosen: null,
  point: null,
  advice: null,
  clash: null,
  waiting: true,
  numbers: true,
  reading: null,
});

/**
 * What the server is asked about a sheet.
 * @param {Sheet} sheet
 */
export function questionOf(sheet) {
  return { ...sheet.rules, record: recordText(sheet.shots) };
}

/**
 * Tells the answers to different questions apart.
 * @param {Sheet} sheet
 */
export function keyOf(sheet) {
  return JSON.stringify(questionOf(sheet));
}

/**
 * The state after an event. The state given is not changed.
 * @param {AdviserState} state
 * @param {AdviserEvent} event
 * @returns {AdviserState}
 */
export function reduce(state, event) {
  switch (event.type) {
    case "open":
      return { ...BLANK, numbers: state.numbers, sheet: event.sheet };
    case "put":
      return put(state, event.shot);
    case "drop":
      return drop(state, event.cell);
    case "record":
      return changed(state, { ...state.sheet, shots: event.shots }, null);
    case "rules":
      return newRules(state, event.rules);
    case "undo":
      return undo(state);
    case "redo":
      return redo(state);
    case "choose":
      return { ...state, chosen: event.cell, touched: null };
    case "point":
      return { ...state, point: event.cell };
    case "read":
      return { ...state, reading: event.cell };
    case "numbers":
      return { ...state, numbers: event.on };
    default:
      return event.key === keyOf(state.sheet) ? answered(state, event) : state;
  }
}

/**
 * Presses that go on at one cell are one step: they are taken back together.
 * @param {AdviserState} state
 * @param {Sheet} sheet
 * @param {string|null} touched
 * @returns {AdviserState}
 */
function changed(state, sheet, touched) {
  const same = touched !== null && touched === state.touched;
  const past = same ? state.past : [...state.past, state.sheet].slice(-MOST_STEPS);
  return { ...moved(state, sheet), past, future: [], touched };
}

/**
 * @param {AdviserState} state
 * @param {Sheet} sheet
 * @returns {AdviserState}
 */
function moved(state, sheet) {
  const fresh = sheet.rules !== state.sheet.rules;
  const advice = fresh ? null : state.advice;
  return { ...state, sheet, advice, clash: null, waiting: true, reading: null, touched: null };
}

/**
 * @param {AdviserState} state
 * @param {Heard} shot
 */
function put(state, shot) {
  const { shots } = state.sheet;
  const at = shots.findIndex((one) => one.cell === shot.cell);
  if (at >= 0 && sameShot(shot, shots[at])) return state;
  const next = at < 0 ? [...shots, shot] : shots.map((one, i) => (i === at ? shot : one));
  return changed(state, { ...state.sheet, shots: next }, shot.cell);
}

/**
 * @param {AdviserState} state
 * @param {string} cell
 */
function drop(state, cell) {
  const shots = state.sheet.shots.filter((shot) => shot.cell !== cell);
  if (shots.length === state.sheet.shots.length) return state;
  return changed(state, { ...state.sheet, shots }, null);
}

/**
 * Under other rules the shots stay only if they still mean the same.
 * @param {AdviserState} state
 * @param {RuleChoice} rules
 */
function newRules(state, rules) {
  const old = state.sheet.rules;
  const keep = old.board === rules.board && old.fleet === rules.fleet && old.announce === rules.announce;
  if (keep && old.touching === rules.touching) return state;
  const next = changed(state, { rules, shots: keep ? state.sheet.shots : [] }, null);
  return { ...next, chosen: null, point: null };
}

/** @param {AdviserState} state */
function undo(state) {
  const sheet = state.past.at(-1);
  if (!sheet) return state;
  const next = { ...moved(state, sheet), past: state.past.slice(0, -1), future: [state.sheet, ...state.future] };
  return { ...next, chosen: null };
}

/** @param {AdviserState} state */
function redo(state) {
  const [sheet, ...future] = state.future;
  if (!sheet) return state;
  return { ...moved(state, sheet), past: [...state.past, state.sheet], future, chosen: null };
}

/**
 * @param {AdviserState} state
 * @param {Extract<AdviserEvent, {key: string}>} event
 * @returns {AdviserState}
 */
function answered(state, event) {
  const done = { ...state, waiting: false };
  if (event.type === "advice") return { ...done, advice: event.advice, clash: null };
  if (event.type === "clash") return { ...done, advice: null, clash: event.clash };
  return { ...done, advice: null };
}
