/** Undo, redo and clear, and the switch for the percentages. */

import { need, patch } from "../dom.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class Steps {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    need("undo").addEventListener("click", () => this.undo());
    need("redo").addEventListener("click", () => this.redo());
    need("clear").addEventListener("click", () => this.clear());
    need("chances").addEventListener("click", () => {
      const on = !app.state.numbers;
      app.shell.update({ chances: on });
      app.dispatch({ type: "numbers", on });
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  undo() {
    this.#step("undo", this.app.state.past.length > 0);
  }

  redo() {
    this.#step("redo", this.app.state.future.length > 0);
  }

  /**
   * @param {"undo"|"redo"} type
   * @param {boolean} possible
   */
  #step(type, possible) {
    if (!possible) return;
    this.app.asking.about((t) => t.say(`adviser.said.${type}`, { count }));
    const { past, future } = this.app.state;
    const count = (type === "undo" ? past[past.length - 1] : future[0]).shots.length;
    this.app.dispatch({ type });
  }

  clear() {
    if (this.app.state.sheet.shots.length === 0) return;
    this.app.asking.about((t) => t.say("adviser.said.clear"));
    this.app.dispatch({ type: "record", shots: [] });
    this.app.dispatch({ type: "choose", cell: null });
  }

  /**
   * Ctrl+Z and Ctrl+Y, or Ctrl+Shift+Z; text fields keep their own.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    if (event.target instanceof Element && event.target.matches("input[type=text], input[type=number], textarea")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.redo();
    else this.undo();
  }

  /** @param {AdviserState} state */
  draw(state) {
    patch(need("undo"), "aria-disabled", state.past.length === 0 ? "true" : null);
    patch(need("redo"), "aria-disabled", state.future.length === 0 ? "true" : null);
    patch(need("clear"), "aria-disabled", state.sheet.shots.length === 0 ? "true" : null);
    patch(need("chances"), "aria-pressed", String(state.numbers));
  }
}
