/** Elements of a chart. What can be told of them stands beside the chart, so all are decoration. */

import { make } from "../dom.js";

const SPACE = "http://www.w3.org/2000/svg";

/** @typedef {import("../../core/map/scales.js").Frame} Frame */
/** @typedef {{value: number, at: number}} Tick */

/**
 * @param {string} tag
 * @param {Record<string, string|number|null>} attributes   null leaves one out
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SPACE, tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  node.append(...children);
  return node;
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} kind   the class
 */
export function line(x1, y1, x2, y2, kind) {
  return svg("line", { x1, y1, x2, y2, class: kind });
}

/**
 * A point's symbol: a disc is exact, a ring sampled, a diamond Near-perfect.
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 */
export function symbol(shape, x, y) {
  if (shape !== "perfect") return svg("circle", { cx: x, cy: y, r: 5, class: `spot spot-${shape}` });
  return svg("path", { d: `M${x} ${y - 9}L${x + 8} ${y}L${x} ${y + 9}L${x - 8} ${y}Z`, class: "spot spot-perfect" });
}

/**
 * The two axes of a chart, their numbers and their titles.
 * @param {Frame} frame
 * @param {{ticks: Tick[], text: (value: number) => string, title: string}} across
 * @param {{ticks: Tick[], text: (value: number) => string, title: string}} up
 */
export function axes({ left, right, top, bottom, height }, across, up) {
  const group = svg("g", { class: "axes" });
  for (const { value, at } of up.ticks) {
    group.append(line(left, at, right, at, "grid"), svg("text", { x: left - 6, y: at + 4, class: "tick tick-up" }, up.text(value)));
  }
  for (const { value, at } of across.ticks) {
    group.append(line(at, bottom, at, bottom + 4, "axis"), svg("text", { x: at, y: bottom + 18, class: "tick" }, across.text(value)));
  }
  const middle = (top + bottom) / 2;
  group.append(
    line(left, bottom, right, bottom, "axis"),
    line(left, top, left, bottom, "axis"),
    svg("text", { x: (left + right) / 2, y: height - 6, class: "axis-title" }, across.title),
    svg("text", { x: 12, y: middle, class: "axis-title", transform: `rotate(-90 12 ${middle})` }, up.title),
  );
  return group;
}

/**
 * A chart in its host, drawn anew for every width; `draw` gets the width in pixels.
 * @param {HTMLElement} host
 * @param {() => void} draw
 */
export function onWidth(host, draw) {
  let width = 0;
  new ResizeObserver(() => {
    if (host.clientWidth === width || host.clientWidth === 0) return;
    width = host.clientWidth;
    draw();
  }).observe(host);
}

/**
 * Puts a chart of that size into its host.
 * @param {HTMLElement} host
 * @param {Frame} frame
 * @param {string} label   what it says to those who cannot see it
 * @param {...Node} children
 */
export function show(host, { width, height }, label, ...children) {
  host.replaceChildren(svg("svg", { width, height, role: "img", "aria-label": label }, ...children));
}

/**
 * A line of a chart's legend.
 * @param {string} key   of its words
 * @param {...SVGElement} parts   drawn on 24 × 20 pixels
 */
export function mark(key, ...parts) {
  const picture = svg("svg", { width: 24, height: 20, "aria-hidden": "true" }, ...parts);
  return make("li", {}, picture, make("span", { "data-i18n": key }));
}
