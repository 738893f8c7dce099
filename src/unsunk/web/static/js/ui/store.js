/** Holds the state and tells those who draw it when it changes. */

import { reduce, START } from "../core/state.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/state.js").Event} Event */

export class Store {
  /** @param {Partial<State>} [initial] */
  constructor(initial = {}) {
    /** @type {State} */
    this.state = { ...START, ...initial };
    /** @type {((state: State) => void)[]} */
    this.readers = [];
  }

  /** @param {(state: State) => void} reader */
  subscribe(reader) {
    this.readers.push(reader);
  }

  /** @param {Event} event */
  dispatch(event) {
    const next = reduce(this.state, event);
    if (next === this.state) return;
    this.state = next;
    this.redraw();
  }

  redraw() {
    for (const reader of this.readers) reader(this.state);
  }
}
