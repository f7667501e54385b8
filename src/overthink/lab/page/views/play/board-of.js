// The board of each game; a game of the user's own has a plain one.

import { kalah, plain, splitting } from "./boards.js";
import { chess, cops } from "./grids.js";
import { stones } from "./stones.js";
import { sliding } from "./tiles.js";

/** @type {Record<string, import("./types.js").Drawn>} */
const BOARDS = {
  kalah, "board-splitting": splitting, "cops-and-robbers": cops, "chess-endgame": chess, "8-puzzle": sliding,
  "connect-four": stones, othello: stones, breakthrough: stones, domineering: stones,
};

/** @param {string} game @returns {import("./types.js").Drawn} */
export function boardOf(game) {
  return Object.hasOwn(BOARDS, game) ? BOARDS[game] : plain;
}
