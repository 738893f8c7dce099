import assert from "node:assert/strict";
import { test } from "node:test";
import { cellName, cellNames, edges, lastCell, parseCell } from "../../src/unsunk/web/static/js/core/board.js";
import { keyMeaning } from "../../src/unsunk/web/static/js/core/keys.js";

const CLASSIC = { rows: 10, columns: 10 };
const FLAT = { rows: 3, columns: 7 };

test("A1 is the top left; row 2, column 6 of a 3×7 board is G3", () => {
  assert.equal(cellName(CLASSIC, 0), "A1");
  assert.equal(cellName(FLAT, 2 * 7 + 6), "G3");
  assert.equal(lastCell(FLAT), "G3");
});

test("every cell's name is read back as that cell, on square and other boards", () => {
  for (const size of [CLASSIC, FLAT, { rows: 15, columns: 5 }, { rows: 15, columns: 15 }]) {
    const names = cellNames(size);
    assert.equal(new Set(names).size, size.rows * size.columns);
    names.forEach((name, cell) => assert.equal(parseCell(size, name), cell));
  }
});

test("typed cells may have blanks, small letters and Turkish i", () => {
  assert.equal(parseCell(CLASSIC, " c 7 "), 62);
  assert.equal(parseCell(CLASSIC, "c07"), 62);
  for (const text of ["i3", "ı3", "İ3", "I3"]) assert.equal(parseCell(CLASSIC, text), 28);
});

test("what is no cell of the board is none", () => {
  for (const text of ["", "K1", "A11", "A0", "7C", "AA1", "C7!", "C-7", "C7.0", "\u00e71", "C 1e1"]) {
    assert.equal(parseCell(CLASSIC, text), null, text);
  }
});

test("the outline of a ship goes once around it and does not wrap at the edge", () => {
  const across = edges(CLASSIC, [8, 9]);
  assert.deepEqual([across.get(8), across.get(9)], ["nsw", "nes"]);
  const apart = edges(CLASSIC, [9, 10]);
  assert.deepEqual([apart.get(9), apart.get(10)], ["nesw", "nesw"]);
  const down = edges(CLASSIC, [80, 90]);
  assert.deepEqual([down.get(80), down.get(90)], ["new", "esw"]);
});

/** @param {string} key @param {number} cell @param {object} [more] */
const move = (key, cell, more = {}) => keyMeaning({ key, ...more }, FLAT, cell);

test("arrows move one cell and stop at the edges", () => {
  assert.deepEqual(move("ArrowRight", 0), { move: 1 });
  assert.deepEqual(move("ArrowRight", 6), { move: 6 });
  assert.deepEqual(move("ArrowLeft", 7), { move: 7 });
  assert.deepEqual(move("ArrowDown", 3), { move: 10 });
  assert.deepEqual(move("ArrowDown", 20), { move: 20 });
  assert.deepEqual(move("ArrowUp", 3), { move: 3 });
});

test("Home and End keep the row, Page Up and Page Down the column, Ctrl goes to the corners", () => {
  assert.deepEqual(move("Home", 9), { move: 7 });
  assert.deepEqual(move("End", 9), { move: 13 });
  assert.deepEqual(move("PageUp", 9), { move: 2 });
  assert.deepEqual(move("PageDown", 9), { move: 16 });
  assert.deepEqual(move("Home", 9, { ctrlKey: true }), { move: 0 });
  assert.deepEqual(move("End", 9, { ctrlKey: true }), { move: 20 });
});

test("letters act by themselves only; other keys are left to the browser", () => {
  assert.deepEqual(move("r", 0), { act: "rotate" });
  assert.deepEqual(move("R", 0), { act: "rotate" });
  assert.deepEqual(move("Delete", 0), { act: "remove" });
  for (const key of ["Enter", " ", "Tab", "a", "Escape", "F5"]) assert.equal(move(key, 0), null);
  assert.equal(move("r", 0, { ctrlKey: true }), null);
  assert.equal(move("r", 0, { metaKey: true }), null);
  assert.equal(move("ArrowLeft", 1, { altKey: true }), null);
  assert.equal(move("ArrowLeft", 1, { ctrlKey: true }), null);
});
