/**
 * The words of the adviser's modules, as types. Nothing runs here.
 *
 * `Advice` and what it is made of is what the server sends; `AdviserState` is what the page holds.
 */

/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Ship} Ship */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../rules.js").RuleChoice} RuleChoice */

/**
 * One shot over a real board, as it was answered.
 * @typedef {object} Heard
 * @property {string} cell
 * @property {Kind} kind
 * @property {number|null} length  of the ship sunk
 * @property {string|null} ship    its name in the fleet, where names are told
 * @property {string|null} span    where it lay, "C5-E5", where places are told
 */

/** @typedef {{rules: RuleChoice, shots: Heard[]}} Sheet */
/** @typedef {{shot: Heard, fits: boolean}} Choice */

/** @typedef {{outcome: string, ship: number|null, chance: number, count: string}} Way */
/** @typedef {{count: string, chance: number, low?: number, high?: number}} CellAdvice */
/** @typedef {{cell: string, chance: number, outcomes: Way[]}} Best */
/** @typedef {{length: number, ships: number[], heard: number|null, sunk: number, hit: number}} Group */

/**
 * @typedef {object} Advice
 * @property {Rules} rules
 * @property {Ship[]} ships
 * @property {string} record
 * @property {"exact"|"sampled"} kind
 * @property {string} layouts
 * @property {string|null} low    of the layouts, where sampled
 * @property {string|null} high
 * @property {number|null} effective
 * @property {Record<string, CellAdvice>} cells
 * @property {Best[]} best
 * @property {Group[]} groups
 * @property {string[]|null} certain
 * @property {number|null} impossible
 * @property {boolean} finished
 */

/** @typedef {{shots: number[], smallest: boolean}} Clash   numbers of shots, from 1 */

/**
 * @typedef {object} AdviserState
 * @property {Sheet} sheet
 * @property {Sheet[]} past
 * @property {Sheet[]} future
 * @property {string|null} touched   the cell that the last change was at, while presses go on there
 * @property {number|null} chosen    the cell that the buttons are about
 * @property {number|null} point     the cell pointed at
 * @property {Advice|null} advice    of this sheet, or of the last one while `waiting`
 * @property {Clash|null} clash
 * @property {boolean} waiting
 * @property {boolean} numbers
 * @property {string|null} reading   the likely cell whose outcomes are shown
 */

export {};
