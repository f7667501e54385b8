// Edited leaves: the box beside a leaf, and the edits in the link.

import { button, element } from "../../common/controls.js";
import { nameOf } from "./words.js";

/** @typedef {import("./types.js").Tree} Tree */

/** `5:-1,7:0.5` as a map. @param {string | undefined} text */
export function readEdits(text) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const part of (text ?? "").split(",")) {
    const [node, value] = part.split(":").map(Number);
    if (part && Number.isInteger(node) && Number.isFinite(value)) found.set(node, value);
  }
  return found;
}

/** @param {Map<number, number>} edits */
function writeEdits(edits) {
  return [...edits].sort(([a], [b]) => a - b).map(([node, value]) => `${node}:${value}`).join(",");
}

/** The nodes whose final value or error differs between two searches. @param {import("./replay.js").Replay} one
 * @param {import("./replay.js").Replay} other */
export function changedNodes(one, other) {
  /** @type {Set<number>} */
  const found = new Set();
  if (one.status.length !== other.status.length) return found;
  for (let node = 0; node < one.status.length; node++) {
    const same = one.status[node] === other.status[node] && Object.is(one.value[node], other.value[node]) && Object.is(one.error[node], other.error[node]);
    if (!same) found.add(node);
  }
  return found;
}

/** Show a box beside a leaf to change its value. @param {HTMLElement} frame @param {Tree} tree @param {number} node @param {[number, number]} at
 * @param {boolean} changedBefore @param {(value: number | undefined) => void} chosen undefined: reset */
function askValue(frame, tree, node, at, changedBefore, chosen) {
  frame.querySelector(".leaf-box")?.remove();
  const now = tree.utility[node] ?? tree.static[node] ?? 0;
  const input = /** @type {HTMLInputElement} */ (
    element("input", { type: "number", step: "any", value: String(now), "aria-label": `Value of ${nameOf(tree, node)}, to Max` }));
  const close = () => {
    box.remove();
    frame.querySelector("canvas")?.focus();
  };
  const choose = (/** @type {number | undefined} */ value) => {
    close();
    chosen(value);
  };
  const box = element("form", { class: "leaf-box" }, element("span", {}, nameOf(tree, node)), input, button("Negate", () => choose(-now)));
  box.append(element("button", { type: "submit", class: "main" }, "Set"));
  if (changedBefore) box.append(button("Reset", () => choose(undefined)));
  box.append(button("✕", close, "Cancel (Escape)"));
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value !== "") choose(Number(input.value));
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  frame.append(box);
  box.style.left = `${Math.max(4, Math.min(at[0] - box.offsetWidth / 2, frame.clientWidth - box.offsetWidth - 4))}px`;
  box.style.top = `${Math.max(4, at[1] - box.offsetHeight - 30)}px`;
  input.focus();
  input.select();
}

/** Let the reader change a leaf. @param {HTMLElement} frame @param {Tree} tree @param {number} node @param {[number, number]} at
 * @param {string | undefined} text the edits so far @param {(edits: string) => void} changed */
export function editLeaf(frame, tree, node, at, text, changed) {
  const edits = readEdits(text);
  askValue(frame, tree, node, at, edits.has(node), (value) => {
    if (value === undefined) edits.delete(node);
    else edits.set(node, value);
    changed(writeEdits(edits));
  });
}
