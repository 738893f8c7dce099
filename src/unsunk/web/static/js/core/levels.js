/** The levels of the computer, weakest first, as the server has them. */

/** @typedef {import("./types.js").View} View */

export const LEVELS = ["easy", "normal", "hard", "one-rule", "exact", "admiral", "near-perfect"];

/** Levels that may need more than a moment for a shot. */
export const THINKERS = new Set(["exact", "admiral", "near-perfect"]);

/**
 * Levels that play in few places only: on which boards, and under which other rules.
 * @type {Record<string, {boards: string[], fleet: string, touching: string, announce: string}>}
 */
export const PLACES = {
  "near-perfect": { boards: ["4x4", "5x5"], fleet: "3,3,2", touching: "yes", announce: "length" },
};

/**
 * Whether a level can be chosen in a game.
 * @param {string} level
 * @param {View} view
 */
export function playsIn(level, { rules, ships }) {
  const places = PLACES[level];
  if (!places) return true;
  const fleet = ships.map((ship) => ship.length).join();
  return (
    places.boards.includes(rules.board) &&
    places.fleet === fleet &&
    places.touching === rules.touching &&
    places.announce === rules.announce
  );
}

/**
 * The boards of a level that plays in few places, as they are written: "4×4".
 * @param {string} level
 */
export function boardsOf(level) {
  return (PLACES[level]?.boards ?? []).map((board) => board.replace("x", "×"));
}
