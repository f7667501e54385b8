// Simulations: UCT step by step.

import { get, stored } from "../../common/api.js";
import { exportButtons } from "../../common/chart.js";
import { SEED, button, element, fitAll, intro, labels, number, oneOf, parameterControl, select, short, stays } from "../../common/controls.js";
import { linkTo, tellLink, writeState } from "../../common/state.js";
import { StepsView, markLines, playerOf } from "../../common/trees.js";
import { isComputed, simulate } from "./compute.js";
import { BEST_FIRST, GrowthView } from "./growth.js";
import { BACK, CHANCE, SimulationPicture, SimulationReplay, SELECT, TRY, VALUE, moveOf, nameOf } from "./picture.js";

/** @import { Offer, Parameter } from "../../common/controls.js" */
/** @typedef {Record<string, string>} Setting */
/** @typedef {{ growth: Offer & { evaluations: number }, sources: Offer[], parameters: Parameter[], values: Record<string, string>, rules: Record<string, { label: string, summary: string }> }} Choices */

const SHOWS = "A tree that grows by one node a simulation (UCT, Monte Carlo tree search): which move a simulation takes and why, what the new position is worth, "
  + "and how that changes the nodes above it. Numbers below nodes are visits. Click a node to see its moves.";

/** The given values, and defaults for the others. @param {Setting} given @param {Choices} choices @returns {Setting} */
function complete(given, choices) {
  const offer = choices.sources.find((one) => one.name === given.source) ?? choices.sources[0];
  const [values, rules] = [Object.keys(choices.values), Object.keys(choices.rules)];
  return { source: offer.name, ...fitAll([...offer.parameters, ...choices.parameters, oneOf("value", values[0], values), oneOf("rule", "mean", rules), SEED], given) };
}

/** The four parts of a simulation, with the kinds of their steps. @type {[number[], string][]} */
const PARTS = [
  [[SELECT, CHANCE], "1. Select: largest value + c √(ln N / n)"],
  [[TRY], "2. Expand: try an untried move, at random"],
  [[VALUE], "3. Evaluate the new position"],
  [[BACK], "4. Back up: fold again, one visit more"],
];

/** What happens in a step. @param {SimulationReplay} replay */
function sentence({ run, step }) {
  if (!step) return "Nothing has been simulated yet. Press Step.";
  const [kind, node] = step;
  const player = playerOf(run.mover[node]);
  if (kind === TRY) return `${player} has not tried ${moveOf(run, step[2])} here: try it now.`;
  if (kind === CHANCE) return `Chance draws ${moveOf(run, step[2])}.`;
  if (kind === VALUE) return step[3] ? `The game is over: ${short(step[2])} to Max.` : `The new position is worth ${short(step[2])} to Max.`;
  if (kind === BACK) return `${node ? nameOf(run, node) : "The root"}: ${step[2]} visits, value to Max ${short(step[3])} → ${short(step[4])}.`.replace(/^./, (letter) => letter.toUpperCase());
  const [value, exploration] = step[4][step[2] - run.parent.indexOf(node)]; // children lie side by side
  return `${player} takes ${moveOf(run, step[2])}: ${short(value)} + ${short(exploration)} = ${short(value + exploration)} is the largest sum.`;
}

/** The decision so far. @param {SimulationReplay} replay */
function verdict({ run, at, last }) {
  if (at < last) return "";
  const named = (/** @type {number[]} */ moves) => moves.map((node) => moveOf(run, node)).join(", ");
  const right = run.chosen.filter((node) => run.right.includes(node)).length;
  const judged = !run.right.length ? "" : right === run.chosen.length ? " ✓ This is right." : right ? " ~ Only some of these are right." : ` ✗ Right: ${named(run.right)}.`;
  return `Chosen: ${named(run.chosen)}, by the best value.${judged}`;
}

/** The link to the other search of this view. @param {string} words @param {Setting} setting */
const other = (words, setting) => element("a", { href: linkTo("simulations", setting) }, words);

const HEADS = ["move", "visits n", "value", "exploration", "sum", "both terms"];

/** A bar of two parts: the value, from the lowest value in the table, and the exploration. @param {number} value
 * @param {number | undefined} exploration @param {number} low @param {number} high */
function bar(value, exploration, low, high) {
  const share = (/** @type {number} */ x) => `${(100 * x) / (high - low || 1)}%`;
  const [one, other] = [element("span", { class: "value-part" }), element("span", { class: "exploration-part" })];
  one.style.width = share(value - low);
  other.style.width = share(exploration ?? 0);
  return element("div", { class: "terms-bar", "aria-hidden": "true" }, one, other);
}

/** The moves of a node. The two terms are those of the step, or of the node's last choice if the reader selected it.
 * @param {SimulationReplay} replay @param {number} node @param {any[] | undefined} choice */
function table({ run, children, visits, worth }, node, choice) {
  const kids = children[node];
  const me = run.mover[node] < 0 ? -1 : 1;
  const rows = kids.map((kid, i) => {
    const tried = visits[kid] > 0;
    const [value, exploration] = choice ? choice[4][i] : [tried ? me * worth[kid] : NaN, undefined];
    return { kid, value, exploration, sum: exploration === undefined ? value : value + exploration };
  });
  const known = rows.filter((row) => !Number.isNaN(row.value));
  const spread = Math.max(...known.map((row) => row.sum)) - Math.min(...known.map((row) => row.value));
  const low = Math.min(...known.map((row) => row.value)) - 0.06 * spread;
  const high = Math.max(...known.map((row) => row.sum));
  return element("table", { class: "terms" },
    element("thead", {}, element("tr", {}, ...HEADS.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map(({ kid, value, exploration, sum }) => element("tr", choice?.[2] === kid ? { class: "taken" } : {},
      element("td", {}, `${moveOf(run, kid)}${run.right.includes(kid) ? " ★" : ""}`),
      element("td", {}, visits[kid] ? `${visits[kid]}` : "untried"), element("td", {}, short(value)),
      element("td", {}, exploration === undefined ? "" : short(exploration)), element("td", {}, exploration === undefined ? "" : short(sum)),
      element("td", {}, Number.isNaN(value) ? "" : bar(value, exploration, low, high))))));
}

/** Beside the tree: the four parts of a simulation, and the moves of a node with the two terms of each. */
class SimulationPanel {
  constructor() {
    this.title = element("h2", { class: "run-title" });
    this.parts = PARTS.map(([, text]) => element("li", {}, text));
    this.said = element("p", { class: "step-says", role: "status", "aria-live": "polite" });
    this.verdict = element("p", { class: "run-verdict" });
    this.moves = element("div", { class: "wide" });
    this.element = element("section", { class: "panel", tabindex: "0", "aria-label": "The simulation" },
      element("div", {}, this.title, element("ol", { class: "code" }, ...this.parts), this.verdict),
      element("div", {}, this.said, this.moves));
  }

  /** @param {SimulationReplay} replay @param {number} selected */
  show(replay, selected) {
    const { run, step, simulation } = replay;
    this.title.textContent = simulation ? `Simulation ${simulation}` : "Before the first simulation";
    markLines(this.parts, (_, i) => step !== undefined && PARTS[i][0].includes(step[0]));
    this.said.textContent = sentence(replay);
    this.verdict.textContent = verdict(replay);
    const node = selected >= 0 ? selected : !step ? 0 : step[0] === VALUE ? run.parent[step[1]] : step[1];
    const choice = selected >= 0 ? replay.choices.get(node) : step?.[0] === SELECT ? step : undefined;
    const truth = run.truth[node] === null ? "" : `, truly ${run.truth[node] > 0 ? "won" : run.truth[node] < 0 ? "lost" : "even"} for Max`;
    const about = replay.children[node].length ? `${node ? `After ${nameOf(run, node)}` : "At the root"} (${playerOf(run.mover[node])} moves${truth})` : `After ${nameOf(run, node)} no move was looked at${truth}`;
    const when = selected >= 0 && choice ? ", with the terms of the last choice there" : "";
    this.moves.replaceChildren(element("p", { class: "small muted" }, `${about}${when}. Values are to the mover.`), ...(replay.children[node].length ? [table(replay, node, choice)] : []));
  }
}

/** @extends {StepsView<SimulationReplay>} */
class SimulationsView extends StepsView {
  /** @param {HTMLElement} root @param {Choices} choices @param {Setting} given @param {AbortSignal} leaving */
  constructor(root, choices, given, leaving) {
    super("api/simulations/trace", "Simulation", complete(given, choices), given.step, leaving);
    this.choices = choices;
    this.panel = new SimulationPanel();
    this.picture = new SimulationPicture(this, leaving);
    this.controls = element("div", { class: "controls" });
    const saving = exportButtons({ name: "simulations", answer: this.answer, svg: () => this.picture.element.querySelector("svg"), rows: () => this.rows() });
    this.answer.element.append(this.says, element("div", { class: "pictures" }, this.picture.element),
      element("div", { class: "bar" }, this.steps, saving), this.panel.element);
    root.append(intro(SHOWS, "docs/monte-carlo.md"), element("div", { class: "split" }, this.controls, this.answer.element));
    this.form();
    tellLink(given, { step: given.step, ...this.setting });
  }

  form() {
    const { sources, parameters, values, rules } = this.choices;
    const offer = /** @type {Offer} */ (sources.find((one) => one.name === this.setting.source));
    const change = (/** @type {Setting} */ next) => this.change({ ...this.setting, ...next });
    const seed = number("Draw number", { min: 0, max: 2 ** 31, value: Number(this.setting.seed) }, (value) => change({ seed: String(value) }));
    this.controls.replaceChildren(
      select("Game", labels(sources), this.setting.source, (source) => this.change({ source })).element,
      ...[...offer.parameters, ...parameters].map((each) => stays(parameterControl(each, this.setting[each.name], (value) => change({ [each.name]: value })), each.name === "exploration")),
      select("A new position is worth", Object.entries(values), this.setting.value, (value) => change({ value })).element,
      select("Rule", Object.entries(rules).map(([name, { label }]) => [name, label]), this.setting.rule, (rule) => change({ rule })).element,
      element("p", { class: "muted small" }, `${rules[this.setting.rule]?.summary ?? ""}.`),
      other("Best-first beside alpha-beta", { search: BEST_FIRST }), stays(seed.element), stays(button("Draw another", () => change({ seed: String(Number(this.setting.seed) + 1) }))));
  }

  /** @param {Setting} next */
  change(next) {
    const before = this.setting;
    this.setting = complete(next, this.choices);
    if (["source", "rule", "seed"].some((name) => before[name] !== this.setting[name])) this.form();
    this.ask({ other: before.source !== this.setting.source });
  }

  /** Without the lab, the page grows the tree itself where it can. @override @param {Setting} asked @param {AbortSignal} signal */
  async found(asked, signal) {
    if (!stored || stored.view || !isComputed(asked)) return super.found(asked, signal);
    return simulate(asked, { ...await get("views/tree/local"), ...await get("views/simulations/local") });
  }

  /** @param {import("./picture.js").Run} run */
  show(run) {
    this.replays = [new SimulationReplay(run)];
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
    this.mark();
    this.link();
  }

  link() {
    writeState("simulations", { ...this.setting, ...(Number.isFinite(this.wanted) ? { step: this.wanted } : {}) });
  }

  rows() {
    const [{ run, visits, worth }] = this.replays;
    const nodes = [...visits.keys()].filter((node) => visits[node]);
    return [["node", "parent", "name", "mover", "visits", "value", "truth"],
      ...nodes.map((node) => [node, run.parent[node], nameOf(run, node), run.mover[node], visits[node], worth[node], run.truth[node]])];
  }
}

/** @param {HTMLElement} root @param {Setting} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  /** @type {Choices} */
  const choices = await get("api/simulations/choices");
  if (state.search === BEST_FIRST) return new GrowthView(root, choices.growth, state, leaving).ask({ pause: 0 });
  await new SimulationsView(root, choices, state, leaving).ask({ pause: 0 });
}
