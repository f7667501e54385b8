// The buttons below a board, and the keys.

import { button, element, select } from "../../common/controls.js";

/** @typedef {{ restart: (further: number) => void, undo: () => void, redo: () => void, pause: () => void }} Orders */

/** Milliseconds between the moves of two machines. @type {[string, string][]} */
const PACES = [["1500", "slow"], ["500", "usual"], ["60", "fast"]];
const PACE = "500";

export class Bar {
  /** @param {Orders} orders */
  constructor(orders) {
    this.undoing = button("Undo", () => orders.undo(), "Take back a move (u)");
    this.redoing = button("Redo", () => orders.redo(), "Play the moves again that were taken back (r)");
    this.pausing = button("Pause", () => orders.pause());
    this.speed = select("Speed", PACES, PACE, () => {});
    this.element = element("div", { class: "bar" }, button("New game", () => orders.restart(1), "Play the next start position"),
      button("From the beginning", () => orders.restart(0)), this.undoing, this.redoing, this.pausing, this.speed.element);
    this.key = (/** @type {KeyboardEvent} */ event) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (typing || event.altKey || event.ctrlKey || event.metaKey || /** @type {HTMLElement} */ (event.target).closest?.("header")) return;
      if (event.key === "u") orders.undo();
      if (event.key === "r") orders.redo();
      const own = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".board [data-key]")]); // buttons with keys of their own
      if (own.length && event.key.startsWith("Arrow")) event.preventDefault();
      own.find((each) => each.dataset.key === event.key)?.click();
    };
    addEventListener("keydown", this.key);
  }

  /** Milliseconds between the moves of two machines. */
  get pace() {
    return Number(this.speed.get());
  }

  /** @param {boolean} undo @param {boolean} redo @param {boolean} watched whether two machines play @param {boolean} paused */
  show(undo, redo, watched, paused) {
    this.undoing.disabled = !undo;
    this.redoing.disabled = !redo;
    this.pausing.hidden = this.speed.element.hidden = !watched;
    this.pausing.textContent = paused ? "Resume" : "Pause";
  }

  close() {
    removeEventListener("keydown", this.key);
  }
}
