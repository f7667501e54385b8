"""Estimates that err to one side only, and the study of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.evaluate.evaluator import evaluate_space


@pytest.fixture(scope="module")
def six():
    puzzle = ot.SlidingPuzzle(2, 3)
    return puzzle, puzzle.state_space()


@given(st.integers(0, 10_000), st.floats(0, 20))
def test_one_sided_and_each_other_s_mirror_image(six, seed, sigma):
    tree = six[1].tree
    below, above = (f(ot.truth, sigma)(tree, seed).static for f in (ot.optimistic, ot.pessimistic))
    assert (below <= tree.truth).all() and (above >= tree.truth).all()
    np.testing.assert_allclose(tree.truth - below, above - tree.truth, atol=1e-12)
    np.testing.assert_allclose(ot.Mirrored(ot.optimistic(ot.truth, sigma))(tree, seed).static, above, atol=1e-12)


def test_the_size_of_the_errors_is_that_of_gaussian_noise(six):
    tree = six[1].tree
    sizes = np.concatenate([ot.pessimistic(ot.truth, 2.0)(tree, seed).static - tree.truth for seed in range(100)])
    assert np.mean(sizes) == pytest.approx(2.0 * np.sqrt(2 / np.pi), rel=0.02)
    assert np.sqrt(np.mean(sizes**2)) == pytest.approx(2.0, rel=0.02)


def test_manhattan_distance_and_its_mirror_image(six):
    puzzle, space = six
    below, above = evaluate_space(space, ot.manhattan(puzzle)), evaluate_space(space, ot.Mirrored(ot.manhattan(puzzle)))
    assert (below.static <= space.tree.truth).all() and (above.static >= space.tree.truth).all()
    np.testing.assert_array_equal(below.static + above.static, 2 * space.tree.truth)


@settings(max_examples=10)
@given(st.integers(0, 100))
def test_of_a_state_as_of_the_column(six, seed):
    puzzle, space = six
    flawed = ot.optimistic(ot.manhattan(puzzle), 1.5)
    column = evaluate_space(space, flawed, seed).static
    assert [flawed(space.states[n], seed) for n in (0, 9, 300)] == column[[0, 9, 300]].tolist()


def test_bad_input_is_one_sentence(six):
    for make in (ot.optimistic, ot.pessimistic):
        with pytest.raises(ot.OverthinkError, match="is negative"):
            make(ot.truth, -1.0)
    with pytest.raises(ot.OverthinkError, match="true values"):
        ot.Mirrored(lambda tree, seed: tree)(ot.Tree.literal([1, 2]))
