/** The heat map of your waters: its switches, its legend, and the exact count of a cell. */

import { cellName } from "../core/board.js";
import { hottestText, leftText, legendText, readingText } from "../core/heat-words.js";
import { ServerError } from "../net/connection.js";
import { make, need, patch, show, write } from "./dom.js";
import { Legend } from "./legend.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").Law} Law */
/** @typedef {import("./app.js").App} App */

export class HeatPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.asked = "";
    /** The position of which the server has said that its fleets are too many. */
    this.uncounted = "";
    this.toggle = switchButton("heat.toggle", "heat-toggle");
    this.numbers = switchButton("heat.numbers", "heat-numbers");
    this.laws = /** @type {const} */ (["own", "exact"]).map((law) => this.#law(law));
    this.legend = new Legend("legend-title", "heat-legend");
    this.title = make("p", { class: "hint", id: "legend-title" });
    this.left = make("p", { "data-testid": "heat-left" });
    this.hottest = make("p", { class: "hint", "data-testid": "heat-hottest" });
    this.reading = make("p", { class: "hint reading", "data-testid": "heat-reading" });
    this.help = make("p", { class: "hint" });
    const choice = make("fieldset", { class: "laws" }, make("legend", { "data-i18n": "heat.law" }));
    choice.append(...this.laws.map((input) => /** @type {Node} */ (input.parentElement)));
    this.body = make(
      "div",
      { class: "heat-body" },
      choice,
      this.left,
      this.title,
      this.legend.list,
      this.hottest,
      this.reading,
    );
    need("heat").append(make("div", { class: "row" }, this.toggle, this.numbers), this.help, this.body);
    this.toggle.addEventListener("click", () => this.#switch());
    this.numbers.addEventListener("click", () => {
      const on = !app.store.state.numbersOn;
      app.shell.update({ numbers: on });
      app.store.dispatch({ type: "show-numbers", on });
    });
  }

  /** @param {Law} law */
  #law(law) {
    const input = make("input", { type: "radio", name: "law", value: law, "data-testid": `law-${law}` });
    make("label", {}, input, make("span", { "data-i18n": `heat.law.${law}` }));
    input.addEventListener("change", () => {
      this.app.shell.update({ law });
      this.app.store.dispatch({ type: "law", law });
      this.app.speech.status((t) => t.say(`heat.law.set.${law}`));
    });
    return input;
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
    const { t } = this.app.shell;
    const exact = state.law === "exact";
    write(this.help, t.say(exact ? "heat.help.exact" : "heat.help"));
    if (!battle || !state.heatOn) return;
    for (const input of this.laws) input.checked = input.value === state.law;
    write(this.title, t.say(exact ? "adviser.legend" : "heat.legend"));
    this.legend.draw((step) => legendText(t, state, step));
    show(this.left, exact);
    const uncounted = this.uncounted !== "" && this.uncounted === askedOf(state);
    write(this.left, uncounted ? t.say("error.too_many_fleets") : leftText(t, state.heat));
    write(this.hottest, state.heat ? hottestText(t, state.heat) : "");
    const cell = state.view && state.point !== null ? cellName(state.view.rules, state.point) : null;
    write(this.reading, readingText(t, state.heat, cell));
    this.#fetch(state);
  }

  /**
   * Asks for the heat of the position shown, once.
   * @param {State} state
   */
  #fetch(state) {
    const { view, law, heat } = state;
    if (!view || (heat?.version === view.version && heat.law === law)) return;
    const asked = askedOf(state);
    if (this.asked === asked) return;
    this.asked = asked;
    this.app.api.heat(view.id, law).then(
      (answer) => {
        const now = this.app.store.state;
        if (now.view?.id === view.id && this.asked === asked) {
          this.app.store.dispatch({ type: "heat", heat: answer });
        }
      },
      (error) => {
        if (this.asked !== asked) return;
        if (error instanceof ServerError && error.code === "too_many_fleets") {
          this.uncounted = asked;
          this.app.store.redraw();
        } else this.asked = "";
      },
    );
  }
}

/**
 * The position and the law that are shown.
 * @param {State} state
 */
function askedOf({ view, law }) {
  return view ? `${view.id}/${view.version}/${law}` : "";
}

/**
 * @param {string} key
 * @param {string} testId
 */
function switchButton(key, testId) {
  const attributes = { type: "button", class: "toggle", "aria-pressed": "false", "data-testid": testId };
  return make("button", attributes, make("span", { "data-i18n": key }));
}
