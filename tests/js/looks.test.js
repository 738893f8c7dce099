import assert from "node:assert/strict";
import { test } from "node:test";
import { enemyLooks, ownLooks } from "../../src/unsunk/web/static/js/core/looks.js";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { reduce, START } from "../../src/unsunk/web/static/js/core/state.js";
import { aView, withShips } from "./views.js";

/** @typedef {import("../../src/unsunk/web/static/js/core/types.js").View} View */

const EN = translator("en");
const TR = translator("tr");
const FLEET = ["A1 B1 C1 D1 E1", "A2 B2 C2 D2", "A3 B3 C3", "A4 B4 C4", "A5 B5"];

/** @param {View} view */
const state = (view) => reduce(START, { type: "view", view });
/** @param {import("../../src/unsunk/web/static/js/core/types.js").Look[]} looks @param {string} name */
const find = (looks, name) => /** @type {(typeof looks)[0]} */ (looks.find((look) => look.cell === name));

/** @returns {View} */
function battle() {
  const view = withShips(aView({ phase: "battle", turn: "you" }), FLEET);
  view.yours.shots = [
    { cell: "J10", kind: "miss", ship: null },
    { cell: "A5", kind: "hit", ship: 4 },
    { cell: "B5", kind: "sunk", ship: 4 },
  ];
  view.yours.sunk = [{ ship: 4, length: 2, cells: ["A5", "B5"] }];
  view.theirs.shots = [
    { cell: "C7", kind: "hit", ship: null },
    { cell: "C8", kind: "sunk", ship: 4 },
    { cell: "D4", kind: "hit", ship: null },
    { cell: "E4", kind: "miss", ship: null },
  ];
  view.theirs.sunk = [{ ship: 4, length: 2, cells: ["C7", "C8"] }];
  return view;
}

test("a cell says its name, then its state", () => {
  const looks = enemyLooks(state(battle()), EN);
  assert.equal(find(looks, "D4").label, "D4, hit");
  assert.equal(find(looks, "E4").label, "E4, miss, last shot");
  assert.equal(find(looks, "A1").label, "A1, untried");
  assert.equal(find(looks, "C7").label, "C7, sunk, destroyer");
  assert.equal(find(enemyLooks(state(battle()), TR), "D4").label, "D4, isabet");
});

test("cells fired at are inert and all others open while it is the player's turn", () => {
  const looks = enemyLooks(state(battle()), EN);
  for (const look of looks) assert.equal(look.inert, look.mark !== "", look.cell);
  const waiting = enemyLooks(state({ ...battle(), turn: "computer" }), EN);
  assert.ok(waiting.every((look) => look.inert));
});

test("a sunk ship is outlined, and its hits are marked sunk", () => {
  const looks = enemyLooks(state(battle()), EN);
  assert.deepEqual([find(looks, "C7").mark, find(looks, "C7").edges], ["sunk", "new"]);
  assert.deepEqual([find(looks, "C8").mark, find(looks, "C8").edges], ["sunk", "esw"]);
  assert.equal(find(looks, "D4").edges, "");
});

test("exactly one cell of each board is the last shot", () => {
  const looks = [enemyLooks(state(battle()), EN), ownLooks(state(battle()), EN)];
  assert.deepEqual(
    looks.map((board) => board.filter((look) => look.last).map((look) => look.cell)),
    [["E4"], ["B5"]],
  );
});

test("the own waters show the own ships and are inert during the battle", () => {
  const looks = ownLooks(state(battle()), EN);
  assert.equal(looks.filter((look) => look.ship !== "").length, 17);
  assert.equal(find(looks, "A1").label, "A1, carrier");
  assert.equal(find(looks, "A5").label, "A5, sunk, destroyer");
  assert.equal(find(looks, "H8").label, "H8, empty");
  assert.ok(looks.every((look) => look.inert));
});

test("a sink told by length alone outlines nothing", () => {
  const view = battle();
  view.rules.announce = "length";
  view.theirs.sunk = [{ ship: null, length: 2, cells: null }];
  view.theirs.shots[1].ship = null;
  const looks = enemyLooks(state(view), EN);
  assert.equal(find(looks, "C8").label, "C8, sunk");
  assert.equal(find(looks, "C7").label, "C7, hit");
  assert.ok(looks.every((look) => look.edges === ""));
});

test("at the end the whole fleet is shown, and what was never hit says so", () => {
  const view = { ...battle(), phase: /** @type {const} */ ("over"), turn: null };
  view.theirs.ships = [
    { ship: 0, cells: ["D4", "D5", "D6", "D7", "D8"] },
    { ship: 4, cells: ["C7", "C8"] },
  ];
  const looks = enemyLooks(state(view), EN);
  assert.equal(find(looks, "D4").label, "D4, hit, carrier");
  assert.equal(find(looks, "D5").label, "D5, carrier, never hit");
  assert.deepEqual([find(looks, "D5").ship, find(looks, "C7").ship], ["revealed", "sunk"]);
  assert.ok(looks.every((look) => look.inert));
});

test("the preview covers the ship in hand, legal or not", () => {
  let now = state(aView());
  now = reduce(now, { type: "point", cell: 0 });
  const legal = ownLooks(now, EN).filter((look) => look.preview !== "");
  assert.deepEqual(legal.map((look) => [look.cell, look.preview]), FLEET[0].split(" ").map((c) => [c, "legal"]));
  now = reduce(now, { type: "point", cell: 8 });
  const illegal = ownLooks(now, EN).filter((look) => look.preview !== "");
  assert.deepEqual(illegal.map((look) => [look.cell, look.preview]), [["I1", "illegal"], ["J1", "illegal"]]);
  assert.ok(ownLooks(reduce(now, { type: "take", ship: null }), EN).every((look) => look.preview === ""));
});

test("heat is drawn on untried cells only, with numbers on demand", () => {
  const heat = {
    version: 1,
    law: /** @type {const} */ ("own"),
    kind: null,
    layouts: null,
    values: { A1: "10", H8: "5" },
    shares: { A1: 1, H8: 0.5, J10: 0.3 },
  };
  let now = reduce(state(battle()), { type: "heat", heat });
  assert.ok(ownLooks(now, EN).every((look) => look.heat === null));
  now = reduce(now, { type: "show-heat", on: true });
  assert.deepEqual(
    ["A1", "H8", "J10", "B5"].map((name) => find(ownLooks(now, EN), name).heat),
    [6, 4, null, null],
  );
  now = reduce(now, { type: "show-numbers", on: true });
  assert.equal(find(ownLooks(now, EN), "H8").number, "50");
  assert.equal(find(ownLooks(now, EN), "H8").label, "H8, empty, heat 50");
});

test("before any view there is nothing to draw", () => {
  assert.deepEqual(ownLooks(START, EN), []);
  assert.deepEqual(enemyLooks(START, EN), []);
});

test("the exact law prints chances, and heat of the other law is not drawn", () => {
  const law = /** @type {const} */ ("exact");
  const kind = /** @type {const} */ ("exact");
  const values = { A1: "40", H8: "5" };
  const heat = { version: 1, law, kind, layouts: "40", values, shares: { A1: 1, H8: 0.125 } };
  let now = reduce(state(battle()), { type: "show-heat", on: true });
  now = reduce(now, { type: "show-numbers", on: true });
  assert.equal(reduce(now, { type: "heat", heat }), now);
  now = reduce(reduce(now, { type: "law", law }), { type: "heat", heat });
  const looks = ownLooks(now, EN);
  assert.deepEqual(["A1", "H8"].map((name) => find(looks, name).number), ["100", "13"]);
  assert.equal(find(looks, "H8").label, "H8, empty, 13%");
  assert.equal(reduce(now, { type: "law", law: "own" }).heat, null);
});
