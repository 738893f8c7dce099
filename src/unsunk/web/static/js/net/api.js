/** What can be asked of the server, one method a route. */

/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("../core/types.js").Heat} Heat */
/** @typedef {import("../core/types.js").Law} Law */
/** @typedef {import("../core/adviser/types.js").Advice} Advice */
/** @typedef {import("../core/map/types.js").StrategyMap} StrategyMap */
/** @typedef {import("../core/study/types.js").StudyView} StudyView */
/** @typedef {import("./connection.js").Connection} Connection */

export class Api {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }

  /**
   * @param {Record<string, unknown>} choice level, board, fleet, touching, announce, first
   * @returns {Promise<View>}
   */
  newGame(choice) {
    return this.connection.post("/api/games", choice);
  }

  /**
   * @param {string} id
   * @returns {Promise<View>}
   */
  game(id) {
    return this.connection.get(`/api/games/${encodeURIComponent(id)}`);
  }

  /**
   * @param {string} id
   * @param {Record<string, unknown>} action its type and what belongs to it
   * @param {boolean} [slow]   whether the computer may have to think about its answer
   * @returns {Promise<View>}
   */
  act(id, action, slow = false) {
    return this.connection.post(`/api/games/${encodeURIComponent(id)}/actions`, action, slow);
  }

  /**
   * @param {string} id
   * @param {Law} law
   * @returns {Promise<Heat>}
   */
  heat(id, law) {
    return this.connection.get(`/api/games/${encodeURIComponent(id)}/heat?law=${law}`, true);
  }

  /**
   * @param {Record<string, unknown>} question board, fleet, touching, announce, record
   * @param {AbortSignal} signal
   * @returns {Promise<Advice>}
   */
  advise(question, signal) {
    return this.connection.ask("/api/advise", question, signal);
  }

  /**
   * @param {string} board   "5x5"
   * @returns {Promise<StrategyMap>}
   */
  strategyMap(board) {
    return this.connection.get(`/api/strategy-maps/${encodeURIComponent(board)}`);
  }

  /** @returns {Promise<import("../core/study/types.js").Offer>} */
  study() {
    return this.connection.get("/api/study");
  }

  /**
   * @param {Record<string, unknown>} choice   board, layer, p, policy, feedback, linked, start
   * @returns {Promise<StudyView>}
   */
  newStudyGame(choice) {
    return this.connection.post("/api/study/games", choice, true);
  }

  /**
   * @param {string} id
   * @returns {Promise<StudyView>}
   */
  studyGame(id) {
    return this.connection.get(`/api/study/games/${encodeURIComponent(id)}`);
  }

  /**
   * @param {string} id
   * @param {number} shot   which of the player's shots it is, from 1
   * @param {string} cell
   * @returns {Promise<StudyView>}
   */
  studyShot(id, shot, cell) {
    return this.connection.post(`/api/study/games/${encodeURIComponent(id)}/shots`, { shot, cell }, true);
  }

  /**
   * @param {string} id
   * @returns {Promise<import("../core/study/types.js").StudyHeat>}
   */
  studyHeat(id) {
    return this.connection.get(`/api/study/games/${encodeURIComponent(id)}/heat`, true);
  }

  /**
   * @param {number} p
   * @returns {Promise<import("../core/study/types.js").Drawings>}
   */
  studyCircuits(p) {
    return this.connection.get(`/api/study/circuits?p=${p}`);
  }

  /** @returns {Promise<import("../core/study/types.js").Results|null>}   null where no run is stored */
  studyResults() {
    return this.connection.get("/api/study/results");
  }
}
