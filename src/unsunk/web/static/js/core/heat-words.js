/** What the heat map of your waters says in words. */

import { chanceOf, chanceRange, countText, hundredths, percentText, shareOf, shortCount, stepRange } from "./heat.js";

/** @typedef {import("./types.js").Heat} Heat */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Translator} Translator */

/** How many of the hottest cells are named. */
const MOST_NAMED = 8;

/**
 * What a shade stands for.
 * @param {Translator} t
 * @param {Pick<State, "law"|"heat">} state
 * @param {number} step from 0 to 6
 */
export function legendText(t, { law, heat }, step) {
  if (law === "exact") {
    const most = heat ? Math.max(0, ...Object.keys(heat.shares).map((cell) => chanceOf(heat, cell))) : 0;
    return chanceStepText(t, step, most, heat?.kind ?? "exact");
  }
  const [low, high] = stepRange(step);
  return step === 0 ? t.say("heat.zero") : t.say("heat.step", { low, high });
}

/**
 * @param {Translator} t
 * @param {number} step
 * @param {number} most   the chance of the likeliest cell
 * @param {"exact"|"sampled"} kind
 */
export function chanceStepText(t, step, most, kind) {
  if (step === 0) return t.say(kind === "exact" ? "adviser.legend.zero" : "adviser.legend.sampled-zero");
  const [low, high] = chanceRange(step, most).map((chance) => percentText(t, chance));
  return step === 1 ? t.say("chance.below", { chance: high }) : t.say("adviser.legend.step", { low, high });
}

/**
 * How many fleets the computer must still think possible.
 * @param {Translator} t
 * @param {Heat|null} heat
 */
export function leftText(t, heat) {
  if (!heat || heat.layouts === null) return "";
  const rough = heat.kind === "sampled";
  return t.say(rough ? "heat.left.sampled" : "heat.left", { layouts: countText(t, heat.layouts, rough) });
}

/**
 * The hottest cells by name, or that all are alike.
 * @param {Translator} t
 * @param {Heat} heat
 */
export function hottestText(t, heat) {
  const cells = Object.keys(heat.shares);
  const hottest = cells.filter((cell) => heat.shares[cell] >= 1);
  if (hottest.length === 0) return "";
  if (hottest.length === cells.length && cells.length > 1) return t.say("heat.all", { count: cells.length });
  const shown = hottest.slice(0, MOST_NAMED).join(", ");
  const more = hottest.length - MOST_NAMED;
  const names = more > 0 ? t.say("heat.more", { cells: shown, more }) : shown;
  return t.say("heat.hottest", { count: hottest.length, cells: names });
}

/**
 * The line about the cell pointed at.
 * @param {Translator} t
 * @param {Heat|null} heat
 * @param {string|null} cell
 */
export function readingText(t, heat, cell) {
  if (!heat || cell === null) return t.say("heat.point");
  if (!(cell in heat.values)) return t.say("heat.read.none", { cell });
  if (heat.layouts === null) {
    const count = shortCount(heat.values[cell], t.number);
    return t.say("heat.read", { cell, heat: hundredths(shareOf(heat, cell) ?? 0), count });
  }
  const rough = heat.kind === "sampled";
  const [count, layouts] = [heat.values[cell], heat.layouts].map((digits) => countText(t, digits, rough));
  return t.say("heat.read.exact", { cell, chance: percentText(t, chanceOf(heat, cell)), count, layouts });
}
