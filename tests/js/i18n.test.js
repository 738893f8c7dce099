import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { chooseLanguage, LANGUAGES, translator } from "../../src/unsunk/web/static/js/core/i18n.js";
import { LEVELS } from "../../src/unsunk/web/static/js/core/levels.js";
import { measureText, MEASURED } from "../../src/unsunk/web/static/js/core/measured.js";

const STATIC = new URL("../../src/unsunk/web/static/", import.meta.url);
const { en, tr } = LANGUAGES;

/** @param {import("../../src/unsunk/web/static/js/core/types.js").Phrase} phrase */
const forms = (phrase) => (typeof phrase === "string" ? [phrase] : [phrase.one, phrase.other]);
/** @param {string} text */
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test("both languages have the same phrases with the same holes", () => {
  assert.deepEqual(Object.keys(tr).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    assert.equal(typeof tr[key], typeof en[key], key);
    const wanted = new Set(forms(en[key]).flatMap(holes));
    assert.deepEqual(new Set(forms(tr[key]).flatMap(holes)), wanted, key);
  }
});

test("no phrase is empty, and Turkish is Turkish", () => {
  for (const words of [en, tr]) {
    for (const [key, phrase] of Object.entries(words)) {
      for (const text of forms(phrase)) assert.ok(text.trim() === text && text !== "", key);
    }
  }
  const same = Object.keys(en).filter((key) => JSON.stringify(en[key]) === JSON.stringify(tr[key]));
  assert.deepEqual(same, ["level.normal"]);
});

test("every phrase that a page or a script names exists", () => {
  const files = readdirSync(STATIC, { recursive: true, encoding: "utf-8" }).filter((name) => /\.(html|js)$/.test(name));
  const named = new Set();
  for (const file of files) {
    const text = readFileSync(new URL(file, STATIC), "utf-8");
    for (const match of text.matchAll(/data-i18n(?:-label)?"?[=:]\s*"([^"`$]+)"/g)) named.add(match[1]);
    for (const match of text.matchAll(/\bsay\("([^"]+)"/g)) named.add(match[1]);
  }
  assert.ok(named.size > 60);
  assert.deepEqual([...named].filter((key) => !(key in en)), []);
});

test("phrases made from a code exist for every code", () => {
  const codes = "bad_json bad_request too_large not_found no_map bad_layer bad_chance bad_policy policy_rules not_yours wrong_phase cell_taken not_your_turn bad_cell off_board overlap touches bad_ship fleet_incomplete impossible_fleet too_crowded too_many_fleets bad_board bad_level level_rules bad_record clash too_many_requests stale unavailable no_answer unknown";
  for (const code of codes.split(" ")) assert.ok(`error.${code}` in en, code);
  for (const level of LEVELS) {
    assert.ok(`level.${level}` in en && `level.${level}.line` in en);
  }
  for (const by of ["you", "computer"]) {
    for (const kind of ["miss", "hit", "hit.ship", "sunk", "sunk.ship", "sunk.length"]) {
      assert.ok(`shot.${by}.${kind}` in en, `${by} ${kind}`);
    }
  }
});

test("capitals, numbers, percentages and plurals follow the language", () => {
  assert.equal(translator("tr").capital("isabet"), "İsabet");
  assert.equal(translator("tr").capital("ıska"), "Iska");
  assert.equal(translator("en").capital("hit"), "Hit");
  assert.equal(translator("tr").number(0.37, { style: "percent" }), "%37");
  assert.equal(translator("en").say("adviser.impossible", { count: 1 }), "1 cell is impossible.");
  assert.equal(translator("en").say("adviser.impossible", { count: 4 }), "4 cells are impossible.");
  assert.equal(translator("tr").say("adviser.impossible", { count: 4 }), "4 karede gemi olamaz.");
});

test("an unknown phrase shows itself, an unfilled hole stays", () => {
  assert.equal(translator("en").say("no.such.phrase"), "no.such.phrase");
  assert.equal(translator("en").say("cell.heat"), "heat {heat}");
});

test("the language is the remembered one, else the browser's, else English", () => {
  assert.equal(chooseLanguage("tr", ["en-GB"]), "tr");
  assert.equal(chooseLanguage("", ["de-DE", "tr-TR", "en"]), "tr");
  assert.equal(chooseLanguage("", ["de"]), "en");
  assert.equal(chooseLanguage("constructor", []), "en");
});

test("measures print their kind", () => {
  const [en, tr] = [translator("en"), translator("tr")];
  assert.equal(measureText(en, { mean: 95.389 }), "95.39 shots (exact)");
  assert.equal(
    measureText(en, { mean: 44.674, reach: 0.057, games: 100000, seed: 1 }),
    "44.67 ± 0.06 shots (sampled: 95 % interval, 100,000 games, seed 1)",
  );
  assert.equal(
    measureText(tr, { mean: 44.674, reach: 0.057, games: 100000, seed: 1 }),
    "44,67 ± 0,06 atış (örneklem: %95 güven aralığı, 100.000 oyun, tohum 1)",
  );
});
