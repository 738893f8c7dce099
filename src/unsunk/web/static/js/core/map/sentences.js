/** What the strategy map says in words. */

import { percentText } from "../heat.js";
import { lawFigures } from "./law.js";
import { hottestCells } from "./looks.js";

/** @typedef {import("../types.js").Size} Size */
/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").Interval} Interval */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").StrategyMap} StrategyMap */

/** How many of the hottest cells are named. */
const MOST_NAMED = 4;

/**
 * A strategy's name in the page's language; one that has none keeps its own.
 * @param {Translator} t
 * @param {string} strategy
 */
export function strategyName(t, strategy) {
  const key = `strategy.${strategy}`;
  return t.has(key) ? t.say(key) : strategy;
}

/**
 * @param {Translator} t
 * @param {number} rate   from 0 to 1
 */
export function rateFigure(t, rate) {
  return t.number(rate, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/**
 * @param {Translator} t
 * @param {number} shots
 */
export function shotsFigure(t, shots) {
  return t.number(shots, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/**
 * Half the width of an interval, "± 0.31"; nothing where the figure is exact.
 * @param {Translator} t
 * @param {Interval} interval
 * @param {number} unit   how many of the figure's units one is printed as
 */
export function reachText(t, [low, high], unit) {
  return high > low ? `± ${shotsFigure(t, ((high - low) / 2) * unit)}` : "";
}

/**
 * How the figures of a strategy were found.
 * @param {Translator} t
 * @param {StrategyMap} map
 * @param {Point} point
 */
export function kindSentence(t, map, point) {
  if (point.kind === "exact") return t.say("map.detail.exact");
  return t.say("map.detail.sampled", { games: point.games ?? 0, seed: String(map.seed) });
}

/**
 * @param {Translator} t
 * @param {Point} point
 */
export function pointSentence(t, point) {
  const name = strategyName(t, point.strategy);
  return t.say("map.said", { name, win: rateFigure(t, point.win_rate), worst: rateFigure(t, point.worst_win_rate) });
}

/**
 * What the chart shows, for those who cannot see it.
 * @param {Translator} t
 * @param {Point[]} points
 */
export function chartLabel(t, points) {
  const ends = (/** @type {number[]} */ rates) => [Math.min(...rates), Math.max(...rates)].map((rate) => rateFigure(t, rate));
  const [left, right] = ends(points.map((point) => point.win_rate));
  const [low, high] = ends(points.map((point) => point.worst_win_rate));
  return t.say("map.chart.label", { count: points.length, left, right, low, high });
}

/**
 * @param {Translator} t
 * @param {"uniform"|"worst"} where
 * @param {number[]} law
 */
export function lawSentence(t, where, law) {
  const { first, last, mean, half } = lawFigures(law);
  return t.say(`map.law.said.${where}`, { first, last, half, mean: shotsFigure(t, mean) });
}

/**
 * One shot of the replay: what was heard, and where it was hottest.
 * @param {Translator} t
 * @param {Size} size
 * @param {Point} point
 * @param {number} n   from 1
 */
export function stepSentence(t, size, point, n) {
  const { steps } = point.replay;
  const { cell, outcome, length, chances, hottest } = steps[n - 1];
  const { most, cells } = hottestCells(size, chances);
  const heard = length === undefined ? t.say(`cell.${outcome}`) : t.say("map.sunk", { length });
  const params = { n, cell, heard, chance: percentText(t, most), count: cells.length };
  const named = cells.slice(0, MOST_NAMED).join(", ");
  const hidden = cells.length - MOST_NAMED;
  const list = hidden > 0 ? t.say("map.more", { cells: named, more: hidden }) : named;
  const shot = hottest ? t.say("map.step.hottest", params) : t.say("map.step.other", { ...params, cells: list });
  return n === steps.length ? `${shot} ${t.say("map.step.end")}` : shot;
}

/**
 * How many shots of the replay were not at a hottest cell.
 * @param {Translator} t
 * @param {Point} point
 */
export function ignoredText(t, point) {
  const { steps } = point.replay;
  const count = steps.filter((step) => !step.hottest).length;
  return count === 0 ? t.say("map.ignored.none", { shots: steps.length }) : t.say("map.ignored", { count, shots: steps.length });
}

/**
 * The share of all its shots that are at a hottest cell.
 * @param {Translator} t
 * @param {Point} point
 */
export function hottestText(t, { hottest }) {
  const share = percentText(t, hottest.shots);
  if (hottest.kind === "exact") return t.say("map.hottest.exact", { share });
  const [low, high] = hottest.ci95.map((end) => rateFigure(t, end));
  return t.say("map.hottest.sampled", { share, low, high, games: hottest.games ?? 0 });
}
