/** The "Rules" disclosure: board, fleet, touching and announcement, taken up together. */

import { PRESETS, readRuleForm } from "../core/rules.js";
import { ServerError } from "../net/connection.js";
import { make, need, patch, show, write } from "./dom.js";

/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").App} App */

/** What the server may object to, and the field it concerns. */
const FIELD_OF = /** @type {Record<string, string>} */ ({
  impossible_fleet: "lengths",
  too_crowded: "lengths",
  bad_board: "rows",
});

export class RulesForm {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.form = /** @type {HTMLFormElement} */ (need("rules-form"));
    this.shown = "";
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
      this.#apply();
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

  #apply() {
    const values = Object.fromEntries(
      Object.entries(this.fields).map(([name, field]) => [name, field.value]),
    );
    const reading = readRuleForm(/** @type {Parameters<typeof readRuleForm>[0]} */ (values));
    if ("problem" in reading) {
      this.#fail(reading.field, (t) => t.say(reading.problem, reading.params));
      return;
    }
    this.#clear();
    void this.app.queue(async () => {
      try {
        const before = this.app.store.state.view?.yours.ships.some((ship) => ship !== null) ?? false;
        const kept = await this.app.games.change({ ...reading.choice });
        this.app.speech.calm();
        this.app.speech.status((t) => this.#appliedSentence(t, before, kept));
      } catch (error) {
        if (!(error instanceof ServerError) || !(error.code in FIELD_OF)) throw error;
        this.#fail(FIELD_OF[error.code], (t) => t.say(`error.${error.code}`));
      }
    });
  }

  /**
   * @param {Translator} t
   * @param {boolean} before   whether ships had been placed
   * @param {boolean} kept     whether they all still are
   */
  #appliedSentence(t, before, kept) {
    const view = /** @type {View} */ (this.app.store.state.view);
    const said = t.say("rules.applied", { rules: rulesText(t, view) });
    return before ? `${said} ${t.say(kept ? "rules.kept" : "rules.lost")}` : said;
  }

  /**
   * @param {string} name
   * @param {(t: Translator) => string} sentence
   */
  #fail(name, sentence) {
    this.#clear();
    const own = this.fields.preset.value === "own";
    const key = name === "lengths" && !own ? "preset" : name;
    const field = this.fields[/** @type {keyof RulesForm["fields"]} */ (key)];
    patch(field, "aria-invalid", "true");
    write(this.error, sentence(this.app.shell.t));
    this.app.speech.status(sentence);
    field.focus();
  }

  #clear() {
    for (const field of Object.values(this.fields)) patch(field, "aria-invalid", null);
    write(this.error, "");
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    if (!view || view.phase !== "setup") return;
    write(need("rules-now"), rulesText(this.app.shell.t, view));
    if (this.shown === view.id) return;
    this.shown = view.id;
    const { rows, columns, fleet, touching, announce } = view.rules;
    const preset = PRESETS.includes(fleet) ? fleet : "own";
    const lengths = view.ships.map((ship) => ship.length).join(",");
    const values = { rows: String(rows), columns: String(columns), preset, lengths, touching, announce };
    for (const [name, value] of Object.entries(values)) {
      this.fields[/** @type {keyof RulesForm["fields"]} */ (name)].value = value;
    }
    this.#clear();
    this.#showLengths();
  }

  /** @param {boolean} open */
  open(open) {
    /** @type {HTMLDetailsElement} */ (need("rules")).open = open;
  }
}

/**
 * @param {Translator} t
 * @param {View} view
 */
function rulesText(t, view) {
  const { rows, columns } = view.rules;
  const fleet = view.ships.map((ship) => ship.length).join(", ");
  return t.say("rules.summary", { rows, columns, fleet });
}

/** @param {"rows"|"columns"} name */
function sideField(name) {
  return make("input", {
    type: "number",
    id: `rules-${name}`,
    min: "5",
    max: "15",
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
