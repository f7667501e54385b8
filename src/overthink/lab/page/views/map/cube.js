// The (b, g, s) space while it loads, and its slices.

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
