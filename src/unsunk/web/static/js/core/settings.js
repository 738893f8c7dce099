/** What the page remembers between visits, read without trust. */

/**
 * @typedef {object} Settings
 * @property {string} lang        "en", "tr", or "" for the browser's
 * @property {"auto"|"light"|"dark"} theme
 * @property {boolean} calm       no motion, whatever the system says
 * @property {boolean} sound
 * @property {boolean} heat
 * @property {boolean} numbers
 * @property {"own"|"exact"} law  whose numbers the heat map shows
 * @property {boolean} chances    the adviser writes its chances into the cells
 * @property {string} level
 * @property {Record<string, string>} rules   board, fleet, touching, announce, first
 */

/** Where the settings are kept. `early.js` reads the same place. */
export const SETTINGS_KEY = "unsunk.settings";
/** Where the number of the game being played is kept. */
export const GAME_KEY = "unsunk.game";
/** Where the adviser's rules and record are kept. */
export const ADVISER_KEY = "unsunk.adviser";
/** Where the choices for a game of the study are kept, and the number of the one being played. */
export const STUDY_KEY = "unsunk.study";
export const STUDY_GAME_KEY = "unsunk.study.game";

/** @type {Settings} */
export const DEFAULTS = Object.freeze({
  lang: "",
  theme: "auto",
  calm: false,
  sound: false,
  heat: false,
  numbers: false,
  law: "own",
  chances: true,
  level: "hard",
  rules: Object.freeze({}),
});

const RULE_KEYS = ["board", "fleet", "touching", "announce", "first"];

/**
 * Settings from what was stored; whatever cannot be read keeps its default.
 * @param {string|null} text
 * @returns {Settings}
 */
export function readSettings(text) {
  const raw = parsed(text);
  return {
    lang: raw.lang === "en" || raw.lang === "tr" ? raw.lang : "",
    theme: raw.theme === "light" || raw.theme === "dark" ? raw.theme : "auto",
    calm: raw.calm === true,
    sound: raw.sound === true,
    heat: raw.heat === true,
    numbers: raw.numbers === true,
    law: raw.law === "exact" ? "exact" : "own",
    chances: raw.chances !== false,
    level: typeof raw.level === "string" ? raw.level : DEFAULTS.level,
    rules: readRules(raw.rules),
  };
}

/**
 * @param {string|null} text
 * @returns {Record<string, unknown>}
 */
function parsed(text) {
  try {
    const value = JSON.parse(text ?? "{}");
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/**
 * @param {unknown} value
 * @returns {Record<string, string>}
 */
function readRules(value) {
  if (value === null || typeof value !== "object") return {};
  const entries = Object.entries(value).filter(
    ([key, text]) => RULE_KEYS.includes(key) && typeof text === "string" && text.length <= 80,
  );
  return Object.fromEntries(entries);
}
