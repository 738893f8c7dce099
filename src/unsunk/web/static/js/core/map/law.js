/** Laws of finishing times: what is told of them and how they are drawn. */

import { frameOf, scale, ticks } from "./scales.js";

/** @typedef {import("./scales.js").Frame} Frame */
/** @typedef {{shots: number, x: number, y: number, width: number, height: number}} Bar */
/** @typedef {{frame: Frame, shots: {value: number, at: number}[], shares: {value: number, at: number}[], bars: Bar[], line: {x: number, y: number}[]}} LawChart */

/** A share below this cannot be seen and is left out at the ends. */
const LEAST = 0.0005;
/** The narrowest place for the number of a bar. */
const NUMBER = 20;

/**
 * First and last finishing time that have a share, the mean, and the shot by which half are over.
 * @param {number[]} law   shares by finishing time
 */
export function lawFigures(law) {
  const shots = law.flatMap((share, shot) => (share > 0 ? [shot] : []));
  let sum = 0;
  const half = law.findIndex((share) => (sum += share) >= 0.5 - 1e-6);
  const mean = law.reduce((total, share, shot) => total + share * shot, 0);
  return { first: shots[0] ?? 0, last: shots[shots.length - 1] ?? 0, mean, half };
}

/**
 * The finishing times worth showing when several laws stand side by side, as [first, last].
 * @param {number[][]} laws
 */
export function lawSpan(laws) {
  const seen = laws.flatMap((law) => law.flatMap((share, shots) => (share >= LEAST ? [shots] : [])));
  return [Math.min(...seen), Math.max(...seen)];
}

/**
 * Bars for one law and a line for another, both over the same finishing times and shares.
 * @param {number[]} law
 * @param {number[]|null} other
 * @param {[number, number]} span   the finishing times shown
 * @param {number} most   the highest share shown
 * @param {number} width   in pixels
 * @returns {LawChart}
 */
export function lawChart(law, other, [first, last], most, width) {
  const frame = frameOf(width, 200);
  const each = (frame.right - frame.left) / (last - first + 1);
  const marks = ticks(most, 4);
  const y = scale(0, marks[marks.length - 1], frame.bottom, frame.top);
  const middle = (/** @type {number} */ shots) => frame.left + (shots - first + 0.5) * each;
  const every = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const apart = Math.ceil(NUMBER / each);
  const wide = each * 0.7;
  return {
    frame,
    shots: every.filter((shots) => shots % apart === 0).map((value) => ({ value, at: middle(value) })),
    shares: marks.map((value) => ({ value, at: y(value) })),
    bars: every.map((shots) => {
      const top = y(law[shots]);
      return { shots, x: middle(shots) - wide / 2, y: top, width: wide, height: frame.bottom - top };
    }),
    line: other === null ? [] : every.map((shots) => ({ x: middle(shots), y: y(other[shots]) })),
  };
}
