// The panel beside the tree: the four parts of a simulation, and the moves of a node with the two terms of each.

import { element } from "../../common/controls.js";
import { playerOf, short } from "../tree/words.js";
import { PARTS, SELECT, VALUE, moveOf, nameOf, sentence, verdict } from "./replay.js";

/** @typedef {import("./replay.js").Replay} Replay */

const HEADS = ["move", "visits n", "value", "exploration", "sum", "both terms"];

/** A bar of two parts: the value, from the lowest value in the table, and the exploration. @param {number} value
 * @param {number | undefined} exploration @param {number} low @param {number} high */
function bar(value, exploration, low, high) {
  const share = (/** @type {number} */ x) => `${(100 * x) / (high - low || 1)}%`;
  const [one, other] = [element("span", { class: "value-part" }), element("span", { class: "exploration-part" })];
  one.style.width = share(value - low);
  other.style.width = share(exploration ?? 0);
  return element("div", { class: "terms-bar", "aria-hidden": "true" }, one, other);
}

/** The moves of a node. The two terms are those of the step, or of the node's last choice if the reader selected it.
 * @param {Replay} replay @param {number} node @param {any[] | undefined} choice */
function table({ run, children, visits, worth }, node, choice) {
  const kids = children[node];
  const me = run.mover[node] < 0 ? -1 : 1;
  const rows = kids.map((kid, i) => {
    const tried = visits[kid] > 0;
    const [value, exploration] = choice ? choice[4][i] : [tried ? me * worth[kid] : NaN, undefined];
    return { kid, value, exploration, sum: exploration === undefined ? value : value + exploration };
  });
  const known = rows.filter((row) => !Number.isNaN(row.value));
  const spread = Math.max(...known.map((row) => row.sum)) - Math.min(...known.map((row) => row.value));
  const low = Math.min(...known.map((row) => row.value)) - 0.06 * spread;
  const high = Math.max(...known.map((row) => row.sum));
  return element("table", { class: "terms" },
    element("thead", {}, element("tr", {}, ...HEADS.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map(({ kid, value, exploration, sum }) => element("tr", choice?.[2] === kid ? { class: "taken" } : {},
      element("td", {}, `${moveOf(run, kid)}${run.right.includes(kid) ? " ★" : ""}`),
      element("td", {}, visits[kid] ? `${visits[kid]}` : "untried"), element("td", {}, short(value)),
      element("td", {}, exploration === undefined ? "" : short(exploration)), element("td", {}, exploration === undefined ? "" : short(sum)),
      element("td", {}, Number.isNaN(value) ? "" : bar(value, exploration, low, high))))));
}

export class Panel {
  constructor() {
    this.title = element("h2", { class: "run-title" });
    this.parts = PARTS.map(([, text]) => element("li", {}, text));
    this.said = element("p", { class: "step-says", role: "status", "aria-live": "polite" });
    this.verdict = element("p", { class: "run-verdict" });
    this.moves = element("div", { class: "wide" });
    this.element = element("section", { class: "panel", tabindex: "0", "aria-label": "The simulation" },
      element("div", {}, this.title, element("ol", { class: "code" }, ...this.parts), this.verdict),
      element("div", {}, this.said, this.moves));
  }

  /** @param {Replay} replay @param {number} selected */
  show(replay, selected) {
    const { run, step, simulation } = replay;
    this.title.textContent = simulation ? `Simulation ${simulation}` : "Before the first simulation";
    this.parts.forEach((part, i) => {
      const now = step !== undefined && PARTS[i][0].includes(step[0]);
      part.classList.toggle("now", now);
      if (now) part.setAttribute("aria-current", "step");
      else part.removeAttribute("aria-current");
    });
    this.said.textContent = sentence(replay);
    this.verdict.textContent = verdict(replay);
    const node = selected >= 0 ? selected : !step ? 0 : step[0] === VALUE ? run.parent[step[1]] : step[1];
    const choice = selected >= 0 ? replay.choices.get(node) : step?.[0] === SELECT ? step : undefined;
    const truth = run.truth[node] === null ? "" : `, truly ${run.truth[node] > 0 ? "won" : run.truth[node] < 0 ? "lost" : "even"} for Max`;
    const about = replay.children[node].length ? `${node ? `After ${nameOf(run, node)}` : "At the root"} (${playerOf(run.mover[node])} moves${truth})` : `After ${nameOf(run, node)} no move was looked at${truth}`;
    const when = selected >= 0 && choice ? ", with the terms of the last choice there" : "";
    this.moves.replaceChildren(element("p", { class: "small muted" }, `${about}${when}. Values are to the mover.`), ...(replay.children[node].length ? [table(replay, node, choice)] : []));
  }
}
