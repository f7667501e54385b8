// Step 6: a real puzzle, and doors to the tools.

import { element } from "../../common/controls.js";
import { question } from "./question.js";

/** @typedef {import("./types.js").Story} Story */

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

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** @param {import("./types.js").Given} given @returns {import("./types.js").Step} */
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

  const small = element("p", { class: "small-print", hidden: "" },
    `Over all ${positions.toLocaleString("en")} positions, five moves ahead is better than one in ${percent(better)}, worse in ${percent(worse)} and equally good in ${percent(equal)}.`);
  const asked = question({
    words: "Slide the gap until the tiles are in order. A guess counts how far each tile is from its place. One move ahead says: the gap goes up. Five moves ahead says: right. Which one is right?",
    choices: [["up", "Up: one move ahead"], ["right", "Right: five moves ahead"]],
    truth: "up", answer, answered,
    truths: [element("b", {}, `Up: ${start.moves.up.truth + 1} moves in all. Right: ${start.moves.right.truth + 1}. `),
      `Among ${lines} lines of five moves, the search found one that looks good and is not.`],
    reveal() {
      draw(true);
      small.hidden = false;
    },
  });
  if (answer === undefined) draw(false);
  const doors = element("nav", { class: "doors", "aria-label": "The tools" }, ...DOORS.map(([href, name, words]) =>
    element("a", { href }, element("b", {}, name), element("span", {}, words))));
  return {
    headline: "Real puzzles: depth usually helps, yet it spoils one position in five.",
    picture: frame,
    below: doors,
    side: [asked, small],
    links: [["Solve this puzzle yourself", "#/play?game=8-puzzle&seed=16462"]],
    class: ["2 minutes. ", element("a", { href: "#/map?slice=b&at=4" }, "The map"), " at b = 4: with g = 8, depth hurts where neighbours are unlike (s = 0) and helps where they are alike (s = .8). ",
      "Then let the class ", element("a", { href: "#/play?game=board-splitting&height=8&min=minimax&depthmin=5" }, "play"), "."],
  };
}
