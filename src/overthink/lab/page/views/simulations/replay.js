// The tree after each step of the simulations, and words for a step.

import { Recording } from "../../common/steps.js";
import { playerOf, short } from "../tree/words.js";

/** A row a node: its parent, who moves there, the move to it; null where a true value is not known. The steps are as in
 * lab/workers/simulations.py.
 * @typedef {{ parent: number[], mover: number[], names: string[], truth: (number | null)[], steps: any[][], low: number,
 *   high: number, says: string, chosen: number[], right: number[] }} Run */

/** The kinds of steps. */
export const [SELECT, TRY, CHANCE, VALUE, BACK] = [0, 1, 2, 3, 4];

export class Replay extends Recording {
  /** @param {Run} run */
  constructor(run) {
    super(run.steps);
    this.run = run;
    /** @type {number[][]} */
    this.children = run.parent.map(() => []);
    run.parent.forEach((parent, node) => parent >= 0 && this.children[parent].push(node));
    this.visits = new Int32Array(run.parent.length);
    this.worth = new Float64Array(run.parent.length);
    /** The nodes of the current simulation, from the root down. @type {number[]} */
    this.path = [];
    /** The last choice at a node by its two terms. @type {Map<number, any[]>} */
    this.choices = new Map();
  }

  /** The number of the current simulation. */
  get simulation() {
    const { step } = this;
    return this.visits[0] + (step && !(step[0] === BACK && step[1] === 0) ? 1 : 0);
  }

  clear() {
    this.visits.fill(0);
    this.worth.fill(0);
    this.choices.clear();
    this.path = [];
  }

  /** @param {any[]} step */
  take(step) {
    const [kind, node] = step;
    if (kind === VALUE) {
      this.visits[node] += 1;
      this.worth[node] = step[2];
    } else if (kind === BACK) {
      this.visits[node] = step[2];
      this.worth[node] = step[4];
    } else {
      if (node === 0) this.path = [0];
      this.path.push(step[2]);
      if (kind === SELECT) this.choices.set(node, step);
    }
  }

  /** Whether a step ends a simulation. @param {any[]} step */
  ends([kind, node]) {
    return kind === BACK && node === 0;
  }
}

/** The four parts of a simulation, with the kinds of their steps. @type {[number[], string][]} */
export const PARTS = [
  [[SELECT, CHANCE], "1. Select: largest value + c √(ln N / n)"],
  [[TRY], "2. Expand: try an untried move, at random"],
  [[VALUE], "3. Evaluate the new position"],
  [[BACK], "4. Back up: fold again, one visit more"],
];

/** The moves that lead to a node. @param {Run} run @param {number} node @returns {string} */
export function nameOf(run, node) {
  return node === 0 ? "the root" : run.parent[node] === 0 ? moveOf(run, node) : `${nameOf(run, run.parent[node])}, ${run.names[node]}`;
}

/** @param {Run} run @param {number} node */
export function moveOf(run, node) {
  const name = run.names[node];
  return /^-?\d+$/.test(name) ? `move ${name}` : name;
}

/** What happens in a step. @param {Replay} replay */
export function sentence({ run, step }) {
  if (!step) return "Nothing has been simulated yet. Press Step.";
  const [kind, node] = step;
  const player = playerOf(run.mover[node]);
  if (kind === TRY) return `${player} has not tried ${moveOf(run, step[2])} here: try it now.`;
  if (kind === CHANCE) return `Chance draws ${moveOf(run, step[2])}.`;
  if (kind === VALUE) return step[3] ? `The game is over: ${short(step[2])} to Max.` : `The new position is worth ${short(step[2])} to Max.`;
  if (kind === BACK) return `${node ? nameOf(run, node) : "The root"}: ${step[2]} visits, value to Max ${short(step[3])} → ${short(step[4])}.`.replace(/^./, (letter) => letter.toUpperCase());
  const [value, exploration] = step[4][step[2] - run.parent.indexOf(node)]; // children lie side by side
  return `${player} takes ${moveOf(run, step[2])}: ${short(value)} + ${short(exploration)} = ${short(value + exploration)} is the largest sum.`;
}

/** The decision so far. @param {Replay} replay */
export function verdict({ run, at, last }) {
  if (at < last) return "";
  const named = (/** @type {number[]} */ moves) => moves.map((node) => moveOf(run, node)).join(", ");
  const right = run.chosen.filter((node) => run.right.includes(node)).length;
  const judged = !run.right.length ? "" : right === run.chosen.length ? " ✓ This is right." : right ? " ~ Only some of these are right." : ` ✗ Right: ${named(run.right)}.`;
  return `Chosen: ${named(run.chosen)}, by the best value.${judged}`;
}
