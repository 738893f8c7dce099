/** The log of a game of the study, newest shot first. It is not read aloud by itself. */

import { shotSentence } from "../../core/study/sentences.js";
import { make, need, patch, show, write } from "../dom.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("./app.js").StudyApp} StudyApp */

export class Log {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    this.list = need("log");
    this.game = "";
  }

  /** @param {StudyState} state */
  draw({ view }) {
    if (!view) return;
    const { t } = this.app.shell;
    if (this.game !== view.id) this.list.replaceChildren();
    this.game = view.id;
    show(need("log-empty"), view.log.length === 0);
    show(this.list, view.log.length > 0);
    for (let n = this.list.children.length; n < view.log.length; n += 1) this.list.prepend(make("li"));
    view.log.forEach((shot, i) => {
      const item = this.list.children[view.log.length - 1 - i];
      patch(item, "data-by", shot.by);
      patch(item, "data-kind", shot.heard === "damage" ? "hit" : "miss");
      const sentence = shotSentence(t, view, shot);
      write(item, shot.by === "you" ? `${t.say("log.you")}: ${sentence}` : sentence);
    });
  }
}
