/** The fleet while setting up: taking, turning, removing, random and clear. */

import { parseCell } from "../core/board.js";
import { span } from "../core/placement.js";
import { nameOf } from "../core/ships.js";
import { around, make, need, patch, show, write } from "./dom.js";
import { hull } from "./fleet-panel.js";

/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").View} View */
/** @typedef {import("./app.js").App} App */

export class ShipList {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = need("ship-list");
    this.fleet = "";
    const { actions } = app;
    this.list.addEventListener("click", (event) => {
      const item = around(event, "[data-take]");
      if (!item) return;
      const ship = Number(item.dataset.take);
      actions.take(app.store.state.ship === ship ? null : ship);
    });
    need("rotate").addEventListener("click", () => actions.rotate());
    need("remove").addEventListener("click", () => actions.remove(() => app.store.state.ship));
    need("random").addEventListener("click", () => actions.random());
    need("clear").addEventListener("click", () => actions.clear());
  }

  /** @param {State} state */
  draw(state) {
    const view = state.view;
    show(need("fleet-sheet"), view?.phase === "setup");
    if (!view || view.phase !== "setup") return;
    const t = this.app.shell.t;
    this.#build(view);
    view.ships.forEach((ship, i) => {
      const button = this.list.children[i].children[0];
      const placed = view.yours.ships[i];
      patch(button, "aria-pressed", String(state.ship === i));
      patch(button, "data-placed", placed ? "" : null);
      write(button.children[1], t.capital(nameOf(t, view, i)));
      write(button.children[2], placed ? t.say("fleet.at", { span: spanOf(view, placed.cells) }) : t.say("fleet.ashore"));
    });
    const held = state.ship !== null && view.yours.ships[state.ship] !== null;
    patch(need("remove"), "aria-disabled", held ? null : "true");
    patch(need("rotate"), "aria-disabled", state.ship === null ? "true" : null);
    const way = t.say(state.across ? "way.across" : "way.down");
    write(need("way"), t.say("way.now", { way }));
    patch(need("way"), "data-way", state.across ? "across" : "down");
  }

  /** @param {View} view */
  #build(view) {
    const fleet = view.id + view.ships.map((ship) => ship.length).join();
    if (this.fleet === fleet) return;
    this.fleet = fleet;
    this.list.replaceChildren(
      ...view.ships.map((ship) => {
        const attributes = {
          type: "button",
          "data-take": String(ship.ship),
          "data-testid": `ship-${ship.ship}`,
        };
        const name = make("span", { class: "ship-name" });
        const place = make("span", { class: "ship-state" });
        return make("li", {}, make("button", attributes, hull(ship.length), name, place));
      }),
    );
  }
}

/**
 * @param {View} view
 * @param {string[]} names
 */
function spanOf(view, names) {
  return span(view.rules, names.map((name) => /** @type {number} */ (parseCell(view.rules, name))));
}
