/** Scales and ticks of charts, in pixels. */

/** @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number}} Frame */

/** Room for the numbers and titles of the axes. */
const LEFT = 52;
const BOTTOM = 46;

/**
 * A chart's outer size and the edges of its plot.
 * @param {number} width
 * @param {number} height
 * @returns {Frame}
 */
export function frameOf(width, height) {
  return { width, height, left: LEFT, right: width - 10, top: 10, bottom: height - BOTTOM };
}

/**
 * Where a value of a range lies between two pixels.
 * @param {number} low
 * @param {number} high
 * @param {number} from   where `low` lies
 * @param {number} to     where `high` lies
 * @returns {(value: number) => number}
 */
export function scale(low, high, from, to) {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/**
 * Round values from 0 up to the first that reaches `most`: steps of 1, 2 or 5 times a power of ten.
 * @param {number} most   above 0
 * @param {number} wanted   about how many steps
 * @returns {number[]}
 */
export function ticks(most, wanted) {
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const step = power * ([1, 2, 5].find((times) => times * power >= rough - 1e-12) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
