"""Accuracy and pathology over all roots, and the words for what cannot be compiled."""

from __future__ import annotations

import numpy as np
import pytest

import overthink as ot
from overthink.core.bind import types_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")


@pytest.fixture(scope="module")
def games():
    return ot.BoardSplittingModel(height=7).draw(0, 60)


def test_accuracy_is_the_mean_share_of_right_moves(games):
    seen = ot.artificial(0.2)(games)
    found = ot.accuracy(seen, "emm", (1, 3, 7))
    right = ot.right_moves(games).reshape(60, 2)
    for depth, estimate in found.items():
        slow = []
        for root in range(60):
            moves = ot.decide(seen, root, rule="emm", depth=depth).moves
            slow.append(np.mean([right[root, move] for move in moves]))
        assert estimate.mean == pytest.approx(np.mean(slow)) and estimate.n == 60
    assert found[7].mean == 1.0


def test_pathology_is_the_ratio_of_decision_errors(games):
    seen = ot.artificial(0.2)(games)
    found = ot.accuracy(seen, "minimax", (1, 5))
    ratio = ot.pathology(seen, "minimax", deep=5, shallow=1)
    assert ratio.mean == pytest.approx((1 - found[5].mean) / (1 - found[1].mean))
    assert ratio.low < ratio.mean < ratio.high


def test_an_unseen_tree_is_refused(games):
    with pytest.raises(ot.OverthinkError, match="some have none"):
        ot.accuracy(games, "minimax", (3,))


def test_a_grown_game_can_be_solved():
    game = ot.BoardSplitting([0, 1, 1, 0, 1, 1, 0, 1])
    tree = ot.solved(ot.grow(game, game.initial(), 3))
    np.testing.assert_array_equal(tree.truth, ot.solve(tree))
    assert not np.isnan(tree.truth).any()


def test_a_kernel_that_cannot_be_compiled_says_so_in_one_sentence():
    @ot.kernel
    def listed(x):
        return {"a": [x]}["b" if x else 3]

    with pytest.raises(ot.OverthinkError) as caught:
        listed.bind(types_of(1)).compiled(1)
    text = str(caught.value)
    assert "'listed'" in text and "cannot be compiled" in text and "\n" not in text


def test_modules_are_told_apart_on_disk():
    """The disk cache looks kernels up by their module: the same code in another one is another kernel."""
    source = "def twice(x):\n    return 2 * x\n"
    kernels = []
    for module in ("one", "another"):
        space = {"__name__": module}
        exec(compile(source, "<twice>", "exec"), space)
        kernels.append(ot.kernel(space["twice"]))
    assert kernels[0].fingerprint != kernels[1].fingerprint and kernels[0](3) == kernels[1](3) == 6


def test_scores_that_differ_at_all_are_no_tie(games):
    """Only equal scores share a decision. [Nau2010] eq. 3"""
    right = ot.right_moves(games)
    for gap, wanted in ((0.0, 0.5), (1e-9, 1.0), (-1e-9, 0.0)):
        np.testing.assert_array_equal(ot.p_opt(games, np.where(right, 1.0 + gap, 1.0), right), wanted)
