/** The strategy chosen: what it does, its figures, its worst layout. */

import { layoutLooks, shipsIn } from "../../core/map/looks.js";
import { hottestText, kindSentence, rateFigure, shotsFigure, strategyName } from "../../core/map/sentences.js";
import { pointOf } from "../../core/map/state.js";
import { shipName } from "../../core/ships.js";
import { Board } from "../board.js";
import { make, need, write } from "../dom.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("../../core/map/types.js").Interval} Interval */
/** @typedef {import("../../core/map/types.js").Point} Point */
/** @typedef {import("../../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").MapApp} MapApp */

const RATES = /** @type {const} */ (["win_rate", "worst_win_rate", "mutual_race"]);
const SHOTS = /** @type {const} */ (["mean_shots", "mean_shots_hider", "slowest_mean"]);

export class Detail {
  /** @param {MapApp} app */
  constructor(app) {
    this.app = app;
    this.kind = make("p", { class: "hint", "data-testid": "detail-kind" });
    this.hottest = make("p", { class: "hint", "data-testid": "hottest" });
    this.rows = [...RATES, ...SHOTS].map((name) => {
      const head = make("th", { scope: "row", "data-i18n": `map.figure.${name}` });
      return make("tr", { "data-figure": name }, head, make("td"), make("td"));
    });
    const heads = ["name", "value", "interval"].map((name) => make("th", { scope: "col", "data-i18n": `map.figures.${name}` }));
    const head = make("thead", {}, make("tr", {}, ...heads));
    const caption = make("caption", { class: "unseen", "data-i18n": "map.figures.caption" });
    const table = make("table", { class: "ways figures", "data-testid": "figures" }, caption, head, make("tbody", {}, ...this.rows));
    need("figures").append(make("h3", { "data-i18n": "map.figures.heading" }), table, this.kind, this.hottest);
    this.board = new Board(need("worst-board"), { id: "worst", labelledBy: "worst-heading" }, { press: () => {} });
  }

  /** @param {MapState} state */
  draw(state) {
    const point = pointOf(state);
    if (!point || !state.map) return;
    const { t } = this.app.shell;
    const { board } = state.map;
    const line = `strategy.${point.strategy}.line`;
    write(need("detail-name"), strategyName(t, point.strategy));
    write(need("detail-id"), point.strategy);
    write(need("detail-line"), t.has(line) ? t.say(line) : "");
    write(this.kind, kindSentence(t, state.map, point));
    write(this.hottest, hottestText(t, point));
    for (const row of this.rows) drawFigure(t, point, row);
    this.board.draw(board, layoutLooks(board, point.worst_layout, t), null);
    need("worst-ships").replaceChildren(
      ...shipsIn(board, point.worst_layout).map(({ name, span }) =>
        make("li", {}, t.capital(t.say("map.ship", { ship: shipName(t, name), span }))),
      ),
    );
  }
}

/**
 * @param {Translator} t
 * @param {Point} point
 * @param {HTMLElement} row
 */
function drawFigure(t, point, row) {
  const name = /** @type {(typeof RATES)[number]|(typeof SHOTS)[number]} */ (row.dataset.figure);
  const text = RATES.some((rate) => rate === name) ? rateFigure : shotsFigure;
  /** @type {Interval} */
  const [low, high] = point[`${name}_ci95`];
  write(row.children[1], text(t, point[name]));
  write(row.children[2], high > low ? `${text(t, low)}–${text(t, high)}` : t.say("map.kind.exact"));
}
