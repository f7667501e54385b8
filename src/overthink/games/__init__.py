"""Games' rules: one file a game."""

from __future__ import annotations

from overthink.core.entry import Entry
from overthink.games.board_splitting import BoardSplitting

GAMES: dict[str, Entry] = {
    "board-splitting": Entry(
        "board-splitting",
        "cut the board, keep a strip; the last square decides",
        "[Zuckerman2018] section 5.1",
        BoardSplitting,
    ),
}
