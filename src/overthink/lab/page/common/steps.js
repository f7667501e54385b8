// What the views Tree and Simulations share: steps that are replayed, the bar that does it, and what can be undone and done again.

import { get, isAbort, notice } from "./api.js";
import { button, element } from "./controls.js";

/** `leap` goes to the next place of interest or to the previous one, which `unit` names.
 * @typedef {{ at: () => number, last: () => number, to: (step: number) => void, leap: (direction: number) => void, unit: string }} Wound */

/** Milliseconds per step. @type {[string, string][]} */
const PACES = [["1200", "⅓×"], ["450", "1×"], ["120", "4×"], ["20", "20×"]];
const PACE = "450";

export class Steps {
  /** @param {Wound} wound */
  constructor(wound) {
    this.wound = wound;
    this.timer = 0;
    this.slider = /** @type {HTMLInputElement} */ (
      element("input", { type: "range", min: "0", step: "1", "aria-label": "Step of the search" }));
    this.slider.addEventListener("input", () => wound.to(Number(this.slider.value)));
    this.count = element("output", { class: "step-count" });
    this.player = button("Play", () => this.play(), "Space, in the picture");
    this.pace = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Speed of Play" }));
    this.pace.append(...PACES.map(([pace, words]) => new Option(words, pace, false, pace === PACE)));
    this.pace.addEventListener("change", () => this.timer && (this.stop(), this.play()));
    this.element = element("div", { class: "steps" },
      button("|◀", () => wound.to(0), "Go to the start (Home, in the picture)"),
      button("◀ Step", () => this.step(-1), "One step back (comma, in the picture)"),
      button("Step ▶", () => this.step(1), "One step forward (full stop, in the picture)"),
      button(`${wound.unit} ▶`, () => wound.leap(1), `Next: ${wound.unit.toLowerCase()} (n, in the picture)`),
      button("▶|", () => wound.to(wound.last()), "Go to the end (End, in the picture)"),
      this.player, this.pace, this.slider, this.count);
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    this.wound.to(this.wound.at() + by);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.wound.at() >= this.wound.last()) this.wound.to(0);
    this.player.textContent = "Pause";
    this.timer = window.setInterval(() => {
      this.wound.to(this.wound.at() + 1);
      if (this.wound.at() >= this.wound.last()) this.stop();
    }, Number(this.pace.value));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.player.textContent = "Play";
  }

  /** A key pressed in the picture. @param {string} key @returns {boolean} */
  key(key) {
    if (key === ".") this.step(1);
    else if (key === ",") this.step(-1);
    else if (key === "n") this.wound.leap(1);
    else if (key === "p") this.wound.leap(-1);
    else if (key === "Home") this.wound.to(0);
    else if (key === "End") this.wound.to(this.wound.last());
    else if (key === " ") this.play();
    else return false;
    return true;
  }

  show() {
    this.slider.max = String(this.wound.last());
    this.slider.value = String(this.wound.at());
    this.count.textContent = `${this.wound.at().toLocaleString("en")} / ${this.wound.last().toLocaleString("en")}`;
  }
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

const PAUSE = 60; // milliseconds between the last change and the next request

/** A view that asks for the steps of a setting and replays them. @template {Recording} R */
export class StepsView {
  /** @param {string} path of the request @param {string} unit of a leap @param {Record<string, string>} setting @param {string | undefined} step in the link */
  constructor(path, unit, setting, step) {
    this.path = path;
    this.setting = setting;
    this.wanted = step === undefined ? Infinity : Number(step) || 0;
    this.selected = -1;
    this.asking = new AbortController();
    this.waiting = 0;
    this.says = element("p", { class: "says" });
    /** @type {R[]} */
    this.replays = [];
    this.steps = new Steps({ at: () => this.at, last: () => this.last, to: (to) => this.wind(to), leap: (way) => this.leap(way), unit });
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

  link() {}

  /** @param {number} direction */
  leap(direction) {
    if (this.replays.length) this.wind(this.replays[0].leap(direction));
  }

  askSoon() {
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.ask(), PAUSE);
  }

  /** Get the steps; cancel an older request. */
  async ask() {
    this.asking.abort();
    this.asking = new AbortController();
    this.steps.stop();
    const slow = setTimeout(() => (this.says.textContent = "Drawing the tree and searching …"), 150);
    try {
      const found = await get(this.path, this.setting, this.asking.signal);
      notice("");
      this.show(found);
    } catch (error) {
      if (!isAbort(error)) this.link();
    } finally {
      clearTimeout(slow);
    }
  }

  close() {
    this.asking.abort();
    this.steps.stop();
    clearTimeout(this.waiting);
  }
}

/** Earlier and later settings, with buttons and Ctrl+Z, Ctrl+Y. @template T */
export class History {
  /** @type {T[]} */
  #past = [];
  /** @type {T[]} */
  #future = [];

  /** @param {() => T} now the current setting @param {(setting: T) => void} restore */
  constructor(now, restore) {
    this.now = now;
    this.restore = restore;
    this.undoing = button("↶", () => this.undo(), "Undo (Ctrl+Z)");
    this.redoing = button("↷", () => this.redo(), "Redo (Ctrl+Y)");
    for (const [each, name] of /** @type {[HTMLElement, string][]} */ ([[this.undoing, "Undo"], [this.redoing, "Redo"]])) each.setAttribute("aria-label", name);
    this.element = element("span", { class: "history" }, this.undoing, this.redoing);
    this.key = (/** @type {KeyboardEvent} */ event) => {
      if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const key = event.key.toLowerCase();
      if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
      else if (key === "z") this.undo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", this.key);
    this.#show();
  }

  close() {
    removeEventListener("keydown", this.key);
  }

  /** Call before a change. */
  note() {
    this.#past.push(this.now());
    this.#future = [];
    this.#show();
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
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
