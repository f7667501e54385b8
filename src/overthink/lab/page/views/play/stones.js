// Games of stones on squares, drawn from the text of a position: Connect Four, Othello, Breakthrough, Domineering.

import { button, element } from "../../common/controls.js";
import { withCoordinates } from "./grids.js";

/** @type {Record<string, string>} */
const OWNERS = { x: "max", o: "min" };

/** A row of the text is its number and its squares. A move names a square, two squares, or a column, into which the stone
 * falls. @type {import("./types.js").Drawn} */
export function stones(board, position, chosen) {
  const rows = board.text.split("\n").map((/** @type {string} */ line) => line.trim().split(/\s+/)).filter((/** @type {string[]} */ row) => /^\d+$/.test(row[0]));
  const letters = [..."abcdefghijklmnop"].slice(0, rows[0].length - 1);
  const grid = element("div", { class: "grid stones", role: "group", "aria-label": "The board" });
  grid.style.setProperty("--side", String(letters.length));
  const landing = (/** @type {number} */ column) => letters[column] + rows.findLast((/** @type {string[]} */ row) => row[column + 1] === ".")?.[0];
  const pathOf = (/** @type {string} */ move) => (/^\d+$/.test(move) ? [landing(Number(move))] : move.match(/[a-z]\d+/g) ?? []);
  const paths = position.moves.map((move) => ({ move, path: pathOf(move) }));
  /** @type {Map<string, HTMLButtonElement>} */
  const squares = new Map();
  let from = "";
  const mark = () => {
    for (const [name, made] of squares) {
      made.classList.toggle("picked", name === from);
      made.classList.toggle("legal", Boolean(chosen) && paths.some(({ path }) => (from ? path[0] === from && path[1] === name : path[0] === name)));
    }
  };
  const pick = (/** @type {string} */ name) => {
    const whole = paths.find(({ path }) => path.join() === (from ? `${from},${name}` : name));
    if (whole) return chosen?.(whole.move);
    from = paths.some(({ path }) => path[0] === name) ? name : "";
    mark();
  };
  for (const [number, ...row] of rows) {
    row.forEach((/** @type {string} */ stone, /** @type {number} */ column) => {
      const name = letters[column] + number;
      const label = stone in OWNERS ? `${name}, ${stone}` : name;
      const made = button("", () => pick(name), label);
      made.className = "cell";
      made.setAttribute("aria-label", label);
      made.disabled = !chosen;
      if (stone in OWNERS) made.append(element("span", { class: `stone ${OWNERS[stone]}` }, stone));
      squares.set(name, made);
      grid.append(made);
    });
  }
  mark();
  const turn = `x (blue) is Max, o (orange) is Min. ${paths[0]?.path.length === 2 ? "Click a stone, then a square." : "Click a marked square."}`;
  return element("div", { class: "on-grid" }, withCoordinates(grid, rows.map((/** @type {string[]} */ row) => row[0]), letters), element("p", { class: "muted small" }, turn));
}
