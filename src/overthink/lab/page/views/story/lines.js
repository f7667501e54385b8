// A depth curve as a small picture: the share of right decisions by search depth.

import { inkOf } from "../../common/ink.js";
import { shape } from "../../common/shape.js";

/** @typedef {import("./types.js").Story} Story */

const WIDE = 560;
const HIGH = 330;
const LEFT = 58;
const BOTTOM = 284;
const LOW = 0.42;

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** Curves of some rules; without rules, empty axes. @param {Story} story @param {string[]} rules @returns {SVGElement} */
export function linePicture(story, rules) {
  const depths = story.curves.rules.minimax.accuracy.map((each) => each.depth);
  const x = (/** @type {number} */ depth) => LEFT + 24 + ((WIDE - LEFT - 110) * (depth - depths[0])) / (depths[depths.length - 1] - depths[0]);
  const y = (/** @type {number} */ share) => BOTTOM - ((BOTTOM - 34) * (share - LOW)) / (1 - LOW);
  const said = rules.map((rule) => `${story.looks[rule].label}: ${story.curves.rules[rule].accuracy.map((each) => `${percent(each.mean)} at depth ${each.depth}`).join(", ")}`);
  const label = said.length ? `Share of right decisions. ${said.join(". ")}.` : "Share of right decisions by depth: not drawn yet.";
  const whole = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "story-lines", role: "img", "aria-label": label });
  for (const share of [0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    whole.append(shape("line", { x1: LEFT, x2: WIDE - 60, y1: y(share), y2: y(share), class: share === 0.5 ? "coin" : "grid" }),
      shape("text", { x: LEFT - 8, y: y(share) + 5, "text-anchor": "end" }, `${Math.round(100 * share)}%`));
  }
  whole.append(shape("text", { x: LEFT + 6, y: y(0.5) - 6, class: "note" }, "a coin would do"));
  for (const depth of depths) whole.append(shape("text", { x: x(depth), y: BOTTOM + 20, "text-anchor": "middle" }, `${depth}`));
  whole.append(shape("text", { x: (WIDE - 60 + LEFT) / 2, y: HIGH - 6, "text-anchor": "middle" }, "moves looked ahead"),
    shape("text", { x: LEFT, y: 16 }, "share of right decisions"));
  rules.forEach((rule) => whole.append(...line(story, rule, x, y)));
  if (rules.length) {
    whole.append(shape("text", { x: x(11) + 12, y: 16, "text-anchor": "end", class: "note" }, "sees the end of the game ↓"));
  }
  return whole;
}

/** @param {Story} story @param {string} rule @param {(depth: number) => number} x @param {(share: number) => number} y */
function line(story, rule, x, y) {
  const { label, colour } = story.looks[rule];
  const { accuracy } = story.curves.rules[rule];
  const ink = inkOf(colour);
  const points = accuracy.map((each) => `${x(each.depth)},${y(each.mean)}`).join(" ");
  const last = accuracy[accuracy.length - 2]; // before the search sees the end
  const drawn = [shape("polyline", { points, pathLength: 1, class: "curve", style: `stroke: ${ink}` })];
  for (const { depth, mean, low, high } of accuracy) {
    drawn.push(shape("line", { x1: x(depth), x2: x(depth), y1: y(low), y2: y(high), class: "interval", style: `stroke: ${ink}` }),
      shape("circle", { cx: x(depth), cy: y(mean), r: 4, style: `fill: ${ink}` }));
  }
  const middle = accuracy[2];
  const above = rule === "vote" ? -10 : rule === "emm" ? 24 : -12;
  const style = `fill: ${ink}`;
  drawn.push(shape("text", { x: x(middle.depth) + (rule === "minimax" ? 12 : 0), y: y(middle.mean) + above, class: "name", style }, label),
    shape("text", { x: x(last.depth) - (rule === "minimax" ? 8 : 0), y: y(last.mean) + (rule === "minimax" ? 18 : above), "text-anchor": rule === "minimax" ? "end" : "middle", class: "name", style }, percent(last.mean)));
  return drawn;
}
