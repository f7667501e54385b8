// Draws a tree on a canvas. Nodes that are too close are drawn smaller and without text.

import { FINISHED, PRUNED, UNSEEN } from "./replay.js";
import { childrenOf, place } from "./layout.js";
import { paints, ring, shape, words } from "./shapes.js";

/** @typedef {import("./shapes.js").Picture} Picture */

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
  const now = replay.event?.[1];
  if (typeof now === "number" && now >= from && now < to) ring(picture, now, r + 5, picture.paint.ink, []);
  if (room < 26 || view.sy < 34) return;
  for (let node = from; node < to; node++) words(picture, node, r, room);
}

