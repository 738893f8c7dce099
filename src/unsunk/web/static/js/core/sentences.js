/** The sentences the game says: one a turn, one a placement, one at the end. */

import { cellName, parseCell } from "./board.js";
import { boardsOf } from "./levels.js";
import { judge, shipAt, span } from "./placement.js";
import { nameOf, shipName } from "./ships.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Translator} Translator */

/**
 * One shot in words. What the computer hit in the player's own fleet the player may know in full.
 * @param {Translator} t
 * @param {View} view
 * @param {LogEntry} entry
 */
export function shotSentence(t, view, entry) {
  const key = `shot.${entry.by}.${entry.kind}`;
  const ship = shipOf(view, entry);
  if (ship !== null) {
    return t.say(`${key}.ship`, { cell: entry.cell, ship: shipName(t, ship) });
  }
  if (entry.kind === "sunk" && entry.length !== null) {
    return t.say(`${key}.length`, { cell: entry.cell, length: entry.length });
  }
  return t.say(key, { cell: entry.cell });
}

/**
 * @param {View} view
 * @param {LogEntry} entry
 * @returns {string|null}
 */
function shipOf(view, entry) {
  if (entry.kind === "miss") return null;
  if (entry.by === "you") return entry.ship;
  const shot = view.yours.shots.find((one) => one.cell === entry.cell);
  return shot && shot.ship !== null ? view.ships[shot.ship].name : entry.ship;
}

/**
 * The sentence of a turn: all shots since another view, and whose turn it is.
 * @param {Translator} t
 * @param {number} seen   how many entries of the log were already said
 * @param {View} view
 */
export function turnSentence(t, seen, view) {
  const parts = view.log.slice(seen).map((entry) => shotSentence(t, view, entry));
  if (view.phase === "battle" && view.turn === "you") parts.push(t.say("turn.you"));
  if (view.phase === "over") parts.push(t.say("turn.over"));
  return parts.join(" ");
}

/**
 * Who won, and how fast.
 * @param {Translator} t
 * @param {View} view
 */
export function endSentence(t, view) {
  const side = view.winner === "computer" ? view.yours : view.theirs;
  return t.say(`end.${view.winner ?? "draw"}`, { count: side.tally.shots });
}

/**
 * Where things stand when a game is taken up again.
 * @param {Translator} t
 * @param {View} view
 */
export function resumeSentence(t, view) {
  if (view.phase === "setup") return t.say("resume.setup");
  if (view.phase === "over") return t.say("turn.over");
  return t.say("resume.battle", { count: view.theirs.tally.shots });
}

/**
 * Why a ship may not lie somewhere, and what would be right.
 * @param {Translator} t
 * @param {View} view
 * @param {number} ship
 * @param {number} first
 * @param {boolean} across
 * @returns {string} "" when it may
 */
export function problemSentence(t, view, ship, first, across) {
  const { problem, other } = judge(view, ship, first, across);
  if (problem === "") return "";
  const key = problem === "off_board" ? `place.off-board.${across ? "across" : "down"}` : `place.${problem}`;
  return t.say(key, {
    ship: t.capital(nameOf(t, view, ship)),
    cell: cellName(view.rules, first),
    other: other === null ? "" : nameOf(t, view, other),
    length: view.ships[ship].length,
  });
}

/**
 * What was just placed, and what comes next.
 * @param {Translator} t
 * @param {View} view
 * @param {number} ship
 * @param {number|null} next   the ship now in hand
 */
export function placedSentence(t, view, ship, next) {
  const placed = view.yours.ships[ship];
  if (!placed) return "";
  const cells = placed.cells.map((name) => /** @type {number} */ (parseCell(view.rules, name)));
  const done = t.say("place.done", {
    ship: t.capital(nameOf(t, view, ship)),
    span: span(view.rules, cells),
  });
  if (next === ship) return done;
  const then = next === null ? t.say("place.all") : t.say("place.next", { ship: nameOf(t, view, next) });
  return `${done} ${then}`;
}

/**
 * The line under the board while setting up: what pressing the cell pointed at would do.
 * @param {Translator} t
 * @param {State} state
 * @returns {{text: string, verdict: ""|"legal"|"illegal"}}
 */
export function previewLine(t, state) {
  const { view, ship, point, across } = state;
  if (!view) return { text: "", verdict: "" };
  const on = point === null ? null : shipAt(view, point);
  if (point !== null && on !== null && on !== ship) {
    const params = { cell: cellName(view.rules, point), ship: nameOf(t, view, on) };
    return { text: t.say("preview.take", params), verdict: "" };
  }
  if (ship === null) return { text: t.say("preview.none"), verdict: "" };
  const way = t.say(across ? "way.across" : "way.down");
  const name = t.capital(nameOf(t, view, ship));
  if (point === null) return { text: t.say("preview.choose", { ship: name, way }), verdict: "" };
  const problem = problemSentence(t, view, ship, point, across);
  if (problem) return { text: problem, verdict: "illegal" };
  const cells = judge(view, ship, point, across).cells;
  const params = { ship: name, way, span: span(view.rules, cells) };
  return { text: t.say("preview.fits", params), verdict: "legal" };
}

/**
 * Why the battle cannot start yet; "" when it can.
 * @param {Translator} t
 * @param {View} view
 */
export function missingSentence(t, view) {
  const missing = view.ships.filter((ship) => view.yours.ships[ship.ship] === null);
  if (missing.length === 0) return "";
  const names = missing.map((ship) => shipName(t, ship.name));
  return t.say("start.missing", { count: missing.length, ships: t.list(names) });
}

/**
 * Why the server refused something. Of a level that plays in few places it says in which.
 * @param {Translator} t
 * @param {{code: string, message: string, params: import("./types.js").Params}} refusal
 */
export function refusalSentence(t, { code, message, params }) {
  const key = `error.${code}`;
  const ofLevel = `${key}.${params.level}`;
  if (t.has(ofLevel)) return t.say(ofLevel, { boards: t.list(boardsOf(String(params.level))) });
  return t.has(key) ? t.say(key) : message || t.say("error.unknown");
}
