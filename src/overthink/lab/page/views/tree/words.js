// Words for what the view shows: at a node, at a step, and for those who cannot see the picture.

import { element } from "../../common/controls.js";
import { AGGREGATE, BACK, DONE, ENTER, LEAF, readEdits } from "./replay.js";
import { nodeAt, place } from "./draw.js";
import { facts, known, verdict } from "./panel.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Run} Run */
/** @typedef {import("./replay.js").Tree} Tree */
/** @typedef {import("./canvas.js").TreeCanvas} TreeCanvas */

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
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const MOST_SPOKEN = 127; // nodes of a tree that is said node by node
let count = 0;

/** The line above the picture. The text of an example is about its own leaves, so changed leaves replace it.
 * @param {Tree} tree @param {string | undefined} edits @param {string | undefined} title of an example */
export function caption(tree, edits, title) {
  const changed = [...readEdits(edits)].map(([node, value]) => `${nameOf(tree, node)} is now ${short(value)}`);
  return changed.length ? `${title ?? tree.says.replace(/\.$/, "")}, changed: ${changed.join(", ")}.` : tree.says;
}

/** The facts about a node in one sentence. @param {Replay} replay @param {number} node */
function said(replay, node) {
  const [[, name], ...rows] = facts(replay, node, false);
  return `${capital(name)}: ${rows.map(([term, fact]) => `${term} ${fact}`).join("; ")}.`;
}

/** The nodes as rows: what each is, and what each search makes of it. @param {Replay[]} replays */
export function nodeRows(replays) {
  if (!replays.length) return [];
  const { tree } = replays[0];
  const runs = replays.flatMap(({ run }, i) => ["value", "error"].map((name) => `${name} by ${run.rule}${replays.length > 1 ? ` (${i + 1})` : ""}`));
  return [["node", "name", "mover", "utility", "static", "error", "truth", ...runs], ...tree.mover.map((mover, node) => [
    node, nameOf(tree, node), mover, tree.utility[node], tree.static[node], tree.error[node], tree.truth[node],
    ...replays.flatMap((replay) => (replay.knows(node) ? [replay.value[node], replay.error[node]] : [null, null])),
  ])];
}

/** What a screen reader says about a canvas: the whole tree on request, and the selected node at once. */
export class Spoken {
  /** @param {TreeCanvas} canvas */
  constructor(canvas) {
    this.whole = element("div", { class: "spoken", id: `tree-text-${++count}` });
    this.live = element("p", { class: "spoken", role: "status" });
    canvas.canvas.setAttribute("aria-describedby", this.whole.id);
    canvas.element.append(this.whole, this.live);
    hover(canvas);
  }

  /** @param {Replay} replay @param {number} selected */
  show(replay, selected) {
    const { tree, run } = replay;
    const nodes = tree.mover.length;
    const parts = [element("p", {}, `A tree of ${nodes.toLocaleString("en")} nodes and ${tree.levels.length - 2} plies. ${replay.at === replay.last ? verdict(tree, run) : ""}`)];
    if (nodes <= MOST_SPOKEN) parts.push(element("ul", {}, ...tree.mover.map((_, node) => element("li", {}, said(replay, node)))));
    this.whole.replaceChildren(...parts);
    this.live.textContent = selected >= 0 ? said(replay, selected) : "";
  }
}

/** Show the facts of the node under the pointer beside it. @param {TreeCanvas} canvas */
function hover(canvas) {
  const box = element("div", { class: "node-facts", "aria-hidden": "true", hidden: "" });
  canvas.element.append(box);
  const hide = () => void (box.hidden = true);
  canvas.canvas.addEventListener("pointerleave", hide);
  canvas.canvas.addEventListener("pointerdown", hide);
  canvas.canvas.addEventListener("pointermove", (event) => {
    if (!canvas.shown || event.buttons || event.pointerType === "touch") return hide();
    const { tree, layout, replay } = canvas.shown;
    const node = nodeAt(tree, layout, canvas.view, event.offsetX, event.offsetY);
    if (node < 0) return hide();
    box.replaceChildren(...known(replay, node, false));
    box.hidden = false;
    const [x, y] = place(layout, canvas.view, node);
    const left = x + 26 + box.offsetWidth < canvas.element.clientWidth ? x + 26 : x - 26 - box.offsetWidth;
    box.style.left = `${Math.max(2, left)}px`;
    box.style.top = `${Math.max(2, Math.min(y - 20, canvas.element.clientHeight - box.offsetHeight - 2))}px`;
  });
}
