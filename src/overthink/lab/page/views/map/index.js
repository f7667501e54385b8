// Map: where in the space of synthetic models looking further ahead hurts.

import { isAbort, lines } from "../../common/api.js";
import { chart } from "../../common/chart.js";
import { button, element, exportButtons, intro, select, slider } from "../../common/controls.js";
import { openView, writeState } from "../../common/state.js";
import { Cube, NAMES, SHOWN, mapChart, mapSketch, words } from "./chart.js";

/** @typedef {import("./chart.js").Axis} Axis */

const MODELS = [["top-down", "two players, top-down"], ["bottom-up", "two players, bottom-up"], ["one-player", "one player"]];
/** @type {Record<Axis, number>} */
const USUAL = { b: 4, s: 0, g: 10 };
const REDRAW = 120; // milliseconds between drawings while numbers come in

/** The place of the value that is nearest to another. @param {number[]} values @param {number} wanted */
function nearest(values, wanted) {
  return values.reduce((best, each, i) => (Math.abs(each - wanted) < Math.abs(values[best] - wanted) ? i : best), 0);
}

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const text = "The degree of pathology p: the decision error of a search to depth 5 over that of a search to depth 1. Orange: " +
    "deeper search makes decisions worse. The black line is p = 1. Click a square, or move with the arrow keys and " +
    "press Enter, to open its depth curve.";
  const picture = element("div", { class: "picture", tabindex: "0", role: "application", "aria-label": "Map: move with the arrow keys" });
  const status = element("p", { class: "says", "aria-live": "polite" });
  const count = element("p", { class: "muted count" });
  const foot = element("div", { class: "foot" }, count);
  const controls = element("div", { class: "controls" });
  root.append(intro(text, "docs/lab.md"), element("div", { class: "split" }, controls, element("div", {}, status, picture, foot)));

  /** @type {Cube | null} */
  let cube = null;
  /** @type {[number, number]} */
  let cursor = [0, 0];
  /** @type {Axis} */
  let fixed = state.slice === "s" || state.slice === "g" ? state.slice : "b";
  let value = Number(state.at ?? USUAL[fixed]);
  let running = new AbortController();
  let last = 0;
  const drawn = chart(picture, {
    plot: () => mapChart(cube, fixed, value, cursor),
    sketch: () => mapSketch(picture, cube, fixed, value),
    click(event) {
      const [across, up] = SHOWN[fixed];
      cursor = [cube?.axes[across].indexOf(event.points[0].x) ?? 0, cube?.axes[up].indexOf(event.points[0].y) ?? 0];
      change();
      openCurve();
    },
  });
  const rows = () => [["b", "s", "g", "p", "low", "high", "n"], ...(cube?.axes.g ?? []).flatMap((g) => (cube?.axes.s ?? []).flatMap((s) => (cube?.axes.b ?? []).map((b) => {
    const cell = cube?.cell({ b, s, g });
    return [b, s, g, cell?.mean, cell?.low, cell?.high, cell?.n];
  })))];
  foot.append(exportButtons({ name: "map", png: () => drawn.save("png", "map"), svg: () => drawn.save("svg", "map"), rows }));
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
    sliding.replaceChildren(control.element);
  }

  function change() {
    const [across, up] = SHOWN[fixed];
    const square = cube ? { [across]: where()[across], [up]: where()[up] } : {};
    writeState("map", { model: model.get(), slice: fixed, at: value, ...square });
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

  async function load() {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    cube = null;
    root.dataset.state = "loading";
    count.textContent = "loading …";
    try {
      for await (const each of lines("api/map/cube", { model: model.get(), slice: fixed, at: value }, signal)) {
        if (signal.aborted) return;
        if (each.source) {
          cube = new Cube(each);
          const [across, up] = SHOWN[fixed];
          cursor = [nearest(cube.axes[across], Number(state[across] ?? where()[across])), nearest(cube.axes[up], Number(state[up] ?? where()[up]))];
          state = {}; // the link counts once
          slide();
        } else {
          /** @type {Cube} */ (/** @type {unknown} */ (cube)).add(each);
        }
        if (each.source || performance.now() - last > REDRAW) {
          last = performance.now();
          drawn.draw();
          tell();
        }
        root.dataset.state = cube && cube.share === 1 ? "whole" : "loading";
      }
      change();
      root.dataset.state = "done";
    } catch (error) {
      if (!isAbort(error)) count.textContent = "";
    }
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
  return () => {
    running.abort();
    drawn.close();
  };
}
