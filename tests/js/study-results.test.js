import assert from "node:assert/strict";
import { test } from "node:test";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { chartOf, ticksBetween } from "../../src/unsunk/web/static/js/core/study/chart.js";
import { figureSentence, headOf, phraseFor, valueText, wordFor } from "../../src/unsunk/web/static/js/core/study/results.js";

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

test("values are in the page's language, other texts as stored, nothing is a dash", () => {
  assert.equal(valueText(EN, 31.7412), "31.741");
  assert.equal(valueText(TR, 31.7412), "31,741");
  assert.equal(valueText(EN, null), "–");
  assert.equal(valueText(TR, "31.74 ± 0.78"), "31,74 ± 0,78");
  assert.equal(valueText(TR, "2.62 [2.16, 3.08]*"), "2,62 [2,16; 3,08]*");
  assert.equal(valueText(EN, "2.62 [2.16, 3.08]*"), "2.62 [2.16, 3.08]*");
  assert.equal(valueText(TR, "10x10"), "10×10");
  assert.equal(valueText(TR, "p = 0.5"), "p = 0.5");
});

test("known names are translated, others stay", () => {
  assert.deepEqual(phraseFor(TR, "word", "greedy"), { text: "açgözlü", known: true });
  assert.deepEqual(phraseFor(TR, "word", "Δ"), { text: "Δ", known: false });
  for (const number of [1, 2, 3, 4]) assert.ok(phraseFor(EN, "table", `table-${number}`).known);
});

test("words made of parts are translated part by part", () => {
  for (const [text, tr] of [
    ["mean, paper", "Ortalama, makale"],
    ["Δ, ours", "Δ, bizim"],
    ["starter wins, %, ours", "Başlayan kazanır, %, bizim"],
    ["L3 draws", "L3 beraberlik"],
    ["mean; Δ", "Ortalama; Δ"],
  ]) {
    assert.deepEqual(wordFor(TR, text), { text: tr, known: true });
  }
  assert.deepEqual(wordFor(TR, "16.6 [16, 17]"), { text: "16.6 [16, 17]", known: false });
});

test("headings and captions are in the page's language, with the numbers of the stored ones", () => {
  const figure = headOf(TR, "figure", { name: "turns-10x10-greedy", caption: "Mean: 10×10, greedy; 2,000 packets, 95 % bands" });
  assert.equal(figure.title.text, "10×10, açgözlü: oyunlar ne kadar sürer");
  assert.match(figure.line.text, /2\.000 paket/);
  const table = { name: "table-1", caption: "Turns at p = 0.5. 70 of 80 cells agree." };
  assert.match(headOf(TR, "table", table).line.text, /^p = 0,5 .* 80 hücrenin 70 tanesi/);
  const other = { name: "table-1", caption: "Something else" };
  assert.deepEqual(headOf(TR, "table", other).line, { text: "Something else", known: false });
  assert.equal(headOf(EN, "table", { name: "density", caption: "" }).title.text, "How full the board is");
});

test("a chart says what it shows", () => {
  assert.equal(figureSentence(EN, FIGURE), "Chart of 2 lines, from 0.25 to 0.75 across; their means run from 20 to 46. All values stand in the table below.");
});
