import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const CSS = readFileSync(new URL("../../src/unsunk/web/static/css/tokens.css", import.meta.url), "utf-8");
const COLOURS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((m) => [m[1], [m[2], m[3]]]),
);
const THEMES = ["light", "dark"];
const HEAT = [0, 1, 2, 3, 4, 5, 6].map((step) => `heat-${step}`);

/** @param {string} name @param {number} theme */
function luminance(name, theme) {
  const hex = COLOURS.get(name)?.[theme] ?? assert.fail(`no colour --${name}`);
  const [r, g, b] = [1, 3, 5].map((i) => {
    const value = parseInt(hex.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} two @param {number} theme */
function contrast(one, two, theme) {
  const [low, high] = [luminance(one, theme), luminance(two, theme)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** @param {string[]} front @param {string[]} back @param {number} least */
function atLeast(front, back, least) {
  for (const theme of [0, 1]) {
    for (const one of front) {
      for (const two of back) {
        const found = contrast(one, two, theme);
        assert.ok(found >= least, `${one} on ${two}, ${THEMES[theme]}: ${found.toFixed(2)} < ${least}`);
      }
    }
  }
}

test("text has 4.5:1", () => {
  atLeast(["ink", "ink-soft", "accent", "alarm-ink"], ["paper", "sheet"], 4.5);
  atLeast(["on-accent"], ["accent"], 4.5);
  atLeast(["alarm-ink"], ["alarm"], 4.5);
  atLeast(["paper"], ["ink"], 4.5);
});

test("heat numbers have 4.5:1 on every level", () => atLeast(["mark"], HEAT, 4.5));

test("marks, outlines and the focus have 3:1 on everything they can lie on", () => {
  const cells = ["water", "ship", "sunk", "legal", "illegal"];
  atLeast(["mark", "outline", "focus"], [...cells, ...HEAT], 3);
  atLeast(["hit", "accent"], ["water", "ship", "sunk"], 3);
  atLeast(["focus"], ["halo", "paper", "sheet"], 3);
});

test("the frames of controls have 3:1", () => atLeast(["edge"], ["paper", "sheet"], 3));

test("heat changes its lightness one way only", () => {
  for (const theme of [0, 1]) {
    const shades = HEAT.map((name) => luminance(name, theme));
    const sorted = [...shades].sort((a, b) => (theme === 0 ? b - a : a - b));
    assert.deepEqual(shades, sorted);
    assert.equal(new Set(shades).size, HEAT.length);
  }
});
