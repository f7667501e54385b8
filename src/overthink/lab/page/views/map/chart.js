// The chart of a map: a heat map of log p, the boundary p = 1, and the cell under the cursor.

import { NAMES, SHOWN, words } from "./cube.js";

/** @typedef {import("./cube.js").Axis} Axis */
/** @typedef {import("./cube.js").Cube} Cube */

export const SCALE = [[0, "#0072b2"], [0.25, "#7fb8d8"], [0.5, "#f2f2f2"], [0.75, "#eaa06b"], [1, "#b84a00"]];
export const GRAINS = [2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 100, 200, 300];
const TICKS = [0.25, 0.5, 1, 2, 4];

/** @param {number} p */
export const scaled = (p) => Math.max(-2, Math.min(2, Math.log2(Math.max(p, 1e-6))));

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
  const z = cells.map((row) => row.map((cell) => (cell && cell.mean !== null ? scaled(cell.mean) : null)));
  const text = cells.map((row, j) => row.map((cell, i) =>
    words(/** @type {Record<Axis, number>} */ ({ [fixed]: value, [across]: x[i], [up]: y[j] }), cell).replace(": ", ":<br>")));
  const gap = y.length > 30 ? 0 : 1; // between squares, not between stripes
  const heat = {
    type: "heatmap", x, y, z, text, hoverinfo: "text", zmin: -2, zmax: 2, colorscale: SCALE, xgap: gap, ygap: gap,
    colorbar: { title: { text: "p" }, tickvals: TICKS.map(scaled), ticktext: TICKS.map(String), thickness: 14 },
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
