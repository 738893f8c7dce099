import assert from "node:assert/strict";
import { test } from "node:test";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { chartOf, ticksBetween } from "../../src/unsunk/web/static/js/core/study/chart.js";
import { figureSentence, phraseFor, valueText } from "../../src/unsunk/web/static/js/core/study/results.js";

const EN = translator("en");
const TR = translator("tr");

/** @type {import("../../src/unsunk/web/static/js/core/study/types.js").Figure} */
const FIGURE = {
  name: "turns",
  caption: "Terminal turns",
  x: "p",
  series: [
    { name: "random", points: [[0.25, 46, 45, 47], [0.75, 25.5, 25, 26]] },
    { name: "belief", points: [[0.25, 30, 28, 31], [0.75, 20, 19, 21]] },
  ],
};

test("ticks are round and reach over what they are for", () => {
  assert.deepEqual(ticksBetween(0.05, 0.95, 4), [0, 0.5, 1]);
  assert.deepEqual(ticksBetween(19, 47, 6), [15, 20, 25, 30, 35, 40, 45, 50]);
  assert.deepEqual(ticksBetween(-3.2, 1, 4), [-4, -2, 0, 2]);
  assert.equal(ticksBetween(5, 5, 4).length > 1, true);
});

test("lines and bands lie inside the frame, a point for a point", () => {
  const { frame, lines, across, up } = chartOf(FIGURE, 600);
  assert.equal(lines.length, 2);
  for (const { spots, line, band } of lines) {
    assert.equal(spots.length, 2);
    assert.equal(line.split(" ").length, 2);
    assert.equal(band.split(" ").length, 4);
    for (const corner of `${line} ${band}`.split(" ")) {
      const [x, y] = corner.split(",").map(Number);
      assert.ok(x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom, corner);
    }
  }
  assert.ok(lines[0].spots[0].y < lines[1].spots[0].y, "more is higher");
  assert.ok(lines[0].spots[0].x < lines[0].spots[1].x);
  for (const ticks of [across, up]) assert.ok(ticks.length > 1);
});

test("values are in the page's language, texts as stored, nothing is a dash", () => {
  assert.equal(valueText(EN, 31.7412), "31.741");
  assert.equal(valueText(TR, 31.7412), "31,741");
  assert.equal(valueText(EN, null), "–");
  assert.equal(valueText(TR, "31.74 ± 0.78"), "31.74 ± 0.78");
});

test("known names are translated, others stay", () => {
  assert.deepEqual(phraseFor(TR, "word", "greedy"), { text: "açgözlü", known: true });
  assert.deepEqual(phraseFor(TR, "word", "Δ"), { text: "Δ", known: false });
  for (const number of [1, 2, 3, 4]) assert.ok(phraseFor(EN, "table", `table-${number}`).known);
});

test("a chart says what it shows", () => {
  assert.equal(figureSentence(EN, FIGURE), "Chart of 2 lines, from 0.25 to 0.75 across; their means run from 20 to 46. All values stand in the table below.");
});
