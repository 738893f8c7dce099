/** Looking up words: interpolation, plurals, numbers and capitals of a language. */

import { EN } from "./words/en.js";
import { TR } from "./words/tr.js";

/** @typedef {import("./types.js").Words} Words */
/** @typedef {import("./types.js").Params} Params */
/** @typedef {import("./types.js").Translator} Translator */

/** @type {Record<string, Words>} */
export const LANGUAGES = { en: EN, tr: TR };

/**
 * The language to begin with: the one remembered, else the first of the browser's that we have.
 * @param {string} remembered
 * @param {readonly string[]} browser
 */
export function chooseLanguage(remembered, browser) {
  if (Object.hasOwn(LANGUAGES, remembered)) return remembered;
  const known = browser.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/**
 * The translator of a language. Keys without a word come back as themselves, so a gap is visible.
 * @param {string} lang
 * @returns {Translator}
 */
export function translator(lang) {
  const words = LANGUAGES[lang] ?? EN;
  const plural = new Intl.PluralRules(lang);
  const lists = new Intl.ListFormat(lang, { style: "long", type: "conjunction" });
  const number = (/** @type {number|bigint} */ value, /** @type {Intl.NumberFormatOptions} */ options = {}) =>
    new Intl.NumberFormat(lang, options).format(value);
  return {
    lang,
    number,
    has: (key) => Object.hasOwn(words, key),
    say: (key, params = {}) => fill(phrase(words[key] ?? key, params, plural), params, number),
    capital: (text) => text.slice(0, 1).toLocaleUpperCase(lang) + text.slice(1),
    list: (parts) => lists.format(parts),
  };
}

/**
 * @param {import("./types.js").Phrase} entry
 * @param {Params} params
 * @param {Intl.PluralRules} plural
 */
function phrase(entry, params, plural) {
  if (typeof entry === "string") return entry;
  return plural.select(Number(params.count)) === "one" ? entry.one : entry.other;
}

/**
 * @param {string} text
 * @param {Params} params
 * @param {(value: number) => string} number
 */
function fill(text, params, number) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : value;
  });
}
