/** What a new game is played under: board, layer, policy, p, reading, and who starts. */

import { applies, FIRST_CHOICE, LAYERS, readChoice, requestOf } from "../../core/study/choice.js";
import { conditionParts } from "../../core/study/sentences.js";
import { STUDY_KEY } from "../../core/settings.js";
import { make, need, show, write } from "../dom.js";
import { recall, remember } from "../memory.js";

/** @typedef {import("../../core/study/types.js").Choice} Choice */
/** @typedef {import("../../core/study/types.js").Offer} Offer */
/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("../../core/study/types.js").StudyView} StudyView */
/** @typedef {import("./app.js").StudyApp} StudyApp */

/** p is chosen in steps of a twentieth. */
const STEP = 0.05;

export class ChoiceForm {
  /** @param {StudyApp} app */
  constructor(app) {
    this.app = app;
    this.choice = readChoice(recall(STUDY_KEY));
    this.details = /** @type {HTMLDetailsElement} */ (need("choice"));
    this.form = need("choice-form");
    this.policy = make("select", { id: "policy", name: "policy", "aria-describedby": "policy-line", "data-testid": "policy" });
    this.story = make("p", { class: "hint", id: "policy-line" });
    this.slider = make("input", { type: "range", id: "chance", name: "p", max: "1", step: String(STEP), "data-testid": "chance" });
    this.now = make("output", { for: "chance", "data-testid": "chance-now" });
    this.boards = make("div", { class: "choices" });
    this.chance = make(
      "div",
      { class: "field chance" },
      make("label", { for: "chance", "data-i18n": "study.chance" }),
      make("div", { class: "chance-row" }, this.slider, this.now),
    );
    this.feedback = group("study.feedback", radios("feedback", ["open", "ambiguous"]));
    this.linked = group("study.linked", radios("linked", ["both", "ones"]));
    const layers = make("div", { class: "layers" }, ...LAYERS.map((layer) => this.#layer(layer)));
    const field = make("div", { class: "field" }, make("label", { for: "policy", "data-i18n": "study.policy" }), this.policy, this.story);
    this.form.append(
      group("study.layer", layers),
      make("div", { class: "choice-column" }, group("study.board", this.boards), field, group("study.start", radios("start", ["you", "computer"]))),
      make("div", { class: "choice-column" }, this.chance, this.feedback, this.linked),
      make("button", { class: "primary", type: "submit", "data-testid": "begin", "data-i18n": "study.begin" }),
    );
    this.form.addEventListener("input", () => this.#read());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!app.state.busy) void app.begin(requestOf(this.choice));
    });
  }

  /** @param {string} layer */
  #layer(layer) {
    const id = `layer-${layer}`;
    const input = make("input", { type: "radio", name: "layer", value: layer, "aria-describedby": `${id}-line`, "data-testid": id });
    const line = make("span", { class: "hint", id: `${id}-line`, "data-i18n": `study.layer.${layer}.line` });
    return make("div", { class: "layer" }, make("label", {}, input, make("span", { "data-i18n": `study.layer.${layer}` })), line);
  }

  /**
   * Fills in what the server names, and shows the form.
   * @param {Offer} offer
   */
  offer({ boards, policies, least_chance }) {
    const { t } = this.app.shell;
    this.slider.min = String(least_chance);
    this.policy.append(...policies.map((name) => make("option", { value: name, "data-i18n": `study.policy.${name}` }, t.say(`study.policy.${name}`))));
    this.boards.append(
      ...boards.map((board) => {
        const [rows, columns] = board.split("x");
        return radio("board", board, make("span", {}, t.say("study.board.size", { rows, columns })));
      }),
    );
    if (!boards.includes(this.choice.board)) this.choice.board = FIRST_CHOICE.board;
    if (!policies.includes(this.choice.policy)) this.choice.policy = FIRST_CHOICE.policy;
    this.choice.p = Math.max(least_chance, this.choice.p);
    this.#write();
    show(need("loading"), false);
    show(this.details, true);
    this.app.draw();
  }

  /**
   * A game is open: the form shows what it is played under, and closes.
   * @param {StudyView} view
   */
  settle({ condition, policy, start }) {
    const { rows, columns, layer, p, feedback, linked } = condition;
    this.choice = { board: `${rows}x${columns}`, layer, p: p ?? this.choice.p, feedback, linked, policy, start };
    this.#write();
    this.details.open = false;
    this.app.draw();
  }

  open() {
    this.details.open = true;
    this.details.querySelector("summary")?.focus();
  }

  #read() {
    const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (this.form)));
    this.choice = readChoice(JSON.stringify({ ...values, p: Number(this.slider.value) }));
    remember(STUDY_KEY, JSON.stringify(this.choice));
    this.app.draw();
  }

  #write() {
    for (const input of this.form.querySelectorAll("input")) {
      const value = this.choice[/** @type {keyof Choice} */ (input.name)];
      if (input.type === "radio") input.checked = input.value === value;
    }
    this.policy.value = this.choice.policy;
    this.slider.value = String(this.choice.p);
    remember(STUDY_KEY, JSON.stringify(this.choice));
  }

  /** @param {StudyState} state */
  draw({ view }) {
    const { t } = this.app.shell;
    const { layer, policy, p } = this.choice;
    const used = applies(layer);
    show(this.chance, used.p);
    show(this.feedback, used.feedback);
    show(this.linked, used.linked);
    write(this.story, t.say(`study.policy.${policy}.line`));
    write(this.now, t.say("study.chance.now", { p }));
    need("playing").replaceChildren(...(view ? conditionParts(t, view) : []).map((part) => make("span", {}, part)));
  }
}

/**
 * @param {string} key
 * @param {HTMLElement} body
 */
function group(key, body) {
  return make("fieldset", {}, make("legend", { "data-i18n": key }), body);
}

/**
 * @param {"feedback"|"linked"|"start"} name
 * @param {string[]} values
 */
function radios(name, values) {
  return make("div", { class: "choices" }, ...values.map((value) => radio(name, value, make("span", { "data-i18n": `study.${name}.${value}` }))));
}

/**
 * @param {string} name
 * @param {string} value
 * @param {HTMLElement} words
 */
function radio(name, value, words) {
  return make("label", {}, make("input", { type: "radio", name, value, "data-testid": `${name}-${value}` }), words);
}
