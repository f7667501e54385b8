// The small game as a picture: triangles where a player moves, squares where the search stops and guesses.

import { shape } from "../../common/shape.js";

/** @typedef {import("./types.js").Game} Game */
/** What to draw: the plies below the root, each node's value (+1, -1, or 0 if it is hidden), chosen moves, marks, and
 * what a click on a leaf does.
 * @typedef {{ plies: number, value: (node: number) => number, moves: number[], wrong?: number[], own?: number[],
 *   under?: (node: number) => string, picked?: number[], press?: (leaf: number) => void, label: string }} Drawing */

const WIDTH = [0, 260, 360, 480]; // by plies
const ROW = 84;
const TOP = 42;
const R = 19;

/** @param {Game} game @param {number} node */
function children(game, node) {
  return Array.from({ length: game.first[node + 1] - game.first[node] }, (_, i) => game.first[node] + 1 + i);
}

/** Nodes with their places, to a depth. @param {Game} game @param {number} plies */
function places(game, plies) {
  /** @type {Map<number, { x: number, y: number, leaf: boolean, up: number }>} */
  const at = new Map();
  const width = WIDTH[plies] / 2 ** plies;
  let leaves = 0;
  /** @type {(node: number, ply: number, up: number) => number} */
  const put = (node, ply, up) => {
    const below = ply < plies ? children(game, node) : [];
    const xs = below.map((child) => put(child, ply + 1, node));
    const x = below.length ? xs.reduce((sum, each) => sum + each, 0) / xs.length : width * (leaves++ + 0.5);
    at.set(node, { x, y: TOP + ROW * ply, leaf: !below.length, up });
    return x;
  };
  put(0, 0, -1);
  return at;
}

/** @param {Game} game @param {Drawing} drawing @returns {SVGElement} */
export function treePicture(game, drawing) {
  const { plies, value, moves, wrong = [], own = [], under = () => "", picked = [], press, label } = drawing;
  const at = places(game, plies);
  const height = TOP + ROW * plies + 46;
  const whole = shape("svg", { viewBox: `0 0 ${WIDTH[plies]} ${height}`, class: "story-tree", role: press ? "group" : "img", "aria-label": label });
  const edges = [...at].filter(([, { up }]) => up >= 0);
  for (const thick of [false, true]) {
    for (const [node, { x, y, up }] of edges) {
      const parent = /** @type {{ x: number, y: number }} */ (at.get(up));
      if (onLine(game, drawing, at, node) !== thick) continue;
      whole.append(shape("line", { x1: parent.x, y1: parent.y, x2: x, y2: y, class: thick ? "edge chosen" : "edge" }));
    }
  }
  let place = 0;
  for (const [node, { x, y, leaf, up }] of [...at].sort(([a], [b]) => a - b)) {
    const parts = [mark(game, node, x, y, leaf, value(node))];
    if (up === 0) {
      const side = x < WIDTH[plies] / 2 ? -1 : 1;
      const chosen = moves.includes(node - 1);
      const away = R + (own.includes(node) ? 14 : 9);
      parts.push(shape("text", { x: leaf ? x : x + side * away, y: leaf ? y + R + 22 : y - 12, "text-anchor": leaf ? "middle" : side < 0 ? "end" : "start", class: chosen ? "move chosen" : "move" }, `move ${node}`));
    }
    if (own.includes(node)) parts.push(shape("circle", { cx: x, cy: y + (leaf ? 0 : game.mover[node] * 3), r: R + 9, class: "own" }));
    if (under(node)) parts.push(shape("text", { x, y: y + R + 27, "text-anchor": "middle", class: "under" }, under(node)));
    if (wrong.includes(node)) parts.push(shape("text", { x, y: y + R + 22, "text-anchor": "middle", class: "wrong-mark" }, "✗ wrong"));
    if (leaf && press) whole.append(pressable(parts, node, ++place, value(node), picked, wrong, { x, y }, press));
    else whole.append(...parts);
  }
  return whole;
}

/** Whether a node is on the line that a search expects: its value has come up to a chosen move. @param {Game} game
 * @param {Drawing} drawing @param {Map<number, { up: number }>} at @param {number} node @returns {boolean} */
function onLine(game, { value, moves, own = [] }, at, node) {
  const up = at.get(node)?.up ?? -1;
  if (up === 0) return moves.includes(node - 1);
  if (own.includes(up) || value(node) !== value(up) || !value(node)) return false;
  const first = children(game, up).find((child) => value(child) === value(up));
  return first === node && onLine(game, { plies: 0, value, moves, own, label: "" }, at, up);
}

/** @param {Game} game @param {number} node @param {number} x @param {number} y @param {boolean} leaf @param {number} value */
function mark(game, node, x, y, leaf, value) {
  const kind = value > 0 ? "win" : value < 0 ? "loss" : "unknown";
  const group = shape("g", { class: `node ${kind}` });
  const up = game.mover[node];
  if (leaf) group.append(shape("rect", { x: x - R, y: y - R, width: 2 * R, height: 2 * R, rx: 4 }));
  else group.append(shape("path", { d: `M${x} ${y - up * 24}L${x + 25} ${y + up * 17}H${x - 25}Z` }));
  group.append(shape("text", { x, y: y + 6 + (leaf ? 0 : up * 3), "text-anchor": "middle" }, value > 0 ? "W" : value < 0 ? "L" : "?"));
  return group;
}

/** A leaf as a button. @param {SVGElement[]} parts @param {number} node @param {number} place @param {number} value
 * @param {number[]} picked @param {number[]} wrong @param {{ x: number, y: number }} at @param {(leaf: number) => void} press */
function pressable(parts, node, place, value, picked, wrong, at, press) {
  const on = picked.includes(node);
  const label = `guess ${place}: ${value > 0 ? "won" : "lost"}${wrong.includes(node) ? ", wrong" : ""}`;
  const made = shape("g", { class: on ? "leaf picked" : "leaf", role: "button", tabindex: 0, "aria-pressed": String(on), "aria-label": label, "data-leaf": place });
  const frame = shape("rect", { x: at.x - R - 6, y: at.y - R - 6, width: 2 * R + 12, height: 2 * R + 12, rx: 8, class: "pick" });
  made.append(frame, ...parts);
  made.addEventListener("click", () => press(node));
  made.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key)) return;
    event.preventDefault();
    press(node);
  });
  return made;
}
