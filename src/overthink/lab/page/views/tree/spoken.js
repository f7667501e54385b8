// A tree in words: its caption, what a screen reader says, and the facts at the cursor.

import { element } from "../../common/controls.js";
import { nodeAt, place } from "./layout.js";
import { readEdits } from "./edits.js";
import { facts, known, verdict } from "./panel.js";
import { capital, nameOf, short } from "./words.js";

/** @typedef {import("./types.js").Tree} Tree */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./canvas.js").TreeCanvas} TreeCanvas */

const MOST = 127; // nodes of a tree that is said node by node
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
    if (nodes <= MOST) parts.push(element("ul", {}, ...tree.mover.map((_, node) => element("li", {}, said(replay, node)))));
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
