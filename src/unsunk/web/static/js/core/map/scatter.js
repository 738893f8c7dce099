/** Where the points of the strategy map and their names lie. Pure: nothing is drawn here. */

import { frameOf, scale, ticks } from "./scales.js";
import { PERFECT } from "./state.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./scales.js").Frame} Frame */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{strategy: string, x: number, y: number, shape: "exact"|"sampled"|"perfect", across: [number, number], up: [number, number]}} Spot */
/** @typedef {{frame: Frame, across: {value: number, at: number}[], up: {value: number, at: number}[], spots: Spot[]}} Scatter */

/** Half the size of a point, and how far around it nothing else is written. */
const REACH = 8;
/** Points so near one another are one stack: pressing again takes the next. */
const STACK = 6;
/** A press so far away from every point takes none. */
export const FAR = 24;
/** The height of a name, and what a letter of it takes across. */
const LINE = 16;
const LETTER = 6.9;

/**
 * @param {Point[]} points
 * @param {number} width   in pixels
 * @returns {Scatter}
 */
export function scatter(points, width) {
  const frame = frameOf(width, Math.round(Math.max(300, Math.min(580, width * 0.85))));
  const most = (/** @type {number[]} */ values) => Math.max(0.01, ...values);
  const steps = width < 480 ? 5 : 10;
  const wide = ticks(most(points.flatMap((point) => [point.win_rate, point.win_rate_ci95[1]])), steps);
  const high = ticks(most(points.flatMap((point) => [point.worst_win_rate, point.worst_win_rate_ci95[1]])), steps);
  const x = scale(0, wide[wide.length - 1], frame.left + REACH, frame.right - REACH);
  const y = scale(0, high[high.length - 1], frame.bottom - REACH, frame.top + REACH);
  return {
    frame,
    across: wide.map((value) => ({ value, at: x(value) })),
    up: high.map((value) => ({ value, at: y(value) })),
    spots: points.map((point) => ({
      strategy: point.strategy,
      x: x(point.win_rate),
      y: y(point.worst_win_rate),
      shape: point.strategy === PERFECT ? "perfect" : point.kind,
      across: [x(Math.max(0, point.win_rate_ci95[0])), x(point.win_rate_ci95[1])],
      up: [y(Math.max(0, point.worst_win_rate_ci95[0])), y(point.worst_win_rate_ci95[1])],
    })),
  };
}

/**
 * The point meant by a press: the nearest; of a stack, the one after that now chosen.
 * @param {Spot[]} spots
 * @param {number} x
 * @param {number} y
 * @param {string|null} chosen
 * @returns {string|null}
 */
export function spotAt(spots, x, y, chosen) {
  const far = (/** @type {Spot} */ spot) => Math.hypot(spot.x - x, spot.y - y);
  const nearest = [...spots].sort((one, two) => far(one) - far(two))[0];
  if (!nearest || far(nearest) > FAR) return null;
  const stack = spots.filter((spot) => Math.hypot(spot.x - nearest.x, spot.y - nearest.y) <= STACK);
  const now = stack.findIndex((spot) => spot.strategy === chosen);
  return now < 0 ? nearest.strategy : stack[(now + 1) % stack.length].strategy;
}

/**
 * Where the names are written: those in `first` wherever it is, the others where there is room.
 * @param {Scatter} chart
 * @param {(strategy: string) => string} nameOf
 * @param {string[]} first
 * @returns {Map<string, Box>}
 */
export function namePlaces({ frame, spots }, nameOf, first) {
  const rank = (/** @type {Spot} */ spot) => (first.includes(spot.strategy) ? first.indexOf(spot.strategy) : first.length);
  const taken = spots.map((spot) => ({ x: spot.x - REACH, y: spot.y - REACH, width: 2 * REACH, height: 2 * REACH }));
  const places = new Map();
  for (const spot of [...spots].sort((one, two) => rank(one) - rank(two))) {
    const ways = around(spot, nameOf(spot.strategy).length * LETTER).filter((box) => inside(box, frame));
    const free = ways.find((box) => !taken.some((other) => overlap(box, other)));
    const box = free ?? (first.includes(spot.strategy) ? ways[0] : undefined);
    if (!box) continue;
    taken.push(box);
    places.set(spot.strategy, box);
  }
  return places;
}

/**
 * @param {Spot} spot
 * @param {number} width
 * @returns {Box[]}
 */
function around({ x, y }, width) {
  const gap = REACH + 2;
  const size = { width, height: LINE };
  return [
    { x: x + gap, y: y - LINE / 2, ...size },
    { x: x - gap - width, y: y - LINE / 2, ...size },
    { x: x - width / 2, y: y - gap - LINE, ...size },
    { x: x - width / 2, y: y + gap, ...size },
    { x: x + gap / 2, y: y - gap - LINE, ...size },
    { x: x + gap / 2, y: y + gap, ...size },
    { x: x - gap / 2 - width, y: y - gap - LINE, ...size },
    { x: x - gap / 2 - width, y: y + gap, ...size },
  ];
}

/**
 * @param {Box} box
 * @param {Frame} frame
 */
function inside(box, frame) {
  return box.x >= frame.left && box.x + box.width <= frame.width - 2 && box.y >= 0 && box.y + box.height <= frame.bottom;
}

/**
 * @param {Box} one
 * @param {Box} two
 */
function overlap(one, two) {
  const apart = one.x + one.width <= two.x || two.x + two.width <= one.x;
  return !apart && one.y + one.height > two.y && two.y + two.height > one.y;
}
