// Shapes of SVG.

const SPACE = "http://www.w3.org/2000/svg"; // the name of SVG; nothing is fetched

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
export function shape(tag, attributes, text = "") {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  made.textContent = text;
  return made;
}
