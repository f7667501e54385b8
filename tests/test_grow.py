"""Growing a tree from a game, against the sketch that the game was made of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink.core.grow as grow_module
from overthink.core.grow import grow, state_key
from overthink.rules import RULES
from overthink.search.sweep import back_up
from overthink_papers.beyond.solved_games import game_named, kernel_tree
from tests.sketches import Sketch, SketchGame, opinion_of, sketches, tree_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")


@pytest.fixture(autouse=True)
def keys_by_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sketches that share a text are still different positions; their keys do not matter here."""
    monkeypatch.setattr(grow_module, "state_key", lambda state: np.uint64(id(state) & 0xFFFFFFFF))


@given(sketches(turns=None, finished=True))
def test_a_tree_grown_to_the_end_is_the_game(root: Sketch) -> None:
    grown, drawn = grow(SketchGame(root), root, 9, opinion_of), tree_of(root)
    for name in ("first", "child", "mover", "utility", "static", "error", "edge", "levels"):
        np.testing.assert_array_equal(getattr(grown, name), getattr(drawn, name), err_msg=name)


@given(sketches(turns=None, finished=True), st.integers(1, 3))
def test_a_tree_grown_part_of_the_way_backs_up_the_same(root: Sketch, depth: int) -> None:
    grown = grow(SketchGame(root), root, depth, opinion_of)
    for rule in ("minimax", "emm"):
        mine, theirs = (back_up(tree, RULES[rule], depth) for tree in (grown, tree_of(root)))
        assert (mine[0][0], mine[1][0]) == (theirs[0][0], theirs[1][0])


def test_a_plain_value_takes_the_given_error() -> None:
    root = Sketch(0.5, 0, 1, [Sketch(0.25, 0, -1, utility=1.0)])
    tree = grow(SketchGame(root), root, 1, lambda state: state.static, 0.3)
    assert tree.static.tolist() == [0.5, 0.25]
    assert tree.error.tolist() == [0.3, 0.3]
    np.testing.assert_array_equal(tree.utility, [np.nan, 1.0])


def test_a_position_has_one_key_however_it_is_written() -> None:
    assert state_key((1, 2)) == state_key((1, 2)) != state_key((2, 1))
    assert state_key(np.int64(7)) == state_key(7)
    assert state_key(np.array([1, 2])) == state_key([1, 2])


def test_compiled_code_grows_the_same_tree() -> None:
    game, judge = game_named("othello")
    late = 1965334333496, 207783839623, -1  # two squares are empty: the game ends before the depth
    for state, depth in ((game.initial(), 3), (late, 4)):
        fast, slow = kernel_tree(game, state, depth, judge), grow(game, state, depth, judge)
        for name in ("first", "child", "mover", "utility", "static", "error", "truth", "edge", "levels"):
            np.testing.assert_array_equal(getattr(fast, name), getattr(slow, name), err_msg=name)
