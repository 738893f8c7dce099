/** The rules of the game over the real board. */

import { shipsOf, sizeOf } from "../../core/adviser/fleet.js";
import { need, write } from "../dom.js";
import { RuleFields, rulesText } from "../rule-fields.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("../../core/rules.js").RuleChoice} RuleChoice */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class Rules {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    const voice = { translator: () => app.shell.t, say: app.speech.status.bind(app.speech) };
    const form = /** @type {HTMLFormElement} */ (need("rules-form"));
    this.fields = new RuleFields(form, voice, (rules) => this.#take(rules));
    /** @type {RuleChoice|null} */
    this.shown = null;
  }

  /** @param {RuleChoice} rules */
  #take(rules) {
    const { app } = this;
    const before = app.state.sheet.shots.length;
    app.asking.about((t) => {
      const key = cleared ? "adviser.said.rules.cleared" : "adviser.said.rules";
      return t.say(key, { rules: rulesText(t, sizeOf(rules.board), shipsOf(rules.fleet)) });
    });
    app.dispatch({ type: "rules", rules });
    /** @type {HTMLDetailsElement} */ (need("rules")).open = false;
    need("rules-summary").focus();
    const cleared = before > 0 && app.state.sheet.shots.length === 0;
  }

  /**
   * Tells of rules that the server cannot take.
   * @param {string} code
   */
  object(code) {
    if (!this.fields.concerns(code)) return false;
    /** @type {HTMLDetailsElement} */ (need("rules")).open = true;
    return this.fields.object(code);
  }

  /** @param {AdviserState} state */
  draw(state) {
    const { rules } = state.sheet;
    const ships = shipsOf(rules.fleet);
    const size = sizeOf(rules.board);
    const { t } = this.app.shell;
    write(need("rules-now"), rulesText(t, size, ships));
    write(need("rules-told"), t.say(`rules.announce.${rules.announce}`));
    if (this.shown === rules) return;
    this.shown = rules;
    this.fields.set({ ...rules, ...size }, ships);
  }
}
