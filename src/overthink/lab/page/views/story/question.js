// A question that the reader answers before the page does.

import { button, element } from "../../common/controls.js";

const SHOW = "show"; // the answer of a reader who only wants to see

/** @typedef {{ words: string, choices: [string, string][], truth: string, answer: string | undefined,
 *   truths: (Node | string)[], answered: (answer: string) => void, reveal: () => void }} Question */

/** Ask; after the choice, mark the true answer, explain it and call `reveal`. @param {Question} given
 * @returns {HTMLElement} */
export function question({ words, choices, truth, answer, truths, answered, reveal }) {
  const said = element("div", { class: "truth", "aria-live": "polite" });
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
    reveal();
  }

  if (answer !== undefined) tell(choices.some(([name]) => name === answer) ? answer : SHOW);
  return element("section", { class: "question" }, element("h2", {}, words), element("div", { class: "answers" }, ...buttons, show), said);
}
