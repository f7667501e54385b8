// Step 2: which guesses are wrong, and what repairing them does.

import { button, element } from "../../common/controls.js";
import { signs, treeLink } from "./watch.js";
import { treePicture } from "./tree.js";

const FIRST = 7; // the first of the eight leaves
const WANTED = 2; // wrong guesses

/** @param {import("./types.js").Given} given @returns {import("./types.js").Step} */
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
