/** What is said aloud: one polite line, and one line that interrupts. */

import { need } from "./dom.js";

/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {(t: Translator) => string} Sentence */

/** Added to a sentence that is said twice in a row, so that it is read again. */
const BREATH = "\u00a0";

export class Speech {
  /** @param {() => Translator} translator */
  constructor(translator) {
    this.translator = translator;
    this.polite = new Line(need("status"));
    this.urgent = new Line(need("alert"));
    this.lost = false;
  }

  /** @param {Sentence} sentence */
  status(sentence) {
    this.polite.set(sentence, this.translator());
  }

  /** @param {Sentence} sentence */
  alert(sentence) {
    if (!this.lost) this.urgent.set(sentence, this.translator());
  }

  /** Takes back an error that no longer holds. */
  calm() {
    if (!this.lost) this.urgent.clear();
  }

  /**
   * The connection is lost, or back.
   * @param {boolean} lost
   */
  trouble(lost) {
    this.lost = lost;
    if (lost) {
      this.urgent.set((t) => t.say("net.lost"), this.translator());
      return;
    }
    this.urgent.clear();
    this.status((t) => t.say("net.back"));
  }

  /** Says both lines in the language now chosen. */
  retell() {
    this.polite.retell(this.translator());
    this.urgent.retell(this.translator());
  }
}

class Line {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {Sentence|null} */
    this.sentence = null;
  }

  /**
   * @param {Sentence} sentence
   * @param {Translator} t
   */
  set(sentence, t) {
    this.sentence = sentence;
    const text = sentence(t);
    this.node.textContent = this.node.textContent === text ? text + BREATH : text;
  }

  clear() {
    this.sentence = null;
    if (this.node.textContent !== "") this.node.textContent = "";
  }

  /** @param {Translator} t */
  retell(t) {
    if (this.sentence) this.set(this.sentence, t);
  }
}
