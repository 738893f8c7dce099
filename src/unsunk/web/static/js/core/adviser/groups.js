/** What a group of ships is called that no announcement tells apart. */

import { shipName } from "../ships.js";

/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {import("./types.js").Group} Group */
/** @typedef {import("../types.js").Translator} Translator */

/**
 * "Carrier", "2 × ship of 3".
 * @param {Translator} t
 * @param {Advice} advice
 * @param {Group} group
 */
export function nameByGroup(t, advice, group) {
  if (group.ships.length === 1) return t.capital(shipName(t, advice.ships[group.ships[0]].name));
  return t.say("adviser.ships.many", { many: group.ships.length, ship: shipName(t, String(group.length)) });
}
