/**
 * How many shots each level needs on average to sink the classic fleet, laid out uniformly at
 * random on 10×10, when sunk ships are shown. The text pages print these numbers; this is the one
 * place to change them. `mean` is null until a level has been measured.
 */

/** @typedef {{mean: number|null, kind: "exact"|"sampled", games: number|null}} Measure */

/** @type {Record<string, Measure>} */
export const MEASURED = {
  easy: { mean: 95.39, kind: "exact", games: null },
  normal: { mean: null, kind: "sampled", games: null },
  hard: { mean: null, kind: "sampled", games: null },
  "one-rule": { mean: null, kind: "sampled", games: null },
};

/**
 * A measure as the pages print it: "95.39 (exact)", "44.1 (mean of 100,000 games)".
 * @param {import("./types.js").Translator} t
 * @param {Measure} measure
 */
export function measureText(t, measure) {
  if (measure.mean === null) return t.say("measured.not-yet");
  const mean = t.number(measure.mean, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (measure.kind === "exact") return t.say("measured.exact", { mean });
  return t.say("measured.sampled", { mean, games: measure.games ?? 0 });
}
