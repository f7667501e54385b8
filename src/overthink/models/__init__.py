"""Distributions over game trees: one file a model."""

from __future__ import annotations

from overthink.core.entry import Entry
from overthink.models.board_splitting import BoardSplittingModel

MODELS: dict[str, Entry] = {
    "board-splitting": Entry(
        "board-splitting", "P-games, N-games and mixtures of them", "[Zuckerman2018] section 5.1", BoardSplittingModel
    ),
}

__all__ = ["MODELS", "BoardSplittingModel"]
