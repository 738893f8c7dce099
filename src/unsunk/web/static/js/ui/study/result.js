/** The end of a game of the study: who won, what damaged, where the links were, and the seed. */

import { endSentence, linkTexts } from "../../core/study/sentences.js";
import { tallyOf } from "../../core/study/state.js";
import { make, need, patch, show, write } from "../dom.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("../../core/study/types.js").StudyView} StudyView */
/** @typedef {import("./app.js").StudyApp} StudyApp */

const SIDES = /** @type {const} */ (["you", "computer"]);

export class Result {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    need("again").addEventListener("click", () => app.form.open());
  }

  /** @param {StudyState} state */
  draw({ view }) {
    const over = view?.phase === "over";
    show(need("result"), over);
    if (!view?.reveal || !over) {
      write(need("verdict"), "");
      return;
    }
    const { t } = this.app.shell;
    const heading = `end.heading.${view.winner}`;
    patch(need("result-heading"), "data-i18n", heading);
    write(need("result-heading"), t.say(heading));
    write(need("verdict"), endSentence(t, view));
    const { seed, source } = view.reveal;
    write(need("seed-line"), t.say(`study.end.seed.${source}`, { seed }));
    need("result-rows").replaceChildren(
      ...SIDES.map((by) => {
        const cells = figuresOf(view, by).map((figure) => make("td", {}, t.number(figure)));
        return make("tr", { "data-testid": `result-${by}` }, make("th", { scope: "row" }, t.say(`study.end.${by}.row`)), ...cells);
      }),
    );
    const links = linkTexts(t, view);
    show(need("links"), links.length > 0);
    need("links-list").replaceChildren(...links.map((text) => make("li", {}, text)));
  }

  focus() {
    need("result-heading").focus();
  }
}

/**
 * Shots, damage, damage through links and ships sunk: what a side did to the other's waters.
 * @param {StudyView} view
 * @param {"you"|"computer"} by
 */
function figuresOf(view, by) {
  const { shots, damage, linked } = tallyOf(view, by);
  const sunk = view.log.flatMap((shot) => shot.sunk).filter(({ side }) => side !== by);
  return [shots, damage, linked, sunk.length];
}
