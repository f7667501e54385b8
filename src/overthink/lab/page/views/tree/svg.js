// The picture of a tree as a file: a pen that writes SVG where a canvas would draw.

import { savePicture } from "../../common/chart.js";
import { draw } from "./picture.js";

/** @param {string} text */
const safe = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** @param {number} x */
const near = (x) => Number(x.toFixed(2));

export class SvgPen {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "";
  lineJoin = "";
  textBaseline = "";
  /** @type {CanvasTextAlign} */
  textAlign = "left";
  /** @type {string[]} */
  #parts = [];
  #path = "";
  /** @type {number[]} */
  #dash = [];

  beginPath() {
    this.#path = "";
  }

  closePath() {
    this.#path += "Z";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${near(x)} ${near(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `L${near(x)} ${near(y)}`;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#path += `M${near(x)} ${near(y)}h${near(width)}v${near(height)}h${near(-width)}Z`;
  }

  /** A whole circle. @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) {
    this.#path += `M${near(x - r)} ${near(y)}a${near(r)} ${near(r)} 0 1 0 ${near(2 * r)} 0a${near(r)} ${near(r)} 0 1 0 ${near(-2 * r)} 0Z`;
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.#dash = dash;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#parts.push(`<rect x="${near(x)}" y="${near(y)}" width="${near(width)}" height="${near(height)}" fill="${this.fillStyle}"/>`);
  }

  fill() {
    if (this.#path) this.#parts.push(`<path d="${this.#path}" fill="${this.fillStyle}"/>`);
  }

  stroke() {
    const dash = this.#dash.length ? ` stroke-dasharray="${this.#dash.join(" ")}"` : "";
    if (this.#path) this.#parts.push(`<path d="${this.#path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${near(this.lineWidth)}" opacity="${this.globalAlpha}"${dash}/>`);
  }

  /** @param {string} said @param {number} x @param {number} y */
  fillText(said, x, y) {
    this.#text(said, x, y, `fill="${this.fillStyle}"`);
  }

  /** @param {string} said @param {number} x @param {number} y */
  strokeText(said, x, y) {
    this.#text(said, x, y, `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="round"`);
  }

  /** @param {string} said @param {number} x @param {number} y @param {string} paint */
  #text(said, x, y, paint) {
    const anchor = { center: "middle", right: "end", end: "end", left: "start", start: "start" }[this.textAlign];
    this.#parts.push(`<text x="${near(x)}" y="${near(y)}" text-anchor="${anchor}" dominant-baseline="central" style="font: ${safe(this.font.trim())}" ${paint}>${safe(said)}</text>`);
  }

  /** The whole picture. @param {number} width @param {number} height */
  text(width, height) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${this.#parts.join("")}</svg>\n`;
  }
}

/** Save a picture as it is. @param {import("./picture.js").TreeCanvas} canvas @param {"png" | "svg"} format @param {string} caption */
export function saveTree({ element, shown, view, marks }, format, caption) {
  if (!shown) return;
  const { clientWidth: width, clientHeight: height } = element;
  const pen = new SvgPen();
  draw({ ctx: /** @type {any} */ (pen), ...shown, view, width, height, marks });
  const { documentElement: drawn } = new DOMParser().parseFromString(pen.text(width, height), "image/svg+xml");
  savePicture(/** @type {any} */ (drawn), format, "tree", caption);
}
