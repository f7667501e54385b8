// What to look at, and what to look at it with.

import { button, checkbox, element, number, select, slider } from "../common/controls.js";

/** @typedef {Record<string, string>} Setting */
/** @typedef {{ name: string, summary: string, source: string, searches: string[], goal: number }} Rule */
/** @typedef {{ name: string, title: string, setting: Record<string, string | number> }} Example */
/** @typedef {{ rules: Rule[], examples: Example[] }} Choices */
/** @typedef {[name: string, label: string, min: number, max: number, step: number, usual: number]} Field */

/** @type {[string, string][]} */
const SOURCES = [
  ["example", "A worked example of the papers"],
  ["board-splitting", "Board splitting: wins and losses"],
  ["random-tree", "Random numbers, with chance or without"],
  ["kalah", "Kalah"],
  ["cops-and-robbers", "Cops and robbers"],
  ["chess-endgame", "Chess: king and rook against king"],
  ["sliding-puzzle", "8-puzzle: one player"],
];
/** @type {Record<string, Field[]>} */
const FIELDS = {
  example: [],
  "board-splitting": [["branching", "Moves", 2, 6, 1, 2], ["height", "Turns of the game", 2, 12, 1, 8],
    ["depth", "Depth of the search", 1, 11, 1, 4], ["error", "Error of the evaluator", 0, 0.5, 0.01, 0.1],
    ["mixing", "Mixing: 0 N-game, 1 P-game", 0, 1, 0.05, 1]],
  "random-tree": [["branching", "Moves", 2, 8, 1, 3], ["depth", "Turns", 1, 11, 1, 3], ["p", "A chosen move happens with p", 0.05, 1, 0.05, 1]],
  kalah: [["pits", "Pits", 2, 6, 1, 4], ["seeds", "Seeds in each", 1, 6, 1, 3], ["depth", "Depth of the search", 1, 8, 1, 3],
    ["error", "Error that rules are told", 0, 0.5, 0.01, 0.2]],
  "cops-and-robbers": [["side", "Side of the grid", 3, 6, 1, 4], ["depth", "Depth of the search", 1, 6, 1, 3],
    ["p", "A chosen move happens with p", 0.05, 1, 0.05, 1]],
  "chess-endgame": [["depth", "Depth of the search", 1, 2, 1, 1], ["error", "Error of the evaluator", 0, 0.5, 0.01, 0.1]],
  "sliding-puzzle": [["depth", "Depth of the search", 1, 8, 1, 4]],
};
/** @type {Record<string, [string, string][]>} */
const EVALUATORS = {
  "board-splitting": [["artificial", "the truth, with errors"], ["natural", "share of squares that win"]],
  kalah: [["stores", "difference of the stores"], ["features", "features of the paper"]],
};
/** The rule that shows a source best. @type {Record<string, [string, string]>} */
const USUAL = {
  "board-splitting": ["emm", "minimax"], "random-tree": ["expectation", "expectation"], kalah: ["minimax", "emm"],
  "cops-and-robbers": ["minimax", "althofer"], "chess-endgame": ["minimax", "althofer"], "sliding-puzzle": ["minimin", "minimin"],
};

/** The whole setting: what is given, and the usual for the rest. @param {Setting} given @param {Choices} choices
 * @returns {Setting} */
export function completed(given, choices) {
  const source = given.source in FIELDS ? given.source : "example";
  /** @type {Setting} */
  const usual = { source, two: "0" };
  if (source === "example") {
    const known = choices.examples.find((one) => one.name === given.example) ?? choices.examples[0];
    usual.example = known.name;
    for (const [name, value] of Object.entries(known.setting)) usual[name] = String(value);
  } else {
    for (const [name, , , , , value] of FIELDS[source]) usual[name] = String(value);
    if (EVALUATORS[source]) usual.evaluator = EVALUATORS[source][0][0];
    usual.seed = "0";
    [usual.rule, usual.rule2] = USUAL[source];
  }
  /** @type {Setting} */
  const whole = { rule2: "minimax", epsilon: "1", epsilon2: "1", ...usual };
  for (const name of [...Object.keys(whole), "search", "search2", "edits"]) if (name in given && name !== "source") whole[name] = given[name];
  if (Number(whole.p ?? 1) < 1) [whole.rule, whole.rule2] = ["expectation", "expectation"]; // no other rule knows chance
  for (const which of ["", "2"]) {
    const fits = searches(choices, whole[`rule${which}`]);
    if (!fits.includes(whole[`search${which}`])) whole[`search${which}`] = fits[0];
  }
  return whole;
}

/** @param {Choices} choices @param {string} rule */
function searches(choices, rule) {
  return choices.rules.find((one) => one.name === rule)?.searches ?? ["full-width"];
}

/** The controls for a setting, which stays one object. @param {HTMLElement} root @param {Setting} setting
 * @param {Choices} choices @param {(next: Setting) => void} changed with the new setting */
export function form(root, setting, choices, changed) {
  const change = (/** @type {Setting} */ next) => changed({ ...setting, edits: "", ...next });
  /** @type {Node[]} */
  const parts = [select("Tree", SOURCES, setting.source, (source) => changed({ source })).element];
  if (setting.source === "example") {
    const names = choices.examples.map((one) => /** @type {[string, string]} */ ([one.name, one.title]));
    parts.push(select("Example", names, setting.example, (example) => changed({ source: "example", example })).element);
  }
  for (const [name, label, min, max, step] of FIELDS[setting.source]) {
    const options = { min, max, step, value: Number(setting[name]) };
    parts.push(slider(label, options, (value) => change({ [name]: String(value) })).element);
  }
  if (setting.evaluator) {
    parts.push(select("Evaluator", EVALUATORS[setting.source], setting.evaluator, (evaluator) => change({ evaluator })).element);
  }
  if (setting.seed !== undefined) {
    const seed = number("Number of the draw", { min: 0, max: 2 ** 31, value: Number(setting.seed) }, (value) => change({ seed: String(value) }));
    parts.push(seed.element, button("Draw another", () => change({ seed: String(Number(setting.seed) + 1) })));
  }
  parts.push(ruleField(setting, choices, "", (next) => changed({ ...setting, ...next })));
  parts.push(checkbox("Two side by side", setting.two === "1", (on) => changed({ ...setting, two: on ? "1" : "0" })).element);
  if (setting.two === "1") parts.push(ruleField(setting, choices, "2", (next) => changed({ ...setting, ...next })));
  root.replaceChildren(...parts);
}

/** @param {Setting} setting @param {Choices} choices @param {"" | "2"} which @param {(next: Setting) => void} changed */
function ruleField(setting, choices, which, changed) {
  const [rule, search] = [setting[`rule${which}`], setting[`search${which}`]];
  const rules = choices.rules.filter((one) => !one.goal || setting.source === "sliding-puzzle").map((one) => one.name);
  const known = choices.rules.find((one) => one.name === rule);
  const box = element("fieldset", {}, element("legend", {}, which ? "On the right" : setting.two === "1" ? "On the left" : "Looked at with"));
  box.append(select("Rule", rules, rule, (next) => changed({ [`rule${which}`]: next })).element);
  box.append(select("Search", searches(choices, rule), search, (next) => changed({ [`search${which}`]: next })).element);
  if (["bounded", "naive"].includes(search)) {
    const options = { min: 0, max: setting.source === "random-tree" ? 50 : 10, step: 0.5, value: Number(setting[`epsilon${which}`]) };
    box.append(slider("ε", options, (value) => changed({ [`epsilon${which}`]: String(value) })).element);
  }
  if (known) box.append(element("p", { class: "muted small" }, `${known.summary}. ${known.source}`));
  return box;
}
