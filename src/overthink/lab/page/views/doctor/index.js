// Doctor: examine a table of one's own or positions of Kalah, or open a report.

import { Answer } from "../../common/answer.js";
import { dataUrl, get, getText, isAbort, lines, notice, remember, stored } from "../../common/api.js";
import { button, checkbox, element, fitAll, intro, number, oneOf, range, saveFile, select } from "../../common/controls.js";
import { tellLink, writeState } from "../../common/state.js";
import { PAPER, THEME_CHANGED, isPrinting, labelOf, loadLooks } from "../../common/theme.js";

/** @import { Setting } from "../../common/answer.js" */

const LARGEST = 12_000_000; // bytes of all files
const FORM = "3 3 3 3 / 3 3 3 3 / 0 0 / Max";
const KINDS = ".csv,.tsv,.json,.jsonl,.ndjson,.eval,.parquet,.html,.htm";
const SHOWN = "api/doctor/shown"; // the report that a saved page has
/** Before a report, which may be anybody's: it stays in its frame, runs nothing and loads nothing. */
const ALONE = `<!doctype html><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
/** What a column of a table may be. */
const ROLES = /** @type {const} */ ([["knob", "Effort"], ["task", "Question"], ["score", "Score"]]);

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const [says, shown] = [element("p", { class: "says", "aria-live": "polite" }), element("div", { class: "shown" })];
  const answer = new Answer(leaving, says, shown);
  let examined = false; // whether what is shown is about the positions
  let frame = element("iframe");
  addEventListener(THEME_CHANGED, () => { // on paper, the frame is as high as its report
    frame.removeAttribute("style");
    if (isPrinting()) frame.style.width = `${PAPER.width}px`;
    if (isPrinting()) frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? PAPER.height}px`;
  }, { signal: leaving });
  if (stored) {
    root.append(answer.element);
    const { html, title, words } = await get(SHOWN);
    return open(html, title, words);
  }
  /** @type {[{ rules: string[] }, void]} */
  const [{ rules: names }] = await Promise.all([get("api/doctor/rules", {}, leaving), loadLooks()]);
  const text = "Does more effort help? Give a table of answers at several efforts, such as tokens, samples or depths, or logs. Or send positions " +
    "of Kalah: the doctor decides each at every depth and compares the choices with the truth.";
  const controls = element("div", { class: "controls" });
  root.append(intro(text, "docs/doctor.md"), element("div", { class: "split" }, controls, answer.element));
  const given = fitAll([range("pits", 4, 2, 6), range("seeds", 3, 1, 4), range("depth", 5, 2, 8), oneOf("truth", "9", ["7", "9", "11", "solve"])], state);
  const chosen = (state.rules ?? "").split(",").filter((name) => names.includes(name));

  // A table, logs or a report from disk; or a report from the folder of results.
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file", multiple: "", accept: KINDS, "aria-label": "A table, logs or a report from disk" }));
  file.addEventListener("change", () => take([...file.files ?? []]));
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    take([...event.dataTransfer?.files ?? []]);
  });
  const [kept, columns] = [element("div", { class: "buttons" }), element("div", { class: "controls" })];
  const opening = element("fieldset", { class: "controls" }, element("legend", {}, "Your own file: choose it, or drop it on this page"), file,
    element("span", { class: "muted" }, "A table (CSV, JSON, JSON lines, Parquet), logs of Inspect or lm-evaluation-harness, or a finished report (HTML)."), columns, kept);

  // Positions to examine.
  const pits = number("Pits per side", { min: 2, max: 6, value: Number(given.pits) }, keep);
  const seeds = number("Seeds per pit", { min: 1, max: 4, value: Number(given.seeds) }, keep);
  const depth = number("Depths 1 to", { min: 2, max: 8, value: Number(given.depth) }, keep);
  const truth = select("Truth", [["7", "a search to depth 7"], ["9", "a search to depth 9"], ["11", "a search to depth 11"],
    ["solve", "solved (small boards)"]], given.truth, keep);
  const rules = names.map((name) => checkbox(labelOf(name), (chosen.length ? chosen : ["minimax", "emm"]).includes(name), keep));
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: "4", spellcheck: "false", placeholder: FORM,
    "aria-label": "Positions, one per line: pits of Max / pits of Min / stores / who moves" }));
  const start = button("Examine", () => examine("api/doctor/examine", setting(), {}, true));
  start.classList.add("main");
  const stop = button("Stop", () => ended("Stopped."));
  const sending = element("fieldset", { class: "controls" }, element("legend", {}, "Positions of Kalah"),
    element("div", { class: "trio" }, pits.element, seeds.element, depth.element), truth.element,
    element("div", { class: "rules" }, ...rules.map((box) => box.element)), area,
    element("div", { class: "buttons" }, button("60 random boards", fill), start, stop));
  controls.append(opening, sending);
  stop.disabled = true;

  /** What an examination of positions depends on. @returns {Setting} */
  const setting = () => ({ pits: pits.get(), seeds: seeds.get(), depth: depth.get(), truth: truth.get(), rules: names.filter((_, i) => rules[i].get()).join(","), text: area.value });

  /** A report of this form is old once the form says something else; one of a file is not about the form. */
  function keep() {
    writeState("doctor", { ...setting(), text: "" });
    if (!examined) return;
    if (!stop.disabled) ended("Stopped.");
    answer.want(setting());
    answer.say("The settings or positions have changed. Press Examine for a new report.");
  }

  /** Show a report that is not about the form. @param {string} html @param {string} title @param {string} words */
  function open(html, title, words) {
    answer.stop();
    examined = false;
    answer.want({ title });
    answer.have({ title });
    frameText(html, title, words);
  }

  /** Show a report. @param {string} html @param {string} title @param {string} words what is said above it */
  function frameText(html, title, words) {
    remember(SHOWN, JSON.stringify({ html, title, words }));
    says.textContent = words;
    frame = element("iframe", { sandbox: "allow-same-origin", title, class: "report", srcdoc: ALONE + withoutScripts(html) });
    const saving = button("Save the report", () => saveFile(new Blob([html], { type: "text/html" }), title.endsWith(".html") ? title : "doctor.html"), "Save it as one file");
    shown.replaceChildren(element("div", { class: "report-bar" }, saving), frame);
  }

  /** The files that are examined, with the columns that were chosen. @type {{ about: string, chosen: Record<string, string>, files: Record<string, string> }} */
  let upload = { about: "", chosen: {}, files: {} };

  /** Take files from disk. @param {File[]} files */
  async function take(files) {
    if (!files.length) return;
    if (/\.html?$/i.test(files[0].name)) return open(await files[0].text(), files[0].name, "");
    const size = files.reduce((sum, { size }) => sum + size, 0);
    if (size > LARGEST) return notice("This is more than 12 MB. For such a file, use the command: overthink doctor FILE --knob NAME.");
    const coded = await Promise.all(files.map(async (each) => [each.name, (await dataUrl(each)).split(",")[1] ?? ""]));
    const about = files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join("\n");
    columns.replaceChildren();
    upload = { about, chosen: {}, files: Object.fromEntries(coded) };
    table({});
  }

  /** Examine the table with one more choice. @param {Record<string, string>} choice a column by its role */
  function table(choice) {
    notice("");
    const sent = Object.assign(upload, { chosen: { ...upload.chosen, ...choice } });
    const offer = (/** @type {{ columns: string[], knob: string, roles: Record<string, string> }} */ { columns: names, knob, roles }) => {
      const guess = (/** @type {string} */ role) => (role === "knob" ? "choose it …" : roles[role] ? `by its name: ${roles[role]}` : "by its name");
      const others = Object.entries(roles).filter(([role]) => !ROLES.some(([name]) => name === role)).map(([role, column]) => (role === column ? role : `${role} from ${column}`));
      columns.replaceChildren(...ROLES.map(([role, label]) => select(label, [["", guess(role)], ...names], sent.chosen[role] ?? (role === "knob" ? knob : ""), (column) => table({ [role]: column })).element),
        checkbox("less is better, as for an error", Boolean(sent.chosen.less), (less) => table({ less: less ? "yes" : "" })).element,
        element("p", { class: "muted roles" }, others.length ? `Also read, by their names: ${others.join(", ")}.` : ""));
      if (!knob) ended("Which column says how much effort was made? Choose it.");
    };
    examine("api/doctor/table", { about: sent.about, ...sent.chosen }, { files: sent.files }, false, offer);
  }

  function fill() {
    get("api/doctor/example", { pits: pits.get(), seeds: seeds.get() }, leaving).then(({ text }) => {
      area.value = text;
      keep();
    }, tell);
  }

  /** @param {string} words why there is no answer, if there is none */
  function ended(words) {
    answer.stop();
    if (!answer.isNew) answer.lack(words);
    [start.disabled, stop.disabled] = [false, true];
  }

  /** @param {string} path @param {Setting} asked @param {Record<string, unknown>} files @param {boolean} ofForm whether it is about the positions
   * @param {(message: any) => void} [offer] told the columns of a table */
  function examine(path, asked, files, ofForm, offer) {
    [start.disabled, stop.disabled, examined] = [true, false, ofForm];
    root.dataset.state = "examining";
    answer.ask(asked, async (signal) => {
      answer.say("examining …");
      for await (const message of lines(path, {}, signal, { ...asked, ...files })) {
        if (signal.aborted) return;
        if (message.columns) offer?.(message);
        else if (!message.verdict) answer.say(`${message.done} of ${message.total} positions`);
        else {
          answer.have(asked);
          frameText(message.report, message.title ?? "The doctor on Kalah", `${message.verdict[0].toUpperCase()}${message.verdict.slice(1)}.`);
          shown.scrollIntoView({ block: "nearest" });
          ended("");
          root.dataset.state = "done";
        }
      }
    }, { other: true, pause: 0 }).finally(() => void (!answer.isNew && start.disabled && ([start.disabled, stop.disabled] = [false, true])));
  }

  area.addEventListener("input", keep);
  tellLink(state, { ...setting(), text: "" });

  /** Show the report that comes with Overthink, and say so. @param {boolean} always even if something else was asked for by then */
  async function example(always) {
    const html = await getText("api/doctor/example-report");
    if (always || (!root.dataset.state && !shown.firstChild)) open(html, "An example: the doctor on random boards of Kalah",
      "An example that comes with Overthink: minimax and EMM on random boards of Kalah. Open or make a report to see your own.");
  }

  try {
    const { local: { reports, folder } } = await get("api/doctor/reports", {}, leaving);
    kept.append(...(reports.length
      ? reports.map((/** @type {string} */ name) => button(name, () => getText("api/doctor/report", { name }).then((html) => open(html, name, ""), tell)))
      : [element("p", { class: "muted" }, `There are no HTML reports in ${folder || "the folder of results"}.`)]));
    kept.append(button("The example", () => example(true), "The report that comes with Overthink"));
    await example(false);
  } catch (error) {
    tell(error);
  }
}

/** A report as it is shown. What its frame would block has no place in it. @param {string} html */
function withoutScripts(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const each of page.querySelectorAll("script")) each.remove();
  return page.documentElement.outerHTML;
}

/** Say what went wrong, unless the reader has left. @param {unknown} error */
function tell(error) {
  if (!isAbort(error)) notice(error instanceof Error ? error.message : String(error));
}
