// Controls for the parameters of a game, as the server's registry describes them.

import { select, slider } from "./controls.js";

/** @typedef {{ name: string, label: string, default: number | string, low: number, high: number, step: number,
 *   choices: Record<string, string> }} Parameter */
/** @typedef {{ name: string, label: string, parameters: Parameter[], rules: [string, string], players: number,
 *   depth: number, deepest: number }} Offer */

/** A slider, or a choice among words. @param {Parameter} parameter @param {string} value
 * @param {(value: string) => void} changed @returns {HTMLElement} */
export function parameterControl(parameter, value, changed) {
  const choices = Object.entries(parameter.choices);
  if (choices.length) return select(parameter.label, choices, value, changed).element;
  const options = { min: parameter.low, max: parameter.high, step: parameter.step, value: Number(value) };
  return slider(parameter.label, options, (next) => changed(String(next))).element;
}

/** The default of every parameter. @param {Offer} offer @returns {Record<string, string>} */
export function defaults(offer) {
  return Object.fromEntries(offer.parameters.map((parameter) => [parameter.name, String(parameter.default)]));
}
