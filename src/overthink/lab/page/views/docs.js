// The documentation, as it comes with the package.

import { element } from "../common/controls.js";
import { markdown } from "./parts/markdown.js";

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const page = /^[a-z0-9/-]+\.md$/.test(state.page ?? "") ? state.page : "index.md";
  const answer = await fetch(`docs/${page}`);
  const body = answer.ok && answer.headers.get("content-type")?.startsWith("text/")
    ? markdown(await answer.text(), page)
    : [element("p", {}, `There is no page docs/${page} here.`)];
  root.append(element("p", {}, element("a", { href: "#/docs?page=index.md" }, "All pages")), element("article", { class: "page" }, ...body));
  return () => {};
}
