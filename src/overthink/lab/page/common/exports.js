// Buttons that save what a view shows: a picture as PNG or SVG, its numbers as CSV.

import { button, element } from "./controls.js";

/** Save a file on the reader's disk. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Rows as CSV. @param {(string | number | null | undefined)[][]} rows the first has the names of the columns */
export function csv(rows) {
  const cell = (/** @type {unknown} */ value) => {
    const text = value === null || value === undefined || Number.isNaN(value) ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

/** @typedef {{ name: string, png?: () => void, svg?: () => void, rows: () => (string | number | null | undefined)[][] }} Exports */

/** Buttons for a view. @param {Exports} exports */
export function exportButtons({ name, png, svg, rows }) {
  const numbers = () => saveFile(new Blob([csv(rows())], { type: "text/csv" }), `${name}.csv`);
  return element("span", { class: "exports", role: "group", "aria-label": "Save" },
    ...(png ? [button("PNG", png, "Save the picture as PNG")] : []), ...(svg ? [button("SVG", svg, "Save the picture as SVG")] : []),
    button("CSV", numbers, "Save the numbers as CSV"));
}
