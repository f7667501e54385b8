// Doctor: open a report, or examine positions of a game.

import { get, getText, isAbort, lines, notice } from "../../common/api.js";
import { button, checkbox, element, intro, number, saveFile, select } from "../../common/controls.js";
import { writeState } from "../../common/state.js";
import { labelOf, loadLooks } from "../../common/theme.js";

const LARGEST = 4_000_000; // characters of a file of positions
const FORM = "3 3 3 3 / 3 3 3 3 / 0 0 / Max";

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const leaving = new AbortController();
  /** @type {[{ rules: string[] }, void]} */
  const [{ rules: names }] = await Promise.all([get("api/doctor/rules", {}, leaving.signal), loadLooks()]);
  const text = "Does looking further ahead help in a game, with an evaluator? Open a report of the doctor, or send positions " +
    "of Kalah. The doctor decides each position at every depth and compares the choices with the truth.";
  const shown = element("div", { class: "shown" }, element("p", { class: "muted" }, "The report appears here."));
  const controls = element("div", { class: "controls" });
  root.append(intro(text, "docs/doctor.md"), element("div", { class: "split" }, controls, shown));
  let running = new AbortController();

  // A report from disk, or from the folder of results.
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file", accept: ".html,.htm", "aria-label": "A report from disk" }));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) frameText(shown, await chosen.text(), chosen.name);
  });
  const stored = element("div");
  const opening = element("fieldset", { class: "controls" }, element("legend", {}, "Open a report"), file, stored);

  // Positions to examine.
  const pits = number("Pits per side", { min: 2, max: 6, value: Number(state.pits ?? 4) }, keep);
  const seeds = number("Seeds per pit", { min: 1, max: 4, value: Number(state.seeds ?? 3) }, keep);
  const depth = number("Depths 1 to", { min: 2, max: 8, value: Number(state.depth ?? 5) }, keep);
  const truth = select("Truth", [["7", "a search to depth 7"], ["9", "a search to depth 9"], ["11", "a search to depth 11"],
    ["solve", "solved (small boards)"]], state.truth ?? "9", keep);
  const rules = names.map((name) => checkbox(labelOf(name), (state.rules ?? "minimax,emm").split(",").includes(name), keep));
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: "4", spellcheck: "false", placeholder: FORM,
    "aria-label": "Positions, one per line: pits of Max / pits of Min / stores / who moves" }));
  const upload = /** @type {HTMLInputElement} */ (element("input", { type: "file", accept: ".txt,text/plain", "aria-label": "A file of positions" }));
  upload.addEventListener("change", async () => {
    const chosen = upload.files?.[0];
    if (!chosen) return;
    if (chosen.size > LARGEST) return notice("The file is larger than 4 MB. Choose a smaller one.");
    area.value = await chosen.text();
  });
  const progress = /** @type {HTMLProgressElement} */ (element("progress", { max: "1", value: "0", hidden: "" }));
  const status = element("p", { class: "says", "aria-live": "polite" });
  const start = button("Examine", examine);
  start.classList.add("main");
  const stop = button("Stop", () => running.abort());
  const sending = element("fieldset", { class: "controls" }, element("legend", {}, "Examine positions of Kalah"),
    element("div", { class: "trio" }, pits.element, seeds.element, depth.element), truth.element,
    element("div", { class: "rules" }, ...rules.map((box) => box.element)), area, upload,
    element("div", { class: "buttons" }, button("60 random boards", fill), start, stop), progress, status);
  controls.append(opening, sending);
  stop.disabled = true;

  function keep() {
    writeState("doctor", { pits: pits.get(), seeds: seeds.get(), depth: depth.get(), truth: truth.get(), rules: chosenRules() });
  }

  function chosenRules() {
    return names.filter((_, i) => rules[i].get()).join(",");
  }

  async function fill() {
    try {
      area.value = (await get("api/doctor/example", { pits: pits.get(), seeds: seeds.get() }, leaving.signal)).text;
    } catch {
      // The notice shows the error.
    }
  }

  async function examine() {
    running.abort();
    running = new AbortController();
    const body = { pits: pits.get(), seeds: seeds.get(), depth: depth.get(), truth: truth.get(), rules: chosenRules(), text: area.value };
    notice("");
    start.disabled = true;
    stop.disabled = false;
    progress.hidden = false;
    progress.value = 0;
    root.dataset.state = "examining";
    status.textContent = "examining …";
    try {
      for await (const message of lines("api/doctor/examine", {}, running.signal, body)) {
        if (message.verdict) {
          status.textContent = `${message.verdict}.`;
          frameText(shown, message.report, "The doctor on Kalah");
          root.dataset.state = "done";
        } else {
          progress.value = message.done / message.total;
          status.textContent = `${message.done} of ${message.total} positions`;
        }
      }
    } catch (error) {
      status.textContent = isAbort(error) ? "stopped" : "";
    }
    start.disabled = false;
    stop.disabled = true;
    progress.hidden = true;
  }

  leaving.signal.addEventListener("abort", () => running.abort());
  try {
    const { reports, folder } = await get("api/doctor/reports", {}, leaving.signal);
    stored.append(...(reports.length
      ? reports.map((/** @type {string} */ name) => button(name, async () => frameText(shown, await getText("api/doctor/report", { name }), name)))
      : [element("p", { class: "muted" }, `There are no HTML reports in ${folder || "the folder of results"}.`)]));
    stored.append(button("The example", () => frameExample(shown, true), "The report that comes with Overthink"));
    await frameExample(shown, false);
  } catch {
    // The notice shows the error.
  }
  return () => leaving.abort();
}

/** Show a report from disk, or a new one. @param {HTMLElement} root @param {string} html @param {string} title
 * @param {boolean} seek whether to bring it into sight */
function frameText(root, html, title, seek = true) {
  const frame = /** @type {HTMLIFrameElement} */ (
    element("iframe", { sandbox: "allow-scripts", title, class: "report", src: "report-frame" }));
  frame.addEventListener("load", () => frame.contentWindow?.postMessage(html, "*"), { once: true });
  const saving = button("Save the report", () => saveFile(new Blob([html], { type: "text/html" }), title.endsWith(".html") ? title : "doctor.html"), "Save it as one file");
  root.replaceChildren(element("div", { class: "report-bar" }, saving), frame, onPaper(html));
  if (seek) root.scrollIntoView({ block: "nearest" });
}

/** The report for print, because a frame ends with its sheet. Nothing in it runs, loads or is seen on the screen.
 * @param {string} html */
function onPaper(html) {
  const { head, body } = new DOMParser().parseFromString(html, "text/html");
  const styles = [...head.querySelectorAll("style")].map(({ textContent }) =>
    element("style", {}, (textContent ?? "").replaceAll(":root", ":host")));
  for (const part of body.querySelectorAll("script, iframe, object, embed, link, meta, base")) part.remove();
  const paper = element("div", { class: "on-paper" });
  paper.attachShadow({ mode: "open" }).append(...styles, body);
  return paper;
}

/** Show the report that comes with Overthink, and say so. @param {HTMLElement} root
 * @param {boolean} always even if another report is shown by then */
async function frameExample(root, always) {
  const text = await getText("api/doctor/example-report");
  if (!always && root.querySelector("iframe")) return;
  frameText(root, text, "An example: the doctor on random boards of Kalah", always);
  root.prepend(element("p", { class: "shipped" }, "An example that comes with Overthink: minimax and EMM on random boards of Kalah. Open or make a report to see your own."));
}
