/** The fields in which board, fleet, touching and announcement are chosen, taken up together. */

import { LARGEST, PRESETS, readRuleForm, SMALLEST } from "../core/rules.js";
import { make, patch, show, write } from "./dom.js";

/** @typedef {import("../core/rules.js").RuleChoice} RuleChoice */
/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("../core/types.js").Ship} Ship */
/** @typedef {(sentence: (t: Translator) => string) => void} Say */

/** What the server may object to, and the field it concerns. */
const FIELD_OF = /** @type {Record<string, string>} */ ({
  impossible_fleet: "lengths",
  too_crowded: "lengths",
  bad_board: "rows",
});

export class RuleFields {
  /**
   * @param {HTMLFormElement} form
   * @param {{translator: () => Translator, say: Say}} voice
   * @param {(choice: RuleChoice) => void} take   called with a choice that can be read
   */
  constructor(form, voice, take) {
    this.form = form;
    this.voice = voice;
    /** @type {Record<string, string>} */
    this.shown = {};
    this.fields = {
      rows: sideField("rows"),
      columns: sideField("columns"),
      preset: choice("fleet", [...PRESETS, "own"]),
      lengths: make("input", {
        type: "text",
        id: "rules-lengths",
        autocomplete: "off",
        spellcheck: "false",
        maxlength: "80",
        "aria-describedby": "rules-lengths-hint rules-error",
        "data-testid": "rules-lengths",
      }),
      touching: choice("touching", ["yes", "corners", "no"]),
      announce: choice("announce", ["shown", "length", "silent", "named"]),
    };
    this.error = make("p", { class: "field-error", id: "rules-error", "data-testid": "rules-error" });
    this.#lay();
    this.fields.preset.addEventListener("change", () => this.#showLengths());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = Object.entries(this.fields).map(([name, field]) => [name, field.value]);
      const form = /** @type {Parameters<typeof readRuleForm>[0]} */ (Object.fromEntries(values));
      const reading = readRuleForm(form);
      if ("problem" in reading) {
        this.fail(reading.field, (t) => t.say(reading.problem, reading.params));
        return;
      }
      this.clear();
      take(reading.choice);
    });
  }

  #lay() {
    const { rows, columns, preset, lengths, touching, announce } = this.fields;
    const sides = make("fieldset", { class: "sides" }, make("legend", { "data-i18n": "rules.board" }));
    sides.append(labelled("rules.rows", rows), labelled("rules.columns", columns));
    const hint = make("p", { class: "hint", id: "rules-lengths-hint", "data-i18n": "rules.lengths.hint" });
    this.own = make("div", { class: "own-lengths" }, labelled("rules.lengths", lengths), hint);
    const apply = make("button", { type: "submit", "data-testid": "rules-apply", "data-i18n": "rules.apply" });
    this.form.append(
      sides,
      labelled("rules.fleet", preset),
      this.own,
      labelled("rules.touching", touching),
      labelled("rules.announce", announce),
      this.error,
      apply,
    );
  }

  #showLengths() {
    show(/** @type {HTMLElement} */ (this.own), this.fields.preset.value === "own");
  }

  /**
   * Whether an objection of the server's is to one of the fields.
   * @param {string} code
   */
  concerns(code) {
    return code in FIELD_OF;
  }

  /**
   * Tells of an objection of the server's, if it concerns one of the fields.
   * @param {string} code
   */
  object(code) {
    if (!this.concerns(code)) return false;
    this.fail(FIELD_OF[code], (t) => t.say(`error.${code}`));
    return true;
  }

  /**
   * @param {string} name
   * @param {(t: Translator) => string} sentence
   */
  fail(name, sentence) {
    this.clear();
    const own = this.fields.preset.value === "own";
    const key = name === "lengths" && !own ? "preset" : name;
    const field = this.fields[/** @type {keyof RuleFields["fields"]} */ (key)];
    patch(field, "aria-invalid", "true");
    write(this.error, sentence(this.voice.translator()));
    this.voice.say(sentence);
    field.focus();
  }

  clear() {
    for (const field of Object.values(this.fields)) patch(field, "aria-invalid", null);
    write(this.error, "");
  }

  /**
   * Shows rules that hold. What a person is writing into a field stays, unless its rule has changed.
   * @param {import("../core/types.js").Size & {fleet: string, touching: string, announce: string}} rules
   * @param {Ship[]} ships
   */
  set({ rows, columns, fleet, touching, announce }, ships) {
    const preset = PRESETS.includes(fleet) ? fleet : "own";
    const lengths = ships.map((ship) => ship.length).join(",");
    const values = { rows: String(rows), columns: String(columns), preset, lengths, touching, announce };
    for (const [name, value] of Object.entries(values)) {
      if (value === this.shown[name]) continue;
      this.fields[/** @type {keyof RuleFields["fields"]} */ (name)].value = value;
    }
    this.shown = values;
    this.clear();
    this.#showLengths();
  }
}

/**
 * "10×10, ships 5, 4, 3, 3, 2".
 * @param {Translator} t
 * @param {import("../core/types.js").Size} size
 * @param {Ship[]} ships
 */
export function rulesText(t, { rows, columns }, ships) {
  const fleet = ships.map((ship) => ship.length).join(", ");
  return t.say("rules.summary", { rows, columns, fleet });
}

/** @param {"rows"|"columns"} name */
function sideField(name) {
  return make("input", {
    type: "number",
    id: `rules-${name}`,
    min: String(SMALLEST),
    max: String(LARGEST),
    step: "1",
    inputmode: "numeric",
    "aria-describedby": "rules-error",
    "data-testid": `rules-${name}`,
  });
}

/**
 * @param {string} name
 * @param {string[]} values
 */
function choice(name, values) {
  const options = values.map((value) => make("option", { value, "data-i18n": `rules.${name}.${value}` }));
  const id = `rules-${name}`;
  return make("select", { id, "data-testid": id, "aria-describedby": "rules-error" }, ...options);
}

/**
 * @param {string} key
 * @param {HTMLElement} field
 */
function labelled(key, field) {
  return make("div", { class: "field" }, make("label", { for: field.id, "data-i18n": key }), field);
}
