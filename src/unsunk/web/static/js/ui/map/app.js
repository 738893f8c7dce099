/** Puts the parts of the strategy map together, and keeps what is chosen in the address. */

import { pointSentence, stepSentence } from "../../core/map/sentences.js";
import { addressText, NO_MAP, pointOf, readAddress, reduceMap } from "../../core/map/state.js";
import { Api } from "../../net/api.js";
import { Connection, ServerError } from "../../net/connection.js";
import { newActionId } from "../../net/ids.js";
import { fillWords, need, show } from "../dom.js";
import { Shell } from "../shell.js";
import { Speech } from "../speech.js";
import { Detail } from "./detail.js";
import { LawCharts } from "./law-charts.js";
import { PointTable } from "./point-table.js";
import { Portrait } from "./portrait.js";
import { Replay } from "./replay.js";
import { Scatter } from "./scatter.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("../../core/map/state.js").MapEvent} MapEvent */

/** The board of this page. */
const BOARD = "5x5";

export class MapApp {
  constructor() {
    this.shell = new Shell();
    this.speech = new Speech(() => this.shell.t);
    /** @type {MapState} */
    this.state = NO_MAP;
    this.api = new Api(
      new Connection({
        fetch: (...request) => fetch(...request),
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
        newId: () => newActionId(),
        onTrouble: (lost) => this.speech.trouble(lost),
      }),
    );
    this.chart = new Scatter(this);
    this.table = new PointTable(this);
    this.details = [Detail, Replay, LawCharts, Portrait].map((Panel) => new Panel(this));
    this.shell.onLanguage(() => {
      this.draw();
      this.speech.retell();
    });
    addEventListener("hashchange", () => {
      const { strategy, step } = readAddress(location.hash.slice(1));
      this.dispatch({ type: "choose", strategy, step });
    });
    fillWords(document, this.shell.t);
  }

  async start() {
    try {
      const map = await this.api.strategyMap(BOARD);
      this.dispatch({ type: "open", map, wanted: readAddress(location.hash.slice(1)) });
      show(need("table"), true);
      this.draw();
    } catch (error) {
      const code = error instanceof ServerError ? `error.${error.code}` : "error.unknown";
      const params = error instanceof ServerError ? error.params : {};
      if (!(error instanceof ServerError)) console.error(error);
      this.speech.alert((t) => (t.has(code) ? t.say(code, params) : t.say("error.unknown")));
    }
    show(need("loading"), false);
  }

  /** @param {string} strategy */
  choose(strategy) {
    if (strategy === this.state.chosen) return;
    this.dispatch({ type: "choose", strategy });
    const point = pointOf(this.state);
    if (point) this.speech.status((t) => pointSentence(t, point));
  }

  /** @param {number} step */
  step(step) {
    this.dispatch({ type: "step", step });
    const { map } = this.state;
    const point = pointOf(this.state);
    if (map && point) this.speech.status((t) => stepSentence(t, map.board, point, step));
  }

  /** @param {MapEvent} event */
  dispatch(event) {
    const before = this.state;
    this.state = reduceMap(before, event);
    if (this.state === before) return;
    this.draw(event.type === "point");
    if (this.state.map && event.type !== "point") history.replaceState(null, "", `#${addressText(this.state)}`);
  }

  /** @param {boolean} [pointing]   only another point is pointed at */
  draw(pointing = false) {
    this.chart.draw(this.state);
    this.table.draw(this.state);
    if (!pointing) for (const panel of this.details) panel.draw(this.state);
  }
}
