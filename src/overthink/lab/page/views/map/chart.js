// The map as a chart, its first sketch, and the numbers behind it.

import { shape } from "../../common/controls.js";

const SCALE = [[0, "#0072b2"], [0.25, "#7fb8d8"], [0.5, "#f2f2f2"], [0.75, "#eaa06b"], [1, "#b84a00"]];
const GRAINS = [2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 100, 200, 300];
const TICKS = [0.25, 0.5, 1, 2, 4];

/** @param {number} p */
const scale = (p) => Math.max(-2, Math.min(2, Math.log2(Math.max(p, 1e-6))));

/** From half a square before the first value to half a square after the last. @param {number[]} axis */
function ends(axis) {
  const half = axis.length > 1 ? (axis[1] - axis[0]) / 2 : 0.5;
  return axis.length ? [axis[0] - half, axis[axis.length - 1] + half] : undefined;
}

/** @param {Cube | null} cube @param {Axis} fixed @param {number} value @param {[number, number]} cursor across and up */
export function mapChart(cube, fixed, value, cursor) {
  const [across, up] = SHOWN[fixed];
  const x = cube?.axes[across] ?? [];
  const y = cube?.axes[up] ?? [];
  const cells = cube?.slice(fixed, value) ?? [];
  const z = cells.map((row) => row.map((cell) => (cell && cell.mean !== null ? scale(cell.mean) : null)));
  const text = cells.map((row, j) => row.map((cell, i) =>
    words(/** @type {Record<Axis, number>} */ ({ [fixed]: value, [across]: x[i], [up]: y[j] }), cell).replace(": ", ":<br>")));
  const gap = y.length > 30 ? 0 : 1; // between squares, not between stripes
  const heat = {
    type: "heatmap", x, y, z, text, hoverinfo: "text", zmin: -2, zmax: 2, colorscale: SCALE, xgap: gap, ygap: gap,
    colorbar: { title: { text: "p" }, tickvals: TICKS.map(scale), ticktext: TICKS.map(String), thickness: 14 },
  };
  const boundary = {
    type: "contour", x, y, z, hoverinfo: "skip", showscale: false, connectgaps: false, line: { width: 3, color: "#000" },
    contours: { start: 0, end: 0, size: 1, coloring: "none", showlines: true },
  };
  const marker = {
    type: "scatter", x: [x[cursor[0]]], y: [y[cursor[1]]], mode: "markers", hoverinfo: "skip", showlegend: false,
    marker: { symbol: "square-open", size: 18, color: "#000", line: { width: 4 } },
  };
  const layout = {
    xaxis: { title: { text: NAMES[across] }, dtick: across === "b" ? 1 : undefined, range: ends(x) },
    yaxis: up === "g"
      ? { title: { text: NAMES[up] }, type: "log", tickvals: GRAINS, range: [Math.log10(1.7), Math.log10(1.1 * (y.at(-1) ?? 60))] }
      : { title: { text: NAMES[up] }, dtick: 1, range: ends(y) },
    showlegend: false,
    margin: { l: 56, r: 8, t: 8, b: 48 },
  };
  return { traces: [heat, boundary, marker], layout };
}

/** The colour of a degree of pathology. @param {number} p */
function tint(p) {
  const at = (scale(p) + 2) / 4;
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

  /** Rows of cells, up and across. @param {Axis} fixed @param {number} value @returns {(Cell | null)[][]} */
  slice(fixed, value) {
    const [across, up] = SHOWN[fixed];
    return this.axes[up].map((y) => this.axes[across].map((x) =>
      this.cell(/** @type {Record<Axis, number>} */ ({ [fixed]: value, [across]: x, [up]: y }))));
  }
}

/** A cell in words. @param {Record<Axis, number>} at @param {Cell | null} cell */
export function words(at, cell) {
  const where = `b = ${at.b}, s = ${at.s}, g = ${at.g}`;
  if (!cell) return `${where}: not computed yet`;
  if (cell.mean === null || cell.low === null || cell.high === null) {
    return `${where}: the shallow search made no error on these ${cell.n} observations`;
  }
  const says = cell.low > 1 ? "deeper is worse" : cell.high < 1 ? "deeper is better" : "no clear difference";
  return `${where}: p = ${cell.mean.toFixed(2)} [${Math.max(0, cell.low).toFixed(2)}, ${cell.high.toFixed(2)}], ${says}; n = ${cell.n.toLocaleString("en")}`;
}
