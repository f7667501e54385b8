// The layout of the tree view.

import { button, element, intro } from "../../common/controls.js";
import { exportButtons } from "../../common/exports.js";
import { saveTree } from "./save.js";
import { nodeRows } from "./spoken.js";

/** @typedef {{ says: HTMLElement, reset: HTMLElement, history: { element: HTMLElement }, steps: { element: HTMLElement }, panels: { element: HTMLElement }[],
 *   canvases: import("./canvas.js").TreeCanvas[], replays: import("./replay.js").Replay[] }} Parts */

const SHOWS = "A game tree and a search in it, step by step: values and their errors, windows, cuts, and where a node's own "
  + "evaluation replaces the search below it. Click a leaf to change it, or compare two rules side by side.";
const SIGNS = [
  ["▲ ▼ ● ■", "Max moves, Min moves, chance, a leaf"],
  ["blue, orange", "good for Max, good for Min; the number in a node is its value to Max, the number below is its error"],
  ["all, some, none win", "how many of the node's moves look won to its player: the papers' types A, B and C, D"],
  ["amber ring, own", "the node's own evaluation replaced the result of the search"],
  ["↺", "the value was flipped"],
  ["✂, dashed", "not searched; the step gives the reason"],
  ["★, thick line", "a truly best move; the chosen line"],
  ["arrows, Enter", "in the picture: move through the tree; change a leaf"],
  [", . n p", "one step back or forward; the next or the previous node"],
  ["space, Home, End", "play; go to the start; go to the end"],
  ["+ − 0, wheel, drag", "zoom in, zoom out, fit; move the tree"],
];

/** Place all parts on the page. @param {HTMLElement} root @param {Parts} parts @returns {HTMLElement} the place for the controls */
export function frame(root, parts) {
  const controls = element("div", { class: "controls" });
  const [canvas] = parts.canvases;
  const zoom = element("span", { class: "zoom" },
    button("−", () => canvas.zoomBy(1 / 1.4), "Zoom out"), button("+", () => canvas.zoomBy(1.4), "Zoom in"),
    button("Fit", () => canvas.fit(), "Show the whole tree"));
  const saving = exportButtons({ name: "tree", png: () => saveTree(canvas, "png"), svg: () => saveTree(canvas, "svg"), rows: () => nodeRows(parts.replays) });
  const signs = element("dl", {}, ...SIGNS.flatMap(([sign, meaning]) => [element("dt", {}, sign), element("dd", {}, meaning)]));
  const help = element("details", { class: "signs" }, element("summary", {}, "Signs and keys"), signs);
  const main = element("div", { class: "tree-main" }, element("div", { class: "about" }, parts.says, element("span", { class: "zoom" }, parts.reset, parts.history.element, help)),
    element("div", { class: "pictures" }, ...parts.canvases.map((each) => each.element)),
    element("div", { class: "bar" }, parts.steps.element, zoom, saving),
    element("div", { class: "panels" }, ...parts.panels.map((each) => each.element)));
  root.append(intro(SHOWS, "docs/lab.md, Tree"), element("div", { class: "split" }, controls, main));
  return controls;
}
