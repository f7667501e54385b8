// A simple drawing of a map, shown until plotly is loaded.

import { NAMES, SHOWN } from "./cube.js";
import { GRAINS, SCALE, scaled } from "./chart.js";
import { shape } from "../../common/shape.js";

/** @typedef {import("./cube.js").Axis} Axis */
/** @typedef {import("./cube.js").Cube} Cube */

/** The colour of a degree of pathology. @param {number} p */
function tint(p) {
  const at = (scaled(p) + 2) / 4;
  const k = Math.max(1, SCALE.findIndex(([end]) => at <= Number(end)));
  const [[from, low], [to, high]] = [SCALE[k - 1], SCALE[k]];
  return `color-mix(in srgb, ${high} ${(100 * (at - Number(from))) / (Number(to) - Number(from))}%, ${low})`;
}

/** Edges of the squares around the values of an axis. @param {number[]} axis */
function edges(axis) {
  const between = axis.slice(1).map((each, i) => (each + axis[i]) / 2);
  return [2 * axis[0] - between[0], ...between, 2 * axis[axis.length - 1] - between[between.length - 1]];
}

/** @param {HTMLElement} root @param {Cube | null} cube @param {Axis} fixed @param {number} value */
export function mapSketch(root, cube, fixed, value) {
  if (!cube?.share) return;
  const { clientWidth: width, clientHeight: height } = root;
  const whole = shape("svg", { width, height, class: "sketch", role: "img", "aria-label": "The degree of pathology" });
  const [across, up] = SHOWN[fixed];
  const [xs, ys] = [cube.axes[across], cube.axes[up].map((each) => (up === "g" ? Math.log(each) : each))];
  const [left, low] = [edges(xs), edges(ys)];
  const x = (/** @type {number} */ at) => 56 + ((width - 120) * (at - left[0])) / (left[xs.length] - left[0]);
  const y = (/** @type {number} */ at) => height - 48 - ((height - 56) * (at - low[0])) / (low[ys.length] - low[0]);
  const cells = cube.slice(fixed, value);
  const harms = (/** @type {number} */ j, /** @type {number} */ i) => (cells[j][i]?.mean ?? 0) > 1;
  /** @type {string[]} */
  const boundary = [];
  cells.forEach((row, j) => row.forEach((cell, i) => {
    const [x1, x2, y1, y2] = [x(left[i]), x(left[i + 1]), y(low[j + 1]), y(low[j])];
    if (cell && cell.mean !== null) whole.append(shape("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, fill: tint(cell.mean) }));
    if (i + 1 < xs.length && harms(j, i) !== harms(j, i + 1)) boundary.push(`M${x2} ${y1}V${y2}`);
    if (j + 1 < ys.length && harms(j, i) !== harms(j + 1, i)) boundary.push(`M${x1} ${y1}H${x2}`);
  }));
  whole.append(shape("path", { d: boundary.join(""), stroke: "#000", "stroke-width": 3 }));
  xs.forEach((at) => whole.append(shape("text", { x: x(at), y: height - 28, "text-anchor": "middle" }, `${at}`)));
  cube.axes[up].forEach((at, j) => {
    if (up !== "g" || GRAINS.includes(at)) whole.append(shape("text", { x: 48, y: y(ys[j]) + 5, "text-anchor": "end" }, `${at}`));
  });
  whole.append(shape("text", { x: width / 2, y: height - 6, "text-anchor": "middle" }, `${NAMES[across]}; upwards: ${NAMES[up]}`));
  root.replaceChildren(whole);
}
