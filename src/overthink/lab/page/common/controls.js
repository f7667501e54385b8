// Elements, shapes of SVG, numbers, and labelled controls. Each builder of a control returns the element to put on the page and a
// way to read its value.

/** @template T @typedef {{ element: HTMLElement, get: () => T }} Control */

let count = 0;

/** An element with children. @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  made.append(...children);
  return made;
}

/** @param {string} text @param {HTMLElement} input @param {...Node} more */
function addLabel(text, input, ...more) {
  input.id = `control-${++count}`;
  return element("div", { class: "control" }, element("label", { for: input.id }, text), input, ...more);
}

/** A slider that shows its value.
 * @param {string} text
 * @param {{ min: number, max: number, step: number, value: number, format?: (value: number) => string }} options
 * @param {(value: number) => void} changed called while it slides
 * @returns {Control<number> & { limit: (most: number) => void }} `limit` sets its end, which may depend on another slider */
export function slider(text, options, changed) {
  const { min, max, step, value, format = String } = options;
  const input = element("input", { type: "range", min, max, step, value });
  const output = element("output", {});
  const show = () => {
    output.textContent = format(Number(input.value));
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => {
    show();
    changed(Number(input.value));
  });
  show();
  const limit = (/** @type {number} */ most) => {
    input.max = `${Math.min(max, most)}`;
    show();
  };
  return { element: addLabel(text, input, output), get: () => Number(input.value), limit };
}

/** A choice among names. @param {string} text @param {(string | [string, string])[]} choices a value, or value and words
 * @param {string} value @param {(value: string) => void} changed @returns {Control<string>} */
export function select(text, choices, value, changed) {
  const input = element("select");
  for (const choice of choices) {
    const [name, words] = typeof choice === "string" ? [choice, choice] : choice;
    input.append(new Option(words, name, false, name === value));
  }
  input.addEventListener("change", () => changed(input.value));
  return { element: addLabel(text, input), get: () => input.value };
}

/** A number to type. @param {string} text @param {{ min: number, max: number, value: number }} options
 * @param {(value: number) => void} changed called when it is valid @returns {Control<number>} */
export function number(text, options, changed) {
  const input = element("input", { type: "number", ...options });
  input.addEventListener("change", () => {
    if (input.reportValidity() && input.value !== "") changed(Number(input.value));
  });
  return { element: addLabel(text, input), get: () => Number(input.value) };
}

/** A box to tick. @param {string} text @param {boolean} value @param {(value: boolean) => void} changed
 * @returns {Control<boolean>} */
export function checkbox(text, value, changed) {
  const input = element("input", { type: "checkbox" });
  input.checked = value;
  input.addEventListener("change", () => changed(input.checked));
  const whole = element("label", { class: "check" }, input, element("span", {}, text));
  return { element: whole, get: () => input.checked };
}

/** Mark a control that a lecture needs: it stays on a projector. @template {HTMLElement} T @param {T} made @param {boolean} [needed] @returns {T} */
export function stays(made, needed = true) {
  made.classList.toggle("stays", needed);
  return made;
}

/** A button. @param {string} text @param {() => void} pressed @param {string} [title] */
export function button(text, pressed, title) {
  const made = element("button", { type: "button", ...(title ? { title } : {}) }, text);
  made.addEventListener("click", pressed);
  return made;
}

/** What a view shows, in a few sentences, and a link to the documentation. @param {string} text @param {string} page such as docs/lab.md */
export function intro(text, page) {
  const link = element("a", { href: `#/docs?page=${/[\w/-]+\.md/.exec(page.replace(/^docs\//, ""))}` }, page);
  return element("p", { class: "intro" }, `${text} `, element("span", { class: "more" }, "More: ", link));
}

const SPACE = "http://www.w3.org/2000/svg"; // the name of SVG; nothing is fetched

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
export function shape(tag, attributes, text = "") {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  made.textContent = text;
  return made;
}

/** A number as papers print it: .091, −1, 67.5. @param {number | null | undefined} x @param {number} [digits] */
export function short(x, digits = 3) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = Number.isInteger(x) ? String(x) : String(Number(x.toFixed(digits)));
  return text.replace(/^(-?)0\./, "$1.").replace("-", "−").replace(/^−0$/, "0");
}

/** @typedef {{ name: string, label: string, default: number | string, low: number, high: number, step: number,
 *   choices: Record<string, string>, format?: (value: number) => string }} Parameter */
/** @typedef {{ name: string, label: string, parameters: Parameter[], rules: [string, string], players: number,
 *   depth: number, deepest: number }} Offer */

/** The value that a link gives to a parameter, or its default. @param {Pick<Parameter, "default" | "low" | "high" | "choices">} parameter
 * @param {string | undefined} given */
export function fit({ default: usual, low, high, choices }, given) {
  const known = Object.keys(choices).length ? Object.hasOwn(choices, given ?? "") : given !== undefined && given.trim() !== "" && Number(given) >= low && Number(given) <= high;
  return String(known ? given : usual);
}

/** The values of all parameters in a link. @param {Parameter[]} parameters @param {Record<string, string>} given @returns {Record<string, string>} */
export const fitAll = (parameters, given) => Object.fromEntries(parameters.map((each) => [each.name, fit(each, given[each.name])]));
/** A parameter that is a number. @param {string} name @param {number | string} usual @param {number} low @param {number} high @returns {Parameter} */
export const range = (name, usual, low, high) => ({ name, label: name, default: usual, low, high, step: 1, choices: {} });
/** A parameter that is one of some words. @param {string} name @param {string} usual @param {string[]} words @returns {Parameter} */
export const oneOf = (name, usual, words) => ({ ...range(name, usual, 0, 0), choices: Object.fromEntries(words.map((word) => [word, word])) });

/** The number of a game that is drawn. */
export const SEED = range("seed", 0, 0, 2 ** 31);

/** A slider, or a choice among words. @param {Parameter} parameter @param {string} value
 * @param {(value: string) => void} changed @returns {HTMLElement} */
export function parameterControl(parameter, value, changed) {
  const choices = Object.entries(parameter.choices);
  if (choices.length) return select(parameter.label, choices, value, changed).element;
  const options = { min: parameter.low, max: parameter.high, step: parameter.step, value: Number(value), format: parameter.format };
  return slider(parameter.label, options, (next) => changed(String(next))).element;
}

/** Names with their labels, to choose from. @param {{ name: string, label: string }[]} offers @returns {[string, string][]} */
export const labels = (offers) => offers.map(({ name, label }) => [name, label]);

/** Save a file on the reader's disk. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
