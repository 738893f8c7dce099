/** The legend of the adviser's map, and the chance of the cell pointed at. */

import { cellName } from "../../core/board.js";
import { topChance } from "../../core/adviser/looks.js";
import { sizeOf } from "../../core/adviser/fleet.js";
import { readingText } from "../../core/adviser/sentences.js";
import { chanceStepText } from "../../core/heat-words.js";
import { make, need, show, write } from "../dom.js";
import { Legend } from "../legend.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class Scale {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.reading = make("p", { class: "reading", "data-testid": "reading" });
    this.legend = new Legend("scale-title", "legend");
    const title = make("p", { class: "hint", id: "scale-title", "data-i18n": "adviser.legend" });
    need("scale").append(this.reading, title, this.legend.list);
  }

  /** @param {AdviserState} state */
  draw(state) {
    const { t } = this.app.shell;
    const { advice, point } = state;
    show(need("scale"), advice !== null);
    if (!advice) return;
    const top = topChance(advice);
    this.legend.draw((step) => chanceStepText(t, step, top, advice.kind));
    const cell = point === null ? null : cellName(sizeOf(state.sheet.rules.board), point);
    write(this.reading, cell === null ? t.say("adviser.read.none") : readingText(t, advice, cell));
  }
}
