"""Graded opinions read as wins and losses: how often each value is wrong is what a plain count says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError


def test_the_errors_are_those_of_a_plain_count() -> None:
    tree = ot.TopDown(b=3, g=6, s=0.3, height=3).draw(0, 40)
    reading = ot.calibrate(tree, 0.5)
    seen, missed = Counter(tree.static.tolist()), Counter[float]()
    for static, truth in zip(tree.static.tolist(), tree.truth.tolist()):
        missed[static] += (static > 0.5) != (truth > 0.5)
    told = reading(tree)
    for static, value, error in zip(tree.static.tolist(), told.static.tolist(), told.error.tolist()):
        assert value == static - 0.5
        assert error == min(0.5, (missed[static] + 0.5) / (seen[static] + 1))


def test_a_value_never_seen_counts_as_its_nearest_neighbour() -> None:
    learned = ot.Tree.literal([[0.1, 0.9], [0.1, 0.9]], static=0.9)
    reading = ot.calibrate(replace(learned, truth=learned.static), 0.5)
    told = reading(ot.Tree.literal([0.05, 0.4, 0.6, 2.0], static=0.5))
    assert told.error[1] == told.error[2] == reading.wrong[0]
    assert told.error[3] == told.error[4] == reading.wrong[1]
    np.testing.assert_allclose(told.static[1:], [-0.45, -0.1, 0.1, 1.5])


def test_rules_on_wins_and_losses_decide_at_depth_one_as_the_values_say() -> None:
    tree = ot.TopDown(b=4, g=5, s=0.0, height=2).draw(0, 400)
    told = ot.calibrate(tree, 0.6)(tree)
    minimax = ot.accuracy(told, "minimax", (1,))[1]
    assert ot.accuracy(told, "emm", (1,))[1].mean == pytest.approx(minimax.mean, abs=0.02)


def test_what_cannot_be_calibrated_is_said() -> None:
    with pytest.raises(OverthinkError, match="true values"):
        ot.calibrate(ot.Tree.literal([[1, -1], [1, 1]]), 0.0)
