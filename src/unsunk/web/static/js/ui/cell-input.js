/** Typing a cell instead of finding it on the board. */

import { lastCell, parseCell } from "../core/board.js";
import { make, patch, write } from "./dom.js";

/** @typedef {import("../core/types.js").Size} Size */
/** @typedef {{shell: import("./shell.js").Shell, speech: import("./speech.js").Speech, size: () => Size|null}} Asker */

export class CellInput {
  /**
   * @param {Asker} app   `size` is the board's, null while there is none
   * @param {HTMLElement} host
   * @param {"place"|"fire"} purpose
   * @param {(cell: number) => void} act
   */
  constructor(app, host, purpose, act) {
    this.app = app;
    this.act = act;
    const id = `cell-${purpose}`;
    this.input = make("input", {
      id,
      type: "text",
      size: "4",
      maxlength: "5",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      placeholder: "B3",
      "aria-describedby": `${id}-error`,
      "data-testid": id,
    });
    this.error = make("p", { class: "field-error", id: `${id}-error` });
    const button = make("button", {
      type: "submit",
      "data-i18n": `cell.${purpose}`,
      "data-testid": `${id}-go`,
    });
    const label = make("label", { for: id, "data-i18n": "cell.input" });
    const form = make("form", { class: "cell-form", novalidate: "" }, label, this.input, button, this.error);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    host.append(form);
  }

  #submit() {
    const size = this.app.size();
    if (!size) return;
    const text = this.input.value.trim();
    const cell = parseCell(size, text);
    if (cell === null) {
      this.#fail(text === "" ? "cell.none" : "cell.bad", { text, last: lastCell(size) });
      return;
    }
    patch(this.input, "aria-invalid", null);
    write(this.error, "");
    this.input.value = "";
    this.act(cell);
  }

  /**
   * @param {string} key
   * @param {import("../core/types.js").Params} params
   */
  #fail(key, params) {
    patch(this.input, "aria-invalid", "true");
    write(this.error, this.app.shell.t.say(key, params));
    this.app.speech.status((t) => t.say(key, params));
    this.input.focus();
    this.input.select();
  }
}
