// The boards of Kalah and of board splitting.

import { button, element } from "../../common/controls.js";

/** @typedef {import("./types.js").Drawn} Drawn */

/** The name of a move. @param {string} game @param {string} move @param {number} mover @param {number} ply */
export function moveName(game, move, mover, ply) {
  if (game === "kalah") return `pit ${Number(move) + 1}`;
  if (game === "board-splitting") return (ply % 2 ? ["upper half", "lower half"] : ["left half", "right half"])[Number(move)];
  if (game === "cops-and-robbers") return [...move].map((step) => STEPS[step]).join(", ");
  if (game === "connect-four") return `column ${String.fromCharCode(97 + Number(move))}`;
  if (game === "chess-endgame") return `${move.slice(0, 2)}–${move.slice(2)}`;
  return move.replaceAll(";", ",");
}

/** @type {Record<string, string>} */
export const STEPS = { ".": "stay", N: "north", E: "east", S: "south", W: "west" };

/** A game of the user's own: its text, and a button for each move. @type {Drawn} */
export function plain(board, position, chosen) {
  const moves = chosen ? position.moves.map((move) => {
    const made = button(move.replaceAll(";", ","), () => chosen(move));
    made.className = "legal";
    return made;
  }) : [];
  return element("div", { class: "plain" }, element("pre", {}, board.text), element("div", { class: "orders", role: "group", "aria-label": "Moves" }, ...moves));
}

/** @type {Drawn} */
export function kalah(board, position, chosen) {
  const pit = (/** @type {number} */ seeds, /** @type {number} */ at, /** @type {boolean} */ south) => {
    const mine = south === position.mover > 0;
    const legal = chosen && mine && position.moves.includes(String(at));
    const label = `${south ? "South" : "North"}, pit ${at + 1}: ${seeds} ${seeds === 1 ? "seed" : "seeds"}`;
    const made = button("", () => legal && chosen(String(at)), label);
    const last = position.last === String(at) && position.movers[position.movers.length - 1] > 0 === south;
    made.className = `pit${legal ? " legal" : ""}${last ? " last" : ""}`;
    made.setAttribute("aria-label", label);
    made.disabled = !legal;
    made.append(heap(seeds), element("span", { class: "count" }, String(seeds)));
    return made;
  };
  const store = (/** @type {number} */ seeds, /** @type {string} */ who) =>
    element("div", { class: "store", "aria-label": `${who}'s store: ${seeds}` }, element("span", { class: "count" }, String(seeds)), element("span", { class: "muted small" }, who));
  const rows = element("div", { class: "pits" });
  rows.style.setProperty("--pits", String(board.max.length));
  const north = board.min.map((/** @type {number} */ seeds, /** @type {number} */ i) => pit(seeds, i, false)).reverse();
  const south = board.max.map((/** @type {number} */ seeds, /** @type {number} */ i) => pit(seeds, i, true));
  const names = element("div", { class: "pit-names", "aria-hidden": "true" }, ...south.map((/** @type {HTMLElement} */ _, /** @type {number} */ i) => element("span", {}, String(i + 1))));
  const reverse = element("div", { class: "pit-names", "aria-hidden": "true" }, ...[...names.children].map((name) => name.cloneNode(true)).reverse());
  rows.append(reverse, ...north, ...south, names);
  return element("div", { class: "kalah" }, store(board.stores[1], "North"), rows, store(board.stores[0], "South"));
}

/** Seeds in a pit. @param {number} seeds */
function heap(seeds) {
  const made = element("span", { class: "heap", "aria-hidden": "true" });
  for (let i = 0; i < Math.min(seeds, 12); i++) made.append(element("i", {}));
  return made;
}

/** @type {Drawn} */
export function splitting(board, position, chosen) {
  const { height, squares, from, to, ply } = board;
  const [wide, high] = [1 << Math.ceil(height / 2), 1 << Math.floor(height / 2)];
  const winner = (/** @type {number} */ square) => (square === 1) === (height % 2 === 1); // whether Max wins there
  const grid = element("div", { class: "squares", role: "img", "aria-label": `${to - from} squares are left` });
  grid.style.setProperty("--wide", String(wide));
  const cells = /** @type {HTMLElement[]} */ (Array(wide * high));
  const middle = (from + to) / 2;
  squares.forEach((/** @type {number} */ square, /** @type {number} */ i) => {
    const [x, y] = corner(i, height);
    const left = i >= from && i < to;
    const kind = `${winner(square) ? "max" : "min"}${left ? "" : " gone"}${left && chosen ? (i < middle ? " one" : " two") : ""}`;
    cells[y * wide + x] = element("span", { class: kind }, left ? String(square) : "");
    if (left && chosen) cells[y * wide + x].addEventListener("click", () => chosen(i < middle ? "0" : "1"));
  });
  grid.append(...cells);
  const whole = element("div", { class: "splitting" }, grid);
  if (chosen) {
    const halves = position.moves.map((move) => button(`Keep the ${moveName("board-splitting", move, 0, ply)}`, () => chosen(move)));
    whole.append(element("div", { class: "halves" }, ...halves));
  }
  const last = height % 2 ? "Max" : "Min";
  whole.append(element("p", { class: "muted small" }, `A last square of 1 wins for ${last}, who moves last. Blue squares win for Max, orange squares win for Min.`));
  return whole;
}

/** Column and row of a square, cut by columns first. @param {number} i @param {number} height @returns {[number, number]} */
function corner(i, height) {
  let [x, y] = [0, 0];
  for (let ply = 0; ply < height; ply++) {
    const half = (i >> (height - 1 - ply)) & 1;
    if (ply % 2) y = 2 * y + half;
    else x = 2 * x + half;
  }
  return [x, y];
}
