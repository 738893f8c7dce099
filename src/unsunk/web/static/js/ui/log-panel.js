/** The battle log, newest shot first. It grows line by line and is not read aloud by itself. */

import { shotSentence } from "../core/sentences.js";
import { make, need, patch, show, write } from "./dom.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("./app.js").App} App */

export class LogPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = need("log");
    this.game = "";
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    show(need("log-sheet"), view !== null && view.phase !== "setup");
    if (!view || view.phase === "setup") return;
    if (this.game !== view.id) this.list.replaceChildren();
    this.game = view.id;
    const t = this.app.shell.t;
    show(need("log-empty"), view.log.length === 0);
    show(this.list, view.log.length > 0);
    for (let n = this.list.children.length; n < view.log.length; n += 1) {
      this.list.prepend(make("li", {}, make("span", { class: "log-mark", "aria-hidden": "true" }), make("span")));
    }
    view.log.forEach((entry, i) => {
      const item = this.list.children[view.log.length - 1 - i];
      patch(item, "data-by", entry.by);
      patch(item, "data-kind", entry.kind);
      patch(item, "value", String(i + 1));
      const sentence = shotSentence(t, view, entry);
      write(item.children[1], entry.by === "you" ? `${t.say("log.you")}: ${sentence}` : sentence);
    });
  }
}
