// Dark or light: the system's choice, unless the reader chooses.

const KEY = "overthink-theme";

/** The pixels that a picture may fill on paper, between the margins of A4 and of US letter; a tree is less high. */
export const PAPER = { width: 660, height: 420, tree: 300 };
const PRINTED = 14; // pixels of type on paper

/** The event after a change of colours. */
export const THEME_CHANGED = "themechange";

/** Whether the page is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The value of a colour of the style sheet, such as --c1. @param {string} name */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The size of the page's type in pixels, for drawings: larger on a projector, always the same on paper. */
export function typeSize() {
  return isPrinting() ? PRINTED : parseFloat(getComputedStyle(document.documentElement).fontSize) || 14;
}

/** Whether the page is being printed: in light colours, whatever the theme. */
export function isPrinting() {
  return document.documentElement.dataset.printing !== undefined;
}

/** Draw everything in the colours of print, or back. @param {boolean} on */
function print(on) {
  if (on === isPrinting()) return;
  if (on) document.documentElement.dataset.printing = "";
  else delete document.documentElement.dataset.printing;
  dispatchEvent(new Event(THEME_CHANGED));
}

/** Set the chosen theme, and watch for changes. */
export function startTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
  const changed = () => dispatchEvent(new Event(THEME_CHANGED));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  document.getElementById("theme")?.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
    changed();
  });
}
