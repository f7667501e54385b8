// Depth curve: accuracy against depth, or against simulations, computed live.

import { Answer, keyOf } from "../../common/answer.js";
import { get, lines } from "../../common/api.js";
import { chart, exportButtons } from "../../common/chart.js";
import { SEED, checkbox, element, fit, intro, number, select, slider, stays } from "../../common/controls.js";
import { tellLink, writeState } from "../../common/state.js";
import { labelOf, loadLooks, looks, swatch } from "../../common/theme.js";
import { DEPTH, Memory, curveName, drawCurves, isWorse, sentence, soFar } from "./chart.js";

/** @import { Parameter } from "../../common/controls.js" */
/** @import { Found } from "./chart.js" */
/** A game has at most n `leaves`, which bounds its height.
 * @typedef {{ label: string, parameters: Parameter[], leaves: number, rules: string[], usual: string, knob: string, sample: string }} Subject */

const SLOW = "What is used for the first time on this machine is compiled or solved first, which can take a minute or two.";
/** @type {Found} */
const NOTHING = { n: 0, seconds: 0, rules: {} };
const LECTURED = ["error", "mixing", "copied", "gamma", "s"]; // sliders that stay on a projector, besides the first
const FEW = 3; // rules that are offered at once

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const text = "The share of right decisions of each rule, by search depth or by simulations, on more and more random games. " +
    "Where a curve falls, more search makes decisions worse: move the sliders until it does.";
  const picture = element("div", { class: "picture" });
  const says = element("div", { class: "says", "aria-live": "polite" });
  const seen = element("div", { class: "says muted" });
  const count = element("p", { class: "muted count" });
  const foot = element("div", { class: "foot" }, count);
  const controls = element("div", { class: "controls" });
  const answer = new Answer(leaving, says, picture, foot, seen);
  root.append(intro(text, "docs/lab.md"), element("div", { class: "split" }, controls, answer.element));

  let found = NOTHING;
  /** @type {Record<string, Subject>} */
  let subjects = {};
  const knob = () => subjects[String(answer.setting?.subject)]?.knob ?? DEPTH;
  const drawn = chart(picture, (sheet) => drawCurves(sheet, found, knob()), leaving);
  const rows = () => [["rule", knob(), "mean", "low", "high", "n"], ...Object.entries(found.rules).flatMap(([rule, { accuracy }]) =>
    accuracy.map((each) => [rule, each.depth, each.mean, each.low, each.high, each.n]))];
  foot.append(exportButtons({ name: "depth-curve", answer, svg: drawn.svg, rows }));
  [subjects] = await Promise.all([get("api/depth-curve/subjects", {}, leaving), loadLooks()]);
  let memory = new Memory();
  /** @type {Record<string, { get: () => number, limit: (most: number) => void }>} */
  let sliders = {};
  /** @type {Record<string, { get: () => boolean }>} */
  let rules = {};

  const subject = select("Model or game", Object.entries(subjects).map(([name, each]) => [name, each.label]),
    Object.hasOwn(subjects, state.subject ?? "") ? state.subject : "board-splitting", () => build({}));
  const depths = select("Depths", [["odd", "odd depths only"], ["all", "all depths"]], state.depths ?? "odd", () => changed());
  const seed = number("Seed", { min: 0, max: SEED.high, value: Number(fit(SEED, state.seed)) }, () => changed());
  const changing = element("div", { class: "controls" });
  controls.append(subject.element, changing);

  /** Controls for the chosen subject. @param {Record<string, string>} given */
  function build(given) {
    const { parameters: wanted, rules: names, usual, knob: turned } = subjects[subject.get()];
    memory = new Memory();
    const known = (given.rules ?? "").split(",").filter((name) => names.includes(name));
    const chosen = known.length ? known : usual.split(",");
    const order = [...usual.split(","), ...names.filter((name) => !usual.split(",").includes(name))];
    rules = {};
    const boxes = order.map((name) => {
      const box = checkbox(labelOf(name), chosen.includes(name), () => changed());
      box.element.title = looks[name].summary;
      box.element.lastElementChild?.append(" ", swatch(name));
      rules[name] = box;
      return box.element;
    });
    const more = element("details", {}, element("summary", {}, "more …"), element("div", { class: "rules" }, ...boxes.slice(FEW)));
    more.toggleAttribute("open", order.slice(FEW).some((name) => chosen.includes(name)));
    const made = wanted.map((each) => slider(each.label, { min: each.low, max: each.high, step: each.step, value: Number(fit(each, given[each.name])) }, () => changed()));
    made.forEach(({ element: each }, i) => stays(each, LECTURED.includes(wanted[i].name) || !i));
    sliders = Object.fromEntries(wanted.map(({ name }, i) => [name, made[i]]));
    depths.element.hidden = turned !== DEPTH;
    changing.replaceChildren(...made.map((each) => each.element),
      element("fieldset", {}, element("legend", {}, "Rules"), ...boxes.slice(0, FEW), ...(boxes.length > FEW ? [more] : [])), depths.element, seed.element);
    changed(true);
    tellLink(given, answer.wanted ?? {});
  }

  /** The values of the sliders. */
  function setting() {
    const { b, height } = sliders;
    if (b && height) height.limit(Math.floor(Math.log(subjects[subject.get()].leaves) / Math.log(b.get()) + 1e-9));
    return Object.fromEntries(Object.entries(sliders).map(([name, control]) => [name, control.get()]));
  }

  /** A new setting. @param {boolean} [other] whether it is about another subject */
  function changed(other = false) {
    const at = setting();
    const chosen = Object.keys(rules).filter((name) => rules[name].get());
    const query = { subject: subject.get(), ...at, rules: chosen.join(","), depths: depths.get(), seed: seed.get() };
    root.dataset.state = "waiting";
    writeState("depth-curve", query);
    answer.ask(query, (signal) => run(query, at, signal), { other, pause: found.n ? undefined : 0 });
  }

  /** @param {Record<string, string | number>} query @param {Record<string, number>} at @param {AbortSignal} signal */
  async function run(query, at, signal) {
    if (!query.rules) return answer.lack("Choose at least one rule.");
    const { label, parameters, sample } = subjects[String(query.subject)];
    const shipped = await showShipped(query);
    const asked = performance.now();
    const long = setInterval(() => answer.say(`computing for ${Math.round((performance.now() - asked) / 1000)} s … ${SLOW}`), 2000);
    signal.addEventListener("abort", () => clearInterval(long));
    /** @type {Found | null} */
    let last = null;
    const counted = (/** @type {Found} */ { n, seconds }) => `${label}: ${n.toLocaleString("en")} ${sample} in ${seconds.toFixed(1)} s, the same for every rule; bars are 95% intervals.`;
    try {
      for await (const each of lines("api/depth-curve/curve", query, signal)) {
        if (signal.aborted) return;
        last = each;
        if (each.n <= shipped) continue; // what is shown rests on more
        memory.note(each, at, parameters, false);
        tell(each, query, `Still being computed. ${counted(each)}`, `, so far in ${each.n.toLocaleString("en")} ${sample}`);
        root.dataset.state = "showing";
      }
      if (last?.last && last.n > shipped) { // a page that was saved before has no verdict
        memory.note(last, at, parameters, true);
        tell(last, query, counted(last));
      }
      root.dataset.state = "done";
    } finally {
      clearInterval(long);
    }
  }

  /** Until there are more games of the usual setting, show those that come with the page. @param {Record<string, string | number>} query @returns {Promise<number>} how many */
  async function showShipped(query) {
    const first = await get("views/depth-curve/first.json", {}, leaving, true).catch(() => null);
    if (!first || keyOf(first.setting) !== keyOf(query)) return 0;
    tell(first, query, `${first.n.toLocaleString("en")} games that come with Overthink; more are being computed …`);
    root.dataset.state = "shipped";
    return first.n;
  }

  /** @param {Found} now @param {Record<string, string | number>} query @param {string} counted @param {string} [sofar] what a verdict rests on that is not the last */
  function tell(now, query, counted, sofar = "") {
    found = now;
    answer.have(query);
    count.textContent = counted;
    says.replaceChildren(...Object.entries(now.rules).map(([rule, each]) =>
      element("p", { class: isWorse(each) && !sofar ? "worse" : "" }, swatch(rule), (sofar ? soFar : sentence)(curveName(now, rule) + sofar, each, knob()))));
    seen.replaceChildren(...[...memory.first.values()].map(([, line]) => element("p", {}, line)));
    drawn.draw();
  }

  build(state);
}
