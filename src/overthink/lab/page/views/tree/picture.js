// The picture of a tree on a canvas: the shapes of nodes and edges, and how to move, zoom and walk through it.

import { element, shape, short } from "../../common/controls.js";
import { PAPER, channels, colour, isPrinting, repaint, typeScale } from "../../common/theme.js";
import { childrenOf } from "../../common/trees.js";
import { FINISHED, OPEN, PRUNED, UNSEEN, isLeaf, valueWord } from "./replay.js";

/** @import { Layout } from "../../common/trees.js" */
/** @import { Replay, Tree } from "./replay.js" */

/** The visible part: pixels per leaf and per ply, and the place of the tree's corner.
 * @typedef {{ sx: number, sy: number, ox: number, oy: number }} View */
/** @typedef {{ tree: Tree, layout: Layout, replay: Replay }} Shown */
/** Draws something with attributes of SVG. @typedef {(tag: "path" | "rect" | "text", look: Record<string, any>, text?: string) => void} Put */
/** @typedef {Shown & { put: Put, view: View, width: number, height: number,
 *   marks: { selected: number, changed: Set<number> }, paint: Paint }} Picture */
/** What the canvas tells. @typedef {{ select: (node: number) => void, edit: (node: number) => void,
 *   moved: (zoom: number, centre: number) => void }} Told */

const KINDS = ["", "all win", "some win", "none win"]; // the papers' types A, B and C, D

const SHADES = 8;

/** A colour from a third of its strength to the whole, on paper. @param {string} full @param {string} paper */
function shades(full, paper) {
  const [one, other] = [channels(full), channels(paper)];
  return Array.from({ length: SHADES + 1 }, (_, k) => {
    const share = 0.35 + (0.65 * k) / SHADES;
    return `rgb(${one.map((channel, i) => Math.round(share * channel + (1 - share) * other[i])).join(" ")})`;
  });
}

/** The colours of the page, read once a picture. */
function readPaint() {
  const names = { ink: "--ink", faint: "--line", soft: "--ink-2", paper: "--paper", right: "--good", own: "--c5", ownInk: "--amber", bad: "--bad", change: "--c4", accent: "--accent" };
  const plain = /** @type {Record<keyof typeof names, string>} */ (
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, colour(name)])));
  return { ...plain, win: shades(colour("--c1"), plain.paper), loss: shades(colour("--bad"), plain.paper) };
}
/** @typedef {ReturnType<typeof readPaint>} Paint */

const SMALL = 11; // pixels: a node with less has no word in it

/** A path through points. @param {...number[]} points */
const line = (...points) => `M${points.map(([x, y]) => `${Math.round(100 * x) / 100} ${Math.round(100 * y) / 100}`).join("L")}`;
/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `${line([x - r, y])}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Max an upward triangle, Min a downward one, chance a circle, a leaf a square. @param {Picture} picture
 * @param {number} node @param {number} r */
function drawNode(picture, node, r) {
  const { put, tree, replay, paint, marks } = picture;
  const [x, y] = place(picture.layout, picture.view, node);
  const status = replay.status[node];
  const hollow = r < SMALL && replay.knows(node) && goodness(picture, node) < 0; // not by its colour alone
  if (r < 2.2) {
    const fill = replay.knows(node) ? shade(picture, node) : status === OPEN ? paint.ink : paint.faint;
    put("rect", { x: x - r, y: hollow ? y : y - 3 * r, width: 2 * r, height: 3 * r, fill }); // Max's side is up
    if (marks.changed.has(node)) drawRing(picture, node, 8, paint.change);
    return;
  }
  const leaf = isLeaf(tree, node);
  const [wide, up] = [r * 1.15, tree.mover[node]];
  const low = y + up * r * 0.85;
  put("path", {
    d: leaf ? `${line([x - r * 0.85, y - r * 0.85])}h${r * 1.7}v${r * 1.7}h${-r * 1.7}Z` : up ? `${line([x, y - up * wide], [x + wide, low], [x - wide, low])}Z` : circle(x, y, r),
    fill: replay.knows(node) && !hollow ? shade(picture, node) : paint.paper,
    stroke: status === OPEN ? paint.ink : status === FINISHED ? shade(picture, node) : paint.soft,
    "stroke-width": status === OPEN ? 2.5 : hollow ? 1.5 : r < 5 ? 0.6 : 1.2,
    "stroke-opacity": status === PRUNED ? 0.5 : 1,
  });
  if (replay.replaced[node] && status === FINISHED) drawRing(picture, node, r + 2.5, paint.own);
  if (marks.changed.has(node)) drawRing(picture, node, r + 8, paint.change);
  if (!leaf || !replay.isWrong(node)) return;
  const room = spacing(picture, picture.layout.ply[node]);
  const words = room < 26 || picture.view.sy < 34 ? 0 : Number(r <= SMALL) + Number(replay.run.binary && room > 34); // lines below the leaf
  const [middle, arm] = [y + r + (r < SMALL ? 7 : 11) + 17 * words, Math.min(6, r)]; // of a cross
  const cross = [-1, 1].map((side) => line([x - arm, middle - side * arm], [x + arm, middle + side * arm]));
  put("path", { d: cross.join(""), stroke: paint.bad, "stroke-width": arm < 3 ? 1.2 : 2.5 });
}

/** How good a node is for Max, from -1 to 1. @param {Picture} picture @param {number} node */
function goodness({ tree, replay: { run, value, error } }, node) {
  const x = run.interval ? (value[node] + error[node]) / 2 : value[node];
  const share = (2 * (x - tree.low)) / (tree.high - tree.low || 1) - 1;
  return Number.isNaN(share) ? 0 : Math.max(-1, Math.min(1, share));
}

/** Blue where Max is better off, orange where Min is, the paler the less. @param {Picture} picture @param {number} node */
function shade(picture, node) {
  const { paint } = picture;
  const share = goodness(picture, node);
  return (share >= 0 ? paint.win : paint.loss)[Math.round(Math.abs(share) * SHADES)];
}

/** @param {Picture} picture @param {number} node @param {number} r @param {string} stroke @param {string} [dash] */
function drawRing({ put, layout, view }, node, r, stroke, dash = "") {
  const [x, y] = place(layout, view, node);
  put("path", { d: circle(x, y, r * 1.15), stroke, "stroke-width": 2.5, "stroke-dasharray": dash });
}

/** @param {Picture} picture @param {number} node @param {number} r @param {number} room */
function drawLabel(picture, node, r, room) {
  const { put, tree, replay, paint } = picture;
  const [x, y] = place(picture.layout, picture.view, node);
  const { run } = replay;
  const leaf = isLeaf(tree, node);
  let anchor = "middle";
  const text = (/** @type {string} */ said, /** @type {number} */ dx, /** @type {number} */ dy, fill = paint.ink, weight = "") =>
    put("text", { x: x + dx, y: y + dy, "text-anchor": anchor, font: fontOf(weight), stroke: paint.paper, "stroke-width": 4, "paint-order": "stroke", fill }, said);
  if (replay.knows(node)) {
    const value = valueText(replay, node, Math.floor(room / 9));
    const inside = value.length < 3 && r > SMALL;
    const fill = Math.abs(goodness(picture, node)) < 0.5 ? paint.ink : paint.paper;
    if (inside) put("text", { x, y: y + 1 + (leaf ? 0 : tree.mover[node] * r * 0.25), "text-anchor": anchor, font: fontOf("700"), fill }, value);
    else text(value, 0, r + 14, paint.ink, "600");
    if (run.binary && room > 34) text(short(replay.error[node]), 0, r + (inside ? 14 : 28));
  } else if (replay.status[node] === PRUNED && leaf && room > 30) {
    text(valueWord(tree.utility[node] ?? tree.static[node], replay.wins, 1), 0, r + 14, paint.soft);
  }
  anchor = "end";
  if (tree.names[node]) text(tree.names[node], -r * 1.15 - 11, -r * 0.5, paint.ink, "italic");
  anchor = "start";
  const kind = run.binary && replay.status[node] === FINISHED ? KINDS[replay.kind[node]] : "";
  const turned = replay.flipped[node] ? " ↺" : "";
  const texts = [`${kind}${turned}${replay.replaced[node] ? ", own" : ""}`, kind + turned, ""];
  const fitting = /** @type {string} */ (texts.find((each) => !each || 7.5 * each.length <= (picture.view.sy < 70 ? room / 2 : room - 34) - 2.3 * r));
  if (kind) text(fitting, r * 1.15 + 11, -r * 0.5, replay.replaced[node] ? paint.ownInk : paint.soft);
  if (replay.reason.has(node)) text("✂", r * 1.15 + 11, r * 0.5, paint.soft);
  const edge = node ? tree.edge[node - 1] : 0;
  if (edge && tree.mover[picture.layout.parent[node]] === 0 && room > 44) text(short(edge, 2), r + 3, -r + 1, paint.soft);
  if (!node || node > tree.first[1]) return;
  const star = tree.right.includes(node - 1) ? "★" : "";
  const named = tree.names[node] ? "" : tree.moves[node - 1] ?? "";
  const above = picture.view.sy > 70 || named || tree.names[node];
  anchor = above ? "middle" : "end";
  text(`${star} ${named}`.trim(), above ? 0 : -r - 10, above ? -r - 14 : 2, star ? paint.right : paint.soft);
}

/** A value with as many digits as fit; empty if none fit. @param {Replay} replay @param {number} node @param {number} letters */
function valueText({ run, value, error, bound, wins }, node, letters) {
  const sign = bound[node] < 0 ? "≤" : bound[node] > 0 ? "≥" : "";
  for (const digits of [2, 1, 0]) {
    const said = run.interval && value[node] !== error[node]
      ? `[${short(value[node], digits)}, ${short(error[node], digits)}]` : sign + valueWord(value[node], wins, digits);
    if (said.length <= letters) return said;
  }
  return "";
}

/** @param {string} weight */
const fontOf = (weight) => `${weight} 13px system-ui, "DejaVu Sans", sans-serif`.trim();

/** @param {Omit<Picture, "paint">} given */
export function draw(given) {
  /** @type {Picture} */
  const picture = { ...given, paint: readPaint() };
  picture.put("rect", { x: 0, y: 0, width: picture.width, height: picture.height, fill: picture.paint.paper });
  drawEdges(picture);
  for (let ply = 0; ply <= picture.layout.plies; ply++) drawRow(picture, ply);
}

/** The visible nodes of a ply, from left to right. @param {Picture} picture @param {number} ply
 * @returns {[number, number]} */
function visibleNodes({ tree, layout, view, width }, ply) {
  const [start, stop] = [tree.levels[ply], tree.levels[ply + 1]];
  const places = [...layout.x.subarray(start, stop)].map((x) => view.ox + x * view.sx);
  const left = start + places.filter((x) => x < -40).length;
  const right = start + places.filter((x) => x < width + 40).length;
  return [Math.max(start, left - 1), Math.min(stop, right + 1)];
}

/** Pixels between neighbours of a ply. @param {Picture} picture @param {number} ply */
const spacing = ({ tree, layout, view }, ply) => (view.sx * layout.leaves) / (tree.levels[ply + 1] - tree.levels[ply]);
/** How large the nodes of a ply are. @param {Picture} picture @param {number} ply */
const radius = (picture, ply) => Math.max(1, Math.min(17, 0.34 * spacing(picture, ply), 0.3 * picture.view.sy));

/** @param {Picture} picture */
function drawEdges(picture) {
  const { put, tree, layout, replay, paint, view, height } = picture;
  const [unseen, pruned, seen] = [{ d: "", stroke: paint.faint, wide: 1, dash: "" }, { d: "", stroke: paint.soft, wide: 1, dash: "3 4" }, { d: "", stroke: paint.soft, wide: 1.4, dash: "" }];
  const sorts = { [UNSEEN]: unseen, [PRUNED]: pruned, [OPEN]: seen, [FINISHED]: seen };
  for (let row = 0; row < layout.plies; row++) {
    if (view.oy + (row + 1) * view.sy < 0 || view.oy + row * view.sy > height) continue;
    const [from, to] = visibleNodes(picture, row);
    for (let node = from; node < to; node++) {
      for (const child of childrenOf(tree, node)) sorts[replay.status[child]].d += line(place(layout, view, node), place(layout, view, child));
    }
  }
  for (const { d, stroke, wide, dash } of [unseen, pruned, seen]) {
    put("path", { d, stroke, "stroke-width": Math.min(wide, 0.5 + spacing(picture, layout.plies) * 0.3), "stroke-dasharray": dash });
  }
  if (replay.at === replay.last) for (const move of replay.run.moves) drawLine(picture, tree.first[0] + 1 + move);
}

/** The line that starts with a chosen move, as far as the values show it. @param {Picture} picture @param {number} child */
function drawLine(picture, child) {
  const { put, paint, tree, replay, layout, view } = picture;
  const points = [place(layout, view, 0)];
  for (let node = child; node >= 0; ) {
    points.push(place(layout, view, node));
    const next = childrenOf(tree, node).find((each) => follows(picture, node, each)) ?? -1;
    node = replay.run.settles ? -1 : next;
  }
  put("path", { d: line(...points), stroke: paint.accent, "stroke-width": 5 });
}

/** How a rule for one player counts the cost of a move. @type {Record<string, number>} */
const COSTS = { minimin: 1, maximax: -1 };

/** Whether a node has its value from this child. @param {Picture} picture @param {number} node @param {number} child */
function follows({ tree, replay }, node, child) {
  const cost = (COSTS[replay.run.rule] ?? 0) * (tree.edge[child - 1] ?? 0);
  return tree.mover[node] !== 0 && replay.status[child] === FINISHED && replay.value[child] + cost === replay.value[node];
}

/** @param {Picture} picture @param {number} ply */
function drawRow(picture, ply) {
  const { view, height, marks, replay } = picture;
  const y = view.oy + ply * view.sy;
  if (y < -40 || y > height + 40) return;
  const r = radius(picture, ply);
  const room = spacing(picture, ply);
  const [from, to] = visibleNodes(picture, ply);
  for (let node = from; node < to; node++) drawNode(picture, node, r);
  if (marks.selected >= from && marks.selected < to) drawRing(picture, marks.selected, r + 5, picture.paint.accent, "3 3");
  const now = replay.step?.[1];
  if (typeof now === "number" && now >= from && now < to) drawRing(picture, now, r + 5, picture.paint.ink);
  if (room < 26 || view.sy < 34) return;
  for (let node = from; node < to; node++) drawLabel(picture, node, r, room);
}

const MARGIN = { left: 26, right: 26, top: 36, bottom: 58 };

/** The place of a node in the picture. @param {Layout} layout @param {View} view @param {number} node
 * @returns {[number, number]} */
const place = (layout, view, node) => [view.ox + layout.x[node] * view.sx, view.oy + layout.ply[node] * view.sy];

/** The whole tree in a frame. @param {Layout} layout @param {number} width @param {number} height @returns {View} */
function fitView(layout, width, height) {
  const sx = (width - MARGIN.left - MARGIN.right) / Math.max(1, layout.leaves);
  const sy = (height - MARGIN.top - MARGIN.bottom) / Math.max(1, layout.plies);
  return { sx, sy, ox: MARGIN.left + sx / 2, oy: MARGIN.top };
}

/** Draws on a canvas. @param {CanvasRenderingContext2D} ctx @returns {Put} */
const putOn = (ctx) => (tag, look, text = "") => {
  const { x, y, fill = "", stroke = "", "stroke-dasharray": dash = "" } = look;
  if (fill) ctx.fillStyle = fill;
  if (tag === "rect") return ctx.fillRect(x, y, look.width, look.height);
  if (stroke) [ctx.strokeStyle, ctx.lineWidth] = [stroke, look["stroke-width"]];
  if (tag === "text") {
    const textAlign = { middle: "center", start: "left", end: "right" }[/** @type {string} */ (look["text-anchor"])];
    Object.assign(ctx, { font: look.font, textAlign, textBaseline: "middle", lineJoin: "round" });
    if (stroke) ctx.strokeText(text, x, y);
    return ctx.fillText(text, x, y);
  }
  const path = new Path2D(look.d);
  if (fill) ctx.fill(path);
  if (!stroke) return;
  ctx.globalAlpha = look["stroke-opacity"] ?? 1;
  if (dash) ctx.setLineDash(dash.split(" ").map(Number));
  ctx.stroke(path);
  if (dash) ctx.setLineDash([]);
  ctx.globalAlpha = 1;
};

/** Where the pointer is, in the picture. @param {MouseEvent} event @returns {[number, number]} */
const pointAt = ({ offsetX, offsetY }) => [offsetX / typeScale(), offsetY / typeScale()];

const TRAVEL = 220; // milliseconds per ply while a change moves up
const GLOW = 2000; // milliseconds that it stays visible
const FINE = 3; // dots of the canvas for one of the page, on paper

export class TreeCanvas {
  /** @param {Told} told @param {string} label @param {AbortSignal} leaving */
  constructor(told, label, leaving) {
    this.told = told;
    this.canvas = element("canvas", { tabindex: "0", role: "application", "aria-label": label });
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
    repaint(this.element, () => (isPrinting() ? this.drawNow() : this.redraw()), leaving);
    this.listen();
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

  /** Width and height of the picture, in pixels of the usual type. @returns {[number, number]} */
  get size() {
    return isPrinting() ? [PAPER.width, PAPER.tree] : [this.element.clientWidth / typeScale(), this.element.clientHeight / typeScale()];
  }

  drawNow() {
    const ratio = (isPrinting() ? FINE : devicePixelRatio || 1) * typeScale();
    const [width, height] = this.size;
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
    draw({ put: putOn(ctx), ...this.shown, view: this.view, width, height, marks: this.marks });
    this.canvas.dataset.drawn = String(this.shown.replay.at);
  }

  /** The picture as it is. */
  get svg() {
    if (!this.shown) return null;
    const [width, height] = this.size;
    const whole = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, fill: "none", "stroke-linejoin": "round" });
    /** @type {Put} */
    const put = (tag, { font = "", ...look }, text) => whole.append(shape(tag, { ...look, ...(font ? { style: `font: ${font}; dominant-baseline: central` } : {}) }, text));
    draw({ put, ...this.shown, view: this.view, width, height, marks: this.marks });
    return whole;
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
    const [width, height] = this.size;
    const fit = fitView(this.shown.layout, width, height);
    // Rounded as in the link, so that the link shows the same picture.
    this.zoom = Number(Math.max(1, view.sx / fit.sx).toFixed(4));
    const centre = (width / 2 - view.ox) / view.sx / this.shown.layout.leaves;
    this.centre = this.zoom === 1 ? 0.5 : Number(Math.min(1, Math.max(0, centre)).toFixed(5));
    this.redraw();
    this.told.moved(this.zoom, this.centre);
  }

  /** Zoom around a point, or the middle. @param {number} factor @param {number} [px] */
  zoomBy(factor, px = this.size[0] / 2) {
    const sx = Math.min(Math.max(this.view.sx * factor, 0.05), 400);
    this.look({ ...this.view, sx, ox: px - ((px - this.view.ox) / this.view.sx) * sx });
  }

  fit() {
    this.look({ ...this.view, sx: 0 });
  }

  /** Move the view until a node is visible. @param {number} node */
  reveal(node) {
    if (!this.shown || this.zoom === 1 || node < 0) return;
    const x = this.view.ox + this.shown.layout.x[node] * this.view.sx;
    const [width] = this.size;
    if (x < 30 || x > width - 30) this.look({ ...this.view, ox: this.view.ox + width / 2 - x });
  }

  listen() {
    const { canvas } = this;
    /** @type {Map<number, [number, number]>} */
    const held = new Map();
    let far = 0;
    canvas.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, pointAt(event));
      canvas.setPointerCapture(event.pointerId);
      far = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const was = held.get(event.pointerId);
      if (!was) return;
      const [x, y] = pointAt(event);
      const dx = x - was[0];
      far += Math.abs(dx) + Math.abs(y - was[1]);
      const others = [...held].filter(([id]) => id !== event.pointerId);
      held.set(event.pointerId, [x, y]);
      if (others.length) {
        const other = others[0][1][0];
        this.zoomBy(Math.abs(x - other) / Math.max(1, Math.abs(was[0] - other)), (x + other) / 2);
      } else if (far > 4) this.look({ ...this.view, ox: this.view.ox + dx });
    });
    canvas.addEventListener("pointerup", (event) => held.delete(event.pointerId));
    canvas.addEventListener("click", (event) => {
      if (far <= 4) this.press(event);
    });
    canvas.addEventListener("pointercancel", (event) => held.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(1.0015 ** -event.deltaY, pointAt(event)[0]);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (this.walk(event.key)) event.preventDefault();
    });
  }

  /** The place of a node in pixels of the page. @param {number} node */
  place(node) {
    return place(/** @type {Shown} */ (this.shown).layout, this.view, node).map((at) => at * typeScale());
  }

  /** The node nearest to the pointer, or -1 if none is near. @param {MouseEvent} event */
  nodeAt(event) {
    if (!this.shown) return -1;
    const [px, py] = pointAt(event);
    const { shown: { tree, layout }, view } = this;
    const ply = Math.round((py - view.oy) / view.sy);
    if (ply < 0 || ply > layout.plies || Math.abs(py - view.oy - ply * view.sy) > 30) return -1;
    let best = -1;
    let near = 26;
    for (let node = tree.levels[ply]; node < tree.levels[ply + 1]; node++) {
      const far = Math.abs(view.ox + layout.x[node] * view.sx - px);
      if (far < near) [best, near] = [node, far];
    }
    return best;
  }

  /** @param {MouseEvent} event */
  press(event) {
    const node = this.nodeAt(event);
    this.told.select(node);
    if (this.shown && node >= 0 && isLeaf(this.shown.tree, node)) this.told.edit(node);
  }

  /** @param {string} key @returns {boolean} whether the key was used */
  walk(key) {
    if (!this.shown) return false;
    const { tree, layout } = this.shown;
    const node = Math.max(0, this.marks.selected);
    const children = childrenOf(tree, node);
    const ply = layout.ply[node];
    const beside = (/** @type {number} */ step) => Math.min(tree.levels[ply + 1] - 1, Math.max(tree.levels[ply], node + step));
    if (key === "Enter" && !children.length) this.told.edit(node);
    else if (key === "ArrowUp") this.told.select(Math.max(0, layout.parent[node]));
    else if (key === "ArrowDown") this.told.select(children[(children.length - 1) >> 1] ?? node);
    else if (key === "ArrowLeft") this.told.select(beside(-1));
    else if (key === "ArrowRight") this.told.select(beside(1));
    else if (key === "+" || key === "=") this.zoomBy(1.3);
    else if (key === "-") this.zoomBy(1 / 1.3);
    else if (key === "0") this.fit();
    else return false;
    return true;
  }
}
