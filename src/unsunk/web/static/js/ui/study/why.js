/** What V, B and C did at the last shots, in words. */

import { explained } from "../../core/study/sentences.js";
import { make, need, show } from "../dom.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("./app.js").StudyApp} StudyApp */

export class Why {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    this.host = need("why");
    this.shown = "";
  }

  /** @param {StudyState} state */
  draw({ view }) {
    if (!view) return;
    const { t } = this.app.shell;
    show(need("why-empty"), view.log.length === 0);
    const shown = `${view.id}/${view.version}/${t.lang}`;
    if (this.shown === shown) return;
    this.shown = shown;
    this.host.replaceChildren(
      ...explained(t, view).map(({ title, heard, reasons }) =>
        make(
          "div",
          { class: "why-shot" },
          make("h3", {}, title),
          make("p", {}, heard),
          make("ul", { class: "reasons" }, ...reasons.map(({ kind, text }) => reason(kind, text))),
        ),
      ),
    );
  }
}

/**
 * @param {string} kind
 * @param {string} text
 */
function reason(kind, text) {
  const badge = kind ? [make("b", { class: "kind", "aria-hidden": "true", lang: "en" }, kind)] : [];
  return make("li", {}, ...badge, make("span", {}, text));
}
