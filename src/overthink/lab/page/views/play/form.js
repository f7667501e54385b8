// The form: the game and the players.

import { defaults, element, number, parameterControl, select, slider } from "../../common/controls.js";
import { labelOf, swatch } from "../../common/rules.js";

/** @typedef {Record<string, string>} Setting */
/** @typedef {Record<string, import("../../common/rules.js").Look>} Looks */
/** @typedef {import("../../common/controls.js").Offer} Offer */

/** The whole setting: the given values, and defaults for the others. @param {Setting} given @param {Offer[]} games
 * @returns {Setting} */
export function complete(given, games) {
  const offer = games.find((offer) => offer.name === given.game) ?? games[0];
  const sides = sidesOf({ game: offer.name }, games);
  /** @type {Setting} */
  const whole = { game: offer.name, seed: "0", moves: "", ...defaults(offer) };
  for (const side of sides) Object.assign(whole, { [side]: side === "min" ? "minimax" : "you", [`depth${side}`]: "3" });
  for (const name of [...Object.keys(whole), ...sides.map((side) => `search${side}`)]) if (Object.hasOwn(given, name) && name !== "game") whole[name] = given[name];
  return whole;
}

/** The offer of the game. @param {Setting} setting @param {Offer[]} games @returns {Offer} */
function offerOf(setting, games) {
  return /** @type {Offer} */ (games.find((offer) => offer.name === setting.game));
}

/** The sides, as links name them: Max and Min, or the one player. @param {Setting} setting @param {Offer[]} games */
export function sidesOf(setting, games) {
  return offerOf(setting, games).players === 1 ? ["player"] : ["max", "min"];
}

/** @param {HTMLElement} root @param {Setting} setting @param {Offer[]} games @param {Looks} looks
 * @param {import("./boards.js").Position | undefined} position @param {(next: Setting, anew: boolean) => void} changed `anew` if a new game begins */
export function form(root, setting, games, looks, position, changed) {
  const again = (/** @type {Setting} */ next) => changed({ ...setting, moves: "", ...next }, true);
  const names = games.map((game) => /** @type {[string, string]} */ ([game.name, game.label]));
  const offer = offerOf(setting, games);
  /** @type {Node[]} */
  const parts = [select("Game", names, setting.game, (game) => changed({ game, max: setting.max ?? "you" }, true)).element];
  for (const parameter of offer.parameters) {
    parts.push(parameterControl(parameter, setting[parameter.name], (value) => again({ [parameter.name]: value })));
  }
  parts.push(number("Start number", { min: 0, max: 2 ** 31, value: Number(setting.seed) }, (seed) => again({ seed: String(seed) })).element);
  for (const [i, side] of sidesOf(setting, games).entries()) parts.push(player(setting, offer.deepest, looks, position, side, i, changed));
  root.replaceChildren(...parts);
}

/** @param {Setting} setting @param {number} deepest @param {Looks} looks @param {import("./boards.js").Position | undefined} position
 * @param {string} side @param {number} i @param {(next: Setting, anew: boolean) => void} changed */
function player(setting, deepest, looks, position, side, i, changed) {
  const rules = position?.rules ?? { minimax: ["full-width"] };
  const change = (/** @type {Setting} */ next) => changed({ ...setting, ...next }, false);
  const who = setting[side] === "you" || Object.hasOwn(rules, setting[side]) ? setting[side] : Object.keys(rules)[0]; // as `machine` plays
  const box = element("fieldset", {}, element("legend", {}, swatch(looks, who), position?.players[i] ?? ["Max", "Min"][i]));
  const choices = /** @type {[string, string][]} */ ([["you", "you"], ...Object.keys(rules).map((rule) => [rule, labelOf(looks, rule)])]);
  box.append(select("Played by", choices, who, (next) => change({ [side]: next, [`search${side}`]: "" })).element);
  if (who !== "you") {
    const searches = rules[who] ?? ["full-width"];
    box.append(select("Search", searches, setting[`search${side}`] || searches[searches.length - 1], (next) => change({ [`search${side}`]: next })).element);
    const options = { min: 1, max: deepest, step: 1, value: Number(setting[`depth${side}`]) };
    box.append(slider("Search depth (plies)", options, (value) => change({ [`depth${side}`]: String(value) })).element);
  }
  return box;
}

/** The rule, search and depth of a machine. @param {Setting} setting @param {Offer[]} games @param {string} side
 * @param {import("./boards.js").Position} position */
export function machine(setting, games, side, position) {
  const rule = Object.hasOwn(position.rules, setting[side]) ? setting[side] : Object.keys(position.rules)[0];
  const searches = position.rules[rule];
  const wanted = setting[`search${side}`];
  const search = searches.includes(wanted) ? wanted : searches[searches.length - 1];
  const depth = Math.min(Number(setting[`depth${side}`]) || 3, offerOf(setting, games).deepest);
  return { rule, search, depth };
}
