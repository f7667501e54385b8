// Story: lookahead pathology in six steps, each with a question, a picture and a link to the tool behind it.

import { get } from "../../common/api.js";
import { button, element } from "../../common/controls.js";
import { openView, writeState } from "../../common/state.js";
import { always, cure, many, pick, repair, watch } from "./steps.js";

/** @typedef {import("./pictures.js").Story} Story */

const STEPS = [watch, repair, pick, many, cure, always];
const AHEAD = ["ArrowRight", "PageDown"]; // what a presenter's remote control sends, too
const BACK = ["ArrowLeft", "PageUp"];

/** The numbers, which are a file of the page: no computation. @type {Story | undefined} */
let story;
let turned = false; // whether the reader came from another step

/** The number of the step in a link. @param {string | undefined} text */
function stepOf(text) {
  const step = Number(text ?? 1);
  return Number.isInteger(step) ? Math.min(STEPS.length, Math.max(1, step)) : 1;
}

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  story ??= /** @type {Story} */ (await get("views/story/story.json"));
  const step = stepOf(state.step);
  /** @type {Record<string, string>} */
  const answers = {};
  for (let i = 1; i <= STEPS.length; i++) if (Object.hasOwn(state, `a${i}`)) answers[`a${i}`] = state[`a${i}`];
  const given = {
    story,
    answer: answers[`a${step}`],
    answered: (/** @type {string} */ answer) => {
      answers[`a${step}`] = answer;
      writeState("story", { step, ...answers });
      place.replaceChildren(...dots());
      for (const link of links) link.hidden = false;
      next.classList.add("main");
      if (step === STEPS.length) document.documentElement.removeAttribute("data-alone");
      requestAnimationFrame(() => root.querySelector(".truth")?.scrollIntoView({ block: "nearest" })); // the picture may have grown
    },
  };
  const go = (/** @type {number} */ to) => {
    if (to < 1 || to > STEPS.length) return;
    turned = true;
    openView("story", { step: to, ...answers });
  };
  const place = element("ol", { class: "dots" });
  const dots = () => STEPS.map((_, i) => {
    const link = new URLSearchParams({ step: String(i + 1), ...answers });
    const done = `a${i + 1}` in answers;
    const dot = element("a", { href: `#/story?${link}`, class: done ? "done" : "", "aria-label": `Step ${i + 1}${done ? ", answered" : ""}` }, String(i + 1));
    if (i + 1 === step) dot.setAttribute("aria-current", "step");
    return element("li", {}, dot);
  });
  place.append(...dots());

  const made = STEPS[step - 1](given);
  const headline = element("h1", { tabindex: "-1" }, made.headline);
  const links = made.links.map(([words, href]) => element("a", { href, class: "tool" }, `${words} →`));
  for (const link of links) link.hidden = given.answer === undefined; // a tool would give the answer away
  links[0]?.setAttribute("title", "Open it (o); Alt and the arrow left lead back");
  const teaching = element("details", { class: "teaching" }, element("summary", {}, "With a class"), element("p", {}, ...made.class));
  const back = button("← Back", () => go(step - 1), "Back (arrow left)");
  const next = button(step < STEPS.length ? "Next →" : "Start again", () => (step < STEPS.length ? go(step + 1) : openView("story", {})), "Next (arrow right)");
  next.className = given.answer === undefined ? "next" : "main next";
  back.disabled = step === 1;
  root.append(headline,
    element("div", { class: "scene" }, ...(made.lead ? [made.lead] : []), element("div", { class: "stage" }, made.picture),
      element("div", { class: "side" }, ...made.side, ...(made.below ? [made.below] : []), ...links, teaching)),
    element("nav", { class: "story-bar", "aria-label": "Steps of the story" }, back, place, next));
  root.dataset.step = String(step);
  document.title = `${made.headline} · Overthink lab`;
  if (turned) headline.focus();
  turned = false;

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || event.target instanceof HTMLInputElement) return;
    if (AHEAD.includes(event.key)) go(step + 1);
    else if (BACK.includes(event.key)) go(step - 1);
    else if (event.key === "o" || event.key === "c") /** @type {HTMLElement | null} */ (root.querySelector(event.key === "o" ? ".tool" : ".turn"))?.click();
    else if (/^[1-9]$/.test(event.key)) /** @type {HTMLElement | undefined} */ (root.querySelectorAll(".answers [data-answer]")[Number(event.key) - 1])?.click();
    else return;
    event.preventDefault();
  }, { signal: leaving });
  for (const [kind, on] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]])) {
    root.addEventListener(kind, ({ target }) => {
      const nodes = target instanceof HTMLElement ? target.dataset.lights?.split(" ") ?? [] : [];
      for (const node of nodes) for (const lit of root.querySelectorAll(`[data-node="${node}"]`)) lit.classList.toggle("lit", on);
    });
  }
}
