/** What the adviser says: one short sentence a change, and the lines of its panel. */

import { countText, percentText } from "../heat.js";
import { shipName } from "../ships.js";
import { bestCells } from "./looks.js";

/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {import("./types.js").AdviserState} AdviserState */
/** @typedef {import("./types.js").Heard} Heard */
/** @typedef {import("./types.js").Way} Way */
/** @typedef {import("./types.js").Group} Group */
/** @typedef {import("../types.js").Translator} Translator */

/** How many equally likely cells are named. */
const MOST_NAMED = 5;

/**
 * What was heard, without the cell: "miss", "sunk: ship of 3, C5–E5".
 * @param {Translator} t
 * @param {Heard} shot
 */
export function heardText(t, shot) {
  const span = (shot.span ?? "").replace("-", "–");
  if (shot.kind === "miss") return t.say("cell.miss");
  const name = shot.ship ? shipName(t, shot.ship) : shot.length ? shipName(t, String(shot.length)) : "";
  if (shot.kind === "hit") return name ? t.say("adviser.hit.ship", { ship: name }) : t.say("cell.hit");
  if (span) return t.say("adviser.sunk.span", { ship: name, span });
  return t.say("adviser.sunk", { ship: name });
}

/**
 * A shot in a sentence, as the game says it.
 * @param {Translator} t
 * @param {Heard} shot
 */
export function shotLine(t, { cell, kind, ship, length }) {
  if (kind !== "miss" && ship) return t.say(`shot.you.${kind}.ship`, { cell, ship: shipName(t, ship) });
  if (kind === "sunk" && length) return t.say("shot.you.sunk.length", { cell, length });
  return t.say(`shot.you.${kind}`, { cell });
}

/**
 * How many fleets are left: the number alone, or "about 12,300".
 * @param {Translator} t
 * @param {Advice} advice
 */
export function layoutsText(t, advice) {
  if (advice.kind === "exact") return countText(t, advice.layouts);
  return t.say("adviser.about", { count: countText(t, advice.layouts, true) });
}

/**
 * Where the number of fleets comes from.
 * @param {Translator} t
 * @param {Advice} advice
 */
export function kindText(t, advice) {
  if (advice.kind === "exact") return t.say("adviser.exact");
  const effective = t.number(Math.round(advice.effective ?? 0));
  const [low, high] = [advice.low ?? "", advice.high ?? ""].map((digits) => countText(t, digits, true));
  return `${t.say("adviser.sampled", { effective })} ${t.say("adviser.sampled.left", { low, high })}`;
}

/**
 * @param {Translator} t
 * @param {Advice} advice
 */
export function bestText(t, advice) {
  if (advice.finished) return t.say("adviser.finished");
  const first = advice.best[0];
  if (!first) return t.say("adviser.nothing");
  const cells = bestCells(advice);
  const named = cells.slice(0, MOST_NAMED).join(", ");
  const more = cells.length - MOST_NAMED;
  const list = more > 0 ? t.say("heat.more", { cells: named, more }) : named;
  const certain = advice.kind === "exact" && first.chance >= 1;
  const params = { count: cells.length, cells: list, chance: percentText(t, first.chance) };
  const { low, high } = advice.cells[first.cell];
  if (low !== undefined && high !== undefined) {
    const interval = { low: percentText(t, low), high: percentText(t, high) };
    return t.say("adviser.best.sampled", { ...params, ...interval });
  }
  return t.say(certain ? "adviser.best.certain" : "adviser.best", params);
}

/**
 * What is said after an answer: the fleets left and the likeliest cell.
 * @param {Translator} t
 * @param {Advice} advice
 */
export function adviceSentence(t, advice) {
  const left = t.say("adviser.left", { layouts: layoutsText(t, advice) });
  return `${left} ${bestText(t, advice)}`;
}

/**
 * The shots that clash, and what to do.
 * @param {Translator} t
 * @param {AdviserState} state
 */
export function clashSentence(t, state) {
  const numbers = state.clash?.shots ?? [];
  const shots = numbers.map((n) => state.sheet.shots[n - 1]).filter(Boolean);
  const list = t.list(shots.map((shot) => `${shot.cell} (${heardText(t, shot)})`));
  if (shots.length === 1) return t.say("adviser.clash.one", { shots: list });
  return t.say(state.clash?.smallest ? "adviser.clash.smallest" : "adviser.clash.some", { shots: list });
}

/**
 * One way a shot may be answered.
 * @param {Translator} t
 * @param {Advice} advice
 * @param {Way} way
 */
export function wayText(t, advice, way) {
  const name = way.ship === null ? "" : shipName(t, advice.ships[way.ship].name);
  if (way.outcome === "miss" || way.outcome === "hit") {
    return name ? t.say("adviser.hit.ship", { ship: name }) : t.say(`cell.${way.outcome}`);
  }
  const length = way.outcome.replace("sunk", "");
  return t.say("adviser.sunk", { ship: name || shipName(t, length) });
}

/**
 * What is known of ships that are told apart by nothing.
 * @param {Translator} t
 * @param {Group} group
 */
export function groupText(t, group) {
  const many = group.ships.length;
  const sunk = group.heard ?? (group.sunk === Math.round(group.sunk) ? group.sunk : null);
  if (sunk === many) return t.say("tracker.sunk");
  const parts = [];
  if (sunk === null) parts.push(likely(t, "sunk", group.sunk, many));
  else parts.push(sunk > 0 ? t.say("adviser.group.of", { sunk, many }) : t.say("tracker.afloat"));
  if (many === 1 && group.hit >= 1) parts.push(t.say("cell.hit"));
  else if (group.hit > 0) parts.push(likely(t, "hit", group.hit, many));
  return parts.join(", ");
}

/**
 * @param {Translator} t
 * @param {"sunk"|"hit"} what
 * @param {number} expected
 * @param {number} many
 */
function likely(t, what, expected, many) {
  if (many === 1) return t.say(`adviser.group.${what}`, { chance: percentText(t, expected) });
  const number = t.number(expected, { maximumFractionDigits: 2 });
  return t.say(`adviser.group.${what}.mean`, { number });
}

/**
 * The line about the cell pointed at.
 * @param {Translator} t
 * @param {Advice} advice
 * @param {string} cell
 */
export function readingText(t, advice, cell) {
  const known = advice.cells[cell];
  if (!known) return t.say("heat.read.none", { cell });
  const chance = percentText(t, known.chance);
  if (known.low !== undefined && known.high !== undefined) {
    const low = percentText(t, known.low);
    return t.say("adviser.read.sampled", { cell, chance, low, high: percentText(t, known.high) });
  }
  return t.say("heat.read.exact", { cell, chance, count: countText(t, known.count), layouts: layoutsText(t, advice) });
}
