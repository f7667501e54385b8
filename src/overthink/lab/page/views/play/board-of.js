// The board of each game and what its players want; a game of the user's own has a plain board.

import { kalah, plain, splitting } from "./boards.js";
import { chess, cops } from "./grids.js";
import { stones } from "./stones.js";
import { sliding } from "./tiles.js";

/** @type {Record<string, import("./types.js").Drawn>} */
const BOARDS = {
  kalah, "board-splitting": splitting, "cops-and-robbers": cops, "chess-endgame": chess, "8-puzzle": sliding,
  "connect-four": stones, othello: stones, breakthrough: stones, domineering: stones,
};

/** What a newcomer must know to play. The other boards say it themselves. @type {Record<string, string>} */
const AIMS = {
  kalah: "Choose a pit: its seeds go one by one into the pits that follow and into your store. A last seed in your store gives another move. A last seed in an empty pit of yours captures the seeds opposite. Most seeds win.",
  "cops-and-robbers": "The robber (R) wants to be caught as late as possible, the cops (C) as soon as possible. Click a marked square, or R to stay.",
  "chess-endgame": "White wants to mate soon, Black wants to escape. Click a man, then a square.",
  "connect-four": "Four in a row win, in any direction.",
  othello: "A stone turns the enemy's stones between it and another of yours. Most stones win.",
  breakthrough: "Pawns step forward, straight or slanting, and take slanting. Who reaches the last row wins.",
  domineering: "Max's dominoes stand upright, Min's lie flat. Click the lower or left square. Who cannot move has lost.",
};

/** @param {string} game */
export function aimOf(game) {
  return Object.hasOwn(AIMS, game) ? AIMS[game] : "";
}

/** @param {string} game @returns {import("./types.js").Drawn} */
export function boardOf(game) {
  return Object.hasOwn(BOARDS, game) ? BOARDS[game] : plain;
}
