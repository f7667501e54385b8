// One line for what went wrong, and for what was done.

/** @param {string} text nothing hides the line */
export function notice(text) {
  const line = /** @type {HTMLElement} */ (document.getElementById("notice"));
  line.textContent = text;
  line.hidden = !text;
}
