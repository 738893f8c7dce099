/** Which ships of a fleet are known to be afloat or sunk. */

import { shipName } from "./ships.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Ship} Ship */
/** @typedef {import("./types.js").Translator} Translator */

/**
 * @typedef {object} TrackedShip
 * @property {string} name
 * @property {number} length
 * @property {"afloat"|"sunk"|"unknown"} state
 */

/**
 * The player's own fleet.
 * @param {Translator} t
 * @param {View} view
 * @returns {TrackedShip[]}
 */
export function ownFleet(t, view) {
  const sunk = new Set(view.yours.sunk.map((one) => one.ship));
  return view.ships.map((ship) => ({
    name: t.capital(shipName(t, ship.name)),
    length: ship.length,
    state: sunk.has(ship.ship) ? "sunk" : "afloat",
  }));
}

/**
 * The computer's fleet, as far as the announcements tell. A sink told by length alone does not say
 * which of several equal ships it was, so those ships lose their names.
 * @param {Translator} t
 * @param {View} view
 * @returns {TrackedShip[]}
 */
export function enemyFleet(t, view) {
  if (view.theirs.ships) return revealedFleet(t, view);
  if (view.rules.announce === "silent") {
    return view.ships.map((ship) => tracked(t, ship, "unknown"));
  }
  const named = new Set(view.theirs.sunk.map((one) => one.ship).filter((ship) => ship !== null));
  const left = new Map();
  for (const one of view.theirs.sunk) {
    if (one.ship === null) left.set(one.length, (left.get(one.length) ?? 0) + 1);
  }
  return view.ships.map((ship) => {
    if (named.has(ship.ship)) return tracked(t, ship, "sunk");
    const equals = view.ships.filter((one) => one.length === ship.length && !named.has(one.ship));
    const count = left.get(ship.length) ?? 0;
    const state = equals.indexOf(ship) < count ? "sunk" : "afloat";
    if (count === 0 || count >= equals.length) return tracked(t, ship, state);
    const name = t.capital(shipName(t, String(ship.length)));
    return { name, length: ship.length, state };
  });
}

/**
 * @param {Translator} t
 * @param {View} view
 * @returns {TrackedShip[]}
 */
function revealedFleet(t, view) {
  const fired = new Set(view.theirs.shots.map((shot) => shot.cell));
  const sunk = new Set(
    (view.theirs.ships ?? [])
      .filter((ship) => ship.cells.every((cell) => fired.has(cell)))
      .map((ship) => ship.ship),
  );
  return view.ships.map((ship) => tracked(t, ship, sunk.has(ship.ship) ? "sunk" : "afloat"));
}

/**
 * @param {Translator} t
 * @param {Ship} ship
 * @param {"afloat"|"sunk"|"unknown"} state
 * @returns {TrackedShip}
 */
function tracked(t, ship, state) {
  return { name: t.capital(shipName(t, ship.name)), length: ship.length, state };
}
