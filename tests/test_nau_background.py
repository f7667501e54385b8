"""What was known before: graphs that share successors, Figure 1, monotone estimates and maps."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from overthink.core.errors import OverthinkError
from overthink.measure.decision_error import p_err, right_moves
from overthink.models import OnePlayer
from overthink.models.shared import SharedSuccessors
from overthink.search.sweep import move_scores, solve
from overthink_papers.nau.background_fig1 import equal_pairs, graphs
from overthink_papers.nau.one_player_trees import monotone
from overthink_papers.nau.path_finding import SIDE, draw_map, opinion_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")


def leaves_below(game: SharedSuccessors, ply: int, place: int) -> set[int]:
    if ply == game.height:
        return {place}
    return set().union(*(leaves_below(game, ply + 1, place * game.stride + move) for move in range(game.b)))


def worth(game: SharedSuccessors, squares: np.ndarray, ply: int, place: int) -> float:
    """Minimax over every path, from the rules."""
    if ply == game.height:
        return float(squares[place])
    after = [worth(game, squares, ply + 1, place * game.stride + move) for move in range(game.b)]
    return max(after) if ply % 2 == 0 else min(after)


@pytest.mark.parametrize(
    "game", [SharedSuccessors(2, 1, 5), SharedSuccessors(3, 2, 3), SharedSuccessors(3, 3, 3)], ids=str
)
def test_graphs_against_the_rules(game: SharedSuccessors) -> None:
    tree = game.draw(0, 6, seed=1)
    whole = game.unfolded(game.squares(tree))
    assert (solve(tree) == tree.truth).all() and (solve(whole) == whole.truth).all()
    for number, squares in enumerate(game.squares(tree)):
        for ply, width in enumerate(game.widths):
            start = int(tree.levels[ply]) + number * width
            for place in range(width):
                below = sorted(leaves_below(game, ply, place))
                assert tree.truth[start + place] == worth(game, squares, ply, place)
                assert tree.static[start + place] == pytest.approx(squares[below].mean())
    assert len(whole) == 6 * sum(game.b**ply for ply in range(game.height + 1))
    assert len(np.unique(tree.key)) == len(tree)


def test_a_game_is_the_same_in_any_batch() -> None:
    game = SharedSuccessors(2, 1, 6)
    assert (game.squares(game.draw(3, 5, 2)) == game.squares(game.draw(0, 5, 2))[3:]).all()


def test_games_that_take_squares_off_either_end_have_no_pathology() -> None:
    """All 2^9 boards: counting squares decides equally well at every depth, until the last plies are seen."""
    game = SharedSuccessors(2, 1, 8)
    squares = 2.0 * ((np.arange(512)[:, None] >> np.arange(9)) & 1) - 1.0
    tree = game._tree(squares, np.arange(512, dtype=np.uint64))
    right, scores = right_moves(tree), move_scores(tree, "minimax", range(1, 9))
    errors = [float(p_err(tree, scores[depth], right).mean()) for depth in range(1, 9)]
    assert errors == [0.125, 0.125, 0.125, 0.125, 0.109375, 0.0625, 0.0, 0.0]


def test_a_graph_like_figure_1() -> None:
    """n_4 and n_5 lead to n_7 and n_8, and n_6 to n_7 and n_9; utilities are 1, 2, 3 and Min moves first."""
    families = ((0, 1), (0, 1), (0, 2))
    assert families in list(graphs(3, 3))
    paths = Counter(end for node in (0, 1, 1, 2) for end in families[node])
    assert paths == {0: 4, 1: 3, 2: 1}
    assert equal_pairs(3, families, (1, 2, 3), max_moves=False) == 3


def test_monotone_estimates_never_fall() -> None:
    tree = OnePlayer(b=3, height=3).draw(0, 5)
    raised = monotone(tree)
    parents = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    assert (raised.static[tree.child] >= raised.static[parents]).all()
    for n in range(len(tree)):
        above = [n]
        while above[-1] >= len(tree.roots):
            above.append(int(parents[np.flatnonzero(tree.child == above[-1])[0]]))
        assert raised.static[n] == tree.static[above].max()


def test_maps_have_true_distances() -> None:
    tree, cells = draw_map(0, 0)
    assert len(cells) == len(tree) > 0.3 * SIDE * SIDE and tree.truth[0] == 0.0
    for n in range(1, len(tree)):
        after = tree.child[tree.first[n] : tree.first[n + 1]]
        assert tree.truth[n] == tree.truth[after].min() + 1.0
        assert all(sum(abs(np.subtract(divmod(cells[n], SIDE), divmod(cells[m], SIDE)))) == 1 for m in after)


@pytest.mark.parametrize("kind", ["optimistic", "pessimistic"])
def test_no_step_lowers_a_monotone_estimate_by_more_than_it_costs(kind: str) -> None:
    tree, cells = draw_map(1, 0)
    drawn, raised = opinion_of(tree, cells, kind), opinion_of(tree, cells, f"{kind}, monotone")
    parents = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    assert (raised.static[tree.child] + 1.0 >= raised.static[parents]).all()
    assert (raised.static >= drawn.static).all()
    if kind == "optimistic":
        assert (raised.static <= tree.truth + 1e-12).all()


def test_bad_graphs_are_one_sentence() -> None:
    for bad in ({"stride": 3}, {"b": 1}, {"height": 30}):
        with pytest.raises(OverthinkError, match="Use"):
            SharedSuccessors(**bad)
    with pytest.raises(OverthinkError, match="no games"):
        SharedSuccessors().draw(2, 2)
