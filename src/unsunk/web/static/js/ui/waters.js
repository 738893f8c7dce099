/** The two boards and what belongs under each: typed cells, preview line, fleets and tallies. */

import { enemyLooks, ownLooks } from "../core/looks.js";
import { shipAt } from "../core/placement.js";
import { previewLine } from "../core/sentences.js";
import { Board } from "./board.js";
import { CellInput } from "./cell-input.js";
import { need, patch, show, write } from "./dom.js";
import { enableDrag } from "./drag.js";
import { FleetPanel } from "./fleet-panel.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("./app.js").App} App */

export class Waters {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.own = new Board(need("own-board"), { id: "own", labelledBy: "own-heading" }, {
      press: (cell) => app.actions.pressOwn(cell),
      point: (cell) => this.#point(cell),
      key: (act, cell) => this.#key(act, cell),
    });
    this.enemy = new Board(need("enemy-board"), { id: "enemy", labelledBy: "enemy-heading" }, {
      press: (cell) => app.firing.fire(cell),
    });
    this.place = new CellInput(app, need("own-typed"), "place", (cell) => {
      this.own.goTo(cell, false);
      app.actions.pressOwn(cell);
    });
    this.shoot = new CellInput(app, need("enemy-typed"), "fire", (cell) => {
      this.enemy.goTo(cell, false);
      app.firing.fire(cell);
    });
    this.ownFleet = new FleetPanel(need("own-fleet"), "own");
    this.enemyFleet = new FleetPanel(need("enemy-fleet"), "enemy");
    enableDrag(app, this.own);
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    if (!view) return;
    const t = this.app.shell.t;
    const setup = view.phase === "setup";
    this.own.draw(view.rules, ownLooks(state, t), setup ? "preview-line" : null);
    this.#preview(state);
    for (const id of ["own-keys", "own-typed", "preview-line"]) show(need(id), setup);
    for (const id of ["own-fleet", "enemy-sheet"]) show(need(id), !setup);
    for (const id of ["enemy-typed", "enemy-keys"]) show(need(id), view.phase === "battle");
    if (setup) return;
    this.enemy.draw(view.rules, enemyLooks(state, t), null);
    this.ownFleet.draw(t, view);
    this.enemyFleet.draw(t, view);
  }

  /** @param {State} state */
  #preview(state) {
    const { text, verdict } = previewLine(this.app.shell.t, state);
    const line = need("preview-line");
    write(line, text);
    patch(line, "data-verdict", verdict || null);
  }

  /** @param {number|null} cell */
  #point(cell) {
    if (this.app.store.state.point !== cell) this.app.store.dispatch({ type: "point", cell });
  }

  /**
   * @param {string} act
   * @param {number} cell
   */
  #key(act, cell) {
    const { actions, store } = this.app;
    if (store.state.view?.phase !== "setup") return;
    if (act === "rotate") void actions.rotate();
    else void actions.remove(() => (store.state.view ? shipAt(store.state.view, cell) : null));
  }
}
