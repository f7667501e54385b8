// The form: the tree, the rule and the search.

import { button, checkbox, defaults, element, number, parameterControl, select, slider } from "../../common/controls.js";

/** @typedef {Record<string, string>} Setting */
/** @typedef {{ name: string, label: string, summary: string, source: string, searches: string[], goal: number }} Rule */
/** @typedef {{ name: string, title: string, setting: Record<string, string | number> }} Example */
/** @typedef {{ rules: Rule[], examples: Example[], sources: import("../../common/controls.js").Offer[] }} Choices */

const EXAMPLE = "example";

/** The offer of a source; undefined for an example. @param {Choices} choices @param {string} source */
function offerOf(choices, source) {
  return choices.sources.find((one) => one.name === source);
}

/** The whole setting: the given values, and defaults for the others. @param {Setting} given @param {Choices} choices
 * @returns {Setting} */
export function complete(given, choices) {
  const offer = offerOf(choices, given.source);
  /** @type {Setting} */
  const usual = { source: offer?.name ?? EXAMPLE, two: "0" };
  if (offer) {
    Object.assign(usual, defaults(offer), { depth: String(offer.depth), seed: "0", rule: offer.rules[0], rule2: offer.rules[1] });
  } else {
    const known = choices.examples.find((one) => one.name === given.example) ?? choices.examples[0];
    usual.example = known.name;
    for (const [name, value] of Object.entries(known.setting)) usual[name] = String(value);
  }
  /** @type {Setting} */
  const whole = { rule2: "minimax", epsilon: "1", epsilon2: "1", ...usual };
  for (const name of [...Object.keys(whole), "search", "search2", "edits"]) if (Object.hasOwn(given, name) && !["source", "example"].includes(name)) whole[name] = given[name];
  for (const which of ["rule", "rule2"]) if (!choices.rules.some((one) => one.name === whole[which])) whole[which] = usual[which] ?? "minimax";
  if (Number(whole.p ?? 1) < 1) [whole.rule, whole.rule2] = ["expectation", "expectation"]; // no other rule works with chance
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

/** Show the controls for a setting, which stays the same object. @param {HTMLElement} root @param {Setting} setting
 * @param {Choices} choices @param {(next: Setting) => void} changed with the new setting */
export function form(root, setting, choices, changed) {
  const change = (/** @type {Setting} */ next) => changed({ ...setting, edits: "", ...next });
  const sources = choices.sources.map((one) => /** @type {[string, string]} */ ([one.name, one.label]));
  const offer = offerOf(choices, setting.source);
  /** @type {Node[]} */
  const parts = [select("Tree", [[EXAMPLE, "Worked example of a paper"], ...sources], setting.source, (source) => changed({ source })).element];
  if (!offer) {
    const names = choices.examples.map((one) => /** @type {[string, string]} */ ([one.name, one.title]));
    parts.push(select("Example", names, setting.example, (example) => changed({ source: "example", example })).element);
  }
  for (const parameter of offer?.parameters ?? []) {
    parts.push(parameterControl(parameter, setting[parameter.name], (value) => change({ [parameter.name]: value })));
  }
  if (offer) {
    const options = { min: 1, max: offer.deepest, step: 1, value: Number(setting.depth) };
    parts.push(slider("Depth of the search", options, (value) => change({ depth: String(value) })).element);
  }
  if (setting.seed !== undefined) {
    const seed = number("Draw number", { min: 0, max: 2 ** 31, value: Number(setting.seed) }, (value) => change({ seed: String(value) }));
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
  const single = offerOf(choices, setting.source)?.players === 1;
  const rules = choices.rules.filter((one) => !one.goal || single).map((one) => /** @type {[string, string]} */ ([one.name, one.label]));
  const known = choices.rules.find((one) => one.name === rule);
  const box = element("fieldset", {}, element("legend", {}, which ? "On the right" : setting.two === "1" ? "On the left" : "Rule and search"));
  box.append(select("Rule", rules, rule, (next) => changed({ [`rule${which}`]: next })).element);
  box.append(select("Search", searches(choices, rule), search, (next) => changed({ [`search${which}`]: next })).element);
  if (["bounded", "naive"].includes(search)) {
    const options = { min: 0, max: setting.source === "random-tree" ? 50 : 10, step: 0.5, value: Number(setting[`epsilon${which}`]) };
    box.append(slider("ε", options, (value) => changed({ [`epsilon${which}`]: String(value) })).element);
  }
  if (known) box.append(element("p", { class: "muted small" }, `${known.summary}. ${known.source}`));
  return box;
}
