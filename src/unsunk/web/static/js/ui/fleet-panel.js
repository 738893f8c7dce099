/** Under a board during the battle: which ships are afloat, and how the shooting at them goes. */

import { enemyFleet, ownFleet } from "../core/tracker.js";
import { make, patch, show, write } from "./dom.js";

/** @typedef {import("../core/types.js").Translator} Translator */
/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("../core/types.js").Tally} Tally */

const FIGURES = /** @type {const} */ (["shots", "hits", "accuracy"]);

export class FleetPanel {
  /**
   * @param {HTMLElement} host
   * @param {"own"|"enemy"} side
   */
  constructor(host, side) {
    this.side = side;
    this.lengths = "";
    const shooter = side === "own" ? "computer" : "you";
    const heading = make("h3", { id: `${side}-fleet-heading`, "data-i18n": `tracker.${side}` });
    this.list = make("ul", {
      class: "tracker",
      "aria-labelledby": `${side}-fleet-heading`,
      "data-testid": `tracker-${side}`,
    });
    this.note = make("p", { class: "hint", "data-i18n": "tracker.silent", hidden: "" });
    const caption = make("h3", { id: `${side}-tally-heading`, "data-i18n": `tally.${shooter}` });
    this.figures = Object.fromEntries(
      FIGURES.map((name) => [name, make("dd", { "data-testid": `${shooter}-${name}` })]),
    );
    const tally = make("dl", { class: "tally", "aria-labelledby": `${side}-tally-heading` });
    for (const name of FIGURES) {
      const term = make("dt", { "data-i18n": `tally.${name}` });
      tally.append(make("div", {}, term, this.figures[name]));
    }
    host.append(caption, tally, heading, this.list, this.note);
  }

  /**
   * @param {Translator} t
   * @param {View} view
   */
  draw(t, view) {
    const ships = this.side === "own" ? ownFleet(t, view) : enemyFleet(t, view);
    const lengths = ships.map((ship) => ship.length).join();
    if (this.lengths !== lengths) {
      this.lengths = lengths;
      this.list.replaceChildren(...ships.map((ship) => shipItem(ship.length)));
    }
    ships.forEach((ship, i) => {
      const item = this.list.children[i];
      patch(item, "data-state", ship.state);
      write(item.children[1], ship.name);
      write(item.children[2], t.say(`tracker.${ship.state}`));
    });
    show(this.note, ships.some((ship) => ship.state === "unknown"));
    const tally = this.side === "own" ? view.yours.tally : view.theirs.tally;
    write(this.figures.shots, t.number(tally.shots));
    write(this.figures.hits, t.number(tally.hits));
    write(this.figures.accuracy, accuracyText(t, tally));
  }
}

/**
 * The share of shots that hit, in percent.
 * @param {Translator} t
 * @param {Tally} tally
 */
export function accuracyText(t, tally) {
  if (tally.shots === 0) return t.say("tally.none");
  return t.number(tally.hits / tally.shots, { style: "percent", maximumFractionDigits: 0 });
}

/** @param {number} length */
function shipItem(length) {
  return make("li", {}, hull(length), make("span", { class: "ship-name" }), make("span", { class: "ship-state" }));
}

/**
 * A ship as a row of little cells.
 * @param {number} length
 */
export function hull(length) {
  const cells = Array.from({ length }, () => make("i"));
  const ship = make("span", { class: "hull", "aria-hidden": "true" }, ...cells);
  ship.style.setProperty("--length", String(length));
  return ship;
}
