// The depth curve as a chart, as a first sketch, and in words: whether deeper, or more simulations, is worse, by how much, and at
// which setting that appeared first.

import { shape } from "../../common/controls.js";
import { colour, curveColour, inkOf, labelOf, looks } from "../../common/theme.js";

/** @import { Parameter } from "../../common/controls.js" */
/** @typedef {{ mean: number, low: number, high: number, n: number }} Estimate */
/** @typedef {{ accuracy: (Estimate & { depth: number })[], kind: string, sentence: string,
 *   worst: { shallow: number, deep: number, gain: Estimate } | null }} Judged */
/** With another knob than depth, `depth`, `shallow` and `deep` are its values. `coin` is the share of right decisions of
 * a random move; `end` is the depth that sees the end of every game; `ceiling` is the rule that none can beat.
 * @typedef {{ n: number, seconds: number, rules: Record<string, Judged>, coin?: number, end?: number | null, ceiling?: string | null }} Found */

export const DEPTH = "depth"; // the knob of most subjects
const SURE = 128; // games before the memory keeps a result
const SYMBOL = /(?:^| )(e|b|c|s|g|γ|σ|m)(?=[ ,:]|$)/; // in the label of a slider

/** @param {number} share */
const points = (share) => (100 * share).toFixed(1);

/** The name of a rule's curve. @param {Found} found @param {string} rule */
export function curveName(found, rule) {
  return rule === found.ceiling ? `${labelOf(rule)}, the ceiling` : labelOf(rule);
}

/** A value of a knob for people: depth 3, 1,000 simulations. @param {string} knob @param {number} value */
export function setTo(knob, value) {
  return knob === DEPTH ? `depth ${value}` : `${value.toLocaleString("en")} ${knob}`;
}

/** One line for a rule. @param {string} rule @param {Judged} judged @param {string} knob */
export function sentence(rule, judged, knob) {
  const { worst } = judged;
  if (!worst) return `${rule}: ${judged.sentence}`;
  const { gain } = worst;
  const [deep, decides] = knob === DEPTH ? [`Depth ${worst.deep}`, "decides"] : [setTo(knob, worst.deep), "decide"];
  return `${rule}: pathology. ${deep} ${decides} ${points(-gain.mean)} points worse than ` +
    `${setTo(knob, worst.shallow)} [${points(-gain.high)} to ${points(-gain.low)}].`;
}

/** @typedef {{ setting: Record<string, number>, n: number }} Clean */

/** Remembers results while the reader moves the sliders. */
export class Memory {
  /** Where pathology first appeared, in a sentence, by rule. @type {Map<string, string>} */
  first = new Map();
  /** Settings without pathology, in order, by rule. @type {Map<string, Clean[]>} */
  #clean = new Map();

  /** Notes what one setting showed. @param {Found} found @param {Record<string, number>} setting @param {Parameter[]} sliders */
  note(found, setting, sliders) {
    if (found.n < SURE) return;
    for (const [rule, { kind }] of Object.entries(found.rules)) {
      if (this.first.has(rule)) continue;
      const others = (this.#clean.get(rule) ?? []).filter((each) => differing(each.setting, setting, sliders).length);
      if (kind === "worse") {
        const last = others.at(-1);
        const before = last ? `; in ${last.n.toLocaleString("en")} games there was none at ${words(last.setting, differing(last.setting, setting, sliders))}` : "";
        this.first.set(rule, `${labelOf(rule)}: pathology first appeared at ${words(setting, sliders)}${before}.`);
      } else {
        this.#clean.set(rule, [...others, { setting: { ...setting }, n: found.n }]);
      }
    }
  }
}

/** @param {Record<string, number>} one @param {Record<string, number>} other @param {Parameter[]} sliders */
function differing(one, other, sliders) {
  return sliders.filter((slider) => one[slider.name] !== other[slider.name]);
}

/** A setting in words: the symbol at the end of a slider's label, or the label. @param {Record<string, number>} setting
 * @param {Parameter[]} sliders */
function words(setting, sliders) {
  return sliders.map(({ label, name }) => `${label.match(SYMBOL)?.[1] ?? label} = ${setting[name]}`).join(", ");
}

const MARKS = ["circle", "square", "diamond", "triangle-up", "x", "cross", "star"];
const DASHES = ["solid", "dash", "dot", "dashdot"];

/** The range of accuracies to show. @param {Found} found @returns {[number, number]} */
function accuracies(found) {
  const lows = Object.values(found.rules).flatMap(({ accuracy }) => accuracy.map((each) => each.low));
  return [Math.floor(10 * Math.min(0.6, (found.coin ?? 0.6) - 0.02, ...lows)) / 10, found.end ? 1.08 : 1.02];
}

const COIN = "a coin would do";
const END = "sees the end of the game";

/** What the places on a curve mean: the share of a random move, and the depth that sees the end. @param {Found} found */
function notes(found) {
  const depths = Object.values(found.rules)[0]?.accuracy.map((each) => each.depth) ?? [];
  const grey = colour("--ink-2");
  const font = { color: grey };
  const annotations = [];
  const shapes = [];
  if (found.coin !== undefined && found.coin >= accuracies(found)[0]) {
    shapes.push({ type: "line", xref: "paper", x0: 0, x1: 1, y0: found.coin, y1: found.coin, line: { color: grey, dash: "dash", width: 1.5 } });
    annotations.push({ xref: "paper", x: 0.01, y: found.coin, text: COIN, showarrow: false, xanchor: "left", yanchor: "bottom", font });
  }
  if (found.end && depths.includes(found.end)) {
    annotations.push({ x: found.end, y: 1, text: END, showarrow: true, arrowhead: 2, arrowcolor: grey, ax: -36, ay: -14, xanchor: "right", font });
  }
  return { annotations, shapes };
}

/** The horizontal axis: depths one by one, other knobs by factors. @param {string} knob @param {Found} found */
function across(knob, found) {
  if (knob === DEPTH) return { title: { text: "search depth (plies)" }, dtick: 1 };
  const tickvals = Object.values(found.rules)[0]?.accuracy.map((each) => each.depth) ?? [];
  return { title: { text: knob }, type: "log", tickvals, ticktext: tickvals.map((each) => each.toLocaleString("en")) };
}

/** Rules keep their colour and mark whichever others are shown. @param {Found} found @param {string} knob */
export function curveChart(found, knob) {
  const traces = Object.entries(found.rules).map(([rule, { accuracy }]) => {
    const { colour: own, place } = looks[rule];
    const label = curveName(found, rule);
    const means = accuracy.map((each) => each.mean);
    const text = accuracy.map((each) =>
      `${label}, ${setTo(knob, each.depth)}: ${each.mean.toFixed(3)} [${each.low.toFixed(3)}, ${each.high.toFixed(3)}], n = ${each.n}`);
    return {
      x: accuracy.map((each) => each.depth),
      y: means,
      error_y: {
        type: "data",
        symmetric: false,
        array: accuracy.map((each) => each.high - each.mean),
        arrayminus: accuracy.map((each) => each.mean - each.low),
        thickness: 1.6,
        width: 5,
      },
      name: label,
      text,
      hoverinfo: "text",
      mode: "lines+markers",
      line: { color: curveColour(own), dash: DASHES[Math.floor(place / 7) % DASHES.length], width: 2.5 },
      marker: { symbol: MARKS[place % MARKS.length], size: 9 },
    };
  });
  const layout = {
    xaxis: across(knob, found),
    yaxis: { title: { text: "share of right decisions" }, range: accuracies(found) },
    legend: { orientation: "h", y: 1.02, yanchor: "bottom" },
    showlegend: true,
    transition: { duration: 0 },
    ...notes(found),
  };
  return { traces, layout };
}

/** @param {HTMLElement} root @param {Found} found @param {string} knob */
export function curveSketch(root, found, knob) {
  const range = accuracies(found);
  const { clientWidth: width, clientHeight: height } = root;
  const whole = shape("svg", { width, height, class: "sketch", role: "img", "aria-label": `The share of right decisions by ${knob}` });
  const curves = Object.entries(found.rules);
  const depths = curves.flatMap(([, { accuracy }]) => accuracy.map((each) => each.depth));
  const scale = (/** @type {number} */ value) => (knob === DEPTH ? value : 4 * Math.log10(value));
  const [first, last] = [scale(Math.min(...depths)) - 0.4, scale(Math.max(...depths)) + 0.4];
  const x = (/** @type {number} */ depth) => 64 + ((width - 80) * (scale(depth) - first)) / (last - first);
  const y = (/** @type {number} */ share) => height - 48 - ((height - 96) * (share - range[0])) / (range[1] - range[0]);
  for (let tenth = Math.ceil(10 * range[0]); tenth <= 10; tenth++) {
    whole.append(shape("line", { x1: 64, x2: width - 16, y1: y(tenth / 10), y2: y(tenth / 10), class: "grid" }),
      shape("text", { x: 56, y: y(tenth / 10) + 5, "text-anchor": "end" }, `${tenth / 10}`));
  }
  for (const depth of new Set(depths)) {
    whole.append(shape("text", { x: x(depth), y: height - 24, "text-anchor": "middle" }, depth.toLocaleString("en")));
  }
  if (found.coin !== undefined && found.coin >= range[0]) {
    whole.append(shape("line", { x1: 64, x2: width - 16, y1: y(found.coin), y2: y(found.coin), class: "coin" }),
      shape("text", { x: 70, y: y(found.coin) - 5, class: "note" }, COIN));
  }
  if (found.end && depths.includes(found.end)) {
    whole.append(shape("text", { x: x(found.end) - 10, y: y(1) - 8, "text-anchor": "end", class: "note" }, `${END} ↘`));
  }
  for (const [rule, { accuracy }] of curves) {
    const stroke = `stroke: ${inkOf(looks[rule].colour)}`;
    const middle = accuracy[Math.floor(accuracy.length / 2)];
    whole.append(shape("text", { x: x(middle.depth) + 8, y: y(middle.mean) - 8 }, curveName(found, rule)));
    const points = accuracy.map((each) => `${x(each.depth)},${y(each.mean)}`).join(" ");
    whole.append(shape("polyline", { points, fill: "none", "stroke-width": 2.5, style: stroke }));
    whole.append(...accuracy.map((each) => shape("line",
      { x1: x(each.depth), x2: x(each.depth), y1: y(each.low), y2: y(each.high), "stroke-width": 1.6, style: stroke })));
  }
  root.replaceChildren(whole);
}
