/**
 * The words of the study's pages, as types. Nothing runs here.
 *
 * `StudyView` and what it is made of is what the server sends; `StudyState` is what the page holds.
 */

/** @typedef {import("../types.js").Side} Side */
/** @typedef {"L0"|"L1"|"L2"|"L3"} Layer */
/** @typedef {"open"|"ambiguous"} Feedback */
/** @typedef {"both"|"ones"} Linked */
/** @typedef {"A"|"B"} Branch */
/** @typedef {"miss"|"resisted"|"damage"|"nothing"} Heard */
/** @typedef {"V"|"B"|"C"} Kind */

/** @typedef {{rows: number, columns: number, layer: Layer, p: number|null, feedback: Feedback, linked: Linked}} Condition */

/**
 * A ship in its two branches: `b` is null below L2, `branch` while B is not measured.
 * @typedef {{length: number, a: string[], b: string[]|null, branch: Branch|null}} StudyShip
 */

/**
 * A shot as far as the player knows it; a bit is null where none was measured or it is not told.
 * @typedef {object} StudyShot
 * @property {Side} by
 * @property {string} cell
 * @property {"bomb"|"torpedo"} attack
 * @property {Heard} heard
 * @property {number|null} v
 * @property {{side: Side, ship: number, branch: Branch}[]} resolved
 * @property {[number, number]|null} c
 * @property {{side: Side, cell: string}|null} linked
 * @property {{side: Side, ship: number}[]} sunk
 */

/**
 * @typedef {object} StudyView
 * @property {string} id
 * @property {number} version
 * @property {"battle"|"over"} phase
 * @property {Side|"draw"|null} winner
 * @property {number} round
 * @property {Condition} condition
 * @property {string} policy
 * @property {Side} start
 * @property {StudyShip[]} yours
 * @property {StudyShip[]|null} theirs   null until the game is over
 * @property {StudyShot[]} log
 * @property {{seed: string, source: string, links: [number, number][]}|null} reveal   the same
 */

/** @typedef {{version: number, shares: Record<string, number>|null}} StudyHeat */
/** @typedef {{boards: string[], policies: string[], least_chance: number}} Offer */
/** @typedef {{drawings: Record<Kind, string>|null}} Drawings */

/**
 * What a new game is asked for.
 * @typedef {{board: string, layer: Layer, p: number, policy: string, feedback: Feedback, linked: Linked, start: Side}} Choice
 */

/**
 * @typedef {object} StudyState
 * @property {StudyView|null} view
 * @property {boolean} busy        a shot is on its way
 * @property {boolean} heatOn      the policy's thinking is shown on the player's waters
 * @property {boolean} numbersOn   with its numbers
 * @property {StudyHeat|null} heat   as last fetched
 */

/** @typedef {string|number|null} Value */
/** @typedef {{name: string, caption: string, columns: string[], rows: Value[][]}} ResultTable */
/** @typedef {[number, number, number, number]} Point   x, mean, low, high */
/** @typedef {{name: string, points: Point[]}} Series */
/** @typedef {{name: string, caption: string, x: string, series: Series[]}} Figure */
/** @typedef {{games: number, packets: number, seed: number, tables: ResultTable[], figures: Figure[]}} Results */

export {};
