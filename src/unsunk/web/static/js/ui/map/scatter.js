/** The scatter chart. It is pointed at; keys and screen readers have the table of strategies. */

import { namePlaces, scatter, spotAt } from "../../core/map/scatter.js";
import { chartLabel, strategyName } from "../../core/map/sentences.js";
import { PERFECT } from "../../core/map/state.js";
import { need, patch } from "../dom.js";
import { axes, line, mark, onWidth, show, svg, symbol } from "./svg.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("../../core/map/scatter.js").Spot} Spot */
/** @typedef {import("./app.js").MapApp} MapApp */

/** Half the width of the caps of error bars. */
const CAP = 3;
/** An error bar shorter than this lies within its point. */
const SHORT = 6;

export class Scatter {
  /** @param {MapApp} app */
  constructor(app) {
    this.app = app;
    this.host = need("scatter");
    /** @type {Spot[]} */
    this.spots = [];
    need("scatter-marks").append(
      mark("map.legend.exact", symbol("exact", 12, 10)),
      mark("map.legend.sampled", ...bars({ x: 12, y: 10, across: [2, 22], up: [2, 18] }), symbol("sampled", 12, 10)),
      mark("map.legend.perfect", symbol("perfect", 12, 10)),
      mark("map.legend.chosen", symbol("exact", 12, 10), svg("circle", { cx: 12, cy: 10, r: 9, class: "ring" })),
    );
    this.host.addEventListener("click", (event) => {
      const strategy = this.#at(event, app.state.chosen);
      if (strategy !== null) app.choose(strategy);
    });
    this.host.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") app.dispatch({ type: "point", strategy: this.#at(event, null) });
    });
    this.host.addEventListener("pointerleave", () => app.dispatch({ type: "point", strategy: null }));
    onWidth(this.host, () => this.draw(app.state));
  }

  /**
   * @param {MouseEvent} event
   * @param {string|null} chosen
   */
  #at(event, chosen) {
    const box = this.host.getBoundingClientRect();
    return spotAt(this.spots, event.clientX - box.left, event.clientY - box.top, chosen);
  }

  /** @param {MapState} state */
  draw({ map, chosen, pointed }) {
    if (!map || this.host.clientWidth === 0) return;
    const { t } = this.app.shell;
    const chart = scatter(map.points, this.host.clientWidth);
    this.spots = chart.spots;
    patch(this.host, "data-pointed", pointed);
    const percent = (/** @type {number} */ value) => t.number(value, { style: "percent", maximumFractionDigits: 1 });
    const nameOf = (/** @type {string} */ strategy) => strategyName(t, strategy);
    const first = [pointed, chosen, PERFECT].filter((name) => name !== null);
    const names = namePlaces(chart, nameOf, first);
    show(
      this.host,
      chart.frame,
      chartLabel(t, map.points),
      axes(
        chart.frame,
        { ticks: chart.across, text: percent, title: t.say("map.axis.win") },
        { ticks: chart.up, text: percent, title: t.say("map.axis.worst") },
      ),
      ...chart.spots.flatMap(bars),
      ...chart.spots.map((spot) => {
        const drawn = symbol(spot.shape, spot.x, spot.y);
        patch(drawn, "data-strategy", spot.strategy);
        return drawn;
      }),
      ...chart.spots.filter((spot) => spot.strategy === chosen).map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 12, class: "ring" })),
      ...[...names].map(([strategy, box]) => {
        const kind = strategy === chosen || strategy === pointed ? "spot-name spot-name-strong" : "spot-name";
        return svg("text", { x: box.x + box.width / 2, y: box.y + 12, class: kind }, nameOf(strategy));
      }),
    );
  }
}

/**
 * The error bars of a point; none where it is exact.
 * @param {Pick<Spot, "x"|"y"|"across"|"up">} spot
 */
function bars({ x, y, across: [left, right], up: [low, high] }) {
  const drawn = [];
  if (right - left > SHORT) {
    drawn.push(line(left, y, right, y, "error"), line(left, y - CAP, left, y + CAP, "error"), line(right, y - CAP, right, y + CAP, "error"));
  }
  if (Math.abs(low - high) > SHORT) {
    drawn.push(line(x, low, x, high, "error"), line(x - CAP, low, x + CAP, low, "error"), line(x - CAP, high, x + CAP, high, "error"));
  }
  return drawn;
}
