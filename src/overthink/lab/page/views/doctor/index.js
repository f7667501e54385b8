// Doctor: open a report, or examine positions of a game.

import { Answer } from "../../common/answer.js";
import { get, getText, isAbort, lines, notice, stored } from "../../common/api.js";
import { button, checkbox, element, fitAll, intro, number, oneOf, range, saveFile, select } from "../../common/controls.js";
import { tellLink, writeState } from "../../common/state.js";
import { labelOf, loadLooks } from "../../common/theme.js";

const LARGEST = 4_000_000; // characters of a file of positions
const FORM = "3 3 3 3 / 3 3 3 3 / 0 0 / Max";

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  /** @type {[{ rules: string[] }, void]} */
  const [{ rules: names }] = await Promise.all([get("api/doctor/rules", {}, leaving), loadLooks()]);
  const text = "Does looking further ahead help in a game, with an evaluator? Open a report of the doctor, or send positions " +
    "of Kalah. The doctor decides each position at every depth and compares the choices with the truth.";
  const shown = element("div", { class: "shown" }, element("p", { class: "muted" }, "The report appears here."));
  const controls = element("div", { class: "controls" });
  const answer = new Answer(shown);
  root.append(intro(text, "docs/doctor.md"), element("div", { class: "split" }, controls, answer.element));
  const given = fitAll([range("pits", 4, 2, 6), range("seeds", 3, 1, 4), range("depth", 5, 2, 8), oneOf("truth", "9", ["7", "9", "11", "solve"])], state);
  const chosen = (state.rules ?? "").split(",").filter((name) => names.includes(name));

  let examined = false; // whether what is shown is about the form

  // A report from disk, or from the folder of results.
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file", accept: ".html,.htm", "aria-label": "A report from disk" }));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) open(await chosen.text(), chosen.name);
  });
  const kept = element("div");
  const opening = element("fieldset", { class: "controls" }, element("legend", {}, "Open a report"), file, kept);

  // Positions to examine.
  const pits = number("Pits per side", { min: 2, max: 6, value: Number(given.pits) }, keep);
  const seeds = number("Seeds per pit", { min: 1, max: 4, value: Number(given.seeds) }, keep);
  const depth = number("Depths 1 to", { min: 2, max: 8, value: Number(given.depth) }, keep);
  const truth = select("Truth", [["7", "a search to depth 7"], ["9", "a search to depth 9"], ["11", "a search to depth 11"],
    ["solve", "solved (small boards)"]], given.truth, keep);
  const rules = names.map((name) => checkbox(labelOf(name), (chosen.length ? chosen : ["minimax", "emm"]).includes(name), keep));
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: "4", spellcheck: "false", placeholder: FORM,
    "aria-label": "Positions, one per line: pits of Max / pits of Min / stores / who moves" }));
  const upload = /** @type {HTMLInputElement} */ (element("input", { type: "file", accept: ".txt,text/plain", "aria-label": "A file of positions" }));
  upload.addEventListener("change", async () => {
    const chosen = upload.files?.[0];
    if (!chosen) return;
    if (chosen.size > LARGEST) return notice("The file is larger than 4 MB. Choose a smaller one.");
    area.value = await chosen.text();
    keep();
  });
  const progress = /** @type {HTMLProgressElement} */ (element("progress", { max: "1", value: "0", hidden: "" }));
  const status = element("p", { class: "says", "aria-live": "polite" });
  const start = button("Examine", examine);
  start.classList.add("main");
  const stop = button("Stop", () => ended("stopped"));
  const sending = element("fieldset", { class: "controls" }, element("legend", {}, "Examine positions of Kalah"),
    element("div", { class: "trio" }, pits.element, seeds.element, depth.element), truth.element,
    element("div", { class: "rules" }, ...rules.map((box) => box.element)), area, upload,
    element("div", { class: "buttons" }, button("60 random boards", fill), start, stop), progress, status);
  controls.append(opening, sending);
  stop.disabled = true;

  /** What an examination depends on. */
  const setting = () => ({ pits: pits.get(), seeds: seeds.get(), depth: depth.get(), truth: truth.get(), rules: chosenRules(), text: area.value });

  /** A report of this form is old once the form says something else; one from disk is not about the form. */
  function keep() {
    writeState("doctor", { ...setting(), text: "" });
    if (!examined) return;
    if (!stop.disabled) ended("stopped");
    status.textContent = "";
    answer.want(setting());
    answer.say("Old: this report belongs to other settings or positions. Press Examine for a new one.");
  }

  /** Show a report that is not about the form. @param {string} html @param {string} title @param {boolean} [seek] */
  function open(html, title, seek) {
    examined = false;
    answer.want({ title });
    answer.have({ title });
    frameText(shown, html, title, seek);
  }

  function chosenRules() {
    return names.filter((_, i) => rules[i].get()).join(",");
  }

  function fill() {
    get("api/doctor/example", { pits: pits.get(), seeds: seeds.get() }, leaving).then(({ text }) => {
      area.value = text;
      keep();
    }, tell);
  }

  /** @param {string} words */
  function ended(words) {
    answer.stop();
    if (!answer.isNew) answer.lack(words);
    [start.disabled, stop.disabled, progress.hidden, status.textContent] = [false, true, true, words];
  }

  function examine() {
    const body = setting();
    [start.disabled, stop.disabled, progress.hidden, progress.value] = [true, false, false, 0];
    examined = true;
    root.dataset.state = "examining";
    status.textContent = "examining …";
    answer.ask(body, async (signal) => {
      for await (const message of lines("api/doctor/examine", {}, signal, body)) {
        if (signal.aborted) return;
        if (!message.verdict) {
          progress.value = message.done / message.total;
          status.textContent = `${message.done} of ${message.total} positions${message.so_far}`;
          continue;
        }
        answer.have(body);
        frameText(shown, message.report, "The doctor on Kalah");
        ended(`${message.verdict}.`);
        root.dataset.state = "done";
      }
    }, { other: true, pause: 0 }).finally(() => void (!answer.isNew && start.disabled && ended("")));
  }

  area.addEventListener("input", keep);
  tellLink(state, { ...setting(), text: "" });

  /** Show the report that comes with Overthink, and say so. @param {boolean} always even if another report is shown by then */
  async function example(always) {
    const text = await getText("api/doctor/example-report");
    if (!always && (examined || shown.querySelector("iframe"))) return;
    open(text, "An example: the doctor on random boards of Kalah", always);
    shown.prepend(element("p", { class: "shipped" }, "An example that comes with Overthink: minimax and EMM on random boards of Kalah. Open or make a report to see your own."));
  }

  try {
    const { reports, folder } = await get("api/doctor/reports", {}, leaving);
    kept.append(...(reports.length
      ? reports.map((/** @type {string} */ name) => button(name, () => getText("api/doctor/report", { name }).then((html) => open(html, name), tell)))
      : [element("p", { class: "muted" }, `There are no HTML reports in ${folder || "the folder of results"}.`)]));
    kept.append(button("The example", () => example(true), "The report that comes with Overthink"));
    await example(false);
  } catch (error) {
    tell(error);
  }
}

/** Say what went wrong, unless the reader has left. @param {unknown} error */
function tell(error) {
  if (!isAbort(error)) notice(error instanceof Error ? error.message : String(error));
}

/** Show a report from disk, or a new one. @param {HTMLElement} root @param {string} html @param {string} title
 * @param {boolean} seek whether to bring it into sight */
function frameText(root, html, title, seek = true) {
  const frame = /** @type {HTMLIFrameElement} */ (
    element("iframe", { sandbox: "allow-scripts", title, class: "report", ...(stored ? { srcdoc: html } : { src: "report-frame" }) }));
  if (!stored) frame.addEventListener("load", () => frame.contentWindow?.postMessage(html, "*"), { once: true });
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
