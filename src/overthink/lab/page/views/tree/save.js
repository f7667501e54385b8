// A tree as a file.

import { saveFile } from "../../common/exports.js";
import { draw } from "./draw.js";
import { SvgPen } from "./pen.js";

/** Save a picture as it is. @param {import("./canvas.js").TreeCanvas} canvas @param {"png" | "svg"} format */
export function saveTree({ canvas, element, shown, view, marks }, format) {
  if (!shown) return;
  if (format === "png") return canvas.toBlob((blob) => blob && saveFile(blob, "tree.png"));
  const { clientWidth: width, clientHeight: height } = element;
  const pen = new SvgPen();
  draw({ ctx: /** @type {any} */ (pen), ...shown, view, width, height, marks });
  saveFile(new Blob([pen.text(width, height)], { type: "image/svg+xml" }), "tree.svg");
}
