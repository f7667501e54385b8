// The setting of a view lives in the link: #/depth-curve?error=0.2&depth=5.

import { notice, stored } from "./api.js";

/** The view of a link that names none. */
export const FIRST = "story";

/** The link as it was last read or written. If the address has another one, that is about to be opened; a frame of another site may not be
 * able to write its address: then only the page knows the link. */
let [known, writable] = [location.hash, true];
if (stored && !known) setLink(stored.link || "#/", "replaceState");

/** The link of what is shown. */
export const currentLink = () => known;

/** @param {string} link @param {"pushState" | "replaceState"} how */
function setLink(link, how) {
  known = link;
  try {
    history[how](null, "", link);
    known = location.hash;
  } catch {
    writable = false;
  }
}

/** Go to a link, as a click on it does. @param {string} link */
export function follow(link) {
  setLink(link, "pushState");
  dispatchEvent(new Event("hashchange"));
}

/** The address has changed, unless the page says so itself. @param {Event} event */
export function takeAddress({ isTrusted }) {
  if (isTrusted && writable) known = location.hash;
}

/** The view that the link names. */
export const viewName = () => known.replace(/^#\/?/, "").split("?")[0];

/** The setting that the link holds.
 * @returns {Record<string, string>} */
export const readState = () => Object.fromEntries(new URLSearchParams(known.split("?")[1] ?? ""));

/** The link of a view. @param {string} name @param {Record<string, unknown>} state */
export function linkTo(name, state) {
  const kept = Object.entries(state).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return text ? `#/${name}?${text}` : `#/${name}`;
}

/** Write the whole setting of a view into the link, unless the reader has opened another link. The view is not reloaded.
 * @param {string} name @param {Record<string, unknown>} state */
export function writeState(name, state) {
  if ((viewName() || FIRST) === name && (!writable || location.hash === known)) setLink(linkTo(name, state), "replaceState");
}

/** Open a view.
 * @param {string} name @param {Record<string, unknown>} state */
export function openView(name, state) {
  follow(linkTo(name, state));
}

/** The link cannot be shown: open its view without a setting, and say why. @param {string} why */
export function fallBack(why) {
  setLink(`#/${viewName()}`, "replaceState");
  dispatchEvent(new Event("hashchange"));
  notice(`This link cannot be shown. ${why} This is the usual setting.`);
}

/** Say which parts of a link mean nothing here, and are not shown. @param {Record<string, string>} given @param {Record<string, unknown>} shown */
export function tellLink(given, shown) {
  const same = (/** @type {string} */ one, /** @type {string} */ other) => one === other || (one !== "" && Number(one) === Number(other));
  const wrong = Object.keys(given).filter((name) => given[name] !== "" && !same(given[name], String(Object.hasOwn(shown, name) ? shown[name] : "")));
  if (wrong.length) notice(`This link asks for ${wrong.map((name) => `${name}=${given[name]}`).join(", ").slice(0, 200)}, which means nothing here. The usual setting is shown instead.`);
}

/** Copy text, and confirm it. @param {string} text @param {string} subject @param {string} [more] */
export async function copy(text, subject, more = "") {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${subject} copied. ${more}`);
  } catch {
    notice(`Copy this: ${text}`);
  }
}

/** Copy the link to the current setting. */
export function copyLink() {
  copy(location.href, "The link is", stored ? "" : "It opens on this computer while the lab runs. For others, press Save page: it makes one file that opens without the lab.");
}
