/** Puts the parts of a game of the study together and keeps them in step. */

import { cellName } from "../../core/board.js";
import { refusalSentence } from "../../core/sentences.js";
import { STUDY_GAME_KEY } from "../../core/settings.js";
import { NO_GAME, reduceStudy, tallyOf } from "../../core/study/state.js";
import { turnSentence } from "../../core/study/sentences.js";
import { theirLooks } from "../../core/study/looks.js";
import { Api } from "../../net/api.js";
import { Connection, ServerError } from "../../net/connection.js";
import { newActionId } from "../../net/ids.js";
import { fillWords, need, patch, show } from "../dom.js";
import { recall, remember } from "../memory.js";
import { Shell } from "../shell.js";
import { Speech } from "../speech.js";
import { ChoiceForm } from "./choice-form.js";
import { Circuits } from "./circuits.js";
import { Heat } from "./heat.js";
import { Log } from "./log.js";
import { Marks } from "./marks.js";
import { Result } from "./result.js";
import { Waters } from "./waters.js";
import { Why } from "./why.js";

/** @typedef {import("../../core/study/types.js").StudyState} StudyState */
/** @typedef {import("../../core/study/types.js").StudyView} StudyView */

/** After these the page's idea of the game may be old. */
const OUTDATED = new Set(["wrong_phase", "not_your_turn", "cell_taken", "stale"]);
/** After so many milliseconds a player is told that the policy is thinking. */
const PAUSE = 400;

export class StudyApp {
  constructor() {
    this.shell = new Shell();
    this.speech = new Speech(() => this.shell.t);
    const { heat, numbers } = this.shell.settings;
    /** @type {StudyState} */
    this.state = { ...NO_GAME, heatOn: heat, numbersOn: numbers };
    this.api = new Api(
      new Connection({
        fetch: (...request) => fetch(...request),
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
        newId: () => newActionId(),
        onTrouble: (lost) => this.speech.trouble(lost),
      }),
    );
    this.form = new ChoiceForm(this);
    this.waters = new Waters(this);
    this.result = new Result(this);
    this.panels = [this.form, this.waters, this.result, ...[Circuits, Heat, Why, Marks, Log].map((Panel) => new Panel(this))];
    this.shell.onLanguage(() => {
      this.draw();
      this.speech.retell();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.attempt(() => this.refresh());
    });
    fillWords(document, this.shell.t);
  }

  /** The board's size, null while there is no game. */
  size() {
    return this.state.view?.condition ?? null;
  }

  start() {
    return this.attempt(async () => {
      this.form.offer(await this.api.study());
      const id = new URLSearchParams(location.search).get("game") ?? recall(STUDY_GAME_KEY);
      if (id) await this.#resume(id);
      else this.speech.status((t) => t.say("study.ready"));
    });
  }

  /** @param {string} id */
  async #resume(id) {
    try {
      const view = await this.api.studyGame(id);
      this.open(view);
      this.speech.status((t) => `${t.say("study.resumed")} ${turnSentence(t, view.log.length, view)}`);
    } catch (error) {
      if (!(error instanceof ServerError && error.code === "not_found")) throw error;
      remember(STUDY_GAME_KEY, "");
      history.replaceState(null, "", "/study");
      this.dispatch({ type: "view", view: null });
      this.speech.status((t) => t.say("study.gone"));
    }
  }

  /** @param {Record<string, unknown>} choice */
  begin(choice) {
    return this.attempt(async () => {
      const view = await this.#patiently(this.api.newStudyGame(choice));
      this.speech.calm();
      this.open(view);
      this.speech.status((t) => `${t.say("study.begun")} ${turnSentence(t, 0, view)}`);
      this.waters.theirs.focus();
      need("table").scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {StudyView} view */
  open(view) {
    remember(STUDY_GAME_KEY, view.id);
    history.replaceState(null, "", `/study?game=${encodeURIComponent(view.id)}`);
    this.dispatch({ type: "view", view });
    this.form.settle(view);
  }

  /**
   * Fires at a cell. Presses while a shot is on its way are not kept.
   * @param {number} cell
   */
  fire(cell) {
    const { view, busy } = this.state;
    if (!view || busy) return;
    const name = cellName(view.condition, cell);
    if (view.phase === "over") {
      this.speech.status((t) => t.say("study.fire.over"));
    } else if (theirLooks(this.state, this.shell.t)[cell].inert) {
      this.speech.status((t) => t.say("study.fire.spent", { cell: name }));
    } else {
      void this.attempt(() => this.#fire(view, name));
    }
  }

  /**
   * @param {StudyView} before
   * @param {string} cell
   */
  async #fire(before, cell) {
    const shot = tallyOf(before, "you").shots + 1;
    const view = await this.#patiently(this.api.studyShot(before.id, shot, cell));
    this.speech.calm();
    this.dispatch({ type: "view", view });
    this.speech.status((t) => turnSentence(t, before.log.length, view));
    if (view.phase === "over") this.result.focus();
  }

  async refresh() {
    const before = this.state.view;
    if (!before) return;
    const view = await this.api.studyGame(before.id);
    if (this.state.view !== before || view.version === before.version) return;
    this.dispatch({ type: "view", view });
    this.speech.status((t) => turnSentence(t, before.log.length, view));
  }

  /**
   * Says that the policy is thinking where its answer takes more than a moment.
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   */
  async #patiently(answer) {
    const timer = setTimeout(() => this.speech.status((t) => t.say("study.thinking")), PAUSE);
    this.dispatch({ type: "busy", busy: true });
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      this.dispatch({ type: "busy", busy: false });
    }
  }

  /**
   * Runs a task; what goes wrong is told, and the game fetched anew where it had moved on.
   * @param {() => Promise<void>} task
   */
  async attempt(task) {
    try {
      await task();
    } catch (error) {
      this.#failed(error);
      if (error instanceof ServerError && OUTDATED.has(error.code)) await this.attempt(() => this.refresh());
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    const known = error instanceof ServerError;
    if (!known) console.error(error);
    this.speech.alert((t) => (known ? refusalSentence(t, error) : t.say("error.unknown")));
  }

  /** @param {import("../../core/study/state.js").StudyEvent} event */
  dispatch(event) {
    this.state = reduceStudy(this.state, event);
    this.draw();
  }

  draw() {
    const { view } = this.state;
    patch(need("main"), "data-phase", view?.phase ?? "choice");
    show(need("table"), view !== null);
    for (const panel of this.panels) panel.draw(this.state);
  }
}
