// The documentation in the package. The server converts it to HTML.

import { getText } from "../../common/api.js";
import { element } from "../../common/controls.js";

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const page = state.page ?? "index.md";
  const text = await getText("api/docs/page", { page }).catch(() => `<h1>There is no such page</h1>`);
  const article = element("article", { class: "page" }, ...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  for (const table of article.querySelectorAll("table")) {
    const box = element("div", { class: "wide" });
    table.replaceWith(box);
    box.append(table);
  }
  root.append(element("p", {}, element("a", { href: "#/docs?page=index.md" }, "All pages")), article);
  if (state.at) article.querySelector(`#${CSS.escape(state.at)}`)?.scrollIntoView();
  return () => {};
}
