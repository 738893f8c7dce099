/** The levels of the computer, weakest first, as the server has them. */

export const LEVELS = ["easy", "normal", "hard", "one-rule", "exact", "admiral"];

/** Levels that may need more than a moment for a shot. */
export const THINKERS = new Set(["exact", "admiral"]);
