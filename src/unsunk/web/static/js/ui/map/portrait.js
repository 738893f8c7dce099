/** Where Near-perfect hides its fleet and where it fires first. */

import { shareLooks } from "../../core/map/looks.js";
import { rateFigure, shotsFigure } from "../../core/map/sentences.js";
import { PERFECT } from "../../core/map/state.js";
import { Board } from "../board.js";
import { need, write } from "../dom.js";

/** @typedef {import("../../core/map/types.js").MapState} MapState */
/** @typedef {import("./app.js").MapApp} MapApp */

export class Portrait {
  /** @param {MapApp} app */
  constructor(app) {
    this.app = app;
    const press = () => {};
    this.hides = new Board(need("hides-board"), { id: "hides", labelledBy: "hides-heading" }, { press });
    this.fires = new Board(need("fires-board"), { id: "fires", labelledBy: "fires-heading" }, { press });
  }

  /** @param {MapState} state */
  draw({ map }) {
    if (!map) return;
    const { t } = this.app.shell;
    const { board, player } = map;
    const worst = map.points.find((point) => point.strategy === PERFECT)?.worst_win_rate ?? 0;
    const [low, high] = player.mean_by_layout;
    write(
      need("perfect-line"),
      t.say("map.perfect.line", {
        worst: rateFigure(t, worst),
        mean: shotsFigure(t, player.mean_shots),
        low: shotsFigure(t, low),
        high: shotsFigure(t, high),
      }),
    );
    this.hides.draw(board, shareLooks(board, player.hides, t), null);
    this.fires.draw(board, shareLooks(board, player.fires_first, t), null);
  }
}
