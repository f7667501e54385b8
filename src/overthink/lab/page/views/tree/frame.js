// How the parts of the tree view lie on the page.

import { button, element, intro } from "../../common/controls.js";

/** @typedef {{ says: HTMLElement, reset: HTMLElement, steps: { element: HTMLElement }, panels: { element: HTMLElement }[],
 *   canvases: { element: HTMLElement, zoomBy: (factor: number) => void, fit: () => void }[] }} Parts */

const SHOWS = "A game tree and what a search does to it, one step at a time: values and their errors, windows, cuts, and where a "
  + "node's own evaluation replaces the search below it. Click a leaf to change it, or set two rules side by side.";
const SIGNS = [
  ["▲ ▼ ● ■", "Max moves, Min moves, chance, a leaf"],
  ["blue, orange", "good for Max, good for Min; the number in a node is its value to Max, the one below it its error"],
  ["A, B/C, D", "all moves win, some do, none does"],
  ["amber ring", "the node's own evaluation replaced the search's word"],
  ["↺", "the value was turned round"],
  ["✂, dashed", "left out, for a reason that the step tells"],
  ["★, thick line", "a truly best move; the line that was chosen"],
  ["arrows, Enter", "in the picture: walk the tree; change a leaf"],
  [", . n p", "a step back or on; the next or the last node"],
  ["space, Home, End", "play; to the beginning; to the end"],
  ["+ − 0, wheel, drag", "nearer, farther, the whole tree; move it"],
];

/** Puts everything in its place. @param {HTMLElement} root @param {Parts} parts @returns {HTMLElement} where controls go */
export function frame(root, parts) {
  const controls = element("div", { class: "controls" });
  const [canvas] = parts.canvases;
  const zoom = element("span", { class: "zoom" },
    button("−", () => canvas.zoomBy(1 / 1.4), "Farther"), button("+", () => canvas.zoomBy(1.4), "Nearer"),
    button("Fit", () => canvas.fit(), "The whole tree"));
  const signs = element("dl", {}, ...SIGNS.flatMap(([sign, said]) => [element("dt", {}, sign), element("dd", {}, said)]));
  const help = element("details", { class: "signs" }, element("summary", {}, "Signs and keys"), signs);
  const main = element("div", { class: "tree-main" }, element("div", { class: "about" }, parts.says, parts.reset),
    element("div", { class: "pictures" }, ...parts.canvases.map((each) => each.element)),
    element("div", { class: "bar" }, parts.steps.element, zoom, help),
    element("div", { class: "panels" }, ...parts.panels.map((each) => each.element)));
  root.append(intro(SHOWS, "docs/lab.md, Tree"), element("div", { class: "split" }, controls, main));
  return controls;
}
