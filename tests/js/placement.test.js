import assert from "node:assert/strict";
import { test } from "node:test";
import { cellNames, parseCell } from "../../src/unsunk/web/static/js/core/board.js";
import * as placement from "../../src/unsunk/web/static/js/core/placement.js";
import { aView, withShips } from "./views.js";

/** @param {import("../../src/unsunk/web/static/js/core/types.js").View} view @param {string} name */
const at = (view, name) => /** @type {number} */ (parseCell(view.rules, name));

test("a ship whose end touches the border fits; one cell further it does not", () => {
  const view = aView();
  assert.equal(placement.judge(view, 0, at(view, "F1"), true).problem, "");
  const over = placement.judge(view, 0, at(view, "G1"), true);
  assert.equal(over.problem, "off_board");
  assert.equal(over.cells.length, 4);
  assert.equal(placement.judge(view, 0, at(view, "A6"), false).problem, "");
  assert.equal(placement.judge(view, 0, at(view, "A7"), false).problem, "off_board");
});

test("rows and columns are not mixed up on a board that is not square", () => {
  const view = aView({}, { rows: 5, columns: 9, board: "5x9" });
  const { cells, problem } = placement.judge(view, 0, at(view, "E5"), true);
  assert.equal(problem, "");
  assert.deepEqual(cells, [40, 41, 42, 43, 44]);
  assert.equal(placement.judge(view, 0, at(view, "E2"), false).problem, "off_board");
});

test("overlap names the ship in the way; a ship does not stand in its own way", () => {
  const view = withShips(aView(), ["A1 B1 C1 D1 E1"]);
  const over = placement.judge(view, 1, at(view, "E1"), false);
  assert.deepEqual([over.problem, over.other], ["overlap", 0]);
  assert.equal(placement.judge(view, 0, at(view, "B1"), true).problem, "");
});

test("the three ways of touching, at an edge and at a corner", () => {
  for (const [touching, beside, corner] of [["yes", "", ""], ["corners", "touches", ""], ["no", "touches", "touches"]]) {
    const rules = { touching: /** @type {"yes"} */ (touching) };
    const view = withShips(aView({}, rules), ["A1 B1 C1 D1 E1"]);
    assert.equal(placement.judge(view, 4, at(view, "A2"), true).problem, beside, touching);
    assert.equal(placement.judge(view, 4, at(view, "F2"), true).problem, corner, touching);
    assert.equal(placement.judge(view, 4, at(view, "G3"), true).problem, "", touching);
  }
});

test("the right end of one row does not touch the left end of the next", () => {
  assert.equal(placement.touch({ rows: 10, columns: 10 }, [9], [10], "no"), false);
});

test("judging changes nothing", () => {
  const view = withShips(aView(), ["A1 B1 C1 D1 E1"]);
  const before = JSON.stringify(view);
  for (let cell = 0; cell < 100; cell += 1) placement.judge(view, 1, cell, cell % 2 === 0);
  assert.equal(JSON.stringify(view), before);
});

test("the judgement agrees with a slow one on every cell", () => {
  const view = withShips(aView({}, { rows: 6, columns: 8, touching: "no" }), [null, "C3 C4 C5 C6"]);
  const names = cellNames(view.rules);
  const ship = view.yours.ships[1]?.cells.map((name) => names.indexOf(name)) ?? [];
  for (const across of [true, false]) {
    for (let cell = 0; cell < 48; cell += 1) {
      const row = Math.floor(cell / 8);
      const column = cell % 8;
      const cells = [0, 1, 2].map((i) => [row + (across ? 0 : i), column + (across ? i : 0)]);
      const off = cells.some(([r, c]) => r > 5 || c > 7);
      const near = cells.some(([r, c]) =>
        ship.some((s) => Math.abs(Math.floor(s / 8) - r) < 2 && Math.abs((s % 8) - c) < 2),
      );
      assert.equal(placement.judge(view, 2, cell, across).problem === "", !off && !near);
    }
  }
});

test("which ship lies where, which way, and which is next", () => {
  const view = withShips(aView(), ["A1 B1 C1 D1 E1", null, "J1 J2 J3"]);
  assert.equal(placement.shipAt(view, at(view, "C1")), 0);
  assert.equal(placement.shipAt(view, at(view, "J3")), 2);
  assert.equal(placement.shipAt(view, at(view, "A2")), null);
  assert.equal(placement.liesAcross(["A9", "B9"]), true);
  assert.equal(placement.liesAcross(["A9", "A10"]), false);
  assert.equal(placement.liesAcross(["A1"]), true);
  assert.equal(placement.nextUnplaced(view), 1);
  assert.equal(placement.nextUnplaced(view, 4), 1);
  assert.equal(placement.nextUnplaced(view, 1), 3);
  assert.equal(placement.span(view.rules, [0, 1, 2]), "A1–C1");
  assert.equal(placement.span(view.rules, [0]), "A1");
});
