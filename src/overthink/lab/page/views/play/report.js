// The report on a machine's move.

import { element } from "../../common/controls.js";
import { short } from "../tree/words.js";
import { moveName } from "./boards.js";

/** @typedef {import("./types.js").Thought} Thought */

/** The most moves to list. */
const MOST = 12;

/** What stands there before the first report. @param {boolean} machine whether a machine plays @returns {HTMLElement} */
export function noReport(machine) {
  return element("p", { class: "muted" }, machine ? "The machine's values appear here after its move." : "No machine plays. Choose one to see its values.");
}

/** @param {Thought} thought @param {{ game: string, who: string, how: string, mover: number, ply: number }} about
 * @returns {HTMLElement} */
export function report(thought, about) {
  const named = (/** @type {string} */ move, ply = about.ply) => moveName(about.game, move, about.mover, ply);
  const errors = thought.options.some((option) => option.error);
  const head = element("tr", {}, ...["Move", thought.cost ? "Cost" : "Value", ...(errors ? ["Error"] : []), ""].map((text) => element("th", {}, text)));
  const sign = thought.cost ? -1 : 1;
  const best = (/** @type {string} */ move) => (thought.best.includes(move) ? 1 : 0);
  const sorted = [...thought.options].sort((a, b) => best(b.move) - best(a.move) || Number(b.exact) - Number(a.exact) || sign * ((b.value ?? -Infinity) - (a.value ?? -Infinity)));
  const rows = sorted.slice(0, MOST).map((option) => {
    const notes = [option.move === thought.move ? "played" : best(option.move) ? "equally good" : "", thought.right.includes(option.move) ? "★ truly best" : ""];
    return element("tr", option.move === thought.move ? { class: "played" } : {},
      element("td", {}, named(option.move)),
      element("td", {}, option.exact ? short(option.value) : `≤ ${short(option.value)}`),
      ...(errors ? [element("td", {}, short(option.error))] : []),
      element("td", { class: "muted" }, notes.filter(Boolean).join(" · ")));
  });
  const more = sorted.length > MOST ? element("p", { class: "muted small" }, `… and ${sorted.length - MOST} other moves.`) : "";
  const line = thought.line.map((move, i) => named(move, about.ply + i)).join(", ");
  const judged = !thought.right.length ? "" : thought.right.includes(thought.move) ? " This move is truly best." : ` Truly best: ${thought.right.slice(0, 4).map((move) => named(move)).join(", ")}.`;
  return element("section", { class: "thought" },
    element("h2", { class: "run-title" }, `${about.who}: ${named(thought.move)}`),
    element("p", { class: "small muted" }, `${about.how}; ${thought.nodes.toLocaleString("en")} nodes. ${thought.cost ? "The cost counts this move and what is to come." : `Values are for ${about.who}.`}${judged}`),
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)), more,
    line.includes(",") ? element("p", { class: "small" }, `Expected: ${line}.`) : "");
}
