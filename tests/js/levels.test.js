import assert from "node:assert/strict";
import { test } from "node:test";
import { translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { boardsOf, LEVELS, PLACES, playsIn } from "../../src/unsunk/web/static/js/core/levels.js";
import { rateText } from "../../src/unsunk/web/static/js/core/measured.js";
import { refusalSentence } from "../../src/unsunk/web/static/js/core/sentences.js";
import { aView } from "./views.js";

const EN = translator("en");
const TR = translator("tr");
const FEW = Object.keys(PLACES);

/** @param {{board?: string, lengths?: number[], touching?: string, announce?: string}} change */
function game({ board = "4x4", lengths = [3, 3, 2], touching = "yes", announce = "length" }) {
  const view = aView();
  const ships = lengths.map((length, ship) => ({ ship, length, name: `ship ${ship}` }));
  return /** @type {typeof view} */ ({ ...view, ships, rules: { ...view.rules, board, touching, announce } });
}

test("a level that plays in few places is one of the levels, and says where", () => {
  assert.deepEqual(FEW, ["near-perfect"]);
  for (const level of FEW) {
    assert.ok(LEVELS.includes(level) && boardsOf(level).length > 0);
    for (const t of [EN, TR]) assert.ok(t.has(`error.level_rules.${level}`));
  }
  assert.deepEqual(boardsOf("hard"), []);
});

test("a level can be chosen where it plays, whatever its ships are called", () => {
  for (const level of LEVELS) assert.ok(playsIn(level, game({})), level);
  for (const change of [{ board: "4x5" }, { lengths: [3, 2] }, { touching: "no" }, { announce: "shown" }]) {
    assert.deepEqual(LEVELS.filter((level) => !playsIn(level, game(change))), FEW);
  }
});

test("a refusal tells where the level plays, else what the code says, else what the server said", () => {
  const refusal = { code: "level_rules", message: "no", params: { level: "near-perfect" } };
  assert.match(refusalSentence(EN, refusal), /^Near-perfect plays on 4×4.* with ships 3, 3, 2/);
  assert.match(refusalSentence(TR, refusal), /^Kusursuza yakın şu tahtalarda oynar: 4×4.*; gemiler 3, 3, 2/);
  const other = { ...refusal, params: { level: "exact" } };
  assert.equal(refusalSentence(EN, other), EN.say("error.level_rules"));
  assert.equal(refusalSentence(EN, { code: "new", message: "Something new.", params: {} }), "Something new.");
  assert.equal(refusalSentence(EN, { code: "new", message: "", params: {} }), EN.say("error.unknown"));
});

test("a win rate is printed to a ten-thousandth of a percent", () => {
  assert.equal(rateText(EN, 0.49999458), "49.9995% (exact)");
  assert.equal(rateText(TR, 0.49999458), "%49,9995 (kesin)");
  assert.equal(rateText(EN, null), "not measured yet");
});
