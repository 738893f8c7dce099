/** The policy's thinking about your waters: its switches and its legend. */

import { legendText } from "../../core/heat-words.js";
import { make, need, patch, show, write } from "../dom.js";
import { Legend } from "../legend.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("./app.js").StudyApp} StudyApp */

export class Heat {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    this.asked = "";
    this.toggle = this.#switch("study.heat", "heat-toggle", () => {
      const on = !app.state.heatOn;
      app.shell.update({ heat: on });
      app.dispatch({ type: "show-heat", on });
      app.speech.status((t) => t.say(on ? "study.heat.on" : "study.heat.off"));
    });
    this.numbers = this.#switch("heat.numbers", "heat-numbers", () => {
      const on = !app.state.numbersOn;
      app.shell.update({ numbers: on });
      app.dispatch({ type: "show-numbers", on });
    });
    this.help = make("p", { class: "hint", id: "heat-help", "data-testid": "heat-help" });
    this.legend = new Legend("heat-help", "heat-legend");
    need("heat").append(make("div", { class: "row" }, this.toggle, this.numbers), this.help, this.legend.list);
  }

  /**
   * @param {string} key
   * @param {string} testId
   * @param {() => void} act
   */
  #switch(key, testId, act) {
    const attributes = { type: "button", class: "toggle", "aria-pressed": "false", "data-testid": testId };
    const button = make("button", attributes, make("span", { "data-i18n": key }));
    button.addEventListener("click", act);
    return button;
  }

  /** @param {StudyState} state */
  draw({ view, heat, heatOn, numbersOn }) {
    const { t } = this.app.shell;
    const battle = view?.phase === "battle";
    const blind = heat !== null && heat.shares === null;
    show(need("heat"), battle);
    patch(this.toggle, "aria-pressed", String(heatOn));
    patch(this.numbers, "aria-pressed", String(numbersOn));
    show(this.numbers, heatOn && !blind);
    show(this.help, heatOn);
    show(this.legend.list, heatOn && !blind);
    write(this.help, t.say(blind ? "study.heat.none" : "study.heat.help"));
    this.legend.draw((step) => legendText(t, { law: "own", heat: null }, step));
    if (battle && heatOn && heat === null) this.#fetch(view);
  }

  /**
   * Asks for the heat of the position shown, once.
   * @param {import("../../core/study/types.js").StudyView} view
   */
  #fetch(view) {
    const asked = `${view.id}/${view.version}`;
    if (this.asked === asked) return;
    this.asked = asked;
    void this.app.attempt(async () => {
      const heat = await this.app.api.studyHeat(view.id);
      if (this.app.state.view === view) this.app.dispatch({ type: "heat", heat });
    });
  }
}
