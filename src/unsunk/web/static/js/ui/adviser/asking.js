/** Asks the server about the record shown. Only the answer to the latest question counts. */

import { keyOf, questionOf } from "../../core/adviser/state.js";
import { adviceSentence, clashSentence } from "../../core/adviser/sentences.js";
import { Api } from "../../net/api.js";
import { Connection, ServerError } from "../../net/connection.js";
import { newActionId } from "../../net/ids.js";

/** @typedef {import("../../core/adviser/types.js").Advice} Advice */
/** @typedef {import("../../core/types.js").Translator} Translator */
/** @typedef {import("./app.js").AdviserApp} AdviserApp */

/** So long a pause between two presses passes for one change, in milliseconds. */
const SETTLE = 120;
/** After so long it is said that the count goes on. */
const PATIENCE = 600;
/** After so long it is said why the first count of all takes longer. */
const LONG = 6000;
/** So many answers are remembered, for steps back and forth. */
const REMEMBERED = 60;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export class Asking {
  /** @param {AdviserApp} app */
  constructor(app) {
    this.app = app;
    this.abort = new AbortController();
    /** @type {Map<string, Advice>} */
    this.known = new Map();
    /** @type {(t: Translator) => string} */
    this.prefix = () => "";
    this.api = new Api(
      new Connection({
        fetch: (...request) => fetch(...request),
        wait: (ms) => wait(ms),
        newId: () => newActionId(),
        onTrouble: (lost) => app.speech.trouble(lost),
      }),
    );
  }

  /**
   * What is to be said before the next answer: the change that it answers.
   * @param {(t: Translator) => string} sentence
   */
  about(sentence) {
    this.prefix = sentence;
  }

  ask() {
    const { sheet } = this.app.state;
    const key = keyOf(sheet);
    this.abort.abort();
    this.abort = new AbortController();
    const known = this.known.get(key);
    if (known) queueMicrotask(() => this.#answered(key, known));
    else void this.#ask(key, questionOf(sheet), this.abort.signal);
  }

  /**
   * @param {string} key
   * @param {Record<string, unknown>} question
   * @param {AbortSignal} signal
   */
  async #ask(key, question, signal) {
    const timers = [
      setTimeout(() => this.#say((t) => t.say("adviser.counting")), PATIENCE),
      setTimeout(() => this.#say((t) => t.say("adviser.compiling")), LONG),
    ];
    const quiet = () => timers.forEach(clearTimeout);
    signal.addEventListener("abort", quiet);
    try {
      await wait(SETTLE);
      if (signal.aborted) return;
      const advice = await this.api.advise(question, signal);
      if (!signal.aborted) this.#answered(key, advice);
    } catch (error) {
      if (!signal.aborted) this.#refused(key, error);
    } finally {
      quiet();
    }
  }

  /**
   * @param {string} key
   * @param {Advice} advice
   */
  #answered(key, advice) {
    this.known.delete(key);
    this.known.set(key, advice);
    if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value ?? "");
    if (key !== keyOf(this.app.state.sheet)) return;
    this.app.speech.calm();
    this.app.dispatch({ type: "advice", key, advice });
    this.#say((t) => adviceSentence(t, advice));
  }

  /**
   * @param {string} key
   * @param {unknown} error
   */
  #refused(key, error) {
    const known = error instanceof ServerError;
    if (known && error.code === "clash") {
      const { shots, smallest } = /** @type {any} */ (error.params);
      this.app.speech.calm();
      this.app.dispatch({ type: "clash", key, clash: { shots, smallest } });
      const { state } = this.app;
      this.#say((t) => clashSentence(t, state));
      return;
    }
    if (!known) console.error(error);
    this.app.dispatch({ type: "failed", key });
    if (known && this.app.rules.object(error.code)) return;
    const code = known ? `error.${error.code}` : "error.unknown";
    const params = known ? error.params : {};
    this.app.speech.alert((t) => (t.has(code) ? t.say(code, params) : t.say("error.unknown")));
  }

  /** @param {(t: Translator) => string} sentence   said after the change that it answers, if not yet told */
  #say(sentence) {
    const { prefix } = this;
    this.prefix = () => "";
    this.app.speech.status((t) => [prefix(t), sentence(t)].filter(Boolean).join(" "));
  }
}
