/** The two boards of a game of the study, and how the shooting at each goes. */

import { theirLooks, yourLooks } from "../../core/study/looks.js";
import { tallyOf } from "../../core/study/state.js";
import { Board } from "../board.js";
import { CellInput } from "../cell-input.js";
import { make, need, patch, show, write } from "../dom.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("./app.js").StudyApp} StudyApp */

const FIGURES = /** @type {const} */ (["shots", "damage", "linked"]);

export class Waters {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    this.theirs = new Board(need("theirs-board"), { id: "theirs", labelledBy: "theirs-heading" }, { press: (cell) => app.fire(cell) });
    this.yours = new Board(need("yours-board"), { id: "yours", labelledBy: "yours-heading" }, { press: () => this.#own() });
    new CellInput(app, need("typed"), "fire", (cell) => {
      this.theirs.goTo(cell, false);
      app.fire(cell);
    });
    this.tallies = { you: new Tally("theirs"), computer: new Tally("yours") };
  }

  #own() {
    const over = this.app.state.view?.phase === "over";
    this.app.speech.status((t) => t.say(over ? "study.fire.over" : "fire.own"));
  }

  /** @param {StudyState} state */
  draw(state) {
    const { view } = state;
    if (!view) return;
    const { t } = this.app.shell;
    patch(need("table"), "data-columns", String(view.condition.columns));
    this.theirs.draw(view.condition, theirLooks(state, t), null);
    this.yours.draw(view.condition, yourLooks(state, t), null);
    show(need("branches"), view.yours.some((ship) => ship.b !== null && ship.branch === null));
    for (const id of ["typed", "keys"]) show(need(id), view.phase === "battle");
    for (const by of /** @type {const} */ (["you", "computer"])) this.tallies[by].draw(t, tallyOf(view, by));
  }
}

class Tally {
  /** @param {"theirs"|"yours"} side   whose waters are fired at */
  constructor(side) {
    const values = FIGURES.map((name) => make("dd", { "data-testid": `${side}-${name}` }));
    this.values = values;
    need(`${side}-tally`).append(
      make("h3", { id: `${side}-tally-heading`, "data-i18n": `study.tally.${side}` }),
      make(
        "dl",
        { class: "tally", "aria-labelledby": `${side}-tally-heading` },
        ...FIGURES.map((name, i) => make("div", {}, make("dt", { "data-i18n": `study.tally.${name}` }), values[i])),
      ),
    );
  }

  /**
   * @param {import("../../core/types.js").Translator} t
   * @param {Record<typeof FIGURES[number], number>} tally
   */
  draw(t, tally) {
    FIGURES.forEach((name, i) => write(this.values[i], t.number(tally[name])));
  }
}
