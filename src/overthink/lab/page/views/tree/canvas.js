// The canvas: move, zoom and walk through a tree.

import { element, saveFile } from "../../common/controls.js";
import { PAPER, THEME_CHANGED, isPrinting } from "../../common/theme.js";
import { SvgPen, childrenOf, draw, fitView, nodeAt, zoomView } from "./draw.js";

/** @typedef {import("../../common/layout.js").Layout} Layout */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Tree} Tree */
/** @typedef {import("./replay.js").View} View */

/** @typedef {{ tree: Tree, layout: Layout, replay: Replay }} Shown */
/** @typedef {{ select: (node: number) => void, edit: (node: number) => void, moved: (zoom: number, centre: number) => void,
 *   key: (key: string) => boolean }} Told */

const TRAVEL = 220; // milliseconds per ply while a change moves up
const GLOW = 2000; // milliseconds that it stays visible
const FINE = 3; // dots of the canvas for one of the page, on paper

export class TreeCanvas {
  /** @param {Told} told @param {string} label */
  constructor(told, label) {
    this.told = told;
    this.canvas = /** @type {HTMLCanvasElement} */ (
      element("canvas", { tabindex: "0", role: "application", "aria-label": label }));
    this.element = element("div", { class: "tree-frame" }, this.canvas);
    /** @type {Shown | undefined} */
    this.shown = undefined;
    this.zoom = 1;
    this.centre = 0.5;
    /** @type {View} */
    this.view = { sx: 1, sy: 1, ox: 0, oy: 0 };
    this.marks = { selected: -1, changed: /** @type {Set<number>} */ (new Set()) };
    this.asked = 0;
    this.dims = 0;
    this.watch = new ResizeObserver(() => this.redraw());
    this.watch.observe(this.element);
    this.again = () => (isPrinting() ? this.drawNow() : this.redraw());
    addEventListener(THEME_CHANGED, this.again);
    this.listen();
  }

  close() {
    this.watch.disconnect();
    removeEventListener(THEME_CHANGED, this.again);
    cancelAnimationFrame(this.asked);
    clearTimeout(this.dims);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    this.redraw();
  }

  redraw() {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    const ratio = isPrinting() ? FINE : devicePixelRatio || 1;
    const [width, height] = isPrinting() ? [PAPER.width, PAPER.tree] : [this.element.clientWidth, this.element.clientHeight];
    if (!this.shown || !width || !height) return;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const fit = fitView(this.shown.layout, width, height);
    const sx = fit.sx * this.zoom;
    this.view = { ...fit, sx, ox: this.zoom === 1 ? fit.ox : width / 2 - this.centre * this.shown.layout.leaves * sx };
    draw({ ctx, ...this.shown, view: this.view, width, height, marks: this.marks });
    this.canvas.dataset.drawn = String(this.shown.replay.at);
  }

  /** Mark changed nodes for a while, ply by ply from below. @param {Set<number>} changed */
  glow(changed) {
    clearTimeout(this.dims);
    const ply = (/** @type {number} */ node) => this.shown?.layout.ply[node] ?? 0;
    const step = (/** @type {number} */ depth) => {
      this.marks.changed = new Set([...changed].filter((node) => ply(node) >= depth));
      this.redraw();
      this.dims = window.setTimeout(() => (depth > 0 ? step(depth - 1) : this.glow(new Set())), depth > 0 ? TRAVEL : GLOW);
    };
    if (changed.size) step(Math.max(...[...changed].map(ply)));
    else this.marks.changed = changed;
    this.redraw();
  }

  /** @param {View} view */
  look(view) {
    if (!this.shown) return;
    const width = this.element.clientWidth;
    const fit = fitView(this.shown.layout, width, this.element.clientHeight);
    // Rounded as in the link, so that the link shows the same picture.
    this.zoom = Number(Math.max(1, view.sx / fit.sx).toFixed(4));
    const centre = (width / 2 - view.ox) / view.sx / this.shown.layout.leaves;
    this.centre = this.zoom === 1 ? 0.5 : Number(Math.min(1, Math.max(0, centre)).toFixed(5));
    this.redraw();
    this.told.moved(this.zoom, this.centre);
  }

  /** Zoom around a point, or the middle. @param {number} factor @param {number} [px] */
  zoomBy(factor, px = this.element.clientWidth / 2) {
    this.look(zoomView(this.view, factor, px));
  }

  fit() {
    this.look({ ...this.view, sx: 0 });
  }

  /** Move the view until a node is visible. @param {number} node */
  reveal(node) {
    if (!this.shown || this.zoom === 1 || node < 0) return;
    const x = this.view.ox + this.shown.layout.x[node] * this.view.sx;
    const width = this.element.clientWidth;
    if (x < 30 || x > width - 30) this.look({ ...this.view, ox: this.view.ox + width / 2 - x });
  }

  listen() {
    const { canvas } = this;
    /** @type {Map<number, [number, number]>} */
    const held = new Map();
    let far = 0;
    canvas.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, [event.offsetX, event.offsetY]);
      canvas.setPointerCapture(event.pointerId);
      far = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const was = held.get(event.pointerId);
      if (!was) return;
      const dx = event.offsetX - was[0];
      far += Math.abs(dx) + Math.abs(event.offsetY - was[1]);
      const others = [...held].filter(([id]) => id !== event.pointerId);
      held.set(event.pointerId, [event.offsetX, event.offsetY]);
      if (others.length) {
        const other = others[0][1][0];
        this.zoomBy(Math.abs(event.offsetX - other) / Math.max(1, Math.abs(was[0] - other)), (event.offsetX + other) / 2);
      } else if (far > 4) this.look({ ...this.view, ox: this.view.ox + dx });
    });
    canvas.addEventListener("pointerup", (event) => held.delete(event.pointerId));
    canvas.addEventListener("click", (event) => {
      if (far <= 4) this.press(event.offsetX, event.offsetY);
    });
    canvas.addEventListener("pointercancel", (event) => held.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(1.0015 ** -event.deltaY, event.offsetX);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (this.walk(event.key) || this.told.key(event.key)) event.preventDefault();
    });
  }

  /** @param {number} px @param {number} py */
  press(px, py) {
    if (!this.shown) return;
    const node = nodeAt(this.shown.tree, this.shown.layout, this.view, px, py);
    this.told.select(node);
    const { first } = this.shown.tree;
    if (node >= 0 && first[node] === first[node + 1]) this.told.edit(node);
  }

  /** @param {string} key @returns {boolean} whether the key was used */
  walk(key) {
    if (!this.shown) return false;
    const { tree, layout } = this.shown;
    const node = Math.max(0, this.marks.selected);
    const [from, to] = childrenOf(tree, node);
    const ply = layout.ply[node];
    const beside = (/** @type {number} */ step) => Math.min(tree.levels[ply + 1] - 1, Math.max(tree.levels[ply], node + step));
    if (key === "Enter" && from > to) this.told.edit(node);
    else if (key === "ArrowUp") this.told.select(Math.max(0, layout.parent[node]));
    else if (key === "ArrowDown") this.told.select(from <= to ? (from + to) >> 1 : node);
    else if (key === "ArrowLeft") this.told.select(beside(-1));
    else if (key === "ArrowRight") this.told.select(beside(1));
    else if (key === "+" || key === "=") this.zoomBy(1.3);
    else if (key === "-") this.zoomBy(1 / 1.3);
    else if (key === "0") this.fit();
    else return false;
    return true;
  }
}

/** Save a picture as it is. @param {TreeCanvas} canvas @param {"png" | "svg"} format */
export function saveTree({ canvas, element, shown, view, marks }, format) {
  if (!shown) return;
  if (format === "png") return canvas.toBlob((blob) => blob && saveFile(blob, "tree.png"));
  const { clientWidth: width, clientHeight: height } = element;
  const pen = new SvgPen();
  draw({ ctx: /** @type {any} */ (pen), ...shown, view, width, height, marks });
  saveFile(new Blob([pen.text(width, height)], { type: "image/svg+xml" }), "tree.svg");
}
