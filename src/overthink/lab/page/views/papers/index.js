// Papers: every figure of every paper, with printed claims beside measured results.

import { get, isAbort } from "../../common/api.js";
import { element, intro } from "../../common/controls.js";
import { writeState } from "../../common/state.js";
import { showStudy } from "./study.js";

/** @typedef {{ observations: number, run: { scale: string, done: number, total: number } | null }} There */

const POLL = 1500; // milliseconds between two requests

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const leaving = new AbortController();
  const text = "Every figure of every paper: what is printed, what was measured here, and whether they agree. A run in another " +
    "terminal shows its progress here.";
  const list = element("nav", { class: "studies", "aria-label": "Studies" });
  const shown = element("article", { class: "study", "aria-live": "polite" },
    element("p", { class: "muted" }, "Loading the studies …"));
  root.append(intro(text, "docs/index.md"), element("div", { class: "split" }, list, shown));
  const papers = await get("api/papers/list", {}, leaving.signal);

  /** @type {Map<string, { button: HTMLElement, badge: HTMLElement, done: number, at: number, observations: number, shipped: number }>} */
  const entries = new Map();
  let chosen = "";
  let showing = new AbortController();

  for (const { title, studies } of papers) {
    list.append(element("h2", {}, title));
    for (const { name, title: caption, shipped } of studies) {
      const badge = element("span", { class: "badge muted" });
      const open = element("button", { type: "button", class: "entry", title: caption }, element("span", {}, name), badge);
      open.addEventListener("click", () => choose(name));
      entries.set(name, { button: open, badge, done: 0, at: 0, observations: -1, shipped: shipped?.observations ?? 0 });
      list.append(open);
    }
  }

  /** Scroll the list, and only the list, until an entry is in sight. @param {HTMLElement | undefined} entry */
  function reveal(entry) {
    const at = (entry?.offsetTop ?? 0) - list.offsetTop;
    if (at < list.scrollTop || at > list.scrollTop + list.clientHeight - 40) list.scrollTop = at - list.clientHeight / 3;
  }

  /** @param {string} name */
  async function choose(name) {
    showing.abort();
    showing = new AbortController();
    entries.get(chosen)?.button.removeAttribute("aria-current");
    chosen = name;
    entries.get(name)?.button.setAttribute("aria-current", "true");
    reveal(entries.get(name)?.button);
    writeState("papers", { study: name });
    root.dataset.state = "loading";
    try {
      await showStudy(shown, name, showing.signal);
      root.dataset.state = "done";
    } catch (error) {
      if (!isAbort(error)) shown.replaceChildren(element("p", { class: "muted" }, "This study cannot be shown."));
    }
  }

  /** @param {string} name @param {There} there */
  function badge(name, there) {
    const entry = entries.get(name);
    if (!entry) return;
    const { run, observations } = there;
    if (run && run.done !== entry.done) entry.at = entry.done ? performance.now() : entry.at;
    const finished = entry.observations >= 0 && observations > entry.observations;
    entry.done = run?.done ?? 0;
    entry.observations = observations;
    const live = run && entry.at && performance.now() - entry.at < 20_000;
    entry.badge.classList.toggle("live", Boolean(live));
    if (run) {
      const bar = element("progress", { max: `${run.total}`, value: `${run.done}`, "aria-label": `${name}: ${run.scale} scale` });
      const words = `${run.done.toLocaleString("en")} of ${run.total.toLocaleString("en")} cells, ${run.scale}`;
      entry.badge.replaceChildren(bar, live ? `running: ${words}` : words);
    } else {
      const n = observations || entry.shipped;
      entry.badge.replaceChildren(n ? `n = ${n.toLocaleString("en")}${observations ? "" : ", shipped"}` : "");
    }
    if (name === chosen && finished) choose(name);
  }

  let timer = 0;
  async function poll() {
    try {
      const { there } = await get("api/papers/progress", {}, leaving.signal, true);
      for (const name of entries.keys()) badge(name, there[name] ?? { observations: 0, run: null });
      root.dataset.polled = `${Number(root.dataset.polled ?? 0) + 1}`;
    } catch (error) {
      if (isAbort(error)) return;
    }
    timer = setTimeout(poll, POLL);
  }

  poll();
  choose(entries.has(state.study) ? state.study : papers[0].studies[0].name);
  return () => {
    leaving.abort();
    showing.abort();
    clearTimeout(timer);
  };
}
