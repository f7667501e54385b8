// Cops and robbers, and chess: men on a grid of buttons.

import { button, element, select } from "../../common/controls.js";
import { STEPS } from "./boards.js";

/** @typedef {import("./types.js").Drawn} Drawn */

/** @type {Drawn} */
export function cops(board, position, chosen) {
  const { side, obstacles, robber } = board;
  const grid = element("div", { class: "grid cops", role: "group", "aria-label": "The board" });
  grid.style.setProperty("--side", String(side));
  const ours = chosen && position.mover > 0;
  for (let cell = 0; cell < side * side; cell++) {
    const there = board.cops.filter((/** @type {number} */ cop) => cop === cell).length;
    const step = ours ? stepTo(robber, cell, side) : undefined;
    const legal = chosen && step !== undefined && position.moves.includes(step);
    const man = cell === robber ? (there ? "✕" : "R") : there ? (there > 1 ? `C${there}` : "C") : "";
    const named = { R: "the robber", C: "a cop", "✕": "the robber is caught" }[man] ?? (man ? "cops" : obstacles.includes(cell) ? "obstacle" : "free");
    const label = `row ${Math.floor(cell / side) + 1}, column ${(cell % side) + 1}: ${named}`;
    const made = button(man, () => legal && chosen(/** @type {string} */ (step)), label);
    made.className = `cell${obstacles.includes(cell) ? " wall" : ""}${man === "R" || man === "✕" ? " robber" : man ? " cop" : ""}${legal ? " legal" : ""}`;
    made.setAttribute("aria-label", legal ? `${label}; go ${STEPS[/** @type {string} */ (step)]}` : label);
    made.disabled = !legal;
    grid.append(made);
  }
  const numbers = Array.from({ length: side }, (_, i) => String(i + 1));
  const whole = element("div", { class: "on-grid" }, withCoordinates(grid, numbers, numbers));
  if (chosen && position.mover < 0) whole.append(copOrders(board, position, chosen));
  return whole;
}

/** A step for every cop. @param {any} board @param {import("./types.js").Position} position @param {(move: string) => void} chosen */
function copOrders(board, position, chosen) {
  const orders = board.cops.map((/** @type {number} */ cop, /** @type {number} */ k) => {
    const steps = [...new Set(position.moves.map((move) => move[k]))];
    const where = `row ${Math.floor(cop / board.side) + 1}, column ${(cop % board.side) + 1}`;
    return select(`Cop in ${where}`, steps.map((step) => /** @type {[string, string]} */ ([step, STEPS[step]])), steps[0], () => {});
  });
  const go = button("Move the cops", () => chosen(orders.map((/** @type {{ get: () => string }} */ order) => order.get()).join("")));
  go.className = "main";
  return element("div", { class: "orders" }, ...orders.map((/** @type {{ element: HTMLElement }} */ order) => order.element), go);
}

/** The step from one cell to another, if they touch. @param {number} from @param {number} to @param {number} side */
function stepTo(from, to, side) {
  if (from === to) return ".";
  if (to === from - side) return "N";
  if (to === from + side) return "S";
  const same = Math.floor(from / side) === Math.floor(to / side);
  return same && to === from + 1 ? "E" : same && to === from - 1 ? "W" : undefined;
}

const MEN = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };
const NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** @type {Drawn} */
export function chess(board, position, chosen) {
  const grid = element("div", { class: "grid chess", role: "group", "aria-label": "Chess board" });
  grid.style.setProperty("--side", "8");
  /** @type {Map<string, HTMLButtonElement>} */
  const squares = new Map();
  const rows = board.fen.split(" ")[0].replace(/\d/g, (/** @type {string} */ n) => ".".repeat(Number(n))).split("/");
  let from = "";
  const pick = (/** @type {string} */ name) => {
    const move = position.moves.find((each) => each.startsWith(from + name) && from);
    if (move && chosen) return chosen(move);
    from = position.moves.some((each) => each.startsWith(name)) ? name : "";
    for (const [square, made] of squares) {
      made.classList.toggle("picked", square === from);
      made.classList.toggle("legal", Boolean(from) && position.moves.some((each) => each.startsWith(from + square)));
    }
  };
  rows.forEach((/** @type {string} */ row, /** @type {number} */ r) => [...row].forEach((letter, file) => {
    const name = "abcdefgh"[file] + String(8 - r);
    const kind = /** @type {keyof typeof MEN} */ (letter.toUpperCase());
    const white = letter !== letter.toLowerCase();
    const label = letter === "." ? name : `${name}, ${white ? "white" : "black"} ${NAMES[kind]}`;
    const made = button(letter === "." ? "" : MEN[kind], () => pick(name), label);
    made.className = `cell ${(r + file) % 2 ? "dark" : "light"}${letter === "." ? "" : white ? " white" : " black"}${position.last?.slice(0, 4).includes(name) ? " last" : ""}`;
    made.setAttribute("aria-label", label);
    made.disabled = !chosen;
    squares.set(name, made);
    grid.append(made);
  }));
  return element("div", { class: "on-grid" }, withCoordinates(grid, [..."87654321"], [..."abcdefgh"]));
}

/** A board with the names of its rows and columns. @param {HTMLElement} grid @param {string[]} rows @param {string[]} columns */
export function withCoordinates(grid, rows, columns) {
  const line = (/** @type {string} */ kind, /** @type {string[]} */ names) =>
    element("div", { class: kind, "aria-hidden": "true" }, ...names.map((name) => element("span", {}, name)));
  return element("div", { class: "coordinates" }, line("ranks", rows), grid, line("files", columns));
}
