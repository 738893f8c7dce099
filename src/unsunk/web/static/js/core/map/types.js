/**
 * The words of the strategy map, as types. Nothing runs here.
 *
 * `StrategyMap` and what it is made of is what the server sends; `MapState` is what the page holds.
 */

/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Size} Size */
/** @typedef {[number, number]} Interval   low and high; equal where the figure is exact */

/**
 * @typedef {object} Step
 * @property {string} cell
 * @property {Kind} outcome
 * @property {number} [length]     of the ship sunk
 * @property {number[]} chances    of a ship on each cell before this shot; 0 where fired at
 * @property {boolean} hottest     whether the shot is at a likeliest cell
 */

/**
 * One strategy on the map.
 * @typedef {object} Point
 * @property {string} strategy
 * @property {"exact"|"sampled"} kind
 * @property {number|null} games   hunts drawn, where sampled
 * @property {number} win_rate
 * @property {Interval} win_rate_ci95
 * @property {number} worst_win_rate
 * @property {Interval} worst_win_rate_ci95
 * @property {string} worst_layout
 * @property {number} mean_shots
 * @property {Interval} mean_shots_ci95
 * @property {number} mean_shots_hider
 * @property {Interval} mean_shots_hider_ci95
 * @property {number} slowest_mean
 * @property {Interval} slowest_mean_ci95
 * @property {number} mutual_race
 * @property {Interval} mutual_race_ci95
 * @property {{uniform: number[], worst: number[]}} laws   shares of hunts by finishing time
 * @property {{shots: number, games: number|null, kind: "exact"|"sampled", ci95: Interval}} hottest
 * @property {{layout: string, seed: number, steps: Step[]}} replay
 */

/**
 * @typedef {object} StrategyMap
 * @property {Size} board
 * @property {number} seed
 * @property {{mean_shots: number, mean_by_layout: Interval, hides: number[], fires_first: number[], law: number[]}} player
 * @property {Point[]} points
 */

/**
 * @typedef {object} MapState
 * @property {StrategyMap|null} map
 * @property {string} chosen         the strategy whose detail is shown
 * @property {string|null} pointed   the strategy pointed at on the chart
 * @property {number} step           the shot of the replay, from 1
 * @property {boolean} fleet         the fleet is drawn in the replay
 * @property {boolean} numbers       the replay writes its chances into the cells
 */

export {};
