/** The heat map of the computer's thinking: its switches, its legend, and the exact count of a cell. */

import { cellName } from "../core/board.js";
import { hundredths, shareOf, shortCount, stepRange, STEPS } from "../core/heat.js";
import { make, need, patch, show, write } from "./dom.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").Heat} Heat */
/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").App} App */

/** How many of the hottest cells are named. */
const MOST_NAMED = 8;

export class HeatPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.asked = "";
    this.toggle = switchButton("heat.toggle", "heat-toggle");
    this.numbers = switchButton("heat.numbers", "heat-numbers");
    this.legend = make("ol", { class: "legend", "aria-labelledby": "legend-title", "data-testid": "heat-legend" });
    this.hottest = make("p", { class: "hint", "data-testid": "heat-hottest" });
    this.reading = make("p", { class: "hint reading", "data-testid": "heat-reading" });
    this.body = make(
      "div",
      { class: "heat-body" },
      make("p", { class: "hint", id: "legend-title", "data-i18n": "heat.legend" }),
      this.legend,
      this.hottest,
      this.reading,
    );
    const row = make("div", { class: "row" }, this.toggle, this.numbers);
    need("heat").append(row, make("p", { class: "hint", "data-i18n": "heat.help" }), this.body);
    for (let step = 0; step <= STEPS; step += 1) {
      const swatch = make("span", { class: "swatch", "data-heat": String(step), "aria-hidden": "true" });
      this.legend.append(make("li", {}, swatch, make("span", {})));
    }
    this.toggle.addEventListener("click", () => this.#switch());
    this.numbers.addEventListener("click", () => {
      const on = !app.store.state.numbersOn;
      app.shell.update({ numbers: on });
      app.store.dispatch({ type: "show-numbers", on });
    });
  }

  #switch() {
    const on = !this.app.store.state.heatOn;
    this.app.shell.update({ heat: on });
    this.app.store.dispatch({ type: "show-heat", on });
    this.app.speech.status((t) => t.say(on ? "heat.on" : "heat.off"));
  }

  /** @param {State} state */
  draw(state) {
    const battle = state.view?.phase === "battle";
    show(need("heat"), battle);
    patch(this.toggle, "aria-pressed", String(state.heatOn));
    patch(this.numbers, "aria-pressed", String(state.numbersOn));
    show(this.numbers, state.heatOn);
    show(this.body, state.heatOn);
    if (!battle || !state.heatOn) return;
    const t = this.app.shell.t;
    for (let step = 0; step <= STEPS; step += 1) {
      const [low, high] = stepRange(step);
      const text = step === 0 ? t.say("heat.zero") : t.say("heat.step", { low, high });
      write(this.legend.children[step].children[1], text);
    }
    write(this.hottest, state.heat ? hottestText(t, state.heat) : "");
    write(this.reading, this.#readingText(t, state));
    this.#fetch(state);
  }

  /**
   * @param {Translator} t
   * @param {State} state
   */
  #readingText(t, state) {
    const { view, heat, point } = state;
    if (!view || !heat || point === null) return t.say("heat.point");
    const cell = cellName(view.rules, point);
    if (!(cell in heat.values)) return t.say("heat.read.none", { cell });
    const count = shortCount(heat.values[cell], t.number);
    return t.say("heat.read", { cell, heat: hundredths(shareOf(heat, cell) ?? 0), count });
  }

  /**
   * Asks for the heat of the position shown, once.
   * @param {State} state
   */
  #fetch(state) {
    const view = state.view;
    if (!view || state.heat?.version === view.version) return;
    const asked = `${view.id}/${view.version}`;
    if (this.asked === asked) return;
    this.asked = asked;
    this.app.api.heat(view.id).then(
      (heat) => {
        if (this.app.store.state.view?.id === view.id) {
          this.app.store.dispatch({ type: "heat", heat });
        }
      },
      () => {
        this.asked = "";
      },
    );
  }
}

/**
 * The hottest cells by name, or that all are alike.
 * @param {Translator} t
 * @param {Heat} heat
 */
function hottestText(t, heat) {
  const cells = Object.keys(heat.shares);
  const hottest = cells.filter((cell) => heat.shares[cell] >= 1);
  if (hottest.length === 0) return "";
  if (hottest.length === cells.length && cells.length > 1) return t.say("heat.all", { count: cells.length });
  const shown = hottest.slice(0, MOST_NAMED).join(", ");
  const more = hottest.length - MOST_NAMED;
  const names = more > 0 ? t.say("heat.more", { cells: shown, more }) : shown;
  return t.say("heat.hottest", { count: hottest.length, cells: names });
}

/**
 * @param {string} key
 * @param {string} testId
 */
function switchButton(key, testId) {
  const attributes = { type: "button", class: "toggle", "aria-pressed": "false", "data-testid": testId };
  return make("button", attributes, make("span", { "data-i18n": key }));
}
