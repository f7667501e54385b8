// A simple drawing of a depth curve, shown until plotly is loaded.

import { inkOf } from "../../common/ink.js";
import { COIN, END } from "./chart.js";
import { shape } from "../../common/shape.js";
import { DEPTH, curveName } from "./words.js";

/** @typedef {import("./words.js").Found} Found */

/** @typedef {import("./chart.js").Look} Look */

/** @param {HTMLElement} root @param {Record<string, Look>} looks @param {Found | null} found
 * @param {[number, number]} range of accuracies @param {string} knob */
export function curveSketch(root, looks, found, range, knob) {
  if (!found) return;
  const { clientWidth: width, clientHeight: height } = root;
  const whole = shape("svg", { width, height, class: "sketch", role: "img", "aria-label": `The share of right decisions by ${knob}` });
  const curves = Object.entries(found.rules);
  const depths = curves.flatMap(([, { accuracy }]) => accuracy.map((each) => each.depth));
  const scale = (/** @type {number} */ value) => (knob === DEPTH ? value : 4 * Math.log10(value));
  const [first, last] = [scale(Math.min(...depths)) - 0.4, scale(Math.max(...depths)) + 0.4];
  const x = (/** @type {number} */ depth) => 64 + ((width - 80) * (scale(depth) - first)) / (last - first);
  const y = (/** @type {number} */ share) => height - 48 - ((height - 96) * (share - range[0])) / (range[1] - range[0]);
  for (let tenth = Math.ceil(10 * range[0]); tenth <= 10; tenth++) {
    whole.append(shape("line", { x1: 64, x2: width - 16, y1: y(tenth / 10), y2: y(tenth / 10), class: "grid" }),
      shape("text", { x: 56, y: y(tenth / 10) + 5, "text-anchor": "end" }, `${tenth / 10}`));
  }
  for (const depth of new Set(depths)) {
    whole.append(shape("text", { x: x(depth), y: height - 24, "text-anchor": "middle" }, depth.toLocaleString("en")));
  }
  if (found.coin !== undefined && found.coin >= range[0]) {
    whole.append(shape("line", { x1: 64, x2: width - 16, y1: y(found.coin), y2: y(found.coin), class: "coin" }),
      shape("text", { x: 70, y: y(found.coin) - 5, class: "note" }, COIN));
  }
  if (found.end && depths.includes(found.end)) {
    whole.append(shape("text", { x: x(found.end) - 10, y: y(1) - 8, "text-anchor": "end", class: "note" }, `${END} ↘`));
  }
  for (const [rule, { accuracy }] of curves) {
    const stroke = `stroke: ${inkOf(looks[rule].colour)}`;
    const middle = accuracy[Math.floor(accuracy.length / 2)];
    whole.append(shape("text", { x: x(middle.depth) + 8, y: y(middle.mean) - 8 }, curveName(looks, found, rule)));
    const points = accuracy.map((each) => `${x(each.depth)},${y(each.mean)}`).join(" ");
    whole.append(shape("polyline", { points, fill: "none", "stroke-width": 2.5, style: stroke }));
    whole.append(...accuracy.map((each) => shape("line",
      { x1: x(each.depth), x2: x(each.depth), y1: y(each.low), y2: y(each.high), "stroke-width": 1.6, style: stroke })));
  }
  root.replaceChildren(whole);
}
