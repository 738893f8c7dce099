/** The scale of a heat map: a swatch and a text for every shade. */

import { STEPS } from "../core/heat.js";
import { make, write } from "./dom.js";

export class Legend {
  /**
   * @param {string} titleId   the id of the element that names the legend
   * @param {string} testId
   */
  constructor(titleId, testId) {
    this.list = make("ol", { class: "legend", "aria-labelledby": titleId, "data-testid": testId });
    for (let step = 0; step <= STEPS; step += 1) {
      const swatch = make("span", { class: "swatch", "data-heat": String(step), "aria-hidden": "true" });
      this.list.append(make("li", {}, swatch, make("span", {})));
    }
  }

  /** @param {(step: number) => string} text   what a shade from 0 to 6 stands for */
  draw(text) {
    for (let step = 0; step <= STEPS; step += 1) write(this.list.children[step].children[1], text(step));
  }
}
