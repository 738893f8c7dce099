/** The three circuits as what stands on their wires, from left to right. */

import { angleOf } from "./choice.js";

/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {{text: string, from: number, to: number, kind: "gate"|"control"|"target"|"meter"}} Part   on wires from … to */
/** @typedef {{bits: string[], columns: Part[][]}} Circuit */

/**
 * V and B are one rotation, measured; C rotates one qubit and copies what it will be to another.
 * @param {Kind} kind
 * @returns {Circuit}
 */
export function circuitOf(kind) {
  const meters = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, wire) => /** @type {Part} */ ({ text: "", from: wire, to: wire, kind: "meter" }));
  const rotation = (/** @type {string} */ angle) => /** @type {Part} */ ({ text: `Ry(${angle})`, from: 0, to: 0, kind: "gate" });
  if (kind !== "C") return { bits: [kind], columns: [[rotation("θ")], meters(1)] };
  /** @type {Part[]} */
  const copy = [
    { text: "", from: 0, to: 1, kind: "control" },
    { text: "", from: 1, to: 1, kind: "target" },
  ];
  return { bits: ["C₀", "C₁"], columns: [[rotation("π/2")], copy, meters(2)] };
}

/**
 * The circuit in words, for those who cannot see it, with its angle and its chance.
 * @param {Translator} t
 * @param {Kind} kind
 * @param {number} p
 */
export function circuitSentence(t, kind, p) {
  const angle = t.number(angleOf(p), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return t.say(`study.circuit.said.${kind}`, { angle, p: t.number(p, { style: "percent" }) });
}
