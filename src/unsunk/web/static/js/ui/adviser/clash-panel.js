/** What is said of a record that no fleet can have answered. */

import { clashSentence } from "../../core/adviser/sentences.js";
import { make, need, show, write } from "../dom.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class ClashPanel {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.host = need("clash");
    this.text = make("p", { "data-testid": "clash-text" });
    this.undo = make("button", { type: "button", "data-testid": "clash-undo", "data-i18n": "adviser.clash.undo" });
    this.undo.addEventListener("click", () => {
      app.board.focus();
      app.steps.undo();
    });
    this.host.append(make("h3", { "data-i18n": "adviser.clash.heading" }), this.text, this.undo);
  }

  /** @param {AdviserState} state */
  draw(state) {
    show(this.host, state.clash !== null);
    write(this.text, state.clash ? clashSentence(this.app.shell.t, state) : "");
    show(this.undo, state.past.length > 0);
  }
}
