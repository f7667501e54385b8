// Beside the board: what the machine saw, the moves so far, and who plays.

import { button, element, select, shape, short } from "../../common/controls.js";
import { moveName } from "./boards.js";

/** @import { Position, Thought } from "./boards.js" */

/** The most moves to list. */
const MOST_ROWS = 12;

/** What stands there before the first report. @param {boolean} machine whether a machine plays @returns {HTMLElement} */
export const noReport = (machine) => element("p", { class: "muted" }, machine ? "The machine's values appear here after its move." : "No machine plays. Choose one to see its values.");

/** The move that a report is about. @typedef {{ game: string, who: string, how: string, ply: number }} About */

/** @param {Thought} thought @param {About} about @returns {HTMLElement} */
export function report(thought, about) {
  const named = (/** @type {string} */ move, ply = about.ply) => moveName(about.game, move, ply, thought.names);
  const errors = thought.options.some((option) => option.error);
  const head = element("tr", {}, ...["Move", thought.cost ? "Cost" : "Value", ...(errors ? ["Error"] : []), "Note"].map((text) => element("th", {}, text)));
  const sign = thought.cost ? -1 : 1;
  const best = (/** @type {string} */ move) => (thought.best.includes(move) ? 1 : 0);
  const sorted = [...thought.options].sort((a, b) => best(b.move) - best(a.move) || Number(b.exact) - Number(a.exact) || sign * ((b.value ?? -Infinity) - (a.value ?? -Infinity)));
  const rows = sorted.slice(0, MOST_ROWS).map((option) => {
    const notes = [option.move === thought.move ? "played" : best(option.move) ? "equally good" : "", thought.right.includes(option.move) ? "★ truly best" : ""];
    return element("tr", option.move === thought.move ? { class: "played" } : {},
      element("td", {}, named(option.move)),
      element("td", {}, option.exact ? short(option.value) : `≤ ${short(option.value)}`),
      ...(errors ? [element("td", {}, short(option.error))] : []),
      element("td", { class: "muted" }, notes.filter(Boolean).join(" · ")));
  });
  const more = sorted.length > MOST_ROWS ? element("p", { class: "muted small" }, `… and ${sorted.length - MOST_ROWS} other moves.`) : "";
  const line = thought.line.map((move, i) => named(move, about.ply + i)).join(", ");
  const judged = !thought.right.length ? "" : thought.right.includes(thought.move) ? " This move is truly best." : ` Truly best: ${thought.right.slice(0, 4).map((move) => named(move)).join(", ")}.`;
  return element("section", { class: "thought" },
    element("h2", { class: "run-title" }, `${about.who}: ${named(thought.move)}`),
    element("p", { class: "small muted" }, `${about.how}; ${thought.nodes.toLocaleString("en")} nodes. ${thought.cost ? "The cost counts this move and what is to come." : `Values are for ${about.who}.`}${judged}`),
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)), more,
    line.includes(",") ? element("p", { class: "small" }, `Expected: ${line}.`) : "");
}

const WIDE = 300;
const HIGH = 110;

/** Whose turn it is, or how the game ended. @param {Position} position @param {boolean} yours @param {boolean} paused */
export function statusOf({ players, mover, plies, over, result }, yours, paused) {
  const turn = players[0] === players[1] ? `Move ${plies + 1}` : `${players[mover > 0 ? 0 : 1]} to move`;
  return over ? result : yours ? `${turn}: you.` : `${turn}${paused ? "; paused" : ""}.`;
}

/** The list of moves. @param {string} game @param {string[]} moves @param {Position} position
 * @param {(ply: number) => (() => void) | undefined} shows what a click on a move shows */
export function moveItems(game, moves, position, shows) {
  return moves.map((move, ply) => {
    const name = moveName(game, move, ply, position.names);
    const good = position.good[ply];
    const mark = good === true ? " ✓" : good === false ? " ✗" : "";
    const show = shows(ply);
    const made = show ? button(name, show, "The values behind this move") : element("span", {}, name);
    return element("li", { class: position.movers[ply] > 0 ? "by-max" : "by-min" }, made,
      element("span", { class: good ? "good" : "bad", title: good ? "a right move" : "a wrong move" }, mark));
  });
}

/** The share of right moves of each player, move by move. @param {Position} position @returns {Node} */
export function accuracyGraph({ good, movers, players }) {
  const known = good.map((each, ply) => ({ each, ply })).filter(({ each }) => each !== null);
  if (known.length < 2) return element("span");
  const x = (/** @type {number} */ ply) => 44 + ((WIDE - 56) * ply) / Math.max(1, good.length - 1);
  const y = (/** @type {number} */ share) => HIGH - 28 - (HIGH - 38) * share;
  const words = /** @type {string[]} */ ([]);
  const whole = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "accuracy", role: "img" });
  for (const share of [0, 0.5, 1]) {
    whole.append(shape("line", { x1: 40, x2: WIDE, y1: y(share), y2: y(share), class: "grid" }), shape("text", { x: 36, y: y(share) + 4, "text-anchor": "end" }, `${100 * share}%`));
  }
  for (const ply of [0, good.length - 1]) whole.append(shape("text", { x: x(ply), y: HIGH - 14, "text-anchor": "middle" }, `${ply + 1}`));
  whole.append(shape("text", { x: WIDE / 2, y: HIGH - 3, "text-anchor": "middle" }, "move of the game; share of right moves so far"));
  for (const [i, side] of [1, -1].entries()) {
    const own = known.filter(({ ply }) => movers[ply] === side);
    if (!own.length) continue;
    let right = 0;
    const points = own.map(({ each, ply }, n) => [x(ply), y((right += each ? 1 : 0) / (n + 1))]);
    words.push(`${players[i]}: ${right} of ${own.length} moves right`);
    whole.append(shape("polyline", { points: points.join(" "), class: i ? "by-min" : "by-max" }),
      ...points.map(([cx, cy]) => shape("circle", { cx, cy, r: 2.5, class: i ? "by-min" : "by-max" })));
  }
  whole.setAttribute("aria-label", words.join("; "));
  return element("figure", { class: "accuracy-figure" }, element("figcaption", {}, words.join(" · ")), whole);
}

/** @typedef {{ restart: (further: number) => void, undo: () => void, redo: () => void, pause: () => void }} Orders */

/** Milliseconds between the moves of two machines. @type {[string, string][]} */
const PACES = [["1500", "slow"], ["500", "usual"], ["60", "fast"]];
const PACE = "500";

export class Bar {
  /** @param {Orders} orders @param {AbortSignal} leaving */
  constructor(orders, leaving) {
    this.undoing = button("Undo", () => orders.undo(), "Take back a move (u)");
    this.redoing = button("Redo", () => orders.redo(), "Play the moves again that were taken back (r)");
    this.pausing = button("Pause", () => orders.pause());
    this.speed = select("Speed", PACES, PACE, () => {});
    this.element = element("div", { class: "bar" }, button("New game", () => orders.restart(1), "Play the next start position"),
      button("From the beginning", () => orders.restart(0)), this.undoing, this.redoing, this.pausing, this.speed.element);
    addEventListener("keydown", (event) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (typing || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (event.key === "u") orders.undo();
      if (event.key === "r") orders.redo();
      const own = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".board [data-key]")]); // buttons with keys of their own
      if (own.length && event.key.startsWith("Arrow")) event.preventDefault();
      own.find((each) => each.dataset.key === event.key)?.click();
    }, { signal: leaving });
  }

  /** Milliseconds between the moves of two machines. */
  get pace() {
    return Number(this.speed.get());
  }

  /** @param {boolean} undo @param {boolean} redo @param {boolean} watched whether two machines play @param {boolean} paused */
  show(undo, redo, watched, paused) {
    this.undoing.disabled = !undo;
    this.redoing.disabled = !redo;
    this.pausing.hidden = this.speed.element.hidden = !watched;
    this.pausing.textContent = paused ? "Resume" : "Pause";
  }
}
