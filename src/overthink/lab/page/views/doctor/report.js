// A report in a frame of its own: it cannot reach our page, nor anything else.

import { element } from "../../common/controls.js";

/** A report that was read from disk or has just been made. @param {HTMLElement} root @param {string} html @param {string} title */
export function frameText(root, html, title) {
  const frame = /** @type {HTMLIFrameElement} */ (framed("api/doctor/frame", title));
  frame.addEventListener("load", () => frame.contentWindow?.postMessage(html, "*"), { once: true });
  root.replaceChildren(frame);
}

/** @param {string} src @param {string} title */
function framed(src, title) {
  return element("iframe", { sandbox: "allow-scripts", title, class: "report", src });
}

/** A report in the results' folder. @param {HTMLElement} root @param {string} name */
export function frameFile(root, name) {
  root.replaceChildren(framed(`api/doctor/report?name=${encodeURIComponent(name)}`, name));
}

/** Hands a report to the reader's own disk. @param {string} html @param {string} name */
export function save(html, name) {
  const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: url, download: name }));
  link.click();
  URL.revokeObjectURL(url);
}
