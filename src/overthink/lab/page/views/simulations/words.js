// Simulations in words.

import { playerOf, short } from "../tree/words.js";
import { BACK, CHANCE, SELECT, TRY, VALUE } from "./replay.js";

/** @typedef {import("./replay.js").Run} Run */
/** @typedef {import("./replay.js").Replay} Replay */

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
