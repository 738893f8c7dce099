import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesAt, nextChoice } from "../../src/unsunk/web/static/js/core/adviser/choices.js";
import { shipsOf, sizeOf } from "../../src/unsunk/web/static/js/core/adviser/fleet.js";
import { adviserLooks, bestCells } from "../../src/unsunk/web/static/js/core/adviser/looks.js";
import { readRecord, recordText, shotText, spanCells } from "../../src/unsunk/web/static/js/core/adviser/record.js";
import * as sentences from "../../src/unsunk/web/static/js/core/adviser/sentences.js";
import { BLANK, keyOf, reduce } from "../../src/unsunk/web/static/js/core/adviser/state.js";
import { parseCell } from "../../src/unsunk/web/static/js/core/board.js";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";

/** @typedef {import("../../src/unsunk/web/static/js/core/adviser/types.js").Heard} Heard */
/** @typedef {import("../../src/unsunk/web/static/js/core/adviser/types.js").Advice} Advice */
/** @typedef {import("../../src/unsunk/web/static/js/core/adviser/types.js").AdviserState} AdviserState */

const EN = translator("en");
const TR = translator("tr");

/** @param {string} text @param {string} [board] @returns {Heard[]} */
function shots(text, board = "10x10") {
  const reading = readRecord(text, sizeOf(board));
  return "shots" in reading ? reading.shots : assert.fail(JSON.stringify(reading));
}

/** @param {string} text @param {string} cell @param {object} [rules] */
function offered(text, cell, rules = {}) {
  const all = { board: "10x10", fleet: "classic", touching: "yes", announce: "length", ...rules };
  const size = sizeOf(all.board);
  const at = /** @type {number} */ (parseCell(size, cell));
  return choicesAt({ rules: all, shots: shots(text, all.board) }, size, shipsOf(all.fleet), at);
}

/** @param {ReturnType<typeof offered>} choices */
const texts = (choices) => choices.map(({ shot, fits }) => (fits ? "" : "?") + shotText(shot).replace(/^[^:]*:/, ""));

/** @param {Heard[]} list @returns {AdviserState} */
const having = (list) => list.reduce((state, shot) => reduce(state, { type: "put", shot }), BLANK);

/** @param {Partial<Advice>} [change] @returns {Advice} */
function anAdvice(change = {}) {
  const cells = {
    A1: { count: "4", chance: 0.4 },
    B1: { count: "10", chance: 1 },
    C1: { count: "0", chance: 0 },
  };
  const outcomes = [{ outcome: "sunk3", ship: null, chance: 1, count: "10" }];
  return {
    rules: /** @type {any} */ (null),
    ships: shipsOf("classic"),
    record: "",
    kind: "exact",
    layouts: "10",
    low: null,
    high: null,
    effective: null,
    cells,
    best: [{ cell: "B1", chance: 1, outcomes }],
    groups: [],
    certain: ["B1"],
    impossible: 1,
    finished: false,
    ...change,
  };
}

test("fleets are named as the server names them", () => {
  assert.deepEqual(shipsOf("classic").map((ship) => ship.name), ["carrier", "battleship", "cruiser", "submarine", "destroyer"]);
  assert.deepEqual(shipsOf("2,3,3").map((ship) => `${ship.ship} ${ship.name} ${ship.length}`), ["0 3a 3", "1 3b 3", "2 2 2"]);
  assert.deepEqual(shipsOf("tug=1,sub=3").map((ship) => ship.name), ["sub", "tug"]);
});

test("a record is read back as it was written", () => {
  const text = "A1:miss D5:hit H7:sunk5@D7-H7 C3:sunk3=cruiser@C1-C3 J10:hit=destroyer";
  assert.equal(recordText(shots(text)), text);
  assert.equal(recordText(shots("a1:MISS,\n d5:hit;")), "A1:miss D5:hit");
  assert.deepEqual(shots(""), []);
});

test("what cannot be read in a record is named by its number", () => {
  /** @type {[string, string, number][]} */
  const cases = [
    ["A1:miss B1", "bad", 2],
    ["A11:miss", "bad", 1],
    ["A1:hit3", "bad", 1],
    ["A1:miss=cruiser", "bad", 1],
    ["A1:hit@A1-B1", "bad", 1],
    ["A1:hit B1:miss a1:miss", "twice", 3],
  ];
  for (const [text, what, n] of cases) {
    const reading = readRecord(text, sizeOf("10x10"));
    assert.ok("problem" in reading, text);
    assert.deepEqual([reading.problem, reading.params.n], [`adviser.text.${what}`, n], text);
  }
});

test("spans run along a row or a column of the board", () => {
  const size = sizeOf("10x10");
  assert.deepEqual(spanCells(size, "B1-D1"), [1, 2, 3]);
  assert.deepEqual(spanCells(size, "A3-A1"), [0, 10, 20]);
  assert.deepEqual(spanCells(size, "C7"), [62]);
  assert.deepEqual([spanCells(size, "A1-B2"), spanCells(size, "A1-K1")], [[], []]);
});

test("the choices are those that the announcement allows", () => {
  assert.deepEqual(texts(offered("", "C3")), ["miss", "hit", "?sunk5", "?sunk4", "?sunk3", "?sunk2"]);
  assert.deepEqual(texts(offered("", "C3", { announce: "silent" })), ["miss", "hit"]);
  assert.deepEqual(texts(offered("C2:hit C1:hit", "C3")), ["miss", "hit", "?sunk5", "?sunk4", "sunk3", "sunk2"]);
  assert.deepEqual(texts(offered("", "C3", { fleet: "2,1" })), ["miss", "hit", "?sunk2", "sunk1"]);
});

test("a ship that was heard to sink is offered once only", () => {
  assert.deepEqual(texts(offered("A1:hit B1:sunk2", "C1")), ["miss", "hit", "?sunk5", "?sunk4", "sunk3"]);
  const twice = "A1:hit B1:hit C1:sunk3 A3:hit B3:hit C3:sunk3";
  assert.deepEqual(texts(offered(twice, "J10")), ["miss", "hit", "?sunk5", "?sunk4", "?sunk2"]);
});

test("where places are told, each line of hits is a choice, but none over a ship that is known", () => {
  const rules = { announce: "shown" };
  const cross = "C2:hit B3:hit D3:hit";
  assert.deepEqual(texts(offered(cross, "C3", rules)), [
    "miss", "hit", "?sunk5", "?sunk4", "sunk3@B3-D3", "sunk2@C2-C3", "sunk2@B3-C3", "sunk2@C3-D3",
  ]);
  assert.deepEqual(texts(offered("A1:hit B1:sunk2@A1-B1", "C1", rules)), ["miss", "hit", "?sunk5", "?sunk4", "?sunk3"]);
});

test("where names are told, a ship sinks with its last cell, and the one that was hit comes first", () => {
  const rules = { announce: "named", fleet: "sub=3,tug=2,dot=1" };
  assert.deepEqual(texts(offered("", "C3", rules)), ["miss", "hit=sub", "hit=tug", "sunk1=dot"]);
  assert.deepEqual(texts(offered("C2:hit=tug", "C3", rules)), ["miss", "sunk2=tug", "hit=sub", "sunk1=dot"]);
  assert.deepEqual(texts(offered("C2:hit=tug", "E3", rules)), ["miss", "?sunk2=tug", "hit=sub", "sunk1=dot"]);
  assert.deepEqual(texts(offered("C2:hit=tug C3:sunk2=tug", "E3", rules)), ["miss", "hit=sub", "sunk1=dot"]);
});

test("an earlier shot is corrected by the shots before it", () => {
  assert.deepEqual(texts(offered("C1:hit C2:hit C3:miss", "C1")).at(-1), "?sunk2");
  assert.deepEqual(texts(offered("C1:hit C2:hit C3:miss", "C2")).at(-1), "sunk2");
});

test("presses go round the choices that fit, from a miss, or from a hit where that is certain", () => {
  const choices = offered("C1:hit C2:hit", "C3");
  const next = (/** @type {Heard|null} */ now, certain = false) => nextChoice(choices, now, certain);
  const [first, second, third, fourth] = ["miss", "hit", "sunk3", "sunk2"].map((what) => shots(`C3:${what}`)[0]);
  assert.deepEqual([next(null), next(null, true)], [first, second]);
  assert.deepEqual([next(first), next(second), next(third), next(fourth)], [second, third, fourth, first]);
  assert.deepEqual(next(shots("C3:sunk5")[0]), first);
});

test("presses at one cell are one step, other changes each their own", () => {
  const [a, b, c] = shots("A1:miss B1:miss A1:hit".replace("A1:hit", "C1:hit"));
  const hit = { ...a, kind: /** @type {const} */ ("hit") };
  let state = reduce(reduce(having([a]), { type: "put", shot: hit }), { type: "put", shot: b });
  assert.equal(recordText(state.sheet.shots), "A1:hit B1:miss");
  state = reduce(state, { type: "undo" });
  assert.equal(recordText(state.sheet.shots), "A1:hit");
  state = reduce(state, { type: "undo" });
  assert.deepEqual([recordText(state.sheet.shots), state.past.length, state.future.length], ["", 0, 2]);
  assert.equal(reduce(state, { type: "undo" }), state);
  state = reduce(reduce(state, { type: "redo" }), { type: "redo" });
  assert.equal(recordText(state.sheet.shots), "A1:hit B1:miss");
  state = reduce(reduce(state, { type: "undo" }), { type: "put", shot: c });
  assert.deepEqual([recordText(state.sheet.shots), state.future], ["A1:hit C1:hit", []]);
});

test("a correction keeps the place in the order; chosen anew, it is a step of its own", () => {
  let state = having(shots("A1:miss B1:miss"));
  state = reduce(state, { type: "choose", cell: 0 });
  state = reduce(state, { type: "put", shot: shots("A1:hit")[0] });
  assert.equal(recordText(state.sheet.shots), "A1:hit B1:miss");
  assert.equal(recordText(reduce(state, { type: "undo" }).sheet.shots), "A1:miss B1:miss");
  assert.equal(recordText(reduce(state, { type: "drop", cell: "A1" }).sheet.shots), "B1:miss");
  assert.equal(reduce(state, { type: "drop", cell: "J1" }), state);
});

test("clearing and pasting can be undone", () => {
  const state = having(shots("A1:miss B1:miss"));
  const bare = reduce(state, { type: "record", shots: [] });
  assert.equal(recordText(bare.sheet.shots), "");
  assert.equal(recordText(reduce(bare, { type: "undo" }).sheet.shots), "A1:miss B1:miss");
});

test("other rules keep the shots only where they mean the same, and can be undone", () => {
  const state = having(shots("A1:miss"));
  const { rules } = state.sheet;
  assert.equal(reduce(state, { type: "rules", rules: { ...rules } }), state);
  assert.equal(reduce(state, { type: "rules", rules: { ...rules, touching: "no" } }).sheet.shots.length, 1);
  for (const change of [{ board: "9x9" }, { fleet: "3,3,2" }, { announce: "shown" }]) {
    const other = reduce(state, { type: "rules", rules: { ...rules, ...change } });
    assert.equal(other.sheet.shots.length, 0);
    assert.equal(reduce(other, { type: "undo" }).sheet, state.sheet);
  }
});

test("only the answer to the question now asked is taken", () => {
  const before = having(shots("A1:miss"));
  const after = reduce(before, { type: "put", shot: shots("B1:hit")[0] });
  const advice = anAdvice();
  assert.equal(reduce(after, { type: "advice", key: keyOf(before.sheet), advice }), after);
  const answered = reduce(after, { type: "advice", key: keyOf(after.sheet), advice });
  assert.deepEqual([answered.waiting, answered.advice], [false, advice]);
  const clash = { shots: [1, 2], smallest: true };
  const clashed = reduce(after, { type: "clash", key: keyOf(after.sheet), clash });
  assert.deepEqual([clashed.clash, clashed.advice], [clash, null]);
  assert.equal(reduce(clashed, { type: "undo" }).clash, null);
});

test("the map shows chances, the likeliest cells and what is certain", () => {
  const start = { ...BLANK, sheet: { ...BLANK.sheet, rules: { ...BLANK.sheet.rules, board: "5x5" } } };
  const state = reduce(start, { type: "advice", key: keyOf(start.sheet), advice: anAdvice() });
  const [a, b, c] = adviserLooks(state, EN);
  assert.deepEqual([a.heat, b.heat, c.heat], [3, 6, 0]);
  assert.deepEqual([a.number, b.number, c.number], ["40", "100", "0"]);
  assert.deepEqual([a.flag, b.flag, b.label], ["", "best", "B1, untried, 100%, likeliest"]);
  const bare = adviserLooks(reduce(state, { type: "numbers", on: false }), TR);
  assert.deepEqual([bare[0].number, bare[0].label], ["", "A1, denenmedi, %40"]);
});

test("shots that clash are marked, a ship shown is outlined", () => {
  let state = having(shots("A1:hit B1:sunk2@A1-B1 C5:miss"));
  state = reduce(state, { type: "clash", key: keyOf(state.sheet), clash: { shots: [3], smallest: true } });
  const looks = adviserLooks(state, EN);
  assert.deepEqual([looks[0].mark, looks[0].edges, looks[1].edges], ["sunk", "nsw", "nes"]);
  assert.equal(looks[42].flag, "clash");
  assert.equal(looks[42].label, "C5, miss, clashes, last shot");
  assert.equal(looks[1].label, "B1, sunk, ship of 2");
});

test("the advice in a sentence, exact and sampled", () => {
  const equal = { cells: { A1: { count: "4", chance: 0.4 }, B1: { count: "4", chance: 0.4 } }, certain: [] };
  const best = [{ cell: "A1", chance: 0.4, outcomes: [] }];
  assert.equal(sentences.adviceSentence(EN, anAdvice()), "Fleets left: 10. Certain: a ship lies at B1.");
  assert.equal(sentences.adviceSentence(EN, anAdvice({ ...equal, best })), "Fleets left: 10. Likeliest: A1, B1, 40% each.");
  assert.deepEqual(bestCells(anAdvice({ ...equal, best })), ["A1", "B1"]);
  const sampled = anAdvice({ kind: "sampled", layouts: "123456", effective: 1234.5, certain: null, impossible: null });
  assert.equal(sentences.layoutsText(EN, sampled), "about 123,000");
  assert.match(sentences.kindText(EN, sampled), /^Sampled.*1,235 independent/);
  const cells = { B1: { count: "99", chance: 0.8, low: 0.78, high: 0.82 } };
  const likely = [{ cell: "B1", chance: 0.8, outcomes: [] }];
  const said = sentences.bestText(EN, { ...sampled, cells, best: likely });
  assert.equal(said, "Likeliest: B1, 80% (95 % interval 78% to 82%).");
  assert.equal(sentences.bestText(EN, anAdvice({ finished: true, best: [] })), "The whole fleet is found.");
});

test("a clash names its shots", () => {
  const state = having(shots("A1:hit B1:miss A2:sunk3@A1-A3"));
  const some = { ...state, clash: { shots: [1, 3], smallest: false } };
  assert.equal(
    sentences.clashSentence(EN, some),
    "These shots cannot all be right: A1 (hit) and A2 (sunk, ship of 3 at A1–A3). Correct one on the board or in the list.",
  );
  const one = { ...state, clash: { shots: [2], smallest: true } };
  assert.match(sentences.clashSentence(EN, one), /^This shot cannot be right: B1 \(miss\)/);
});

test("what is known of the ships", () => {
  const group = { length: 3, ships: [2, 3], heard: /** @type {number|null} */ (1), sunk: 1, hit: 0.25 };
  assert.equal(sentences.groupText(EN, group), "1 of 2 sunk, hit on average: 0.25");
  assert.equal(sentences.groupText(EN, { ...group, heard: 2, sunk: 2, hit: 0 }), "sunk");
  assert.equal(sentences.groupText(EN, { ...group, ships: [2], heard: 0, sunk: 0, hit: 0.3 }), "afloat, hit: 30%");
  assert.equal(sentences.groupText(EN, { ...group, ships: [2], heard: null, sunk: 0.5, hit: 0.3 }), "sunk: 50%, hit: 30%");
});
