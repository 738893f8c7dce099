/** Starting the battle and firing. */

import { cellName } from "../core/board.js";
import { THINKERS } from "../core/levels.js";
import { missingSentence, turnSentence } from "../core/sentences.js";
import { need } from "./dom.js";

/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("./app.js").App} App */

/** After so many milliseconds a player is told that the computer is thinking. */
const PAUSE = 300;

export class Firing {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {View} */
  get view() {
    return /** @type {View} */ (this.app.store.state.view);
  }

  start() {
    return this.app.queue(() => this.#start());
  }

  async #start() {
    const { speech, waters, actions, sound } = this.app;
    const before = this.view;
    if (before.phase !== "setup") return;
    if (missingSentence(this.app.shell.t, before)) {
      speech.status((t) => missingSentence(t, before));
      need("status").scrollIntoView({ block: "nearest" });
      return;
    }
    await this.#patiently(actions.send({ type: "start" }));
    const { view } = this;
    speech.status((t) => `${t.say("turn.start")} ${turnSentence(t, 0, view)}`);
    sound.turn(view.log, view.winner);
    waters.enemy.focus();
  }

  /**
   * Fires at a cell of the enemy waters. Presses while a shot is on its way are not kept: they
   * were meant for the board before the answer.
   * @param {number} cell
   */
  fire(cell) {
    const { store, speech } = this.app;
    if (store.state.busy) return;
    const { view } = this;
    const name = cellName(view.rules, cell);
    if (view.phase !== "battle") {
      speech.status((t) => t.say("fire.over"));
      return;
    }
    if (view.theirs.shots.some((shot) => shot.cell === name)) {
      speech.status((t) => t.say("fire.again", { cell: name }));
      return;
    }
    store.dispatch({ type: "busy", busy: true });
    const done = this.app.queue(() => this.#fire(name, view.log.length));
    void done.finally(() => store.dispatch({ type: "busy", busy: false }));
  }

  /**
   * @param {string} cell
   * @param {number} seen how many shots had been told before
   */
  async #fire(cell, seen) {
    const { speech, actions, sound, result } = this.app;
    await this.#patiently(actions.send({ type: "fire", cell }));
    const { view } = this;
    speech.status((t) => turnSentence(t, seen, view));
    sound.turn(view.log.slice(seen), view.winner);
    if (view.phase === "over") result.focus();
  }

  /**
   * Says that the computer is thinking where its answer takes more than a moment.
   * @param {Promise<void>} answer
   */
  async #patiently(answer) {
    const thinks = THINKERS.has(this.view.level);
    const say = () => this.app.speech.status((t) => t.say("turn.thinking"));
    const timer = thinks ? setTimeout(say, PAUSE) : 0;
    try {
      await answer;
    } finally {
      clearTimeout(timer);
    }
  }
}
