/** The advice: fleets left, the best cells and what may be heard there, the ships. */

import { parseCell } from "../../core/board.js";
import { sizeOf } from "../../core/adviser/fleet.js";
import { bestText, groupText, kindText, layoutsText, wayText } from "../../core/adviser/sentences.js";
import { countText, percentText, shortCount } from "../../core/heat.js";
import { chanceStepText } from "../../core/heat-words.js";
import { topChance } from "../../core/adviser/looks.js";
import { nameByGroup } from "../../core/adviser/groups.js";
import { around, make, need, patch, show, write } from "../dom.js";
import { hull } from "../fleet-panel.js";
import { Legend } from "../legend.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("../../core/adviser/types.js").Advice} Advice */
/** @typedef {import("../../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

/** Counts of more digits are shortened in the table. */
const MOST_DIGITS = 12;

export class AdvicePanel {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.host = need("counsel");
    this.first = make("p", { class: "verdict", "data-testid": "best" });
    this.left = make("dd", { class: "left-count", "data-testid": "left" });
    this.kind = make("p", { class: "hint", "data-testid": "kind" });
    this.sure = make("p", { class: "hint", "data-testid": "impossible" });
    this.best = make("ul", { class: "best", "aria-labelledby": "best-heading", "data-testid": "best-cells" });
    this.ways = make("tbody");
    this.waysTitle = make("caption", {});
    this.ships = make("ul", { class: "tracker", "aria-labelledby": "ships-heading", "data-testid": "ships" });
    this.scale = new Legend("scale-heading", "legend");
    this.lengths = "";
    const left = make("dl", { class: "left" }, make("dt", { "data-i18n": "adviser.left.label" }), this.left);
    this.host.append(
      this.first,
      left,
      this.kind,
      this.sure,
      this.#section("best-heading", "adviser.best.heading", this.best, this.#table()),
      this.#section("ships-heading", "adviser.ships.heading", this.ships),
      this.#section("scale-heading", "adviser.legend", this.scale.list),
    );
    this.best.addEventListener("click", (event) => {
      const cell = around(event, "[data-best]")?.dataset.best;
      if (cell) this.#read(cell);
    });
  }

  /**
   * @param {string} id
   * @param {string} key
   * @param {...Node} children
   */
  #section(id, key, ...children) {
    return make("div", { class: "counsel-part" }, make("h3", { id, "data-i18n": key }), ...children);
  }

  #table() {
    const heads = ["outcome", "chance", "left"].map((name) =>
      make("th", { scope: "col", "data-i18n": `adviser.ways.${name}` }),
    );
    const head = make("thead", {}, make("tr", {}, ...heads));
    this.table = make("table", { class: "ways", "data-testid": "ways" }, this.waysTitle, head, this.ways);
    return this.table;
  }

  /** @param {string} cell */
  #read(cell) {
    this.app.dispatch({ type: "read", cell });
    const number = parseCell(sizeOf(this.app.state.sheet.rules.board), cell);
    if (number !== null) this.app.board.goTo(number, false);
  }

  /** @param {AdviserState} state */
  draw(state) {
    const { advice } = state;
    show(this.host, advice !== null);
    if (!advice) return;
    const { t } = this.app.shell;
    patch(this.host, "data-stale", state.waiting ? "" : null);
    write(this.first, bestText(t, advice));
    write(this.left, layoutsText(t, advice));
    write(this.kind, kindText(t, advice));
    write(this.sure, advice.impossible ? t.say("adviser.impossible", { count: advice.impossible }) : "");
    show(/** @type {HTMLElement} */ (this.best.parentElement), advice.best.length > 0);
    this.scale.draw((step) => chanceStepText(t, step, topChance(advice), advice.kind));
    this.#drawBest(t, state, advice);
    this.#drawShips(t, advice);
  }

  /**
   * @param {Translator} t
   * @param {AdviserState} state
   * @param {Advice} advice
   */
  #drawBest(t, state, advice) {
    const cells = advice.best.map((best) => best.cell);
    const shown = cells.includes(state.reading ?? "") ? state.reading : cells[0];
    while (this.best.children.length > cells.length) this.best.lastElementChild?.remove();
    while (this.best.children.length < cells.length) {
      const parts = [make("b"), make("span", { class: "best-chance" })];
      this.best.append(make("li", {}, make("button", { type: "button" }, ...parts)));
    }
    advice.best.forEach((best, i) => {
      const button = this.best.children[i].children[0];
      patch(button, "data-best", best.cell);
      patch(button, "data-testid", `best-${i}`);
      patch(button, "aria-pressed", String(best.cell === shown));
      write(button.children[0], best.cell);
      write(button.children[1], percentText(t, best.chance));
    });
    const best = advice.best.find((one) => one.cell === shown);
    if (!best) return;
    write(this.waysTitle, t.say("adviser.ways.heading", { cell: best.cell }));
    const rough = advice.kind === "sampled";
    this.ways.replaceChildren(
      ...best.outcomes.map((way) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, t.capital(wayText(t, advice, way))),
          make("td", {}, percentText(t, way.chance)),
          make("td", {}, way.count.length > MOST_DIGITS ? shortCount(way.count, t.number) : countText(t, way.count, rough)),
        ),
      ),
    );
  }

  /**
   * @param {Translator} t
   * @param {Advice} advice
   */
  #drawShips(t, advice) {
    const lengths = advice.groups.map((group) => group.length).join();
    if (this.lengths !== lengths) {
      this.lengths = lengths;
      const item = (/** @type {number} */ length) =>
        make("li", {}, hull(length), make("span", { class: "ship-name" }), make("span", { class: "ship-state" }));
      this.ships.replaceChildren(...advice.groups.map((group) => item(group.length)));
    }
    advice.groups.forEach((group, i) => {
      const item = this.ships.children[i];
      patch(item, "data-state", group.heard === group.ships.length ? "sunk" : "afloat");
      write(item.children[1], nameByGroup(t, advice, group));
      write(item.children[2], groupText(t, group));
    });
  }
}
