/** What the marks on the boards stand for. */

import { need, show } from "../dom.js";
import { mark, svg } from "../map/svg.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("./app.js").StudyApp} StudyApp */

export class Marks {
  /** @param {StudyApp} app */
  constructor(app) {
    const cross = "M7 2L12 7L17 2L20 5L15 10L20 15L17 18L12 13L7 18L4 15L9 10L4 5Z";
    this.items = {
      miss: mark("study.mark.miss", svg("circle", { cx: 12, cy: 10, r: 4, class: "mark-dot" })),
      resisted: mark("study.mark.resisted", svg("path", { d: "M12 2L20 10L12 18L4 10Z", class: "mark-frame" })),
      nothing: mark("study.mark.nothing", svg("circle", { cx: 12, cy: 10, r: 7, class: "mark-frame" })),
      hit: mark("study.mark.hit", svg("path", { d: cross, class: "mark-hit" })),
      linked: mark("study.mark.linked", svg("path", { d: "M10 2H14V8H20V12H14V18H10V12H4V8H10Z", class: "mark-hit" })),
      branch: mark("study.mark.branch", svg("rect", { x: 3, y: 3, width: 18, height: 14, class: "mark-branch" })),
    };
    need("marks").append(...Object.values(this.items));
  }

  /** @param {StudyState} state */
  draw({ view }) {
    if (!view) return;
    const { layer, feedback } = view.condition;
    const both = view.phase === "over" || feedback === "open";
    show(this.items.resisted, layer !== "L0");
    show(this.items.nothing, layer !== "L0" && !both);
    show(this.items.linked, layer === "L3");
    show(this.items.branch, layer === "L2" || layer === "L3");
  }
}
