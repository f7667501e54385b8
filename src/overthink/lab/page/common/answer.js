// One mechanism for all views: what a page shows belongs to the setting that it was asked with. As soon as the controls say something
// else, it is dimmed and marked as old, and cannot be saved. Where there is no answer, nothing is shown, and the page says why.

import { Refusal, isAbort, notice, stored } from "./api.js";
import { element } from "./controls.js";
import { currentLink, fallBack, linkTo, viewName } from "./state.js";

/** @typedef {Record<string, string | number>} Setting */

const PAUSE = 60; // milliseconds between the last change and the next request
const COMPUTING = "computing …";
const OLD = `Old: this belongs to another setting. ${COMPUTING}`;

/** A setting as text, the same for any order of its parts. @param {Setting | null} setting */
export function keyOf(setting) {
  const parts = Object.entries(setting ?? {}).filter(([, value]) => value !== "");
  return setting ? JSON.stringify(parts.map(([name, value]) => [name, String(value)]).sort()) : "";
}

export class Answer {
  /** What is shown is the answer to this. @type {Setting | null} */
  setting = null;
  /** What the controls say. @type {Setting | null} */
  wanted = null;
  #asking = new AbortController();
  #waiting = 0;
  #first = true; // whether nothing but the link was asked for yet

  /** @param {AbortSignal} leaving ends what was asked @param {...HTMLElement} parts whatever shows an answer */
  constructor(leaving, ...parts) {
    this.leaving = leaving;
    this.note = element("span");
    this.element = element("div", { class: "answer" }, element("p", { class: "old-note", role: "status" }, this.note), ...parts);
    this.#show(COMPUTING);
  }

  /** Whether what is shown belongs to what the controls say. */
  get isNew() {
    return this.setting !== null && keyOf(this.setting) === keyOf(this.wanted);
  }

  /** @param {string} words */
  #show(words) {
    this.note.textContent = this.isNew ? "" : words;
    Object.assign(this.element.dataset, { answer: this.isNew ? "new" : this.setting ? "old" : "none", of: keyOf(this.setting), wanted: keyOf(this.wanted) });
  }

  /** The controls say this now. What is shown of another setting is old from now on; what is about another game goes.
   * @param {Setting} setting @param {boolean} [other] whether it is about another game */
  want(setting, other = false) {
    this.wanted = { ...setting };
    if (other) this.setting = null;
    this.#show(this.setting ? OLD : COMPUTING);
  }

  /** What is shown from now on belongs to this setting. @param {Setting} setting */
  have(setting) {
    this.setting = { ...setting };
    this.#show(OLD);
  }

  /** There is no answer. @param {string} why */
  lack(why) {
    this.setting = null;
    this.#show(why);
  }

  /** Say what takes so long. @param {string} words */
  say(words) {
    if (!this.isNew) this.note.textContent = words;
  }

  /** Ask for what the controls say, and cancel what was asked before. If even the setting of a link is refused, the view opens without it.
   * @param {Setting} setting @param {(signal: AbortSignal) => Promise<void>} run calls `have` with what it shows
   * @param {{ other?: boolean, pause?: number }} [how] */
  async ask(setting, run, { other = false, pause = PAUSE } = {}) {
    this.want(setting, other);
    this.stop();
    this.#asking = new AbortController();
    const signal = AbortSignal.any([this.leaving, this.#asking.signal]);
    const first = this.#first;
    this.#first = false;
    if (pause) await new Promise((done) => (this.#waiting = window.setTimeout(done, pause)));
    try {
      if (!signal.aborted) await run(signal);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      if (first && error instanceof Refusal && !stored && currentLink().includes("?")) return fallBack(error.message);
      this.lack(error instanceof Refusal ? error.message : `This cannot be shown: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Cancel what was asked. */
  stop() {
    this.#asking.abort();
    clearTimeout(this.#waiting);
  }

  /** The link of what is shown, below a saved picture. */
  get caption() {
    return `overthink lab ${linkTo(viewName(), this.setting ?? {})}`;
  }

  /** Save what is shown, unless it is old. @param {() => void} act */
  save(act) {
    if (this.isNew) act();
    else notice("What is shown belongs to another setting. Wait for the new answer, then save it.");
  }
}
