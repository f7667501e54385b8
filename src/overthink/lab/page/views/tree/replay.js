// The state of each node after a number of steps.

import { AGGREGATE, BACK, DONE, ENTER, LEAF } from "./types.js";
import { childrenOf } from "./layout.js";

/** @typedef {import("./types.js").Tree} Tree */
/** @typedef {import("./types.js").Run} Run */

export const UNSEEN = 0;
export const OPEN = 1;
export const FINISHED = 2;
export const PRUNED = 3;

/** A search that can be replayed forward and back. */
export class Replay {
  /** @param {Tree} tree @param {Run} run */
  constructor(tree, run) {
    const count = tree.mover.length;
    this.tree = tree;
    this.run = run;
    this.at = 0;
    this.status = new Uint8Array(count);
    this.value = new Float64Array(count);
    this.error = new Float64Array(count);
    this.bound = new Int8Array(count);
    this.kind = new Uint8Array(count);
    this.replaced = new Uint8Array(count);
    this.flipped = new Uint8Array(count);
    /** The result of the search before the node's own evaluation. @type {Map<number, number[]>} */
    this.searched = new Map();
    /** Why children of a node were not searched. @type {Map<number, string>} */
    this.reason = new Map();
    /** The step that entered a node, and the last one with its numbers. @type {Map<number, any[][]>} */
    this.told = new Map();
    this.clear();
  }

  get last() {
    return this.run.events.length;
  }

  /** The last step. @returns {(number | null)[] | undefined} */
  get event() {
    return this.at ? this.run.events[this.at - 1] : undefined;
  }

  clear() {
    for (const column of [this.status, this.value, this.error, this.bound, this.kind, this.replaced, this.flipped]) column.fill(0);
    for (const known of [this.searched, this.reason, this.told]) known.clear();
  }

  /** Go to a step. @param {number} step */
  to(step) {
    const target = Math.max(0, Math.min(step, this.last));
    if (target < this.at) {
      this.clear();
      this.at = 0;
    }
    while (this.at < target) this.take(this.run.events[this.at++]);
  }

  /** @param {any[]} event */
  take(event) {
    const [kind, node, first, second] = event;
    if (kind === ENTER) {
      if (node === 0) this.clear();
      this.status[node] = OPEN;
      this.told.set(node, [event]);
    } else if (kind === BACK) {
      const told = this.told.get(node) ?? [event];
      this.told.set(node, [told[0], event]);
    } else if (kind === AGGREGATE) {
      this.searched.set(node, [first, second]);
      this.flipped[node] = event[4];
      this.set(node, first, second);
    } else if (kind === LEAF) {
      this.status[node] = FINISHED;
      this.set(node, first, second);
    } else if (kind === DONE) {
      this.done(node, event);
    }
  }

  /** @param {number} node @param {any[]} event */
  done(node, event) {
    const [, , value, error, bound, replaced, reason, kind] = event;
    this.status[node] = FINISHED;
    this.set(node, value, error);
    [this.bound[node], this.replaced[node], this.kind[node]] = [bound, replaced, kind];
    if (reason < 0) return;
    this.reason.set(node, this.run.reasons[reason]);
    const [from, to] = childrenOf(this.tree, node);
    for (let child = from; child <= to; child++) if (this.status[child] === UNSEEN) this.prune(child);
  }

  /** @param {number} node */
  prune(node) {
    if (this.status[node] === UNSEEN) this.status[node] = PRUNED;
    const [from, to] = childrenOf(this.tree, node);
    for (let child = from; child <= to; child++) this.prune(child);
  }

  /** @param {number} node @param {number | null} value @param {number | null} error */
  set(node, value, error) {
    this.value[node] = value ?? NaN;
    this.error[node] = error ?? NaN;
  }

  /** Whether a node has a value. @param {number} node */
  knows(node) {
    return this.status[node] === FINISHED || (this.status[node] === OPEN && this.searched.has(node));
  }

  /** The step after which the next node has its value, or the previous such step. @param {number} direction */
  nextNode(direction) {
    let step = this.at;
    do step += direction;
    while (step > 0 && step < this.last && ![LEAF, DONE].includes(/** @type {number} */ (this.run.events[step - 1][0])));
    return Math.max(0, Math.min(step, this.last));
  }
}
