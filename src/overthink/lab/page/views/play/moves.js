// Whose turn it is, and the moves so far: their names, whether they were right, and how often each player was.

import { button, element } from "../../common/controls.js";
import { shape } from "../../common/shape.js";
import { moveName } from "./boards.js";

/** @typedef {import("./types.js").Position} Position */

const WIDE = 300;
const HIGH = 70;

/** Whose turn it is, or how the game ended. @param {Position} position @param {boolean} yours @param {boolean} paused */
export function statusOf({ players, mover, plies, over, result }, yours, paused) {
  const turn = players[0] === players[1] ? `Move ${plies + 1}` : `${players[mover > 0 ? 0 : 1]} to move`;
  return over ? result : yours ? `${turn}: you.` : `${turn}${paused ? "; paused" : ""}.`;
}

/** The list of moves. @param {string} game @param {string[]} moves @param {Position} position
 * @param {(ply: number) => (() => void) | undefined} shows what a click on a move shows */
export function moveItems(game, moves, position, shows) {
  return moves.map((move, ply) => {
    const name = moveName(game, move, 1, ply);
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
  const x = (/** @type {number} */ ply) => 8 + ((WIDE - 16) * ply) / Math.max(1, good.length - 1);
  const y = (/** @type {number} */ share) => HIGH - 8 - (HIGH - 16) * share;
  const words = /** @type {string[]} */ ([]);
  const whole = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "accuracy", role: "img" });
  whole.append(shape("line", { x1: 0, x2: WIDE, y1: y(1), y2: y(1), class: "grid" }), shape("line", { x1: 0, x2: WIDE, y1: y(0), y2: y(0), class: "grid" }));
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
