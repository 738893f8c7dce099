import assert from "node:assert/strict";
import { test } from "node:test";
import { reduce, START } from "../../src/unsunk/web/static/js/core/state.js";
import { aView, withShips } from "./views.js";

/** @typedef {import("../../src/unsunk/web/static/js/core/types.js").State} State */
/** @typedef {import("../../src/unsunk/web/static/js/core/types.js").View} View */

/** @param {State} state @param {View} view */
const see = (state, view) => reduce(state, { type: "view", view });

const FLEET = ["A1 B1 C1 D1 E1", "A2 B2 C2 D2", "A3 B3 C3", "A4 B4 C4", "A5 B5"];

test("a fresh game puts the first ship in hand", () => {
  assert.equal(see(START, aView()).ship, 0);
  assert.equal(see(START, withShips(aView(), FLEET)).ship, null);
});

test("an answer that was overtaken by a later one is dropped", () => {
  const late = see(START, aView({ version: 5 }));
  assert.equal(see(late, aView({ version: 4 })), late);
  assert.equal(see(late, aView({ id: "other", version: 1 })).view?.id, "other");
});

test("after placing, the next unplaced ship is in hand; after the last, none", () => {
  let state = see(START, aView());
  state = see(state, withShips(aView({ version: 2 }), FLEET.slice(0, 1)));
  assert.equal(state.ship, 1);
  state = reduce(state, { type: "take", ship: 4 });
  state = see(state, withShips(aView({ version: 3 }), [FLEET[0], null, null, null, FLEET[4]]));
  assert.equal(state.ship, 1);
  state = see(state, withShips(aView({ version: 4 }), FLEET));
  assert.equal(state.ship, null);
});

test("turning a placed ship keeps it in hand, moving it lets it go", () => {
  let state = see(START, withShips(aView({ version: 2 }), FLEET));
  state = reduce(state, { type: "take", ship: 4 });
  assert.equal(state.across, true);
  state = reduce(state, { type: "turn" });
  state = see(state, withShips(aView({ version: 3 }), [...FLEET.slice(0, 4), "A5 A6"]));
  assert.deepEqual([state.ship, state.across], [4, false]);
  state = see(state, withShips(aView({ version: 4 }), [...FLEET.slice(0, 4), "J9 J10"]));
  assert.equal(state.ship, null);
});

test("turning with no ship in hand changes nothing", () => {
  const state = see(START, withShips(aView(), FLEET));
  assert.equal(reduce(state, { type: "turn" }), state);
});

test("taking a placed ship takes on the way it lies", () => {
  let state = see(START, withShips(aView(), [null, "J1 J2 J3 J4"]));
  state = reduce(state, { type: "take", ship: 1 });
  assert.equal(state.across, false);
});

test("no ship can be taken that is not there, nor during the battle", () => {
  const setup = see(START, aView());
  assert.equal(reduce(setup, { type: "take", ship: 9 }), setup);
  const battle = see(START, aView({ phase: "battle", turn: "you" }));
  assert.equal(reduce(battle, { type: "take", ship: 0 }), battle);
  assert.equal(battle.ship, null);
});

test("events do not change the state they are given", () => {
  const state = Object.freeze(see(START, aView()));
  for (const event of /** @type {import("../../src/unsunk/web/static/js/core/state.js").Event[]} */ ([
    { type: "turn" },
    { type: "point", cell: 3 },
    { type: "busy", busy: true },
    { type: "heat", heat: null },
    { type: "show-heat", on: true },
    { type: "show-numbers", on: true },
  ])) {
    assert.notEqual(reduce(state, event), state);
  }
});
