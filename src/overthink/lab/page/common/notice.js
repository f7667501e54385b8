// One line for errors and confirmations.

/** @param {string} text empty text hides the line */
export function notice(text) {
  const line = /** @type {HTMLElement} */ (document.getElementById("notice"));
  line.textContent = text;
  line.hidden = !text;
}
