/**
 * The one board component: a WAI-ARIA grid. It is built once for a size and then only patched;
 * it knows nothing of the game but the looks it is given.
 */

import { columnName } from "../core/board.js";
import { keyMeaning, PLACING } from "../core/keys.js";
import { around, make, patch, write } from "./dom.js";
import { cueScroll } from "./scroll-cue.js";

/** @typedef {import("../core/types.js").Look} Look */
/** @typedef {import("../core/types.js").Size} Size */
/** @typedef {import("../core/keys.js").Acts} Acts */

/**
 * @typedef {object} Handlers
 * @property {(cell: number) => void} press
 * @property {(cell: number|null) => void} [point]   a cell is hovered or focused, or none
 * @property {(act: string, cell: number) => void} [key]   what a letter key asks for
 */

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{id: string, labelledBy: string, acts?: Acts}} names
   * @param {Handlers} handlers
   */
  constructor(host, names, handlers) {
    this.acts = names.acts ?? PLACING;
    this.handlers = handlers;
    /** @type {Size} */
    this.size = { rows: 0, columns: 0 };
    this.cursor = 0;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.table = make("table", {
      role: "grid",
      class: "board",
      "aria-labelledby": names.labelledBy,
      "data-testid": `board-${names.id}`,
    });
    this.frame = make("div", { class: "frame" }, this.table);
    host.append(this.frame);
    cueScroll(this.frame);
    this.#listen();
  }

  /**
   * @param {Size} size
   * @param {Look[]} looks
   * @param {string|null} describedBy   the id of the line that describes the cells
   */
  draw(size, looks, describedBy) {
    if (size.rows !== this.size.rows || size.columns !== this.size.columns) this.#build(size);
    looks.forEach((look, cell) => patchCell(this.buttons[cell], look, describedBy));
  }

  /**
   * Makes a cell the board's tab stop and, if asked, moves the focus there.
   * @param {number} cell
   * @param {boolean} focus
   */
  goTo(cell, focus) {
    const next = this.buttons[cell];
    if (!next) return;
    if (cell !== this.cursor) {
      this.buttons[this.cursor].tabIndex = -1;
      this.cursor = cell;
    }
    next.tabIndex = 0;
    if (!focus) return;
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  focus() {
    this.goTo(this.cursor, true);
  }

  /**
   * The cell at a point of the window, or null.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const hit = document.elementFromPoint(x, y);
    const button = hit?.closest("button[data-cell]");
    const cell = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (button));
    return cell < 0 ? null : cell;
  }

  /** @param {Event} event */
  cellOf(event) {
    const cell = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (around(event, "button")));
    return cell < 0 ? null : cell;
  }

  /** @param {Size} size */
  #build(size) {
    this.size = { rows: size.rows, columns: size.columns };
    this.cursor = 0;
    this.buttons = [];
    const head = make("tr", {}, make("td", { class: "corner" }));
    for (let column = 0; column < size.columns; column += 1) {
      head.append(make("th", { scope: "col" }, columnName(column)));
    }
    const body = make("tbody");
    for (let row = 0; row < size.rows; row += 1) body.append(this.#row(row, size.columns));
    this.table.replaceChildren(make("thead", {}, head), body);
    this.table.style.setProperty("--columns", String(size.columns));
    patch(this.table, "data-wide", size.columns > 12 ? "" : null);
    this.buttons[0].tabIndex = 0;
  }

  /**
   * @param {number} row
   * @param {number} columns
   */
  #row(row, columns) {
    const line = make("tr", {}, make("th", { scope: "row" }, String(row + 1)));
    for (let column = 0; column < columns; column += 1) {
      const mark = make("span", { class: "mark", "aria-hidden": "true" });
      const button = make("button", { type: "button", tabindex: "-1" }, mark);
      this.buttons.push(button);
      line.append(make("td", { role: "gridcell" }, button));
    }
    return line;
  }

  #listen() {
    const { table, handlers } = this;
    table.addEventListener("click", (event) => {
      const cell = this.cellOf(event);
      if (cell === null) return;
      this.goTo(cell, false);
      handlers.press(cell);
    });
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("focusin", (event) => {
      const cell = this.cellOf(event);
      if (cell === null) return;
      this.goTo(cell, false);
      handlers.point?.(cell);
    });
    table.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (!(next instanceof Node && table.contains(next))) handlers.point?.(null);
    });
    table.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      const cell = this.cellOf(event);
      if (cell !== null) handlers.point?.(cell);
    });
    table.addEventListener("pointerleave", () => {
      handlers.point?.(table.contains(document.activeElement) ? this.cursor : null);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = this.cellOf(event);
    const meaning = cell === null ? null : keyMeaning(event, this.size, cell, this.acts);
    if (cell === null || meaning === null) return;
    if ("move" in meaning) {
      event.preventDefault();
      this.handlers.point?.(meaning.move);
      this.goTo(meaning.move, true);
    } else if (this.handlers.key && !event.repeat) {
      event.preventDefault();
      this.handlers.key(meaning.act, cell);
    }
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {Look} look
 * @param {string|null} describedBy
 */
function patchCell(button, look, describedBy) {
  patch(button, "data-cell", look.cell);
  patch(button, "data-mark", look.mark || null);
  patch(button, "data-ship", look.ship || null);
  patch(button, "data-edges", look.edges || null);
  patch(button, "data-preview", look.preview || null);
  patch(button, "data-in-hand", look.inHand ? "" : null);
  patch(button, "data-last", look.last ? "" : null);
  patch(button, "data-heat", look.heat === null ? null : String(look.heat));
  patch(button, "data-flag", look.flag || null);
  patch(button, "data-chosen", look.chosen ? "" : null);
  patch(button, "aria-disabled", look.inert ? "true" : null);
  patch(button, "aria-label", look.label);
  patch(button, "aria-describedby", describedBy);
  write(/** @type {Element} */ (button.firstElementChild), look.number);
}
