/** English: the results of the study. */

/** @type {import("../types.js").Words} */
export const EN_STUDY_RESULTS = {
  "results.heading": "Results of the study",
  "results.none": "There are no results yet: the command unsunk study run makes them.",
  "results.loading": "Fetching the results…",
  "results.lead": "{games} games on {packets} packets of each board, seed {seed}. Every packet was played under every layer, policy, start order and p, so that games are compared in pairs.",
  "results.behind": "As a table",
  "results.chart": {
    one: "Chart of {count} line, from {left} to {right} across; its means run from {low} to {high}. All values stand in the table below.",
    other: "Chart of {count} lines, from {left} to {right} across; their means run from {low} to {high}. All values stand in the table below.",
  },
  "results.table.table-1": "Table 1: how long games take",
  "results.table.table-2": "Table 2: who wins",
  "results.table.table-3": "Table 3: other chances p",
  "results.table.table-4": "Table 4: damage through links",
  "results.word.random": "random",
  "results.word.checkerboard": "checkerboard",
  "results.word.belief": "belief state",
  "results.word.greedy": "greedy",
  "results.word.joint": "exact joint belief",
  "results.word.planner": "planner",
  "results.word.board": "Board",
  "results.word.policy": "Policy",
  "results.word.layer": "Layer",
  "results.word.reading": "Reading",
  "results.word.series": "Line",
  "results.word.mean": "Mean",
  "results.word.low": "Low",
  "results.word.high": "High",
};
