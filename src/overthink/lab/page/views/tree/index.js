// Tree: a tree and the steps of a search in it, or of two searches side by side.

import { get } from "../../common/api.js";
import { button } from "../../common/controls.js";
import { History, StepsView } from "../../common/steps.js";
import { ruleLooks } from "../../common/rules.js";
import { writeState } from "../../common/state.js";
import { TreeCanvas } from "./canvas.js";
import { Replay, changedNodes, editLeaf } from "./replay.js";
import { complete, form } from "./form.js";
import { frame, layoutOf, place } from "./draw.js";
import { Panel } from "./panel.js";
import { Spoken, caption } from "./words.js";

/** @typedef {Record<string, string>} Setting @typedef {import("./replay.js").Tree} Tree @typedef {import("./replay.js").Run} Run */
/** @typedef {import("./form.js").Choices} Choices */

/** @extends {StepsView<Replay>} */
class TreeView extends StepsView {
  /** @param {HTMLElement} root @param {Choices} choices @param {Record<string, import("../../common/rules.js").Look>} looks @param {Setting} given */
  constructor(root, choices, looks, given) {
    super("api/tree/trace", "Node", complete(given, choices), given.step);
    this.choices = choices;
    this.looks = looks;
    this.selected = /^\d+$/.test(given.node ?? "") ? Number(given.node) : -1;
    this.linking = 0;
    this.panels = ["The search", "The second search"].map((label) => new Panel(label));
    this.canvases = ["Game tree", "Game tree, second search"].map((label) => new TreeCanvas({
      select: (node) => this.select(node),
      edit: (node) => this.edit(node),
      moved: (zoom, centre) => this.moved(zoom, centre),
      key: (key) => this.steps.key(key),
    }, label));
    for (const canvas of this.canvases) [canvas.zoom, canvas.centre] = [Math.min(1e4, Math.max(1, Number(given.zoom) || 1)), Number(given.centre) || 0.5];
    this.spoken = this.canvases.map((canvas) => new Spoken(canvas));
    this.history = new History(() => ({ ...this.setting }), (setting) => this.become(setting, true));
    this.edited = false;
    this.reset = button("Reset leaves", () => this.change({ ...this.setting, edits: "" }));
    this.controls = frame(root, this);
    for (const part of [this.canvases[1], this.panels[1]]) part.element.hidden = true;
    form(this.controls, this.setting, choices, (next) => this.change(next));
  }

  /** Another setting, which can be undone. @param {Setting} next */
  change(next) {
    this.history.note();
    this.become(next);
  }

  /** @param {Setting} next @param {boolean} [anew] whether the form must follow */
  become(next, anew = false) {
    this.edited = next.edits !== this.setting.edits;
    const before = { ...this.setting };
    const whole = complete(next, this.choices);
    for (const name of Object.keys(this.setting)) delete this.setting[name];
    Object.assign(this.setting, whole);
    const kept = ["source", "example", "evaluator", "seed", "rule", "search", "rule2", "search2", "two"];
    if (anew || kept.some((name) => before[name] !== whole[name])) form(this.controls, this.setting, this.choices, (again) => this.change(again));
    if (before.source !== whole.source || before.example !== whole.example) [this.selected, this.wanted] = [-1, Infinity];
    this.askSoon();
  }

  /** @param {{ tree: Tree, runs: Run[] }} found */
  show({ tree, runs }) {
    const before = this.replays;
    const ended = before.length > 0 && this.wanted >= this.last;
    const layout = layoutOf(tree);
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
      this.panels[i].show(replay, this.selected, this.replays.length > 1, this.looks);
      this.spoken[i].show(replay, this.selected);
      this.canvases[i].marks.selected = this.selected;
      this.canvases[i].redraw();
    });
    this.steps.show();
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

  /** @param {number} node */
  edit(node) {
    const { element: frame, shown, view } = this.canvases[0];
    if (shown) editLeaf(frame, shown.tree, node, place(shown.layout, view, node), this.setting.edits, (edits) => this.change({ ...this.setting, edits }));
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

  close() {
    super.close();
    this.history.close();
    clearTimeout(this.linking);
    for (const canvas of this.canvases) canvas.close();
  }
}

/** @param {HTMLElement} root @param {Setting} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const [choices, looks] = await Promise.all([get("api/tree/choices"), ruleLooks()]);
  const view = new TreeView(root, choices, looks, state);
  await view.ask();
  return () => view.close();
}
