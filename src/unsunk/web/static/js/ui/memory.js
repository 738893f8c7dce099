/** Browser storage that may be missing or forbidden: then nothing is remembered, and nothing fails. */

/**
 * @param {string} key
 * @returns {string|null}
 */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or forbidden: the game itself is kept on the server.
  }
}
