/**
 * The words the modules share, as types. Nothing runs here.
 *
 * Everything under `View` is what the server sends (see the HTTP reference); everything under
 * `State` is what this page adds to it: the ship in hand, the cell pointed at, the switches.
 */

/** @typedef {"setup"|"battle"|"over"} Phase */
/** @typedef {"you"|"computer"} Side */
/** @typedef {"miss"|"hit"|"sunk"} Kind */
/** @typedef {"yes"|"corners"|"no"} Touching */
/** @typedef {"shown"|"length"|"silent"|"named"} Announce */
/** @typedef {{rows: number, columns: number}} Size */

/**
 * @typedef {object} Rules
 * @property {number} rows
 * @property {number} columns
 * @property {string} board
 * @property {string} fleet
 * @property {Touching} touching
 * @property {Announce} announce
 * @property {string} order
 * @property {Side} first
 */

/** @typedef {{ship: number, name: string, length: number}} Ship */
/** @typedef {{ship: number, cells: string[]}} PlacedShip */
/** @typedef {{cell: string, kind: Kind, ship: number|null}} Shot */
/** @typedef {{ship: number|null, length: number, cells: string[]|null}} SunkShip */
/** @typedef {{shots: number, hits: number, accuracy: number|null}} Tally */
/** @typedef {{ships: (PlacedShip|null)[], shots: Shot[], sunk: SunkShip[], tally: Tally}} OwnWaters */
/** @typedef {{ships: PlacedShip[]|null, shots: Shot[], sunk: SunkShip[], tally: Tally}} TheirWaters */

/**
 * @typedef {object} LogEntry
 * @property {number} n
 * @property {Side} by
 * @property {string} cell
 * @property {Kind} kind
 * @property {string|null} ship
 * @property {number|null} length
 */

/**
 * @typedef {object} View
 * @property {string} id
 * @property {number} version
 * @property {Phase} phase
 * @property {string} level
 * @property {Side|null} turn
 * @property {Side|"draw"|null} winner
 * @property {Rules} rules
 * @property {Ship[]} ships
 * @property {OwnWaters} yours
 * @property {TheirWaters} theirs
 * @property {LogEntry[]} log
 */

/** @typedef {"own"|"exact"} Law */

/**
 * @typedef {object} Heat
 * @property {number} version
 * @property {Law} law
 * @property {"exact"|"sampled"|null} kind   of the exact law
 * @property {string|null} layouts           of the exact law
 * @property {Record<string, string>} values
 * @property {Record<string, number>} shares
 */

/**
 * @typedef {object} State
 * @property {View|null} view      the last view the server sent
 * @property {number|null} ship    the ship in hand while setting up
 * @property {boolean} across      which way the ship in hand lies
 * @property {number|null} point   the cell pointed at in the player's own waters
 * @property {boolean} busy        a shot is on its way
 * @property {boolean} heatOn      the heat map is switched on
 * @property {boolean} numbersOn   the numbers in the heat map are switched on
 * @property {Law} law             whose numbers the heat map shows
 * @property {Heat|null} heat      the heat map, as last fetched
 */

/**
 * How one cell is to look and what it is called.
 * @typedef {object} Look
 * @property {string} cell         its name, "C7"
 * @property {string} mark         "", "miss", "hit" or "sunk"
 * @property {string} ship         "", "own", "sunk" or "revealed"
 * @property {string} edges        the sides on which its ship ends, from "nesw"
 * @property {string} preview      "", "legal" or "illegal"
 * @property {boolean} inHand      part of the ship in hand
 * @property {boolean} last        the latest shot in these waters
 * @property {number|null} heat    0 to 6, or null where there is no heat
 * @property {string} number       the number printed in it, or ""
 * @property {boolean} [percent]   the number is a percentage
 * @property {string} [flag]       "", "best" or "clash": what the adviser points out
 * @property {boolean} [chosen]    the buttons below the board are about it
 * @property {boolean} inert       pressing it does nothing
 * @property {string} label        what a screen reader says
 */

/** @typedef {string | {one: string, other: string}} Phrase */
/** @typedef {Record<string, Phrase>} Words */
/** @typedef {Record<string, string|number>} Params */

/**
 * @typedef {object} Translator
 * @property {string} lang
 * @property {(key: string, params?: Params) => string} say
 * @property {(key: string) => boolean} has
 * @property {(value: number|bigint, options?: Intl.NumberFormatOptions) => string} number
 * @property {(text: string) => string} capital
 * @property {(parts: string[]) => string} list
 */

export {};
