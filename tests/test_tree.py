"""Trees as columns: written down, and seen by another evaluator."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink.core.grow as grow_module
from overthink.core.errors import OverthinkError
from overthink.core.grow import grow, state_key
from overthink.core.tree import Tree
from overthink.rules import RULES
from overthink.search.explain import explain
from overthink.search.sweep import back_up, solve
from overthink_papers.beyond.solved_games import game_named, kernel_tree
from tests import oracles
from tests.sketches import Sketch, SketchGame, opinion_of, sketches, tree_of


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


pytestmark = pytest.mark.usefixtures("compiled_sweeps")


@pytest.fixture(autouse=True)
def keys_by_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sketches that share a text are still different positions; their keys do not matter here."""
    monkeypatch.setattr(grow_module, "state_key", lambda state: np.uint64(id(state) & 0xFFFFFFFF))


@given(sketches(turns=None, finished=True))
def test_a_tree_grown_to_the_end_is_the_game(root: Sketch) -> None:
    grown = grow(SketchGame(root), root, 9, opinion_of)
    drawn = tree_of(root)
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
        fast = kernel_tree(game, state, depth, judge)
        slow = grow(game, state, depth, judge)
        for name in ("first", "child", "mover", "utility", "static", "error", "truth", "edge", "levels"):
            np.testing.assert_array_equal(getattr(fast, name), getattr(slow, name), err_msg=name)


def test_figure_3_node_by_node() -> None:
    tree = Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    a, b, c, *leaves = explain(tree, "emm", 2)
    assert (a.kind, a.value, a.error, a.replaced) == ("B/C", 1, pytest.approx(0.091), False)
    assert (b.kind, b.searched_error, b.error, b.replaced) == ("D", pytest.approx(0.19), 0.1, True)
    assert (c.kind, c.value, c.error, c.replaced) == ("B/C", -1, pytest.approx(0.09), False)
    assert Counter(leaf.kind for leaf in leaves) == {"frontier": 4}
    assert [seen.ply for seen in (a, b, c, *leaves)] == [0, 1, 1, 2, 2, 2, 2]


def kinds(node: Sketch, depth: int) -> Counter[str]:
    """Node types by the values that Algorithm 1 gives the children."""
    if node.utility is not None:
        return Counter(["terminal"])
    if depth == 0 or not node.kids:
        return Counter(["frontier"])
    wins = [oracles.seen_from(node, kid, oracles.emm_figure_4(kid, depth - 1)[0]) > 0 for kid in node.kids]
    own = Counter(["A" if all(wins) else "B/C" if any(wins) else "D"])
    return sum((kinds(kid, depth - 1) for kid in node.kids), own)


@given(sketches(turns=None), st.integers(1, 4))
def test_counts_of_node_types(root: Sketch, depth: int) -> None:
    assert Counter(seen.kind for seen in explain(tree_of(root), "emm", depth)) == kinds(root, depth)


@given(sketches(errors=("any",)), st.integers(1, 4))
def test_replaced_where_the_static_evaluation_is_surer(root: Sketch, depth: int) -> None:
    for seen in explain(tree_of(root), "emm", depth):
        assert seen.replaced == (seen.searched_error > seen.error)


def test_a_tree_that_is_too_large_is_refused_before_its_last_ply_is_played():
    played = []

    class Wide:
        def initial(self):
            return ()

        def mover(self, state):
            return 1

        def moves(self, state):
            return range(10)

        def play(self, state, move):
            played.append(move)
            return (*state, move)

        def utility(self, state):
            return 0.0

    with pytest.raises(OverthinkError, match="more than 500 positions at ply 3"):
        grow(Wide(), depth=4, most=500)
    assert len(played) < 550  # a few more by the check of the game
