/** Entering what was heard: presses and keys on the board, and the buttons below it. */

import { cellName } from "../../core/board.js";
import { choicesAt, nextChoice } from "../../core/adviser/choices.js";
import { shipsOf, sizeOf } from "../../core/adviser/fleet.js";
import { sameShot } from "../../core/adviser/record.js";
import { shotLine } from "../../core/adviser/sentences.js";
import { shipName } from "../../core/ships.js";
import { make, need, patch, write } from "../dom.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("../../core/adviser/types.js").Choice} Choice */
/** @typedef {import("../../core/adviser/types.js").Heard} Heard */
/** @typedef {import("../../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class Hearing {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.row = need("heard-choices");
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.back = make("button", { type: "button", class: "back", "data-testid": "heard-back", "data-i18n": "adviser.take-back" });
    this.back.addEventListener("click", () => this.#remove(this.app.state.chosen));
    this.row.append(this.back);
  }

  /** @param {number} cell */
  #choices(cell) {
    const { sheet } = this.app.state;
    return choicesAt(sheet, sizeOf(sheet.rules.board), shipsOf(sheet.rules.fleet), cell);
  }

  /** @param {number} cell */
  #name(cell) {
    return cellName(sizeOf(this.app.state.sheet.rules.board), cell);
  }

  /** @param {number} cell */
  #shotAt(cell) {
    const name = this.#name(cell);
    return this.app.state.sheet.shots.find((shot) => shot.cell === name) ?? null;
  }

  /**
   * The first press at a cell with a shot only chooses it; all others go on to the next outcome.
   * @param {number} cell
   */
  press(cell) {
    const now = this.#shotAt(cell);
    if (now && this.app.state.chosen !== cell) {
      this.choose(cell);
      return;
    }
    const { advice } = this.app.state;
    const certain = advice?.certain?.includes(this.#name(cell)) ?? false;
    this.#put(cell, nextChoice(this.#choices(cell), now, certain));
  }

  /** @param {number} cell */
  choose(cell) {
    const shot = this.#shotAt(cell);
    this.app.dispatch({ type: "choose", cell });
    if (shot) this.app.speech.status((t) => shotLine(t, shot));
  }

  /**
   * @param {number} cell
   * @param {Heard} shot
   */
  #put(cell, shot) {
    if (shot.kind === "sunk" && this.app.state.sheet.rules.announce === "shown" && !shot.span) {
      const params = { length: shot.length ?? 0, cell: shot.cell };
      this.app.speech.status((t) => t.say("adviser.no-line", params));
      return;
    }
    this.app.asking.about((t) => shotLine(t, shot));
    if (this.app.state.chosen !== cell) this.app.dispatch({ type: "choose", cell });
    this.app.dispatch({ type: "put", shot });
  }

  /** @param {number|null} cell */
  #remove(cell) {
    if (cell === null || !this.#shotAt(cell)) return;
    const name = this.#name(cell);
    this.app.asking.about((t) => t.say("adviser.said.back", { cell: name }));
    this.app.dispatch({ type: "drop", cell: name });
    if (this.row.contains(document.activeElement)) this.board.goTo(cell, true);
  }

  get board() {
    return this.app.board;
  }

  /**
   * A letter key on the board. Where it may mean several things, the buttons are gone to.
   * @param {string} act
   * @param {number} cell
   */
  key(act, cell) {
    if (act === "remove") {
      this.#remove(cell);
      return;
    }
    const choices = this.#choices(cell);
    const meant = choices.filter(({ shot }) => shot.kind === act);
    const fit = meant.filter((choice) => choice.fits);
    if (fit.length === 1) {
      this.#put(cell, fit[0].shot);
      return;
    }
    this.app.dispatch({ type: "choose", cell });
    const name = this.#name(cell);
    const first = choices.findIndex((choice) => choice === (fit[0] ?? meant[0]));
    if (first < 0) {
      this.app.speech.status((t) => t.say("adviser.pick.none", { cell: name }));
      return;
    }
    this.app.speech.status((t) => t.say(act === "hit" ? "adviser.pick.ship" : "adviser.pick"));
    this.buttons[first].focus();
  }

  /** @param {AdviserState} state */
  draw(state) {
    const { t } = this.app.shell;
    const { chosen } = state;
    const choices = chosen === null ? [] : this.#choices(chosen);
    const now = chosen === null ? null : this.#shotAt(chosen);
    const title = chosen === null ? t.say("adviser.heard.none") : t.say("adviser.heard", { cell: this.#name(chosen) });
    write(need("heard-title"), title);
    while (this.buttons.length > choices.length) this.buttons.pop()?.remove();
    while (this.buttons.length < choices.length) this.#addButton();
    choices.forEach((choice, i) => {
      const button = this.buttons[i];
      write(button, choiceText(t, choice.shot));
      patch(button, "data-kind", choice.shot.kind);
      patch(button, "data-fits", String(choice.fits));
      patch(button, "aria-pressed", String(sameShot(choice.shot, now)));
    });
    this.back.hidden = chosen === null;
    patch(this.back, "aria-pressed", String(now === null));
  }

  #addButton() {
    const at = this.buttons.length;
    const button = make("button", { type: "button", "data-testid": `heard-${at}` });
    button.addEventListener("click", () => {
      const { chosen } = this.app.state;
      const choice = chosen === null ? undefined : this.#choices(chosen)[at];
      if (chosen !== null && choice) this.#put(chosen, choice.shot);
    });
    this.buttons.push(button);
    this.back.before(button);
  }
}

/**
 * @param {Translator} t
 * @param {Heard} shot
 */
function choiceText(t, shot) {
  if (shot.kind === "miss") return t.say("adviser.choice.miss");
  const ship = shot.ship ? shipName(t, shot.ship) : t.number(shot.length ?? 0);
  if (shot.kind === "hit") return shot.ship ? t.say("adviser.choice.hit.ship", { ship }) : t.say("adviser.choice.hit");
  if (!shot.span) return t.say("adviser.choice.sunk", { ship });
  return t.say("adviser.choice.sunk.span", { ship, span: shot.span.replace("-", "–") });
}
