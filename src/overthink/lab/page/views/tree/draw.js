// The picture of a tree: its layout, what is in view, and the shapes of nodes and edges, on a canvas or as SVG.

import { button, element, exportButtons, intro } from "../../common/controls.js";
import { layOut } from "../../common/layout.js";
import { channels, colour, typeSize } from "../../common/theme.js";
import { FINISHED, OPEN, PRUNED, UNSEEN } from "./replay.js";
import { saveTree } from "./canvas.js";
import { nodeRows, short } from "./words.js";

/** @typedef {import("../../common/layout.js").Layout} Layout */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Tree} Tree */
/** @typedef {import("./replay.js").View} View */

/** @typedef {{ selected: number, changed: Set<number> }} Marks */
/** @typedef {{ ctx: CanvasRenderingContext2D, tree: Tree, layout: Layout, replay: Replay, view: View, width: number,
 *   height: number, marks: Marks, paint: Paint }} Picture */

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
function paints() {
  const names = { ink: "--ink", faint: "--line", soft: "--ink-2", paper: "--paper", right: "--c3", own: "--c5", change: "--c4", accent: "--accent" };
  const plain = /** @type {Record<keyof typeof names, string>} */ (
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, colour(name)])));
  return { ...plain, scale: Math.max(1, typeSize() / 16.5), win: shades(colour("--c1"), plain.paper), loss: shades(colour("--c2"), plain.paper) };
}
/** @typedef {ReturnType<typeof paints>} Paint */

/** Max an upward triangle, Min a downward one, chance a circle, a leaf a square. @param {Picture} picture
 * @param {number} node @param {number} r */
export function shape(picture, node, r) {
  const { ctx, tree, replay, paint, marks } = picture;
  const [x, y] = place(picture.layout, picture.view, node);
  const status = replay.status[node];
  if (r < 2.2) {
    ctx.fillStyle = replay.knows(node) ? shade(picture, node) : status === OPEN ? paint.ink : paint.faint;
    ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
    if (marks.changed.has(node)) ring(picture, node, 8, paint.change, []);
    return;
  }
  const leaf = tree.first[node] === tree.first[node + 1];
  ctx.fillStyle = replay.knows(node) ? shade(picture, node) : paint.paper;
  ctx.strokeStyle = status === OPEN ? paint.ink : status === FINISHED ? shade(picture, node) : paint.soft;
  ctx.lineWidth = status === OPEN ? 2.5 : r < 5 ? 0.6 : 1.2;
  ctx.beginPath();
  if (leaf) ctx.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7);
  else if (tree.mover[node] === 0) ctx.arc(x, y, r, 0, 2 * Math.PI);
  else {
    const up = tree.mover[node];
    ctx.moveTo(x, y - up * r * 1.15);
    ctx.lineTo(x + r * 1.15, y + up * r * 0.85);
    ctx.lineTo(x - r * 1.15, y + up * r * 0.85);
    ctx.closePath();
  }
  ctx.fill();
  ctx.globalAlpha = status === PRUNED ? 0.5 : 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (replay.replaced[node] && status === FINISHED) ring(picture, node, r + 2.5, paint.own, []);
  if (marks.changed.has(node)) ring(picture, node, r + 8, paint.change, []);
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

/** @param {Picture} picture @param {number} node @param {number} r @param {string} stroke @param {number[]} dash */
function ring(picture, node, r, stroke, dash) {
  const { ctx } = picture;
  const [x, y] = place(picture.layout, picture.view, node);
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 2.5;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.arc(x, y, r * 1.15, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** @param {Picture} picture @param {number} node @param {number} r @param {number} room */
export function words(picture, node, r, room) {
  const { ctx, tree, replay, paint } = picture;
  const [x, y] = place(picture.layout, picture.view, node);
  const { run } = replay;
  const leaf = tree.first[node] === tree.first[node + 1];
  const text = (/** @type {string} */ said, /** @type {number} */ dx, /** @type {number} */ dy, style = paint.ink, weight = "") => {
    ctx.font = `${weight} ${Math.round(13 * paint.scale)}px system-ui, "DejaVu Sans", sans-serif`;
    ctx.lineWidth = 4;
    ctx.strokeStyle = paint.paper;
    ctx.strokeText(said, x + dx, y + dy);
    ctx.fillStyle = style;
    ctx.fillText(said, x + dx, y + dy);
  };
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  if (replay.knows(node)) {
    const value = valueText(replay, node, Math.floor(room / 9));
    const inside = value.length < 3 && r > 11 * paint.scale;
    if (inside) plain(picture, node, value, x, y + (leaf ? 0 : tree.mover[node] * r * 0.25));
    else text(value, 0, r + 14, paint.ink, "600");
    if (run.binary && room > 34) text(short(replay.error[node]), 0, r + (inside ? 14 : 28));
  } else if (replay.status[node] === PRUNED && leaf && room > 30) {
    text(short(tree.utility[node] ?? tree.static[node], 1), 0, r + 14, paint.soft);
  }
  ctx.textAlign = "right";
  if (tree.names[node]) text(tree.names[node], -r * 1.15 - 11, -r * 0.5, paint.ink, "italic");
  ctx.textAlign = "left";
  const kind = run.binary && replay.status[node] === FINISHED ? KINDS[replay.kind[node]] : "";
  const turned = replay.flipped[node] ? " ↺" : "";
  const said = fitting([`${kind}${turned}${replay.replaced[node] ? ", own" : ""}`, kind + turned], room - 2.3 * r - 34, paint.scale);
  if (kind) text(said, r * 1.15 + 11, -r * 0.5, replay.replaced[node] ? paint.own : paint.soft);
  if (replay.reason.has(node)) text("✂", r * 1.15 + 11, r * 0.5, paint.soft);
  const edge = node ? tree.edge[node - 1] : 0;
  if (edge && tree.mover[picture.layout.parent[node]] === 0 && room > 44) text(short(edge, 2), r + 3, -r + 1, paint.soft);
  if (!node || node > tree.first[1]) return;
  const star = tree.right.includes(node - 1) ? "★" : "";
  const named = tree.names[node] ? "" : tree.moves[node - 1] ?? "";
  const above = picture.view.sy > 70 || named || tree.names[node];
  ctx.textAlign = above ? "center" : "right";
  text(`${star} ${named}`.trim(), above ? 0 : -r - 10, above ? -r - 14 : 2, star ? paint.right : paint.soft);
}

/** The first text that is no wider than the room in pixels; empty if none is. @param {string[]} texts @param {number} room
 * @param {number} scale */
function fitting(texts, room, scale) {
  return texts.find((text) => 7.5 * scale * text.length <= room) ?? "";
}

/** A value with as many digits as fit; empty if none fit. @param {import("./replay.js").Replay} replay
 * @param {number} node @param {number} letters */
function valueText({ run, value, error, bound }, node, letters) {
  const sign = bound[node] < 0 ? "≤" : bound[node] > 0 ? "≥" : "";
  for (const digits of [2, 1, 0]) {
    const said = run.interval && value[node] !== error[node]
      ? `[${short(value[node], digits)}, ${short(error[node], digits)}]` : sign + short(value[node], digits);
    if (said.length <= letters) return said;
  }
  return "";
}

/** A word on a node. @param {Picture} picture @param {number} node @param {string} said @param {number} x @param {number} y */
function plain(picture, node, said, x, y) {
  const { ctx, paint } = picture;
  ctx.font = `700 ${Math.round(13 * paint.scale)}px system-ui, "DejaVu Sans", sans-serif`;
  ctx.fillStyle = Math.abs(goodness(picture, node)) < 0.5 ? paint.ink : paint.paper;
  ctx.fillText(said, x, y + 1);
}

/** @param {string} text */
const safe = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** @param {number} x */
const near = (x) => Number(x.toFixed(2));

export class SvgPen {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "";
  lineJoin = "";
  textBaseline = "";
  /** @type {CanvasTextAlign} */
  textAlign = "left";
  /** @type {string[]} */
  #parts = [];
  #path = "";
  /** @type {number[]} */
  #dash = [];

  beginPath() {
    this.#path = "";
  }

  closePath() {
    this.#path += "Z";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${near(x)} ${near(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `L${near(x)} ${near(y)}`;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#path += `M${near(x)} ${near(y)}h${near(width)}v${near(height)}h${near(-width)}Z`;
  }

  /** A whole circle. @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) {
    this.#path += `M${near(x - r)} ${near(y)}a${near(r)} ${near(r)} 0 1 0 ${near(2 * r)} 0a${near(r)} ${near(r)} 0 1 0 ${near(-2 * r)} 0Z`;
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.#dash = dash;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#parts.push(`<rect x="${near(x)}" y="${near(y)}" width="${near(width)}" height="${near(height)}" fill="${this.fillStyle}"/>`);
  }

  fill() {
    if (this.#path) this.#parts.push(`<path d="${this.#path}" fill="${this.fillStyle}"/>`);
  }

  stroke() {
    const dash = this.#dash.length ? ` stroke-dasharray="${this.#dash.join(" ")}"` : "";
    if (this.#path) this.#parts.push(`<path d="${this.#path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${near(this.lineWidth)}" opacity="${this.globalAlpha}"${dash}/>`);
  }

  /** @param {string} said @param {number} x @param {number} y */
  fillText(said, x, y) {
    this.#text(said, x, y, `fill="${this.fillStyle}"`);
  }

  /** @param {string} said @param {number} x @param {number} y */
  strokeText(said, x, y) {
    this.#text(said, x, y, `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="round"`);
  }

  /** @param {string} said @param {number} x @param {number} y @param {string} paint */
  #text(said, x, y, paint) {
    const anchor = { center: "middle", right: "end", end: "end", left: "start", start: "start" }[this.textAlign];
    this.#parts.push(`<text x="${near(x)}" y="${near(y)}" text-anchor="${anchor}" dominant-baseline="central" style="font: ${safe(this.font.trim())}" ${paint}>${safe(said)}</text>`);
  }

  /** The whole picture. @param {number} width @param {number} height */
  text(width, height) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${this.#parts.join("")}</svg>\n`;
  }
}

/** @param {Omit<Picture, "paint">} given */
export function draw(given) {
  /** @type {Picture} */
  const picture = { ...given, paint: paints() };
  const { ctx, paint, width, height } = picture;
  ctx.fillStyle = paint.paper;
  ctx.fillRect(0, 0, width, height);
  edges(picture);
  for (let ply = 0; ply <= picture.layout.plies; ply++) row(picture, ply);
}

/** The visible nodes of a ply, from left to right. @param {Picture} picture @param {number} ply
 * @returns {[number, number]} */
function seen({ tree, layout, view, width }, ply) {
  const [start, stop] = [tree.levels[ply], tree.levels[ply + 1]];
  const first = (/** @type {number} */ px) => {
    let [low, high] = [start, stop];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (view.ox + layout.x[middle] * view.sx < px) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [Math.max(start, first(-40) - 1), Math.min(stop, first(width + 40) + 1)];
}

/** Pixels between neighbours of a ply. @param {Picture} picture @param {number} ply */
function spacing({ tree, layout, view }, ply) {
  return (view.sx * layout.leaves) / (tree.levels[ply + 1] - tree.levels[ply]);
}

/** How large the nodes of a ply are. @param {Picture} picture @param {number} ply */
function radius(picture, ply) {
  return Math.max(1, Math.min(17 * picture.paint.scale, 0.34 * spacing(picture, ply), 0.3 * picture.view.sy));
}

/** @param {Picture} picture */
function edges(picture) {
  const { ctx, tree, replay, paint, view, height } = picture;
  const { x, ply } = picture.layout;
  /** @type {Map<string, number[]>} */
  const sorts = new Map([["unseen", []], ["pruned", []], ["seen", []]]);
  for (let row = 0; row < picture.layout.plies; row++) {
    if (view.oy + (row + 1) * view.sy < 0 || view.oy + row * view.sy > height) continue;
    const [from, to] = seen(picture, row);
    for (let node = from; node < to; node++) {
      const [first, last] = childrenOf(tree, node);
      for (let child = first; child <= last; child++) sorts.get(sortOf(picture, child))?.push(node, child);
    }
  }
  const styles = { unseen: [paint.faint, 1, []], pruned: [paint.soft, 1, [3, 4]], seen: [paint.soft, 1.4, []] };
  for (const [sort, [stroke, wide, dash]] of Object.entries(styles)) {
    const list = /** @type {number[]} */ (sorts.get(sort));
    ctx.strokeStyle = /** @type {string} */ (stroke);
    ctx.lineWidth = Math.min(/** @type {number} */ (wide), 0.5 + spacing(picture, picture.layout.plies) * 0.3);
    ctx.setLineDash(/** @type {number[]} */ (dash));
    ctx.beginPath();
    for (let i = 0; i < list.length; i += 2) {
      ctx.moveTo(view.ox + x[list[i]] * view.sx, view.oy + ply[list[i]] * view.sy);
      ctx.lineTo(view.ox + x[list[i + 1]] * view.sx, view.oy + ply[list[i + 1]] * view.sy);
    }
    ctx.stroke();
  }
  ctx.setLineDash([]);
  if (replay.at === replay.last) for (const move of replay.run.moves) thick(picture, tree.first[0] + 1 + move);
}

/** @param {Picture} picture @param {number} child */
function sortOf({ replay }, child) {
  if (replay.status[child] === PRUNED) return "pruned";
  if (replay.status[child] === UNSEEN) return "unseen";
  return "seen";
}

/** The line that starts with a chosen move, as far as the values show it. @param {Picture} picture @param {number} child */
function thick(picture, child) {
  const { ctx, paint, tree, replay, layout, view } = picture;
  ctx.strokeStyle = paint.accent;
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.moveTo(...place(layout, view, 0));
  for (let node = child; node >= 0; ) {
    ctx.lineTo(...place(layout, view, node));
    const [from, to] = childrenOf(tree, node);
    let next = -1;
    for (let each = to; each >= from; each--) if (follows(picture, node, each)) next = each;
    node = replay.run.settles ? -1 : next;
  }
  ctx.stroke();
}

/** How a rule for one player counts the cost of a move. @type {Record<string, number>} */
const COSTS = { minimin: 1, maximax: -1 };

/** Whether a node has its value from this child. @param {Picture} picture @param {number} node @param {number} child */
function follows({ tree, replay }, node, child) {
  const cost = (COSTS[replay.run.rule] ?? 0) * (tree.edge[child - 1] ?? 0);
  return tree.mover[node] !== 0 && replay.status[child] === FINISHED && replay.value[child] + cost === replay.value[node];
}

/** @param {Picture} picture @param {number} ply */
function row(picture, ply) {
  const { view, height, marks, replay } = picture;
  const y = view.oy + ply * view.sy;
  if (y < -40 || y > height + 40) return;
  const r = radius(picture, ply);
  const room = spacing(picture, ply);
  const [from, to] = seen(picture, ply);
  for (let node = from; node < to; node++) shape(picture, node, r);
  if (marks.selected >= from && marks.selected < to) ring(picture, marks.selected, r + 5, picture.paint.accent, [3, 3]);
  const now = replay.step?.[1];
  if (typeof now === "number" && now >= from && now < to) ring(picture, now, r + 5, picture.paint.ink, []);
  if (room < 26 || view.sy < 34) return;
  for (let node = from; node < to; node++) words(picture, node, r, room);
}

const MARGIN = { left: 26, right: 26, top: 36, bottom: 50 };

/** @param {Tree} tree */
export function layoutOf(tree) {
  return layOut(tree.mover.length, (node) => {
    const [from, to] = childrenOf(tree, node);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/** The first and the last child of a node; for a leaf, the last comes before the first.
 * @param {Tree} tree @param {number} node @returns {[number, number]} */
export function childrenOf(tree, node) {
  return [tree.first[node] + 1, tree.first[node + 1]];
}

/** The place of a node in the picture. @param {Layout} layout @param {View} view @param {number} node
 * @returns {[number, number]} */
export function place(layout, view, node) {
  return [view.ox + layout.x[node] * view.sx, view.oy + layout.ply[node] * view.sy];
}

/** The whole tree in a frame. @param {Layout} layout @param {number} width @param {number} height @returns {View} */
export function fitView(layout, width, height) {
  const sx = (width - MARGIN.left - MARGIN.right) / Math.max(1, layout.leaves);
  const sy = (height - MARGIN.top - MARGIN.bottom) / Math.max(1, layout.plies);
  return { sx, sy, ox: MARGIN.left + sx / 2, oy: MARGIN.top };
}

/** The same view with the point under (px, py) staying where it is. @param {View} view @param {number} factor
 * @param {number} px @returns {View} */
export function zoomView(view, factor, px) {
  const sx = Math.min(Math.max(view.sx * factor, 0.05), 400);
  return { ...view, sx, ox: px - ((px - view.ox) / view.sx) * sx };
}

/** The node nearest to a point, if it is near. @param {Tree} tree @param {Layout} layout @param {View} view
 * @param {number} px @param {number} py @returns {number} -1 if none is near */
export function nodeAt(tree, layout, view, px, py) {
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

/** @typedef {{ says: HTMLElement, reset: HTMLElement, history: { element: HTMLElement }, steps: { element: HTMLElement }, panels: { element: HTMLElement }[],
 *   canvases: import("./canvas.js").TreeCanvas[], replays: import("./replay.js").Replay[] }} Parts */

const SHOWS = "A game tree and a search in it, step by step: values and their errors, windows, cuts, and where a node's own "
  + "evaluation replaces the search below it. Click a leaf to change it, or compare two rules side by side.";
const SIGNS = [
  ["▲ ▼ ● ■", "Max moves, Min moves, chance, a leaf"],
  ["blue, orange", "good for Max, good for Min; the number in a node is its value to Max, the number below is its error"],
  ["all, some, none win", "how many of the node's moves look won to its player: the papers' types A, B and C, D"],
  ["amber ring, own", "the node's own evaluation replaced the result of the search"],
  ["↺", "the value was flipped"],
  ["✂, dashed", "not searched; the step gives the reason"],
  ["★, thick line", "a truly best move; the chosen line"],
  ["arrows, Enter", "in the picture: move through the tree; change a leaf"],
  [", . n p", "one step back or forward; the next or the previous node"],
  ["space, Home, End", "play; go to the start; go to the end"],
  ["+ − 0, wheel, drag", "zoom in, zoom out, fit; move the tree"],
];

/** Place all parts on the page. @param {HTMLElement} root @param {Parts} parts @returns {HTMLElement} the place for the controls */
export function frame(root, parts) {
  const controls = element("div", { class: "controls" });
  const [canvas] = parts.canvases;
  const zoom = element("span", { class: "zoom" },
    button("−", () => canvas.zoomBy(1 / 1.4), "Zoom out"), button("+", () => canvas.zoomBy(1.4), "Zoom in"),
    button("Fit", () => canvas.fit(), "Show the whole tree"));
  const saving = exportButtons({ name: "tree", png: () => saveTree(canvas, "png"), svg: () => saveTree(canvas, "svg"), rows: () => nodeRows(parts.replays) });
  const signs = element("dl", {}, ...SIGNS.flatMap(([sign, meaning]) => [element("dt", {}, sign), element("dd", {}, meaning)]));
  const help = element("details", { class: "signs" }, element("summary", {}, "Signs and keys"), signs);
  const main = element("div", { class: "tree-main" }, element("div", { class: "about" }, parts.says, element("span", { class: "zoom" }, parts.reset, parts.history.element, help)),
    element("div", { class: "pictures" }, ...parts.canvases.map((each) => each.element)),
    element("div", { class: "bar" }, parts.steps.element, zoom, saving),
    element("div", { class: "panels" }, ...parts.panels.map((each) => each.element)));
  root.append(intro(SHOWS, "docs/lab.md, Tree"), element("div", { class: "split" }, controls, main));
  return controls;
}
