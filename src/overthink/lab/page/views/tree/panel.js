// The panel of a search: its pseudo-code with the active line, and the facts about the current node.

import { element } from "../../common/controls.js";
import { labelOf, swatch } from "../../common/rules.js";
import { AGGREGATE, BACK, DONE, ENTER, LEAF } from "./replay.js";
import { greek, nameOf, playerOf, seenBy, sentence, short, windowOf, worth } from "./words.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Run} Run */
/** @typedef {import("./replay.js").Tree} Tree */

/** The kind of line of a step. @param {Run} run @param {any[] | undefined} event */
function lineOf(run, event) {
  if (!event) return "";
  if (event[0] === DONE) return event[6] >= 0 && run.code.some(([kind]) => kind === "cut") ? "cut" : "done";
  return { [ENTER]: "enter", [LEAF]: "leaf", [BACK]: "back", [AGGREGATE]: "aggregate" }[/** @type {number} */ (event[0])] ?? "";
}

/** @param {[string, string][]} rows */
function table(rows) {
  const list = element("dl", { class: "facts" });
  for (const [term, fact] of rows) list.append(element("dt", {}, term), element("dd", {}, fact));
  return list;
}

/** The facts about a node, and its position if it is one of a game. @param {Replay} replay @param {number} node @param {boolean} brief */
export function known(replay, node, brief) {
  const board = brief ? undefined : replay.tree.boards[node];
  return [table(facts(replay, node, brief)), ...(board ? [element("pre", { class: "position" }, board)] : [])];
}

/** The facts about a node so far. @param {Replay} replay @param {number} node @param {boolean} brief without the facts
 * in the picture @returns {[string, string][]} */
export function facts(replay, node, brief) {
  const { tree, run } = replay;
  /** @type {[string, string][]} */
  const rows = [["node", `${nameOf(tree, node)} · ${tree.first[node] === tree.first[node + 1] ? "leaf" : playerOf(tree.mover[node])}`]];
  const told = replay.told.get(node);
  if (told && told[0][0] === ENTER) {
    const [, , low, high, , epsilon] = told[0];
    if (low !== null || high !== null) rows.push([`window (α, β)${seenBy(tree, run, node)}`, windowOf(tree, run, node, low, high)]);
    if (run.search === "bounded") rows.push(["allowed ε", short(epsilon)]);
  }
  const back = told?.[1];
  if (back) {
    const known = run.names.map((name, i) => [greek(name), back[3 + i]]).filter(([name, x]) => x !== null && (run.binary || name !== "its error"));
    if (known.length) rows.push([`so far${seenBy(tree, run, node)}`, known.map(([name, x]) => `${name} ${short(x)}`).join("   ")]);
  }
  const searched = replay.searched.get(node);
  if (searched) rows.push(["search result", worth(run, searched[0], searched[1])]);
  if (brief) return rows.slice(1);
  if (tree.utility[node] !== null) rows.push(["game over", short(tree.utility[node])]);
  else if (tree.static[node] !== null) {
    rows.push(["own evaluation", `${short(tree.static[node])}${tree.error[node] ? `, error ${short(tree.error[node])}` : ""}`]);
  }
  if (replay.knows(node)) rows.push(["worth", worth(run, replay.value[node], replay.error[node], replay.bound[node])]);
  if (tree.truth[node] !== null) rows.push(["true value", short(tree.truth[node])]);
  return rows;
}

/** The decision of the search, and its cost. @param {Tree} tree @param {Run} run */
export function verdict(tree, run) {
  const called = (/** @type {number[]} */ moves) => moves.map((move) => nameOf(tree, move + 1)).join(", ") || "none";
  const seen = run.internal + run.leaves;
  const right = tree.right;
  const all = right.length === tree.first[1];
  const good = run.moves.filter((move) => right.includes(move)).length;
  const judged = !right.length ? "" : all ? " All moves are equally good."
    : good === run.moves.length ? " ✓ This is truly best."
    : good ? " ~ Only some of these are truly best." : ` ✗ Truly best: ${called(right)}.`;
  const chosen = run.moves.length ? `Chosen: ${called(run.moves)}.${judged} ` : "";
  return `${chosen}Value ${worth(run, run.value, run.error)}; ${seen.toLocaleString("en")} nodes seen, ${run.leaves.toLocaleString("en")} of them leaves.`;
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

  /** @param {Replay} replay @param {number} selected @param {boolean} brief @param {Record<string, import("../../common/rules.js").Look>} looks */
  show(replay, selected, brief, looks) {
    const { run, tree, step: event } = replay;
    if (this.run !== run) {
      this.run = run;
      this.title.replaceChildren(swatch(looks, run.rule), `${labelOf(looks, run.rule)} · ${run.search}`);
      this.code.replaceChildren(...run.code.map(([kind, text]) => element("li", { "data-kind": kind }, text)));
    }
    const line = lineOf(run, event);
    for (const each of this.code.children) {
      const here = line !== "" && each.getAttribute("data-kind") === line;
      each.classList.toggle("now", here);
      if (here) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
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
