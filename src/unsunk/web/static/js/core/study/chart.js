/** Where the lines of a figure and their intervals lie. Pure: nothing is drawn here. */

import { frameOf, scale } from "../map/scales.js";

/** @typedef {import("../map/scales.js").Frame} Frame */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {{value: number, at: number}} Tick */
/** @typedef {{name: string, line: string, band: string, spots: {x: number, y: number}[]}} Line */
/** @typedef {{frame: Frame, across: Tick[], up: Tick[], lines: Line[]}} Chart */

/**
 * Round values that reach from at or below `low` to at or above `high`.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted   about how many steps
 */
export function ticksBetween(low, high, wanted) {
  const rough = Math.max(high - low, 1e-9) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const step = power * ([1, 2, 5].find((times) => times * power >= rough - 1e-12) ?? 10);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/**
 * @param {Figure} figure
 * @param {number} width   in pixels
 * @returns {Chart}
 */
export function chartOf({ series }, width) {
  const frame = frameOf(width, Math.round(Math.max(240, Math.min(380, width * 0.62))));
  const points = series.flatMap((one) => one.points);
  const xs = points.map(([x]) => x);
  const wide = ticksBetween(Math.min(...xs), Math.max(...xs), width < 480 ? 4 : 8);
  const high = ticksBetween(Math.min(...points.map((point) => point[2])), Math.max(...points.map((point) => point[3])), 6);
  const x = scale(wide[0], wide[wide.length - 1], frame.left + 8, frame.right - 8);
  const y = scale(high[0], high[high.length - 1], frame.bottom - 4, frame.top);
  const path = (/** @type {[number, number][]} */ corners) => corners.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
  return {
    frame,
    across: wide.map((value) => ({ value, at: x(value) })),
    up: high.map((value) => ({ value, at: y(value) })),
    lines: series.map((one) => {
      const up = one.points.map((point) => /** @type {[number, number]} */ ([point[0], point[3]]));
      const down = one.points.map((point) => /** @type {[number, number]} */ ([point[0], point[2]]));
      return {
        name: one.name,
        line: path(one.points.map(([a, mean]) => [a, mean])),
        band: path([...up, ...down.reverse()]),
        spots: one.points.map(([a, mean]) => ({ x: x(a), y: y(mean) })),
      };
    }),
  };
}
