// The map as a chart, and the numbers behind it.

import { shape } from "../../common/controls.js";
import { colour } from "../../common/theme.js";

/** @import { Sheet } from "../../common/chart.js" */

/** From blue, where depth helps, to orange, where it hurts. @type {[number, string][]} */
const SCALE = [[0, "#0072b2"], [0.25, "#7fb8d8"], [0.5, "#f2f2f2"], [0.75, "#eaa06b"], [1, "#b84a00"]];
const GRAINS = [2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 100, 200, 300];
const TICKS = [0.25, 0.5, 1, 2, 4];
const NAMED = 2; // squares around a word that are on its side of the line

/** From 0 to 1, with 1 in the middle. @param {number} p */
const place = (p) => (Math.max(-2, Math.min(2, Math.log2(Math.max(p, 1e-6)))) + 2) / 4;

/** The colour of a degree of pathology. @param {number} p */
function tint(p) {
  const k = Math.max(1, SCALE.findIndex(([end]) => place(p) <= end));
  const [[from, low], [to, high]] = [SCALE[k - 1], SCALE[k]];
  const share = (place(p) - from) / (to - from);
  const mixed = [1, 3, 5].map((at) => Math.round((1 - share) * parseInt(low.slice(at, at + 2), 16) + share * parseInt(high.slice(at, at + 2), 16)));
  return `rgb(${mixed.join(" ")})`;
}

/** Edges of the squares around the values of an axis. @param {number[]} axis */
function edges(axis) {
  if (axis.length < 2) return [axis[0] - 0.5, axis[0] + 0.5];
  const between = axis.slice(1).map((each, i) => (each + axis[i]) / 2);
  return [2 * axis[0] - between[0], ...between, 2 * axis[axis.length - 1] - between[between.length - 1]];
}

/** The square in the middle of those on one side of the line, if they are many. @param {(boolean | null)[][]} sides @param {boolean} wanted
 * @returns {[number, number] | undefined} */
function middle(sides, wanted) {
  const clear = (/** @type {number} */ j, /** @type {number} */ i, /** @type {number} */ far) =>
    sides.every((row, k) => row.every((side, l) => Math.abs(k - j) > 2 * far || Math.abs(l - i) > far || side === wanted));
  const inner = sides.flatMap((row, j) => row.flatMap((_, i) => (clear(j, i, NAMED) && i >= NAMED && i < row.length - NAMED ? [/** @type {[number, number]} */ ([i, j])] : [])));
  return inner[inner.length >> 1] ?? sides.flatMap((row, j) => row.flatMap((_, i) => (clear(j, i, 1) ? [/** @type {[number, number]} */ ([i, j])] : [])))[0];
}

/** @param {Sheet} sheet @param {Cube} cube @param {Axis} fixed @param {number} value @param {[number, number]} cursor across and up @returns {string} */
export function drawMap({ whole, width, height, size }, cube, fixed, value, cursor) {
  const [across, up] = SHOWN[fixed];
  const [xs, ys] = [cube.axes[across], cube.axes[up].map((each) => (up === "g" ? Math.log(each) : each))];
  const [first, low] = [edges(xs), edges(ys)];
  const [left, right, top, bottom] = [3.4 * size, width - 8.4 * size, 1.8 * size, height - 3.2 * size];
  const x = (/** @type {number} */ at) => left + ((right - left) * (at - first[0])) / (first[xs.length] - first[0]);
  const y = (/** @type {number} */ at) => bottom - ((bottom - top) * (at - low[0])) / (low[ys.length] - low[0]);
  const cells = ys.map((_, j) => xs.map((_, i) => cube.cell(cube.at(fixed, value, i, j))));
  const sides = cells.map((row) => row.map((cell) => (cell && cell.mean !== null ? cell.mean > 1 : null)));
  /** @type {string[]} */
  const boundary = [];
  cells.forEach((row, j) => row.forEach((cell, i) => {
    const [x1, x2, y1, y2] = [x(first[i]), x(first[i + 1]), y(low[j + 1]), y(low[j])];
    const tip = words(cube.at(fixed, value, i, j), cell);
    whole.append(shape("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, fill: cell && cell.mean !== null ? tint(cell.mean) : colour("--panel"), "data-tip": tip, "data-at": `${i} ${j}` }));
    if (i + 1 < xs.length && sides[j][i] !== sides[j][i + 1]) boundary.push(`M${x2} ${y1}V${y2}`);
    if (j + 1 < ys.length && sides[j][i] !== sides[j + 1][i]) boundary.push(`M${x1} ${y1}H${x2}`);
  }));
  whole.append(shape("path", { d: boundary.join(""), stroke: "#000", "stroke-width": 3, "stroke-linecap": "round" }));
  const [i, j] = cursor;
  whole.append(shape("rect", { x: x(first[i]), y: y(low[j + 1]), width: x(first[i + 1]) - x(first[i]), height: y(low[j]) - y(low[j + 1]), fill: "none", stroke: "#000", "stroke-width": 4, class: "cursor" }));
  for (const [side, text] of /** @type {[boolean, string][]} */ ([[true, "depth hurts"], [false, "depth helps"]])) {
    const at = middle(sides, side);
    if (at) whole.append(shape("text", { x: x(xs[at[0]]), y: y(ys[at[1]]), "text-anchor": "middle", "font-weight": 700, fill: "#000", stroke: "#fff", "stroke-width": 4, "paint-order": "stroke", "pointer-events": "none" }, text));
  }
  const room = (right - left) / xs.length; // for the name of a square
  xs.forEach((at, k) => room * (2 - k % 2) > 2.2 * size && whole.append(shape("text", { x: x(at), y: bottom + 1.3 * size, "text-anchor": "middle" }, `${at}`)));
  cube.axes[up].forEach((at, k) => {
    if (up !== "g" || GRAINS.includes(at)) whole.append(shape("text", { x: left - 6, y: y(ys[k]) + 0.35 * size, "text-anchor": "end" }, `${at}`));
  });
  whole.append(shape("text", { x: 2, y: 1.1 * size }, NAMES[up]), shape("text", { x: (left + right) / 2, y: height - 0.5 * size, "text-anchor": "middle" }, NAMES[across]));
  const bar = right + 1.2 * size;
  const step = (bottom - top) / 40;
  for (let k = 0; k < 40; k++) whole.append(shape("rect", { x: bar, y: bottom - (k + 1) * step, width: size, height: step + 0.5, fill: tint(2 ** ((k + 0.5) / 10 - 2)) }));
  for (const p of TICKS) whole.append(shape("text", { x: bar + 1.4 * size, y: bottom - place(p) * (bottom - top) + 0.35 * size }, `${p === 1 ? "p = 1" : p}`));
  whole.append(shape("text", { x: width - 2, y: 1.1 * size, "text-anchor": "end" }, "depth hurts"),
    shape("text", { x: width - 2, y: bottom + 1.8 * size, "text-anchor": "end" }, "depth helps"));
  return `The degree of pathology by ${NAMES[across]} and ${NAMES[up]}. The square: ${words(cube.at(fixed, value, i, j), cells[j]?.[i] ?? null)}`;
}

/** @typedef {{ b: number, s: number, n: number, mean: (number | null)[], low: (number | null)[], high: (number | null)[] }} Column */
/** @typedef {{ mean: number | null, low: number | null, high: number | null, n: number }} Cell */
/** @typedef {"b" | "s" | "g"} Axis */

export const NAMES = { b: "branching factor b", s: "local similarity s", g: "granularity g" };
/** The two axes that a slice shows, across and up. @type {Record<Axis, [Axis, Axis]>} */
export const SHOWN = { b: ["s", "g"], s: ["b", "g"], g: ["s", "b"] };

export class Cube {
  /** @type {Map<string, Column>} */
  #columns = new Map();

  /** @param {{ b: number[], s: number[], g: number[], source: string }} axes */
  constructor(axes) {
    this.axes = axes;
  }

  /** @param {Column} column */
  add(column) {
    this.#columns.set(`${column.b} ${column.s}`, column);
  }

  /** The share of the space that is loaded. */
  get share() {
    return this.#columns.size / (this.axes.b.length * this.axes.s.length);
  }

  /** The fewest observations behind any loaded number. */
  get fewest() {
    return Math.min(...[...this.#columns.values()].map((column) => column.n));
  }

  /** @param {Record<Axis, number>} at @returns {Cell | null} */
  cell(at) {
    const column = this.#columns.get(`${at.b} ${at.s}`);
    const k = this.axes.g.indexOf(at.g);
    return column ? { mean: column.mean[k], low: column.low[k], high: column.high[k], n: column.n } : null;
  }

  /** The place of a square of a slice. @param {Axis} fixed @param {number} value @param {number} i across @param {number} j up */
  at(fixed, value, i, j) {
    const [across, up] = SHOWN[fixed];
    return /** @type {Record<Axis, number>} */ ({ [fixed]: value, [across]: this.axes[across][i], [up]: this.axes[up][j] });
  }
}

/** A cell in words. @param {Record<Axis, number>} at @param {Cell | null} cell */
export function words(at, cell) {
  const where = `b = ${at.b}, s = ${at.s}, g = ${at.g}`;
  if (!cell) return `${where}: not computed yet`;
  if (cell.mean === null || cell.low === null || cell.high === null) {
    return `${where}: the shallow search made no error on these ${cell.n} observations`;
  }
  const says = cell.low > 1 ? "depth hurts" : cell.high < 1 ? "depth helps" : "no clear difference";
  return `${where}: p = ${cell.mean.toFixed(2)} [${Math.max(0, cell.low).toFixed(2)}, ${cell.high.toFixed(2)}], ${says}; n = ${cell.n.toLocaleString("en")}`;
}
