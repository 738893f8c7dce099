/** All strategies with their figures. One of them is chosen as one of several radio buttons. */

import { rateFigure, reachText, shotsFigure, strategyName } from "../../core/map/sentences.js";
import { around, make, need, patch, write } from "../dom.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("./app.js").MapApp} MapApp */

const COLUMNS = ["strategy", "win", "worst", "shots", "kind"];

export class PointTable {
  /** @param {MapApp} app */
  constructor(app) {
    this.app = app;
    this.body = make("tbody");
    const heads = COLUMNS.map((name) => make("th", { scope: "col", class: `col-${name}`, "data-i18n": `map.table.${name}` }));
    const caption = make("caption", { "data-i18n": "map.table.caption" });
    this.table = make("table", { class: "ways points" }, caption, make("thead", {}, make("tr", {}, ...heads)), this.body);
    need("points").append(this.table);
    this.table.addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      app.choose(value);
    });
    this.table.addEventListener("pointerover", (event) => {
      const row = around(event, "tr[data-strategy]");
      if (event.pointerType !== "touch") app.dispatch({ type: "point", strategy: row?.dataset.strategy ?? null });
    });
    this.table.addEventListener("pointerleave", () => app.dispatch({ type: "point", strategy: null }));
    this.table.addEventListener("click", (event) => {
      if (!around(event, "label")) around(event, "tr[data-strategy]")?.querySelector("input")?.click();
    });
  }

  /** @param {MapState} state */
  draw({ map, chosen, pointed }) {
    if (!map) return;
    const { t } = this.app.shell;
    if (this.body.children.length === 0) this.body.append(...map.points.map(({ strategy }) => row(strategy)));
    map.points.forEach((point, i) => {
      const line = this.body.children[i];
      const [name, win, worst, shots, kind] = line.children;
      const input = /** @type {HTMLInputElement} */ (name.querySelector("input"));
      input.checked = point.strategy === chosen;
      patch(line, "data-chosen", input.checked ? "" : null);
      patch(line, "data-pointed", point.strategy === pointed ? "" : null);
      write(/** @type {Element} */ (name.querySelector("span")), strategyName(t, point.strategy));
      fill(win, rateFigure(t, point.win_rate), reachText(t, point.win_rate_ci95, 100));
      fill(worst, rateFigure(t, point.worst_win_rate), reachText(t, point.worst_win_rate_ci95, 100));
      fill(shots, shotsFigure(t, point.mean_shots), reachText(t, point.mean_shots_ci95, 1));
      write(kind, t.say(`map.kind.${point.kind}`));
    });
  }
}

/** @param {string} strategy */
function row(strategy) {
  const attributes = { type: "radio", name: "strategy", value: strategy, "data-testid": `point-${strategy}` };
  const label = make("label", {}, make("input", attributes), make("span"));
  const figures = COLUMNS.slice(1).map((name) => make("td", { class: `col-${name}` }));
  return make("tr", { "data-strategy": strategy }, make("th", { scope: "row" }, label), ...figures);
}

/**
 * A figure, and beside it how far it may be off.
 * @param {Element} cell
 * @param {string} figure
 * @param {string} reach
 */
function fill(cell, figure, reach) {
  if (cell.children.length === 0) cell.append(make("span"), " ", make("span", { class: "reach" }));
  write(cell.children[0], figure);
  write(cell.children[1], reach);
}
