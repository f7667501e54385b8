"""Trees as columns: written down, and seen by another evaluator."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from overthink.core.tree import Tree
from overthink.search.sweep import solve
from tests import oracles
from tests.sketches import Sketch, sketches, tree_of


def test_a_literal_tree_stands_in_breadth_first_order() -> None:
    tree = Tree.literal([[1, [2, 3]], 4, [5]], mover=-1, static={(): 9, (0, 1): 8}, error=0.25)
    assert tree.first.tolist() == [0, 3, 5, 5, 6, 6, 8, 8, 8, 8]
    assert tree.child.tolist() == list(range(1, 9))
    assert tree.levels.tolist() == [0, 1, 4, 7, 9]
    assert tree.mover.tolist() == [-1, 1, 1, 1, -1, -1, -1, 1, 1]
    np.testing.assert_array_equal(tree.static, [9, np.nan, 4, np.nan, 1, 8, 5, 2, 3])
    assert set(tree.error) == {0.25}
    assert np.isnan(tree.utility).all()
    assert np.isnan(tree.truth).all()
    assert (len(tree), tree.height, tree.roots) == (9, 3, range(1))
    assert tree.children(0).tolist() == [1, 2, 3]
    assert len(set(tree.key.tolist())) == 9


def test_leaves_may_be_finished_games() -> None:
    tree = Tree.literal([[1, 0], [0, 0]], terminal=True)
    np.testing.assert_array_equal(tree.utility, [np.nan] * 3 + [1, 0, 0, 0])
    assert solve(tree).tolist() == [0, 0, 0, 1, 0, 0, 0]


def test_one_player_moves_everywhere() -> None:
    assert set(Tree.literal([[1, 2], 3], mover=-1, players=1).mover) == {-1}


def test_opinions_of_every_shape() -> None:
    nested = [[1, 2], 3]
    by_path = Tree.literal(nested, static={(): 5.0, (0,): 6.0}).static
    np.testing.assert_array_equal(by_path, [5, 6, 3, 1, 2])
    np.testing.assert_array_equal(Tree.literal(nested, static=[5, 6]).static, by_path)
    np.testing.assert_array_equal(Tree.literal(nested, static=lambda path: 5.0 + len(path)).static, by_path)
    np.testing.assert_array_equal(Tree.literal(nested, static=5).static, [5, 5, 3, 1, 2])
    errors = Tree.literal(nested, error=lambda path: 0.1 * len(path)).error
    np.testing.assert_allclose(errors, [0, 0.1, 0.1, 0.2, 0.2])


def test_another_opinion_leaves_the_tree_as_it_was() -> None:
    tree = Tree.literal([1, 2])
    other = tree.opinion(-1.0, 0.3)
    assert other.static.tolist() == [-1, -1, -1]
    assert other.error.tolist() == [0.3] * 3
    np.testing.assert_array_equal(tree.static, [np.nan, 1, 2])
    assert tree.error.tolist() == [0, 0, 0]


@given(sketches(turns=None, finished=True))
def test_solving_is_minimax_to_the_end(root: Sketch) -> None:
    truth = solve(tree_of(root))
    assert truth[0] == oracles.minimax(root, 99)
    assert truth[1 : 1 + len(root.kids)].tolist() == [oracles.minimax(kid, 99) for kid in root.kids]
