// Depth curve: accuracy against depth, or against simulations, computed live.

import { get, isAbort, lines, notice } from "../../common/api.js";
import { chart } from "../../common/chart.js";
import { checkbox, element, exportButtons, intro, number, select, slider } from "../../common/controls.js";
import { writeState } from "../../common/state.js";
import { labelOf, loadLooks, looks, swatch } from "../../common/theme.js";
import { DEPTH, Memory, curveChart, curveName, curveSketch, sentence } from "./chart.js";

/** @import { Parameter } from "../../common/controls.js" */
/** @import { Found } from "./chart.js" */
/** @typedef {{ label: string, parameters: Parameter[], rules: string[], usual: string, knob: string, sample: string }} Subject */

const SLOW = "computing … A rule is compiled at its first use on this machine, which takes some seconds.";
/** @type {Found} */
const NOTHING = { n: 0, seconds: 0, rules: {} };
const PAUSE = 80; // milliseconds between the last change and the next request

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const leaving = new AbortController();
  const text = "The share of right decisions of each rule, by search depth or by simulations, on more and more random games. " +
    "Where a curve falls, more search makes decisions worse: move the sliders until it does.";
  const picture = element("div", { class: "picture" });
  const says = element("div", { class: "says", "aria-live": "polite" });
  const seen = element("div", { class: "says muted" });
  const count = element("p", { class: "muted count" }, "preparing …");
  const foot = element("div", { class: "foot" }, count);
  const controls = element("div", { class: "controls" });
  root.append(intro(text, "docs/lab.md"),
    element("div", { class: "split" }, controls, element("div", {}, says, picture, foot, seen)));

  /** @type {Found | null} */
  let found = null;
  /** @type {Record<string, Subject>} */
  let subjects = {};
  let shown = ""; // the subject of the curves
  const knob = () => subjects[shown]?.knob ?? DEPTH;
  const drawn = chart(picture, {
    plot: () => curveChart(found ?? NOTHING, knob()),
    sketch: () => found && curveSketch(picture, found, knob()),
  });
  const rows = () => [["rule", knob(), "mean", "low", "high", "n"], ...Object.entries(found?.rules ?? {}).flatMap(([rule, { accuracy }]) =>
    accuracy.map((each) => [rule, each.depth, each.mean, each.low, each.high, each.n]))];
  foot.append(exportButtons({ name: "depth-curve", png: () => drawn.save("png", "depth-curve"), svg: () => drawn.save("svg", "depth-curve"), rows }));
  [subjects] = await Promise.all([get("api/depth-curve/subjects", {}, leaving.signal), loadLooks()]);
  let memory = new Memory();
  let running = new AbortController();
  let waiting = 0;
  /** @type {Record<string, { get: () => number }>} */
  let sliders = {};
  /** @type {Record<string, { get: () => boolean }>} */
  let rules = {};

  const subject = select("Model or game", Object.entries(subjects).map(([name, each]) => [name, each.label]),
    Object.hasOwn(subjects, state.subject ?? "") ? state.subject : "board-splitting", () => build({}));
  const depths = select("Depths", [["odd", "odd depths only"], ["all", "all depths"]], state.depths ?? "odd", changed);
  const seed = number("Seed", { min: 0, max: 1e9, value: Number(state.seed ?? 0) }, changed);
  const changing = element("div", { class: "controls" });
  controls.append(subject.element, changing);

  /** Controls for the chosen subject. @param {Record<string, string>} given */
  function build(given) {
    const { parameters: wanted, rules: names, usual, knob: turned } = subjects[subject.get()];
    memory = new Memory();
    sliders = {};
    rules = {};
    const chosen = (given.rules ?? usual).split(",");
    const boxes = names.map((name) => {
      const box = checkbox(labelOf(name), chosen.includes(name), changed);
      box.element.title = looks[name].summary;
      box.element.lastElementChild?.append(" ", swatch(name));
      rules[name] = box;
      return box.element;
    });
    const made = wanted.map((each) => {
      const value = Number(given[each.name] ?? each.default);
      const range = { min: each.low, max: each.high, step: each.step };
      const control = slider(each.label, { ...range, value: Number.isFinite(value) ? value : Number(each.default) }, changed);
      sliders[each.name] = control;
      return control.element;
    });
    depths.element.hidden = turned !== DEPTH;
    changing.replaceChildren(...made,
      element("fieldset", { class: "rules" }, element("legend", {}, "Rules"), ...boxes), depths.element, seed.element);
    changed();
  }

  /** The values of the sliders. */
  function setting() {
    return Object.fromEntries(Object.entries(sliders).map(([name, control]) => [name, control.get()]));
  }

  /** A new setting: end the running computation at once. */
  function changed() {
    running.abort();
    running = new AbortController();
    clearTimeout(waiting);
    const chosen = Object.keys(rules).filter((name) => rules[name].get());
    if (!chosen.length) return notice("Choose at least one rule.");
    const query = { subject: subject.get(), ...setting(), rules: chosen.join(","), depths: depths.get(), seed: seed.get() };
    writeState("depth-curve", query);
    root.dataset.state = "waiting";
    waiting = setTimeout(() => run(query, setting(), running.signal), found ? PAUSE : 0);
  }

  /** @param {Record<string, string | number>} query @param {Record<string, number>} at @param {AbortSignal} signal */
  async function run(query, at, signal) {
    const usual = subjects[subject.get()].parameters;
    if (!found) await showShipped(query);
    if (signal.aborted) return;
    if (!found) count.textContent = "computing …";
    const long = setTimeout(() => void (count.textContent = SLOW), found ? 8000 : 2000);
    signal.addEventListener("abort", () => clearTimeout(long));
    try {
      for await (const each of lines("api/depth-curve/curve", query, signal)) {
        clearTimeout(long);
        if (signal.aborted) return;
        [found, shown] = [each, String(query.subject)];
        notice("");
        memory.note(each, at, usual);
        tell();
        drawn.draw();
        root.dataset.state = "showing";
      }
      root.dataset.state = "done";
    } catch (error) {
      if (isAbort(error)) return;
      root.dataset.state = "failed";
      count.textContent = "";
    } finally {
      clearTimeout(long);
    }
  }

  /** Before the first numbers of the usual setting come in, show those that come with the page. @param {Record<string, string | number>} query */
  async function showShipped(query) {
    const { parameters } = subjects[subject.get()];
    const { curves } = await get("views/story/story.json", {}, leaving.signal, true).catch(() => ({}));
    const rules = String(query.rules).split(",");
    const usual = parameters.every(({ name, default: value }) => Number(query[name]) === Number(curves?.setting[name] ?? value));
    if (!curves || !usual || query.subject !== curves.setting.subject || query.depths !== "odd" || query.seed !== Number(curves.setting.seed)) return;
    if (found || !rules.every((rule) => Object.hasOwn(curves.rules, rule))) return;
    found = { ...curves, seconds: 0, rules: Object.fromEntries(rules.map((rule) => [rule, curves.rules[rule]])) };
    tell();
    drawn.draw();
    count.textContent = `${curves.n.toLocaleString("en")} games that come with Overthink; new ones are being computed …`;
    root.dataset.state = "shipped";
  }

  function tell() {
    const now = found ?? NOTHING;
    const { n, seconds, rules: judged } = now;
    const games = `${n.toLocaleString("en")} ${subjects[shown]?.sample ?? "games"}`;
    count.textContent = `${games} in ${seconds.toFixed(1)} s, the same for every rule; bars are 95% intervals.`;
    says.replaceChildren(...Object.entries(judged).map(([rule, each]) =>
      element("p", { class: each.kind }, swatch(rule), sentence(curveName(now, rule), each, knob()))));
    seen.replaceChildren(...[...memory.first.values()].map((line) => element("p", {}, line)));
  }

  build(state);
  return () => {
    leaving.abort();
    running.abort();
    clearTimeout(waiting);
    drawn.close();
  };
}
