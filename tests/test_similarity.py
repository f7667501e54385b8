"""Branching and clustering factors against a slow count; of the 8-puzzle, see `tests/test_whole_games.py`."""

from __future__ import annotations

import numpy as np
import pytest

import overthink as ot
from overthink.measure.similarity import branching_factor, clustering_factor


def test_factors_of_a_small_tree():
    tree = ot.solved(ot.Tree.literal([[1, 3, 5], [2], [4, 8]], terminal=True))
    groups = [[1, 3, 5], [4, 8], [1, 2, 4]]  # leaves under two of the nodes, and the three nodes (Min moves there)
    pooled = np.sqrt(sum(len(group) * np.var(group) for group in groups) / sum(map(len, groups)))
    assert clustering_factor(tree) == pytest.approx(pooled / np.std(tree.truth))
    assert branching_factor(tree) == pytest.approx((3 + 3 + 1 + 2) / 4)


def test_alike_and_unlike_siblings():
    unlike = ot.solved(ot.Tree.literal([[1, -1], [-1, 1]], terminal=True))
    alike = ot.solved(ot.Tree.literal([[1, 1], [-1, -1]], terminal=True))
    assert clustering_factor(alike) < clustering_factor(unlike)


def test_unknown_or_equal_values_are_refused():
    for tree in (ot.Tree.literal([1, 2]), ot.solved(ot.Tree.literal([1, 1], terminal=True))):
        with pytest.raises(ot.OverthinkError, match="clustering factor"):
            clustering_factor(tree)
