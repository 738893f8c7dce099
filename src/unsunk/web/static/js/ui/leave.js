/** Giving up a game in the middle of the battle for a new one, after asking. */

import { make, need, show } from "./dom.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("./app.js").App} App */

export class Leave {
  /** @param {App} app */
  constructor(app) {
    this.button = make("button", { type: "button", "data-testid": "new-game", "data-i18n": "new.label" });
    const question = make("p", { id: "leave-question", "data-i18n": "new.question" });
    const yes = make("button", { type: "button", class: "primary", "data-testid": "new-yes", "data-i18n": "new.yes" });
    const no = make("button", { type: "button", autofocus: "", "data-testid": "new-no", "data-i18n": "new.no" });
    const row = make("div", { class: "row" }, yes, no);
    const dialog = make("dialog", { class: "ask", "aria-labelledby": "leave-question" }, question, row);
    need("log-sheet").append(this.button, dialog);
    this.button.addEventListener("click", () => dialog.showModal());
    no.addEventListener("click", () => dialog.close());
    yes.addEventListener("click", () => {
      dialog.close();
      void app.queue(async () => {
        await app.games.again();
        app.waters.own.focus();
      });
    });
  }

  /** @param {State} state */
  draw(state) {
    show(this.button, state.view?.phase === "battle");
  }
}
