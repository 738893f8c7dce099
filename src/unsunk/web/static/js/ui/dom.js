/** Small helpers for the document. */

/** @typedef {import("../core/types.js").Translator} Translator */

/**
 * The element with an id; its absence is a fault of the page.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function need(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no element #${id}.`);
  return node;
}

/**
 * A new element with attributes and children. A value of null leaves the attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string|null>} [attributes]
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/**
 * Sets or removes an attribute, touching the document only where it differs.
 * @param {Element} node
 * @param {string} name
 * @param {string|null} value
 */
export function patch(node, name, value) {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/**
 * Sets the text of an element, touching the document only where it differs.
 * @param {Element} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Shows or hides an element.
 * @param {HTMLElement} node
 * @param {boolean} shown
 */
export function show(node, shown) {
  if (node.hidden === shown) node.hidden = !shown;
}

/**
 * Writes the words of a language into every element that names its phrase in `data-i18n`, and
 * into attributes named in `data-i18n-label`.
 * @param {ParentNode} root
 * @param {Translator} t
 */
export function fillWords(root, t) {
  for (const node of root.querySelectorAll("[data-i18n]")) {
    write(node, t.say(/** @type {HTMLElement} */ (node).dataset.i18n ?? ""));
  }
  for (const node of root.querySelectorAll("[data-i18n-label]")) {
    patch(node, "aria-label", t.say(/** @type {HTMLElement} */ (node).dataset.i18nLabel ?? ""));
  }
}

/**
 * The nearest element of a kind around an event's target.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement|null}
 */
export function around(event, selector) {
  const target = event.target;
  return target instanceof Element ? target.closest(selector) : null;
}
