// The tree after each step of the simulations, as a drawing: nodes with their visits, edges the thicker the more visits, the path.

import { element, shape, short } from "../../common/controls.js";
import { PAPER, colour, isPrinting, repaint, typeScale } from "../../common/theme.js";
import { Recording, layOut } from "../../common/trees.js";

/** A row a node: its parent, who moves there, the move to it; null where a true value is not known. The steps are as in
 * lab/workers/simulations.py.
 * @typedef {{ parent: number[], mover: number[], names: string[], truth: (number | null)[], steps: any[][], low: number,
 *   high: number, says: string, chosen: number[], right: number[] }} Run */

/** The kinds of steps. */
export const [SELECT, TRY, CHANCE, VALUE, BACK] = [0, 1, 2, 3, 4];

export class SimulationReplay extends Recording {
  /** @param {Run} run */
  constructor(run) {
    super(run.steps);
    this.run = run;
    /** @type {number[][]} */
    this.children = run.parent.map(() => []);
    run.parent.forEach((parent, node) => parent >= 0 && this.children[parent].push(node));
    this.visits = new Int32Array(run.parent.length);
    this.worth = new Float64Array(run.parent.length);
    /** The nodes of the current simulation, from the root down. @type {number[]} */
    this.path = [];
    /** The last choice at a node by its two terms. @type {Map<number, any[]>} */
    this.choices = new Map();
  }

  /** The number of the current simulation. */
  get simulation() {
    const { step } = this;
    return this.visits[0] + (step && !(step[0] === BACK && step[1] === 0) ? 1 : 0);
  }

  clear() {
    this.visits.fill(0);
    this.worth.fill(0);
    this.choices.clear();
    this.path = [];
  }

  /** @param {any[]} step */
  take(step) {
    const [kind, node] = step;
    if (kind === VALUE) {
      this.visits[node] += 1;
      this.worth[node] = step[2];
    } else if (kind === BACK) {
      this.visits[node] = step[2];
      this.worth[node] = step[4];
    } else {
      if (node === 0) this.path = [0];
      this.path.push(step[2]);
      if (kind === SELECT) this.choices.set(node, step);
    }
  }

  /** Whether a step ends a simulation. @param {any[]} step */
  ends([kind, node]) {
    return kind === BACK && node === 0;
  }
}

/** The moves that lead to a node. @param {Run} run @param {number} node @returns {string} */
export const nameOf = (run, node) => node === 0 ? "the root" : run.parent[node] === 0 ? moveOf(run, node) : `${nameOf(run, run.parent[node])}, ${run.names[node]}`;

/** @param {Run} run @param {number} node */
export function moveOf(run, node) {
  const name = run.names[node];
  return /^-?\d+$/.test(name) ? `move ${name}` : name;
}

const MARGIN = { side: 20, top: 26, bottom: 44 };

export class SimulationPicture {
  /** @param {{ select: (node: number) => void }} view @param {AbortSignal} leaving */
  constructor(view, leaving) {
    this.element = element("div", { class: "tree-frame simulated", tabindex: "0", role: "application", "aria-label": "The tree of simulations" });
    this.selected = -1;
    /** @type {SimulationReplay | undefined} */
    this.replay = undefined;
    this.layout = layOut(1, () => []);
    repaint(this.element, () => this.draw(), leaving);
    this.element.addEventListener("click", (event) => {
      const node = /** @type {Element} */ (event.target).closest("[data-node]")?.getAttribute("data-node");
      view.select(node ? Number(node) : -1);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = this.beside(event.key);
      if (next < 0) return;
      view.select(next);
      event.preventDefault();
    });
  }

  /** @param {SimulationReplay} replay */
  show(replay) {
    this.replay = replay;
    const visited = new Set([0, ...replay.run.steps.map((step) => step[1])]); // sooner or later
    this.layout = layOut(replay.children.length, (node) => replay.children[node].filter((kid) => visited.has(kid)));
    this.draw();
  }

  /** Where an arrow key leads; -1 for other keys. @param {string} key */
  beside(key) {
    if (!this.replay || !key.startsWith("Arrow")) return -1;
    const { children, run, visits } = this.replay;
    const node = Math.max(0, this.selected);
    if (key === "ArrowUp") return Math.max(0, run.parent[node]);
    const row = (key === "ArrowDown" ? children[node] : node ? children[run.parent[node]] : [0]).filter((each) => each === node || visits[each]);
    if (key === "ArrowDown") return row[0] ?? node;
    return row[row.indexOf(node) + (key === "ArrowLeft" ? -1 : 1)] ?? node;
  }

  /** Width and height, in pixels of the usual type. @returns {[number, number]} */
  get size() {
    return isPrinting() ? [PAPER.width, PAPER.tree] : [this.element.clientWidth / typeScale(), this.element.clientHeight / typeScale()];
  }

  /** @param {number} node @returns {[number, number]} */
  place(node) {
    const [width, height] = this.size;
    const { x, ply, leaves, plies } = this.layout;
    return [MARGIN.side + ((width - 2 * MARGIN.side) * (x[node] + 0.5)) / leaves,
      MARGIN.top + ((height - MARGIN.top - MARGIN.bottom) * ply[node]) / Math.max(1, plies)];
  }

  draw() {
    const { replay } = this;
    const [width, height] = this.size;
    if (!replay || !width || !height) return;
    const whole = shape("svg", { width: width * typeScale(), height: height * typeScale(), viewBox: `0 0 ${width} ${height}`, "font-family": "system-ui, DejaVu Sans, sans-serif", "font-size": 13 });
    whole.append(shape("rect", { width, height, fill: colour("--paper") }));
    const nodes = [...this.layout.nodes].sort((one, other) => one - other);
    for (const node of nodes) if (node) whole.append(this.edge(replay, node));
    const high = (height - MARGIN.top - MARGIN.bottom) / Math.max(1, this.layout.plies); // of a ply
    for (const node of nodes) whole.append(...this.node(replay, node, (width - 2 * MARGIN.side) / this.layout.leaves, high));
    this.element.replaceChildren(whole);
    this.element.dataset.drawn = String(replay.at);
  }

  /** @param {SimulationReplay} replay @param {number} node */
  edge({ path, run, visits }, node) {
    const [[x1, y1], [x2, y2]] = [this.place(run.parent[node]), this.place(node)];
    const taken = path.includes(node);
    const share = visits[node] / Math.max(1, visits[0]);
    return shape("line", { x1, y1, x2, y2, stroke: colour(taken ? "--accent" : visits[node] ? "--ink-2" : "--line"), "stroke-width": visits[node] || taken ? 1.2 + 8 * share : 0.6,
      "stroke-opacity": taken ? 1 : 0.6 });
  }

  /** A triangle that points up for Max and down for Min, blue where Max is better off. @param {SimulationReplay} replay @param {number} node
   * @param {number} room @param {number} high */
  node(replay, node, room, high) {
    const { run, visits, worth } = replay;
    const [x, y] = this.place(node);
    const seen = visits[node] > 0;
    const r = Math.max(2, Math.min(13, 0.36 * Math.max(room, 14), 0.22 * high, 9 + visits[node] / 6)) * (seen ? 1 : 0.4);
    const good = Math.max(-1, Math.min(1, (2 * (worth[node] - run.low)) / (run.high - run.low || 1) - 1));
    const up = run.mover[node] < 0 ? -1 : 1;
    const points = `${x},${y - up * r} ${x + r},${y + up * 0.75 * r} ${x - r},${y + up * 0.75 * r}`;
    const ink = colour("--ink");
    const current = replay.step?.[1] === node;
    const made = [shape("polygon", { points, fill: colour("--paper") }), shape("polygon", { points, "data-node": node, fill: !seen ? colour("--line") : colour(good >= 0 ? "--c1" : "--c2"), "fill-opacity": seen ? 0.35 + 0.65 * Math.min(1, 2 * Math.abs(good)) : 1,
      stroke: current ? ink : "none", "stroke-width": 2.5 })];
    made[1].append(shape("title", {}, `${nameOf(run, node)}: ${visits[node]} visits, value ${seen ? short(worth[node]) : "–"}`));
    if (node === this.selected) made.push(shape("circle", { cx: x, cy: y, r: r + 6, fill: "none", stroke: colour("--accent"), "stroke-width": 2, "stroke-dasharray": "3 3" }));
    const halo = { "text-anchor": "middle", stroke: colour("--paper"), "stroke-width": 4, "paint-order": "stroke", "stroke-linejoin": "round" };
    if (seen && high >= 30 && (room >= 13 || visits[node] > 4)) made.push(shape("text", { ...halo, x, y: y + r + 13, fill: ink, "font-weight": 600 }, `${visits[node]}`));
    if (seen && room >= 34 && high >= 58) made.push(shape("text", { ...halo, x, y: y + r + 27, fill: colour("--ink-2") }, short(worth[node], 2)));
    if (run.parent[node] === 0 && run.right.includes(node)) made.push(shape("text", { ...halo, x: x + r + 8, y: y - 2, fill: colour("--good") }, "★"));
    return made;
  }
}
