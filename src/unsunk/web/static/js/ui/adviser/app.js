/** Puts the parts of the adviser's page together and keeps them in step. */

import { HEARING } from "../../core/keys.js";
import { adviserLooks } from "../../core/adviser/looks.js";
import { sizeOf } from "../../core/adviser/fleet.js";
import { BLANK, reduce } from "../../core/adviser/state.js";
import { Board } from "../board.js";
import { fillWords, need, patch, show } from "../dom.js";
import { Shell } from "../shell.js";
import { Speech } from "../speech.js";
import { AdvicePanel } from "./advice-panel.js";
import { Asking } from "./asking.js";
import { ClashPanel } from "./clash-panel.js";
import { Hearing } from "./hearing.js";
import { Keeping } from "./keeping.js";
import { Reading } from "./reading.js";
import { RecordBox } from "./record-box.js";
import { Rules } from "./rules.js";
import { ShotList } from "./shot-list.js";
import { Steps } from "./steps.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("../../core/adviser/state.js").AdviserEvent} AdviserEvent */

export class AdviserApp {
  constructor() {
    this.shell = new Shell();
    this.speech = new Speech(() => this.shell.t);
    /** @type {AdviserState} */
    this.state = { ...BLANK, numbers: this.shell.settings.chances };
    this.hearing = new Hearing(this);
    this.steps = new Steps(this);
    const names = { id: "sea", labelledBy: "sea-heading", acts: HEARING };
    this.board = new Board(need("sea-board"), names, {
      press: (cell) => this.hearing.press(cell),
      point: (cell) => this.#point(cell),
      key: (act, cell) => this.hearing.key(act, cell),
    });
    this.keeping = new Keeping(this);
    this.asking = new Asking(this);
    this.rules = new Rules(this);
    const panels = [AdvicePanel, ClashPanel, Reading, ShotList, RecordBox];
    this.panels = [this.hearing, this.steps, this.rules, ...panels.map((Panel) => new Panel(this))];
    this.shell.onLanguage(() => {
      this.draw();
      this.speech.retell();
    });
    fillWords(document, this.shell.t);
  }

  start() {
    this.keeping.open();
    show(need("table"), true);
  }

  /**
   * Changes the state; if the record or the rules are others then, the server is asked anew.
   * @param {AdviserEvent} event
   */
  dispatch(event) {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    if (this.state.sheet !== before.sheet) {
      this.keeping.keep();
      this.asking.ask();
    }
    this.draw();
  }

  /** @param {number|null} cell */
  #point(cell) {
    if (this.state.point !== cell) this.dispatch({ type: "point", cell });
  }

  draw() {
    const { state } = this;
    this.board.draw(sizeOf(state.sheet.rules.board), adviserLooks(state, this.shell.t), null);
    patch(need("advice"), "aria-busy", String(state.waiting));
    for (const panel of this.panels) panel.draw(state);
  }
}
