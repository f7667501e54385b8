// What can be undone and done again.

import { button, element } from "./controls.js";

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
