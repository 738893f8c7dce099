/** The record as text: to copy it, or to paste one and take it over. */

import { sizeOf } from "../../core/adviser/fleet.js";
import { readRecord, recordText } from "../../core/adviser/record.js";
import { make, need, patch, write } from "../dom.js";

/** @typedef {import("../../core/adviser/types.js").AdviserState} AdviserState */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

export class RecordBox {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.shown = "";
    this.text = make("textarea", {
      id: "record-text",
      rows: "4",
      spellcheck: "false",
      autocomplete: "off",
      maxlength: "7000",
      "aria-describedby": "record-hint record-error",
      "data-testid": "record-text",
    });
    this.error = make("p", { class: "field-error", id: "record-error", "data-testid": "record-error" });
    const copy = make("button", { type: "button", "data-testid": "record-copy", "data-i18n": "adviser.text.copy" });
    const use = make("button", { type: "submit", "data-testid": "record-use", "data-i18n": "adviser.text.use" });
    const form = need("record-form");
    form.append(
      make("label", { for: "record-text", "data-i18n": "adviser.text.label" }),
      this.text,
      make("p", { class: "hint", id: "record-hint", "data-i18n": "adviser.text.hint" }),
      this.error,
      make("div", { class: "row" }, copy, use),
    );
    copy.addEventListener("click", () => void this.#copy());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#use();
    });
  }

  async #copy() {
    const { speech, state } = this.app;
    this.text.value = recordText(state.sheet.shots);
    try {
      await navigator.clipboard.writeText(this.text.value);
      speech.status((t) => t.say("adviser.text.copied"));
    } catch {
      this.text.focus();
      this.text.select();
      speech.status((t) => t.say("adviser.text.not-copied"));
    }
  }

  #use() {
    const { app } = this;
    const reading = readRecord(this.text.value, sizeOf(app.state.sheet.rules.board));
    if ("problem" in reading) {
      const { problem, params } = reading;
      patch(this.text, "aria-invalid", "true");
      write(this.error, app.shell.t.say(problem, params));
      app.speech.status((t) => t.say(problem, params));
      this.text.focus();
      return;
    }
    const count = reading.shots.length;
    app.asking.about((t) => t.say("adviser.said.read", { count }));
    app.dispatch({ type: "record", shots: reading.shots });
    app.dispatch({ type: "choose", cell: null });
  }

  /** @param {AdviserState} state */
  draw(state) {
    const text = recordText(state.sheet.shots);
    if (text === this.shown) return;
    this.shown = text;
    this.text.value = text;
    patch(this.text, "aria-invalid", null);
    write(this.error, "");
  }
}
