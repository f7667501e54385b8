// What the steps of the story share: the small game as a picture, a depth curve, and a question that the reader answers before the
// page does.

import { button, element, shape } from "../../common/controls.js";
import { inkOf } from "../../common/theme.js";
import { childrenOf, layOut } from "../../common/trees.js";

/** @typedef {{ depth: number, mean: number, low: number, high: number, n: number }} Point */
/** @typedef {{ label: string, colour: string, place: number }} Look */
/** @typedef {{ tiles: number[], guess: number, truth: number }} Board */
/** The small game; values are +1 or -1, to Max.
 * @typedef {{ setting: Record<string, string>, mover: number[], first: number[], static: number[], truth: number[], right: number[],
 *   shallow: { depth: number, moves: number[] }, deep: { depth: number, moves: number[] },
 *   emm: { moves: number[], searched: Record<string, [number, number]>, worth: Record<string, [number, number]>, own: number[] } }} Game */
/** The numbers that `docs/make_shipped.py story` wrote.
 * @typedef {{ made: { date: string, version: string }, looks: Record<string, Look>, game: Game,
 *   what_if: { moves: number[], worth: string }[],
 *   typical: { draws: number, shallow: number, stays: number, ties: number, spoils: number },
 *   curves: { n: number, setting: Record<string, string>, rules: Record<string, { accuracy: Point[] }> },
 *   puzzle: { number: number, start: Board & { moves: Record<string, Board> }, choices: Record<string, string[]>,
 *     bait: { moves: string[], boards: Board[] }, lines: number, home: number[], positions: number, better: number,
 *     worse: number, equal: number } }} Story */

/** One step: a headline, a picture beside a question, perhaps something below both, and links. `class` says what a teacher can do here.
 * @typedef {{ headline: string, picture: Node, below?: Node, side: Node[], links: [string, string][], class: (Node | string)[] }} Step */
/** What a step is built from: the numbers, the reader's answer so far, and what to call with a new one.
 * @typedef {{ story: Story, answer: string | undefined, answered: (answer: string) => void }} Given */

/** What to draw: the plies below the root, each node's value (+1, -1, or 0 if it is hidden), chosen moves, marks, and
 * what a click on a leaf does.
 * @typedef {{ plies: number, value: (node: number) => number, moves: number[], wrong?: number[], own?: number[],
 *   under?: (node: number) => string, picked?: number[], press?: (leaf: number) => void, label: string }} Drawing */

const WIDTH = [0, 260, 360, 480]; // by plies
const ROW = 84;
const TOP = 42;
const R = 19;

/** Nodes with their places, to a depth. @param {Game} game @param {number} plies */
function places(game, plies) {
  const depth = (/** @type {number} */ node) => Math.floor(Math.log2(node + 1)); // of a binary tree, ply by ply
  const { x, ply, parent, nodes, leaves } = layOut(game.mover.length, (node) => (depth(node) < plies ? childrenOf(game, node) : []));
  return new Map(nodes.map((node) => [node, { x: (WIDTH[plies] * (x[node] + 0.5)) / leaves, y: TOP + ROW * ply[node], leaf: ply[node] === plies, up: parent[node] }]));
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
  const first = childrenOf(game, up).find((child) => value(child) === value(up));
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

const WIDE = 560;
const HIGH = 330;
const LEFT = 58;
const BOTTOM = 284;
const LOW = 0.42;

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** Curves of some rules; without rules, empty axes. @param {Story} story @param {string[]} rules @returns {SVGElement} */
export function linePicture(story, rules) {
  const depths = story.curves.rules.minimax.accuracy.map((each) => each.depth);
  const x = (/** @type {number} */ depth) => LEFT + 24 + ((WIDE - LEFT - 110) * (depth - depths[0])) / (depths[depths.length - 1] - depths[0]);
  const y = (/** @type {number} */ share) => BOTTOM - ((BOTTOM - 34) * (share - LOW)) / (1 - LOW);
  const said = rules.map((rule) => `${story.looks[rule].label}: ${story.curves.rules[rule].accuracy.map((each) => `${percent(each.mean)} at depth ${each.depth}`).join(", ")}`);
  const label = said.length ? `Share of right decisions. ${said.join(". ")}.` : "Share of right decisions by depth: not drawn yet.";
  const whole = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "story-lines", role: "img", "aria-label": label });
  for (const share of [0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    whole.append(shape("line", { x1: LEFT, x2: WIDE - 60, y1: y(share), y2: y(share), class: share === 0.5 ? "coin" : "grid" }),
      shape("text", { x: LEFT - 8, y: y(share) + 5, "text-anchor": "end" }, `${Math.round(100 * share)}%`));
  }
  whole.append(shape("text", { x: LEFT + 6, y: y(0.5) - 6, class: "note" }, "a coin would do"));
  for (const depth of depths) whole.append(shape("text", { x: x(depth), y: BOTTOM + 20, "text-anchor": "middle" }, `${depth}`));
  whole.append(shape("text", { x: (WIDE - 60 + LEFT) / 2, y: HIGH - 6, "text-anchor": "middle" }, "moves looked ahead"),
    shape("text", { x: LEFT, y: 16 }, "share of right decisions"));
  rules.forEach((rule) => whole.append(...line(story, rule, x, y)));
  if (rules.length) {
    whole.append(shape("text", { x: x(11) + 12, y: 16, "text-anchor": "end", class: "note" }, "sees the end of the game ↓"));
  }
  return whole;
}

/** @param {Story} story @param {string} rule @param {(depth: number) => number} x @param {(share: number) => number} y */
function line(story, rule, x, y) {
  const { label, colour } = story.looks[rule];
  const { accuracy } = story.curves.rules[rule];
  const ink = inkOf(colour);
  const points = accuracy.map((each) => `${x(each.depth)},${y(each.mean)}`).join(" ");
  const last = accuracy[accuracy.length - 2]; // before the search sees the end
  const drawn = [shape("polyline", { points, pathLength: 1, class: "curve", style: `stroke: ${ink}` })];
  for (const { depth, mean, low, high } of accuracy) {
    drawn.push(shape("line", { x1: x(depth), x2: x(depth), y1: y(low), y2: y(high), class: "interval", style: `stroke: ${ink}` }),
      shape("circle", { cx: x(depth), cy: y(mean), r: 4, style: `fill: ${ink}` }));
  }
  const middle = accuracy[2];
  const above = rule === "vote" ? -10 : rule === "emm" ? 24 : -12;
  const style = `fill: ${ink}`;
  drawn.push(shape("text", { x: x(middle.depth) + (rule === "minimax" ? 12 : 0), y: y(middle.mean) + above, class: "name", style }, label),
    shape("text", { x: x(last.depth) - (rule === "minimax" ? 8 : 0), y: y(last.mean) + (rule === "minimax" ? 18 : above), "text-anchor": rule === "minimax" ? "end" : "middle", class: "name", style }, percent(last.mean)));
  return drawn;
}

const SHOW = "show"; // the answer of a reader who only wants to see

/** @typedef {{ words: string, choices: [string, string][], truth: string, answer: string | undefined,
 *   truths: (Node | string)[], small?: string, answered: (answer: string) => void, reveal: () => void }} Question */

/** Ask; after the choice, mark the true answer, explain it, show the small print and call `reveal`. @param {Question} given
 * @returns {HTMLElement[]} */
export function question({ words, choices, truth, answer, truths, small, answered, reveal }) {
  const said = element("div", { class: "truth", "aria-live": "polite" });
  const print = element("p", { class: "small-print", hidden: "" }, small ?? "");
  const buttons = choices.map(([name, text], i) => {
    const made = button(text, () => choose(name), `Answer ${i + 1} (key ${i + 1})`);
    made.dataset.answer = name;
    return made;
  });
  const show = button("Show me", () => choose(SHOW), "See the answer without a guess");
  show.className = "quiet";

  /** @param {string} name */
  function choose(name) {
    answered(name);
    tell(name);
  }

  /** @param {string} name */
  function tell(name) {
    for (const each of buttons) {
      const right = each.dataset.answer === truth;
      const own = each.dataset.answer === name;
      each.setAttribute("aria-pressed", String(own));
      each.classList.toggle("right", right);
      each.classList.toggle("wrong", own && !right);
    }
    show.hidden = true;
    const verdict = name === SHOW ? "" : name === truth ? "Your guess was right. " : "Not this time. ";
    said.replaceChildren(element("p", {}, verdict, ...truths));
    print.hidden = !small;
    reveal();
  }

  if (answer !== undefined) tell(choices.some(([name]) => name === answer) ? answer : SHOW);
  return [element("section", { class: "question" }, element("h2", {}, words), element("div", { class: "answers" }, ...buttons, show), said), print];
}
