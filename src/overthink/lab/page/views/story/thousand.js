// Step 4: the same over a thousand games.

import { element } from "../../common/controls.js";
import { linePicture } from "./lines.js";
import { question } from "./question.js";

/** The link of the thousand games in the view Depth curve. @param {import("./types.js").Story} story
 * @param {Record<string, string | number>} more */
export function curveLink({ curves }, more) {
  const all = Object.entries({ ...curves.setting, ...more }).map(([name, value]) => [name, String(value)]);
  return `#/depth-curve?${new URLSearchParams(all)}`;
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** @param {import("./types.js").Given} given @returns {import("./types.js").Step} */
export function thousand({ story, answer, answered }) {
  const { accuracy } = story.curves.rules.minimax;
  const { draws, shallow, stays, ties, spoils } = story.typical;
  const [first, last] = [accuracy[0], accuracy[accuracy.length - 2]];
  const frame = element("div", { class: "one-tree" }, linePicture(story, []));
  const small = element("p", { class: "small-print", hidden: "" },
    `We picked game 152 for its clean picture; these ${story.curves.n.toLocaleString("en")} games we did not pick. `,
    `Of the first ${draws.toLocaleString("en")} games like 152, one move ahead is surely right in ${shallow.toLocaleString("en")}. `,
    `Three moves ahead then stays right in ${percent(stays / shallow)}, ties in ${percent(ties / shallow)} and is wrong in ${percent(spoils / shallow)}: ties cause most of the loss.`);
  const asked = question({
    words: `${story.curves.n.toLocaleString("en")} random games of 11 moves. How does the share of right decisions change as minimax looks further ahead?`,
    choices: [["up", "It goes up"], ["flat", "It stays"], ["down", "It goes down"]],
    truth: "down", answer, answered,
    truths: [element("b", {}, `It goes down: from ${percent(first.mean)} to ${percent(last.mean)}. `),
      "A coin would do nearly as well. Only a search that sees the end of the game is right: there it needs no guesses."],
    reveal() {
      frame.replaceChildren(linePicture(story, ["minimax"]));
      small.hidden = false;
    },
  });
  return {
    headline: "It happens over a thousand games.",
    picture: frame,
    side: [asked, small],
    links: [["Compute this curve live in Depth curve", curveLink(story, { rules: "minimax" })]],
    class: ["2 minutes. ", element("a", { href: curveLink(story, { rules: "minimax", error: 0.05 }) }, "With guesses wrong in 5% of cases"),
      " it still goes down. ", element("a", { href: curveLink(story, { rules: "minimax", mixing: 0 }) }, "With mixing 0"),
      ", where neighbouring squares are alike, the loss is gone; that is not the same as “depth helps”."],
  };
}
