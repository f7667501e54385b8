// Nodes and the text beside them.

import { colour, typeSize } from "../../common/theme.js";
import { FINISHED, OPEN, PRUNED } from "./replay.js";
import { place } from "./layout.js";
import { short } from "./words.js";

/** @typedef {import("./types.js").Tree} Tree */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {{ selected: number, changed: Set<number> }} Marks */
/** @typedef {{ ctx: CanvasRenderingContext2D, tree: Tree, layout: Layout, replay: Replay, view: View, width: number,
 *   height: number, marks: Marks, paint: Paint }} Picture */

const KINDS = ["", "all win", "some win", "none win"]; // the papers' types A, B and C, D

const SHADES = 8;

/** @param {string} hex */
function channels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** A colour from a third of its strength to the whole, on paper. @param {string} full @param {string} paper */
function shades(full, paper) {
  const [one, other] = [channels(full), channels(paper)];
  return Array.from({ length: SHADES + 1 }, (_, k) => {
    const share = 0.35 + (0.65 * k) / SHADES;
    return `rgb(${one.map((channel, i) => Math.round(share * channel + (1 - share) * other[i])).join(" ")})`;
  });
}

/** The colours of the page, read once a picture. */
export function paints() {
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
export function ring(picture, node, r, stroke, dash) {
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
