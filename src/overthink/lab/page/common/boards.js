// Boards that players halve in turn, and the nodes of their game, which are numbered ply by ply.

export const HALVES = ["left half", "right half"]; // Max's first moves

/** The ply of a node. @param {number} node */
export const plyOf = (node) => Math.floor(Math.log2(node + 1));

/** Column and row of a piece of a board that is halved at every ply, by columns first. @param {number} i @param {number} height @param {number} [ply] the next one
 * @returns {[number, number]} */
export function corner(i, height, ply = 0) {
  let [x, y] = [0, 0];
  for (let at = ply; at < height; at++) {
    const half = (i >> (height - 1 - at)) & 1;
    if (at % 2) y = 2 * y + half;
    else x = 2 * x + half;
  }
  return [x, y];
}
