/** The line under the board: the chance of the cell pointed at. */

import { cellName } from "../../core/board.js";
import { sizeOf } from "../../core/adviser/fleet.js";
import { readingText } from "../../core/adviser/sentences.js";
import { need, write } from "../dom.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class Reading {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {AdviserState} state */
  draw(state) {
    const { t } = this.app.shell;
    const { advice, point, sheet } = state;
    const cell = point === null ? null : cellName(sizeOf(sheet.rules.board), point);
    const text = cell && advice ? readingText(t, advice, cell) : t.say("adviser.read.none");
    write(need("reading"), text);
  }
}
