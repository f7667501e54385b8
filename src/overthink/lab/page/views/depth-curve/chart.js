// The depth curve as a chart and in words: whether deeper, or more simulations, is worse, by how much, and at which setting that
// appeared first.

import { shape } from "../../common/controls.js";
import { colour, curveColour, labelOf, looks } from "../../common/theme.js";

/** @import { Sheet } from "../../common/chart.js" */
/** @import { Parameter } from "../../common/controls.js" */
/** @typedef {{ mean: number, low: number, high: number, n: number }} Estimate */
/** @typedef {{ shallow: number, deep: number, gain: Estimate }} Pair */
/** @typedef {{ accuracy: (Estimate & { depth: number })[], kind: string, sentence: string, worst: Pair | null, soFar?: Pair | null }} Judged */
/** With a knob other than depth, `depth`, `shallow` and `deep` are its values. `coin` is the share of right decisions of
 * a random move; `end` is the depth that sees the end of every game; `ceiling` is the rule that none can beat.
 * @typedef {{ n: number, last?: boolean, seconds: number, rules: Record<string, Judged>, coin?: number, end?: number | null, ceiling?: string | null }} Found */

export const DEPTH = "depth"; // the knob of most subjects
const SURE = 128; // games before the memory keeps a result
const LOOKS = 1.5; // an interval that is looked at up to eleven times is as much wider
const SYMBOL = /(?:^| )(e|b|c|s|g|γ|σ|m)(?=[ ,:]|$)/; // in the label of a slider

/** @param {number} share */
const points = (share) => (100 * share).toFixed(1);
/** The name of a rule's curve. @param {Found} found @param {string} rule */
export const curveName = (found, rule) => rule === found.ceiling ? `${labelOf(rule)}, the ceiling` : labelOf(rule);
/** A value of a knob for people: depth 3, 1,000 simulations. @param {string} knob @param {number} value */
const setTo = (knob, value) => knob === DEPTH ? `depth ${value}` : `${value.toLocaleString("en")} ${knob}`;
/** Whether a rule decides worse with more effort, by an interval that does not touch 0 as it is written. @param {Judged} judged */
export const isWorse = ({ kind, worst }) => kind === "worse" && worst !== null && points(-worst.gain.high) !== "0.0";

/** One line for a rule whose games are not all there: no verdict. @param {string} rule @param {Judged} judged @param {string} knob */
export function soFar(rule, { soFar: pair }, knob) {
  if (!pair) return `${rule}: computing …`;
  const { mean, low, high } = pair.gain;
  return `${rule}: ${points(Math.abs(mean))} points ${mean < 0 ? "down" : "up"} from ${setTo(knob, pair.shallow)} to ${setTo(knob, pair.deep)}, ± ${points((high - low) / 2)}.`;
}

/** One line for a rule. @param {string} rule @param {Judged} judged @param {string} knob */
export function sentence(rule, judged, knob) {
  const { worst } = judged;
  if (!worst) return `${rule}: ${judged.sentence}`;
  const { gain } = worst;
  const [deep, decides] = knob === DEPTH ? [`Depth ${worst.deep}`, "decides"] : [setTo(knob, worst.deep), "decide"];
  return `${rule}: ${isWorse(judged) ? "pathology" : "perhaps pathology: the interval touches 0"}. ${deep} ${decides} ${points(-gain.mean)} points worse than ` +
    `${setTo(knob, worst.shallow)} [${points(-gain.high)} to ${points(-gain.low)}].`;
}

/** @typedef {{ setting: Record<string, number>, n: number }} Clean */

/** Remembers results while the reader moves the sliders. */
export class Memory {
  /** Where pathology first appeared, by rule: the setting, and a sentence. @type {Map<string, [Record<string, number>, string]>} */
  first = new Map();
  /** Settings without pathology, in order, by rule. @type {Map<string, Clean[]>} */
  #clean = new Map();

  /** Notes what one setting showed. Before the last games, pathology must be sure in a wider interval; if the last games do not show it, it was none.
   * @param {Found} found @param {Record<string, number>} setting @param {Parameter[]} sliders @param {boolean} last */
  note(found, setting, sliders, last) {
    if (found.n < SURE) return;
    for (const [rule, judged] of Object.entries(found.rules)) {
      const gain = judged.worst?.gain;
      const worse = isWorse(judged) && (last || (gain && gain.mean + (LOOKS * (gain.high - gain.low)) / 2 < 0));
      const first = this.first.get(rule);
      if (last && !worse && first && !differing(first[0], setting, sliders).length) this.first.delete(rule);
      else if (first) continue;
      const others = (this.#clean.get(rule) ?? []).filter((each) => differing(each.setting, setting, sliders).length);
      if (worse) {
        const clean = others.at(-1);
        const before = clean ? `; in ${clean.n.toLocaleString("en")} games there was none at ${words(clean.setting, differing(clean.setting, setting, sliders))}` : "";
        this.first.set(rule, [{ ...setting }, `${labelOf(rule)}: pathology first appeared at ${words(setting, sliders)}${before}.`]);
      } else {
        this.#clean.set(rule, [...others, { setting: { ...setting }, n: found.n }]);
      }
    }
  }
}

/** @param {Record<string, number>} one @param {Record<string, number>} other @param {Parameter[]} sliders */
const differing = (one, other, sliders) => sliders.filter((slider) => one[slider.name] !== other[slider.name]);

/** A setting in words: the symbol at the end of a slider's label, or the label. @param {Record<string, number>} setting
 * @param {Parameter[]} sliders */
const words = (setting, sliders) => sliders.map(({ label, name }) => `${label.match(SYMBOL)?.[1] ?? label} = ${setting[name]}`).join(", ");

/** Marks around 0, 0, four pixels large: rules keep theirs whichever others are shown. */
const MARKS = ["M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z", "M-4 -4H4V4H-4Z", "M0 -5.5L5.5 0L0 5.5L-5.5 0Z", "M0 -5L5 4H-5Z",
  "M-4 -4L4 4M4 -4L-4 4", "M-5 0H5M0 -5V5", "M0 -6L2 -2L6 0L2 2L0 6L-2 2L-6 0L-2 -2Z"];
const DASHES = ["none", "9 5", "2 4", "9 4 2 4"];

/** Places apart by at least a gap, in their order. @param {number[]} wanted ascending @param {number} gap @param {number} most */
function spread(wanted, gap, most) {
  const placed = wanted.map((_, i) => Math.max(...wanted.slice(0, i + 1).map((at, k) => at + (i - k) * gap)));
  return placed.map((at, i) => Math.min(at, most - (placed.length - 1 - i) * gap));
}

/** Each curve has its name at its end: before the depth that sees the end of the game, where all curves meet.
 * @param {Sheet} sheet @param {Found} found @param {string} knob @returns {string} */
export function drawCurves({ whole, width, height, size }, found, knob) {
  const curves = Object.entries(found.rules);
  const depths = [...new Set(curves.flatMap(([, { accuracy }]) => accuracy.map((each) => each.depth)))].sort((a, b) => a - b);
  const end = found.end && depths.length > 1 && depths.at(-1) === found.end ? found.end : null;
  const least = Math.min(0.9, (found.coin ?? 0.6) - 0.02, ...curves.flatMap(([, { accuracy }]) => accuracy.map((each) => each.low)));
  const floor = Math.max(0, Math.floor(10 * least) / 10);
  const wide = (/** @type {string} */ rule) => 0.62 * size * (1 + curveName(found, rule).length) + 26; // a curve's name
  const longest = Math.max(0, ...curves.map(([rule]) => wide(rule)));
  const beyond = end ? ((width - 5 * size) * (end - (depths.at(-2) ?? 0))) / (end - depths[0]) - 20 : 0; // room before the end of the game
  const [left, right, top, bottom] = [4 * size, width - Math.max(0.8 * size, Math.min(longest - beyond, 0.4 * width)), 2.6 * size, height - 3.4 * size];
  const scale = (/** @type {number} */ value) => (knob === DEPTH ? value : Math.log10(value));
  const [first, last] = [scale(depths[0]), scale(depths.at(-1) ?? 1)];
  const x = (/** @type {number} */ depth) => left + size + ((right - left - size) * (scale(depth) - first)) / (last - first || 1);
  const y = (/** @type {number} */ share) => bottom - ((bottom - top) * (share - floor)) / (1 - floor);
  const [line, grey, paper, ink] = [colour("--line"), colour("--ink-2"), colour("--paper"), colour("--ink")];
  const halo = { stroke: paper, "stroke-width": 4, "paint-order": "stroke", "stroke-linejoin": "round" };
  for (let tenth = Math.round(10 * floor); tenth <= 10; tenth++) {
    whole.append(shape("line", { x1: left, x2: right, y1: y(tenth / 10), y2: y(tenth / 10), stroke: line }),
      shape("text", { x: left - 8, y: y(tenth / 10) + 0.35 * size, "text-anchor": "end" }, `${10 * tenth}%`));
  }
  for (const depth of depths) whole.append(shape("text", { x: x(depth), y: bottom + 1.4 * size, "text-anchor": "middle" }, depth.toLocaleString("en")));
  const narrow = end && right < 29 * size; // no room for both words above the chart
  whole.append(shape("text", { x: 4, y: 1.1 * size }, narrow ? "right decisions" : "share of right decisions"),
    shape("text", { x: (left + right) / 2, y: height - 0.4 * size, "text-anchor": "middle" }, knob === DEPTH ? "search depth: moves looked ahead" : knob));
  if (end) whole.append(shape("text", { x: right, y: 1.1 * size, "text-anchor": "end", fill: grey }, narrow ? "sees the end ↓" : "sees the end of the game ↓"));
  if (found.coin !== undefined && found.coin >= floor) {
    whole.append(shape("line", { x1: left, x2: right, y1: y(found.coin), y2: y(found.coin), stroke: grey, "stroke-dasharray": "6 5" }),
      shape("text", { x: left + 4, y: y(found.coin) + 1.15 * size, fill: grey, ...halo }, `a ${found.coin === 0.5 ? "coin" : "random move"} would do`));
  }
  const ends = curves.map(([rule, { accuracy }]) => ({ rule, at: accuracy.filter((each) => each.depth !== end).at(-1) ?? accuracy[0] })).sort((a, b) => b.at.mean - a.at.mean);
  for (const [rule, { accuracy }] of curves) {
    const { colour: own, place } = looks[rule];
    const stroke = curveColour(own);
    const points = accuracy.map((each) => `${x(each.depth)},${y(each.mean)}`);
    const before = end ? points.slice(0, -1) : points;
    whole.append(shape("polyline", { points: before.join(" "), fill: "none", stroke, "stroke-width": 2.5, "stroke-dasharray": DASHES[Math.floor(place / 7) % DASHES.length], class: "curve", "data-rule": rule }));
    if (end) whole.append(shape("polyline", { points: points.slice(-2).join(" "), fill: "none", stroke, "stroke-width": 1, "stroke-dasharray": "1 4" }));
    for (const each of accuracy) {
      const tip = `${curveName(found, rule)}, ${setTo(knob, each.depth)}: ${points100(each)}, n = ${each.n.toLocaleString("en")}`;
      const [at, to] = [x(each.depth), y(each.mean)];
      whole.append(shape("path", { d: `M${at} ${y(each.low)}V${y(each.high)}M${at - 4} ${y(each.low)}h8M${at - 4} ${y(each.high)}h8`, stroke, "stroke-width": 1.6 }),
        mark(place, stroke, at, to), shape("circle", { cx: at, cy: to, r: 12, fill: "transparent", "data-tip": tip }));
    }
  }
  const places = spread(ends.map(({ at }) => y(at.mean)), 1.3 * size, bottom);
  ends.forEach(({ rule, at }, i) => {
    const from = x(at.depth) + 20;
    const { colour: own, place } = looks[rule];
    whole.append(shape("line", { x1: x(at.depth) + 6, y1: y(at.mean), x2: from - 7, y2: places[i], stroke: curveColour(own) }), mark(place, curveColour(own), from, places[i]),
      shape("text", { x: from + 9, y: places[i] + 0.35 * size, fill: ink, "font-weight": 600, class: "curve-name", ...halo }, curveName(found, rule)));
  });
  return `The share of right decisions by ${knob}. ${curves.map(([rule, { accuracy }]) => `${curveName(found, rule)}: ${accuracy.map((each) => `${(100 * each.mean).toFixed(1)}% at ${setTo(knob, each.depth)}`).join(", ")}`).join(". ")}.`;
}

/** @param {Estimate} estimate */
const points100 = ({ mean, low, high }) => `${points(mean)}% [${points(low)} to ${points(high)}]`;
/** @param {number} place @param {string} stroke @param {number} x @param {number} y */
const mark = (place, stroke, x, y) => shape("path", { d: MARKS[place % MARKS.length], transform: `translate(${x} ${y})`, fill: stroke, stroke, "stroke-width": 1.6 });
