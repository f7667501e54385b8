// A chart in an element: our own SVG, drawn again when its size or the colours change, and for print. Its colours are written into
// it, so that it can be saved as a file.

import { button, element, saveFile, shape } from "./controls.js";
import { PAPER, colour, isPrinting, repaint, typeSize } from "./theme.js";

/** Where to draw: pixels, and the size of the type. @typedef {{ whole: SVGElement, width: number, height: number, size: number }} Sheet */

const FONT = 'system-ui, "DejaVu Sans", sans-serif';

/** A chart that `draw` fills; `draw` returns what it says to those who cannot see it. Parts with `data-tip` tell it to the pointer.
 * @param {HTMLElement} root @param {(sheet: Sheet) => string} draw @param {AbortSignal} leaving */
export function chart(root, draw, leaving) {
  const tip = element("p", { class: "tip", hidden: "", "aria-hidden": "true" });
  const paint = () => {
    const [width, height] = isPrinting() ? [PAPER.width, PAPER.height] : [root.clientWidth, root.clientHeight];
    if (width < 40 || height < 40) return;
    const size = Math.round(Math.min(38, Math.max(13, typeSize() - 2)));
    const whole = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "font-family": FONT, "font-size": size, fill: colour("--ink") });
    whole.setAttribute("aria-label", draw({ whole, width, height, size }));
    root.replaceChildren(whole, tip);
  };
  root.addEventListener("pointermove", (event) => {
    const target = /** @type {Element} */ (event.target).closest("[data-tip]");
    tip.hidden = !target;
    tip.textContent = target?.getAttribute("data-tip") ?? "";
    const { left, top, width } = root.getBoundingClientRect();
    tip.style.left = `${Math.max(0, Math.min(event.clientX - left + 14, width - tip.offsetWidth))}px`;
    tip.style.top = `${event.clientY - top + 18}px`;
  });
  root.addEventListener("pointerleave", () => (tip.hidden = true));
  repaint(root, paint, leaving);
  return { draw: paint, svg: () => root.querySelector("svg") };
}

/** Save an SVG with some words below it. @param {SVGElement} drawn @param {"png" | "svg"} format @param {string} name @param {string} caption */
async function savePicture(drawn, format, name, caption) {
  const [, , width, height] = (drawn.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const rows = caption.match(new RegExp(`.{1,${Math.max(9, Math.floor(width / 7.8))}}`, "g")) ?? [];
  const high = height + 10 + 14 * rows.length;
  const whole = /** @type {SVGElement} */ (drawn.cloneNode(true));
  for (const [side, size] of Object.entries({ width, height: high, viewBox: `0 0 ${width} ${high}` })) whole.setAttribute(side, `${size}`);
  whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  whole.prepend(shape("rect", { width, height: high, fill: colour("--paper") }));
  rows.forEach((row, i) => whole.append(shape("text", { x: 8, y: height + 16 + 14 * i, "font-size": 11, fill: colour("--ink-2") }, row)));
  const file = new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" });
  if (format === "svg") return saveFile(file, `${name}.svg`);
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  const canvas = element("canvas", { width: 2 * width, height: 2 * high });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => blob && saveFile(blob, `${name}.png`));
}

/** Rows as CSV. @param {(string | number | null | undefined)[][]} rows the first has the names of the columns */
function csv(rows) {
  const cell = (/** @type {unknown} */ value) => {
    const text = value === null || value === undefined || Number.isNaN(value) ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

/** @typedef {{ name: string, answer: import("./answer.js").Answer, svg: () => SVGElement | null, rows: () => (string | number | null | undefined)[][] }} Exports */

/** Buttons that save a picture and numbers; every row carries the setting that it belongs to. @param {Exports} exports */
export function exportButtons({ name, answer, svg, rows }) {
  const numbers = () => {
    const [head, ...body] = rows();
    const setting = Object.entries(answer.setting ?? {}).filter(([column]) => !head.includes(column));
    const whole = [[...head, ...setting.map(([column]) => column)], ...body.map((row) => [...row, ...setting.map(([, value]) => value)])];
    saveFile(new Blob([csv(whole)], { type: "text/csv" }), `${name}.csv`);
  };
  const save = (/** @type {() => void} */ act) => () => answer.save(act);
  const picture = (/** @type {"png" | "svg"} */ format) => save(() => {
    const drawn = svg();
    if (drawn) savePicture(drawn, format, name, answer.caption);
  });
  return element("span", { class: "exports", role: "group", "aria-label": "Save" },
    button("PNG", picture("png"), "Save the picture as PNG"), button("SVG", picture("svg"), "Save the picture as SVG"),
    button("CSV", save(numbers), "Save the numbers as CSV"));
}
