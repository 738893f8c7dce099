/** What all pages share: language, theme, motion, sound, and the switches for them. */

import { chooseLanguage, translator } from "../core/i18n.js";
import { readSettings, SETTINGS_KEY } from "../core/settings.js";
import { fillWords, make, need, patch } from "./dom.js";
import { recall, remember } from "./memory.js";

/** @typedef {import("../core/settings.js").Settings} Settings */
/** @typedef {import("../core/types.js").Translator} Translator */

const LANGUAGE_NAMES = { en: "English", tr: "Türkçe" };

export class Shell {
  constructor() {
    /** @type {Settings} */
    this.settings = readSettings(recall(SETTINGS_KEY));
    /** @type {Translator} */
    this.t = translator(chooseLanguage(this.settings.lang, navigator.languages));
    /** @type {(() => void)[]} */
    this.readers = [];
    need("masthead").append(languageSwitch(this), settingsPanel(this));
    this.apply();
  }

  /**
   * Called after every change of language.
   * @param {() => void} reader
   */
  onLanguage(reader) {
    this.readers.push(reader);
  }

  /** @param {Partial<Settings>} change */
  update(change) {
    this.settings = { ...this.settings, ...change };
    remember(SETTINGS_KEY, JSON.stringify(this.settings));
    if (change.lang) this.t = translator(change.lang);
    this.apply();
    if (change.lang) for (const reader of this.readers) reader();
  }

  apply() {
    const root = document.documentElement;
    const { theme, calm } = this.settings;
    patch(root, "lang", this.t.lang);
    patch(root, "data-theme", theme === "auto" ? null : theme);
    patch(root, "data-calm", calm ? "" : null);
    fillWords(document, this.t);
    for (const button of document.querySelectorAll("[data-lang]")) {
      patch(button, "aria-pressed", String(button.getAttribute("data-lang") === this.t.lang));
    }
  }
}

/** @param {Shell} shell */
function languageSwitch(shell) {
  const group = make("div", {
    class: "languages",
    role: "group",
    "data-i18n-label": "settings.language",
  });
  for (const [lang, name] of Object.entries(LANGUAGE_NAMES)) {
    const attributes = { type: "button", lang, "data-lang": lang, "data-testid": `lang-${lang}` };
    const button = make("button", attributes, name);
    button.addEventListener("click", () => shell.update({ lang }));
    group.append(button);
  }
  return group;
}

/** @param {Shell} shell */
function settingsPanel(shell) {
  const summary = make("summary", { "data-i18n": "settings.open", "data-testid": "settings" });
  const box = make("div", { class: "settings-box" }, themeChoice(shell));
  box.append(switchFor(shell, "sound"), switchFor(shell, "calm"));
  const details = make("details", { class: "settings" }, summary, box);
  const close = () => {
    details.open = false;
  };
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    close();
    summary.focus();
  });
  document.addEventListener("pointerup", (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) close();
  });
  details.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    if (next instanceof Node && !details.contains(next)) close();
  });
  return details;
}

/** @param {Shell} shell */
function themeChoice(shell) {
  const field = make("fieldset", {}, make("legend", { "data-i18n": "settings.theme" }));
  for (const theme of /** @type {const} */ (["auto", "light", "dark"])) {
    const id = `theme-${theme}`;
    const input = make("input", { type: "radio", name: "theme", value: theme, "data-testid": id });
    input.checked = shell.settings.theme === theme;
    input.addEventListener("change", () => shell.update({ theme }));
    field.append(make("label", {}, input, make("span", { "data-i18n": `settings.theme.${theme}` })));
  }
  return field;
}

/**
 * @param {Shell} shell
 * @param {"sound"|"calm"} name
 */
function switchFor(shell, name) {
  const hint = `${name}-hint`;
  const attributes = { type: "checkbox", "aria-describedby": hint, "data-testid": name };
  const input = make("input", attributes);
  input.checked = shell.settings[name];
  input.addEventListener("change", () => shell.update({ [name]: input.checked }));
  return make(
    "div",
    {},
    make("label", {}, input, make("span", { "data-i18n": `settings.${name}` })),
    make("p", { class: "hint", id: hint, "data-i18n": `settings.${name}.hint` }),
  );
}
