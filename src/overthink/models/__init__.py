"""Distributions over game trees: one file a model."""

from __future__ import annotations

from overthink.core.entry import Entry
from overthink.models.board_splitting import BoardSplittingModel
from overthink.models.bottom_up import BottomUp
from overthink.models.one_player import OnePlayer
from overthink.models.top_down import TopDown

MODELS: dict[str, Entry] = {
    "board-splitting": Entry(
        "board-splitting", "P-games, N-games and mixtures of them", "[Zuckerman2018] section 5.1", BoardSplittingModel
    ),
    "top-down": Entry("top-down", "two players, similarity from the root down", "[Nau2010] section 5.1", TopDown),
    "bottom-up": Entry("bottom-up", "two players, similarity from the leaves up", "[Nau2010] section 5.2", BottomUp),
    "one-player": Entry("one-player", "one player, similarity from the leaves up", "[Nau2010] section 5.3", OnePlayer),
}

__all__ = ["MODELS", "BoardSplittingModel", "BottomUp", "OnePlayer", "TopDown"]
