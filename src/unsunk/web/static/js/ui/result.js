/** The end: who won, both tallies, and what next. */

import { endSentence } from "../core/sentences.js";
import { make, need, patch, show, write } from "./dom.js";
import { accuracyText } from "./fleet-panel.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").App} App */

export class Result {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.rows = ["you", "computer"].map((side) => {
      const cells = ["shots", "hits", "accuracy"].map((name) =>
        make("td", { "data-testid": `result-${side}-${name}` }),
      );
      const head = make("th", { scope: "row", "data-i18n": `log.${side}` });
      need("result-rows").append(make("tr", {}, head, ...cells));
      return cells;
    });
    need("again").addEventListener("click", () => this.#again(false));
    need("change").addEventListener("click", () => this.#again(true));
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    const over = view?.phase === "over";
    show(need("result"), over);
    if (!view || !over) {
      write(need("verdict"), "");
      return;
    }
    const t = this.app.shell.t;
    const winner = view.winner ?? "draw";
    patch(need("result-heading"), "data-i18n", `end.heading.${winner}`);
    write(need("result-heading"), t.say(`end.heading.${winner}`));
    write(need("verdict"), endSentence(t, view));
    patch(need("result"), "data-winner", winner);
    const afloat = view.theirs.sunk.length < view.ships.length && view.winner !== "you";
    write(need("reveal-line"), t.say(afloat ? "end.reveal" : "end.reveal.all"));
    [view.theirs.tally, view.yours.tally].forEach((tally, i) => {
      const texts = [t.number(tally.shots), t.number(tally.hits), accuracyText(t, tally)];
      texts.forEach((text, j) => write(this.rows[i][j], text));
    });
  }

  focus() {
    need("result-heading").focus();
  }

  /** @param {boolean} settings whether to show the settings first */
  #again(settings) {
    const { app } = this;
    void app.queue(async () => {
      await app.games.again();
      app.rules.open(settings);
      if (settings) app.opponent.focus();
      else app.waters.own.focus();
    });
  }
}
