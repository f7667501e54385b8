// The documentation in the package. The server converts it to HTML.

import { element } from "../../common/controls.js";

/** @param {HTMLElement} root @param {Record<string, string>} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const page = state.page ?? "index.md";
  const answer = await fetch(`api/docs/page?page=${encodeURIComponent(page)}`);
  const article = element("article", { class: "page" });
  if (answer.ok) article.append(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  else article.append(element("p", {}, `There is no page docs/${page}.`));
  for (const table of article.querySelectorAll("table")) {
    const box = element("div", { class: "wide" });
    table.replaceWith(box);
    box.append(table);
  }
  root.append(element("p", {}, element("a", { href: "#/docs?page=index.md" }, "All pages")), article);
  return () => {};
}
