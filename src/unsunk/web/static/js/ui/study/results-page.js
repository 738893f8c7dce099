/** The results of a stored run: figures with a table behind each, and tables beside the paper's. */

import { figureSentence, headOf, valueText, wordFor } from "../../core/study/results.js";
import { Api } from "../../net/api.js";
import { Connection, ServerError } from "../../net/connection.js";
import { newActionId } from "../../net/ids.js";
import { fillWords, make, need, show, write } from "../dom.js";
import { Shell } from "../shell.js";
import { Speech } from "../speech.js";
import { FigureChart } from "./figure-chart.js";

/** @typedef {import("../../core/study/types.js").Figure} Figure */
/** @typedef {import("../../core/study/types.js").Results} Results */
/** @typedef {import("../../core/study/types.js").ResultTable} ResultTable */
/** @typedef {import("../../core/study/types.js").Value} Value */

/** Texts of stored results are English where the page has no phrase for them. */
const STORED = "en";

export class ResultsPage {
  constructor() {
    this.shell = new Shell();
    this.speech = new Speech(() => this.shell.t);
    /** @type {Results|null} */
    this.results = null;
    this.api = new Api(
      new Connection({
        fetch: (...request) => fetch(...request),
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
        newId: () => newActionId(),
        onTrouble: (lost) => this.speech.trouble(lost),
      }),
    );
    this.shell.onLanguage(() => {
      this.draw();
      this.speech.retell();
    });
    fillWords(document, this.shell.t);
  }

  async start() {
    try {
      this.results = await this.api.studyResults();
      show(need("none"), this.results === null);
    } catch (error) {
      this.#failed(error);
    }
    show(need("loading"), false);
    this.draw();
  }

  /** @param {unknown} error */
  #failed(error) {
    const known = error instanceof ServerError;
    if (!known) console.error(error);
    const code = known ? `error.${error.code}` : "error.unknown";
    this.speech.alert((t) => t.say(t.has(code) ? code : "error.unknown"));
  }

  draw() {
    const { t } = this.shell;
    if (!this.results) return;
    const { games, packets, seed, tables, figures } = this.results;
    write(need("lead"), t.say("results.lead", { games, packets, seed: String(seed) }));
    need("figures").replaceChildren(...figures.map((figure) => this.#figure(figure)));
    need("tables").replaceChildren(...tables.map((table) => this.#table(table)));
  }

  /**
   * @param {"table"|"figure"} kind
   * @param {{name: string, caption: string}} part
   * @param {...Node} children
   */
  #sheet(kind, part, ...children) {
    const id = `${kind}-${part.name}`;
    const { title, line } = headOf(this.shell.t, kind, part);
    const spoken = (/** @type {{known: boolean}} */ phrase) => (phrase.known ? null : STORED);
    const told = make("p", { class: "hint", lang: spoken(line) }, line.text);
    const heads = title.known ? [make("h2", { id }, title.text), told] : [make("h2", { id, lang: STORED }, part.caption)];
    return make("section", { class: "sheet", "aria-labelledby": id, "data-testid": id }, ...heads, ...children);
  }

  /** @param {ResultTable} table */
  #table(table) {
    return this.#sheet("table", table, this.#grid(`table-${table.name}`, table.columns, table.rows));
  }

  /** @param {Figure} figure */
  #figure(figure) {
    const { t } = this.shell;
    const rows = figure.series.flatMap(({ name, points }) => points.map((point) => /** @type {Value[]} */ ([name, ...point])));
    const behind = this.#grid(`figure-${figure.name}`, ["series", figure.x, "mean", "low", "high"], rows);
    const chart = new FigureChart(figure, figureSentence(t, figure), (text) => this.#word(text), t);
    const summary = make("summary", {}, t.say("results.behind"));
    return this.#sheet("figure", figure, chart.host, chart.legend, make("details", { class: "rules" }, summary, behind));
  }

  /**
   * A stored word in the page's language, where it has it.
   * @param {string} text
   */
  #word(text) {
    const phrase = wordFor(this.shell.t, text);
    const local = valueText(this.shell.t, text);
    const own = phrase.known || local !== text || !/\p{L}/u.test(text);
    return make("span", { lang: own ? null : STORED }, phrase.known ? phrase.text : local);
  }

  /**
   * A table that scrolls inside its own frame.
   * @param {string} labelledBy
   * @param {string[]} columns
   * @param {Value[][]} rows
   */
  #grid(labelledBy, columns, rows) {
    const { t } = this.shell;
    const cell = (/** @type {Value} */ value) => (typeof value === "string" ? this.#word(value) : valueText(t, value));
    const head = make("tr", {}, ...columns.map((column) => make("th", { scope: "col" }, this.#word(column))));
    const body = rows.map((row) =>
      make("tr", {}, ...row.map((value, i) => (i === 0 ? make("th", { scope: "row" }, cell(value)) : make("td", {}, cell(value))))),
    );
    const table = make("table", { class: "stored", "aria-labelledby": labelledBy }, make("thead", {}, head), make("tbody", {}, ...body));
    return make("div", { class: "wide", role: "group", tabindex: "0", "aria-labelledby": labelledBy }, table);
  }
}
