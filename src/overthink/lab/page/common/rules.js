// The name and the colour of each rule, the same in every view.

import { get } from "./api.js";
import { element } from "./controls.js";
import { inkOf } from "./theme.js";

/** @typedef {{ label: string, summary: string, colour: string, place: number }} Look */

/** @type {Promise<Record<string, Look>> | undefined} */
let loading;

/** All rules. @returns {Promise<Record<string, Look>>} */
export function ruleLooks() {
  loading ??= get("api/rules");
  loading.catch(() => (loading = undefined));
  return loading;
}

/** The name of a rule in words. @param {Record<string, Look>} looks @param {string} rule */
export function labelOf(looks, rule) {
  return Object.hasOwn(looks, rule) ? looks[rule].label : rule;
}

/** A spot of the rule's colour. @param {Record<string, Look>} looks @param {string} rule */
export function swatch(looks, rule) {
  const made = element("span", { class: "swatch", "aria-hidden": "true" });
  if (Object.hasOwn(looks, rule)) made.style.background = inkOf(looks[rule].colour);
  else made.hidden = true;
  return made;
}
