// The layout: leaves evenly spaced, parents above the middle of their children.

/** @typedef {import("./types.js").Tree} Tree */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ x: Float64Array, ply: Uint16Array, parent: Int32Array, leaves: number, plies: number }} Layout */

const MARGIN = { left: 26, right: 26, top: 36, bottom: 50 };

/** @param {Tree} tree @returns {Layout} */
export function layoutOf(tree) {
  const count = tree.mover.length;
  const x = new Float64Array(count);
  const ply = new Uint16Array(count);
  const parent = new Int32Array(count).fill(-1);
  for (let node = 0; node < count; node++) {
    for (let child = tree.first[node] + 1; child <= tree.first[node + 1]; child++) {
      parent[child] = node;
      ply[child] = ply[node] + 1;
    }
  }
  let leaves = 0;
  /** @type {number[]} */
  const open = [0];
  while (open.length) {
    const node = /** @type {number} */ (open.pop());
    const [from, to] = childrenOf(tree, node);
    if (from > to) x[node] = leaves++;
    for (let child = to; child >= from; child--) open.push(child);
  }
  for (let node = count - 1; node >= 0; node--) {
    const [from, to] = childrenOf(tree, node);
    if (from <= to) x[node] = (x[from] + x[to]) / 2;
  }
  return { x, ply, parent, leaves, plies: tree.levels.length - 2 };
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
export function fitted(layout, width, height) {
  const sx = (width - MARGIN.left - MARGIN.right) / Math.max(1, layout.leaves);
  const sy = (height - MARGIN.top - MARGIN.bottom) / Math.max(1, layout.plies);
  return { sx, sy, ox: MARGIN.left + sx / 2, oy: MARGIN.top };
}

/** The same view with the point under (px, py) staying where it is. @param {View} view @param {number} factor
 * @param {number} px @returns {View} */
export function zoomed(view, factor, px) {
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
