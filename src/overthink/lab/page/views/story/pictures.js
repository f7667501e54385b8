// What the steps of the story share: the small game with its boards as a tree, curves that a reader can draw first, and a question that
// the reader answers before the page does.

import { HALVES, corner, plyOf } from "../../common/boards.js";
import { button, element, shape } from "../../common/controls.js";

/** @typedef {{ depth: number, mean: number, low: number, high: number, n: number }} Point */
/** @typedef {{ n: number, setting: Record<string, string>, rules: Record<string, Point[]> }} Curves */
/** The small game: its pieces in the order of its ends, 1 for Max's; for each node the error from which on its guess is wrong; EMM.
 * @typedef {{ setting: Record<string, string>, pieces: string, wrong: number[],
 *   emm: { moves: number[], searched: Record<string, [number, number]>, worth: Record<string, number>, own: number[] } }} Game */
/** The numbers that `docs/make_shipped.py story` wrote.
 * @typedef {{ made: { date: string, version: string }, looks: Record<string, { label: string }>, game: Game,
 *   boards: { scattered: string, alike: string }, curves: { many: Curves, small: Curves, scattered: Curves, alike: Curves } }} Story */

/** One step: a headline, perhaps words that lead, a picture, a question, perhaps something below it, and links. `class` says what a teacher can do here.
 * @typedef {{ headline: string, lead?: Node, picture: Node, below?: Node, side: Node[], links: [string, string][], class: (Node | string)[] }} Step */
/** What a step is built from: the numbers, the reader's answer so far, and what to call with a new one.
 * @typedef {{ story: Story, answer: string | undefined, answered: (answer: string) => void }} Given */

export const TURNS = 6; // of the small game

/** The nodes of a ply. @param {number} ply */
export const nodesOf = (ply) => Array.from({ length: 2 ** ply }, (_, i) => 2 ** ply - 1 + i);

/** Minimax: what each node is worth to Max, from the values at a ply. @param {number} plies @param {(node: number) => number} leaf */
export function minimax(plies, leaf) {
  /** @type {number[]} */
  const worth = [];
  for (let node = 2 ** (plies + 1) - 2; node >= 0; node--) {
    const best = plyOf(node) % 2 ? Math.min : Math.max;
    worth[node] = plyOf(node) === plies ? leaf(node) : best(worth[2 * node + 1], worth[2 * node + 2]);
  }
  return worth;
}

/** The moves that Max finds best. @param {number[]} worth */
export const bestMoves = (worth) => [0, 1].filter((move) => worth[move + 1] === worth[0]);
/** Who wins each node: 1 is Max, -1 is Min. @param {Game} game */
export const truthOf = (game) => minimax(TURNS, (node) => (game.pieces[node - 2 ** TURNS + 1] === "1" ? 1 : -1));
/** The guess at a node, for a share of wrong guesses; a finished game needs none. @param {Game} game @param {number[]} truth @param {number} error */
export const guessOf = (game, truth, error) => (/** @type {number} */ node) => (plyOf(node) < TURNS && error >= game.wrong[node] ? -truth[node] : truth[node]);

const CELL = 9;

/** The part of a board that a node has, with its upper left corner here; `cut` shows how its player cuts it.
 * @param {string} pieces of the whole board @param {number} node @param {number} left @param {number} top @param {boolean} [cut] */
function boardOf(pieces, node, left, top, cut = false) {
  const ply = plyOf(node);
  const count = 2 ** (TURNS - ply);
  const [wide, high] = sizeOf(ply);
  const whole = shape("g", { class: "board" });
  whole.append(shape("rect", { x: left - 1, y: top - 1, width: wide + 2, height: high + 2, rx: 2, class: "frame" }));
  for (let i = 0; i < count; i++) {
    const [x, y] = corner(i, TURNS, ply);
    const max = pieces[(node + 1 - 2 ** ply) * count + i] === "1";
    whole.append(shape("circle", { cx: left + CELL * (x + 0.5), cy: top + CELL * (y + 0.5), r: max ? 3.7 : 3, class: max ? "piece max" : "piece min" }));
  }
  const [x, y] = [left + wide / 2, top + high / 2];
  if (cut) whole.append(shape("line", ply % 2 ? { x1: left - 5, x2: left + wide + 5, y1: y, y2: y, class: "cut" } : { x1: x, x2: x, y1: top - 5, y2: top + high + 5, class: "cut" }));
  return whole;
}

/** Width and height of the board at a ply: players in turn halve the one and the other. @param {number} ply */
const sizeOf = (ply) => [CELL * (8 >> Math.ceil(ply / 2)), CELL * (8 >> Math.floor(ply / 2))];

/** One whole board. @param {string} pieces @param {string} label */
export function boardPicture(pieces, label) {
  const whole = shape("svg", { viewBox: "0 0 76 76", class: "story-board", role: "img", "aria-label": label });
  whole.append(boardOf(pieces, 0, 2, 2));
  return whole;
}

/** The board that two players cut, with the part that is left at a node, and what a click on one of its halves does.
 * @param {string} pieces @param {number} node @param {(half: number) => void} cut */
export function cutPicture(pieces, node, cut) {
  const ply = plyOf(node);
  const [wide, high] = sizeOf(ply);
  const [left, top] = [node === 2 || node > 4 ? 40 : 4, ply === 2 && node % 2 === 0 ? 40 : 4];
  const whole = shape("svg", { viewBox: "-2 -2 84 84", class: "story-cut", role: "img", "aria-label": ["The whole board", "Half of the board", "A quarter of the board"][ply] });
  const gone = boardOf(pieces, 0, 4, 4);
  gone.classList.add("gone");
  whole.append(gone, boardOf(pieces, node, left, top, ply < 2));
  for (const half of ply < 2 ? [0, 1] : []) {
    const made = shape("rect", ply ? { x: left, y: top + (half * high) / 2, width: wide, height: high / 2, class: "half" } : { x: left + (half * wide) / 2, y: top, width: wide / 2, height: high, class: "half" });
    made.addEventListener("click", () => cut(half));
    whole.append(made);
  }
  return whole;
}

/** What to draw: the plies below the root, each node's value (1, -1, or 0 if it is hidden), chosen moves, nodes whose value is wrong, nodes that
 * keep their own guess, words beside a node, what a click on a leaf does, and after how many beats a value appears.
 * @typedef {{ plies: number, value: (node: number) => number, moves: number[], wrong?: number[], own?: number[],
 *   beside?: (node: number) => string, picked?: number[], press?: (leaf: number) => void, at?: (node: number) => number, label: string }} Drawing */

/** Guesses appear one at a time, then values climb, a ply a beat. @param {number} plies @returns {(node: number) => number} */
export const climb = (plies) => (node) => (plyOf(node) === plies ? node + 2 - 2 ** plies : 2 ** plies + plies - plyOf(node));

/** Let a part appear after some beats. @template {SVGElement | HTMLElement} T @param {T} made @param {number} beats */
export function late(made, beats) {
  made.classList.toggle("late", beats > 0);
  made.style.setProperty("--at", `${beats}`);
  return made;
}

/** Whether a picture has the width of a phone: it is drawn narrower, so that its words stay as large. */
export const isNarrow = () => innerWidth <= 760;

const SLOTS = [0, 110, 66, 46, 34, 24, 12]; // the width of a leaf, by plies
const [MARGIN, RIGHT] = [74, 40]; // for the names of the rows, and for words beside a node
const GAP = 20; // from a badge to the board below it

/** @param {Game} game @param {Drawing} drawing @returns {SVGElement} */
export function treePicture(game, drawing) {
  const { plies, value, moves, wrong = [], own = [], beside = () => "", picked = [], press, at: when = () => 0, label } = drawing;
  const badgeAt = (/** @type {number} */ ply) => Math.min(24, SLOTS[plies] * 2 ** (plies - ply) - 3);
  const tops = Array.from({ length: plies + 1 }, (_, ply) => Array.from({ length: ply }, (_, above) => sizeOf(above)[1] + badgeAt(above) + 5 + GAP).reduce((sum, each) => sum + each, 7));
  const [margin, right] = isNarrow() ? [4, 12] : [MARGIN, RIGHT];
  const x = (/** @type {number} */ node) => margin + (node + 1.5 - 2 ** plyOf(node)) * SLOTS[plies] * 2 ** (plies - plyOf(node));
  const middle = (/** @type {number} */ node) => tops[plyOf(node)] + sizeOf(plyOf(node))[1] + 5 + badgeAt(plyOf(node)) / 2; // of the badge
  const [wide, high] = [margin + SLOTS[plies] * 2 ** plies + right, middle(2 ** plies - 1) + badgeAt(plies) / 2 + (plies > 1 ? 24 : 44)];
  const whole = shape("svg", { viewBox: `0 0 ${wide} ${high}`, class: "story-tree", style: `--wide: ${wide}`, role: press ? "group" : "img", "aria-label": label });
  const line = lineOf(drawing);
  for (const thick of [false, true]) {
    for (let node = 1; node < 2 ** (plies + 1) - 1; node++) {
      const up = (node - 1) >> 1;
      if (line.has(node) === thick) whole.append(late(shape("line", { x1: x(up), y1: middle(up), x2: x(node), y2: tops[plyOf(node)], class: thick ? "edge chosen" : "edge" }), thick ? when(0) : 0));
    }
  }
  tops.forEach((top, ply) => {
    if (ply && isNarrow()) return;
    const [who, kind] = ply < plies ? (ply % 2 ? ["Min cuts", "min"] : ["Max cuts", "max"]) : ply < TURNS ? ["guesses", ""] : ["the end", ""];
    whole.append(shape("text", { x: 0, y: ply < plies ? top + sizeOf(ply)[1] / 2 + 5 : middle(2 ** ply - 1) + 5, class: `row ${kind}` }, who));
  });
  for (let node = 0; node < 2 ** (plies + 1) - 1; node++) {
    const [leaf, worth, y, ply] = [plyOf(node) === plies, value(node), middle(node), plyOf(node)];
    const badge = badgeAt(ply);
    const made = late(shape("g", { class: `node ${worth > 0 ? "win" : worth < 0 ? "loss" : "unknown"}`, "data-node": node }), when(node));
    if (leaf && press && ply < TURNS) pressable(made, node, worth, picked, wrong, press).append(shape("rect", { x: x(node) - SLOTS[plies] / 2, y: tops[ply] - 3, width: SLOTS[plies], height: y + badge / 2 - tops[ply] + 24, rx: 6, class: "pick" }));
    made.append(boardOf(game.pieces, node, x(node) - sizeOf(ply)[0] / 2, tops[ply], !leaf));
    if (ply < TURNS) {
      made.append(shape("rect", { x: x(node) - badge / 2, y: y - badge / 2, width: badge, height: badge, rx: 4, class: "badge" }),
        shape("text", { x: x(node), y: y + badge / 4, "text-anchor": "middle", class: "letter", style: `font-size: ${0.72 * badge}px` }, worth > 0 ? "W" : worth < 0 ? "L" : "?"));
    }
    if (own.includes(node)) made.append(shape("rect", { x: x(node) - 18, y: y - 18, width: 36, height: 36, rx: 10, class: "own" }));
    const at = leaf ? { x: x(node), y: y + badge / 2 + 17, "text-anchor": "middle" } : { x: x(node) + badge / 2 + (own.includes(node) ? 10 : 7), y: y + 5, "text-anchor": "start" };
    if (wrong.includes(node)) made.append(shape("text", { ...at, class: "wrong-mark" }, leaf && plies < 4 ? "✗ wrong" : "✗"));
    if (beside(node)) made.append(shape("text", { ...at, class: "under" }, beside(node)));
    if (ply === 1) {
      const side = node === 1 ? -1 : 1;
      const place = leaf ? { x: x(node), y: high - 4, "text-anchor": "middle" } : { x: x(node) + side * 23, y: tops[1] + 26, "text-anchor": side < 0 ? "end" : "start" };
      made.append(shape("text", { ...place, class: moves.includes(node - 1) ? "move chosen" : "move" }, HALVES[node - 1]));
    }
    whole.append(made);
  }
  return whole;
}

/** The nodes of the line that a search expects: a value that has come up to a chosen move. @param {Drawing} drawing @returns {Set<number>} */
function lineOf({ plies, value, moves, own = [] }) {
  /** @type {Set<number>} */
  const line = new Set();
  for (const move of moves) {
    for (let node = move + 1; node; node = plyOf(node) < plies && !own.includes(node) && value(node) ? [2 * node + 1, 2 * node + 2].find((child) => value(child) === value(node)) ?? 0 : 0) line.add(node);
  }
  return line;
}

/** Make a leaf a button. @param {SVGElement} made @param {number} node @param {number} value @param {number[]} picked @param {number[]} wrong
 * @param {(leaf: number) => void} press */
function pressable(made, node, value, picked, wrong, press) {
  const place = node + 2 - 2 ** plyOf(node);
  const attributes = { role: "button", tabindex: "0", "aria-pressed": String(picked.includes(node)), "data-leaf": `${place}`,
    "aria-label": `${value > 0 ? "W" : "L"}${wrong.includes(node) ? " ✗ wrong" : ""}: guess ${place} looks ${value > 0 ? "won" : "lost"}` };
  for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
  made.classList.add("leaf");
  made.classList.toggle("picked", picked.includes(node));
  made.addEventListener("click", () => press(node));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(node);
  });
  return made;
}

const [HIGH, LEFT, BOTTOM, LOW] = [330, 58, 284, 0.42];

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** @typedef {{ name: string, points: Point[], down?: boolean }} Line a curve; `down` puts its name below it */

/** Curves; without any, empty axes. `own` is the reader's curve; with `drawn`, the reader draws it, by pointer or by keys.
 * @param {number[]} depths @param {Line[]} lines @param {number[]} [own] @param {boolean} [drawn] @returns {SVGElement} */
export function linePicture(depths, lines, own = [], drawn = false) {
  const end = depths[depths.length - 1];
  const wide = isNarrow() ? 376 : 560;
  const x = (/** @type {number} */ depth) => LEFT + 24 + ((wide - LEFT - 110) * (depth - depths[0])) / (end - depths[0]);
  const y = (/** @type {number} */ share) => BOTTOM - ((BOTTOM - 34) * (share - LOW)) / (1 - LOW);
  const said = lines.map(({ name, points }) => `${name}: ${points.map((each) => `${percent(each.mean)} at depth ${each.depth}`).join(", ")}`);
  const label = said.length ? `Share of right decisions. ${said.join(". ")}.` : "Share of right decisions by depth: not drawn yet.";
  const whole = /** @type {SVGSVGElement} */ (shape("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: drawn ? "story-lines drawable" : "story-lines", role: drawn ? "group" : "img", "aria-label": label }));
  for (const share of [0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    whole.append(shape("line", { x1: LEFT, x2: wide - 60, y1: y(share), y2: y(share), class: share === 0.5 ? "coin" : "grid" }),
      shape("text", { x: LEFT - 8, y: y(share) + 5, "text-anchor": "end" }, `${Math.round(100 * share)}%`));
  }
  whole.append(shape("text", { x: LEFT + 6, y: y(0.5) + 17, class: "note" }, "a coin would do"));
  for (const depth of depths) whole.append(shape("text", { x: x(depth), y: BOTTOM + 20, "text-anchor": "middle" }, `${depth}`));
  whole.append(shape("text", { x: (wide - 60 + LEFT) / 2, y: HIGH - 6, "text-anchor": "middle" }, "moves looked ahead"),
    shape("text", { x: LEFT, y: 16 }, isNarrow() ? "right decisions" : "share of right decisions"));
  const mine = shape("polyline", { class: "own-curve" });
  const path = () => mine.setAttribute("points", own.map((share, i) => `${x(depths[i])},${y(share)}`).join(" "));
  path();
  if (own.length) whole.append(mine, ...(drawn ? [] : [shape("text", { x: x(depths[0]) - 4, y: y(own[0]) - 12, class: "own-name" }, "yours")]));
  lines.forEach(({ name, points, down }, i) => {
    const last = points[points.length - 2]; // before the search sees the end
    whole.append(shape("polyline", { points: points.map((each) => `${x(each.depth)},${y(each.mean)}`).join(" "), class: `curve dashes-${i}` }),
      ...points.map((each) => shape("circle", { cx: x(each.depth), cy: y(each.mean), r: 4, class: "spot-of-curve" })),
      shape("text", { x: x(last.depth) - (down ? 10 : 0), y: y(last.mean) + (down ? 24 : -10), "text-anchor": "end", class: "name" }, `${name} ${percent(last.mean)}`));
  });
  if (lines.length) whole.append(shape("text", { x: x(end) + 12, y: 16, "text-anchor": "end", class: "note" }, "sees the end ↓"));
  if (!drawn) return whole;
  const set = (/** @type {number} */ place, /** @type {number} */ share) => {
    own[place] = Math.min(1, Math.max(LOW + 0.03, Math.round(100 * share) / 100));
    handles[place].setAttribute("cy", `${y(own[place])}`);
    handles[place].setAttribute("aria-valuenow", `${Math.round(100 * own[place])}`);
    path();
  };
  const handles = depths.map((depth, i) => {
    const made = shape("circle", { cx: x(depth), cy: y(own[i]), r: 9, class: "handle", role: "slider", tabindex: 0, "aria-label": `your guess for ${depth} moves ahead, in percent`,
      "aria-valuemin": 45, "aria-valuemax": 100, "aria-valuenow": Math.round(100 * own[i]) });
    made.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 0.05, ArrowRight: 0.05, ArrowDown: -0.05, ArrowLeft: -0.05 }[event.key];
      if (!step) return;
      event.preventDefault();
      set(i, own[i] + step);
    });
    return made;
  });
  whole.append(...handles);
  let before = -1; // where the pointer was
  whole.addEventListener("pointerup", () => (before = -1));
  for (const kind of /** @type {const} */ (["pointerdown", "pointermove"])) {
    whole.addEventListener(kind, (event) => {
      if (!event.buttons) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(whole.getScreenCTM()?.inverse());
      const place = depths.reduce((best, depth, i) => (Math.abs(x(depth) - at.x) < Math.abs(x(depths[best]) - at.x) ? i : best), 0);
      const share = LOW + ((BOTTOM - at.y) / (BOTTOM - 34)) * (1 - LOW);
      const [from, start] = before < 0 ? [place, share] : [before, own[before]];
      for (let i = from; i !== place; i += Math.sign(place - from)) set(i, start + ((share - start) * (i - from)) / (place - from));
      set(place, share);
      before = place;
    });
  }
  return whole;
}

const SHOW = "show"; // the answer of a reader who only wants to see

/** `read` says which choice an answer is, if it is not the choice itself; `more` makes another way to answer; `cover` is a button over the answer.
 * @typedef {{ words: string, choices: [string, string][], truth: string, answer: string | undefined, truths: (Node | string)[], small?: (Node | string)[],
 *   answered: (answer: string) => void, reveal: (answer: string) => void, read?: (answer: string) => string, more?: (choose: (answer: string) => void) => HTMLElement, cover?: HTMLButtonElement }} Question */

/** Ask; after the choice, mark the true answer, explain it, show the small print and call `reveal`. @param {Question} given
 * @returns {HTMLElement[]} */
export function question({ words, choices, truth, answer, truths, small = [], answered, reveal, read = (name) => name, more, cover }) {
  const said = element("div", { class: "truth", "aria-live": "polite" });
  const print = element("p", { class: "small-print", hidden: "" }, ...small);
  const buttons = choices.map(([name, text], i) => {
    const made = button(text, () => choose(name), `Answer ${i + 1} (key ${i + 1})`);
    made.dataset.answer = name;
    return made;
  });
  const show = cover ?? button("Show me", () => undefined, "See the answer without a guess");
  show.classList.add("quiet");
  show.addEventListener("click", () => choose(SHOW));
  const other = more?.(choose);

  /** @param {string} name */
  function choose(name) {
    answered(name);
    tell(name);
  }

  /** @param {string} given */
  function tell(given) {
    const name = choices.some(([each]) => each === read(given)) ? read(given) : SHOW;
    for (const each of buttons) {
      const right = each.dataset.answer === truth;
      const own = each.dataset.answer === name;
      each.setAttribute("aria-pressed", String(own));
      each.classList.toggle("right", right);
      each.classList.toggle("wrong", own && !right);
    }
    show.hidden = true;
    if (other) other.hidden = true;
    whole.classList.add("answered");
    const verdict = name === SHOW ? "" : name === truth ? "Your guess was right. " : "Not this time. ";
    said.replaceChildren(element("p", {}, verdict, ...truths));
    print.hidden = !small.length;
    reveal(given);
  }

  const whole = element("section", { class: "question" }, element("h2", {}, words), element("div", { class: "answers" }, ...(other ? [other] : []), ...buttons, ...(cover ? [] : [show])), said);
  if (answer !== undefined) tell(answer);
  return [whole, print];
}
