import assert from "node:assert/strict";
import { test } from "node:test";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { lawChart, lawFigures, lawSpan } from "../../src/unsunk/web/static/js/core/map/law.js";
import { hottestCells, layoutLooks, replayLooks, shareLooks, shipsIn } from "../../src/unsunk/web/static/js/core/map/looks.js";
import { ticks } from "../../src/unsunk/web/static/js/core/map/scales.js";
import { namePlaces, scatter, spotAt } from "../../src/unsunk/web/static/js/core/map/scatter.js";
import * as sentences from "../../src/unsunk/web/static/js/core/map/sentences.js";
import { addressText, NO_MAP, pointOf, readAddress, reduceMap } from "../../src/unsunk/web/static/js/core/map/state.js";

/** @typedef {import("../../src/unsunk/web/static/js/core/map/types.js").Point} Point */
/** @typedef {import("../../src/unsunk/web/static/js/core/map/types.js").StrategyMap} StrategyMap */

const EN = translator("en");
const TR = translator("tr");
const BOARD = { rows: 2, columns: 3 };

/** @type {Point["replay"]["steps"]} */
const STEPS = [
  { cell: "A1", outcome: "miss", chances: [0.25, 0.5, 0.5, 0.25, 0.5, 0], hottest: false },
  { cell: "B1", outcome: "hit", chances: [0, 0.75, 0.5, 0.25, 0.5, 0], hottest: true },
  { cell: "C1", outcome: "sunk", length: 2, chances: [0, 0, 1, 0, 1, 0], hottest: true },
];

/**
 * @param {string} strategy
 * @param {number} win
 * @param {number} worst
 * @param {Partial<Point>} [change]
 * @returns {Point}
 */
function aPoint(strategy, win, worst, change = {}) {
  return {
    strategy,
    kind: "exact",
    games: null,
    win_rate: win,
    win_rate_ci95: [win, win],
    worst_win_rate: worst,
    worst_win_rate_ci95: [worst, worst],
    worst_layout: "2:B1-C1",
    mean_shots: 4,
    mean_shots_ci95: [4, 4],
    mean_shots_hider: 4,
    mean_shots_hider_ci95: [4, 4],
    slowest_mean: 5,
    slowest_mean_ci95: [5, 5],
    mutual_race: 0.25,
    mutual_race_ci95: [0.25, 0.25],
    laws: { uniform: [0, 0, 0.25, 0.25, 0.5, 0, 0], worst: [0, 0, 0, 0, 0, 0.75, 0.25] },
    hottest: { shots: 0.875, games: 1000, kind: "sampled", ci95: [0.86, 0.89] },
    replay: { layout: "2:B1-C1", seed: 1, steps: STEPS },
    ...change,
  };
}

/** @type {StrategyMap} */
const MAP = {
  board: BOARD,
  seed: 1,
  player: { mean_shots: 4, mean_by_layout: [3.9, 4.1], hides: [0, 0, 0, 0, 0, 0], fires_first: [0, 0, 0, 0, 0, 0], law: [0, 0, 0.5, 0.5, 0, 0, 0] },
  points: [aPoint("near-perfect", 0.5, 0.49), aPoint("exact", 0.45, 0.04), aPoint("density", 0.45, 0.04)],
};
const open = (text = "") => reduceMap(NO_MAP, { type: "open", map: MAP, wanted: readAddress(text) });

test("the address says the strategy and the shot, and is read without trust", () => {
  const state = open("strategy=density&step=2");
  assert.deepEqual([state.chosen, state.step], ["density", 2]);
  assert.equal(addressText(state), "strategy=density&step=2");
  assert.deepEqual([open().chosen, open().step], ["exact", 1]);
  assert.deepEqual([open("strategy=none&step=99").chosen, open("strategy=none&step=99").step], ["exact", 3]);
  for (const step of ["-4", "x", "", "0", "Infinity", "1.9"]) assert.ok([1, 3].includes(open(`step=${step}`).step), step);
});

test("another strategy begins at its first shot; shots end at the last", () => {
  const state = reduceMap(open("step=3"), { type: "choose", strategy: "density" });
  assert.deepEqual([state.chosen, state.step], ["density", 1]);
  assert.equal(reduceMap(state, { type: "step", step: 9 }).step, 3);
  assert.equal(reduceMap(state, { type: "choose", strategy: "density" }), state);
  assert.equal(reduceMap(state, { type: "choose", strategy: "density", step: 2 }).step, 2);
  assert.equal(pointOf(NO_MAP), undefined);
});

test("ticks are round and reach the most", () => {
  assert.deepEqual(ticks(0.5, 5), [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  assert.deepEqual(ticks(0.51, 5), [0, 0.2, 0.4, 0.6]);
  assert.deepEqual(ticks(0.03, 3), [0, 0.01, 0.02, 0.03]);
});

test("points lie to the right and up with their rates, inside the plot", () => {
  const { frame, spots } = scatter(MAP.points, 300);
  const [perfect, exact] = spots;
  assert.ok(perfect.x > exact.x && perfect.y < exact.y);
  assert.deepEqual([perfect.shape, exact.shape], ["perfect", "exact"]);
  for (const { x, y } of spots) assert.ok(x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
  assert.equal(scatter([aPoint("x", 0, 0, { kind: "sampled" })], 300).spots[0].shape, "sampled");
});

test("error bars reach from low to high, and not below nothing", () => {
  const point = aPoint("x", 0.1, 0.02, { win_rate_ci95: [0.05, 0.15], worst_win_rate_ci95: [-0.01, 0.05] });
  const { frame, spots } = scatter([point], 600);
  const [{ x, y, across, up }] = spots;
  assert.ok(across[0] < x && x < across[1]);
  assert.ok(up[1] < y && y < up[0] && up[0] < frame.bottom);
});

test("a press takes the nearest point, and the next of a stack when pressed again", () => {
  const { spots } = scatter(MAP.points, 600);
  const [perfect, exact] = spots;
  const at = (/** @type {string|null} */ chosen) => spotAt(spots, exact.x + 2, exact.y - 2, chosen);
  assert.deepEqual([at(null), at("exact"), at("density")], ["exact", "density", "exact"]);
  assert.equal(spotAt(spots, perfect.x, perfect.y + 5, "near-perfect"), "near-perfect");
  assert.equal(spotAt(spots, 60, 20, null), null);
});

test("names do not overlap; the chosen one is always there", () => {
  const chart = scatter(MAP.points, 300);
  const places = namePlaces(chart, (name) => name, ["density", "near-perfect"]);
  assert.ok(places.has("density") && places.has("near-perfect"));
  const boxes = [...places.values()];
  boxes.forEach((one, i) => {
    for (const two of boxes.slice(i + 1)) {
      const across = one.x < two.x + two.width && two.x < one.x + one.width;
      assert.ok(!(across && one.y < two.y + two.height && two.y < one.y + one.height));
    }
  });
});

test("a law is told by its ends, its mean and its half", () => {
  const { uniform, worst } = MAP.points[0].laws;
  assert.deepEqual(lawFigures(uniform), { first: 2, last: 4, mean: 3.25, half: 3 });
  assert.deepEqual(lawSpan([uniform, worst]), [2, 6]);
  assert.equal(
    sentences.lawSentence(EN, "worst", worst),
    "On its worst layout: 5 to 6 shots, 5.25 on average; half of the hunts are over by shot 5.",
  );
});

test("bars stand on the axis, as high as their shares; few numbers where it is narrow", () => {
  const { uniform } = MAP.points[0].laws;
  const { frame, bars, line, shots } = lawChart(uniform, MAP.player.law, [2, 6], 0.5, 300);
  assert.equal(bars.length, 5);
  for (const { y, height } of bars) assert.ok(Math.abs(y + height - frame.bottom) < 1e-9);
  assert.ok(Math.abs(bars[2].height - 2 * bars[0].height) < 1e-9);
  assert.equal(line.length, 5);
  assert.deepEqual(shots.map(({ value }) => value), [2, 3, 4, 5, 6]);
  assert.ok(lawChart(uniform, null, [2, 6], 0.5, 120).shots.length < 5);
  assert.deepEqual(lawChart(uniform, null, [2, 6], 0.5, 300).line, []);
});

test("a layout is read and drawn ship by ship", () => {
  assert.deepEqual(shipsIn(BOARD, "2:B1-C1 1:A2"), [
    { name: "2", span: "B1–C1", cells: [1, 2] },
    { name: "1", span: "A2", cells: [3] },
  ]);
  const looks = layoutLooks(BOARD, "2:B1-C1", EN);
  assert.deepEqual(looks.map((look) => look.ship), ["", "own", "own", "", "", ""]);
  assert.deepEqual([looks[1].label, looks[0].label], ["B1, ship of 2", "A1, empty"]);
  assert.ok(looks.every((look) => look.inert));
});

test("the replay shows the shots so far over the chances before this one", () => {
  const state = reduceMap(open("strategy=exact"), { type: "step", step: 2 });
  const looks = replayLooks(state, MAP.points[1], BOARD, EN);
  assert.deepEqual(looks.map((look) => look.mark), ["miss", "hit", "", "", "", ""]);
  assert.deepEqual(looks.map((look) => look.heat), [null, 6, 5, 3, 5, 0]);
  assert.deepEqual(looks.map((look) => look.number), ["", "", "50", "25", "50", "0"]);
  assert.deepEqual(looks.filter((look) => look.last).map((look) => look.cell), ["B1"]);
  assert.deepEqual(looks.filter((look) => look.flag).map((look) => look.cell), ["B1"]);
  assert.equal(looks[1].label, "B1, hit, ship of 2, 75%, hottest, this shot");
  assert.equal(looks[2].label, "C1, untried, ship of 2, 50%");
  const bare = reduceMap(reduceMap(state, { type: "fleet", on: false }), { type: "numbers", on: false });
  const hidden = replayLooks(bare, MAP.points[1], BOARD, EN);
  assert.ok(hidden.every((look) => look.ship === "" && look.number === ""));
  assert.equal(hidden[2].label, "C1, untried, 50%");
});

test("the hottest cells are told apart up to what is stored", () => {
  assert.deepEqual(hottestCells(BOARD, [0.333333, 0.333334, 0.33, 0, 0, 0]).cells, ["A1", "B1"]);
});

test("every shot has its sentence", () => {
  const said = (/** @type {number} */ n) => sentences.stepSentence(EN, BOARD, MAP.points[1], n);
  assert.equal(said(1), "Shot 1 at A1: miss. The hottest cells were B1, C1, B2 (50% each).");
  assert.equal(said(2), "Shot 2 at B1: hit. It was the hottest cell (75%).");
  assert.equal(
    said(3),
    "Shot 3 at C1: hit, a ship of 2 is sunk. It was one of 2 hottest cells (100% each). The whole fleet is sunk.",
  );
  assert.equal(sentences.stepSentence(TR, BOARD, MAP.points[1], 2), "2. atış, B1: isabet. En sıcak kare buydu (%75).");
  assert.equal(sentences.ignoredText(EN, MAP.points[1]), "In this game 1 shot of 3 was not at a hottest cell.");
});

test("shares print in percent, with heat", () => {
  const looks = shareLooks(BOARD, [0.168, 0.056, 0, 0.00002, 0.1, 0], EN);
  assert.deepEqual(looks.map((look) => look.number), ["16.8", "5.6", "0", "0.0", "10.0", "0"]);
  assert.deepEqual(looks.map((look) => look.heat), [6, 3, 0, 1, 4, 0]);
  assert.equal(looks[3].label, "A2, under 0.01%");
  assert.equal(shareLooks(BOARD, [0.168, 0, 0, 0, 0, 0], TR)[0].number, "16,8");
});

test("a figure is told with its kind", () => {
  const sampled = aPoint("exact", 0.45, 0.04, { kind: "sampled", games: 400 });
  assert.match(sentences.kindSentence(EN, MAP, sampled), /^Sampled: 400 hunts drawn, seed 1\./);
  assert.match(sentences.kindSentence(EN, MAP, MAP.points[0]), /^Exact:/);
  assert.equal(sentences.reachText(EN, [0.44, 0.46], 100), "± 1.00");
  assert.equal(sentences.reachText(EN, [4, 4], 1), "");
  assert.match(sentences.hottestText(EN, MAP.points[0]), /88% .* 86\.00% to 89\.00%, 1,000 games/);
  assert.equal(sentences.strategyName(EN, "three-parity"), "3-parity");
  assert.equal(sentences.strategyName(EN, "unheard-of"), "unheard-of");
});
