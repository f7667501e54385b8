// Votes: when a majority of more votes is wrong more often, and when the best of more samples is worth less.

import { Answer } from "../../common/answer.js";
import { get } from "../../common/api.js";
import { chart, exportButtons } from "../../common/chart.js";
import { element, fitAll, intro, parameterControl, shape, short, stays } from "../../common/controls.js";
import { tellLink, writeState } from "../../common/state.js";
import { colour } from "../../common/theme.js";

/** @import { Sheet } from "../../common/chart.js" */
/** @import { Parameter } from "../../common/controls.js" */
/** @typedef {{ x: number[], curves: Record<string, number[]>, best: number | null, says: string }} Found */

const INKS = ["--c1", "--c2", "--c3"];
const NONE = { low: 0, high: 0, step: 1, choices: {} };
/** @type {{ name: string, x: string, y: string, top: number | null, knobs: Parameter[] }[]} */
const PARTS = [
  { name: "votes", x: "votes", y: "share of right answers", top: 1, knobs: [
    { ...NONE, name: "share", label: "Share of easy questions, α", default: 0.5, low: 0.01, high: 0.99, step: 0.01 },
    { ...NONE, name: "easy", label: "Easy ones: an answer is right with p₁", default: 0.9, low: 0.51, high: 0.99, step: 0.01 },
    { ...NONE, name: "hard", label: "Hard ones: right with p₂", default: 0.4, low: 0.01, high: 0.49, step: 0.01 },
    { ...NONE, name: "votes", label: "Largest number of votes", default: 101, low: 11, high: 1001, step: 10 }] },
  { name: "best", x: "samples to choose from, N", y: "worth of the chosen, in standard deviations", top: null, knobs: [
    { ...NONE, name: "error", label: "Size of the errors of scores", default: 1, low: 0.1, high: 8, step: 0.1 },
    { ...NONE, name: "tail", label: "Their tails", default: "student", choices: { normal: "normal", laplace: "Laplace", student: "long: Student t, 3 degrees", pareto: "very long: Pareto, index 1.5" } },
    { ...NONE, name: "levels", label: "Levels of the score", default: 0, low: 0, high: 100, step: 5, format: (value) => (value ? `${value}` : "no levels: a fine score") },
    { ...NONE, name: "samples", label: "Largest number of samples", default: 3, low: 1, high: 6, format: (value) => (10 ** value).toLocaleString("en") }] },
];

/** Curves over a logarithmic axis, each named at its end; the first is the one that matters.
 * @param {Sheet} sheet @param {Found} found @param {{ x: string, y: string, top: number | null }} part @returns {string} */
function drawCurves({ whole, width, height, size }, found, part) {
  const names = Object.keys(found.curves);
  const top = part.top ?? Math.max(1, ...names.flatMap((name) => found.curves[name])) * 1.05;
  const [left, right, high, low] = [3.5 * size, width - 0.6 * size * Math.max(...names.map((name) => name.length)) - 8, 2.2 * size, height - 3.2 * size];
  const most = found.x.at(-1) ?? 1;
  const x = (/** @type {number} */ n) => left + ((right - left) * Math.log(n)) / Math.log(most);
  const y = (/** @type {number} */ value) => low - ((low - high) * value) / top;
  const step = top > 3 ? 1 : top > 1.2 ? 0.5 : 0.2;
  for (let tick = 0; tick <= top + 1e-9; tick += step) {
    whole.append(shape("line", { x1: left, x2: right, y1: y(tick), y2: y(tick), stroke: colour("--line") }),
      shape("text", { x: left - 6, y: y(tick) + 0.35 * size, "text-anchor": "end" }, short(tick, 1)));
  }
  for (let n = 1; n <= most; n *= 10) whole.append(shape("text", { x: x(n), y: low + 1.3 * size, "text-anchor": "middle" }, n.toLocaleString("en")));
  whole.append(shape("text", { x: 4, y: size }, part.y), shape("text", { x: (left + right) / 2, y: height - 0.4 * size, "text-anchor": "middle" }, part.x));
  const places = names.map((name) => y(found.curves[name].at(-1) ?? 0));
  [...names.keys()].sort((a, b) => places[a] - places[b]).forEach((which, i, order) => {
    if (i) places[which] = Math.max(places[which], places[order[i - 1]] + 1.2 * size);
  });
  names.forEach((name, i) => {
    const stroke = colour(INKS[i]);
    const points = found.x.map((n, k) => `${x(n)},${y(found.curves[name][k])}`).join(" ");
    whole.append(shape("polyline", { points, fill: "none", stroke, "stroke-width": i ? 1.6 : 3.2, "stroke-dasharray": i ? "7 5" : "none", class: "curve" }),
      shape("text", { x: right + 6, y: Math.min(places[i], low) + 0.35 * size, fill: stroke, "font-weight": i ? 400 : 700, class: "curve-name" }, name));
  });
  const at = found.best === null ? -1 : found.x.reduce((near, n, k) => (Math.abs(n - (found.best ?? 0)) < Math.abs(found.x[near] - (found.best ?? 0)) ? k : near), 0);
  if (at >= 0) {
    const [cx, cy] = [x(found.best ?? 1), y(found.curves[names[0]][at])];
    whole.append(shape("circle", { cx, cy, r: 6, fill: colour(INKS[0]) }), shape("text", { x: cx, y: cy - 0.8 * size, "text-anchor": cx < left + 3 * size ? "start" : "middle", "font-weight": 700 }, `best: ${found.best?.toLocaleString("en")}`));
  }
  return `${part.y} by ${part.x}. ${found.says}`;
}

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  root.append(intro("More answers to one question, in two exact models. Above, the majority of votes: it makes easy questions surer and hard ones worse. " +
    "Below, the sample with the highest of N noisy scores: with long tails, the highest score is an error.", "docs/votes.md"));
  /** @type {Record<string, string>} */
  const values = {};
  const asks = PARTS.map((part) => {
    const [says, picture, foot] = [element("p", { class: "says", "aria-live": "polite" }), element("div", { class: "picture" }), element("div", { class: "foot" })];
    const answer = new Answer(leaving, says, picture, foot);
    /** @type {Found | null} */
    let found = null;
    const drawn = chart(picture, (sheet) => (found ? drawCurves(sheet, found, part) : ""), leaving);
    const setting = () => Object.fromEntries(part.knobs.map(({ name }) => [name, values[name]]));
    const ask = () => {
      const wanted = setting();
      writeState("votes", values);
      answer.ask(wanted, async (signal) => {
        const request = { ...wanted, ...(part.name === "best" ? { samples: 10 ** Number(wanted.samples) } : {}) };
        found = await get(`api/votes/${part.name}`, request, signal);
        if (signal.aborted) return;
        answer.have(wanted);
        says.textContent = found?.says ?? "";
        drawn.draw();
      });
    };
    Object.assign(values, fitAll(part.knobs, state));
    const controls = part.knobs.map((knob) => parameterControl(knob, values[knob.name], (value) => {
      values[knob.name] = value;
      ask();
    }));
    const rows = () => [[part.x, ...Object.keys(found?.curves ?? {})], ...(found?.x ?? []).map((n, k) => [n, ...Object.values(found?.curves ?? {}).map((curve) => curve[k])])];
    foot.append(exportButtons({ name: part.name, answer, svg: drawn.svg, rows }));
    controls.forEach((each, i) => stays(each, ["hard", "error", "tail"].includes(part.knobs[i].name)));
    root.append(element("div", { class: "split" }, element("div", { class: "controls" }, ...controls), answer.element));
    return ask;
  });
  tellLink(state, values);
  for (const ask of asks) ask();
}
