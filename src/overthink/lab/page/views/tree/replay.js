// What the server sends, the state of a tree after each step of a trace, and the leaves that the reader changed.

import { short } from "../../common/controls.js";
import { Recording, childrenOf } from "../../common/trees.js";

/** Columns over nodes in breadth-first order; null where a number is not known.
 * @typedef {{ first: number[], mover: number[], edge: number[], levels: number[],
 *   utility: (number | null)[], static: (number | null)[], error: (number | null)[], truth: (number | null)[],
 *   names: string[], moves: string[], boards: string[], right: number[], says: string, low: number, high: number }} Tree */

/** Whether every guess and every result is a win or a loss. @param {Tree} tree */
export const isWinLoss = (tree) => [...tree.utility, ...tree.static].every((value) => value === null || Math.abs(value) === 1);
/** A value as the story writes it: W won, L lost for Max; or a number. @param {number | null | undefined} x @param {boolean} wins @param {number} [digits] */
export const valueWord = (x, wins, digits) => wins && (x === 1 || x === -1) ? (x > 0 ? "W" : "L") : short(x, digits);

/** A search's steps, each a list that begins with its kind and a node.
 * @typedef {{ events: (number | null)[][], names: string[], reasons: string[], moves: number[],
 *   value: number, error: number, internal: number, leaves: number, interval: boolean,
 *   rule: string, search: string, code: [string, string][], settles: boolean, binary: boolean }} Run */

export const [ENTER, LEAF, BACK, AGGREGATE, DONE] = [0, 1, 2, 3, 4];

export const [UNSEEN, OPEN, FINISHED, PRUNED] = [0, 1, 2, 3];

/** @param {Tree} tree @param {number} node */
export const isLeaf = (tree, node) => tree.first[node] === tree.first[node + 1];

export class Replay extends Recording {
  /** @param {Tree} tree @param {Run} run */
  constructor(tree, run) {
    super(run.events);
    const count = tree.mover.length;
    this.tree = tree;
    this.run = run;
    this.wins = isWinLoss(tree);
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

  clear() {
    for (const column of [this.status, this.value, this.error, this.bound, this.kind, this.replaced, this.flipped]) column.fill(0);
    for (const known of [this.searched, this.reason, this.told]) known.clear();
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
    for (const child of childrenOf(this.tree, node)) if (this.status[child] === UNSEEN) this.prune(child);
  }

  /** @param {number} node */
  prune(node) {
    if (this.status[node] === UNSEEN) this.status[node] = PRUNED;
    for (const child of childrenOf(this.tree, node)) this.prune(child);
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

  /** Whether a node's value names the wrong winner. @param {number} node */
  isWrong(node) {
    const truth = this.tree.truth[node];
    return truth !== null && !this.run.interval && this.knows(node) && Math.sign(this.value[node]) !== Math.sign(truth) && (this.wins || Math.abs(truth) === 1);
  }

  /** Whether a node has its value after a step. @param {any[]} event */
  ends([kind]) {
    return kind === LEAF || kind === DONE;
  }
}

/** `5:-1,7:0.5` as a map. @param {string | undefined} text */
export function readEdits(text) {
  const parts = (text ?? "").split(",").filter(Boolean).map((part) => /** @type {[number, number]} */ (part.split(":").map(Number)));
  return new Map(parts.filter(([node, value]) => Number.isInteger(node) && Number.isFinite(value)));
}

/** @param {Map<number, number>} edits */
export const writeEdits = (edits) => [...edits].sort(([a], [b]) => a - b).map(([node, value]) => `${node}:${value}`).join(",");

/** The nodes whose final value or error differs between two searches. @param {Replay} one @param {Replay} other */
export function changedNodes(one, other) {
  const differs = (/** @type {number} */ node) => [one.status, one.value, one.error].some((column, i) =>
    !Object.is(column[node], [other.status, other.value, other.error][i][node]));
  return new Set(one.status.length === other.status.length ? [...one.status.keys()].filter(differs) : []);
}
