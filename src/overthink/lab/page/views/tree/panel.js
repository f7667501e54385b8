// What a search says: in words, for a node, for a step and for those who cannot see the picture; and its panel, with the pseudo-code.

import { element, short } from "../../common/controls.js";
import { labelOf, swatch } from "../../common/theme.js";
import { markLines, playerOf } from "../../common/trees.js";
import { AGGREGATE, BACK, DONE, ENTER, LEAF, isLeaf, isWinLoss, readEdits, valueWord } from "./replay.js";

/** @import { TreeCanvas } from "./picture.js" */
/** @import { Replay, Run, Tree } from "./replay.js" */

/** The name of a node. @param {Tree} tree @param {number} node */
export function nameOf(tree, node) {
  if (tree.names[node]) return tree.names[node];
  const move = tree.moves[node - 1];
  if (node === 0) return "the root";
  return node <= tree.first[1] ? move ?? `move ${node}` : `node ${node}`;
}

/** A window's end; null is open. @param {number | null} x @param {number} sign */
const end = (x, sign) => x === null ? (sign > 0 ? "∞" : "−∞") : short(x);

/** A window from the side of the player in `seenBy`; events have it from Max's side. @param {Tree} tree @param {Run} run @param {number} node
 * @param {number | null} low @param {number | null} high */
function windowOf(tree, run, node, low, high) {
  const turned = seenBy(tree, run, node) && tree.mover[node] < 0;
  const flip = (/** @type {number | null} */ x) => (x === null ? null : -x);
  return turned ? `(${end(flip(high), -1)}, ${end(flip(low), 1)})` : `(${end(low, -1)}, ${end(high, 1)})`;
}

/** Value and error, or an interval. @param {Tree} tree @param {Run} run @param {number} value @param {number} error @param {number} [bound] */
function worth(tree, run, value, error, bound = 0) {
  if (run.interval) return value === error ? short(value) : `[${short(value)}, ${short(error)}]`;
  const sign = bound < 0 ? "≤ " : bound > 0 ? "≥ " : "";
  return `${sign}${valueWord(value, isWinLoss(tree))}${run.binary ? `, error ${short(error)}` : ""}`;
}

/** One step in a sentence. @param {Tree} tree @param {Run} run @param {any[] | undefined} event */
function sentence(tree, run, event) {
  if (!event) return "The search has not started.";
  const [kind, node, a, b] = event;
  const name = nameOf(tree, node);
  if (kind === ENTER) {
    const open = a === null && b === null;
    const enter = `Enter ${name}, where ${playerOf(tree.mover[node])} moves`;
    return open ? `${enter}.` : `${enter}, with the window ${windowOf(tree, run, node, a, b)}${seenBy(tree, run, node)}.`;
  }
  if (kind === LEAF) {
    const ended = tree.utility[node] !== null ? "the game is over here" : "the search stops here and guesses";
    return `${capital(name)}: ${ended}: ${worth(tree, run, a, b)}.`;
  }
  if (kind === BACK) {
    const now = foldOf(run, event).map((number) => number.join(" = ")).join(", ");
    return `The value of ${nameOf(tree, a)} comes back to ${name}${now ? `${seenBy(tree, run, node)}: ${now}` : ""}.`;
  }
  if (kind === AGGREGATE) {
    const flip = event[4] ? " It is unlikely that all losses are right, so the value is flipped." : "";
    return `The search gives ${name} the value ${worth(tree, run, a, b)}.${flip}`;
  }
  return `${capital(name)} is worth ${worth(tree, run, a, b, event[4])}${why(run, event)}`;
}

/** @param {Run} run @param {any[]} event a DONE */
function why(run, event) {
  if (event[5]) return ": its own guess has a smaller error than the search below it, and replaces it.";
  if (event[6] >= 0) return `; the other moves are not searched: ${run.reasons[event[6]]}.`;
  return ".";
}

/** The player from whose side the numbers of a fold are, if it is not always Max. @param {Tree} tree
 * @param {Run} run @param {number} node */
function seenBy(tree, run, node) {
  const own = run.rule !== "expectation" && !["minimin", "maximax"].includes(run.rule);
  return own ? `, seen by ${playerOf(tree.mover[node])}` : "";
}

/** The numbers of a fold with their names, without those that are not known. @param {Run} run @param {any[]} event a BACK */
function foldOf(run, event) {
  const numbers = run.names.map((name, i) => ({ name, x: event[3 + i] })).filter(({ name, x }) => x !== null && (run.binary || name !== "its error"));
  return numbers.map(({ name, x }) => [{ alpha: "α", beta: "β" }[name] ?? name, short(x)]);
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The kind of line of a step. @param {Run} run @param {any[] | undefined} event */
function lineOf(run, event) {
  if (!event) return "";
  if (event[0] === DONE) return event[6] >= 0 && run.code.some(([kind]) => kind === "cut") ? "cut" : "done";
  return { [ENTER]: "enter", [LEAF]: "leaf", [BACK]: "back", [AGGREGATE]: "aggregate" }[/** @type {number} */ (event[0])] ?? "";
}

/** The facts about a node, and its position if it is one of a game. @param {Replay} replay @param {number} node @param {boolean} brief */
function known(replay, node, brief) {
  const board = brief ? undefined : replay.tree.boards[node];
  const rows = facts(replay, node, brief).flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]);
  return [element("dl", { class: "facts" }, ...rows), ...(board ? [element("pre", { class: "position" }, board)] : [])];
}

/** The facts about a node so far. @param {Replay} replay @param {number} node @param {boolean} brief without the facts
 * in the picture @returns {[string, string][]} */
function facts(replay, node, brief) {
  const { tree, run } = replay;
  /** @type {[string, string][]} */
  const rows = [["node", `${nameOf(tree, node)} · ${isLeaf(tree, node) ? "leaf" : playerOf(tree.mover[node])}`]];
  const told = replay.told.get(node);
  if (told && told[0][0] === ENTER) {
    const [, , low, high, , epsilon] = told[0];
    if (low !== null || high !== null) rows.push([`window (α, β)${seenBy(tree, run, node)}`, windowOf(tree, run, node, low, high)]);
    if (run.search === "bounded") rows.push(["allowed ε", short(epsilon)]);
  }
  const back = told?.[1];
  if (back) {
    const numbers = foldOf(run, back);
    if (numbers.length) rows.push([`so far${seenBy(tree, run, node)}`, numbers.map((number) => number.join(" ")).join("   ")]);
  }
  const searched = replay.searched.get(node);
  if (searched) rows.push(["search result", worth(tree, run, searched[0], searched[1])]);
  if (brief) return rows.slice(1);
  const word = (/** @type {number | null} */ x) => valueWord(x, replay.wins);
  if (tree.utility[node] !== null) rows.push(["game over", word(tree.utility[node])]);
  else if (tree.static[node] !== null) {
    rows.push(["own guess", `${word(tree.static[node])}${tree.error[node] ? `, error ${short(tree.error[node])}` : ""}`]);
  }
  if (replay.knows(node)) rows.push(["worth", worth(tree, run, replay.value[node], replay.error[node], replay.bound[node])]);
  if (tree.truth[node] !== null) rows.push(["truth", `${word(tree.truth[node])}${replay.isWrong(node) ? ": ✗ wrong here" : ""}`]);
  return rows;
}

/** The decision of the search, and its cost. @param {Tree} tree @param {Run} run */
function verdict(tree, run) {
  const called = (/** @type {number[]} */ moves) => moves.map((move) => nameOf(tree, move + 1)).join(", ") || "none";
  const seen = run.internal + run.leaves;
  const right = tree.right;
  const all = right.length === tree.first[1];
  const good = run.moves.filter((move) => right.includes(move)).length;
  const judged = !right.length ? "" : all ? " All moves are equally good."
    : good === run.moves.length ? " ✓ This is truly best."
    : good ? " ~ Only some of these are truly best." : ` ✗ Truly best: ${called(right)}.`;
  const chosen = run.moves.length ? `Chosen: ${called(run.moves)}.${judged} ` : "";
  return `${chosen}Value ${worth(tree, run, run.value, run.error)}; ${seen.toLocaleString("en")} nodes seen, ${run.leaves.toLocaleString("en")} of them leaves.`;
}

const MOST_SPOKEN = 127; // nodes of a tree that is said node by node
let count = 0;

/** The line above the picture. The text of an example is about its own leaves, so changed leaves replace it.
 * @param {Tree} tree @param {string | undefined} edits @param {string | undefined} title of an example */
export function caption(tree, edits, title) {
  const changed = [...readEdits(edits)].map(([node, value]) => `${nameOf(tree, node)} is now ${valueWord(value, isWinLoss(tree))}`);
  return changed.length ? `${title ?? tree.says.replace(/\.$/, "")}, changed: ${changed.join(", ")}.` : tree.says;
}

/** The facts about a node in one sentence. @param {Replay} replay @param {number} node */
function describe(replay, node) {
  const [[, name], ...rows] = facts(replay, node, false);
  return `${capital(name)}: ${rows.map(([term, fact]) => `${term} ${fact}`).join("; ")}.`;
}

/** The nodes as rows: what each is, and what each search makes of it. @param {Replay[]} replays */
export function nodeRows(replays) {
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
    this.whole.replaceChildren(element("p", {}, `A tree of ${nodes.toLocaleString("en")} nodes, ${tree.levels.length - 2} moves deep. ${replay.at === replay.last ? verdict(tree, run) : ""}`));
    if (nodes <= MOST_SPOKEN) this.whole.append(element("ul", {}, ...tree.mover.map((_, node) => element("li", {}, describe(replay, node)))));
    this.live.textContent = selected >= 0 ? describe(replay, selected) : "";
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
    const node = canvas.nodeAt(event);
    if (node < 0) return hide();
    box.replaceChildren(...known(canvas.shown.replay, node, false));
    box.hidden = false;
    const [x, y] = canvas.place(node);
    const left = x + 26 + box.offsetWidth < canvas.element.clientWidth ? x + 26 : x - 26 - box.offsetWidth;
    box.style.left = `${Math.max(2, left)}px`;
    box.style.top = `${Math.max(2, Math.min(y - 20, canvas.element.clientHeight - box.offsetHeight - 2))}px`;
  });
}

export class Panel {
  /** @param {string} label */
  constructor(label) {
    this.title = element("h2", { class: "run-title" });
    this.code = element("ol", { class: "code" });
    this.said = element("p", { class: "step-says", role: "status", "aria-live": "polite" });
    this.known = element("div", { class: "known" });
    this.verdict = element("p", { class: "run-verdict" });
    this.element = element("section", { class: "panel", tabindex: "0", "aria-label": label },
      element("div", { class: "panel-code" }, this.title, this.code),
      element("div", { class: "panel-facts" }, this.said, this.verdict, this.known));
    /** @type {Run | undefined} */
    this.run = undefined;
  }

  /** @param {Replay} replay @param {number} selected @param {boolean} brief */
  show(replay, selected, brief) {
    const { run, tree, step: event } = replay;
    if (this.run !== run) {
      this.run = run;
      this.title.replaceChildren(swatch(run.rule), `${labelOf(run.rule)} · ${run.search}`);
      this.code.replaceChildren(...run.code.map(([kind, text]) => element("li", { "data-kind": kind }, text)));
    }
    const line = lineOf(run, event);
    markLines(this.code.children, (each) => line !== "" && each.getAttribute("data-kind") === line);
    this.said.textContent = sentence(tree, run, event);
    const node = selected >= 0 ? selected : /** @type {number} */ (event?.[1] ?? 0);
    this.known.replaceChildren(...known(replay, node, brief));
    this.verdict.textContent = replay.at === replay.last ? verdict(tree, run) : "";
    this.reveal();
  }

  /** Scroll only the panel, until the active line is visible. */
  reveal() {
    const lines = [...this.code.querySelectorAll(".now")];
    const last = lines[lines.length - 1]?.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    if (last && last.bottom > frame.bottom) this.element.scrollTop += last.bottom - frame.bottom;
    else if (last && last.top < frame.top) this.element.scrollTop = 0;
  }
}
