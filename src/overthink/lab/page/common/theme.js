// Dark or light: the system's choice, unless the reader chooses; and the names and colours of rules, the same in every view.
// A colour is a name of the style sheet or a hex value of a user's own.

import { get, retain } from "./api.js";
import { element } from "./controls.js";

const KEY = "overthink-theme";

/** The pixels that a picture may fill on paper, between the margins of A4 and of US letter; a tree is less high. */
export const PAPER = { width: 660, height: 420, tree: 300 };
const PRINTED = 14; // pixels of type on paper

/** The event after a change of colours. */
export const THEME_CHANGED = "themechange";

/** The value of a colour of the style sheet, such as --c1. @param {string} name */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/** The size of the page's type in pixels, for drawings: larger on a projector, always the same on paper. */
export const typeSize = () => isPrinting() ? PRINTED : parseFloat(getComputedStyle(document.documentElement).fontSize) || 14;
/** How much larger than usual a picture of a tree is, with all its margins: as large as the type. */
export const typeScale = () => isPrinting() ? 1 : Math.max(1, typeSize() / 16.5);
/** Whether the page is being printed: in light colours, whatever the theme. */
export const isPrinting = () => document.documentElement.dataset.printing !== undefined;

/** Draw everything in the colours of print, or back. @param {boolean} on */
function print(on) {
  if (on === isPrinting()) return;
  document.documentElement.toggleAttribute("data-printing", on);
  dispatchEvent(new Event(THEME_CHANGED));
}

/** Set the chosen theme, and watch for changes. */
export function startTheme() {
  let chosen = retain(KEY);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = () => void (document.documentElement.dataset.theme = /^(dark|light)$/.test(chosen) ? chosen : dark.matches ? "dark" : "light");
  const changed = () => (set(), dispatchEvent(new Event(THEME_CHANGED)));
  set();
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
  dark.addEventListener("change", changed);
  document.getElementById("theme")?.addEventListener("click", () => {
    retain(KEY, (chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
    changed();
  });
}

/** Paint again whenever the size of an element or the colours change. @param {HTMLElement} root @param {() => void} paint @param {AbortSignal} leaving */
export function repaint(root, paint, leaving) {
  const watch = new ResizeObserver(paint);
  watch.observe(root);
  addEventListener(THEME_CHANGED, paint, { signal: leaving });
  leaving.addEventListener("abort", () => watch.disconnect());
}

const CONTRAST = 3; // to the page, at least

/** Red, green and blue. @param {string} hex */
export const channels = (hex) => [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));

/** How bright a colour is, from 0 to 1, as WCAG defines it. @param {number[]} rgb */
function brightness(rgb) {
  const [red, green, blue] = rgb.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour as near to this one as the page allows: mixed with the ink until it can be seen.
 * @param {string} hex @param {string} paper @param {string} ink */
export function legible(hex, paper, ink) {
  const [from, to, ground] = [channels(hex), channels(ink), brightness(channels(paper)) + 0.05];
  for (let share = 0; ; share += 0.1) {
    const mixed = from.map((part, i) => Math.round(part + share * (to[i] - part)));
    const light = brightness(mixed) + 0.05;
    if (share >= 1 || Math.max(light, ground) / Math.min(light, ground) >= CONTRAST) return `rgb(${mixed.join(", ")})`;
  }
}

/** The colour of a rule for a chart, which cannot use the style sheet. @param {string} named */
export const curveColour = (named) => named.startsWith("#") ? legible(named, colour("--paper"), colour("--ink")) : colour(`--${named}`);

/** @typedef {{ label: string, summary: string, colour: string, place: number }} Look */

/** The looks of all rules, once `loadLooks` has loaded them. @type {Record<string, Look>} */
export const looks = {};

/** Load the names and colours of all rules. */
export async function loadLooks() {
  if (!Object.keys(looks).length) Object.assign(looks, await get("api/rules"));
}

/** The name of a rule in words. @param {string} rule */
export const labelOf = (rule) => Object.hasOwn(looks, rule) ? looks[rule].label : rule;

/** A spot of the rule's colour. @param {string} rule */
export function swatch(rule) {
  const made = element("span", { class: "swatch", "aria-hidden": "true" });
  if (Object.hasOwn(looks, rule)) made.style.background = looks[rule].colour.startsWith("#") ? curveColour(looks[rule].colour) : `var(--${looks[rule].colour})`;
  else made.hidden = true;
  return made;
}
