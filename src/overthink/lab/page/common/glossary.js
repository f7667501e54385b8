// Terms with their definitions from the glossary, shown where the reader points or moves the focus.

import { element } from "./controls.js";

/** Words in the page's own text, with the term that the glossary defines. @type {Record<string, string>} */
const TERMS = {
  "game tree": "game tree", "share of right decisions": "P_opt, accuracy", "degree of pathology": "degree of pathology", "decision error": "decision error, P_err",
  evaluator: "evaluator", "own evaluation": "evaluation, static value", rule: "backup rule", search: "search", truth: "truth, true value", windows: "alpha-beta",
  pathology: "lookahead pathology", granularity: "granularity", "local similarity": "local similarity", mixing: "mixing factor", claims: "claim",
};

/** @type {Promise<Map<string, string>> | undefined} */
let loading;

/** The definitions in the glossary, by term. @returns {Promise<Map<string, string>>} */
function definitions() {
  loading ??= fetch("docs/glossary.md").then((answer) => (answer.ok ? answer.text() : "")).then(read).catch(() => new Map());
  return loading;
}

/** Read the rows of the glossary's tables. @param {string} text */
function read(text) {
  const rows = text.matchAll(/^\| \*\*(.+?)\*\*[^|]*\| (.+) \|$/gm);
  const plain = (/** @type {string} */ words) => words.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");
  return new Map([...rows].map(([, term, meaning]) => [plain(term), plain(meaning)]));
}

/** Mark the first use of each term in an element. @param {HTMLElement} root */
export async function markTerms(root) {
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
