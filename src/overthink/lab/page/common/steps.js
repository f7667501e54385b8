// The bar that replays a search forward and back, and what can be undone and done again.

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
