// The documentation in the package. The server converts it to HTML.

import { getPicture, getText } from "../../common/api.js";
import { element } from "../../common/controls.js";

/** @param {HTMLElement} root @param {Record<string, string>} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const page = state.page ?? "index.md";
  const text = await getText("api/docs/page", { page }).catch(() => `<h1>There is no such page</h1>`);
  const article = element("article", { class: "page" }, ...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  for (const table of article.querySelectorAll("table")) {
    const box = element("div", { class: "wide" });
    table.replaceWith(box);
    box.append(table);
  }
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (article.querySelectorAll("img"))) {
    const path = image.dataset.figure ? `api/docs/figure/${image.dataset.figure}` : image.getAttribute("src") ?? "";
    image.removeAttribute("src");
    getPicture(path, {}, leaving).then((src) => void (image.src = src), () => {}); // without it, its text is there
  }
  root.append(element("p", {}, element("a", { href: "#/docs?page=index.md" }, "All pages")), article);
  const reach = () => { // what scrolls sideways can be reached with the keyboard
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("pre, .wide"))) {
      box.toggleAttribute("tabindex", box.scrollWidth > box.clientWidth);
      if (box.hasAttribute("tabindex")) box.tabIndex = 0;
    }
  };
  const watch = new ResizeObserver(reach);
  watch.observe(article);
  leaving.addEventListener("abort", () => watch.disconnect());
  if (state.at) article.querySelector(`#${CSS.escape(state.at)}`)?.scrollIntoView();
}
