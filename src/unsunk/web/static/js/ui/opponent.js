/** Choosing the opponent: its level, who fires first, and the start. */

import { LEVELS, PLACES, playsIn } from "../core/levels.js";
import { missingSentence } from "../core/sentences.js";
import { make, need, patch, show, write } from "./dom.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("./app.js").App} App */

export class Opponent {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.asked = 0;
    this.inputs = LEVELS.map((level) => this.#level(level));
    this.first = /** @type {HTMLInputElement[]} */ ([...need("first").querySelectorAll("input")]);
    need("first").addEventListener("change", () => this.#changeFirst());
    need("start").addEventListener("click", () => app.firing.start());
  }

  /** @param {string} level */
  #level(level) {
    const input = make("input", {
      type: "radio",
      name: "level",
      value: level,
      "aria-describedby": `level-${level}-line`,
      "data-testid": `level-${level}`,
    });
    input.addEventListener("change", () => this.#ask(this.app.actions.setLevel(level)));
    const name = make("span", { class: "level-name", "data-i18n": `level.${level}` });
    const line = make("span", {
      class: "level-line",
      id: `level-${level}-line`,
      "data-i18n": `level.${level}.line`,
    });
    const card = make("div", { class: "level" }, make("label", {}, input, name), line);
    if (level in PLACES) card.append(this.#doors(level));
    need("levels").append(card);
    return input;
  }

  /**
   * Of a level that plays in few places: a button for each of its boards, shown while it is barred.
   * @param {string} level
   */
  #doors(level) {
    const { boards, ...rules } = PLACES[level];
    const buttons = boards.map((board) => {
      const button = make("button", { type: "button", "data-testid": `${level}-${board}`, "data-board": board });
      button.addEventListener("click", () => {
        const moved = this.app.queue(() => this.app.rules.change({ board, ...rules }, level));
        this.#ask(moved);
        void moved.then(() => {
          if (this.app.store.state.view?.level === level) this.focus();
        });
      });
      return button;
    });
    return make("div", { class: "row doors" }, ...buttons);
  }

  #changeFirst() {
    const first = this.first.find((input) => input.checked)?.value ?? "you";
    const asked = this.app.queue(async () => {
      await this.app.games.change({ first });
      this.app.speech.calm();
      this.app.speech.status((t) => t.say(`first.set.${first}`));
    });
    this.#ask(asked);
  }

  /**
   * Until the last choice is answered, the answers to earlier ones leave the buttons alone.
   * @param {Promise<void>} answer
   */
  #ask(answer) {
    this.asked += 1;
    void answer.finally(() => {
      this.asked -= 1;
      this.draw(this.app.store.state);
    });
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    show(need("opponent-sheet"), view?.phase === "setup");
    if (!view || view.phase !== "setup") return;
    if (this.asked === 0) this.#choose(view);
    this.#bar(view);
    const ready = missingSentence(this.app.shell.t, view) === "";
    patch(need("start"), "aria-disabled", ready ? null : "true");
  }

  /** @param {View} view */
  #choose(view) {
    for (const input of this.inputs) {
      const chosen = input.value === view.level;
      if (input.checked !== chosen) input.checked = chosen;
    }
    for (const input of this.first) {
      const chosen = input.value === view.rules.first;
      if (input.checked !== chosen) input.checked = chosen;
    }
  }

  /**
   * Levels that do not play under these rules cannot be chosen; the way to where they do is shown.
   * @param {View} view
   */
  #bar(view) {
    for (const input of this.inputs) {
      const plays = playsIn(input.value, view);
      if (input.disabled === plays) input.disabled = !plays;
      const doors = /** @type {HTMLElement|null} */ (input.closest(".level")?.querySelector(".doors"));
      if (doors) show(doors, !plays);
    }
    for (const door of /** @type {NodeListOf<HTMLElement>} */ (need("levels").querySelectorAll(".doors button"))) {
      const board = (door.dataset.board ?? "").replace("x", "×");
      write(door, this.app.shell.t.say("level.door", { board }));
    }
  }

  /** Moves the focus to the chosen level. */
  focus() {
    this.inputs.find((input) => input.checked)?.focus();
  }
}
