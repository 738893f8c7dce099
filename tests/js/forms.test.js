import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceNumber, countText, heatStep, hundredths, percentText, shareOf, shortCount, stepRange, STEPS } from "../../src/unsunk/web/static/js/core/heat.js";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { parseLengths, PRESETS, readRuleForm, sameWaters } from "../../src/unsunk/web/static/js/core/rules.js";
import { DEFAULTS, readSettings } from "../../src/unsunk/web/static/js/core/settings.js";

const FORM = { rows: "10", columns: "10", preset: "classic", lengths: "", touching: "yes", announce: "shown" };

/** @param {object} change */
const read = (change) => readRuleForm({ ...FORM, ...change });

test("heat rises with the share, in six steps and nothing", () => {
  let before = 0;
  for (let hundredth = 0; hundredth <= 100; hundredth += 1) {
    const step = heatStep(hundredth / 100);
    assert.ok(step >= before && step <= STEPS);
    before = step;
  }
  assert.deepEqual([heatStep(0), heatStep(1e-9), heatStep(1), heatStep(Number.NaN)], [0, 1, 6, 0]);
});

test("the legend's ranges are those of the steps, without gap or overlap", () => {
  let next = 1;
  for (let step = 1; step <= STEPS; step += 1) {
    const [low, high] = stepRange(step);
    assert.equal(low, next);
    assert.deepEqual([heatStep(low / 100), heatStep(high / 100)], [step, step]);
    next = high + 1;
  }
  assert.equal(next, 101);
});

test("a count that is not nothing keeps a shade, even when its share was rounded to nothing", () => {
  const own = { version: 1, law: /** @type {const} */ ("own"), kind: null, layouts: null };
  const heat = { ...own, values: { A1: "3", A2: "0", A3: "99999999" }, shares: { A1: 0, A2: 0, A3: 1 } };
  assert.deepEqual(["A1", "A2", "A3"].map((cell) => heatStep(shareOf(heat, cell) ?? -1)), [1, 0, 6]);
  assert.equal(hundredths(shareOf(heat, "A1") ?? 0), 1);
  assert.equal(shareOf(heat, "B1"), undefined);
});

test("hundredths and counts are short enough to print", () => {
  assert.deepEqual([hundredths(0), hundredths(0.001), hundredths(0.5), hundredths(1)], [0, 1, 50, 100]);
  const { number } = translator("en");
  assert.equal(shortCount("123456", number), "123,456");
  assert.equal(shortCount("12345678901234567890", number), "1.23 × 10^19");
  assert.equal(shortCount("abc", number), "abc");
});

test("ship lengths are read from what people type", () => {
  assert.deepEqual(parseLengths("5,4,3,3,2"), [5, 4, 3, 3, 2]);
  assert.deepEqual(parseLengths(" 5, 4 3;2 "), [5, 4, 3, 2]);
  for (const text of ["", " ", "5,x", "5,-1", "0", "2.5", "100", "5,,é"]) assert.equal(parseLengths(text), null, text);
});

test("the rules form says what is wrong, and at which field", () => {
  assert.deepEqual(read({}), { choice: { board: "10x10", fleet: "classic", touching: "yes", announce: "shown" } });
  assert.deepEqual(read({ rows: "4", columns: "15", preset: "3,3,2" }), {
    choice: { board: "4x15", fleet: "3,3,2", touching: "yes", announce: "shown" },
  });
  for (const [change, field, problem] of /** @type {[object, string, string][]} */ ([
    [{ rows: "3" }, "rows", "rules.bad-side"],
    [{ columns: "16" }, "columns", "rules.bad-side"],
    [{ rows: "ten" }, "rows", "rules.bad-side"],
    [{ rows: "" }, "rows", "rules.bad-side"],
    [{ rows: "7.5" }, "rows", "rules.bad-side"],
    [{ preset: "own", lengths: "x" }, "lengths", "rules.bad-lengths"],
    [{ preset: "own", lengths: "11" }, "lengths", "rules.too-long"],
    [{ preset: "own", lengths: "10,".repeat(11).slice(0, -1) }, "lengths", "rules.too-many"],
  ])) {
    const reading = read(change);
    assert.ok("problem" in reading);
    assert.deepEqual([reading.field, reading.problem], [field, problem]);
  }
});

test("every preset but the first is itself a list of lengths", () => {
  for (const preset of PRESETS.slice(1)) assert.equal(parseLengths(preset)?.join(","), preset);
});

test("a fleet can be kept only on the same board with the same ships", () => {
  const rules = { board: "10x10", fleet: "classic" };
  assert.ok(sameWaters(rules, { ...rules }));
  assert.ok(!sameWaters(rules, { ...rules, board: "10x9" }));
  assert.ok(!sameWaters(rules, { ...rules, fleet: "3,3,2" }));
});

test("settings are read without trust", () => {
  for (const text of [null, "", "nonsense", "null", "7", '"x"', "[]"]) {
    assert.deepEqual(readSettings(text), DEFAULTS, String(text));
  }
  const odd = readSettings('{"lang":"xx","theme":"pink","sound":"yes","rules":{"board":"8x8","evil":"x","fleet":3}}');
  assert.deepEqual(odd, { ...DEFAULTS, rules: { board: "8x8" } });
  const kept = { ...DEFAULTS, lang: "tr", theme: "dark", sound: true, level: "easy" };
  assert.deepEqual(readSettings(JSON.stringify(kept)), kept);
});

test("percentages are never rounded to nothing or to certainty", () => {
  const [en, tr] = [translator("en"), translator("tr")];
  const texts = [0, 1e-9, 0.00123, 0.0456, 0.2136, 0.9954, 0.99999, 1].map((chance) => percentText(en, chance));
  assert.deepEqual(texts, ["0%", "under 0.01%", "0.12%", "4.6%", "21%", "99.54%", "over 99.99%", "100%"]);
  assert.equal(percentText(tr, 0.2136), "%21");
  assert.deepEqual(
    [chanceNumber(0, true, false), chanceNumber(1e-9, false, false), chanceNumber(0.9999, false, false), chanceNumber(1, false, true)],
    ["0", "1", "99", "100"],
  );
});

test("counts keep every digit, estimates three", () => {
  const [en, tr] = [translator("en"), translator("tr")];
  assert.equal(countText(en, "15046987768"), "15,046,987,768");
  assert.equal(countText(tr, "15046987768"), "15.046.987.768");
  assert.equal(countText(en, "123456789012345678901"), "123,456,789,012,345,678,901");
  assert.equal(countText(en, "15046987768", true), "15,000,000,000");
  assert.equal(countText(en, "1234567890123456789012"), "1.23 × 10^21");
});
