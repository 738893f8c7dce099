/** The "Rules" disclosure of the game: a choice of rules begins a new game. */

import { ServerError } from "../net/connection.js";
import { need, write } from "./dom.js";
import { RuleFields, rulesText } from "./rule-fields.js";

/** @typedef {import("../core/rules.js").RuleChoice} RuleChoice */
/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").App} App */

export class RulesForm {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.shown = "";
    const voice = { translator: () => app.shell.t, say: app.speech.status.bind(app.speech) };
    const form = /** @type {HTMLFormElement} */ (need("rules-form"));
    this.fields = new RuleFields(form, voice, (choice) => this.#take(choice));
  }

  /** @param {RuleChoice} choice */
  #take(choice) {
    void this.app.queue(async () => {
      try {
        await this.change(choice);
      } catch (error) {
        if (!(error instanceof ServerError) || !this.fields.object(error.code)) throw error;
      }
    });
  }

  /**
   * Begins a new game under other rules, and at another level if one is given, and says so.
   * @param {RuleChoice} choice
   * @param {string} [level]
   */
  async change(choice, level) {
    const before = this.app.store.state.view?.yours.ships.some((ship) => ship !== null) ?? false;
    const kept = await this.app.games.change({ ...choice }, level);
    this.app.speech.calm();
    this.app.speech.status((t) => {
      const said = this.#appliedSentence(t, before, kept);
      return level ? `${t.say("level.set", { level: t.say(`level.${level}`) })} ${said}` : said;
    });
  }

  /**
   * @param {Translator} t
   * @param {boolean} before   whether ships had been placed
   * @param {boolean} kept     whether they all still are
   */
  #appliedSentence(t, before, kept) {
    const view = /** @type {View} */ (this.app.store.state.view);
    const said = t.say("rules.applied", { rules: rulesText(t, view.rules, view.ships) });
    return before ? `${said} ${t.say(kept ? "rules.kept" : "rules.lost")}` : said;
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    if (!view || view.phase !== "setup") return;
    write(need("rules-now"), rulesText(this.app.shell.t, view.rules, view.ships));
    if (this.shown === view.id) return;
    this.shown = view.id;
    this.fields.set(view.rules, view.ships);
  }

  /** @param {boolean} open */
  open(open) {
    /** @type {HTMLDetailsElement} */ (need("rules")).open = open;
  }
}
