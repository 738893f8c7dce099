/** What a screen reader says of a cell: its name first, then its state, then the rest. */

import { nameOf } from "./ships.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Look} Look */
/** @typedef {import("./types.js").Translator} Translator */

/**
 * "C7, hit", "B3, carrier, in hand", "D4, empty, heat 37".
 * @param {Translator} t
 * @param {View} view
 * @param {"own"|"enemy"} side
 * @param {Look & {owner: number|null}} look
 */
export function cellLabel(t, view, side, look) {
  const parts = [look.cell];
  if (look.mark) parts.push(t.say(`cell.${look.mark}`));
  if (look.owner !== null) parts.push(nameOf(t, view, look.owner));
  if (parts.length === 1) parts.push(t.say(side === "own" ? "cell.empty" : "cell.untried"));
  if (look.ship === "revealed" && !look.mark) parts.push(t.say("cell.never-hit"));
  if (look.inHand) parts.push(t.say("cell.in-hand"));
  if (look.last) parts.push(t.say("cell.last"));
  if (look.number && look.percent) parts.push(t.number(Number(look.number) / 100, { style: "percent" }));
  else if (look.number) parts.push(t.say("cell.heat", { heat: look.number }));
  return parts.join(", ");
}
