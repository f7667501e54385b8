"""Distributions over game trees, one file per model."""

from __future__ import annotations

from overthink.models.board_splitting import BoardSplittingModel
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.top_down import TopDown

__all__ = ["BoardSplittingModel", "BottomUp", "OnePlayer", "TopDown"]
