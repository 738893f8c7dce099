/** What the strategy map shows: a strategy and a shot of its replay. */

/** @typedef {import("./types.js").MapState} MapState */
/** @typedef {import("./types.js").StrategyMap} StrategyMap */
/** @typedef {{strategy: string|null, step: number}} Wanted */
/**
 * @typedef {{type: "open", map: StrategyMap, wanted: Wanted}
 *   | {type: "choose", strategy: string|null, step?: number}
 *   | {type: "point", strategy: string|null}
 *   | {type: "step", step: number}
 *   | {type: "fleet", on: boolean}
 *   | {type: "numbers", on: boolean}} MapEvent
 */

/** The strategy that is shown unless another one is asked for. */
const FIRST = "exact";
/** The strategy that all others race. */
export const PERFECT = "near-perfect";

/** @type {MapState} */
export const NO_MAP = Object.freeze({ map: null, chosen: "", pointed: null, step: 1, fleet: true, numbers: true });

/**
 * @param {MapState} state
 * @param {MapEvent} event
 * @returns {MapState}
 */
export function reduceMap(state, event) {
  switch (event.type) {
    case "open":
      return choose({ ...state, map: event.map }, event.wanted.strategy, event.wanted.step);
    case "choose":
      return event.strategy === state.chosen && event.step === undefined ? state : choose(state, event.strategy, event.step ?? 1);
    case "point":
      return state.pointed === event.strategy ? state : { ...state, pointed: event.strategy };
    case "step":
      return { ...state, step: fit(event.step, pointOf(state)?.replay.steps.length ?? 1) };
    case "fleet":
      return { ...state, fleet: event.on };
    case "numbers":
      return { ...state, numbers: event.on };
  }
}

/**
 * @param {MapState} state
 * @param {string|null} strategy   one that is not on the map gives way to the first
 * @param {number} step
 */
function choose(state, strategy, step) {
  const points = state.map?.points ?? [];
  const found = [strategy, FIRST].map((name) => points.find((point) => point.strategy === name)).find(Boolean) ?? points[0];
  return { ...state, chosen: found?.strategy ?? "", step: fit(step, found?.replay.steps.length ?? 1) };
}

/**
 * @param {number} step
 * @param {number} last
 */
function fit(step, last) {
  return Math.max(1, Math.min(last, Math.trunc(step) || 1));
}

/**
 * The strategy chosen, or undefined while there is no map.
 * @param {MapState} state
 */
export function pointOf({ map, chosen }) {
  return map?.points.find((point) => point.strategy === chosen);
}

/**
 * What an address asks for: `strategy=exact&step=5`, read without trust.
 * @param {string} text
 * @returns {Wanted}
 */
export function readAddress(text) {
  const parts = new URLSearchParams(text);
  return { strategy: parts.get("strategy"), step: Number(parts.get("step") ?? 1) };
}

/** @param {MapState} state */
export function addressText({ chosen, step }) {
  return new URLSearchParams({ strategy: chosen, step: String(step) }).toString();
}
