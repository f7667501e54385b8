// The depth curve as a chart, and its first sketch.

import { shape } from "../../common/controls.js";
import { colour, curveColour, inkOf } from "../../common/theme.js";
import { DEPTH, curveName, setTo } from "./words.js";

/** @typedef {import("./words.js").Found} Found */
/** @typedef {import("../../common/rules.js").Look} Look */

const MARKS = ["circle", "square", "diamond", "triangle-up", "x", "cross", "star"];
const DASHES = ["solid", "dash", "dot", "dashdot"];

/** The range of accuracies to show. @param {Found | null} found @returns {[number, number]} */
export function accuracies(found) {
  const lows = Object.values(found?.rules ?? {}).flatMap(({ accuracy }) => accuracy.map((each) => each.low));
  return [Math.floor(10 * Math.min(0.6, (found?.coin ?? 0.6) - 0.02, ...lows)) / 10, found?.end ? 1.08 : 1.02];
}

const COIN = "a coin would do";
const END = "sees the end of the game";

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

/** @param {HTMLElement} root @param {Record<string, Look>} looks @param {Found | null} found
 * @param {[number, number]} range of accuracies @param {string} knob */
export function curveSketch(root, looks, found, range, knob) {
  if (!found) return;
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
    whole.append(shape("text", { x: x(middle.depth) + 8, y: y(middle.mean) - 8 }, curveName(looks, found, rule)));
    const points = accuracy.map((each) => `${x(each.depth)},${y(each.mean)}`).join(" ");
    whole.append(shape("polyline", { points, fill: "none", "stroke-width": 2.5, style: stroke }));
    whole.append(...accuracy.map((each) => shape("line",
      { x1: x(each.depth), x2: x(each.depth), y1: y(each.low), y2: y(each.high), "stroke-width": 1.6, style: stroke })));
  }
  root.replaceChildren(whole);
}
