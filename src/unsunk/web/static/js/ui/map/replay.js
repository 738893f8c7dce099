/** One game on the worst layout, shot by shot, over the chances before each shot. */

import { replayLooks } from "../../core/map/looks.js";
import { chanceStepText } from "../../core/heat-words.js";
import { ignoredText, stepSentence } from "../../core/map/sentences.js";
import { pointOf } from "../../core/map/state.js";
import { Board } from "../board.js";
import { make, need, patch, write } from "../dom.js";
import { Legend } from "../legend.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("../../core/map/types.js").Point} Point */
/** @typedef {import("./app.js").MapApp} MapApp */

/** What the buttons lead to, from the shot shown and the last one. */
const MOVES = {
  first: () => 1,
  previous: (/** @type {number} */ step) => step - 1,
  next: (/** @type {number} */ step) => step + 1,
  last: (/** @type {number} */ _, /** @type {number} */ last) => last,
};

export class Replay {
  /** @param {MapApp} app */
  constructor(app) {
    this.app = app;
    this.ignored = make("p", { "data-testid": "ignored" });
    this.said = make("p", { class: "signal", "data-testid": "step" });
    this.shots = make("fieldset", { class: "shots", "data-testid": "shots" });
    this.buttons = Object.entries(MOVES).map(([name, move]) => {
      const button = make("button", { type: "button", "data-testid": `step-${name}`, "data-i18n": `map.replay.${name}` });
      button.addEventListener("click", () => {
        const last = pointOf(app.state)?.replay.steps.length ?? 1;
        const step = move(app.state.step, last);
        if (step >= 1 && step <= last && step !== app.state.step) app.step(step);
      });
      return button;
    });
    this.fleet = this.#toggle("map.replay.fleet", "replay-fleet", "fleet");
    this.numbers = this.#toggle("adviser.chances", "replay-numbers", "numbers");
    const host = make("div");
    const scale = make("p", { class: "hint", id: "replay-scale", "data-i18n": "map.replay.legend" });
    this.legend = new Legend("replay-scale", "replay-legend");
    need("replay").append(
      this.ignored,
      make("div", { class: "row" }, ...this.buttons),
      this.said,
      host,
      make("p", { class: "hint", "data-i18n": "map.replay.help" }),
      this.shots,
      make("div", { class: "row" }, this.fleet, this.numbers),
      scale,
      this.legend.list,
    );
    this.board = new Board(host, { id: "replay", labelledBy: "replay-heading" }, { press: () => {} });
    this.shots.addEventListener("change", (event) => {
      app.step(Number(/** @type {HTMLInputElement} */ (event.target).value));
    });
    this.shown = "";
  }

  /**
   * @param {string} key
   * @param {string} testId
   * @param {"fleet"|"numbers"} name
   */
  #toggle(key, testId, name) {
    const button = make("button", { type: "button", class: "toggle", "data-testid": testId }, make("span", { "data-i18n": key }));
    button.addEventListener("click", () => this.app.dispatch({ type: name, on: !this.app.state[name] }));
    return button;
  }

  /** @param {MapState} state */
  draw(state) {
    const point = pointOf(state);
    if (!point || !state.map) return;
    const { t } = this.app.shell;
    const { board } = state.map;
    const { steps } = point.replay;
    write(this.ignored, ignoredText(t, point));
    write(this.said, stepSentence(t, board, point, state.step));
    this.board.draw(board, replayLooks(state, point, board, t), null);
    this.legend.draw((shade) => chanceStepText(t, shade, Math.max(...steps[state.step - 1].chances), "exact"));
    const ends = [state.step === 1, state.step === steps.length];
    this.buttons.forEach((button, i) => patch(button, "aria-disabled", ends[i < 2 ? 0 : 1] ? "true" : null));
    patch(this.fleet, "aria-pressed", String(state.fleet));
    patch(this.numbers, "aria-pressed", String(state.numbers));
    this.#drawShots(point, state.step);
  }

  /**
   * @param {Point} point
   * @param {number} now
   */
  #drawShots(point, now) {
    const { t } = this.app.shell;
    const shown = `${point.strategy} ${t.lang}`;
    if (this.shown !== shown) {
      this.shown = shown;
      const legend = make("legend", {}, t.say("map.replay.shots"));
      this.shots.replaceChildren(legend, ...point.replay.steps.map((_, i) => this.#shot(point, i + 1)));
    }
    for (const input of this.shots.querySelectorAll("input")) input.checked = Number(input.value) === now;
  }

  /**
   * A shot to go to: its number and cell, what was heard, and whether a cell was hotter.
   * @param {Point} point
   * @param {number} n
   */
  #shot(point, n) {
    const { t } = this.app.shell;
    const { cell, outcome, hottest } = point.replay.steps[n - 1];
    const input = make("input", { type: "radio", name: "shot", value: String(n), class: "unseen", "data-testid": `shot-${n}` });
    const told = [t.say(`cell.${outcome}`), hottest ? "" : t.say("map.shot.other")].filter(Boolean).join(", ");
    return make(
      "label",
      { class: "shot", "data-kind": outcome, "data-ignored": hottest ? null : "" },
      input,
      make("span", { class: "shot-number" }, String(n)),
      make("b", {}, cell),
      make("i", { class: "shot-mark", "aria-hidden": "true" }),
      make("i", { class: "shot-other", "aria-hidden": "true" }, hottest ? "" : "≠"),
      make("span", { class: "unseen" }, told),
    );
  }
}
