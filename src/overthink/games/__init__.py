"""The rules of the games, one file per game."""

from __future__ import annotations

from overthink.games.board_splitting import BoardSplitting
from overthink.games.breakthrough import Breakthrough
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_table import endgame
from overthink.games.connect_four import ConnectFour
from overthink.games.cops_and_robbers import CopsAndRobbers
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.games.pig import Pig
from overthink.games.random_tree import RandomTree
from overthink.games.sliding_puzzle import SlidingPuzzle

__all__ = [
    "BoardSplitting",
    "Breakthrough",
    "ChessEndgame",
    "ConnectFour",
    "CopsAndRobbers",
    "CriticalWinLoss",
    "Domineering",
    "Kalah",
    "Othello",
    "Pig",
    "RandomTree",
    "SlidingPuzzle",
    "endgame",
]
