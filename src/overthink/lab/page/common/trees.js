// What views with a tree share: its layout, steps that are replayed, the bar that does it, and what can be undone and done again.

import { Answer } from "./answer.js";
import { get } from "./api.js";
import { button, element } from "./controls.js";

/** For each node its place, its ply and its parent; `nodes` are those that the root leads to.
 * @typedef {{ x: Float64Array, ply: Uint16Array, parent: Int32Array, nodes: number[], leaves: number, plies: number }} Layout */

/** @param {number} count of all nodes; the root is 0 @param {(node: number) => number[]} childrenOf @returns {Layout} */
export function layOut(count, childrenOf) {
  const layout = { x: new Float64Array(count), ply: new Uint16Array(count), parent: new Int32Array(count).fill(-1), nodes: [0], leaves: 0, plies: 0 };
  /** @param {number} node */
  const put = (node) => {
    const children = childrenOf(node);
    layout.plies = Math.max(layout.plies, layout.ply[node]);
    for (const child of children) {
      layout.nodes.push(child);
      layout.parent[child] = node;
      layout.ply[child] = layout.ply[node] + 1;
      put(child);
    }
    layout.x[node] = children.length ? (layout.x[children[0]] + layout.x[children[children.length - 1]]) / 2 : layout.leaves++;
  };
  put(0);
  return layout;
}

/** The children of a node in columns. @param {{ first: number[] }} tree @param {number} node */
export const childrenOf = ({ first }, node) => Array.from({ length: first[node + 1] - first[node] }, (_, i) => first[node] + 1 + i);

/** @param {number} mover */
export const playerOf = (mover) => mover > 0 ? "Max" : mover < 0 ? "Min" : "chance";

/** Milliseconds per step. @type {[string, string][]} */
const PACES = [["1200", "⅓×"], ["450", "1×"], ["120", "4×"], ["20", "20×"]];
const PACE = "450";

/** Mark the lines that the current step is at. @param {Iterable<Element>} lines @param {(line: Element, i: number) => boolean} isNow */
export function markLines(lines, isNow) {
  [...lines].forEach((line, i) => {
    line.classList.toggle("now", isNow(line, i));
    line.ariaCurrent = isNow(line, i) ? "step" : null;
  });
}

/** Steps that can be replayed forward and back; each is a list that begins with its kind and a node. */
export class Recording {
  /** @param {any[][]} recorded */
  constructor(recorded) {
    this.recorded = recorded;
    this.at = 0;
  }

  get last() {
    return this.recorded.length;
  }

  /** The last step. @returns {any[] | undefined} */
  get step() {
    return this.at ? this.recorded[this.at - 1] : undefined;
  }

  /** Forget all steps. */
  clear() {}

  /** @param {any[]} _step */
  take(_step) {}

  /** Whether a step ends what `leap` jumps over. @param {any[]} _step */
  ends(_step) {
    return true;
  }

  /** Go to a step. @param {number} wanted */
  to(wanted) {
    const target = Math.max(0, Math.min(wanted, this.last));
    if (target < this.at) {
      this.clear();
      this.at = 0;
    }
    while (this.at < target) this.take(this.recorded[this.at++]);
  }

  /** The next or the previous end. @param {number} direction */
  leap(direction) {
    let step = this.at;
    do step += direction;
    while (step > 0 && step < this.last && !this.ends(this.recorded[step - 1]));
    return Math.max(0, Math.min(step, this.last));
  }
}

/** A view that asks for the steps of a setting and replays them, with a bar that winds it; a leap goes to the next `unit`, or to the previous one.
 * @template {Recording} R */
export class StepsView {
  /** @param {string} path of the request @param {string} unit of a leap @param {Record<string, string>} setting @param {string | undefined} step in the link
   * @param {AbortSignal} leaving */
  constructor(path, unit, setting, step, leaving) {
    this.path = path;
    this.setting = setting;
    this.wanted = step === undefined ? Infinity : Number(step) || 0;
    this.selected = -1;
    this.says = element("p", { class: "says" });
    this.answer = new Answer(leaving);
    this.answer.element.classList.add("tree-main");
    /** @type {R[]} */
    this.replays = [];
    this.timer = 0;
    leaving.addEventListener("abort", () => this.stop());
    const [back, forward] = [-1, 1].map((by) => () => (this.stop(), this.wind(by > 0 && this.at >= this.last ? 1 : this.at + by))); // from the end, to the first step
    /** @type {Record<string, () => void>} */
    const keys = {
      ".": forward, PageDown: forward, ",": back, PageUp: back, n: () => this.leap(1), p: () => this.leap(-1),
      Home: () => this.wind(0), End: () => this.wind(this.last), " ": () => this.play(),
    };
    addEventListener("keydown", (event) => {
      const { target, key } = event;
      const own = key === " " ? "input, select, button, summary" : /^[.,np]$/.test(key) ? "select, [type=number]" : "input, select"; // keys of a control
      const typed = target instanceof Element && target.matches(own);
      if (typed || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !Object.hasOwn(keys, key)) return;
      keys[key]();
      event.preventDefault();
    }, { signal: leaving });
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": "Step of the search" });
    this.slider.addEventListener("input", () => this.wind(Number(this.slider.value)));
    this.count = element("output", { class: "step-count" });
    this.player = button("Play", keys[" "], "Space");
    this.pace = element("select", { "aria-label": "Speed of Play" }, ...PACES.map(([pace, words]) => new Option(words, pace, false, pace === PACE)));
    this.pace.addEventListener("change", () => this.timer && (this.stop(), this.play()));
    this.steps = element("div", { class: "steps" }, button("|◀", keys.Home, "Go to the start (Home)"),
      button("◀ Step", back, "One step back (comma, page up)"), button("Step ▶", forward, "One step forward; from the end, the first (full stop, page down)"),
      button(`${unit} ▶`, keys.n, `Next: ${unit.toLowerCase()} (n)`), button("▶|", keys.End, "Go to the end (End)"),
      this.player, this.pace, this.slider, this.count);
  }

  get at() {
    return Math.max(0, ...this.replays.map((replay) => replay.at));
  }

  get last() {
    return Math.max(0, ...this.replays.map((replay) => replay.last));
  }

  /** @param {number} _step */
  wind(_step) {}

  /** @param {any} _found the answer */
  show(_found) {}

  /** @param {number} direction */
  leap(direction) {
    if (this.replays.length) this.wind(this.replays[0].leap(direction));
  }

  play() {
    if (this.timer) return this.stop();
    if (this.at >= this.last) this.wind(0);
    this.player.textContent = "Pause";
    this.timer = window.setInterval(() => {
      this.wind(this.at + 1);
      if (this.at >= this.last) this.stop();
    }, Number(this.pace.value));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.player.textContent = "Play";
  }

  /** Show in the bar which step it is at. */
  mark() {
    this.slider.max = String(this.last);
    this.slider.value = String(this.at);
    this.count.textContent = `${this.at.toLocaleString("en")} / ${this.last.toLocaleString("en")}`;
  }

  /** @param {Record<string, string>} asked @param {AbortSignal} signal @returns {Promise<any>} */
  found(asked, signal) {
    return get(this.path, asked, signal);
  }

  /** Get the steps of the setting. @param {{ other?: boolean, pause?: number }} [how] */
  ask(how) {
    const asked = { ...this.setting };
    this.stop();
    return this.answer.ask(asked, async (signal) => {
      const found = await this.found(asked, signal);
      if (signal.aborted) return;
      this.answer.have(asked);
      this.show(found);
    }, how);
  }
}

/** Earlier and later settings, with buttons and Ctrl+Z, Ctrl+Y. @template T */
export class History {
  /** @type {T[]} */
  #past = [];
  /** @type {T[]} */
  #future = [];

  /** @param {() => T} now the current setting @param {(setting: T) => void} restore @param {AbortSignal} leaving */
  constructor(now, restore, leaving) {
    this.now = now;
    this.restore = restore;
    this.undoing = button("↶", () => this.#step(this.#past, this.#future), "Undo (Ctrl+Z)");
    this.redoing = button("↷", () => this.#step(this.#future, this.#past), "Redo (Ctrl+Y)");
    [this.undoing.ariaLabel, this.redoing.ariaLabel] = ["Undo", "Redo"];
    this.element = element("span", { class: "history" }, this.undoing, this.redoing);
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const key = event.key.toLowerCase();
      if (key === "y" || (key === "z" && event.shiftKey)) this.redoing.click();
      else if (key === "z") this.undoing.click();
      else return;
      event.preventDefault();
    }, { signal: leaving });
    this.#show();
  }

  /** Call before a change. */
  note() {
    this.#past.push(this.now());
    this.#future.length = 0;
    this.#show();
  }

  /** @param {T[]} from @param {T[]} to */
  #step(from, to) {
    const setting = from.pop();
    if (setting === undefined) return;
    to.push(this.now());
    this.#show();
    this.restore(setting);
  }

  #show() {
    this.undoing.disabled = !this.#past.length;
    this.redoing.disabled = !this.#future.length;
  }
}
