// Which game, and who plays.

import { element, number, select, slider } from "../common/controls.js";

/** @typedef {Record<string, string>} Setting */
/** @typedef {[name: string, label: string, min: number, max: number, step: number, usual: number]} Field */

/** @type {[string, string][]} */
const GAMES = [["kalah", "Kalah"], ["board-splitting", "Board splitting"], ["cops-and-robbers", "Cops and robbers"], ["chess-endgame", "Chess endgame"]];
/** @type {Record<string, Field[]>} */
const FIELDS = {
  kalah: [["pits", "Pits", 2, 8, 1, 6], ["seeds", "Seeds in each", 1, 8, 1, 4], ["error", "Error that rules are told", 0, 0.5, 0.01, 0.2]],
  "board-splitting": [["height", "Turns", 4, 10, 1, 6]],
  "cops-and-robbers": [["side", "Side of the grid", 3, 7, 1, 5], ["cops", "Cops", 1, 2, 1, 2]],
  "chess-endgame": [["error", "Error of the machines' evaluator", 0, 0.5, 0.01, 0.1]],
};
/** @type {Record<string, number>} */
const DEEPEST = { kalah: 10, "board-splitting": 10, "cops-and-robbers": 6, "chess-endgame": 4 };
const MEN = ["KRK", "KQK", "KBBK", "KQKR"];

/** The whole setting: what is given, and the usual for the rest. @param {Setting} given @returns {Setting} */
export function completed(given) {
  const game = given.game in FIELDS ? given.game : "kalah";
  /** @type {Setting} */
  const whole = { game, seed: "0", max: "you", min: "minimax", depthmax: "3", depthmin: "3", moves: "" };
  for (const [name, , , , , usual] of FIELDS[game]) whole[name] = String(usual);
  if (game === "chess-endgame") whole.men = "KRK";
  for (const name of [...Object.keys(whole), "searchmax", "searchmin"]) if (name in given && name !== "game") whole[name] = given[name];
  return whole;
}

/** @param {HTMLElement} root @param {Setting} setting @param {import("./types.js").Position | undefined} position
 * @param {(next: Setting, anew: boolean) => void} changed `anew` where another game begins */
export function form(root, setting, position, changed) {
  const again = (/** @type {Setting} */ next) => changed({ ...setting, moves: "", ...next }, true);
  /** @type {Node[]} */
  const parts = [select("Game", GAMES, setting.game, (game) => changed({ game, max: setting.max }, true)).element];
  if (setting.men) parts.push(select("Men, White's first", MEN, setting.men, (men) => again({ men })).element);
  for (const [name, label, min, max, step] of FIELDS[setting.game]) {
    parts.push(slider(label, { min, max, step, value: Number(setting[name]) }, (value) => again({ [name]: String(value) })).element);
  }
  parts.push(number("Number of the start", { min: 0, max: 2 ** 31, value: Number(setting.seed) }, (seed) => again({ seed: String(seed) })).element);
  for (const [i, side] of /** @type {["max", "min"]} */ (["max", "min"]).entries()) parts.push(player(setting, position, side, i, changed));
  root.replaceChildren(...parts);
}

/** @param {Setting} setting @param {import("./types.js").Position | undefined} position @param {"max" | "min"} side
 * @param {number} i @param {(next: Setting, anew: boolean) => void} changed */
function player(setting, position, side, i, changed) {
  const rules = position?.rules ?? { minimax: ["full-width"] };
  const change = (/** @type {Setting} */ next) => changed({ ...setting, ...next }, false);
  const who = setting[side];
  const box = element("fieldset", {}, element("legend", {}, position?.players[i] ?? ["Max", "Min"][i]));
  const choices = /** @type {[string, string][]} */ ([["you", "you"], ...Object.keys(rules).map((rule) => [rule, `machine: ${rule}`])]);
  box.append(select("Played by", choices, who, (next) => change({ [side]: next, [`search${side}`]: "" })).element);
  if (who !== "you") {
    const searches = rules[who] ?? ["full-width"];
    box.append(select("Search", searches, setting[`search${side}`] || searches[searches.length - 1], (next) => change({ [`search${side}`]: next })).element);
    const options = { min: 1, max: DEEPEST[setting.game], step: 1, value: Number(setting[`depth${side}`]) };
    box.append(slider("Plies it looks ahead", options, (value) => change({ [`depth${side}`]: String(value) })).element);
  }
  return box;
}

/** How a side's machine looks ahead. @param {Setting} setting @param {"max" | "min"} side
 * @param {import("./types.js").Position} position */
export function machine(setting, side, position) {
  const rule = setting[side] in position.rules ? setting[side] : "minimax";
  const searches = position.rules[rule];
  const wanted = setting[`search${side}`];
  const search = searches.includes(wanted) ? wanted : searches[searches.length - 1];
  const depth = Math.min(Number(setting[`depth${side}`]) || 3, DEEPEST[setting.game]);
  return { rule, search, depth };
}
