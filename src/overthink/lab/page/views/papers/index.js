// One study: its figure, its claims as printed and as measured, and the command that runs it.

import { Answer } from "../../common/answer.js";
import { get, getPicture, isAbort } from "../../common/api.js";
import { button, element, intro } from "../../common/controls.js";
import { copy, tellLink, writeState } from "../../common/state.js";

const MARKS = /** @type {Record<string, string>} */ ({ holds: "✓ holds", fails: "✗ fails", inconclusive: "? inconclusive" });
const ROW = 500; // pixels: a figure that is higher has several rows of panels

/** @typedef {{ claim: string, source: string, printed: string, reading: { kind: string, words: string }, measured?: string, verdict?: string,
 *   estimate?: { mean: number, low: number, high: number, n: number } }} Claim */

/** A number as published. @param {number | null} value */
const short = (value) => value === null ? "unbounded" : Number(value.toPrecision(4)).toString();

/** @param {Claim} claim @param {boolean} judging */
function row(claim, judging) {
  const measured = element("td", {});
  if (claim.estimate) {
    const { low, high, n } = claim.estimate;
    measured.append(claim.measured ?? "", element("br"),
      element("span", { class: "muted" }, `95% interval ${short(low)} to ${short(high)}, n = ${n.toLocaleString("en")}`));
  } else {
    measured.append(judging ? "judging …" : "not run yet");
  }
  return element("tr", {},
    element("td", { class: `verdict ${claim.verdict ?? ""}` }, MARKS[claim.verdict ?? ""] ?? "–"),
    element("td", {}, claim.claim, element("br"), element("span", { class: "muted" }, `${claim.source}: “${claim.printed}”`),
      element("br"), element("span", { class: "muted" }, `read ${claim.reading.kind}${claim.reading.words && `: ${claim.reading.words}`}`)),
    measured);
}

/** @param {Claim[]} claims @param {boolean} judging */
function table(claims, judging) {
  if (!claims.length) return element("p", { class: "muted" }, "This study has no claims.");
  const head = element("tr", {}, ...["Verdict", "Claim, and as printed", "Measured here"].map((text) =>
    element("th", { scope: "col" }, text)));
  return element("div", { class: "wide" },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...claims.map((claim) => row(claim, judging)))));
}

/** Get the picture of the run whose numbers are shown. @param {HTMLElement} figure
 * @param {{ name: string, title: string, caption: string, observations: number }} study @param {AbortSignal} signal */
async function showPicture(figure, study, signal) {
  const { name, title, caption, observations } = study;
  try {
    const src = await getPicture("api/papers/figure", { name, n: observations }, signal);
    const image = element("img", { src, alt: `${title}. ${caption}`, "data-n": observations });
    image.addEventListener("load", () => image.classList.toggle("rows", image.naturalHeight > ROW));
    figure.replaceChildren(image);
  } catch (error) {
    if (!isAbort(error)) figure.replaceChildren(element("p", { class: "muted" }, "The figure could not be drawn."));
  }
}

/** Where the numbers come from. @param {{ observations: number, shipped: { observations: number, date: string, version: string } | null }} study */
function origin({ observations, shipped }) {
  if (!shipped) return element("p", { class: "muted" }, observations ? `From your own run: n = ${observations.toLocaleString("en")}.` : "");
  return element("p", { class: "shipped" }, `These numbers come with Overthink: a run at the paper's scale, n = ${shipped.observations.toLocaleString("en")}, ` +
    `version ${shipped.version}, ${shipped.date}. The command below makes your own.`);
}

/** How many claims hold, fail and are open: 3 ✓ 1 ✗. @param {{ verdict?: string }[]} claims */
function tally(claims) {
  const count = (/** @type {string} */ verdict) => claims.filter((claim) => claim.verdict === verdict).length;
  return Object.entries(MARKS).map(([verdict, mark]) => [count(verdict), mark[0]]).filter(([n]) => n).map((each) => each.join(" ")).join("  ");
}

/** Shows a study in an element. @param {HTMLElement} root @param {string} name @param {AbortSignal} signal @param {(claims: Claim[]) => void} judged
 * @param {() => void} ready */
async function showStudy(root, name, signal, judged, ready) {
  const study = await get("api/papers/study", { name }, signal);
  if (signal.aborted) return;
  const observations = study.observations || study.shipped?.observations || 0;
  const claims = element("div", {}, table(study.claims, observations > 0));
  const typed = study.command + (study.local ?? "");
  const command = element("p", { class: "command" }, element("code", {}, typed), " ", button("Copy", () => copy(typed, "The command is")));
  const figure = element("figure", {});
  if (observations) {
    figure.className = "paper";
    figure.append(element("p", { class: "muted" }, "Drawing the figure …"));
    showPicture(figure, { ...study, observations }, signal);
  } else {
    figure.append(element("p", { class: "muted" }, "There is no finished run of this study in the store. The command below makes one."));
  }
  root.replaceChildren(element("h2", {}, study.title),
    element("p", { class: "muted" }, `${study.source} · ${study.paper} · ${study.name}`), figure,
    element("p", { class: "muted" }, study.caption), origin(study), command, claims);
  ready();
  if (!observations) return;
  try {
    const found = await get("api/papers/verdicts", { name }, signal);
    if (signal.aborted) return;
    judged(found.claims);
    const known = new Map(found.claims.map((/** @type {Claim} */ claim) => [claim.claim, claim]));
    claims.replaceChildren(table(study.claims.map((/** @type {Claim} */ claim) => known.get(claim.claim) ?? claim), false));
  } catch (error) {
    if (!isAbort(error)) claims.replaceChildren(table(study.claims, false));
  }
}

/** @typedef {{ observations: number, run: { scale: string, done: number, total: number } | null }} There */

const POLL = 1500; // milliseconds between two requests

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const text = "Every figure of every paper: what was published, what was measured here, and whether they agree. A run in another " +
    "terminal shows its progress here.";
  const list = element("nav", { class: "studies", "aria-label": "Studies" });
  const shown = element("article", { class: "study", "aria-live": "polite" },
    element("p", { class: "muted" }, "Loading the studies …"));
  const answer = new Answer(leaving, shown);
  root.append(intro(text, "docs/index.md"), element("div", { class: "split" }, list, answer.element));
  const papers = await get("api/papers/list", {}, leaving);

  /** @type {Map<string, { button: HTMLElement, badge: HTMLElement, marks: HTMLElement, done: number, at: number, observations: number, shipped: number }>} */
  const entries = new Map();
  let chosen = "";

  for (const { title, studies } of papers) {
    list.append(element("h2", {}, title));
    for (const { name, title: caption, shipped, claims } of studies) {
      const badge = element("span", { class: "badge muted" });
      const marks = element("span", { class: "badge" }, tally(claims));
      const open = element("button", { type: "button", class: "entry", title: `${name}: claims that hold ✓, fail ✗, are open ?`, "data-study": name }, element("span", {}, caption), marks, badge);
      open.addEventListener("click", () => choose(name));
      entries.set(name, { button: open, badge, marks, done: 0, at: 0, observations: -1, shipped: shipped?.observations ?? 0 });
      list.append(open);
    }
  }

  /** Scroll the list, and only the list, until an entry is in sight. @param {HTMLElement | undefined} entry */
  function reveal(entry) {
    const at = (entry?.offsetTop ?? 0) - list.offsetTop;
    if (at < list.scrollTop || at > list.scrollTop + list.clientHeight - 40) list.scrollTop = at - list.clientHeight / 3;
  }

  /** @param {string} name */
  function choose(name) {
    entries.get(chosen)?.button.removeAttribute("aria-current");
    chosen = name;
    const entry = entries.get(name);
    entry?.button.setAttribute("aria-current", "true");
    reveal(entry?.button);
    writeState("papers", { study: name });
    root.dataset.state = "loading";
    answer.ask({ study: name }, async (signal) => {
      await showStudy(shown, name, signal, (claims) => void (entry && (entry.marks.textContent = tally(claims))), () => answer.have({ study: name }));
      root.dataset.state = "done";
    }, { pause: 0 });
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
    if (finished) entry.marks.textContent = ""; // those of the run before
    if (name === chosen && finished) choose(name);
  }

  let timer = 0;
  leaving.addEventListener("abort", () => clearTimeout(timer));
  async function poll() {
    try {
      const { there } = await get("api/papers/progress", {}, leaving, true);
      for (const name of entries.keys()) badge(name, there[name] ?? { observations: 0, run: null });
    } catch (error) {
      if (isAbort(error)) return;
    }
    timer = setTimeout(poll, POLL);
  }

  poll();
  choose(entries.has(state.study) ? state.study : papers[0].studies[0].name);
  tellLink(state, { study: chosen });
}
