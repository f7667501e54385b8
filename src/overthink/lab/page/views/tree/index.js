// Tree: a tree and the steps of a search in it, or of two searches side by side.

import { get, stored } from "../../common/api.js";
import { exportButtons } from "../../common/chart.js";
import { SEED, button, checkbox, element, fitAll, intro, labels, number, oneOf, parameterControl, range, select, slider, stays } from "../../common/controls.js";
import { tellLink, writeState } from "../../common/state.js";
import { loadLooks } from "../../common/theme.js";
import { History, StepsView, childrenOf, layOut } from "../../common/trees.js";
import { trace } from "./compute.js";
import { Panel, Spoken, caption, nameOf, nodeRows } from "./panel.js";
import { TreeCanvas } from "./picture.js";
import { Replay, changedNodes, readEdits, writeEdits } from "./replay.js";

/** @import { Offer } from "../../common/controls.js" */
/** @import { Run, Tree } from "./replay.js" */

/** @typedef {Record<string, string>} Setting */
/** @typedef {{ name: string, label: string, summary: string, source: string, searches: string[], goal: number }} Rule */
/** @typedef {{ name: string, title: string, setting: Record<string, string | number> }} Example */
/** @typedef {{ rules: Rule[], examples: Example[], sources: Offer[] }} Choices */

const EXAMPLE = "example";

/** The offer of a source; undefined for an example. @param {Choices} choices @param {string} source */
const offerOf = (choices, source) => choices.sources.find((one) => one.name === source);

/** The whole setting: the given values, and defaults for the others. @param {Setting} given @param {Choices} choices
 * @returns {Setting} */
function complete(given, choices) {
  const offer = offerOf(choices, given.source);
  const example = choices.examples.find((one) => one.name === given.example) ?? choices.examples[0];
  /** @type {Record<string, string | number>} */
  const usual = offer ? { depth: offer.depth, rule: offer.rules[0], rule2: offer.rules[1] } : example.setting;
  const rules = choices.rules.map((one) => one.name);
  const whole = fitAll([...(offer ? [...offer.parameters, range("depth", usual.depth, 1, offer.deepest), SEED] : []),
    oneOf("two", String(usual.two ?? 0), ["0", "1"]), oneOf("rule", String(usual.rule), rules), oneOf("rule2", String(usual.rule2 ?? "minimax"), rules),
    ...["epsilon", "epsilon2"].map((name) => range(name, usual[name] ?? 1, 0, 50))], given);
  Object.assign(whole, offer ? { source: offer.name } : { source: EXAMPLE, example: example.name });
  for (const name of ["search", "search2"]) whole[name] = given[name] ?? String(usual[name] ?? "");
  if (/^(\d+:[-.\de]+,?)+$/.test(given.edits ?? "")) whole.edits = given.edits;
  if (Number(whole.p ?? 1) < 1) [whole.rule, whole.rule2] = ["expectation", "expectation"]; // no other rule works with chance
  for (const which of ["", "2"]) {
    const fits = searches(choices, whole[`rule${which}`]);
    if (!fits.includes(whole[`search${which}`])) whole[`search${which}`] = fits[0];
  }
  return whole;
}

/** @param {Choices} choices @param {string} rule */
const searches = (choices, rule) => choices.rules.find((one) => one.name === rule)?.searches ?? ["full-width"];

const SHOWS = "A game tree and a search in it, step by step: values and their errors, windows, cuts, and where a node's own "
  + "guess replaces the search below it. Click a leaf to change it, or compare two rules side by side.";
const LEGEND = "▲ Max moves, ▼ Min moves, ■ the search stops and guesses. W won, L lost for Max. ✗ wrong winner, ★ truly best move, thick line: chosen.";
const SIGNS = [
  ["▲ ▼ ● ■", "Max moves, Min moves, chance, a leaf"],
  ["W blue, L orange", "won, lost for Max; any other number in a node is its value to Max; the number below is its error"],
  ["small: full, hollow", "good for Max, good for Min"],
  ["✗", "the value names the wrong winner"],
  ["all, some, none win", "how many of the node's moves look won to its player: the papers' types A, B and C, D"],
  ["amber ring, own", "the node's own guess replaced the result of the search"],
  ["↺", "the value was flipped"],
  ["✂, dashed", "not searched; the step gives the reason"],
  ["★, thick line", "a truly best move; the chosen line"],
  ["arrows, Enter", "in the picture: move through the tree; change a leaf"],
  [", . n p", "one step back or forward, also page up and page down; the next or the previous node"],
  ["space, Home, End", "play; go to the start; go to the end"],
  ["+ − 0, wheel, drag", "zoom in, zoom out, fit; move the tree"],
];

/** Place all parts of a view on the page. @param {HTMLElement} root @param {TreeView} parts */
function lay(root, parts) {
  const [canvas] = parts.canvases;
  const zoom = element("span", { class: "zoom" },
    button("−", () => canvas.zoomBy(1 / 1.4), "Zoom out"), button("+", () => canvas.zoomBy(1.4), "Zoom in"),
    button("Fit", () => canvas.fit(), "Show the whole tree"));
  const saving = exportButtons({ name: "tree", answer: parts.answer, svg: () => canvas.svg, rows: () => nodeRows(parts.replays) });
  const signs = element("dl", {}, ...SIGNS.flatMap(([sign, meaning]) => [element("dt", {}, sign), element("dd", {}, meaning)]));
  const help = element("details", { class: "signs" }, element("summary", {}, "Signs and keys"), signs);
  parts.answer.element.append(element("div", { class: "about" }, parts.says, element("span", { class: "zoom" }, parts.reset, parts.history.element, help)),
    element("div", { class: "pictures" }, ...parts.canvases.map((each) => each.element)), element("p", { class: "legend muted small" }, LEGEND),
    element("div", { class: "bar" }, parts.steps, zoom, saving),
    element("div", { class: "panels" }, ...parts.panels.map((each) => each.element)));
  root.append(intro(SHOWS, "docs/lab.md, Tree"), element("div", { class: "split" }, parts.controls, parts.answer.element));
}

/** @extends {StepsView<Replay>} */
class TreeView extends StepsView {
  /** @param {HTMLElement} root @param {Choices} choices @param {Setting} given @param {AbortSignal} leaving */
  constructor(root, choices, given, leaving) {
    super("api/tree/trace", "Node", complete(given, choices), given.step, leaving);
    this.choices = choices;
    this.selected = /^\d+$/.test(given.node ?? "") ? Number(given.node) : -1;
    this.linking = 0;
    leaving.addEventListener("abort", () => clearTimeout(this.linking));
    this.panels = ["The search", "The second search"].map((label) => new Panel(label));
    this.canvases = ["Game tree", "Game tree, second search"].map((label) => new TreeCanvas(this, label, leaving));
    for (const canvas of this.canvases) [canvas.zoom, canvas.centre] = [Math.min(1e4, Math.max(1, Number(given.zoom) || 1)), Number(given.centre) || 0.5];
    this.spoken = this.canvases.map((canvas) => new Spoken(canvas));
    this.history = new History(() => this.setting, (setting) => this.become(setting, true), leaving);
    this.edited = false;
    /** @type {ReturnType<typeof slider> | undefined} */
    this.depth = undefined;
    this.reset = button("Reset leaves", () => this.change({ ...this.setting, edits: "" }));
    this.controls = element("div", { class: "controls" });
    lay(root, this);
    for (const part of [this.canvases[1], this.panels[1]]) part.element.hidden = true;
    this.form();
    const { step, node, zoom, centre } = given;
    tellLink(given, { step, node, zoom, centre, ...this.setting });
  }

  /** Show the controls of the setting. */
  form() {
    const { choices, setting } = this;
    const redraw = (/** @type {Setting} */ next) => this.change({ ...this.setting, edits: "", ...next });
    const offer = offerOf(choices, setting.source);
    const parts = [select("Tree", [[EXAMPLE, "Worked example of a paper"], ...labels(choices.sources)], setting.source, (source) => this.change({ source })).element];
    if (offer) {
      const options = { min: 1, max: offer.deepest, step: 1, value: Number(setting.depth) };
      this.depth = slider("Moves looked ahead", options, (value) => redraw({ depth: String(value) }));
      stays(this.depth.element);
      parts.push(...offer.parameters.map((each) => parameterControl(each, setting[each.name], (value) => redraw({ [each.name]: value }))),
        this.depth.element,
        number("Draw number", { min: 0, max: 2 ** 31, value: Number(setting.seed) }, (value) => redraw({ seed: String(value) })).element,
        button("Draw another", () => redraw({ seed: String(Number(this.setting.seed) + 1) })));
    } else {
      const names = choices.examples.map((one) => /** @type {[string, string]} */ ([one.name, one.title]));
      parts.push(select("Example", names, setting.example, (example) => this.change({ source: EXAMPLE, example })).element);
    }
    parts.push(this.ruleField(""), checkbox("Two side by side", setting.two === "1", (on) => this.change({ ...this.setting, two: on ? "1" : "0" })).element);
    if (setting.two === "1") parts.push(this.ruleField("2"));
    this.controls.replaceChildren(...parts);
  }

  /** @param {"" | "2"} which */
  ruleField(which) {
    const { choices, setting } = this;
    const change = (/** @type {string} */ name, /** @type {string} */ value) => this.change({ ...this.setting, [name + which]: value });
    const [rule, search] = [setting[`rule${which}`], setting[`search${which}`]];
    const single = offerOf(choices, setting.source)?.players === 1;
    const known = choices.rules.find((one) => one.name === rule);
    const box = element("fieldset", {}, element("legend", {}, which ? "On the right" : setting.two === "1" ? "On the left" : "Rule and search"),
      select("Rule", labels(choices.rules.filter((one) => !one.goal || single)), rule, (next) => change("rule", next)).element,
      select("Search", searches(choices, rule), search, (next) => change("search", next)).element);
    if (["bounded", "naive"].includes(search)) {
      const options = { min: 0, max: setting.source === "random-tree" ? 50 : 10, step: 0.5, value: Number(setting[`epsilon${which}`]) };
      box.append(slider("ε", options, (value) => change("epsilon", String(value))).element);
    }
    if (known) box.append(element("p", { class: "muted small" }, `${known.summary}. ${known.source}`));
    return box;
  }

  /** Another setting, which can be undone. @param {Setting} next */
  change(next) {
    this.history.note();
    this.become(next);
  }

  /** @param {Setting} next @param {boolean} [anew] whether the form must follow */
  become(next, anew = false) {
    this.edited = next.edits !== this.setting.edits;
    const before = this.setting;
    this.setting = complete(next, this.choices);
    const differ = (/** @type {string[]} */ ...names) => names.some((name) => before[name] !== this.setting[name]);
    if (anew || differ("source", "example", "evaluator", "seed", "rule", "search", "rule2", "search2", "two")) this.form();
    if (differ("source", "example")) [this.selected, this.wanted] = [-1, Infinity];
    this.ask({ other: differ("source", "example") });
  }

  /** What is used is what fits: the sliders follow. @param {{ tree: Tree, runs: Run[], used: Record<string, number> }} found */
  show({ tree, runs, used }) {
    const fitted = Object.entries(used).filter(([name, value]) => Number(this.setting[name]) !== value);
    if (fitted.length) {
      for (const [name, value] of fitted) this.setting[name] = String(value);
      this.form();
      if (used.depth) this.depth?.limit(used.depth);
      this.answer.want(this.setting);
      this.answer.have(this.setting);
    }
    const before = this.replays;
    const ended = before.length > 0 && this.wanted >= this.last;
    const layout = layOut(tree.mover.length, (node) => childrenOf(tree, node));
    this.replays = runs.map((run) => new Replay(tree, run));
    if (ended) this.wanted = Infinity;
    if (this.selected >= tree.mover.length) this.selected = -1;
    this.says.textContent = caption(tree, this.setting.edits, this.choices.examples.find((one) => one.name === this.setting.example)?.title);
    this.reset.hidden = !this.setting.edits;
    for (const part of [this.canvases[1], this.panels[1]]) part.element.hidden = runs.length < 2;
    this.controls.parentElement?.classList.toggle("two", runs.length > 1);
    this.replays.forEach((replay, i) => {
      replay.to(this.wanted);
      this.canvases[i].show({ tree, layout, replay });
      if (this.edited && before[i]) this.canvases[i].glow(changedNodes(before[i], replay));
    });
    this.edited = false;
    this.refresh();
  }

  refresh() {
    this.replays.forEach((replay, i) => {
      this.panels[i].show(replay, this.selected, this.replays.length > 1);
      this.spoken[i].show(replay, this.selected);
      this.canvases[i].marks.selected = this.selected;
      this.canvases[i].redraw();
    });
    this.mark();
    this.link();
  }

  /** @param {number} step */
  wind(step) {
    this.wanted = Math.max(0, Math.min(step, this.last));
    this.selected = -1;
    this.replays.forEach((replay, i) => {
      replay.to(this.wanted);
      this.canvases[i].reveal(replay.step?.[1] ?? -1);
    });
    this.refresh();
  }

  /** @param {number} node */
  select(node) {
    this.selected = node;
    for (const canvas of this.canvases) canvas.reveal(node);
    this.refresh();
  }

  /** Show a box beside a leaf to change its value. @param {number} node */
  edit(node) {
    const [canvas] = this.canvases;
    const [{ tree }] = this.replays;
    const edits = readEdits(this.setting.edits);
    const { element: frame } = canvas;
    frame.querySelector(".leaf-box")?.remove();
    const now = tree.utility[node] ?? tree.static[node] ?? 0;
    const input = element("input", { type: "number", step: "any", value: now, "aria-label": `Value of ${nameOf(tree, node)}, to Max` });
    const close = () => {
      box.remove();
      canvas.canvas.focus();
    };
    const choose = (/** @type {number | undefined} */ value) => {
      close();
      if (value === undefined) edits.delete(node);
      else edits.set(node, value);
      this.change({ ...this.setting, edits: writeEdits(edits) });
    };
    const box = element("form", { class: "leaf-box" }, element("span", {}, nameOf(tree, node)), input, button("Negate", () => choose(-now)),
      element("button", { type: "submit", class: "main" }, "Set"), ...(edits.has(node) ? [button("Reset", () => choose(undefined))] : []),
      button("✕", close, "Cancel (Escape)"));
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value !== "") choose(Number(input.value));
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    frame.append(box);
    const [x, y] = canvas.place(node);
    box.style.left = `${Math.max(4, Math.min(x - box.offsetWidth / 2, frame.clientWidth - box.offsetWidth - 4))}px`;
    box.style.top = `${Math.max(4, y - box.offsetHeight - 30)}px`;
    input.focus();
    input.select();
  }

  /** Without the lab, the page computes the tree itself. @override @param {Setting} asked @param {AbortSignal} signal */
  async found(asked, signal) {
    if (!stored || stored.view) return super.found(asked, signal);
    return trace(asked, await get("views/tree/local"));
  }

  /** Move both pictures to the same place. @param {number} zoom @param {number} centre */
  moved(zoom, centre) {
    for (const canvas of this.canvases) {
      if (canvas.zoom === zoom && canvas.centre === centre) continue;
      [canvas.zoom, canvas.centre] = [zoom, centre];
      canvas.redraw();
    }
    this.link();
  }

  /** Write the setting into the link after the last change. */
  link() {
    clearTimeout(this.linking);
    this.linking = window.setTimeout(() => {
      const { zoom, centre } = this.canvases[0];
      const place = zoom > 1 ? { zoom, centre } : {};
      const step = this.at < this.last ? { step: this.at } : {};
      writeState("tree", { ...this.setting, ...step, ...place, ...(this.selected >= 0 ? { node: this.selected } : {}) });
    }, 120);
  }
}

/** @param {HTMLElement} root @param {Setting} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const [choices] = await Promise.all([get("api/tree/choices"), loadLooks()]);
  await new TreeView(root, choices, state, leaving).ask({ pause: 0 });
}
