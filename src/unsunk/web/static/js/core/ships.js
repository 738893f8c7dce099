/** What ships are called. */

/** @typedef {import("./types.js").Translator} Translator */
/** @typedef {import("./types.js").View} View */

/**
 * A ship's name in the page's language. Ships of a fleet given as lengths are called "3", "3a".
 * @param {Translator} t
 * @param {string} name
 */
export function shipName(t, name) {
  const key = `ship.${name}`;
  if (t.has(key)) return t.say(key);
  const match = /^(\d+)([a-z]*)$/.exec(name);
  if (!match) return name;
  const [, length, letter] = match;
  return letter
    ? t.say("ship.lettered", { length, letter: letter.toUpperCase() })
    : t.say("ship.plain", { length });
}

/**
 * The name of a ship by its number.
 * @param {Translator} t
 * @param {View} view
 * @param {number} ship
 */
export function nameOf(t, view, ship) {
  return shipName(t, view.ships[ship].name);
}
