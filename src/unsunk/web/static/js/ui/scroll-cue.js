/** A board wider than its frame shows on its right edge that it goes on. */

import { patch } from "./dom.js";

/** @param {HTMLElement} frame */
export function cueScroll(frame) {
  const look = () => {
    const left = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
    patch(frame, "data-more", left > 2 ? "" : null);
  };
  frame.addEventListener("scroll", look, { passive: true });
  const watcher = new ResizeObserver(look);
  watcher.observe(frame);
  if (frame.firstElementChild) watcher.observe(frame.firstElementChild);
}
