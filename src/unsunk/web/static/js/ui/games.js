/** Opening a game: the one being played, a new one, or the same waters under other rules. */

import { judge, liesAcross } from "../core/placement.js";
import { parseCell } from "../core/board.js";
import { resumeSentence, turnSentence } from "../core/sentences.js";
import { sameWaters } from "../core/rules.js";
import { GAME_KEY } from "../core/settings.js";
import { ServerError } from "../net/connection.js";
import { recall, remember } from "./memory.js";

/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("./app.js").App} App */

const BAD_RULES = new Set(["impossible_fleet", "too_crowded", "bad_board", "bad_level", "level_rules", "bad_request"]);

export class Games {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** The game named in the address, else the one remembered, else a new one. */
  async open() {
    const asked = new URLSearchParams(location.search).get("game");
    const id = asked ?? recall(GAME_KEY);
    if (!id) {
      await this.#openNew();
      return;
    }
    try {
      this.#show(await this.app.api.game(id));
      const view = /** @type {View} */ (this.app.store.state.view);
      this.app.speech.status((t) => resumeSentence(t, view));
    } catch (error) {
      if (!(error instanceof ServerError && error.code === "not_found")) throw error;
      await this.replaceLost();
    }
  }

  async #openNew() {
    this.#show(await this.#create(this.remembered()));
    this.app.speech.status((t) => t.say("fresh"));
  }

  /** The game is unknown to the server: begins another and says so. */
  async replaceLost() {
    await this.#openNew();
    this.app.speech.alert((t) => t.say("error.game-gone"));
  }

  /** What a new game is asked for: the level and rules last used. */
  remembered() {
    const { level, rules } = this.app.shell.settings;
    return { level, ...rules };
  }

  /**
   * @param {Record<string, string>} choice
   * @returns {Promise<View>}
   */
  async #create(choice) {
    try {
      return await this.app.api.newGame(choice);
    } catch (error) {
      if (!(error instanceof ServerError && BAD_RULES.has(error.code))) throw error;
      this.app.shell.update({ rules: {}, level: "hard" });
      return this.app.api.newGame({});
    }
  }

  /**
   * A new game under changed rules. Ships stay where they lie if board and fleet are the same.
   * @param {Record<string, string>} change
   * @param {string} [level]   the level as it was unless another is given
   * @returns {Promise<boolean>} whether a placed fleet was kept; errors are the caller's
   */
  async change(change, level) {
    const old = /** @type {View} */ (this.app.store.state.view);
    const { board, fleet, touching, announce, first } = old.rules;
    const rules = { board, fleet, touching, announce, first, ...change };
    let view = await this.app.api.newGame({ level: level ?? old.level, ...rules });
    let kept = true;
    const keep = old.phase === "setup" && sameWaters(old.rules, view.rules);
    for (const placed of old.yours.ships) {
      if (!placed) continue;
      const next = keep ? await this.#replace(view, placed) : null;
      if (next) view = next;
      else kept = false;
    }
    this.app.shell.update({ rules, level: view.level });
    this.#show(view);
    return kept;
  }

  /**
   * @param {View} view
   * @param {import("../core/types.js").PlacedShip} placed
   * @returns {Promise<View|null>}
   */
  async #replace(view, placed) {
    const across = liesAcross(placed.cells);
    const first = /** @type {number} */ (parseCell(view.rules, placed.cells[0]));
    if (judge(view, placed.ship, first, across).problem) return null;
    const action = { type: "place", ship: placed.ship, first: placed.cells[0], across };
    return this.app.api.act(view.id, action);
  }

  /** The same rules and level once more, with empty waters. */
  async again() {
    const old = /** @type {View} */ (this.app.store.state.view);
    const { board, fleet, touching, announce, first } = old.rules;
    const choice = { level: old.level, board, fleet, touching, announce, first };
    this.#show(await this.app.api.newGame(choice));
    this.app.speech.calm();
    this.app.speech.status((t) => t.say("end.new"));
  }

  /** Fetches the game again, for instance after another window moved it on. */
  async refresh() {
    const old = this.app.store.state.view;
    if (!old) return;
    const view = await this.app.api.game(old.id);
    if (view.version === old.version) return;
    this.app.store.dispatch({ type: "view", view });
    this.app.speech.status((t) => turnSentence(t, old.log.length, view) || resumeSentence(t, view));
  }

  /** @param {View} view */
  #show(view) {
    remember(GAME_KEY, view.id);
    history.replaceState(null, "", `/?game=${encodeURIComponent(view.id)}`);
    this.app.store.dispatch({ type: "view", view });
  }
}
