// The page: tabs, one view at a time, its setting in the link.

import { Refusal, answering, answers, getText, notice, retain, stored, takeToken, watchConnection, wholePage } from "./common/api.js";
import { element, saveFile } from "./common/controls.js";
import { FIRST, copyLink, currentLink, follow, readState, takeAddress, viewName } from "./common/state.js";
import { THEME_CHANGED, startTheme } from "./common/theme.js";

/** Fills an element with a view, and may return what to do when the reader leaves it.
 * @typedef {(root: HTMLElement, state: Record<string, string>, leaving: AbortSignal) => Promise<(() => void) | void>} Show */

const DOCS = "docs"; // has no tab: every view links to it
const OWN_HEADING = ["story", DOCS];

const tabs = /** @type {HTMLElement} */ (document.getElementById("tabs"));
const links = [...tabs.querySelectorAll("a")]; // the server writes one for each view
const main = /** @type {HTMLElement} */ (document.getElementById("view"));
let shown = new AbortController(); // aborted when the reader leaves the view

/** Show the view in the link. */
async function show() {
  shown.abort();
  const { signal: leaving } = (shown = new AbortController());
  const state = readState();
  const names = stored?.view ? [stored.view] : [...links.map((link) => link.dataset.view), DOCS];
  const name = names.includes(viewName()) ? viewName() : stored?.view ?? FIRST;
  notice(name === (viewName() || FIRST) ? "" : `There is no view named '${viewName().slice(0, 60)}'. This is the story.`);
  for (const link of links) link.ariaCurrent = link.dataset.view === name ? "page" : null;
  document.documentElement.toggleAttribute("data-alone", name === FIRST && !("a6" in state)); // until the story ends, other views wait behind a button
  const tab = links.find((link) => link.dataset.view === name);
  const title = tab?.textContent ?? "Docs";
  document.title = `${title} · Overthink lab`;
  const root = element("div", { class: `view ${name}` });
  if (!OWN_HEADING.includes(name)) root.append(element("h1", { class: "spoken" }, title));
  const loading = element("p", { class: "muted loading" }, "Loading …");
  main.replaceChildren(loading, root);
  try {
    /** @type {{ show: Show }} */
    const view = await import(`./views/${name}/index.js`);
    const left = leaving.aborted ? undefined : await view.show(root, state, leaving);
    if (leaving.aborted) return void left?.();
    if (left) leaving.addEventListener("abort", left);
    for (const text of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".intro"))) markTerms(text);
    present();
  } catch (error) {
    if (leaving.aborted) return;
    if (error instanceof Refusal || await answers()) return notice(`This view cannot be shown: ${error instanceof Error ? error.message : error}`);
    await answering();
    location.reload(); // a browser does not load a part of the page again that it could not load once
  } finally {
    loading.remove();
  }
}

tabs.addEventListener("keydown", (event) => {
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  links[(at + step + links.length) % links.length].focus();
});

// Alt and a digit open a view from anywhere; Alt and P are for the projector.
addEventListener("keydown", (event) => {
  const link = event.altKey ? links[Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]) - 1] : undefined; // a Mac makes signs of them
  if (event.altKey && event.code === "KeyP") project(!isProjected());
  if (!link) return;
  event.preventDefault();
  follow(link.hash);
});

const PROJECTOR = "overthink-projector";
const projector = /** @type {HTMLElement} */ (document.getElementById("projector"));

/** Large type and one slider, or all controls. Charts and trees fit themselves to the new size. @param {boolean} on */
function project(on) {
  document.documentElement.toggleAttribute("data-projector", on);
  [projector.ariaPressed, projector.textContent] = [String(on), on ? "Projector on" : "Projector"];
  retain(PROJECTOR, on ? "on" : "");
  dispatchEvent(new Event("resize"));
  dispatchEvent(new Event(THEME_CHANGED));
  present();
}

/** On a projector, keys go to what a presenter moves: the steps of a search, or the slider that stays. */
function present() {
  if (isProjected()) /** @type {HTMLElement | null} */ (main.querySelector(".tree-frame canvas, .simulated") ?? main.querySelector(".stays input"))?.focus();
}

/** On a projector: all controls, or those of a lecture. */
const every = /** @type {HTMLElement} */ (document.getElementById("every-control"));
every.addEventListener("click", () => {
  const all = document.documentElement.dataset.projector !== "all";
  document.documentElement.dataset.projector = all ? "all" : "";
  every.ariaPressed = String(all);
});

const isProjected = () => document.documentElement.hasAttribute("data-projector");
projector.addEventListener("click", () => project(!isProjected()));
document.getElementById("copy-link")?.addEventListener("click", copyLink);
document.getElementById("save-page")?.addEventListener("click", async () => {
  const name = viewName() || FIRST;
  const others = links.map((link) => link.dataset.view ?? "").filter((view) => view !== name);
  saveFile(await wholePage(name, currentLink(), others), `overthink-${name}.html`);
});
addEventListener("click", (event) => {
  const link = stored?.view && event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : undefined;
  if (!stored?.view || !link?.startsWith("#/")) return;
  event.preventDefault(); // a frame may not follow it
  if (link.slice(2).split("?")[0] === stored.view) return follow(link);
  notice(`This page holds one view. For this one, start 'overthink lab' and put ${link} behind its address.`);
});
document.querySelector("header")?.addEventListener("click", (event) => {
  if (event.detail) main.focus(); // after a click of the mouse, keys belong to the view
});
const more = /** @type {HTMLElement} */ (document.getElementById("more"));
more.addEventListener("click", () => (more.ariaExpanded = String(document.documentElement.toggleAttribute("data-tools"))));
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
// Terms with their definitions from the glossary, shown where the reader points or moves the focus.

/** Words in the page's own text, with the term that the glossary defines. @type {Record<string, string>} */
const TERMS = {
  "game tree": "game tree", "share of right decisions": "P_opt, accuracy", "degree of pathology": "degree of pathology", "decision error": "decision error, P_err",
  evaluator: "evaluator", guess: "evaluation, static value", rule: "backup rule", search: "search", truth: "truth, true value", windows: "alpha-beta",
  pathology: "lookahead pathology", granularity: "granularity", "local similarity": "local similarity", mixing: "mixing factor", claims: "claim",
};

/** @type {Promise<Map<string, string>> | undefined} */
let glossary;

/** The definitions in the glossary, by term. @returns {Promise<Map<string, string>>} */
function definitions() {
  glossary ??= getText("docs/glossary.md").then(read).catch(() => new Map());
  return glossary;
}

/** Read the glossary's lines, a term each. @param {string} text */
function read(text) {
  const lines = text.matchAll(/^- \*\*(.+?)\*\*[^:]*: (.+)$/gm);
  const plain = (/** @type {string} */ words) => words.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");
  return new Map([...lines].map(([, term, meaning]) => [plain(term), plain(meaning)]));
}

/** Mark the first use of each term in an element. @param {HTMLElement} root */
async function markTerms(root) {
  const known = await definitions();
  for (const [word, term] of Object.entries(TERMS)) {
    const meaning = known.get(term);
    const node = meaning && textWith(root, word);
    if (!node) continue;
    const [text, at] = node;
    const rest = text.splitText(at);
    rest.data = rest.data.slice(word.length);
    rest.before(element("dfn", { class: "term", tabindex: "0", "data-meaning": /** @type {string} */ (meaning), "aria-label": `${word}: ${meaning}`, role: "note" }, word));
  }
}

/** The first text with a word that is not marked yet, and its place. @param {HTMLElement} root @param {string} word
 * @returns {[Text, number] | undefined} */
function textWith(root, word) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pattern = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, "u");
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest("a, dfn, button")) continue;
    const at = pattern.exec(/** @type {Text} */ (node).data)?.index;
    if (at !== undefined) return [/** @type {Text} */ (node), at];
  }
  return undefined;
}

addEventListener("hashchange", (event) => {
  takeAddress(event);
  show();
});
takeToken();
startTheme();
project(retain(PROJECTOR) === "on");
show();
watchConnection();
