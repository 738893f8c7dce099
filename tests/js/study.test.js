import assert from "node:assert/strict";
import { test } from "node:test";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { angleOf, applies, CIRCUITS, FIRST_CHOICE, LAYERS, readChoice, requestOf } from "../../src/unsunk/web/static/js/core/study/choice.js";
import { circuitOf, circuitSentence } from "../../src/unsunk/web/static/js/core/study/circuit.js";
import { theirLooks, yourLooks } from "../../src/unsunk/web/static/js/core/study/looks.js";
import * as sentences from "../../src/unsunk/web/static/js/core/study/sentences.js";
import { lastExchange, lyingAt, NO_GAME, reduceStudy, tallyOf, tracesOn } from "../../src/unsunk/web/static/js/core/study/state.js";

/** @typedef {import("../../src/unsunk/web/static/js/core/study/types.js").StudyShot} StudyShot */
/** @typedef {import("../../src/unsunk/web/static/js/core/study/types.js").StudyView} StudyView */

const EN = translator("en");
const TR = translator("tr");

/**
 * @param {StudyShot["by"]} by
 * @param {string} cell
 * @param {StudyShot["heard"]} heard
 * @param {Partial<StudyShot>} [change]
 * @returns {StudyShot}
 */
const shot = (by, cell, heard, change = {}) => ({ by, cell, attack: "bomb", heard, v: null, resolved: [], c: null, linked: null, sunk: [], ...change });

/**
 * @param {StudyShot[]} log
 * @param {Partial<StudyView>} [change]
 * @param {Partial<StudyView["condition"]>} [condition]
 * @returns {StudyView}
 */
const view = (log, change = {}, condition = {}) => ({
  id: "g",
  version: log.length + 1,
  phase: "battle",
  winner: null,
  round: Math.ceil(log.length / 2),
  condition: { rows: 3, columns: 3, layer: "L3", p: 0.5, feedback: "open", linked: "both", ...condition },
  policy: "belief",
  start: "you",
  yours: [
    { length: 2, a: ["A1", "B1"], b: ["A3", "B3"], branch: "A" },
    { length: 1, a: ["C1"], b: ["C3"], branch: null },
  ],
  theirs: null,
  log,
  reveal: null,
  ...change,
});

/**
 * What is said of a shot, by circuit.
 * @param {StudyShot} one
 * @param {Partial<StudyView>} [change]
 * @param {Partial<StudyView["condition"]>} [condition]
 */
const why = (one, change, condition) =>
  Object.fromEntries(sentences.reasons(EN, view([one], change, condition), one).map(({ kind, text }) => [kind, text]));

test("what was remembered is read without trust", () => {
  assert.deepEqual(readChoice(null), { ...FIRST_CHOICE });
  assert.deepEqual(readChoice("{"), { ...FIRST_CHOICE });
  assert.deepEqual(readChoice('"text"'), { ...FIRST_CHOICE });
  const odd = { layer: "L9", p: 7, policy: "<b>", board: 5, feedback: "loud", linked: null, start: "nobody" };
  assert.deepEqual(readChoice(JSON.stringify(odd)), { ...FIRST_CHOICE });
  const good = { board: "10x10", layer: "L1", p: 0.25, policy: "random", feedback: "ambiguous", linked: "ones", start: "computer" };
  assert.deepEqual(readChoice(JSON.stringify(good)), good);
});

test("a layer is sent what it has a use for", () => {
  const sent = LAYERS.map((layer) => Object.keys(requestOf({ ...FIRST_CHOICE, layer })).sort().join(" "));
  const first = "board layer policy start";
  assert.deepEqual(sent, [first, "board feedback layer p policy start", "board feedback layer p policy start", "board feedback layer linked p policy start"]);
  assert.deepEqual(applies("L3"), { p: true, feedback: true, linked: true });
});

test("the angle of a rotation gives its chance back", () => {
  for (const p of [0.05, 0.25, 0.5, 1]) assert.ok(Math.abs(Math.sin(angleOf(p) / 2) ** 2 - p) < 1e-12);
  assert.match(circuitSentence(EN, "V", 0.5), /= 1\.571 and measured: V is 1 in 50% of shots/);
  assert.match(circuitSentence(TR, "B", 0.25), /θ = 1,047: .*%25/);
});

test("the circuits have a meter for each bit, and each layer those of the layers below", () => {
  for (const kind of /** @type {const} */ (["V", "B", "C"])) {
    const { bits, columns } = circuitOf(kind);
    assert.equal(columns[columns.length - 1].length, bits.length);
    assert.ok(columns.flat().every(({ from, to }) => from <= to && to < bits.length));
  }
  assert.deepEqual(circuitOf("C").bits, ["C₀", "C₁"]);
  LAYERS.slice(1).forEach((layer, i) => assert.deepEqual(CIRCUITS[layer].slice(0, i), CIRCUITS[LAYERS[i]]));
});

test("a cell keeps its last mark and counts the shots without damage", () => {
  const log = [
    shot("you", "A1", "resisted"),
    shot("computer", "B2", "miss"),
    shot("you", "A1", "resisted"),
    shot("computer", "C1", "damage", { linked: { side: "computer", cell: "C3" } }),
    shot("you", "A1", "damage"),
  ];
  const there = tracesOn(view(log), "computer");
  assert.deepEqual([...there.traces], [[0, { mark: "hit", tries: 2 }], [8, { mark: "linked", tries: 0 }]]);
  assert.equal(there.last, 0);
  const here = tracesOn(view(log), "you");
  assert.deepEqual([...here.traces.keys()], [4, 2]);
  assert.deepEqual(tallyOf(view(log), "you"), { shots: 3, damage: 1, linked: 1 });
  assert.deepEqual(tallyOf(view(log), "computer"), { shots: 2, damage: 1, linked: 0 });
});

test("the last exchange begins with your shot, or with the first one", () => {
  const log = [shot("computer", "A1", "miss"), shot("you", "B1", "miss"), shot("computer", "C1", "miss")];
  assert.deepEqual(lastExchange(view(log)).map((one) => one.cell), ["B1", "C1"]);
  assert.deepEqual(lastExchange(view(log.slice(0, 1))).map((one) => one.cell), ["A1"]);
  assert.deepEqual(lastExchange(view([])), []);
});

test("your waters show a ship where it lies, or in both branches", () => {
  const looks = yourLooks({ ...NO_GAME, view: view([shot("computer", "A1", "damage")]) }, EN);
  const by = Object.fromEntries(looks.map((look) => [look.cell, look]));
  assert.deepEqual([by.A1.ship, by.B1.ship, by.A3.ship], ["own", "own", ""]);
  assert.deepEqual([by.C1.ship, by.C1.number, by.C3.number], ["branch", "A", "B"]);
  assert.equal(by.A1.label, "A1, damaged, ship of 2, last shot");
  assert.equal(by.C3.label, "C3, ship of 1, perhaps, branch B");
  assert.equal(by.B2.label, "B2, empty");
  assert.ok(looks.every((look) => look.inert));
  const sunk = yourLooks({ ...NO_GAME, view: view([shot("computer", "A1", "damage"), shot("computer", "B1", "damage")]) }, EN);
  assert.deepEqual(sunk.filter((look) => look.ship === "sunk").map((look) => look.cell), ["A1", "B1"]);
  assert.equal(lyingAt({ length: 1, a: ["C1"], b: null, branch: "A" })?.[0], "C1");
});

test("the policy's thinking lies under the ships, with numbers on demand", () => {
  const now = view([shot("computer", "B2", "miss")]);
  const state = { ...NO_GAME, view: now, heatOn: true, heat: { version: 2, shares: { A1: 1, C3: 0.5, A2: 0 } } };
  const cell = (/** @type {import("../../src/unsunk/web/static/js/core/types.js").Look[]} */ looks, /** @type {string} */ name) =>
    looks.find((look) => look.cell === name) ?? assert.fail(name);
  const quiet = yourLooks(state, EN);
  assert.deepEqual([cell(quiet, "A1").heat, cell(quiet, "C3").heat, cell(quiet, "A2").heat, cell(quiet, "B2").heat], [6, 4, 0, null]);
  assert.deepEqual([cell(quiet, "A1").number, cell(quiet, "C3").number], ["", "B"]);
  const loud = yourLooks({ ...state, numbersOn: true }, EN);
  assert.deepEqual([cell(loud, "A1").number, cell(loud, "C3").number], ["100", "50"]);
  assert.equal(cell(loud, "C3").label, "C3, ship of 1, perhaps, branch B, heat 50");
  assert.equal(cell(yourLooks({ ...state, heat: { version: 2, shares: null } }, EN), "A1").heat, null);
  const moved = reduceStudy(state, { type: "view", view: { ...now, version: 3 } });
  assert.equal(moved.heat, null);
  assert.equal(reduceStudy(state, { type: "view", view: now }).heat, state.heat);
});

test("cells of the opponent's waters can be pressed until they are spent", () => {
  const log = [shot("you", "A1", "resisted"), shot("you", "B1", "miss"), shot("you", "C1", "damage", { linked: { side: "you", cell: "A1" } })];
  const looks = theirLooks({ ...NO_GAME, view: view([...log, shot("you", "A2", "nothing"), shot("you", "A2", "nothing")]) }, EN);
  const free = looks.filter((look) => !look.inert).map((look) => look.cell);
  assert.deepEqual(free, ["A1", "A2", "B2", "C2", "A3", "B3", "C3"]);
  assert.deepEqual([looks[3].label, looks[3].number], ["A2, no damage, 2 shots, last shot", "2"]);
  assert.equal(looks[4].label, "B2, untried");
  const theirs = [{ length: 2, a: ["A1", "A2"], b: ["C2", "C3"], branch: /** @type {const} */ ("B") }];
  const over = theirLooks({ ...NO_GAME, view: view(log, { phase: "over", winner: "draw", theirs }) }, EN);
  assert.ok(over.every((look) => look.inert));
  assert.deepEqual(over.filter((look) => look.ship === "revealed").map((look) => look.cell), ["C2", "C3"]);
});

test("L0 has nothing to explain, each layer above one circuit more", () => {
  const one = shot("computer", "A1", "miss", { v: 1 });
  const kinds = LAYERS.map((layer) => Object.keys(why(one, {}, { layer })).join(""));
  assert.deepEqual(kinds, ["", "V", "VB", "VBC"]);
});

test("V is told where it decided something, or where it is known", () => {
  assert.equal(why(shot("you", "A1", "damage")).V, "V was 1: the ship at A1 is damaged.");
  assert.match(why(shot("you", "A1", "resisted")).V, /^V was 0: the ship at A1 resists/);
  assert.equal(why(shot("you", "A1", "miss")).V, "Nothing lies at A1, so V decided nothing.");
  assert.equal(why(shot("computer", "A1", "miss", { v: 0 })).V, "V was 0, but nothing lies at A1.");
  const unsure = { feedback: /** @type {const} */ ("ambiguous") };
  assert.match(why(shot("you", "A1", "nothing"), {}, unsure).V, /you are not told which\.$/);
  assert.match(why(shot("computer", "A1", "miss", { v: 1 }), {}, unsure).V, /The policy hears only that there was no damage\.$/);
});

test("B is told of your ships, and of the opponent's when the game is over", () => {
  const found = [{ side: /** @type {const} */ ("you"), ship: 1, branch: /** @type {const} */ ("B") }];
  assert.equal(why(shot("computer", "C1", "miss", { v: 1, resolved: found })).B, "B was 1: your ship of 1 lies in branch B.");
  assert.match(why(shot("computer", "C2", "miss", { v: 1 })).B, /B was not measured\.$/);
  assert.match(why(shot("you", "C2", "miss")).B, /^If C2 is the first .* you are not told\.$/);
  const over = { phase: /** @type {const} */ ("over"), winner: /** @type {const} */ ("you") };
  const theirs = [{ side: /** @type {const} */ ("computer"), ship: 0, branch: /** @type {const} */ ("A") }];
  assert.equal(why(shot("you", "C2", "miss", { v: 1, resolved: theirs }), over).B, "B was 0: the opponent’s ship of 2 lies in branch A.");
  assert.match(why(shot("you", "C2", "miss", { v: 1 }), over).B, /B was not measured\.$/);
});

test("C is told where damage came through a link", () => {
  const back = shot("you", "C2", "damage", { linked: { side: "you", cell: "A1" } });
  assert.equal(why(back).C, "C2 is linked with your A1: the damage came back to it.");
  const on = shot("computer", "A1", "damage", { c: [1, 1], linked: { side: "computer", cell: "C2" } });
  assert.equal(why(on).C, "(C₀, C₁) was (1, 1). Your A1 is linked with the opponent’s C2: the damage went back to it.");
  assert.match(why(shot("computer", "A1", "damage", { c: [0, 0] }), {}, { linked: "ones" }).C, /only 11 passes damage on\.$/);
  assert.match(why(shot("computer", "A1", "damage", { c: [0, 0] })).C, /damaged before\.$/);
  assert.equal(why(shot("computer", "A1", "damage")).C, "No damage came through a link.");
  assert.equal(why(shot("computer", "A1", "miss")).C, "Only damage can meet a link: C was not measured.");
});

test("a turn is one sentence a shot and what comes next", () => {
  const log = [
    shot("you", "C2", "damage", { linked: { side: "you", cell: "A1" } }),
    shot("computer", "B1", "damage", { sunk: [{ side: "you", ship: 0 }] }),
  ];
  const told = "C2: damage. Through a link your A1 is damaged. The policy fires at B1: damage. Your ship of 2 is sunk. Your turn.";
  assert.equal(sentences.turnSentence(EN, 0, view(log)), told);
  assert.equal(sentences.turnSentence(EN, 2, view(log)), "Your turn.");
  const over = { phase: /** @type {const} */ ("over"), winner: /** @type {const} */ ("draw"), round: 9 };
  assert.match(sentences.turnSentence(EN, 2, view(log, over)), /^A draw in round 9/);
  assert.match(sentences.endSentence(TR, view(log, { ...over, winner: "you" })), /^9\. turda kazandınız/);
  assert.equal(sentences.conditionParts(EN, view([], {}, { feedback: "ambiguous", linked: "ones" })).join(" · "), "3×3 · L3 · p = 0.5 · Belief state · No damage, and no more · 11 only (as the paper’s formula)");
  assert.deepEqual(sentences.conditionParts(TR, view([], {}, { layer: "L0", p: null })), ["3 × 3", "L0", "İnanç durumu"]);
});

test("at the end the links are named of ships that were found on both boards", () => {
  const theirs = [
    { length: 2, a: ["A2", "B2"], b: ["A3", "B3"], branch: /** @type {const} */ ("B") },
    { length: 1, a: ["C1"], b: ["C2"], branch: null },
  ];
  /** @type {StudyView["reveal"]} */
  const reveal = { seed: "7", source: "numpy", links: [[0, 1], [0, 0]] };
  const over = view([], { phase: "over", winner: "you", theirs, reveal });
  assert.deepEqual(sentences.linkTexts(EN, over), ["Ship of 2: your A1 was linked with the opponent’s B3."]);
  assert.deepEqual(sentences.linkTexts(EN, { ...over, condition: { ...over.condition, layer: "L2" } }), []);
  assert.deepEqual(sentences.linkTexts(EN, view([])), []);
});

test("every shot that can be heard has its words", () => {
  for (const t of [EN, TR]) {
    for (const by of /** @type {const} */ (["you", "computer"])) {
      for (const heard of /** @type {const} */ (["miss", "resisted", "damage", "nothing"])) {
        const linked = { side: by, cell: "A1" };
        const sunk = [{ side: by, ship: 0 }];
        const one = shot(by, "B2", heard, { linked, sunk, v: 1, c: [1, 1], resolved: [{ side: by, ship: 0, branch: "A" }] });
        const text = [sentences.shotSentence(t, view([one]), one), ...sentences.explained(t, view([one])).flatMap((part) => [part.title, part.heard, ...part.reasons.map((reason) => reason.text)])].join(" ");
        assert.doesNotMatch(text, /study\.|[{}]/);
      }
    }
  }
});
