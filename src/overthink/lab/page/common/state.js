// The setting of a view lives in the link: #/depth-curve?error=0.2&depth=5.

import { notice } from "./notice.js";

/** The view that the link names. */
export function viewName() {
  return location.hash.replace(/^#\/?/, "").split("?")[0];
}

/** The setting that the link holds.
 * @returns {Record<string, string>} */
export function readState() {
  return Object.fromEntries(new URLSearchParams(location.hash.split("?")[1] ?? ""));
}

/** @param {string} name @param {Record<string, unknown>} state */
function address(name, state) {
  const kept = Object.entries(state).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return text ? `#/${name}?${text}` : `#/${name}`;
}

/** Puts the whole setting of the present view into the link. The view is not shown anew.
 * @param {Record<string, unknown>} state */
export function writeState(state) {
  history.replaceState(null, "", address(viewName() || "tree", state));
}

/** Goes to a view.
 * @param {string} name @param {Record<string, unknown>} state */
export function openView(name, state) {
  location.hash = address(name, state);
}

/** Copies text, and says so. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} copied.`);
  } catch {
    notice(`Copy this: ${text}`);
  }
}

/** Copies the link to what is shown. */
export function copyLink() {
  copy(location.href, "The link to this setting is");
}
