// The six steps of the story.

import { button, element, shape } from "../../common/controls.js";
import { linkTo } from "../../common/state.js";
import { linePicture, percent, question, treePicture } from "./pictures.js";

/** @typedef {import("./pictures.js").Story} Story */

/** The link of the small game in the view Tree. @param {Story} story @param {Record<string, string | number>} more */
const treeLink = ({ game }, more) => linkTo("tree", { ...game.setting, ...more });

/** What the signs in a tree mean. */
export function signs() {
  return element("p", { class: "signs-line" }, "▲ Max moves, ▼ Min moves. ■ The search stops and guesses. ", element("b", { class: "win-word" }, "W"),
    " won for Max, ", element("b", { class: "loss-word" }, "L"), " lost.");
}

/** A tree with a title and a verdict. @param {string} title @param {Node} picture @param {string} verdict
 * @param {boolean} good */
export function panel(title, picture, verdict, good) {
  return element("figure", { class: "story-panel" }, element("h2", { class: "part" }, title), picture,
    element("figcaption", { class: good ? "good" : "bad" }, verdict));
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function watch({ story, answer, answered }) {
  const { game } = story;
  const guess = (/** @type {number} */ node) => game.static[node];
  const worth = (/** @type {number} */ node) => (node < 7 ? (story.what_if[0].worth[node] === "+" ? 1 : -1) : game.static[node]);
  const shallow = panel("One move ahead",
    treePicture(game, { plies: 1, value: (node) => (node ? guess(node) : 1), moves: game.shallow.moves, label: "One move ahead: move 1 looks lost, move 2 looks won. Max picks move 2." }),
    "✓ picks move 2, which wins", true);
  const deep = element("div", { class: "cover" }, element("span", { "aria-hidden": "true" }, "?"), element("span", { class: "spoken" }, "Three moves ahead: covered"));
  const place = element("div", { class: "deep" }, deep);

  function reveal() {
    place.replaceChildren(panel("Three moves ahead",
      treePicture(game, { plies: 3, value: worth, moves: game.deep.moves, label: "Three moves ahead: eight guesses. Move 1 now looks won and move 2 looks lost. Max picks move 1." }),
      "✗ picks move 1, which loses", false));
  }

  const asked = question({
    words: "Max must choose: move 2 wins, move 1 loses. Each guess is right four times in five. What will Max choose if he looks three moves ahead?",
    choices: [["wins", "Still the winning move"], ["tie", "He cannot decide"], ["loses", "The losing move"]],
    truth: "loses", answer, answered, reveal,
    truths: ["Eight guesses instead of two, and Max picks the losing move. ", element("b", {}, "Looking further ahead made the decision worse"), ". This is called lookahead pathology."],
  });
  return {
    headline: "Looking further ahead should help. Watch.",
    picture: element("div", { class: "two-trees" }, shallow, place),
    side: [...asked, signs()],
    links: [["Step through this search in Tree", treeLink(story, { depth: 3, rule: "minimax", step: 1 })]],
    class: ["1 minute. Let the class vote before you press an answer. Then ask: is it bad luck, or does it happen often? ",
      "A deeper game for the blackboard: number 356, 8 turns, is right, wrong, tied and wrong at depths 1, 3, 5 and 7. ",
      element("a", { href: "#/tree?source=board-splitting&height=8&error=0.2&seed=356&depth=3&rule=minimax" }, "Open it")],
  };
}

const FIRST = 7; // the first of the eight leaves
const WANTED = 2; // wrong guesses

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function repair({ story, answer, answered }) {
  const { game } = story;
  const leaves = game.static.map((_, node) => node).slice(FIRST);
  const wrong = leaves.filter((node) => game.static[node] !== game.truth[node]);
  /** @type {number[]} */
  let picked = (answer ?? "").split("-").map((place) => Number(place) + FIRST - 1).filter((node) => leaves.includes(node));
  let revealed = answer !== undefined;
  /** @type {Set<number>} */
  const turned = new Set();
  const frame = element("div", { class: "one-tree" });
  const said = element("div", { class: "truth", "aria-live": "polite" });
  const words = element("h2", {});
  const show = button("Show me", () => done(), "See the wrong guesses");
  const both = button("Repair both", () => set(wrong));
  const undo = button("Start again", () => set([]));

  /** @param {number} node */
  function press(node) {
    if (revealed) {
      if (!turned.delete(node)) turned.add(node);
      return draw(node);
    }
    picked = picked.includes(node) ? picked.filter((each) => each !== node) : [...picked, node];
    if (picked.length === WANTED) return done(node);
    draw(node);
  }

  /** @param {number} [focus] */
  function done(focus) {
    revealed = true;
    answered(picked.map((node) => node - FIRST + 1).sort((a, b) => a - b).join("-") || "show");
    draw(focus);
  }

  /** @param {number[]} nodes */
  function set(nodes) {
    turned.clear();
    for (const node of nodes) turned.add(node);
    draw();
  }

  /** @param {number} [focus] the leaf that keeps the focus */
  function draw(focus) {
    const bits = leaves.reduce((sum, node, k) => sum + (turned.has(node) ? 2 ** k : 0), 0);
    const { worth, moves } = story.what_if[bits];
    const value = (/** @type {number} */ node) => (node < FIRST ? (worth[node] === "+" ? 1 : -1) : turned.has(node) ? -game.static[node] : game.static[node]);
    const still = leaves.filter((node) => value(node) !== game.truth[node]);
    frame.replaceChildren(treePicture(game, { plies: 3, value, moves, wrong: revealed ? still : [], picked: revealed ? [...turned] : picked, press,
      label: "Three moves ahead, with eight guesses to press" }));
    if (focus !== undefined) /** @type {SVGElement | null} */ (frame.querySelector(`[data-leaf="${focus - FIRST + 1}"]`))?.focus();
    show.hidden = revealed;
    for (const each of [both, undo]) each.hidden = !revealed;
    words.textContent = revealed ? "Press a guess to turn it around." : "Six of these eight guesses are right. Press the two that you think are wrong.";
    if (revealed) said.replaceChildren(...verdict(still, moves));
  }

  /** @param {number[]} still guesses that are wrong now @param {number[]} moves */
  function verdict(still, moves) {
    const hits = picked.filter((node) => wrong.includes(node)).length;
    const own = picked.length ? [`You found ${["none", "one", "both"][hits]}: the 4th and the 7th are wrong. `] : ["The 4th and the 7th guess are wrong. "];
    const choice = moves.length > 1 ? "Max sees no difference and tosses a coin." : moves[0] === game.right[0] ? "Max picks move 2, which wins." : "Max picks move 1, which loses.";
    const now = still.length === 0 ? "No guess is wrong now" : `${still.length} of 8 guesses ${still.length === 1 ? "is" : "are"} wrong`;
    return [element("p", {}, ...own, "One makes the losing move look won, the other makes the winning move look lost."),
      element("p", { class: "now" }, element("b", {}, `${now}. ${choice}`))];
  }

  draw();
  return {
    headline: "Two wrong guesses out of eight were enough.",
    picture: frame,
    side: [element("section", { class: "question" }, words, element("div", { class: "answers" }, show, both, undo), said), signs()],
    links: [["Change leaves of this tree in Tree", treeLink(story, { depth: 3, rule: "minimax" })]],
    class: ["2 minutes. Repair one guess: a coin toss. Repair both: the right move. ",
      "Then turn other guesses around: which of the six right ones matter?"],
  };
}

const SIDE = 230;
const LEFT = 262;
const TOP = 64;

/** The two guesses as a square: its areas are the chances. @param {boolean} shown @param {number} error */
function square(shown, error) {
  const label = shown
    ? "Both look lost: 64 in 100. The first alone looks won: 16. The second alone looks won: 16. Both look won: 4. Max sees a win in 36 of 100."
    : "A Max node above two moves that both lose. Each looks lost with chance .8 and won with chance .2.";
  const whole = shape("svg", { viewBox: "0 0 520 320", class: "story-square", role: "img", "aria-label": label });
  const cut = SIDE * (1 - error);
  for (const [x, text] of /** @type {[number, string][]} */ ([[48, "really lost"], [168, "really lost"]])) {
    whole.append(shape("line", { x1: 108, y1: 96, x2: x, y2: 196, class: "edge" }));
    const node = shape("g", { class: "node unknown" });
    node.append(shape("rect", { x: x - 22, y: 174, width: 44, height: 44, rx: 4 }), shape("text", { x, y: 203, "text-anchor": "middle" }, "?"));
    whole.append(node, shape("text", { x, y: 242, "text-anchor": "middle", class: "under" }, text));
  }
  const max = shape("g", { class: shown ? "node win" : "node unknown" });
  max.append(shape("path", { d: "M108 66L136 112H80Z" }), shape("text", { x: 108, y: 105, "text-anchor": "middle" }, shown ? "W" : "?"));
  whole.append(max, shape("text", { x: 108, y: 54, "text-anchor": "middle", class: "under" }, "Max picks the best"));
  const areas = /** @type {[number, number, number, number, string, boolean][]} */ ([
    [LEFT, TOP, cut, cut, "both look lost", false], [LEFT + cut, TOP, SIDE - cut, cut, "", true],
    [LEFT, TOP + cut, cut, SIDE - cut, "", true], [LEFT + cut, TOP + cut, SIDE - cut, SIDE - cut, "", true],
  ]);
  const shares = ["64%", "16%", "16%", "4%"];
  areas.forEach(([x, y, width, height, text, wins], i) => {
    whole.append(shape("rect", { x, y, width, height, class: `area ${shown && wins ? "win" : ""}` }));
    const middle = { x: x + width / 2, y: y + height / 2 + 6, "text-anchor": "middle" };
    if (shown) whole.append(shape("text", { ...middle, class: wins ? "share win" : "share" }, shares[i]));
    if (text) whole.append(shape("text", { x: middle.x, y: middle.y + (shown ? 22 : 0), "text-anchor": "middle", class: "under" }, text));
  });
  whole.append(shape("text", { x: LEFT + cut / 2, y: TOP - 10, "text-anchor": "middle", class: "under" }, "1st looks lost .8"),
    shape("text", { x: LEFT + SIDE + 4, y: TOP - 10, "text-anchor": "end", class: "under" }, "won .2"),
    shape("text", { x: LEFT - 8, y: TOP + cut / 2, "text-anchor": "middle", class: "under", transform: `rotate(-90 ${LEFT - 8} ${TOP + cut / 2})` }, "2nd looks lost .8"));
  return whole;
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function pick({ story, answer, answered }) {
  const error = Number(story.game.setting.error);
  const frame = element("div", { class: "one-tree" }, square(false, error));
  const small =
    "With one winning move, Max overlooks it in 16% of cases; with two, in 4%. Min picks the worst news and errs in the same way. " +
    "So each level of the tree passes up the errors that suit its player.";
  const asked = question({
    words: "Both moves really lose. Each guess is wrong in 20% of cases. How often does Max see a win?",
    choices: [["4", "4%"], ["20", "20%"], ["36", "36%"]],
    truth: "36", answer, answered,
    truths: [element("b", {}, "36%: 1 − .8 × .8. "), "One wrong guess is enough, because Max picks it. He is wrong more often than either guess."],
    small,
    reveal: () => frame.replaceChildren(square(true, error)),
  });
  return {
    headline: "Max picks the best news, Min the worst. So errors get picked too.",
    picture: frame,
    side: asked,
    links: [["See .36 at a node of the same game in Tree", treeLink(story, { depth: 3, rule: "emm", node: 6 })]],
    class: ["2 minutes. Let two students toss a die each, 1 meaning “wrong” (one in six). How often does at least one err? ",
      "Then with three moves: 1 − .8³ = 49%."],
  };
}

/** The link of the thousand games in the view Depth curve. @param {Story} story @param {Record<string, string | number>} more */
const curveLink = ({ curves }, more) => linkTo("depth-curve", { ...curves.setting, ...more });

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function thousand({ story, answer, answered }) {
  const { accuracy } = story.curves.rules.minimax;
  const { draws, shallow, stays, ties, spoils } = story.typical;
  const [first, last] = [accuracy[0], accuracy[accuracy.length - 2]];
  const frame = element("div", { class: "one-tree" }, linePicture(story, []));
  const small = `We picked game 152 for its clean picture; these ${story.curves.n.toLocaleString("en")} games we did not pick. ` +
    `Of the first ${draws.toLocaleString("en")} games like 152, one move ahead is surely right in ${shallow.toLocaleString("en")}. ` +
    `Three moves ahead then stays right in ${percent(stays / shallow)}, ties in ${percent(ties / shallow)} and is wrong in ${percent(spoils / shallow)}: ties cause most of the loss.`;
  const asked = question({
    words: `${story.curves.n.toLocaleString("en")} random games of 11 moves. How does the share of right decisions change as minimax looks further ahead?`,
    choices: [["up", "It goes up"], ["flat", "It stays"], ["down", "It goes down"]],
    truth: "down", answer, answered,
    truths: [element("b", {}, `It goes down: from ${percent(first.mean)} to ${percent(last.mean)}. `),
      "A coin would do nearly as well. Only a search that sees the end of the game is right: there it needs no guesses."],
    small,
    reveal: () => frame.replaceChildren(linePicture(story, ["minimax"])),
  });
  return {
    headline: "It happens over a thousand games.",
    picture: frame,
    side: asked,
    links: [["Compute this curve live in Depth curve", curveLink(story, { rules: "minimax" })]],
    class: ["2 minutes. ", element("a", { href: curveLink(story, { rules: "minimax", error: 0.05 }) }, "With guesses wrong in 5% of cases"),
      " it still goes down. ", element("a", { href: curveLink(story, { rules: "minimax", mixing: 0 }) }, "With mixing 0"),
      ", where neighbouring squares are alike, the loss is gone; that is not the same as “depth helps”."],
  };
}

/** @param {number} error */
const short = (error) => error.toFixed(2).replace(/^0/, "");

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function cure({ story, answer, answered }) {
  const { game, curves } = story;
  const { searched, worth, own, moves } = game.emm;
  const { emm: cured, vote } = curves.rules;
  const at = (/** @type {typeof cured} */ rule) => `${(100 * rule.accuracy[rule.accuracy.length - 2].mean).toFixed(1)}%`;
  const frame = element("div", { class: "two-trees" });

  /** @param {boolean} revealed */
  function draw(revealed) {
    const value = (/** @type {number} */ node) => (revealed ? worth[node]?.[0] ?? game.static[node] : node < 7 ? 0 : game.static[node]);
    const under = (/** @type {number} */ node) => (revealed && searched[node] ? `${short(searched[node][1])}${own.includes(node) ? " → .2" : ""}` : "");
    const label = revealed
      ? "EMM: at move 1, move 2 and one node below, the search is less sure than the node's own guess, so the guess stays. EMM picks move 2."
      : "The same eight guesses. What EMM makes of them is hidden.";
    const tree = panel(`EMM, three moves ahead${revealed ? ": chance of being wrong at each node" : ""}`,
      treePicture(game, { plies: 3, value, moves: revealed ? moves : [], own: revealed ? own : [], under, label }),
      revealed ? "✓ picks move 2, which wins" : "", true);
    const chart = element("figure", { class: "story-panel" }, element("h2", { class: "part" }, `${curves.n.toLocaleString("en")} games`), linePicture(story, revealed ? ["minimax", "emm", "vote"] : ["minimax"]));
    frame.replaceChildren(tree, chart);
    frame.classList.toggle("revealed", revealed);
  }

  const small =
    `At a ringed node the search has the larger error (${own.map((node) => short(searched[node][1])).join(", ")} against .2). ` +
    `At depth 9, EMM is right in ${at(cured)} of the games, and vote, a sum over all depths, in ${at(vote)}. Both also read the guesses at inner nodes; minimax does not.`;
  const asked = question({
    words: "EMM passes up each value with its chance of being wrong. Where a node's own guess is surer, the guess stays. Which move does EMM choose?",
    choices: [["1", "Move 1"], ["2", "Move 2"], ["tie", "It cannot decide"]],
    truth: "2", answer, answered,
    truths: [element("b", {}, "Move 2, the winning move. "), "At three nodes EMM does not believe the search."],
    small,
    reveal: () => draw(true),
  });
  if (answer === undefined) draw(false);
  return {
    headline: "The cure: believe the search only where it is surer.",
    picture: frame,
    side: asked,
    links: [["Minimax beside EMM in Tree", treeLink(story, { depth: 3, rule: "minimax", two: 1, rule2: "emm" })],
      ["All three curves in Depth curve", curveLink(story, {})]],
    class: ["1 minute. Ask which nodes EMM should not believe, before you show the rings. The node with .36 is the one of step 3."],
  };
}

const DOORS = [
  ["#/tree?source=8-puzzle&seed=16462&depth=5&rule=minimin", "Tree", "this puzzle, searched step by step"],
  ["#/depth-curve", "Depth curve", "move the sliders until depth hurts"],
  ["#/map", "Map", "where depth hurts, and where it helps"],
  ["#/play?game=board-splitting&height=8&min=minimax&depthmin=5", "Play", "beat a machine that looked too far"],
  ["#/papers", "Papers", "what the papers say, and what we measured"],
  ["#/doctor", "Doctor", "check your own game"],
];

/** A board of nine squares. @param {number[]} tiles @param {string} title @param {string} words @param {string} [kind] */
function board(tiles, title, words, kind = "") {
  const grid = element("div", { class: "tiles", role: "img", "aria-label": `${title}: ${[0, 3, 6].map((at) => tiles.slice(at, at + 3).map((tile) => tile || "gap").join(" ")).join(", ")}` });
  grid.append(...tiles.map((tile) => element("span", { class: tile ? "" : "gap" }, tile ? String(tile) : "")));
  return element("figure", { class: `board-figure ${kind}` }, element("h2", { class: "part" }, title), grid, element("figcaption", {}, words));
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function puzzle({ story, answer, answered }) {
  const { start, bait, home, better, worse, equal, lines, positions } = story.puzzle;
  const frame = element("div", { class: "boards" });
  const last = bait.boards[bait.boards.length - 1];

  /** @param {boolean} revealed */
  function draw(revealed) {
    const arrow = (/** @type {string} */ text) => element("span", { class: "arrow", "aria-hidden": "true" }, text);
    const middle = revealed
      ? board(last.tiles, "The bait", `${bait.moves.join(", ")}: looks ${last.guess} moves from home, is ${last.truth}`, "bait")
      : element("figure", { class: "board-figure" }, element("h2", { class: "part" }, "Five moves later"), element("div", { class: "tiles cover" }, "?"), element("figcaption", {}, "covered"));
    frame.replaceChildren(board(start.tiles, "Start", revealed ? `${start.truth} moves from home` : "up or right?"), arrow("→"), middle, arrow("→"), board(home, "Home", "all tiles in order"));
  }

  const small =
    `Over all ${positions.toLocaleString("en")} positions, five moves ahead is better than one in ${percent(better)}, worse in ${percent(worse)} and equally good in ${percent(equal)}.`;
  const asked = question({
    words: "Slide the gap until the tiles are in order. A guess counts how far each tile is from its place. One move ahead says: the gap goes up. Five moves ahead says: right. Which one is right?",
    choices: [["up", "Up: one move ahead"], ["right", "Right: five moves ahead"]],
    truth: "up", answer, answered,
    truths: [element("b", {}, `Up: ${start.moves.up.truth + 1} moves in all. Right: ${start.moves.right.truth + 1}. `),
      `Among ${lines} lines of five moves, the search found one that looks good and is not.`],
    small,
    reveal: () => draw(true),
  });
  if (answer === undefined) draw(false);
  const doors = element("nav", { class: "doors", "aria-label": "The tools" }, ...DOORS.map(([href, name, words]) =>
    element("a", { href }, element("b", {}, name), element("span", {}, words))));
  return {
    headline: "Real puzzles: depth usually helps, yet it spoils one position in five.",
    picture: frame,
    below: doors,
    side: asked,
    links: [["Solve this puzzle yourself", "#/play?game=8-puzzle&seed=16462"]],
    class: ["2 minutes. ", element("a", { href: "#/map?slice=b&at=4" }, "The map"), " at b = 4: with g = 8, depth hurts where neighbours are unlike (s = 0) and helps where they are alike (s = .8). ",
      "Then let the class ", element("a", { href: "#/play?game=board-splitting&height=8&min=minimax&depthmin=5" }, "play"), "."],
  };
}
