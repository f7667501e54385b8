"""Games' rules: one file a game."""

from __future__ import annotations

from overthink.core.entry import Entry
from overthink.games.board_splitting import BoardSplitting
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_table import endgame
from overthink.games.cops_and_robbers import CopsAndRobbers
from overthink.games.kalah import Kalah
from overthink.games.pig import Pig
from overthink.games.random_tree import RandomTree
from overthink.games.sliding_puzzle import SlidingPuzzle

GAMES: dict[str, Entry] = {
    "board-splitting": Entry(
        "board-splitting",
        "cut the board, keep a strip; the last square decides",
        "[Zuckerman2018] section 5.1",
        BoardSplitting,
    ),
    "chess-endgame": Entry(
        "chess-endgame", "up to four men: KRK, KBBK, KQKR, …; solved to mate", "[Nau2010] section 6.1", ChessEndgame
    ),
    "cops-and-robbers": Entry(
        "cops-and-robbers",
        "cops chase a robber on a grid, with chance or without",
        "[Atzmon2018] Domains",
        CopsAndRobbers,
    ),
    "kalah": Entry(
        "kalah", "sow seeds; the fuller store wins; real or regularised rules", "[Zuckerman2018] section 5.3", Kalah
    ),
    "pig": Entry("pig", "roll or hold, one bad roll loses the turn; solved", "Neller and Presser 2004", Pig),
    "random-tree": Entry(
        "random-tree", "random numbers at the leaves, with chance or without", "[Atzmon2018] Domains", RandomTree
    ),
    "sliding-puzzle": Entry(
        "sliding-puzzle", "one player; 8 tiles, 15, or any number", "[Nau2010] section 6.3", SlidingPuzzle
    ),
}

__all__ = [
    "GAMES",
    "BoardSplitting",
    "ChessEndgame",
    "CopsAndRobbers",
    "Kalah",
    "Pig",
    "RandomTree",
    "SlidingPuzzle",
    "endgame",
]
