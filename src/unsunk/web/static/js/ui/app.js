/** Puts the parts of the game page together and keeps them in step. */

import { refusalSentence } from "../core/sentences.js";
import { Api } from "../net/api.js";
import { Connection, ServerError } from "../net/connection.js";
import { newActionId } from "../net/ids.js";
import { Actions } from "./actions.js";
import { fillWords, need, patch, show, write } from "./dom.js";
import { Firing } from "./firing.js";
import { Games } from "./games.js";
import { HeatPanel } from "./heat-panel.js";
import { Leave } from "./leave.js";
import { LogPanel } from "./log-panel.js";
import { Opponent } from "./opponent.js";
import { Result } from "./result.js";
import { RulesForm } from "./rules-form.js";
import { Shell } from "./shell.js";
import { ShipList } from "./ship-list.js";
import { Sound } from "./sound.js";
import { Speech } from "./speech.js";
import { Store } from "./store.js";
import { Waters } from "./waters.js";

/** @typedef {import("../core/types.js").State} State */

/** After these the page's idea of the game may be old. */
const OUTDATED = new Set(["wrong_phase", "not_your_turn", "cell_taken", "stale"]);

export class App {
  constructor() {
    this.shell = new Shell();
    const { heat, numbers, law } = this.shell.settings;
    this.store = new Store({ heatOn: heat, numbersOn: numbers, law });
    this.speech = new Speech(() => this.shell.t);
    this.sound = new Sound(() => this.shell.settings.sound);
    const connection = new Connection({
      fetch: (...request) => fetch(...request),
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      newId: () => newActionId(),
      onTrouble: (lost) => this.speech.trouble(lost),
    });
    this.api = new Api(connection);
    this.actions = new Actions(this);
    this.firing = new Firing(this);
    this.games = new Games(this);
    this.waters = new Waters(this);
    this.opponent = new Opponent(this);
    this.rules = new RulesForm(this);
    this.result = new Result(this);
    this.panels = [
      new ShipList(this),
      this.waters,
      this.opponent,
      this.rules,
      new HeatPanel(this),
      new LogPanel(this),
      this.result,
      new Leave(this),
    ];
    /** @type {Promise<void>} */
    this.tail = Promise.resolve();
    this.store.subscribe((state) => this.#draw(state));
    this.shell.onLanguage(() => {
      this.store.redraw();
      this.speech.retell();
    });
    fillWords(document, this.shell.t);
  }

  /** The board's size, null while there is no game. */
  size() {
    return this.store.state.view?.rules ?? null;
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.queue(() => this.games.refresh());
    });
    return this.queue(() => this.games.open());
  }

  /**
   * Runs a task after those before it; a refusal of the server is told to the player.
   * @param {() => Promise<void>} task
   * @returns {Promise<void>}
   */
  queue(task) {
    this.tail = this.tail
      .then(task)
      .catch((error) => this.#refused(error))
      .catch((error) => this.#failed(error));
    return this.tail;
  }

  /** @param {unknown} error */
  async #refused(error) {
    if (!(error instanceof ServerError)) throw error;
    if (error.code === "not_found") {
      await this.games.replaceLost();
      return;
    }
    this.#failed(error);
    this.store.redraw();
    if (OUTDATED.has(error.code)) await this.games.refresh();
  }

  /**
   * Says what went wrong. Nothing is thrown from here: the next action must still get its turn.
   * @param {unknown} error
   */
  #failed(error) {
    const known = error instanceof ServerError;
    if (!known) console.error(error);
    this.speech.alert((t) => (known ? refusalSentence(t, error) : t.say("error.unknown")));
  }

  /** @param {State} state */
  #draw(state) {
    const view = state.view;
    if (!view) return;
    const phase = need("phase");
    patch(need("main"), "data-phase", view.phase);
    patch(phase, "data-i18n", `phase.${view.phase}`);
    write(phase, this.shell.t.say(`phase.${view.phase}`));
    show(need("table"), true);
    for (const panel of this.panels) panel.draw(state);
  }
}
