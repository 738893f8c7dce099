/** The finishing times of the strategy chosen, beside those of Near-perfect: two charts and a table. */

import { lawChart, lawSpan } from "../../core/map/law.js";
import { lawSentence, rateFigure } from "../../core/map/sentences.js";
import { PERFECT, pointOf } from "../../core/map/state.js";
import { make, need, show as showOrHide, write } from "../dom.js";
import { axes, mark, onWidth, show, svg } from "./svg.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("../../core/map/law.js").LawChart} LawChart */
/** @typedef {import("./app.js").MapApp} MapApp */

const PLACES = /** @type {const} */ (["uniform", "worst"]);

export class LawCharts {
  /** @param {MapApp} app */
  constructor(app) {
    this.app = app;
    this.charts = PLACES.map((place) => ({
      place,
      host: make("div", { class: "law", "data-testid": `law-${place}` }),
      said: make("p", { class: "hint", "data-testid": `law-said-${place}` }),
    }));
    this.body = make("tbody");
    const columns = ["map.law.shots", "map.law.uniform", "map.law.worst", "map.law.perfect"];
    const heads = columns.map((key) => make("th", { scope: "col", "data-i18n": key }));
    const caption = make("caption", { "data-i18n": "map.law.caption" });
    const table = make("table", { class: "ways", "data-testid": "law-table" }, caption, make("thead", {}, make("tr", {}, ...heads)), this.body);
    const summary = make("summary", { "data-i18n": "map.law.table" });
    this.line = mark("map.law.line", svg("path", { d: "M1 14L8 5L15 9L23 16", class: "law-line" }));
    const marks = make("ul", { class: "chart-marks", "data-i18n-label": "map.legend" }, mark("map.law.bars", svg("rect", { x: 6, y: 2, width: 12, height: 16, class: "law-bar" })), this.line);
    need("laws").append(
      marks,
      ...this.charts.map(({ place, host, said }) => make("div", { class: "law-part" }, make("h4", { "data-i18n": `map.law.${place}` }), host, said)),
      make("details", { class: "rules" }, summary, table),
    );
    onWidth(this.charts[0].host, () => this.draw(app.state));
  }

  /** @param {MapState} state */
  draw(state) {
    const point = pointOf(state);
    if (!point || !state.map) return;
    const { t } = this.app.shell;
    const perfect = state.map.player.law;
    const { laws } = point;
    const span = /** @type {[number, number]} */ (lawSpan([laws.uniform, laws.worst, perfect]));
    const most = Math.max(...laws.uniform, ...laws.worst, ...perfect);
    const other = point.strategy === PERFECT ? null : perfect;
    showOrHide(this.line, other !== null);
    const texts = {
      across: { text: (/** @type {number} */ shots) => t.number(shots), title: t.say("map.law.shots") },
      up: { text: (/** @type {number} */ share) => t.number(share, { style: "percent" }), title: t.say("map.law.share") },
    };
    for (const { place, host, said } of this.charts) {
      const sentence = lawSentence(t, place, laws[place]);
      write(said, sentence);
      if (host.clientWidth === 0) continue;
      const chart = lawChart(laws[place], other, span, most, host.clientWidth);
      const { frame, shots, shares } = chart;
      show(host, frame, sentence, axes(frame, { ticks: shots, ...texts.across }, { ticks: shares, ...texts.up }), ...drawn(chart));
    }
    const [first, last] = span;
    const rows = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    this.body.replaceChildren(
      ...rows.map((shots) => {
        const shares = [laws.uniform, laws.worst, perfect].map((law) => make("td", {}, rateFigure(t, law[shots])));
        return make("tr", {}, make("th", { scope: "row" }, t.number(shots)), ...shares);
      }),
    );
  }
}

/** @param {LawChart} chart */
function drawn({ bars, line }) {
  const rects = bars.map(({ x, y, width, height }) => svg("rect", { x, y, width, height, class: "law-bar" }));
  if (line.length === 0) return rects;
  const points = line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return [...rects, svg("polyline", { points, class: "law-halo" }), svg("polyline", { points, class: "law-line" })];
}
