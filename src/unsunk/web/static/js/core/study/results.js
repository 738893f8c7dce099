/** What the page of results says: values of tables, and figures in words. */

/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").Value} Value */

/** A text of numbers only: a mean with its interval, a share, a board. */
const NUMBER_TEXT = /^[-−–\d., %*°±[\]x]+$/;

/**
 * A value of a table in the page's language: numbers, texts made of numbers, a dash for nothing; other texts
 * as they are stored.
 * @param {Translator} t
 * @param {Value} value
 */
export function valueText(t, value) {
  if (value === null) return "–";
  if (typeof value === "number") return t.number(value, { maximumFractionDigits: 3 });
  if (!NUMBER_TEXT.test(value)) return value;
  const point = t.number(0.5).slice(1, 2);
  const apart = point === "," ? "; " : ", ";
  return value.replaceAll(", ", apart).replace(/(\d)\.(\d)/g, `$1${point}$2`).replace(/^(\d+)x(\d+)$/, "$1×$2");
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
 * A word of a table in the page's language, part by part where it is made of parts: "mean, paper",
 * "L3 draws", "mean; Δ".
 * @param {Translator} t
 * @param {string} text
 * @returns {{text: string, known: boolean}}
 */
export function wordFor(t, text) {
  const whole = phraseFor(t, "word", text);
  const found = whole.known ? null : JOINS.map((join) => text.match(join)).find((match) => match !== null);
  if (!found) return whole;
  const [, left, middle, right] = found;
  const ends = [left, right].map((part) => wordFor(t, part));
  return { text: `${ends[0].text}${middle}${ends[1].text}`, known: ends.some((end) => end.known) };
}

/** What lies between the parts of a word. */
const JOINS = [/^(.+)(; )(.+)$/, /^(.+)(, )(paper|ours)$/, /^(L\d)( )(.+)$/];

/**
 * The heading of a stored figure or table, and the line below it.
 * @param {Translator} t
 * @param {"table"|"figure"} kind
 * @param {{name: string, caption: string}} part
 */
export function headOf(t, kind, { name, caption }) {
  if (kind === "table") return { title: phraseFor(t, kind, name), line: captionFor(t, name, caption) };
  const [what, board, policy] = name.split("-");
  const key = `results.figure.${what}`;
  if (!policy || !t.has(key)) return { title: { text: caption, known: false }, line: { text: caption, known: false } };
  const text = t.say(key, { board: board.replace("x", "×"), policy: wordFor(t, policy).text });
  return { title: { text, known: true }, line: captionFor(t, kind, caption) };
}

/** What stands in a caption: where. */
const NUMBERS = { same: /(\d+) of \d+ cells agree/, all: /\d+ of (\d+) cells agree/, packets: /([\d,]+) packets/, p: /p = (\d+(?:\.\d+)?)/ };

/**
 * A caption in the page's language, with the numbers of the stored one; the stored one where it has others.
 * @param {Translator} t
 * @param {string} name
 * @param {string} caption
 * @returns {{text: string, known: boolean}}
 */
function captionFor(t, name, caption) {
  const stored = { text: caption, known: false };
  const key = `results.caption.${name}`;
  if (!t.has(key)) return stored;
  const numbers = Object.entries(NUMBERS).flatMap(([what, where]) => {
    const found = caption.match(where);
    return found ? [[what, valueText(t, Number(found[1].replaceAll(",", "")))]] : [];
  });
  const text = t.say(key, Object.fromEntries(numbers));
  return /\{\w+\}/.test(text) ? stored : { text, known: true };
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
