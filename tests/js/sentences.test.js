import assert from "node:assert/strict";
import { test } from "node:test";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import * as sentences from "../../src/unsunk/web/static/js/core/sentences.js";
import { reduce, START } from "../../src/unsunk/web/static/js/core/state.js";
import { enemyFleet, ownFleet } from "../../src/unsunk/web/static/js/core/tracker.js";
import { aView, withShips } from "./views.js";

/** @typedef {import("../../src/unsunk/web/static/js/core/types.js").LogEntry} LogEntry */

const EN = translator("en");
const TR = translator("tr");

/**
 * @param {"you"|"computer"} by
 * @param {string} cell
 * @param {"miss"|"hit"|"sunk"} kind
 * @param {string|null} [ship]
 * @param {number|null} [length]
 * @returns {LogEntry}
 */
const shot = (by, cell, kind, ship = null, length = null) => ({ n: 1, by, cell, kind, ship, length });

test("one sentence a turn: both shots and whose turn it is", () => {
  const log = [shot("you", "C7", "hit"), shot("computer", "D4", "miss")];
  const view = aView({ phase: "battle", turn: "you", log });
  assert.equal(sentences.turnSentence(EN, 0, view), "C7 hit. The computer fires at D4: miss. Your turn.");
  assert.equal(sentences.turnSentence(TR, 0, view), "C7 isabet. Bilgisayar D4 karesine ateş etti: ıska. Sıra sizde.");
  assert.equal(sentences.turnSentence(EN, 2, view), "Your turn.");
});

test("only what was announced is said of the enemy's ships", () => {
  const view = aView();
  const said = (/** @type {LogEntry} */ entry) => sentences.shotSentence(EN, view, entry);
  assert.equal(said(shot("you", "A1", "sunk", "carrier", 5)), "A1 hit: carrier sunk.");
  assert.equal(said(shot("you", "A1", "sunk", null, 5)), "A1 hit: a ship of 5 is sunk.");
  assert.equal(said(shot("you", "A1", "hit", "cruiser")), "A1 hit: cruiser.");
  assert.equal(said(shot("you", "A1", "hit")), "A1 hit.");
});

test("of the own fleet every hit is told with its ship", () => {
  const view = aView();
  view.yours.shots = [{ cell: "A1", kind: "hit", ship: 2 }];
  assert.equal(
    sentences.shotSentence(EN, view, shot("computer", "A1", "hit")),
    "The computer fires at A1: hit on your cruiser.",
  );
});

test("why a ship does not fit is said with the ship in the way", () => {
  const view = withShips(aView({}, { touching: "no" }), ["A1 B1 C1 D1 E1"]);
  const why = (/** @type {number} */ cell, /** @type {boolean} */ across) =>
    sentences.problemSentence(EN, view, 1, cell, across);
  assert.match(why(8, true), /Battleship does not fit at I1: it is 4 cells long .* right edge/);
  assert.match(why(89, false), /Battleship does not fit at J9: .* lower edge/);
  assert.match(why(0, false), /would overlap the carrier/);
  assert.match(why(10, true), /would touch the carrier/);
  assert.equal(why(60, true), "");
});

test("the line under the board says what pressing would do", () => {
  const view = withShips(aView(), ["A1 B1 C1 D1 E1"]);
  let state = reduce(START, { type: "view", view });
  assert.equal(sentences.previewLine(EN, state).text, "Battleship, across: choose its first cell.");
  state = reduce(state, { type: "point", cell: 20 });
  assert.deepEqual(sentences.previewLine(EN, state), {
    text: "Battleship, across: fits at A3–D3.",
    verdict: "legal",
  });
  state = reduce(state, { type: "point", cell: 0 });
  assert.deepEqual(sentences.previewLine(EN, state), {
    text: "A1 holds the carrier. Press to take it up.",
    verdict: "",
  });
  state = reduce(state, { type: "point", cell: 27 });
  assert.equal(sentences.previewLine(EN, state).verdict, "illegal");
  assert.deepEqual(sentences.previewLine(EN, START), { text: "", verdict: "" });
});

test("placing tells where, and what comes next", () => {
  const view = withShips(aView(), ["A1 B1 C1 D1 E1"]);
  assert.equal(sentences.placedSentence(EN, view, 0, 1), "Carrier placed at A1–E1. Next: battleship.");
  assert.equal(
    sentences.placedSentence(EN, view, 0, null),
    "Carrier placed at A1–E1. The whole fleet is placed.",
  );
  assert.equal(sentences.placedSentence(TR, view, 0, 1), "Uçak gemisi yerleşti: A1–E1. Sıradaki gemi: zırhlı.");
});

test("the start says which ships are missing", () => {
  const view = withShips(aView(), ["A1 B1 C1 D1 E1", null, "A3 B3 C3", "A4 B4 C4", null]);
  assert.equal(
    sentences.missingSentence(EN, view),
    "2 ships are still to be placed: battleship and destroyer.",
  );
  assert.equal(
    sentences.missingSentence(TR, view),
    "2 gemi daha yerleştirilmeli: zırhlı ve muhrip.",
  );
});

test("the end says who won and after how many shots", () => {
  const view = aView({ phase: "over", winner: "you" });
  view.theirs.tally.shots = 41;
  assert.equal(sentences.endSentence(EN, view), "You win: the enemy fleet is sunk after 41 shots.");
  view.winner = "computer";
  view.yours.tally.shots = 17;
  assert.equal(sentences.endSentence(TR, view), "Bilgisayar kazandı: filonuz 17 atışta battı.");
  view.winner = "draw";
  assert.match(sentences.endSentence(EN, view), /draw/);
});

test("a fleet given by lengths has names too", () => {
  const view = aView({}, {}, [["3a", 3], ["3b", 3], ["2", 2]]);
  assert.deepEqual(ownFleet(EN, view).map((ship) => ship.name), ["Ship of 3 (A)", "Ship of 3 (B)", "Ship of 2"]);
});

test("the tracker knows of the enemy what was announced, and no more", () => {
  const view = aView({ phase: "battle" });
  const states = () => enemyFleet(EN, view).map((ship) => `${ship.name} ${ship.state}`);
  view.theirs.sunk = [{ ship: 2, length: 3, cells: [] }];
  assert.deepEqual(states()[2], "Cruiser sunk");
  view.rules.announce = "length";
  view.theirs.sunk = [{ ship: null, length: 3, cells: null }];
  assert.deepEqual(states().slice(2), ["Ship of 3 sunk", "Ship of 3 afloat", "Destroyer afloat"]);
  view.theirs.sunk.push({ ship: null, length: 3, cells: null });
  assert.deepEqual(states().slice(2), ["Cruiser sunk", "Submarine sunk", "Destroyer afloat"]);
  view.rules.announce = "silent";
  assert.ok(states().every((text) => text.endsWith("unknown")));
});
