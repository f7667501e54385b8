// Step 5: a rule that believes the search only where it is surer than the node's own guess.

import { element } from "../../common/controls.js";
import { linePicture } from "./lines.js";
import { question } from "./question.js";
import { curveLink } from "./thousand.js";
import { treePicture } from "./tree.js";
import { panel, treeLink } from "./watch.js";

/** @param {number} error */
const short = (error) => error.toFixed(2).replace(/^0/, "");

/** @param {import("./types.js").Given} given @returns {import("./types.js").Step} */
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

  const small = element("p", { class: "small-print", hidden: "" },
    `At a ringed node the search has the larger error (${own.map((node) => short(searched[node][1])).join(", ")} against .2). `,
    `At depth 9, EMM is right in ${at(cured)} of the games, and vote, a sum over all depths, in ${at(vote)}. Both also read the guesses at inner nodes; minimax does not.`);
  const asked = question({
    words: "EMM passes up each value with its chance of being wrong. Where a node's own guess is surer, the guess stays. Which move does EMM choose?",
    choices: [["1", "Move 1"], ["2", "Move 2"], ["tie", "It cannot decide"]],
    truth: "2", answer, answered,
    truths: [element("b", {}, "Move 2, the winning move. "), "At three nodes EMM does not believe the search."],
    reveal() {
      draw(true);
      small.hidden = false;
    },
  });
  if (answer === undefined) draw(false);
  return {
    headline: "The cure: believe the search only where it is surer.",
    picture: frame,
    side: [asked, small],
    links: [["Minimax beside EMM in Tree", treeLink(story, { depth: 3, rule: "minimax", two: 1, rule2: "emm" })],
      ["All three curves in Depth curve", curveLink(story, {})]],
    class: ["1 minute. Ask which nodes EMM should not believe, before you show the rings. The node with .36 is the one of step 3."],
  };
}
