// Numbers and steps in words.

import { AGGREGATE, BACK, DONE, ENTER, LEAF } from "./types.js";

/** @typedef {import("./types.js").Tree} Tree */
/** @typedef {import("./types.js").Run} Run */

/** A number as papers print it: .091, −1, 67.5. @param {number | null | undefined} x @param {number} [digits] */
export function short(x, digits = 3) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = Number.isInteger(x) ? String(x) : String(Number(x.toFixed(digits)));
  return text.replace(/^(-?)0\./, "$1.").replace("-", "−").replace(/^−0$/, "0");
}

/** The name of a node. @param {Tree} tree @param {number} node */
export function nameOf(tree, node) {
  if (tree.names[node]) return tree.names[node];
  const move = tree.moves[node - 1];
  if (node === 0) return "the root";
  return node <= tree.first[1] ? move ?? `move ${node}` : `node ${node}`;
}

/** @param {number} mover */
export function playerOf(mover) {
  return mover > 0 ? "Max" : mover < 0 ? "Min" : "chance";
}

/** A window's end; null is open. @param {number | null} x @param {number} sign */
function end(x, sign) {
  return x === null ? (sign > 0 ? "∞" : "−∞") : short(x);
}

/** A window from the side of the player in `seenBy`; events have it from Max's side. @param {Tree} tree @param {Run} run @param {number} node
 * @param {number | null} low @param {number | null} high */
export function windowOf(tree, run, node, low, high) {
  const turned = seenBy(tree, run, node) && tree.mover[node] < 0;
  const flip = (/** @type {number | null} */ x) => (x === null ? null : -x);
  return turned ? `(${end(flip(high), -1)}, ${end(flip(low), 1)})` : `(${end(low, -1)}, ${end(high, 1)})`;
}

/** Value and error, or an interval. @param {Run} run @param {number} value @param {number} error @param {number} [bound] */
export function worth(run, value, error, bound = 0) {
  if (run.interval) return value === error ? short(value) : `[${short(value)}, ${short(error)}]`;
  const sign = bound < 0 ? "≤ " : bound > 0 ? "≥ " : "";
  return `${sign}${short(value)}${run.binary ? `, error ${short(error)}` : ""}`;
}

/** One step in a sentence. @param {Tree} tree @param {Run} run @param {any[] | undefined} event */
export function sentence(tree, run, event) {
  if (!event) return "The search has not started.";
  const [kind, node, a, b] = event;
  const name = nameOf(tree, node);
  if (kind === ENTER) {
    const open = a === null && b === null;
    const enter = `Enter ${name}, where ${playerOf(tree.mover[node])} moves`;
    return open ? `${enter}.` : `${enter}, with the window ${windowOf(tree, run, node, a, b)}${seenBy(tree, run, node)}.`;
  }
  if (kind === LEAF) {
    const ended = tree.utility[node] !== null ? "the game is over here" : "the search stops here and uses the evaluator";
    return `${capital(name)}: ${ended}: ${worth(run, a, b)}.`;
  }
  if (kind === BACK) {
    const numbers = run.names.map((called, i) => [called, event[3 + i]]).filter(([called, x]) => x !== null && (run.binary || called !== "its error"));
    const now = numbers.map(([called, x]) => `${greek(String(called))} = ${short(Number(x))}`).join(", ");
    return `The value of ${nameOf(tree, a)} comes back to ${name}${now ? `${seenBy(tree, run, node)}: ${now}` : ""}.`;
  }
  if (kind === AGGREGATE) {
    const flip = event[4] ? " It is unlikely that all losses are right, so the value is flipped." : "";
    return `The search gives ${name} the value ${worth(run, a, b)}.${flip}`;
  }
  return `${capital(name)} is worth ${worth(run, a, b, event[4])}${why(run, event)}`;
}

/** @param {Run} run @param {any[]} event a DONE */
function why(run, event) {
  if (event[5]) return ": its own evaluation has a smaller error than the search below it, and replaces it.";
  if (event[6] >= 0) return `; the other moves are not searched: ${run.reasons[event[6]]}.`;
  return ".";
}

/** The player from whose side the numbers of a fold are, if it is not always Max. @param {Tree} tree
 * @param {Run} run @param {number} node */
export function seenBy(tree, run, node) {
  const own = run.rule !== "expectation" && !["minimin", "maximax"].includes(run.rule);
  return own ? `, seen by ${playerOf(tree.mover[node])}` : "";
}

/** @param {string} name */
export function greek(name) {
  return { alpha: "α", beta: "β", epsilon: "ε" }[name] ?? name;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
