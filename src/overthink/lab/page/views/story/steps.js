// The six steps of the story: one game, on one board.

import { HALVES, plyOf } from "../../common/boards.js";
import { button, element, shape, short, slider } from "../../common/controls.js";
import { linkTo } from "../../common/state.js";
import { TURNS, bestMoves, boardPicture, climb, cutPicture, guessOf, linePicture, isNarrow, late, minimax, nodesOf, percent, question, treePicture, truthOf } from "./pictures.js";

/** @typedef {import("./pictures.js").Story} Story */

const [SHALLOW, DEEP, ERROR] = [1, 3, 0.2]; // moves ahead, and the share of wrong guesses

/** The link of the small game in the view Tree. @param {Story} story @param {Record<string, string | number>} more */
const treeLink = ({ game }, more) => linkTo("tree", { ...game.setting, ...more });
/** The link of some curves in the view Depth curve. @param {import("./pictures.js").Curves} curves @param {Record<string, string | number>} [more] */
const curveLink = ({ setting }, more) => linkTo("depth-curve", { ...setting, ...more });
/** Words that light the nodes they speak of. @param {string} words @param {...number} nodes */
const light = (words, ...nodes) => element("button", { type: "button", class: "lights", "data-lights": nodes.join(" ") }, words);

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];

/** @param {number} depth */
const ahead = (depth) => `${NUMBERS[depth]} ${depth === 1 ? "move" : "moves"} ahead`;
/** @param {string} words */
const begin = (words) => words[0].toUpperCase() + words.slice(1);
/** a, b and c. @template T @param {T[]} parts @returns {(T | string)[]} */
const listed = (parts) => parts.flatMap((part, i) => (i ? [i + 1 < parts.length ? ", " : " and ", part] : [part]));
/** 1st, 2nd, 23rd. @param {number} place */
const nth = (place) => place + (["th", "st", "nd", "rd"][Math.floor(place / 10) === 1 ? 0 : place % 10] ?? "th");
/** What comes of the moves that a search finds best. @param {number[]} moves @param {number[]} truth */
const outcome = (moves, truth) => (moves.length > 1 ? "tie" : truth[moves[0] + 1] > 0 ? "wins" : "loses");
/** What Max does, and what comes of it. @param {number[]} moves @param {number[]} truth */
const decision = (moves, truth) => moves.length > 1 ? "sees no difference and tosses a coin" : `keeps the ${HALVES[moves[0]]}, which ${outcome(moves, truth)}`;

/** A picture with a title, and below it what Max does, unless it is hidden. @param {string} title @param {Node} picture @param {number[]} moves @param {number[]} truth @param {number} [beats] after which this is said */
function panel(title, picture, moves, truth, beats = 0) {
  const good = outcome(moves, truth) === "wins";
  return element("figure", { class: "story-panel" }, element("h2", { class: "part" }, title), picture,
    late(element("figcaption", { class: good ? "" : "bad" }, moves.length ? `${good ? "✓" : "✗"} ${decision(moves, truth)}` : ""), beats));
}

/** How a half looks. @param {number[]} worth @param {number} half */
const looks = (worth, half) => ` looks ${worth[half] > 0 ? "won" : "lost"}`;

/** A search of the small game: its values, its moves and its picture. @param {Story} story @param {number} depth */
function searchOf({ game }, depth) {
  const truth = truthOf(game);
  const worth = minimax(depth, guessOf(game, truth, ERROR));
  const moves = bestMoves(worth);
  const label = `${begin(ahead(depth))}: ${[1, 2].map((half) => `the ${HALVES[half - 1]}${looks(worth, half)}`).join(", ")}. Max ${decision(moves, truth)}.`;
  /** @param {boolean} slow */
  const draw = (slow) => panel(begin(ahead(depth)), treePicture(game, { plies: depth, value: (node) => worth[node], moves, label, at: slow ? climb(depth) : undefined,
    beside: (node) => (depth === SHALLOW && node ? looks(worth, node) : "") }), moves, truth, slow ? climb(depth)(0) : 0);
  return { worth, moves, truth, draw };
}

/** Who cuts first and second, and what each may keep. @type {[string, string, string][]} */
const CUTS = [["You are Max. Which half do you keep?", "The left half", "The right half"], ["Now you are Min. Which half do you keep?", "The upper half", "The lower half"]];

/** First the reader cuts the board twice by hand; then the computer looks ahead.
 * @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function watch(given) {
  const { game } = given.story;
  const [lead, picture, side] = [element("div", { class: "lead" }), element("div", { class: "trees" }), element("div", { class: "side" })];

  /** Ask, and keep the focus on the answers if it was there. @param {HTMLElement[]} parts */
  function ask(...parts) {
    const held = side.contains(document.activeElement);
    side.replaceChildren(...parts);
    if (held) /** @type {HTMLElement | null} */ (side.querySelector(".answers button"))?.focus();
  }

  /** @param {number} node what is left of the board */
  function cut(node) {
    const [words, ...halves] = CUTS[plyOf(node)];
    const keep = (/** @type {number} */ half) => (plyOf(node) ? look() : cut(2 * node + 1 + half));
    const buttons = halves.map((text, half) => button(text, () => keep(half), `Answer ${half + 1} (key ${half + 1})`));
    buttons.forEach((each, half) => (each.dataset.answer = `cut-${half}`));
    lead.replaceChildren(element("p", {}, "Two players in turn cut this board into halves and keep one: Max left or right, Min upper or lower. " +
      "After six cuts one piece is left. If it is filled, Max wins, and if it is hollow, Min."));
    picture.replaceChildren(cutPicture(game.pieces, node, keep));
    ask(element("section", { class: "question" }, element("h2", {}, words), element("div", { class: "answers" }, ...buttons)));
  }

  /** The computer looks one move ahead, and the reader says what it does three moves ahead. */
  function look() {
    const cover = button("?", () => undefined, `See what it does ${ahead(DEEP)}`);
    cover.className = "cover";
    const deep = searchOf(given.story, DEEP);
    const place = element("div", {}, cover);
    lead.replaceChildren(element("p", {}, "A computer plays Max on this board. It stops before the end and ", element("b", {}, "guesses"),
      " who will win, right four times in five. Then it works back: Max takes the best for him, Min the worst for Max."));
    const slow = given.answer === undefined;
    picture.replaceChildren(searchOf(given.story, SHALLOW).draw(slow), place);
    ask(...question({
      words: `Which half does it keep if it looks ${ahead(DEEP)}?`,
      choices: [["wins", "The right half"], ["tie", "It cannot decide"], ["loses", "The left half"]],
      truth: outcome(deep.moves, deep.truth), answer: given.answer, answered: given.answered, cover,
      reveal: () => {
        place.replaceChildren(deep.draw(slow));
        picture.classList.add("revealed");
      },
      truths: [`${begin(NUMBERS[2 ** DEEP])} guesses instead of ${NUMBERS[2 ** SHALLOW]}: now `, ...listed([1, 2].map((half) => element("span", {}, "the ", light(HALVES[half - 1], half), looks(deep.worth, half)))), ". ",
        element("b", {}, "Looking further ahead made the decision worse"), ". This is called lookahead pathology."],
    }));
  }

  if (given.answer === undefined) cut(0);
  else look();
  return {
    headline: "Looking further ahead should help. Does it?", lead, picture, side: [side],
    links: [["Step through this search in Tree", treeLink(given.story, { depth: DEEP, rule: "minimax", step: 1 })]],
    class: ["1 minute. Let the class cut, and vote before you press an answer. Then ask: is it bad luck, or does it happen often?"],
  };
}

const FEW = 4; // wrong guesses that are named one by one

/** What the small game's searches decide, by depth: 1 and 2 moves ahead are right, 3 is wrong. @param {Story} story */
function byDepth(story) {
  const found = Array.from({ length: TURNS }, (_, i) => searchOf(story, i + 1)).map(({ moves, truth }) => outcome(moves, truth));
  const words = [["wins", "right"], ["loses", "wrong"], ["tie", "a coin toss"]].map(([kind, word]) => {
    const depths = found.flatMap((each, i) => (each === kind ? [`${i + 1}`] : []));
    return depths.length ? `${listed(depths).join("")} ${depths.length > 1 ? "are" : "is"} ${word}` : "";
  });
  return words.filter(Boolean).join("; ");
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function repair({ story, answer, answered }) {
  const { game } = story;
  const truth = truthOf(game);
  let [depth, error] = [DEEP, ERROR];
  const first = 2 ** DEEP - 1;
  const guessed = guessOf(game, truth, ERROR);
  const wrong = nodesOf(DEEP).filter((node) => guessed(node) !== truth[node]);
  let picked = (answer ?? "").split("-").map((place) => Number(place) + first - 1).filter((node) => nodesOf(DEEP).includes(node));
  let revealed = answer !== undefined;
  /** @type {Set<number>} */
  const turned = new Set();
  /** @type {number[]} */
  let before = []; // the values as they were drawn last
  const frame = element("div", { class: "one-tree" });
  const said = element("div", { class: "truth", "aria-live": "polite" });
  const words = element("h2", {});
  const asked = element("section", { class: "question" });
  const show = button("Show me", () => done(), "See the wrong guesses");
  const all = button("Repair them", () => set(nodesOf(depth).filter((node) => guessOf(game, truth, error)(node) !== truth[node])), "Turn every wrong guess around");
  const undo = button("As it was", () => set([]));
  const moved = (/** @type {() => void} */ change) => {
    change();
    set([]);
  };
  const sliders = element("div", { class: "stays" },
    slider("Moves looked ahead", { min: 1, max: TURNS, step: 1, value: DEEP }, (value) => moved(() => (depth = value))).element,
    slider("Wrong guesses", { min: 0, max: 0.5, step: 0.05, value: ERROR, format: (value) => `${Math.round(100 * value)}%` }, (value) => moved(() => (error = value))).element);

  /** @param {number} node */
  function press(node) {
    if (revealed) {
      if (!turned.delete(node)) turned.add(node);
      return draw(node);
    }
    picked = picked.includes(node) ? picked.filter((each) => each !== node) : [...picked, node];
    if (picked.length === wrong.length) return done(node);
    draw(node);
  }

  /** @param {number} [focus] */
  function done(focus) {
    revealed = true;
    answered(picked.map((node) => node - first + 1).sort((a, b) => a - b).join("-") || "show");
    draw(focus);
  }

  /** @param {number[]} nodes to turn around */
  function set(nodes) {
    turned.clear();
    for (const node of nodes) turned.add(node);
    draw();
  }

  /** @param {number} [focus] the leaf that keeps the focus */
  function draw(focus) {
    const guess = guessOf(game, truth, error);
    const worth = minimax(depth, (node) => (turned.has(node) ? -guess(node) : guess(node)));
    const moves = bestMoves(worth);
    const mistaken = worth.map((_, node) => node).filter((node) => worth[node] !== truth[node]);
    frame.replaceChildren(treePicture(game, { plies: depth, value: (node) => worth[node], moves, wrong: revealed ? mistaken : [], picked: revealed ? [...turned] : picked, press,
      at: (node) => (before.length === worth.length && before[node] !== worth[node] ? depth - plyOf(node) : 0), label: `${depth} moves ahead, with guesses to press` }));
    before = worth;
    if (focus !== undefined) /** @type {SVGElement | null} */ (frame.querySelector(`[data-leaf="${focus - 2 ** depth + 2}"]`))?.focus();
    show.hidden = revealed;
    asked.classList.toggle("answered", revealed);
    for (const each of [all, undo, sliders]) each.hidden = !revealed;
    words.textContent = revealed ? "Press a guess to turn it around, or move a slider, and watch the errors travel up." : `${begin(NUMBERS[2 ** DEEP - wrong.length])} of these ${NUMBERS[2 ** DEEP]} guesses are right. Press the ${NUMBERS[wrong.length]} that you think are wrong.`;
    if (revealed) said.replaceChildren(...verdict(mistaken, worth, moves));
  }

  /** What is drawn, in words. @param {number[]} mistaken nodes @param {number[]} worth @param {number[]} moves */
  function verdict(mistaken, worth, moves) {
    const [leaves, total] = [mistaken.filter((node) => plyOf(node) === depth), 2 ** depth];
    const name = (/** @type {number} */ leaf) => element("span", {}, "the ", light(nth(leaf + 2 - total), leaf));
    const guesses = depth === TURNS ? ["Every line ends: no guess is needed"] : !leaves.length ? [`All ${total} guesses are right`]
      : leaves.length > FEW ? [`${leaves.length} of ${total} guesses are wrong`] : [`Of ${total} guesses, `, ...listed(leaves.map(name)), leaves.length > 1 ? " are wrong" : " is wrong"];
    const halves = (depth > 1 ? [1, 2] : []).filter((half) => mistaken.includes(half)).flatMap((half) => {
      const below = leaves.filter((leaf) => leaf + 1 >> depth - 1 === half + 1);
      const seen = worth[half] > 0 ? "won" : "lost";
      return below.length === 1 ? [". ", begin(`the ${nth(below[0] + 2 - total)} makes the `), light(HALVES[half - 1], half), ` look ${seen}`]
        : [". The ", light(HALVES[half - 1], half), ` looks ${seen}, and is not`];
    });
    const hits = picked.filter((node) => wrong.includes(node)).length;
    const first = picked.length && depth === DEEP && error === ERROR && !turned.size; // the board that was asked about
    return [element("p", {}, first ? `You found ${hits === wrong.length ? "all" : NUMBERS[hits]} of the wrong guesses. ` : "", ...guesses, ...halves, "."),
      element("p", { class: "now" }, element("b", {}, `Max ${decision(moves, truth)}.`))];
  }

  asked.append(words, element("div", { class: "answers" }, show, all, undo), sliders, said);
  draw();
  return {
    headline: "Which guesses were wrong?",
    picture: frame,
    side: [asked],
    links: [["Change leaves of this tree in Tree", treeLink(story, { depth: DEEP, rule: "minimax" })]],
    class: ["2 minutes. Repair one guess: a coin toss. Repair both: the right half. Which of the six right guesses matter? ",
      `Then move the first slider. With 20% wrong guesses, of the moves looked ahead ${byDepth(story)}.`],
  };
}

const SIDE = 230;
const NODE = 4; // where Max moves and both halves are lost

/** The two guesses as a square: its areas are the chances. @param {boolean} shown */
function square(shown) {
  const label = shown
    ? "Both guesses right: 64 in 100. Only the first wrong: 16. Only the second wrong: 16. Both wrong: 4. The search sees a win in 36 of 100."
    : "A node where Max moves, above two halves that are really lost. Each guess is right with chance .8 and wrong with chance .2.";
  const [LEFT, TOP, viewBox] = !isNarrow() ? [262, 64, "0 0 520 320"] : shown ? [110, 270, "-10 40 376 470"] : [110, 900, "-10 40 376 205"]; // below what it is about
  const whole = shape("svg", { viewBox, class: "story-square", role: "img", "aria-label": label });
  const cut = SIDE * (1 - ERROR);
  const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ node, /** @type {string} */ letter, /** @type {string} */ under) => {
    const made = shape("g", { class: `node ${letter === "W" ? "win" : letter === "L" ? "loss" : "unknown"}`, "data-node": node });
    made.append(shape("rect", { x: x - 20, y: y - 20, width: 40, height: 40, rx: 6, class: "badge frame" }), shape("text", { x, y: y + 7, "text-anchor": "middle", class: "letter" }, letter));
    whole.append(made, shape("text", { x, y: y + 42, "text-anchor": "middle", class: "under" }, under));
  };
  for (const x of [48, 168]) whole.append(shape("line", { x1: 108, y1: 96, x2: x, y2: 196, class: "edge" }));
  box(108, 92, NODE, "?", "");
  whole.append(shape("text", { x: 108, y: 60, "text-anchor": "middle", class: "row max" }, "Max cuts"));
  box(48, 196, 2 * NODE + 1, "L", "really lost");
  box(168, 196, 2 * NODE + 2, "L", "really lost");
  const areas = /** @type {[number, number, number, number, boolean][]} */ ([
    [LEFT, TOP, cut, cut, false], [LEFT + cut, TOP, SIDE - cut, cut, true], [LEFT, TOP + cut, cut, SIDE - cut, true], [LEFT + cut, TOP + cut, SIDE - cut, SIDE - cut, true]]);
  areas.forEach(([x, y, width, height, wins], i) => {
    whole.append(shape("rect", { x, y, width, height, class: `area ${shown && wins ? "win" : ""}` }));
    const middle = { x: x + width / 2, y: y + height / 2 + 6, "text-anchor": "middle" };
    if (shown) whole.append(shape("text", { ...middle, class: wins ? "share win" : "share" }, ["64%", "16%", "16%", "4%"][i]));
    if (!i) whole.append(shape("text", { x: middle.x, y: middle.y + (shown ? 22 : 0), "text-anchor": "middle", class: "under" }, "both right: no win"));
  });
  whole.append(shape("text", { x: LEFT + cut / 2, y: TOP - 10, "text-anchor": "middle", class: "under" }, "one right .8"),
    shape("text", { x: LEFT + SIDE + 4, y: TOP - 10, "text-anchor": "end", class: "under" }, "wrong .2"),
    shape("text", { x: LEFT - 8, y: TOP + cut / 2, "text-anchor": "middle", class: "under", transform: `rotate(-90 ${LEFT - 8} ${TOP + cut / 2})` }, "the other right .8"));
  return whole;
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function pick({ story, answer, answered }) {
  const frame = element("div", { class: "one-tree" }, square(false));
  const asked = question({
    words: "Max moves, and both halves are really lost. Each guess is wrong in 20% of cases. How often does the search see a win?",
    choices: [["4", "4%"], ["20", "20%"], ["36", "36%"]],
    truth: "36", answer, answered,
    truths: [element("b", {}, "36%: 1 − .8 × .8. "), "One wrong guess is enough, because Max takes the half that looks won. A guess at the node itself would be wrong in 20% of cases. ",
      "On our board it happened above the ", light("4th guess", NODE), "."],
    small: ["If one half is really won, Max misses it only if its guess is wrong and the other one is right: .2 × .8 = 16%, as above the ", light("7th guess", 6),
      ". If both are won: .2 × .2 = 4%. So Max’s moves make false wins, and Min’s make false losses: each level adds errors of its own kind."],
    reveal: () => frame.replaceChildren(square(true)),
  });
  return {
    headline: "Each guess is wrong once in five. And the search?",
    picture: frame,
    side: asked,
    links: [["This node in Tree", treeLink(story, { depth: DEEP, rule: "minimax", node: NODE })]],
    class: ["2 minutes. Let two students toss a die each, 1 meaning “wrong” (one in six). How often does at least one err? In 31% of cases. ",
      "Then with three lost parts instead of two: 1 − .8³ = 49%."],
  };
}

/** The reader's curve in an answer, or none. @param {string | undefined} answer @param {number} count */
function curveIn(answer, count) {
  const shares = (answer ?? "").split("-").map((part) => Number(part) / 100);
  return shares.length === count && shares.every((share) => share >= 0.4 && share <= 1) ? shares : [];
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function many({ story, answer, answered }) {
  const { many: curves, small } = story.curves;
  const points = curves.rules.minimax;
  const depths = points.map((each) => each.depth);
  const [first, last] = [points[0], points[points.length - 2]];
  const own = depths.map(() => 0.8);
  const frame = element("div", { class: "one-tree" });
  const slope = (/** @type {string} */ given) => {
    const drawn = curveIn(given, depths.length);
    const rise = drawn.length ? drawn[depths.length - 2] - drawn[0] : NaN;
    return drawn.length ? (rise > 0.03 ? "up" : rise < -0.03 ? "down" : "flat") : given;
  };
  if (answer === undefined) frame.append(linePicture(depths, [], own, true));
  const asked = question({
    words: "Draw it: how will the share of right decisions change as the computer looks further ahead? Drag across the chart, or choose.",
    choices: [["up", "It goes up"], ["flat", "It stays"], ["down", "It goes down"]],
    truth: last.high < first.low ? "down" : last.low > first.high ? "up" : "flat", answer, answered, read: slope,
    more: (choose) => button("Compare my curve", () => choose(own.map((share) => Math.round(100 * share)).join("-")), "See the measured curve beside yours"),
    truths: [element("b", {}, `It goes down: from ${percent(first.mean)} ${ahead(first.depth)} to ${percent(last.mean)} ${ahead(last.depth)}. `),
      "A coin would do nearly as well. Only a search that sees the end of the game is right: there it needs no guesses."],
    small: ["We chose our board for its clean picture; these games we did not choose. On boards of its size, ",
      element("a", { href: curveLink(small) }, `${percent(small.rules.minimax[0].mean)} one move ahead and ${percent(small.rules.minimax[1].mean)} three moves ahead`), "."],
    reveal: (given) => frame.replaceChildren(linePicture(depths, [{ name: "minimax", points, down: true }], curveIn(given, depths.length))),
  });
  const about = `Bad luck on one board? So we let the computer decide on ${curves.n.toLocaleString("en")} random boards, each of 2,048 pieces and 11 cuts. The rule so far (Max takes the best for him, Min the worst) is called minimax.`;
  return {
    headline: "Bad luck, or does it happen often?",
    picture: frame,
    lead: element("div", { class: "lead" }, element("p", {}, about)),
    side: asked,
    links: [["Compute this curve live in Depth curve", curveLink(curves, { rules: "minimax" })]],
    class: ["2 minutes. Let a student draw the curve that the class expects. Then ", element("a", { href: curveLink(curves, { rules: "minimax", error: 0.05 }) }, "with guesses wrong in 5% of cases"),
      ": does it still go down?"],
  };
}

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function cure({ story, answer, answered }) {
  const { game, curves: { many: curves } } = story;
  const { searched, worth, own, moves } = game.emm;
  const changed = own.filter((node) => searched[node][0] !== worth[node]);
  const guess = guessOf(game, truthOf(game), ERROR);
  const at = (/** @type {string} */ rule) => percent(curves.rules[rule][curves.rules[rule].length - 2].mean);
  const frame = element("div", { class: "trees" });
  const turn = button("Tree or curves (c)", () => frame.classList.toggle("curves"), "On a projector, one of them is shown (c)");
  turn.className = "turn";
  const depths = curves.rules.minimax.map((each) => each.depth);

  /** @param {boolean} revealed @param {boolean} [slow] */
  function draw(revealed, slow) {
    const value = (/** @type {number} */ node) => (plyOf(node) === DEEP ? guess(node) : revealed ? worth[node] : 0);
    const beside = (/** @type {number} */ node) => (revealed && searched[node] ? `${short(searched[node][1], 2)}${own.includes(node) && !isNarrow() ? " → .2" : ""}` : "");
    const label = revealed
      ? "EMM: at the left half, the right half and one node below, the node's own guess is surer than the search and stays. EMM keeps the right half."
      : "The same eight guesses. What EMM makes of them is hidden.";
    const tree = panel(`EMM, ${ahead(DEEP)}${revealed ? ": chance of being wrong" : ""}`, treePicture(game, { plies: DEEP, value, moves: revealed ? moves : [], own: revealed ? own : [], beside, label,
      at: slow ? (node) => DEEP - plyOf(node) : undefined }), revealed ? moves : [], truthOf(game), slow ? DEEP : 0);
    const lines = (revealed ? ["minimax", "emm", "vote"] : ["minimax"]).map((rule) => ({ name: story.looks[rule].label, points: curves.rules[rule], down: rule !== "vote" }));
    frame.replaceChildren(...(revealed ? [turn] : []), tree, element("figure", { class: "story-panel" }, element("h2", { class: "part" }, `${curves.n.toLocaleString("en")} games`), linePicture(depths, lines)));
    frame.classList.toggle("revealed", revealed);
  }

  const asked = question({
    words: "EMM (error-minimizing minimax) keeps a node’s own guess where that is surer than the search below. Which half does it choose?",
    choices: [["1", "The left half"], ["2", "The right half"], ["tie", "It cannot decide"]],
    truth: moves.length > 1 ? "tie" : String(moves[0] + 1), answer, answered,
    truths: [element("b", {}, `EMM ${decision(moves, truthOf(game))}. `), "At ", light(`${NUMBERS[own.length]} nodes`, ...own), " its own guess is surer than the search. At ",
      light(`${NUMBERS[changed.length]} of them`, ...changed), " the guess says the opposite."],
    small: [`At a ringed node, EMM reckons with the larger error for the search (${own.map((node) => short(searched[node][1], 2)).join(", ")} against .2). ` +
      `${begin(ahead(depths[depths.length - 2]))}, EMM is right in ${at("emm")} of the games, and vote, a sum over all depths, in ${at("vote")}. Both also read the guesses at inner nodes; minimax does not.`],
    reveal: () => draw(true, answer === undefined),
  });
  if (answer === undefined) draw(false);
  return {
    headline: "Can a search know where not to believe itself?",
    picture: frame,
    side: asked,
    links: [["Minimax beside EMM in Tree", treeLink(story, { depth: DEEP, rule: "minimax", two: 1, rule2: "emm" })],
      ["These three curves in Depth curve", curveLink(curves)]],
    class: ["1 minute. Ask which nodes EMM should not believe, before you show the rings."],
  };
}

const PLAY = "#/play?game=board-splitting&height=6&seed=152&max=minimax&depthmax=3&min=you";
const DOORS = [
  ["#/tree?source=board-splitting&height=6&error=0.2&seed=152&depth=5&rule=minimax", "Tree", "this board, five moves ahead"],
  ["#/depth-curve", "Depth curve", "move the sliders until depth hurts"],
  ["#/map", "Map", "where depth hurts, and where it helps"],
  [PLAY, "Play", "Max keeps the losing half: win as Min"],
  ["#/papers", "Papers", "what the papers say, and what we measured"],
  ["#/doctor", "Doctor", "examine a table of your own, or Kalah"],
];

/** The answers of the last step. @type {Record<string, string>} */
const PLACES = { both: "On both", alike: "Only where neighbours are alike", scattered: "Only where they are scattered", neither: "On neither" };

/** A curve in words: its first point, and its last before the end of the game. @param {import("./pictures.js").Point[]} points */
const course = (points) => [points[0], points[points.length - 2]].map(({ mean, depth }) => `${percent(mean)} ${ahead(depth)}`).join(", ");

/** @param {import("./pictures.js").Given} given @returns {import("./pictures.js").Step} */
export function always({ story, answer, answered }) {
  const { scattered, alike } = story.curves;
  const depths = alike.rules.minimax.map((each) => each.depth);
  const far = depths[depths.length - 2]; // the last depth before the end
  const helps = [scattered, alike].map(({ rules: { minimax: points } }) => points[points.length - 2].low > points[0].high);
  const truth = helps[0] && helps[1] ? "both" : helps[0] ? "scattered" : helps[1] ? "alike" : "neither";
  const chart = element("div", {}, linePicture(depths, []));
  const kinds = /** @type {const} */ ([["Scattered", "scattered"], ["Alike", "alike"]]);
  const asked = question({
    words: `Now a guess counts: which player has more pieces left? Where is it better to look ${ahead(far)} than one?`,
    choices: Object.entries(PLACES), truth, answer, answered,
    truths: [element("b", {}, `${PLACES[truth]}. `), `Alike: ${course(alike.rules.minimax)}. Scattered: ${course(scattered.rules.minimax)}.`],
    small: [`${alike.n.toLocaleString("en")} boards of each kind, guesses in ${alike.setting.g} levels; 20 levels or an exact count give the same answer. Alike: good positions have good successors (`,
      element("a", { href: "#/map?slice=b&at=4" }, "local similarity"), ")."],
    reveal: () => chart.replaceChildren(linePicture(depths, [{ name: "alike", points: alike.rules.minimax, down: true }, { name: "scattered", points: scattered.rules.minimax, down: true }])),
  });
  const doors = element("nav", { class: "doors", "aria-label": "The tools" }, ...DOORS.map(([href, name, words]) =>
    element("a", { href }, element("b", {}, name), element("span", {}, words))));
  return {
    headline: "Does looking further ahead always hurt?",
    picture: element("div", { class: "kinds" }, ...kinds.map(([name, kind]) => element("figure", { class: "story-panel" }, element("h2", { class: "part" }, name), boardPicture(story.boards[kind], `A board whose neighbours are ${kind}`))), chart),
    below: doors,
    side: asked,
    links: [["Boards alike in Depth curve", curveLink(alike)], ["Scattered boards", curveLink(scattered)]],
    class: ["2 minutes. Let the class ", element("a", { href: PLAY }, "play"), " our board: Max counts pieces three moves ahead and keeps the left half. From there Min can win."],
  };
}
