import { intro } from "../common/controls.js";

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  root.append(intro("Nothing is here yet.", "docs/lab.md"));
  return () => {};
}
