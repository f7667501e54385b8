// A report in a frame of its own: it cannot reach our page, nor anything else.

import { element } from "../../common/controls.js";

/** A report that was read from disk or has just been made. @param {HTMLElement} root @param {string} html @param {string} title */
export function frameText(root, html, title) {
  const frame = /** @type {HTMLIFrameElement} */ (element("iframe", { sandbox: "", title, class: "report" }));
  frame.srcdoc = html;
  root.replaceChildren(frame);
}

/** A report in the results' folder. @param {HTMLElement} root @param {string} name */
export function frameFile(root, name) {
  const src = `api/doctor/report?name=${encodeURIComponent(name)}`;
  root.replaceChildren(element("iframe", { sandbox: "allow-scripts", title: name, class: "report", src }));
}

/** Hands a report to the reader's own disk. @param {string} html @param {string} name */
export function save(html, name) {
  const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: url, download: name }));
  link.click();
  URL.revokeObjectURL(url);
}
