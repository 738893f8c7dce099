/** What the page of results says: values of tables, and figures in words. */

/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").Value} Value */

/**
 * A value of a table: numbers in the page's language, texts as they are stored, a dash for nothing.
 * @param {Translator} t
 * @param {Value} value
 */
export function valueText(t, value) {
  if (value === null) return "–";
  return typeof value === "string" ? value : t.number(value, { maximumFractionDigits: 3 });
}

/**
 * A phrase for a stored text, or the text itself where the page has none.
 * @param {Translator} t
 * @param {"table"|"figure"|"word"} kind
 * @param {string} text
 * @returns {{text: string, known: boolean}}
 */
export function phraseFor(t, kind, text) {
  const key = `results.${kind}.${text}`;
  return t.has(key) ? { text: t.say(key), known: true } : { text, known: false };
}

/**
 * What a chart shows, for those who cannot see it.
 * @param {Translator} t
 * @param {Figure} figure
 */
export function figureSentence(t, { series }) {
  const points = series.flatMap((one) => one.points);
  const ends = (/** @type {number[]} */ values) => [Math.min(...values), Math.max(...values)].map((value) => valueText(t, value));
  const [left, right] = ends(points.map((point) => point[0]));
  const [low, high] = ends(points.map((point) => point[1]));
  return t.say("results.chart", { count: series.length, left, right, low, high });
}
