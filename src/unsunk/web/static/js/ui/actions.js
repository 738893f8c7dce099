/**
 * What the player can do, each one method: judge what can be judged here, ask the server, show
 * the view it answers with, and say what happened. Actions wait for one another.
 */

import { judge, liesAcross, shipAt } from "../core/placement.js";
import { missingSentence, placedSentence, problemSentence, turnSentence } from "../core/sentences.js";
import { nameOf } from "../core/ships.js";
import { cellName, parseCell } from "../core/board.js";

/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").App} App */

export class Actions {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {View} */
  get view() {
    return /** @type {View} */ (this.app.store.state.view);
  }

  /**
   * Sends one action and shows the answer.
   * @param {Record<string, unknown>} action
   * @param {() => void} [then] called when it was accepted
   */
  send(action, then) {
    return this.app.queue(async () => {
      const view = await this.app.api.act(this.view.id, action);
      this.app.speech.calm();
      this.app.store.dispatch({ type: "view", view });
      then?.();
    });
  }

  /** @param {number|null} ship */
  take(ship) {
    const { store, speech } = this.app;
    store.dispatch({ type: "take", ship });
    if (ship === null) return;
    speech.status((t) => {
      const way = t.say(store.state.across ? "way.across" : "way.down");
      return t.say("place.taken", { ship: t.capital(nameOf(t, this.view, ship)), way });
    });
  }

  /**
   * Pressing a cell of the own waters while setting up.
   * @param {number} cell
   */
  pressOwn(cell) {
    const { store, speech } = this.app;
    const { ship, across } = store.state;
    if (this.view.phase !== "setup") {
      speech.status((t) => t.say(this.view.phase === "over" ? "fire.over" : "fire.own"));
      return;
    }
    const on = shipAt(this.view, cell);
    if (on !== null && on !== ship) this.take(on);
    else if (ship === null) speech.status((t) => t.say("place.no-ship"));
    else this.place(ship, cell, across);
  }

  /**
   * @param {number} ship
   * @param {number} cell
   * @param {boolean} across
   */
  place(ship, cell, across) {
    const view = this.view;
    if (judge(view, ship, cell, across).problem) {
      this.app.speech.status((t) => problemSentence(t, view, ship, cell, across));
      return;
    }
    void this.send({ type: "place", ship, first: cellName(view.rules, cell), across }, () => {
      const { view: after, ship: next } = this.app.store.state;
      this.app.speech.status((t) => placedSentence(t, /** @type {View} */ (after), ship, next));
    });
  }

  /** Turns the ship in hand; one that lies on the board is turned about its first cell. */
  rotate() {
    const { store, speech } = this.app;
    const { ship } = store.state;
    if (this.view.phase !== "setup") return;
    if (ship === null) {
      speech.status((t) => t.say("place.no-ship"));
      return;
    }
    store.dispatch({ type: "turn" });
    const view = this.view;
    const across = store.state.across;
    /** @param {Translator} t */
    const turned = (t) => {
      const way = t.say(across ? "way.across" : "way.down");
      return t.say("place.turned", { ship: t.capital(nameOf(t, view, ship)), way });
    };
    const placed = view.yours.ships[ship];
    if (!placed || placed.cells.length === 1 || liesAcross(placed.cells) === across) {
      speech.status(turned);
      return;
    }
    const first = /** @type {number} */ (parseCell(view.rules, placed.cells[0]));
    if (judge(view, ship, first, across).problem) {
      speech.status((t) => {
        const problem = problemSentence(t, view, ship, first, across);
        return t.say("place.turned-stuck", { problem });
      });
      return;
    }
    void this.send({ type: "place", ship, first: placed.cells[0], across }, () =>
      speech.status(turned),
    );
  }

  /** @param {number|null} ship */
  remove(ship) {
    const { speech } = this.app;
    if (this.view.phase !== "setup") return;
    if (ship === null || !this.view.yours.ships[ship]) {
      speech.status((t) => t.say("place.no-ship"));
      return;
    }
    const view = this.view;
    void this.send({ type: "remove", ship }, () =>
      speech.status((t) => t.say("place.removed", { ship: t.capital(nameOf(t, view, ship)) })),
    );
  }

  random() {
    void this.send({ type: "random" }, () =>
      this.app.speech.status((t) => `${t.say("place.random")} ${t.say("place.all")}`),
    );
  }

  clear() {
    void this.send({ type: "clear" }, () =>
      this.app.speech.status((t) => t.say("place.cleared")),
    );
  }

  /** @param {string} level */
  setLevel(level) {
    this.app.shell.update({ level });
    void this.send({ type: "level", level }, () =>
      this.app.speech.status((t) => t.say("level.set", { level: t.say(`level.${level}`) })),
    );
  }

  start() {
    const { speech, waters } = this.app;
    if (this.view.phase !== "setup") return;
    if (missingSentence(this.app.shell.t, this.view)) {
      speech.status((t) => missingSentence(t, this.view));
      return;
    }
    void this.send({ type: "start" }, () => {
      const view = this.view;
      speech.status((t) => `${t.say("turn.start")} ${turnSentence(t, 0, view)}`);
      this.app.sound.turn(view.log, view.winner);
      waters.enemy.focus();
    });
  }

  /** @param {number} cell */
  fire(cell) {
    const { store, speech } = this.app;
    const view = this.view;
    if (view.phase !== "battle") {
      speech.status((t) => t.say("fire.over"));
      return;
    }
    const name = cellName(view.rules, cell);
    if (view.theirs.shots.some((shot) => shot.cell === name)) {
      speech.status((t) => t.say("fire.again", { cell: name }));
      return;
    }
    if (store.state.busy) return;
    store.dispatch({ type: "busy", busy: true });
    const seen = view.log.length;
    const done = this.send({ type: "fire", cell: name }, () => this.#afterShot(seen));
    void done.finally(() => store.dispatch({ type: "busy", busy: false }));
  }

  /** @param {number} seen */
  #afterShot(seen) {
    const view = this.view;
    this.app.speech.status((t) => turnSentence(t, seen, view));
    this.app.sound.turn(view.log.slice(seen), view.winner);
    if (view.phase === "over") this.app.result.focus();
  }
}
