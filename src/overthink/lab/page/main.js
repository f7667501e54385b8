// The page: tabs, one view at a time, its setting in the link.

import { notice } from "./common/notice.js";
import { copyLink, openView, readState, viewName } from "./common/state.js";
import { startTheme } from "./common/theme.js";

/** @typedef {(root: HTMLElement, state: Record<string, string>) => Promise<() => void>} Show */

/** @type {[string, string][]} */
const VIEWS = [
  ["story", "Story"],
  ["tree", "Tree"],
  ["depth-curve", "Depth curve"],
  ["map", "Map"],
  ["play", "Play"],
  ["papers", "Papers"],
  ["doctor", "Doctor"],
];

const DOCS = "docs"; // has no tab: every view links to it

const tabs = /** @type {HTMLElement} */ (document.getElementById("tabs"));
const main = /** @type {HTMLElement} */ (document.getElementById("view"));
let leave = () => {};
let turn = 0;

/** On a narrow screen, scroll the row of tabs until a tab is in its middle. `scrollIntoView` would also move the start
 * of the Tab key. @param {HTMLElement} tab */
function centre(tab) {
  const [row, own] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
  tabs.scrollLeft += own.left + own.width / 2 - row.left - row.width / 2;
}

/** Show the view in the link. */
async function show() {
  const mine = ++turn;
  const names = VIEWS.map(([name]) => name);
  const name = [...names, DOCS].includes(viewName()) ? viewName() : VIEWS[0][0];
  leave();
  leave = () => {};
  notice("");
  for (const tab of tabs.querySelectorAll("a")) {
    if (tab.dataset.view !== name) {
      tab.removeAttribute("aria-current");
      continue;
    }
    tab.setAttribute("aria-current", "page");
    centre(tab);
  }
  document.title = `${VIEWS.find(([each]) => each === name)?.[1] ?? "Docs"} · Overthink lab`;
  const root = document.createElement("div");
  root.className = `view ${name}`;
  main.replaceChildren(root);
  try {
    /** @type {{ show: Show }} */
    const view = await import(`./views/${name}/index.js`);
    const left = mine === turn ? await view.show(root, readState()) : () => {};
    if (mine === turn) leave = left;
    else left();
  } catch (error) {
    if (mine === turn) notice(`This view cannot be shown: ${error instanceof Error ? error.message : error}`);
  }
}

for (const [name, title] of VIEWS) {
  const tab = document.createElement("a");
  tab.href = `#/${name}`;
  tab.dataset.view = name;
  tab.textContent = title;
  tabs.append(tab);
}

tabs.addEventListener("keydown", (event) => {
  const all = [...tabs.querySelectorAll("a")];
  const at = all.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  all[(at + step + all.length) % all.length].focus();
});

// Alt and a digit open a view from anywhere.
addEventListener("keydown", (event) => {
  const view = event.altKey && /^[1-7]$/.test(event.key) ? VIEWS[Number(event.key) - 1] : undefined;
  if (!view) return;
  event.preventDefault();
  openView(view[0], {});
});

document.getElementById("copy-link")?.addEventListener("click", copyLink);
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
startTheme();
show();
