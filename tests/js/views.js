/** Views such as the server sends, for the tests. */

/** @typedef {import("../../src/unsunk/web/static/js/core/types.js").View} View */

/** @type {[string, number][]} */
const CLASSIC = [["carrier", 5], ["battleship", 4], ["cruiser", 3], ["submarine", 3], ["destroyer", 2]];

/** @returns {import("../../src/unsunk/web/static/js/core/types.js").Tally} */
const untried = () => ({ shots: 0, hits: 0, accuracy: null });

/**
 * A view of a fresh game, changed where a test needs it.
 * @param {Partial<View>} [change]
 * @param {Partial<View["rules"]>} [rules]
 * @param {[string, number][]} [fleet]
 * @returns {View}
 */
export function aView(change = {}, rules = {}, fleet = CLASSIC) {
  return {
    id: "game",
    version: 1,
    phase: "setup",
    level: "hard",
    turn: null,
    winner: null,
    rules: {
      rows: 10,
      columns: 10,
      board: "10x10",
      fleet: "classic",
      touching: "yes",
      announce: "shown",
      order: "alternate",
      first: "you",
      ...rules,
    },
    ships: fleet.map(([name, length], ship) => ({ ship, name, length })),
    yours: { ships: fleet.map(() => null), shots: [], sunk: [], tally: untried() },
    theirs: { ships: null, shots: [], sunk: [], tally: untried() },
    log: [],
    ...change,
  };
}

/**
 * The view with ships placed, by their cells; the others are not placed.
 * @param {View} view
 * @param {(string|null)[]} cells such as "A1 B1"
 * @returns {View}
 */
export function withShips(view, cells) {
  const ships = view.ships.map((_, ship) => {
    const names = cells[ship];
    return names ? { ship, cells: names.split(" ") } : null;
  });
  return { ...view, yours: { ...view.yours, ships } };
}
