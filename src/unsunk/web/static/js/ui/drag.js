/**
 * Dragging ships, as an extra: a ship is taken up where the pointer went down and placed where it
 * goes up. Whatever can be dragged can also be taken with one tap and placed with another.
 */

import { parseCell } from "../core/board.js";
import { liesAcross, shipAt } from "../core/placement.js";
import { around, need } from "./dom.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./board.js").Board} Board */

/** How far, in pixels, the pointer must travel before a press becomes a drag. */
const THRESHOLD = 6;

/**
 * @typedef {object} Grip
 * @property {number} ship
 * @property {number} offset   which of the ship's cells is held
 * @property {number} x
 * @property {number} y
 * @property {number} pointer
 * @property {boolean} moving
 */

/**
 * @param {App} app
 * @param {Board} board
 */
export function enableDrag(app, board) {
  /** @type {Grip|null} */
  let grip = null;
  let dragged = false;

  /** @param {PointerEvent} event */
  const down = (event) => {
    dragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    grip = gripAt(app, board, event);
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!grip || event.pointerId !== grip.pointer) return;
    if (!grip.moving) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD) return;
      grip.moving = true;
      app.store.dispatch({ type: "take", ship: grip.ship });
      document.documentElement.dataset.dragging = "";
    }
    app.store.dispatch({ type: "point", cell: firstCell(app, board, grip, event) });
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!grip || event.pointerId !== grip.pointer) return;
    const held = grip;
    grip = null;
    delete document.documentElement.dataset.dragging;
    if (!held.moving) return;
    dragged = true;
    setTimeout(() => {
      dragged = false;
    });
    const cell = event.type === "pointerup" ? firstCell(app, board, held, event) : null;
    app.store.dispatch({ type: "point", cell: null });
    if (cell !== null) app.actions.place(held.ship, cell, app.store.state.across);
  };

  for (const id of ["own-board", "ship-list"]) need(id).addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  const swallow = (/** @type {Event} */ event) => {
    if (!dragged) return;
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true });
}

/**
 * What a pointer going down takes hold of, or null.
 * @param {App} app
 * @param {Board} board
 * @param {PointerEvent} event
 * @returns {Grip|null}
 */
function gripAt(app, board, event) {
  const view = app.store.state.view;
  if (!view || view.phase !== "setup") return null;
  const common = { x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
  const item = around(event, "[data-take]");
  if (item) {
    if (event.pointerType === "touch" && !around(event, ".hull")) return null;
    return { ship: Number(item.dataset.take), offset: 0, ...common };
  }
  const cell = board.cellOf(event);
  const ship = cell === null ? null : shipAt(view, cell);
  if (cell === null || ship === null) return null;
  const names = view.yours.ships[ship]?.cells ?? [];
  const offset = names.findIndex((name) => parseCell(view.rules, name) === cell);
  return { ship, offset, ...common };
}

/**
 * The first cell of the dragged ship for the pointer's place, kept on the board where it can be.
 * @param {App} app
 * @param {Board} board
 * @param {Grip} grip
 * @param {PointerEvent} event
 * @returns {number|null}
 */
function firstCell(app, board, grip, event) {
  const { view, across } = app.store.state;
  const cell = board.cellAt(event.clientX, event.clientY);
  if (!view || cell === null) return null;
  const { rows, columns } = view.rules;
  const length = view.ships[grip.ship].length;
  const placed = view.yours.ships[grip.ship];
  const offset = placed && liesAcross(placed.cells) === across ? grip.offset : 0;
  let row = Math.floor(cell / columns);
  let column = cell % columns;
  if (across) column = Math.max(0, Math.min(column - offset, columns - length));
  else row = Math.max(0, Math.min(row - offset, rows - length));
  return row * columns + column;
}
