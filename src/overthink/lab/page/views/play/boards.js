// The boards of the games.

import { button, element, select } from "../../common/controls.js";
import { corner } from "../../common/boards.js";

/** A position, and the move that led to it. @typedef {{ board: any, last?: string, mover: number, movers: number[], players: [string, string], moves: string[], names: Record<string, string>, over: boolean,
 *   result: string, plies: number, good: (boolean | null)[], rules: Record<string, string[]> }} Position */

/** The values behind a machine's move. @typedef {{ move: string, cost: boolean, value: number, error: number | null, nodes: number, depth: number, best: string[], names: Record<string, string>,
 *   right: string[], line: string[], options: { move: string, value: number | null, error: number | null, exact: boolean }[] }} Thought */

/** Draws a board; it calls `chosen` with the reader's move.
 * @typedef {(board: any, position: Position, chosen: ((move: string) => void) | undefined) => HTMLElement} Drawn */

/** @type {Record<string, string>} */
const OWNERS = { x: "max", o: "min" };

/** The names of rows, columns or pits. @param {string} kind @param {string[]} names */
const namesOf = (kind, names) => element("div", { class: kind, "aria-hidden": "true" }, ...names.map((name) => element("span", {}, name)));

/** A board with the names of its rows and columns, and what stands below it. @param {string} kind @param {string} label @param {string[]} rows
 * @param {string[]} columns @param {HTMLElement[]} cells @param {...HTMLElement} below */
function gridOf(kind, label, rows, columns, cells, ...below) {
  const grid = element("div", { class: `grid ${kind}`, role: "group", "aria-label": label, style: `--side: ${columns.length}` }, ...cells);
  return element("div", {}, element("div", { class: "coordinates" }, namesOf("ranks", rows), grid, namesOf("files", columns)), ...below);
}

/** A part of a board that can be pressed. @param {string} text @param {string} kind @param {string} label @param {string} title
 * @param {boolean} enabled @param {() => void} pressed */
function cellOf(text, kind, label, title, enabled, pressed) {
  const made = button(text, pressed, title);
  made.className = kind;
  made.setAttribute("aria-label", label);
  made.disabled = !enabled;
  return made;
}

/** The numbers from 1. @param {number} count */
const numbers = (count) => Array.from({ length: count }, (_, i) => String(i + 1));

/** Squares by name, to press for moves whose paths are one or two squares; `mark` shows which to press next, the first one only with a `hint`.
 * @param {string[]} moves @param {string[][]} paths @param {((move: string) => void) | undefined} chosen @param {boolean} hint */
function squaresOf(moves, paths, chosen, hint) {
  /** @type {Map<string, HTMLButtonElement>} */
  const squares = new Map();
  let from = "";
  const mark = () => {
    for (const [name, made] of squares) {
      made.classList.toggle("picked", name === from);
      made.classList.toggle("legal", Boolean(chosen) && paths.some((path) => (from ? path[0] === from && path[1] === name : hint && path[0] === name)));
    }
  };
  const pick = (/** @type {string} */ name) => {
    const whole = paths.findIndex((path) => path.join() === (from ? `${from},${name}` : name));
    if (whole >= 0) return chosen?.(moves[whole]);
    from = paths.some((path) => path[0] === name) ? name : "";
    mark();
  };
  return { squares, mark, pick };
}

/** A row of the text is its number and its squares. A move names a square, two squares, or a column, into which the stone
 * falls. @type {Drawn} */
function stones(board, position, chosen) {
  const rows = board.text.split("\n").map((/** @type {string} */ line) => line.trim().split(/\s+/)).filter((/** @type {string[]} */ row) => /^\d+$/.test(row[0]));
  const letters = [..."abcdefghijklmnop"].slice(0, rows[0].length - 1);
  const landing = (/** @type {number} */ column) => letters[column] + rows.findLast((/** @type {string[]} */ row) => row[column + 1] === ".")?.[0];
  const falls = position.moves.every((move) => /^\d+$/.test(move)); // into a column, wherever it is clicked
  const pathOf = (/** @type {string} */ move) => (falls ? [landing(Number(move))] : move.match(/[a-z]\d+/g) ?? []);
  const paths = position.moves.map(pathOf);
  const { squares, mark, pick } = squaresOf(position.moves, paths, chosen, true);
  const cells = rows.flatMap((/** @type {string[]} */ [number, ...row]) => row.map((stone, column) => {
    const name = letters[column] + number;
    const label = stone in OWNERS ? `${name}, ${stone}` : name;
    const made = cellOf("", "cell", label, label, Boolean(chosen), () => pick(falls ? landing(column) : name));
    if (stone in OWNERS) made.append(element("span", { class: `stone ${OWNERS[stone]}` }, stone));
    squares.set(name, made);
    return made;
  }));
  mark();
  const turn = `x (blue) is Max, o (orange) is Min. ${paths[0]?.length === 2 ? "Click a stone, then a square." : falls ? "Click a column." : "Click a marked square."}`;
  return gridOf("stones", "The board", rows.map((/** @type {string[]} */ row) => row[0]), letters, cells, element("p", { class: "muted small" }, turn));
}

/** @type {Record<string, string>} */
const KEYS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
const WORDS = "Home has the gap first, then the tiles in order. Shaded tiles are in place. A move says where the gap goes: click a tile beside it, or press an arrow key.";

/** @type {Drawn} */
export function sliding(board, position, chosen) {
  const { columns, tiles, home } = board;
  const gap = tiles.indexOf(0);
  /** @type {Record<string, number>} */
  const squares = { up: gap - columns, down: gap + columns, left: gap - 1, right: gap + 1 };
  const cells = tiles.map((/** @type {number} */ tile, /** @type {number} */ square) => {
    const move = chosen && position.moves.find((each) => squares[each] === square);
    const label = `row ${Math.floor(square / columns) + 1}, column ${(square % columns) + 1}: ${tile ? `tile ${tile}` : "the gap"}`;
    const kind = `cell${tile ? (tile === home[square] ? " home" : "") : " gap"}${move ? " legal" : ""}`;
    const goes = move ? `the gap goes ${move}` : "";
    const made = cellOf(tile ? String(tile) : "", kind, goes ? `${label}; ${goes}` : label, goes, Boolean(move), () => move && chosen?.(move));
    if (move) made.dataset.key = KEYS[move]; // see the bar
    return made;
  });
  return gridOf("puzzle", "The puzzle", numbers(tiles.length / columns), numbers(columns), cells, element("p", { class: "muted small" }, WORDS));
}

/** @type {Drawn} */
function cops(board, position, chosen) {
  const { side, obstacles, robber } = board;
  const ours = chosen && position.mover > 0;
  const cells = Array.from({ length: side * side }, (_, cell) => {
    const there = board.cops.filter((/** @type {number} */ cop) => cop === cell).length;
    const step = ours ? stepTo(robber, cell, side) : undefined;
    const legal = chosen && step !== undefined && position.moves.includes(step);
    const man = cell === robber ? (there ? "✕" : "R") : there ? (there > 1 ? `C${there}` : "C") : "";
    const named = { R: "the robber", C: "a cop", "✕": "the robber is caught" }[man] ?? (man ? "cops" : obstacles.includes(cell) ? "obstacle" : "free");
    const label = `row ${Math.floor(cell / side) + 1}, column ${(cell % side) + 1}: ${named}`;
    const kind = `cell${obstacles.includes(cell) ? " wall" : ""}${man === "R" || man === "✕" ? " robber" : man ? " cop" : ""}${legal ? " legal" : ""}`;
    return cellOf(man, kind, legal ? `${label}; go ${STEPS[step]}` : label, label, Boolean(legal), () => legal && chosen(step));
  });
  return gridOf("cops", "The board", numbers(side), numbers(side), cells, ...(chosen && position.mover < 0 ? [copOrders(board, position, chosen)] : []));
}

/** A step for every cop. @param {any} board @param {Position} position @param {(move: string) => void} chosen */
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
  const { squares, pick } = squaresOf(position.moves, position.moves.map((move) => [move.slice(0, 2), move.slice(2, 4)]), chosen, false);
  const rows = board.fen.split(" ")[0].replace(/\d/g, (/** @type {string} */ n) => ".".repeat(Number(n))).split("/");
  const cells = rows.flatMap((/** @type {string} */ row, /** @type {number} */ r) => [...row].map((letter, file) => {
    const name = "abcdefgh"[file] + String(8 - r);
    const kind = /** @type {keyof typeof MEN} */ (letter.toUpperCase());
    const white = letter !== letter.toLowerCase();
    const label = letter === "." ? name : `${name}, ${white ? "white" : "black"} ${NAMES[kind]}`;
    const look = `cell ${(r + file) % 2 ? "dark" : "light"}${letter === "." ? "" : white ? " white" : " black"}${position.last?.slice(0, 4).includes(name) ? " last" : ""}`;
    const made = cellOf(letter === "." ? "" : MEN[kind], look, label, label, Boolean(chosen), () => pick(name));
    squares.set(name, made);
    return made;
  }));
  return gridOf("chess", "Chess board", [..."87654321"], [..."abcdefgh"], cells);
}

/** The name of a move. @param {string} game @param {string} move @param {number} ply @param {Record<string, string>} names those that the game itself has */
export function moveName(game, move, ply, names) {
  if (game === "board-splitting") return (ply % 2 ? ["upper half", "lower half"] : ["left half", "right half"])[Number(move)];
  if (game === "cops-and-robbers") return [...move].map((step) => STEPS[step]).join(", ");
  if (game === "connect-four") return `column ${String.fromCharCode(97 + Number(move))}`;
  if (game === "chess-endgame") return `${move.slice(0, 2)}–${move.slice(2)}`;
  return Object.hasOwn(names, move) ? names[move] : move.replaceAll(";", ",");
}

/** @type {Record<string, string>} */
export const STEPS = { ".": "stay", N: "north", E: "east", S: "south", W: "west" };

/** A game of the user's own: its text, and a button for each move. @type {Drawn} */
export function plain(board, position, chosen) {
  const moves = chosen ? position.moves.map((move) => {
    const made = button(moveName("", move, 0, position.names), () => chosen(move));
    made.className = "legal";
    return made;
  }) : [];
  return element("div", { class: "plain" }, element("pre", {}, board.text), element("div", { class: "orders", role: "group", "aria-label": "Moves" }, ...moves));
}

/** @type {Drawn} */
function kalah(board, position, chosen) {
  const pit = (/** @type {number} */ seeds, /** @type {number} */ at, /** @type {boolean} */ south) => {
    const mine = south === position.mover > 0;
    const legal = chosen && mine && position.moves.includes(String(at));
    const label = `${south ? "South" : "North"}, pit ${at + 1}: ${seeds} ${seeds === 1 ? "seed" : "seeds"}`;
    const last = position.last === String(at) && position.movers[position.movers.length - 1] > 0 === south;
    const made = cellOf("", `pit${legal ? " legal" : ""}${last ? " last" : ""}`, label, label, Boolean(legal), () => legal && chosen(String(at)));
    const heap = Array.from({ length: Math.min(seeds, 12) }, () => element("i"));
    made.append(element("span", { class: "heap", "aria-hidden": "true" }, ...heap), element("span", { class: "count" }, String(seeds)));
    return made;
  };
  const store = (/** @type {number} */ seeds, /** @type {string} */ who) =>
    element("div", { class: "store", "aria-label": `${who}'s store: ${seeds}` }, element("span", { class: "count" }, String(seeds)), element("span", { class: "muted small" }, who));
  const north = board.min.map((/** @type {number} */ seeds, /** @type {number} */ i) => pit(seeds, i, false)).reverse();
  const south = board.max.map((/** @type {number} */ seeds, /** @type {number} */ i) => pit(seeds, i, true));
  const names = numbers(south.length);
  const rows = element("div", { class: "pits", style: `--pits: ${names.length}` }, namesOf("pit-names", [...names].reverse()), ...north, ...south, namesOf("pit-names", names));
  return element("div", { class: "kalah" }, store(board.stores[1], "North"), rows, store(board.stores[0], "South"));
}

/** @type {Drawn} */
export function splitting(board, position, chosen) {
  const { height, squares, from, to, ply } = board;
  const [wide, high] = [1 << Math.ceil(height / 2), 1 << Math.floor(height / 2)];
  const winner = (/** @type {number} */ square) => (square === 1) === (height % 2 === 1); // whether Max wins there
  const cells = /** @type {HTMLElement[]} */ (Array(wide * high));
  const middle = (from + to) / 2;
  squares.forEach((/** @type {number} */ square, /** @type {number} */ i) => {
    const [x, y] = corner(i, height);
    const left = i >= from && i < to;
    const kind = `${winner(square) ? "max" : "min"}${left ? "" : " gone"}${left && chosen ? (i < middle ? " one" : " two") : ""}`;
    cells[y * wide + x] = element("span", { class: kind });
    if (left && chosen) cells[y * wide + x].addEventListener("click", () => chosen(i < middle ? "0" : "1"));
  });
  const halves = chosen ? position.moves.map((move) => button(`Keep the ${moveName("board-splitting", move, ply, {})}`, () => chosen(move))) : [];
  return element("div", {}, element("div", { class: "squares", role: "img", "aria-label": `${to - from} pieces are left`, style: `--wide: ${wide}` }, ...cells),
    ...(chosen ? [element("div", { class: "halves" }, ...halves)] : []),
    element("p", { class: "muted small" }, "The last piece decides: a full one (blue) wins for Max, a ring (orange) for Min."));
}

/** Each game's board, and what a newcomer must know to play, unless the board itself says it. @type {Record<string, [Drawn, string]>} */
const BOARDS = {
  kalah: [kalah, "Choose a pit: its seeds go one by one into the pits that follow and into your store. A last seed in your store gives another move. A last seed in an empty pit of yours captures the seeds opposite. Most seeds win."],
  "board-splitting": [splitting, ""],
  "cops-and-robbers": [cops, "The robber (R) wants to be caught as late as possible, the cops (C) as soon as possible. Click a marked square, or R to stay."],
  "chess-endgame": [chess, "White wants to mate soon, Black wants to escape. Click a piece, then a square."],
  "8-puzzle": [sliding, ""],
  "connect-four": [stones, "Four in a row win, in any direction."],
  othello: [stones, "A stone turns the enemy's stones between it and another of yours. Most stones win."],
  breakthrough: [stones, "Pawns step forward, straight or diagonally, and capture diagonally. Whoever reaches the last row wins."],
  domineering: [stones, "Max's dominoes stand upright, Min's lie flat. Click the lower or left square. Who cannot move has lost."],
};

/** @param {string} game @returns {[Drawn, string]} */
export const boardOf = (game) => Object.hasOwn(BOARDS, game) ? BOARDS[game] : [plain, ""];
