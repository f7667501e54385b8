// Nets: a net that is right nine times in ten, a depth that adds little, and rules that read the net at every node.

import { Answer } from "../../common/answer.js";
import { get } from "../../common/api.js";
import { chart, exportButtons } from "../../common/chart.js";
import { element, fitAll, intro, oneOf, parameterControl, range, shape, stays } from "../../common/controls.js";
import { linkTo, tellLink, writeState } from "../../common/state.js";
import { colour } from "../../common/theme.js";
import { boardOf } from "../play/boards.js";

/** @import { Sheet } from "../../common/chart.js" */
/** @import { Position } from "../play/boards.js" */
/** @typedef {{ mean: number, low: number, high: number }} Interval */
/** @typedef {{ text: string, mover: number, moves: number[], truth: number[], scores: Record<string, Record<string, number[][]>> }} Shown */
/** @typedef {{ positions: number } & Record<string, Interval[]>} Curves */
/** @typedef {{ met: number, positions: Shown[], curves: Record<string, Curves> }} Numbers */

/** @type {Record<string, string>} */
const RULES = { minimax: "minimax", tempered: "tempered ¼", bayes: "bayes", product: "product", emm: "EMM" };
/** @type {Record<string, string>} */
const WORTH = { 1: "wins", 0: "draws", "-1": "loses" };
const DEEPEST = 5;
const LETTERS = "abcdefg";
const SHOWS = "Connect Four with a net as the evaluator. Minimax trusts the net at the last ply only; the other rules read it at every node. " +
  "A board is solved to its end, so that every choice is known to be right or wrong.";

/** @type {Numbers | undefined} */
let numbers;

/** The moves with the highest score. @param {number[]} scores */
const bestOf = (scores) => scores.flatMap((score, k) => (score === Math.max(...scores) ? [k] : []));

/** @param {Interval} found @param {number} digits */
const spread = (found, digits) => `[${found.low.toFixed(digits)}, ${found.high.toFixed(digits)}]`;

/** What the choice on one board is, and whether it is right. @param {Shown} shown @param {number[]} scores @param {string} how */
function choiceWords(shown, scores, how) {
  const best = bestOf(scores);
  const right = best.filter((k) => shown.truth[k] === Math.max(...shown.truth)).length;
  const verdict = right === best.length ? "right" : right ? `right ${right} times of ${best.length}` : "wrong";
  return `${how} chooses ${best.map((k) => LETTERS[shown.moves[k]]).join(" or ")}: ${verdict}.`;
}

/** What many boards say of the rule and the depth. @param {Curves} curves @param {string} rule @param {number} depth */
function curveWords(curves, rule, depth) {
  const [first, here] = [curves.minimax[0], curves.minimax[depth - 1]];
  const plies = `On ${curves.positions.toLocaleString("en")} boards and three such nets, minimax is right in ${(100 * first.mean).toFixed(1)}% at depth 1` +
    (depth > 1 ? ` and in ${(100 * here.mean).toFixed(1)}% ${spread({ mean: 0, low: 100 * here.low, high: 100 * here.high }, 1)} at depth ${depth}.` : ".");
  if (rule === "minimax" || depth === 1) return plies;
  const gain = curves[rule][depth - 2];
  const kind = gain.low > 0 ? "gains" : gain.high < 0 ? "loses" : "neither gains nor loses clearly:";
  return `${plies} At depth ${depth}, ${RULES[rule]} ${kind} ${(kind === "loses" ? -gain.mean : gain.mean).toFixed(1)} points on it ${spread(gain, 1)}.`;
}

/** How often minimax and a rule are right, by depth. @param {Sheet} sheet @param {Curves} curves @param {string} rule @param {number} depth */
function drawCurves({ whole, width, height, size }, curves, rule, depth) {
  const lines = { minimax: curves.minimax.map(({ mean }) => 100 * mean) };
  if (rule !== "minimax") Object.assign(lines, { [rule]: curves.minimax.map(({ mean }, k) => 100 * mean + (k ? curves[rule][k - 1].mean : 0)) });
  const all = Object.values(lines).flat();
  const [bottom, top] = [Math.floor(Math.min(...all) / 5) * 5, 100];
  const [left, right, high, low] = [3.2 * size, width - 8.4 * size, 2.2 * size, height - 3.2 * size];
  const x = (/** @type {number} */ d) => left + ((right - left) * (d - 1)) / (DEEPEST - 1);
  const y = (/** @type {number} */ value) => low - ((low - high) * (value - bottom)) / (top - bottom);
  for (let tick = bottom; tick <= top; tick += top - bottom > 15 ? 10 : 5) {
    whole.append(shape("line", { x1: left, x2: right, y1: y(tick), y2: y(tick), stroke: colour("--line") }),
      shape("text", { x: left - 6, y: y(tick) + 0.35 * size, "text-anchor": "end" }, `${tick}`));
  }
  for (let d = 1; d <= DEEPEST; d++) whole.append(shape("text", { x: x(d), y: low + 1.3 * size, "text-anchor": "middle", "font-weight": d === depth ? 700 : 400 }, `${d}`));
  whole.append(shape("text", { x: 4, y: size }, "right choices, %"), shape("text", { x: (left + right) / 2, y: height - 0.4 * size, "text-anchor": "middle" }, "moves looked ahead"),
    shape("line", { x1: x(depth), x2: x(depth), y1: high, y2: low, stroke: colour("--ink-2"), "stroke-dasharray": "3 4" }));
  Object.entries(lines).forEach(([name, values], i) => {
    const stroke = colour(i ? "--c2" : "--c1");
    const end = values[values.length - 1];
    const clash = i && Math.abs(y(end) - y(lines.minimax[DEEPEST - 1])) < 1.3 * size ? -1.3 * size : 0;
    whole.append(shape("polyline", { points: values.map((value, k) => `${x(k + 1)},${y(value)}`).join(" "), fill: "none", stroke, "stroke-width": 3, class: "curve" }),
      ...values.map((value, k) => shape("circle", { cx: x(k + 1), cy: y(value), r: k + 1 === depth ? 6 : 3, fill: stroke, "data-tip": `${RULES[name]}, ${k + 1}: ${value.toFixed(1)}%` })),
      shape("text", { x: right + 8, y: y(end) + 0.35 * size + clash, fill: stroke, "font-weight": 700, class: "curve-name" }, RULES[name]));
  });
  return `Right choices by depth. ${curveWords(curves, rule, depth)}`;
}

/** A table of the moves: what each is worth, and what the rule says. Minimax has values from -1 to 1, the others odds.
 * @param {Shown} shown @param {number[]} scores @param {string} rule */
function tableOf(shown, scores, rule) {
  const chance = (/** @type {number} */ score) => 100 * (rule === "minimax" ? (1 + score) / 2 : score / (1 + score));
  const [chosen, best] = [bestOf(scores), Math.max(...shown.truth)];
  const rows = shown.moves.map((move, k) => element("tr", { class: chosen.includes(k) ? "chosen" : "" },
    element("td", {}, `${LETTERS[move]}${chosen.includes(k) ? " ◀" : ""}`), element("td", {}, `${chance(scores[k]).toFixed(1)}%`),
    element("td", { class: shown.truth[k] === best ? "good" : "bad" }, WORTH[shown.truth[k]])));
  return element("table", { class: "net-moves" }, element("thead", {}, element("tr", {}, ...["column", "a win, it says", "truly"].map((name) => element("th", {}, name)))),
    element("tbody", {}, ...rows));
}

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  numbers ??= /** @type {Numbers} */ (await get("views/nets/nets.json"));
  const found = numbers;
  const knobs = [
    { ...oneOf("net", "strong", ["weak", "strong"]), label: "Net" },
    { ...oneOf("rule", "minimax", Object.keys(RULES)), label: "Rule", choices: RULES },
    { ...range("depth", 1, 1, DEEPEST), label: "Moves looked ahead" },
    { ...range("board", 1, 1, found.positions.length), label: `Board: of the first ${found.met}, the ${found.positions.length} on which rules or depths differ` },
  ];
  const values = fitAll(knobs, state);
  const [says, board, table] = [element("p", { class: "says", "aria-live": "polite" }), element("div", { class: "board" }), element("div")];
  const [curve, picture, foot] = [element("p", { class: "says" }), element("div", { class: "picture net-picture" }), element("div", { class: "foot" })];
  const play = element("a", { class: "button" }, "Play against it");
  const answer = new Answer(leaving, says, element("div", { class: "net-board" }, board, table), curve, picture, foot);
  const drawn = chart(picture, (sheet) => drawCurves(sheet, found.curves[values.net], values.rule, Number(values.depth)), leaving);
  const tell = () => {
    const { net, rule, depth } = values;
    const shown = found.positions[Number(values.board) - 1];
    const scores = shown.scores[net][rule][Number(depth) - 1];
    const place = { moves: [], mover: shown.mover };
    answer.want(values);
    answer.have(values);
    board.replaceChildren(boardOf("connect-four")[0]({ text: shown.text }, /** @type {Position} */ (/** @type {unknown} */ (place)), undefined));
    says.textContent = `${shown.mover > 0 ? "x" : "o"} is to move. ${choiceWords(shown, scores, `${RULES[rule]}, ${depth} ${Number(depth) === 1 ? "move" : "moves"} ahead,`)}`;
    table.replaceChildren(tableOf(shown, scores, rule));
    curve.textContent = curveWords(found.curves[net], rule, Number(depth));
    play.setAttribute("href", linkTo("play", { game: "connect-four", evaluator: net, max: "you", min: rule, depthmin: depth }));
    drawn.draw();
    writeState("nets", values);
  };
  const controls = knobs.map((knob) => stays(parameterControl(knob, values[knob.name], (value) => {
    values[knob.name] = value;
    tell();
  })));
  const rows = () => [["depth", "minimax", ...Object.keys(RULES).slice(1).map((rule) => `${rule} − minimax, points`)],
    ...found.curves[values.net].minimax.map(({ mean }, k) => [k + 1, mean, ...Object.keys(RULES).slice(1).map((rule) => (k ? found.curves[values.net][rule][k - 1].mean : null))])];
  foot.append(exportButtons({ name: "nets", answer, svg: drawn.svg, rows }));
  root.append(intro(SHOWS, "docs/strong-evaluators.md"), element("div", { class: "split" }, element("div", { class: "controls" }, ...controls, play), answer.element));
  tellLink(state, values);
  tell();
}
