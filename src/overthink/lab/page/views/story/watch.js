// Step 1: one move ahead is right, three moves ahead is wrong.

import { element } from "../../common/controls.js";
import { question } from "./question.js";
import { treePicture } from "./tree.js";

/** The link of the small game in the view Tree. @param {import("./types.js").Story} story
 * @param {Record<string, string | number>} more */
export function treeLink({ game }, more) {
  const all = Object.entries({ ...game.setting, ...more }).map(([name, value]) => [name, String(value)]);
  return `#/tree?${new URLSearchParams(all)}`;
}

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

/** @param {import("./types.js").Given} given @returns {import("./types.js").Step} */
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
    side: [asked, signs()],
    links: [["Step through this search in Tree", treeLink(story, { depth: 3, rule: "minimax" })]],
    class: ["1 minute. Let the class vote before you press an answer. Then ask: is it bad luck, or does it happen often? ",
      "A deeper game for the blackboard: number 356, 8 turns, is right, wrong, tied and wrong at depths 1, 3, 5 and 7. ",
      element("a", { href: "#/tree?source=board-splitting&height=8&error=0.2&seed=356&depth=3&rule=minimax" }, "Open it")],
  };
}
