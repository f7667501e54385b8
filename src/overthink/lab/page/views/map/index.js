// Map: where in the space of synthetic models looking further ahead hurts.

import { Answer } from "../../common/answer.js";
import { lines } from "../../common/api.js";
import { chart, exportButtons } from "../../common/chart.js";
import { button, element, intro, select, slider, stays } from "../../common/controls.js";
import { openView, tellLink, writeState } from "../../common/state.js";
import { Cube, NAMES, SHOWN, drawMap, words } from "./chart.js";

/** @typedef {import("./chart.js").Axis} Axis */

const MODELS = [["top-down", "two players, top-down"], ["bottom-up", "two players, bottom-up"], ["one-player", "one player"]];
/** @type {Record<Axis, number>} */
const USUAL = { b: 4, s: 0, g: 10 };
const REDRAW = 120; // milliseconds between drawings while numbers come in

/** The place of the value that is nearest to another. @param {number[]} values @param {number} wanted */
const nearest = (values, wanted) => values.reduce((best, each, i) => (Math.abs(each - wanted) < Math.abs(values[best] - wanted) ? i : best), 0);

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const text = "The degree of pathology p: the decision error of a search to depth 5 over that of a search to depth 1. Orange: " +
    "depth hurts. Blue: depth helps. The black line is p = 1. Click a square, or move with the arrow keys and " +
    "press Enter, to open its depth curve.";
  const picture = element("div", { class: "picture", tabindex: "0", role: "application", "aria-label": "Map: move with the arrow keys" });
  const status = element("p", { class: "says", "aria-live": "polite" });
  const count = element("p", { class: "muted count" });
  const foot = element("div", { class: "foot" }, count);
  const controls = element("div", { class: "controls" });
  const answer = new Answer(leaving, status, picture, foot);
  root.append(intro(text, "docs/lab.md"), element("div", { class: "split" }, controls, answer.element));

  /** @type {Cube | null} */
  let cube = null;
  /** @type {[number, number]} */
  let cursor = [0, 0];
  /** @type {Axis} */
  let fixed = state.slice === "s" || state.slice === "g" ? state.slice : "b";
  let value = Number.isFinite(Number(state.at ?? NaN)) ? Number(state.at) : USUAL[fixed];
  let last = 0;
  const drawn = chart(picture, (sheet) => (cube?.share ? drawMap(sheet, cube, fixed, value, cursor) : ""), leaving);
  picture.addEventListener("click", (event) => {
    const at = /** @type {Element} */ (event.target).getAttribute("data-at")?.split(" ").map(Number);
    if (!at) return;
    cursor = [at[0], at[1]];
    change();
    openCurve();
  });
  const rows = () => [["b", "s", "g", "p", "low", "high", "n"], ...(cube?.axes.g ?? []).flatMap((g) => (cube?.axes.s ?? []).flatMap((s) => (cube?.axes.b ?? []).map((b) => {
    const cell = cube?.cell({ b, s, g });
    return [b, s, g, cell?.mean, cell?.low, cell?.high, cell?.n];
  })))];
  foot.append(exportButtons({ name: "map", answer, svg: drawn.svg, rows }));
  const model = select("Model", /** @type {[string, string][]} */ (MODELS),
    MODELS.some(([name]) => name === state.model) ? state.model : "top-down", load);
  const axis = select("Slice by", Object.entries(NAMES), fixed, (next) => {
    fixed = /** @type {Axis} */ (next);
    value = USUAL[fixed];
    cursor = [0, 0];
    slide();
    change();
  });
  const sliding = element("div");
  const open = button("Open its depth curve", openCurve);
  controls.append(model.element, axis.element, sliding, open);

  /** The slider that moves the slice. */
  function slide() {
    const values = cube?.axes[fixed] ?? [value];
    const place = nearest(values, value);
    value = values[place];
    const options = { min: 0, max: values.length - 1, step: 1, value: place, format: (/** @type {number} */ i) => `${values[i]}` };
    const control = slider(NAMES[fixed], options, (i) => {
      value = values[i];
      change();
    });
    sliding.replaceChildren(stays(control.element));
  }

  /** What the picture shows of the numbers, which are all there. */
  function setting() {
    const [across, up] = SHOWN[fixed];
    return { model: model.get(), slice: fixed, at: value, ...(cube ? { [across]: where()[across], [up]: where()[up] } : {}) };
  }

  function change() {
    writeState("map", setting());
    if (!cube?.share) return;
    answer.want(setting());
    answer.have(setting());
    drawn.draw();
    tell();
  }

  function where() {
    const [across, up] = SHOWN[fixed];
    const axes = cube?.axes;
    return /** @type {Record<Axis, number>} */ (
      { [fixed]: value, [across]: axes?.[across][cursor[0]] ?? 0, [up]: axes?.[up][cursor[1]] ?? 0 });
  }

  function tell() {
    if (!cube?.share) return;
    status.textContent = words(where(), cube.cell(where()));
    const whole = cube.share < 1 ? `; ${Math.round(100 * cube.share)}% of the space loaded` : "";
    count.textContent = `From ${cube.axes.source}: ${cube.fewest.toLocaleString("en")} observations for each number${whole}`;
  }

  function openCurve() {
    openView("depth-curve", { subject: model.get(), ...where(), sigma: 0.1, height: 5, depths: "odd" });
  }

  function load() {
    cube = null;
    root.dataset.state = "loading";
    answer.ask(setting(), read, { other: answer.setting !== null, pause: 0 });
  }

  /** @param {AbortSignal} signal */
  async function read(signal) {
    for await (const each of lines("api/map/cube", { model: model.get(), slice: fixed, at: value }, signal)) {
      if (signal.aborted) return;
      if (each.source) {
        cube = new Cube(each);
        const [across, up] = SHOWN[fixed];
        cursor = [nearest(cube.axes[across], Number(state[across] ?? where()[across])), nearest(cube.axes[up], Number(state[up] ?? where()[up]))];
        slide();
        tellLink(state, setting());
        state = {}; // the link counts once
      } else {
        /** @type {Cube} */ (/** @type {unknown} */ (cube)).add(each);
      }
      if (performance.now() - last > REDRAW) {
        last = performance.now();
        change();
      }
    }
    change();
    root.dataset.state = "done";
  }

  picture.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Enter") return openCurve();
    if (!step || !cube) return;
    event.preventDefault();
    const [across, up] = SHOWN[fixed].map((name) => /** @type {Cube} */ (cube).axes[name].length);
    cursor = [(cursor[0] + step[0] + across) % across, (cursor[1] + step[1] + up) % up];
    change();
  });
  slide();
  load();
}
