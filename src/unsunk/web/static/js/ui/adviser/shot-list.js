/** The shots in the order in which they were fired; one that is pressed can be corrected. */

import { parseCell } from "../../core/board.js";
import { sizeOf } from "../../core/adviser/fleet.js";
import { heardText } from "../../core/adviser/sentences.js";
import { around, make, need, patch, show, write } from "../dom.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class ShotList {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.list = need("shots");
    this.list.addEventListener("click", (event) => {
      const name = around(event, "[data-shot]")?.dataset.shot;
      if (!name) return;
      const cell = /** @type {number} */ (parseCell(sizeOf(app.state.sheet.rules.board), name));
      app.hearing.choose(cell);
      app.board.goTo(cell, true);
    });
  }

  /** @param {AdviserState} state */
  draw(state) {
    const { t } = this.app.shell;
    const { shots } = state.sheet;
    const clashing = new Set(state.clash?.shots ?? []);
    show(need("shots-empty"), shots.length === 0);
    show(this.list, shots.length > 0);
    while (this.list.children.length > shots.length) this.list.lastElementChild?.remove();
    while (this.list.children.length < shots.length) {
      const button = make("button", { type: "button" }, make("b"), make("span"), make("span", { class: "shot-clash" }));
      this.list.append(make("li", {}, button));
    }
    shots.forEach((shot, i) => {
      const item = this.list.children[i];
      const [cell, heard, clash] = item.children[0].children;
      patch(item, "data-kind", shot.kind);
      patch(item, "data-clash", clashing.has(i + 1) ? "" : null);
      patch(item.children[0], "data-shot", shot.cell);
      patch(item.children[0], "data-testid", `shot-${i + 1}`);
      write(cell, shot.cell);
      write(heard, heardText(t, shot));
      write(clash, clashing.has(i + 1) ? t.say("adviser.shots.clash") : "");
    });
  }
}
