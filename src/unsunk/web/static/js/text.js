/** The text pages: both languages are in the page; the chosen one is shown. */

import { MEASURED, measureText, rateText, SOLVED } from "./core/measured.js";
import { show, write } from "./ui/dom.js";
import { Shell } from "./ui/shell.js";

const shell = new Shell();

function draw() {
  const { t } = shell;
  for (const article of document.querySelectorAll("article[lang]")) {
    show(/** @type {HTMLElement} */ (article), article.getAttribute("lang") === t.lang);
  }
  for (const node of document.querySelectorAll("[data-measure]")) {
    const measure = MEASURED[/** @type {HTMLElement} */ (node).dataset.measure ?? ""];
    if (measure) write(node, measureText(t, measure));
  }
  for (const node of document.querySelectorAll("[data-worst], [data-mean]")) {
    const { worst, mean } = /** @type {HTMLElement} */ (node).dataset;
    const solved = SOLVED[worst ?? mean ?? ""];
    write(node, worst ? rateText(t, solved.worst) : measureText(t, { mean: solved.mean }));
  }
}

shell.onLanguage(draw);
draw();
