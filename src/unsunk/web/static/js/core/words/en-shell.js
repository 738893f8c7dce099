/** English: what stands around the game on every page. */

/** @type {import("../types.js").Words} */
export const EN_SHELL = {
  "title.game": "Battleship · unsunk",
  "title.adviser": "Adviser · unsunk",
  "title.how": "How to play · unsunk",
  "title.aims": "How the computer aims · unsunk",
  "skip": "Skip to the content",
  "nav.label": "Pages",
  "nav.game": "Game",
  "nav.adviser": "Adviser",
  "nav.how": "How to play",
  "nav.aims": "How the computer aims",
  "foot.adviser": "The record stays in this browser and in the address of this page; the server keeps nothing of it.",
  "foot.line": "Every game is kept on the server: reload or come back later and it goes on.",

  "settings.open": "Settings",
  "settings.language": "Language",
  "settings.theme": "Colours",
  "settings.theme.auto": "As the system",
  "settings.theme.light": "Light",
  "settings.theme.dark": "Dark",
  "settings.sound": "Sound",
  "settings.sound.hint": "Short tones for hits, misses and sinkings. Off unless you switch it on.",
  "settings.calm": "No motion",
  "settings.calm.hint": "Stills all motion, also when the system allows it.",

  "ship.carrier": "carrier",
  "ship.battleship": "battleship",
  "ship.cruiser": "cruiser",
  "ship.submarine": "submarine",
  "ship.destroyer": "destroyer",
  "ship.patrol": "patrol boat",
  "ship.plain": "ship of {length}",
  "ship.lettered": "ship of {length} ({letter})",

  "cell.miss": "miss",
  "cell.hit": "hit",
  "cell.sunk": "sunk",
  "cell.empty": "empty",
  "cell.untried": "untried",
  "cell.never-hit": "never hit",
  "cell.in-hand": "in hand",
  "cell.last": "last shot",
  "cell.heat": "heat {heat}",

  "chance.below": "under {chance}",
  "chance.above": "over {chance}",

  "measured.open": "not measured yet",
  "measured.exact": "{mean} shots (exact)",
  "measured.sampled": "{mean} ± {reach} shots (sampled: 95 % interval, {games} games, seed {seed})",
};
