// Step 3: the player who picks the best news also picks errors.

import { shape } from "../../common/shape.js";
import { element } from "../../common/controls.js";
import { question } from "./question.js";
import { treeLink } from "./watch.js";

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

/** @param {import("./types.js").Given} given @returns {import("./types.js").Step} */
export function pick({ story, answer, answered }) {
  const error = Number(story.game.setting.error);
  const frame = element("div", { class: "one-tree" }, square(false, error));
  const table = element("p", { class: "small-print", hidden: "" },
    "With one winning move, Max overlooks it in 16% of cases; with two, in 4%. Min picks the worst news and errs in the same way. ",
    "So each level of the tree passes up the errors that suit its player.");
  const asked = question({
    words: "Both moves really lose. Each guess is wrong in 20% of cases. How often does Max see a win?",
    choices: [["4", "4%"], ["20", "20%"], ["36", "36%"]],
    truth: "36", answer, answered,
    truths: [element("b", {}, "36%: 1 − .8 × .8. "), "One wrong guess is enough, because Max picks it. He is wrong more often than either guess."],
    reveal() {
      frame.replaceChildren(square(true, error));
      table.hidden = false;
    },
  });
  return {
    headline: "Max picks the best news, Min the worst. So errors get picked too.",
    picture: frame,
    side: [asked, table],
    links: [["See .36 at a node of the same game in Tree", treeLink(story, { depth: 3, rule: "emm", node: 6 })]],
    class: ["2 minutes. Let two students toss a die each, 1 meaning “wrong” (one in six). How often does at least one err? ",
      "Then with three moves: 1 − .8³ = 49%."],
  };
}
