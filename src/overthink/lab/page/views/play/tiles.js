// The sliding puzzle: tiles on a grid of buttons. A move says where the gap goes.

import { button, element } from "../../common/controls.js";
import { withCoordinates } from "./grids.js";

/** @type {Record<string, string>} */
const KEYS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
const WORDS = "Home has the gap first, then the tiles in order. Shaded tiles are in place. A move says where the gap goes: click a tile beside it, or press an arrow key.";

/** @type {import("./types.js").Drawn} */
export function sliding(board, position, chosen) {
  const { columns, tiles, home } = board;
  const gap = tiles.indexOf(0);
  /** @type {Record<string, number>} */
  const squares = { up: gap - columns, down: gap + columns, left: gap - 1, right: gap + 1 };
  const grid = element("div", { class: "grid puzzle", role: "group", "aria-label": "The puzzle" });
  grid.style.setProperty("--side", String(columns));
  grid.append(...tiles.map((/** @type {number} */ tile, /** @type {number} */ square) => {
    const move = chosen && position.moves.find((each) => squares[each] === square);
    const label = `row ${Math.floor(square / columns) + 1}, column ${(square % columns) + 1}: ${tile ? `tile ${tile}` : "the gap"}`;
    const made = button(tile ? String(tile) : "", () => move && chosen?.(move), move ? `the gap goes ${move}` : "");
    made.className = `cell${tile ? (tile === home[square] ? " home" : "") : " gap"}${move ? " legal" : ""}`;
    made.setAttribute("aria-label", move ? `${label}; the gap goes ${move}` : label);
    made.disabled = !move;
    if (move) made.dataset.key = KEYS[move]; // see the bar
    return made;
  }));
  const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => String(i + 1));
  return element("div", { class: "on-grid" }, withCoordinates(grid, numbers(tiles.length / columns), numbers(columns)), element("p", { class: "muted small" }, WORDS));
}
