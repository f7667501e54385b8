// The chart of a depth curve: accuracy with intervals, a line for each rule.

import { curveColour } from "../../common/chart.js";

/** @typedef {import("./words.js").Found} Found */

const MARKS = ["circle", "square", "diamond", "triangle-up", "x", "cross", "star"];
const DASHES = ["solid", "dash", "dot", "dashdot"];

/** The range of accuracies to show. @param {Found | null} found @returns {[number, number]} */
export function accuracies(found) {
  const lows = Object.values(found?.rules ?? {}).flatMap(({ accuracy }) => accuracy.map((each) => each.low));
  return [Math.floor(10 * Math.min(0.6, ...lows)) / 10, 1.02];
}

/** @typedef {{ label: string, summary: string, colour: string, place: number }} Look what a rule looks like */

/** Rules keep their colour and mark whichever others are shown. @param {Record<string, Look>} looks
 * @param {Found | null} found */
export function curveChart(looks, found) {
  const traces = Object.entries(found?.rules ?? {}).map(([rule, { accuracy }]) => {
    const { label, colour, place } = looks[rule];
    const means = accuracy.map((each) => each.mean);
    const text = accuracy.map((each) =>
      `${label}, depth ${each.depth}: ${each.mean.toFixed(3)} [${each.low.toFixed(3)}, ${each.high.toFixed(3)}], n = ${each.n}`);
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
      line: { color: curveColour(colour), dash: DASHES[Math.floor(place / 7) % DASHES.length], width: 2.5 },
      marker: { symbol: MARKS[place % MARKS.length], size: 9 },
    };
  });
  const layout = {
    xaxis: { title: { text: "search depth (plies)" }, dtick: 1 },
    yaxis: { title: { text: "share of right decisions" }, range: accuracies(found) },
    legend: { orientation: "h", y: 1.08 },
    showlegend: true,
    transition: { duration: 0 },
  };
  return { traces, layout };
}
