// A report in its own frame, which isolates it from the page and the network.

import { getText } from "../../common/api.js";
import { button, element } from "../../common/controls.js";

/** Show a report from disk, or a new one. @param {HTMLElement} root @param {string} html @param {string} title
 * @param {boolean} seek whether to bring it into sight */
export function frameText(root, html, title, seek = true) {
  const frame = /** @type {HTMLIFrameElement} */ (framed("report-frame", title));
  frame.addEventListener("load", () => frame.contentWindow?.postMessage(html, "*"), { once: true });
  const saving = button("Save the report", () => save(html, title.endsWith(".html") ? title : "doctor.html"), "Save it as one file");
  root.replaceChildren(element("div", { class: "report-bar" }, saving), frame, onPaper(html));
  if (seek) root.scrollIntoView({ block: "nearest" });
}

/** The report for print, because a frame ends with its sheet. Nothing in it runs, loads or is seen on the screen.
 * @param {string} html */
function onPaper(html) {
  const { head, body } = new DOMParser().parseFromString(html, "text/html");
  const styles = [...head.querySelectorAll("style")].map(({ textContent }) =>
    element("style", {}, (textContent ?? "").replaceAll(":root", ":host")));
  for (const part of body.querySelectorAll("script, iframe, object, embed, link, meta, base")) part.remove();
  const paper = element("div", { class: "on-paper" });
  paper.attachShadow({ mode: "open" }).append(...styles, body);
  return paper;
}

/** @param {string} src @param {string} title */
function framed(src, title) {
  return element("iframe", { sandbox: "allow-scripts", title, class: "report", src });
}

/** Show a report from the folder of results. @param {HTMLElement} root @param {string} name */
export async function frameFile(root, name) {
  frameText(root, await getText("api/doctor/report", { name }), name);
}

/** Show the report that comes with Overthink, and say so. @param {HTMLElement} root
 * @param {boolean} always even if another report is shown by then */
export async function frameExample(root, always) {
  const text = await getText("api/doctor/example-report");
  if (!always && root.querySelector("iframe")) return;
  frameText(root, text, "An example: the doctor on random boards of Kalah", always);
  root.prepend(element("p", { class: "shipped" }, "An example that comes with Overthink: minimax and EMM on random boards of Kalah. Open or make a report to see your own."));
}

/** Save a report on the reader's disk. @param {string} html @param {string} name */
function save(html, name) {
  const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: url, download: name }));
  link.click();
  URL.revokeObjectURL(url);
}
