// The chart of a depth curve: accuracy with intervals, a line for each rule.

import { curveColour } from "../../common/ink.js";
import { colour } from "../../common/theme.js";
import { DEPTH, curveName, setTo } from "./words.js";

/** @typedef {import("./words.js").Found} Found */

const MARKS = ["circle", "square", "diamond", "triangle-up", "x", "cross", "star"];
const DASHES = ["solid", "dash", "dot", "dashdot"];

/** The range of accuracies to show. @param {Found | null} found @returns {[number, number]} */
export function accuracies(found) {
  const lows = Object.values(found?.rules ?? {}).flatMap(({ accuracy }) => accuracy.map((each) => each.low));
  return [Math.floor(10 * Math.min(0.6, (found?.coin ?? 0.6) - 0.02, ...lows)) / 10, found?.end ? 1.08 : 1.02];
}

/** @typedef {import("../../common/rules.js").Look} Look */

export const COIN = "a coin would do";
export const END = "sees the end of the game";

/** What the places on a curve mean: the share of a random move, and the depth that sees the end. @param {Found | null} found */
function notes(found) {
  if (!found) return {};
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

/** The horizontal axis: depths one by one, other knobs by factors. @param {string} knob @param {Found | null} found */
function across(knob, found) {
  if (knob === DEPTH) return { title: { text: "search depth (plies)" }, dtick: 1 };
  const tickvals = Object.values(found?.rules ?? {})[0]?.accuracy.map((each) => each.depth) ?? [];
  return { title: { text: knob }, type: "log", tickvals, ticktext: tickvals.map((each) => each.toLocaleString("en")) };
}

/** Rules keep their colour and mark whichever others are shown. @param {Record<string, Look>} looks
 * @param {Found | null} found @param {string} knob */
export function curveChart(looks, found, knob) {
  const traces = Object.entries(found?.rules ?? {}).map(([rule, { accuracy }]) => {
    const { colour: own, place } = looks[rule];
    const label = curveName(looks, found, rule);
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
