/** The three circuits, drawn, in words, and as Qiskit draws them. */

import { CIRCUITS } from "../../core/study/choice.js";
import { circuitOf, circuitSentence } from "../../core/study/circuit.js";
import { make, need, patch, show, write } from "../dom.js";
import { line, svg } from "../map/svg.js";

/** @typedef {import("../../core/study/types.js").Kind} Kind */
/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("../../core/study/circuit.js").Part} Part */
/** @typedef {import("./app.js").StudyApp} StudyApp */

const KINDS = /** @type {const} */ (["V", "B", "C"]);
/** So long p must stay the same before its drawings are fetched, in milliseconds. */
const SETTLE = 250;
/** In pixels: from wire to wire, from column to column, and where the first column is. */
const WIRE = 44;
const COLUMN = 84;
const FIRST = 76;

export class Circuits {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    this.asked = 0;
    this.figures = KINDS.map((kind) => {
      const said = make("p", { class: "hint", id: `circuit-${kind}` });
      const pre = make("pre", { lang: "en", translate: "no", tabindex: "0", role: "img", "aria-describedby": `circuit-${kind}`, "data-testid": `drawing-${kind}` });
      const host = make("div", { class: "circuit", "data-testid": `circuit-${kind}` }, make("h3", { "data-i18n": `study.circuit.${kind}` }), picture(kind), said);
      return { kind, host, said, pre };
    });
    need("circuits").append(...this.figures.map(({ host }) => host));
    this.note = make("p", { class: "hint" });
    this.details = /** @type {HTMLDetailsElement} */ (need("qiskit"));
    this.details.append(this.note, ...this.figures.map(({ pre }) => pre));
    this.details.addEventListener("toggle", () => this.draw(app.state));
  }

  /** @param {StudyState} state */
  draw({ view }) {
    const { t } = this.app.shell;
    const { form } = this.app;
    const open = form.details.open || !view;
    const layer = open || !view ? form.choice.layer : view.condition.layer;
    const p = open || !view ? form.choice.p : (view.condition.p ?? form.choice.p);
    for (const { kind, host, said, pre } of this.figures) {
      patch(host, "data-unused", CIRCUITS[layer].includes(kind) ? null : "");
      write(said, circuitSentence(t, kind, p));
      patch(pre, "aria-label", t.say(`study.circuit.${kind}`));
    }
    if (this.details.open && this.asked !== p) this.#fetch(p);
  }

  /** @param {number} p */
  #fetch(p) {
    this.asked = p;
    write(this.note, this.app.shell.t.say("study.circuits.fetching"));
    show(this.note, true);
    setTimeout(() => {
      if (this.asked !== p) return;
      void this.app.attempt(async () => {
        const { drawings } = await this.app.api.studyCircuits(p);
        if (this.asked !== p) return;
        for (const { kind, pre } of this.figures) {
          write(pre, drawings?.[kind] ?? "");
          show(pre, drawings !== null);
        }
        patch(this.note, "data-i18n", "study.circuits.without");
        write(this.note, this.app.shell.t.say("study.circuits.without"));
        show(this.note, drawings === null);
      });
    }, SETTLE);
  }
}

/**
 * A circuit as a picture; what it shows is said below it.
 * @param {Kind} kind
 */
function picture(kind) {
  const { bits, columns } = circuitOf(kind);
  const height = WIRE * bits.length;
  const y = (/** @type {number} */ wire) => WIRE * (wire + 0.5);
  const end = FIRST + COLUMN * columns.length;
  const wires = bits.flatMap((bit, wire) => [
    svg("text", { x: 4, y: y(wire) + 5, class: "wire-name" }, "|0⟩"),
    line(34, y(wire), end - COLUMN / 2, y(wire), "wire"),
    line(end - COLUMN / 2, y(wire) - 2, end, y(wire) - 2, "wire"),
    line(end - COLUMN / 2, y(wire) + 2, end, y(wire) + 2, "wire"),
    svg("text", { x: end + 6, y: y(wire) + 5, class: "wire-name" }, bit),
  ]);
  const parts = columns.flatMap((column, i) => column.flatMap((part) => drawn(part, FIRST + COLUMN * i, y)));
  const attributes = { viewBox: `0 0 ${end + 34} ${height}`, width: end + 34, height, "aria-hidden": "true", lang: "en" };
  return svg("svg", attributes, ...wires, ...parts);
}

/**
 * @param {Part} part
 * @param {number} x
 * @param {(wire: number) => number} y
 */
function drawn({ text, from, to, kind }, x, y) {
  if (kind === "control") return [line(x, y(from), x, y(to), "wire"), svg("circle", { cx: x, cy: y(from), r: 5, class: "control" })];
  if (kind === "target") {
    const ring = svg("circle", { cx: x, cy: y(to), r: 11, class: "gate" });
    return [ring, line(x - 11, y(to), x + 11, y(to), "wire"), line(x, y(to) - 11, x, y(to) + 11, "wire")];
  }
  const half = kind === "gate" ? 32 : 17;
  const box = svg("rect", { x: x - half, y: y(from) - 16, width: 2 * half, height: 32, class: "gate" });
  if (kind === "gate") return [box, svg("text", { x, y: y(from) + 5, class: "gate-name" }, text)];
  const dial = svg("path", { d: `M${x - 10} ${y(from) + 7}A10 10 0 0 1 ${x + 10} ${y(from) + 7}M${x} ${y(from) + 7}L${x + 8} ${y(from) - 8}`, class: "dial" });
  return [box, dial];
}
