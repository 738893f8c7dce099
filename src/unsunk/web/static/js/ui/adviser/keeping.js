/** Keeps rules and record in the address of the page and in the browser, so that a reload goes on. */

import { BOX, sizeOf } from "../../core/adviser/fleet.js";
import { readRecord, recordText } from "../../core/adviser/record.js";
import { keyOf, questionOf } from "../../core/adviser/state.js";
import { parseLengths, readRuleForm } from "../../core/rules.js";
import { ADVISER_KEY } from "../../core/settings.js";
import { recall, remember } from "../memory.js";

/** @typedef {import("../../core/adviser/types.js").Sheet} Sheet */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

const TOUCHING = ["yes", "corners", "no"];
const ANNOUNCE = ["shown", "length", "silent", "named"];
const NAMED_FLEET = /^([^\s=:,;@]{1,24}=[1-9][0-9]?)(,[^\s=:,;@]{1,24}=[1-9][0-9]?){0,39}$/;

export class Keeping {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    addEventListener("hashchange", () => {
      const sheet = readSheet(location.hash.slice(1));
      if (sheet && keyOf(sheet) !== keyOf(app.state.sheet)) this.#open(sheet);
    });
  }

  /** The record of the address, else the one remembered, else a blank board under the rules of the box. */
  open() {
    const kept = readSheet(location.hash.slice(1)) ?? readSheet(recall(ADVISER_KEY) ?? "");
    this.#open(kept ?? { rules: { ...BOX }, shots: [] });
  }

  /** @param {Sheet} sheet */
  #open(sheet) {
    const count = sheet.shots.length;
    if (count > 0) this.app.asking.about((t) => t.say("adviser.said.kept", { count }));
    this.app.dispatch({ type: "open", sheet });
  }

  keep() {
    const { sheet } = this.app.state;
    const text = new URLSearchParams({ ...questionOf(sheet), record: recordText(sheet.shots) }).toString();
    remember(ADVISER_KEY, text);
    history.replaceState(null, "", `#${text}`);
  }
}

/**
 * A sheet from text such as `board=10x10&fleet=classic&record=A1:miss`, read without trust.
 * @param {string} text
 * @returns {Sheet|null}
 */
export function readSheet(text) {
  if (!/(^|&)(board|record)=/.test(text)) return null;
  const parts = { ...BOX, record: "", ...Object.fromEntries(new URLSearchParams(text)) };
  const { board, fleet, touching, announce } = parts;
  const [rows, columns] = board.split("x");
  const lengths = NAMED_FLEET.test(fleet) ? fleet.replace(/[^,=]*=/g, "") : fleet;
  const preset = lengths === "classic" ? "classic" : "own";
  if (preset === "own" && !parseLengths(lengths)) return null;
  const reading = readRuleForm({ rows, columns: columns ?? "", preset, lengths, touching, announce });
  if ("problem" in reading || !TOUCHING.includes(touching) || !ANNOUNCE.includes(announce)) return null;
  const rules = { board: reading.choice.board, fleet: NAMED_FLEET.test(fleet) ? fleet : reading.choice.fleet, touching, announce };
  const record = readRecord(parts.record, sizeOf(rules.board));
  return "problem" in record ? null : { rules, shots: record.shots };
}
