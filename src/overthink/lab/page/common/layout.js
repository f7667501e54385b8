// The layout of a tree: leaves evenly spaced, parents above the middle of their children.

/** For each node its place, its ply and its parent; `nodes` are those that the root leads to.
 * @typedef {{ x: Float64Array, ply: Uint16Array, parent: Int32Array, nodes: number[], leaves: number, plies: number }} Layout */

/** @param {number} count of all nodes; the root is 0 @param {(node: number) => number[]} childrenOf @returns {Layout} */
export function layOut(count, childrenOf) {
  const layout = { x: new Float64Array(count), ply: new Uint16Array(count), parent: new Int32Array(count).fill(-1), nodes: [0], leaves: 0, plies: 0 };
  /** @param {number} node */
  const put = (node) => {
    const children = childrenOf(node);
    layout.plies = Math.max(layout.plies, layout.ply[node]);
    for (const child of children) {
      layout.nodes.push(child);
      layout.parent[child] = node;
      layout.ply[child] = layout.ply[node] + 1;
      put(child);
    }
    layout.x[node] = children.length ? (layout.x[children[0]] + layout.x[children[children.length - 1]]) / 2 : layout.leaves++;
  };
  put(0);
  return layout;
}
