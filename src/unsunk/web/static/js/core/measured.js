/**
 * How many shots each level needs on average to sink the classic fleet, laid out uniformly at
 * random on 10×10, when sunk ships are shown. The text pages print these numbers; this is the one
 * place to change them; they are those of the ledger (`unsunk figures --part house`), for Exact and
 * Admiral those of docs/strength.md.
 */

/**
 * `reach` is half the 95 % interval of a sampled mean; a mean of null is still to be measured.
 * @typedef {{mean: number|null, reach?: number, games?: number, seed?: number}} Measure
 */

/** @type {Record<string, Measure>} */
export const MEASURED = {
  easy: { mean: 95.389 },
  normal: { mean: 49.348, reach: 0.051, games: 100000, seed: 1 },
  hard: { mean: 44.674, reach: 0.057, games: 100000, seed: 1 },
  "one-rule": { mean: 44.925, reach: 0.053, games: 100000, seed: 1 },
  exact: { mean: 44.358, reach: 0.122, games: 20000, seed: 1 },
  admiral: { mean: 43.999, reach: 0.212, games: 6120, seed: 1 },
};

/**
 * What is stored with the mixtures of Near-perfect, by board: its win rate on its worst layout,
 * racing its own pace, and its mean shots over all layouts, both exact.
 * @type {Record<string, {worst: number, mean: number}>}
 */
export const SOLVED = {
  "4x4": { worst: 0.49989458, mean: 11.21861 },
  "5x5": { worst: 0.49914821, mean: 14.04502 },
};

/**
 * A win rate as the pages print it: "49.9995 % (exact)".
 * @param {import("./types.js").Translator} t
 * @param {number|null} rate   from 0 to 1
 */
export function rateText(t, rate) {
  if (rate === null) return t.say("measured.open");
  const digits = { minimumFractionDigits: 4, maximumFractionDigits: 4 };
  return t.say("measured.rate", { rate: t.number(rate, { style: "percent", ...digits }) });
}

/**
 * A measure as the pages print it: "95.39 (exact)", "44.67 ± 0.06 (sampled: 100,000 games, seed 1)".
 * @param {import("./types.js").Translator} t
 * @param {Measure} measure
 */
export function measureText(t, measure) {
  if (measure.mean === null) return t.say("measured.open");
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const mean = t.number(measure.mean, digits);
  if (measure.reach === undefined) return t.say("measured.exact", { mean });
  const reach = t.number(measure.reach, digits);
  const { games = 0, seed = 0 } = measure;
  return t.say("measured.sampled", { mean, reach, games, seed: String(seed) });
}
