/**
 * What the player can do while setting up, each one method: judge what can be judged here, ask the
 * server, show the view it answers with, and say what happened. Each waits for those before it, so
 * that a quick second press is judged by what the first one has changed.
 */

import { THINKERS } from "../core/levels.js";
import { judge, liesAcross, nextUnplaced, placedCells, shipAt } from "../core/placement.js";
import { placedSentence, problemSentence } from "../core/sentences.js";
import { nameOf } from "../core/ships.js";
import { cellName, parseCell } from "../core/board.js";

/** @typedef {import("../core/types.js").View} View */
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
   */
  async send(action) {
    const { id, level } = this.view;
    const view = await this.app.api.act(id, action, THINKERS.has(level));
    this.app.speech.calm();
    this.app.store.dispatch({ type: "view", view });
  }

  /** @param {number|null} ship */
  take(ship) {
    return this.app.queue(async () => this.#take(ship));
  }

  /**
   * Pressing a cell of the own waters.
   * @param {number} cell
   */
  pressOwn(cell) {
    return this.app.queue(() => this.#press(cell));
  }

  /**
   * @param {number} ship
   * @param {number} cell
   * @param {boolean} across
   */
  place(ship, cell, across) {
    return this.app.queue(() => this.#place(ship, cell, across));
  }

  /** Turns the ship in hand; one that lies on the board is turned about its first cell. */
  rotate() {
    return this.app.queue(() => this.#rotate());
  }

  /** @param {() => number|null} which the ship to take off, once it is this action's turn */
  remove(which) {
    return this.app.queue(() => this.#remove(which()));
  }

  random() {
    return this.app.queue(async () => {
      await this.send({ type: "random" });
      this.app.speech.status((t) => `${t.say("place.random")} ${t.say("place.all")}`);
    });
  }

  clear() {
    return this.app.queue(async () => {
      await this.send({ type: "clear" });
      this.app.speech.status((t) => t.say("place.cleared"));
    });
  }

  /** @param {string} level */
  setLevel(level) {
    return this.app.queue(async () => {
      await this.send({ type: "level", level });
      this.app.shell.update({ level });
      this.app.speech.status((t) => t.say("level.set", { level: t.say(`level.${level}`) }));
    });
  }

  /** @param {number|null} ship */
  #take(ship) {
    const { store, speech } = this.app;
    store.dispatch({ type: "take", ship });
    if (ship === null) return;
    const { view } = this;
    const way = store.state.across ? "way.across" : "way.down";
    speech.status((t) =>
      t.say("place.taken", { ship: t.capital(nameOf(t, view, ship)), way: t.say(way) }),
    );
  }

  /** @param {number} cell */
  async #press(cell) {
    const { store, speech } = this.app;
    const { ship, across } = store.state;
    const { view } = this;
    if (view.phase !== "setup") {
      speech.status((t) => t.say(view.phase === "over" ? "fire.over" : "fire.own"));
      return;
    }
    const on = shipAt(view, cell);
    if (on !== null && on !== ship) this.#take(on);
    else if (ship === null) speech.status((t) => t.say("place.no-ship"));
    else await this.#place(ship, cell, across);
  }

  /**
   * @param {number} ship
   * @param {number} cell
   * @param {boolean} across
   */
  async #place(ship, cell, across) {
    const { store, speech } = this.app;
    const before = this.view;
    const { cells, problem } = judge(before, ship, cell, across);
    if (problem) {
      speech.status((t) => problemSentence(t, before, ship, cell, across));
      return;
    }
    if (placedCells(before)[ship]?.join() === cells.join()) {
      store.dispatch({ type: "take", ship: nextUnplaced(before, ship) });
    } else {
      await this.send({ type: "place", ship, first: cellName(before.rules, cell), across });
    }
    const { view } = this;
    const next = store.state.ship;
    speech.status((t) => placedSentence(t, view, ship, next));
  }

  async #rotate() {
    const { store, speech } = this.app;
    const { ship } = store.state;
    const { view } = this;
    if (view.phase !== "setup") return;
    if (ship === null) {
      speech.status((t) => t.say("place.no-ship"));
      return;
    }
    store.dispatch({ type: "turn" });
    const { across } = store.state;
    const names = view.yours.ships[ship]?.cells ?? [];
    if (names.length > 1 && liesAcross(names) !== across) {
      const first = /** @type {number} */ (parseCell(view.rules, names[0]));
      if (judge(view, ship, first, across).problem) {
        speech.status((t) => {
          const problem = problemSentence(t, view, ship, first, across);
          return t.say("place.turned-stuck", { problem });
        });
        return;
      }
      await this.send({ type: "place", ship, first: names[0], across });
    }
    const way = across ? "way.across" : "way.down";
    speech.status((t) =>
      t.say("place.turned", { ship: t.capital(nameOf(t, view, ship)), way: t.say(way) }),
    );
  }

  /** @param {number|null} ship */
  async #remove(ship) {
    const { view } = this;
    if (view.phase !== "setup") return;
    if (ship === null || !view.yours.ships[ship]) {
      this.app.speech.status((t) => t.say("place.none-here"));
      return;
    }
    await this.send({ type: "remove", ship });
    this.app.speech.status((t) =>
      t.say("place.removed", { ship: t.capital(nameOf(t, view, ship)) }),
    );
  }
}
