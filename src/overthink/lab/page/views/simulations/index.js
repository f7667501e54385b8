// Simulations: UCT step by step.

import { get } from "../../common/api.js";
import { button, defaults, element, exportButtons, intro, number, parameterControl, saveFile, select } from "../../common/controls.js";
import { writeState } from "../../common/state.js";
import { StepsView } from "../../common/steps.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";
import { Replay, nameOf } from "./replay.js";

/** @typedef {Record<string, string>} Setting */
/** @typedef {import("../../common/controls.js").Offer} Offer @typedef {import("../../common/controls.js").Parameter} Parameter */
/** @typedef {{ sources: Offer[], parameters: Parameter[], values: Record<string, string>, rules: Record<string, { label: string, summary: string }> }} Choices */

const SHOWS = "A tree that grows by one node a simulation (UCT, Monte Carlo tree search): which move a simulation takes and why, what the new position is worth, "
  + "and how that changes the nodes above it. Numbers below nodes are visits. Click a node to see its moves.";

/** The given values, and defaults for the others. @param {Setting} given @param {Choices} choices @returns {Setting} */
function complete(given, choices) {
  const offer = choices.sources.find((one) => one.name === given.source) ?? choices.sources[0];
  const own = Object.fromEntries(choices.parameters.map((each) => [each.name, String(each.default)]));
  const whole = { ...defaults(offer), ...own, value: Object.keys(choices.values)[0], rule: "mean", seed: "0" };
  for (const name of Object.keys(whole)) if (Object.hasOwn(given, name)) whole[/** @type {keyof typeof whole} */ (name)] = given[name];
  return { source: offer.name, ...whole };
}

/** @extends {StepsView<Replay>} */
class SimulationsView extends StepsView {
  /** @param {HTMLElement} root @param {Choices} choices @param {Setting} given */
  constructor(root, choices, given) {
    super("api/simulations/trace", "Simulation", complete(given, choices), given.step);
    this.choices = choices;
    this.panel = new Panel();
    this.picture = new Picture({ select: (node) => this.select(node), key: (key) => this.steps.key(key) });
    this.controls = element("div", { class: "controls" });
    const saving = exportButtons({ name: "simulations", svg: () => this.save(), rows: () => this.rows() });
    const main = element("div", { class: "tree-main" }, this.says, element("div", { class: "pictures" }, this.picture.element),
      element("div", { class: "bar" }, this.steps.element, saving), this.panel.element);
    root.append(intro(SHOWS, "docs/monte-carlo.md"), element("div", { class: "split" }, this.controls, main));
    this.form();
  }

  form() {
    const { sources, parameters, values, rules } = this.choices;
    const offer = /** @type {Offer} */ (sources.find((one) => one.name === this.setting.source));
    const change = (/** @type {Setting} */ next) => this.change({ ...this.setting, ...next });
    const seed = number("Draw number", { min: 0, max: 2 ** 31, value: Number(this.setting.seed) }, (value) => change({ seed: String(value) }));
    this.controls.replaceChildren(
      select("Game", sources.map((one) => [one.name, one.label]), this.setting.source, (source) => this.change({ source })).element,
      ...[...offer.parameters, ...parameters].map((each) => parameterControl(each, this.setting[each.name], (value) => change({ [each.name]: value }))),
      select("A new position is worth", Object.entries(values), this.setting.value, (value) => change({ value })).element,
      select("Rule", Object.entries(rules).map(([name, { label }]) => [name, label]), this.setting.rule, (rule) => change({ rule })).element,
      element("p", { class: "muted small" }, `${rules[this.setting.rule]?.summary ?? ""}.`),
      seed.element, button("Draw another", () => change({ seed: String(Number(this.setting.seed) + 1) })));
  }

  /** @param {Setting} next */
  change(next) {
    const before = this.setting;
    this.setting = complete(next, this.choices);
    if (["source", "rule", "seed"].some((name) => before[name] !== this.setting[name])) this.form();
    this.askSoon();
  }

  /** @param {import("./replay.js").Run} run */
  show(run) {
    this.replays = [new Replay(run)];
    this.says.textContent = run.says;
    this.picture.show(this.replays[0]);
    this.wind(this.wanted);
  }

  /** @param {number} step */
  wind(step) {
    if (!this.replays.length) return;
    this.replays[0].to(step);
    this.wanted = this.at === this.last ? Infinity : this.at;
    this.selected = -1;
    this.refresh();
  }

  /** @param {number} node */
  select(node) {
    this.selected = node;
    this.refresh();
  }

  refresh() {
    if (!this.replays.length) return;
    this.picture.selected = this.selected;
    this.picture.draw();
    this.panel.show(this.replays[0], this.selected);
    this.steps.show();
    this.link();
  }

  link() {
    writeState("simulations", { ...this.setting, ...(Number.isFinite(this.wanted) ? { step: this.wanted } : {}) });
  }

  save() {
    const svg = this.picture.element.querySelector("svg");
    if (svg) saveFile(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }), "simulations.svg");
  }

  rows() {
    const [replay] = this.replays;
    const nodes = replay ? [...replay.visits.keys()].filter((node) => replay.visits[node]) : [];
    return [["node", "parent", "name", "mover", "visits", "value", "truth"], ...nodes.map((node) => replay
      ? [node, replay.run.parent[node], nameOf(replay.run, node), replay.run.mover[node], replay.visits[node], replay.worth[node], replay.run.truth[node]] : [])];
  }

  close() {
    super.close();
    this.picture.close();
  }
}

/** @param {HTMLElement} root @param {Setting} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const view = new SimulationsView(root, await get("api/simulations/choices"), state);
  await view.ask();
  return () => view.close();
}
