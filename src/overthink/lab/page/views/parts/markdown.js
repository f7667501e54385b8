// As much of Markdown as our own documentation uses, as elements of a page. What it does not know stays text.

import { element } from "../../common/controls.js";

const INLINE = /`([^`]+)`|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:[^\][]|\[[^\]]*\])+)\]\(([^)\s]+)\)|\*\*((?:[^*]|\*(?!\*))+)\*\*|\*([^*]+)\*|&#(\d+);|\\([|*_`[\]])/;
const ROW = /(?<!\\)\|/;

/** Where a link of a page leads: another page of ours, or nowhere. @param {string} link @param {string} page */
function target(link, page) {
  const [path] = link.split("#");
  const parts = page.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (!parts.length) return null;
      parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** @param {string} text @param {string} page @returns {(Node | string)[]} */
function inline(text, page) {
  /** @type {(Node | string)[]} */
  const made = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, code, alt, source, words, link, bold, slanted, number, plain] = found;
    if (found.index) made.push(rest.slice(0, found.index));
    if (code !== undefined) made.push(element("code", {}, code));
    else if (source !== undefined) made.push(element("img", { src: `docs/${target(source, page)}`, alt }));
    else if (link !== undefined) made.push(linked(words, link, page));
    else if (bold !== undefined) made.push(element("strong", {}, ...inline(bold, page)));
    else if (slanted !== undefined) made.push(element("em", {}, ...inline(slanted, page)));
    else made.push(number === undefined ? plain : String.fromCodePoint(Number(number)));
    rest = rest.slice(found.index + whole.length);
  }
  return rest ? [...made, rest] : made;
}

/** @param {string} words @param {string} link @param {string} page */
function linked(words, link, page) {
  const to = /^(#|[a-z]+:)/.test(link) ? null : target(link, page);
  const inner = inline(words, page);
  return to?.endsWith(".md") ? element("a", { href: `#/docs?page=${to}` }, ...inner) : element("span", {}, ...inner);
}

/** @param {string[]} lines @param {string} page */
function table(lines, page) {
  const cells = (/** @type {string} */ line) => line.trim().replace(/^\||\|$/g, "").split(ROW).map((cell) => cell.trim());
  const row = (/** @type {string} */ line, /** @type {string} */ tag) =>
    element("tr", {}, ...cells(line).map((cell) => element(tag, {}, ...inline(cell, page))));
  const body = lines.slice(2).map((line) => row(line, "td"));
  return element("div", { class: "wide" }, element("table", {}, element("thead", {}, row(lines[0], "th")), element("tbody", {}, ...body)));
}

/** @param {string[]} lines @param {string} page */
function list(lines, page) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (/^(-|\d+\.) /.test(line)) items.push(line.replace(/^(-|\d+\.) /, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return element(/^\d/.test(lines[0]) ? "ol" : "ul", {}, ...items.map((item) => element("li", {}, ...inline(item, page))));
}

/** A page's elements. @param {string} text @param {string} page its path in docs/, for links @returns {HTMLElement[]} */
export function markdown(text, page) {
  /** @type {HTMLElement[]} */
  const made = [];
  const lines = text.replace(/<!--[^]*?-->/g, "").split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const begin = i;
    const take = (/** @type {(line: string) => boolean} */ more) => {
      while (i < lines.length && more(lines[i])) i++;
      return lines.slice(begin, i);
    };
    const heading = /^(#+) (.*)/.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      made.push(element(`h${Math.min(heading[1].length, 6)}`, {}, ...inline(heading[2], page)));
      i++;
    } else if (line.startsWith("```")) {
      i++;
      const code = take((each) => !each.startsWith("```")).slice(1);
      i++;
      made.push(element("pre", {}, element("code", {}, code.join("\n"))));
    } else if (line.startsWith("|")) made.push(table(take((each) => each.startsWith("|")), page));
    else if (/^(-|\d+\.) /.test(line)) made.push(list(take((each) => /^((-|\d+\.) |\s+\S)/.test(each)), page));
    else {
      const paragraph = take((each) => each.trim() !== "" && !/^(#+ |```|\||(-|\d+\.) )/.test(each));
      made.push(element("p", {}, ...inline(paragraph.join(" "), page)));
    }
  }
  return made;
}
