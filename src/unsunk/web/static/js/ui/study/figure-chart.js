/** One figure: lines over their intervals. Lines differ by dash and mark as well as by colour. */

import { chartOf } from "../../core/study/chart.js";
import { valueText } from "../../core/study/results.js";
import { make } from "../dom.js";
import { axes, onWidth, show, svg } from "../map/svg.js";

/** @typedef {import("../../core/study/types.js").Figure} Figure */
/** @typedef {import("../../core/types.js").Translator} Translator */

/** So many looks of a line there are: a layer has that of its number, other lines those after them. */
const LOOKS = 6;

export class FigureChart {
  /**
   * @param {Figure} figure
   * @param {string} label   what it says to those who cannot see it
   * @param {(text: string) => Node} word
   * @param {Translator} t
   */
  constructor(figure, label, word, t) {
    this.host = make("div", { class: "law figure" });
    this.legend = make("ul", { class: "chart-marks" });
    const looks = looksOf(figure);
    this.legend.append(
      ...figure.series.map(({ name }, line) => {
        const i = looks[line];
        const sample = svg("polyline", { points: "0,10 34,10", class: `series series-${i % LOOKS}` });
        const picture = svg("svg", { width: 34, height: 20, "aria-hidden": "true" }, sample, spot(i, 17, 10));
        return make("li", {}, picture, word(name));
      }),
    );
    onWidth(this.host, () => {
      if (figure.series.every((one) => one.points.length === 0)) return;
      const chart = chartOf(figure, this.host.clientWidth);
      const text = (/** @type {number} */ value) => valueText(t, value);
      show(
        this.host,
        chart.frame,
        label,
        svg("text", { x: (chart.frame.left + chart.frame.right) / 2, y: chart.frame.height - 6, class: "axis-name", lang: "en" }, figure.x),
        axes(chart.frame, { ticks: chart.across, text, title: "" }, { ticks: chart.up, text, title: "" }),
        ...chart.lines.map((line, i) => svg("polygon", { points: line.band, class: `band series-${looks[i]}` })),
        ...chart.lines.map((line, i) => svg("polyline", { points: line.line, class: `series series-${looks[i]}` })),
        ...chart.lines.flatMap((line, i) => line.spots.map(({ x, y }) => spot(looks[i], x, y))),
      );
    });
  }
}

/**
 * The look of each line, the same for a layer in every figure.
 * @param {Figure} figure
 * @returns {number[]}
 */
function looksOf({ series }) {
  const layers = series.map(({ name }) => /^L(\d)( starter wins)?$/.exec(name));
  if (layers.some((layer, i) => layer === null && !/^L\d draws$/.test(series[i].name))) return series.map((_, i) => i % LOOKS);
  return layers.map((layer) => (layer ? Number(layer[1]) : LOOKS - 1));
}

/**
 * The mark of a line: disc, square, diamond, triangle and so on round again.
 * @param {number} i
 * @param {number} x
 * @param {number} y
 */
function spot(i, x, y) {
  const kind = `spot-on series-${i % LOOKS}`;
  const shapes = [
    "",
    `M${x - 4} ${y - 4}H${x + 4}V${y + 4}H${x - 4}Z`,
    `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`,
    `M${x} ${y - 6}L${x + 6} ${y + 4}H${x - 6}Z`,
    `M${x} ${y + 6}L${x + 6} ${y - 4}H${x - 6}Z`,
    `M${x - 5} ${y - 2}H${x + 5}V${y + 2}H${x - 5}Z`,
  ];
  const path = shapes[i % LOOKS];
  return path ? svg("path", { d: path, class: kind }) : svg("circle", { cx: x, cy: y, r: 4, class: kind });
}
