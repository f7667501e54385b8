"""All granularities in one pass: against one granularity at a time, and against a plain search of chess positions."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink as ot
from overthink.core.machine import LANES
from overthink.core.threads import jobs
from overthink.core.tree import Tree
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.decision_error import right_moves
from overthink.measure.granular_sweep import granular_errors, granular_rows, sum_right, sweep_rows, unit_of

GRAINS = (2, 3, 4, 7, 10, 33, 200)
DEPTHS = (1, 2, 3, 4)


def graph(seed: int, nodes: int, dense: bool, grid: bool) -> Tree:
    """A random state space: finished games, positions of both players, loops; estimates on a grid tie with worths."""
    random = np.random.default_rng(seed)
    widths = np.where(random.random(nodes) < 0.2, 0, random.integers(1, 9 if dense else 3, nodes))
    widths[0] = 2
    numbers = random.integers(-4, 5, nodes) / 4 if grid else random.normal(0.0, 0.6, nodes)
    over = widths == 0
    return Tree(
        first=np.concatenate([[0], np.cumsum(widths)]),
        child=random.integers(0, nodes, widths.sum()).astype(np.int32 if dense else np.int64),
        mover=random.choice([1, -1], nodes).astype(np.int8),
        utility=np.where(over, random.choice([-1.0, -0.25, 0.0, 0.1, 1.0], nodes), math.nan),
        static=numbers,
        error=np.zeros(nodes),
        truth=random.integers(-2, 3, nodes).astype(float),
        edge=np.zeros(widths.sum()),
        key=np.arange(nodes, dtype=np.uint64),
        levels=np.array([], np.int64),
    )


def one_at_a_time(tree: Tree, roots: np.ndarray, low: float, high: float) -> np.ndarray:
    found = np.empty((len(DEPTHS), len(GRAINS)))
    for lane, g in enumerate(GRAINS):
        bucketed = ot.granular(lambda same, seed: same, g, low, high)(tree)
        for row, right in enumerate(p_opt_by_depth(bucketed, "minimax", DEPTHS).values()):
            found[row, lane] = 1.0 - right[roots].mean()
    return found


def ratios_one_at_a_time(tree: Tree, roots: np.ndarray, low: float, high: float, shallow: int) -> np.ndarray:
    found = np.empty((2, len(GRAINS)))
    for lane, g in enumerate(GRAINS):
        bucketed = ot.granular(lambda same, seed: same, g, low, high)(tree)
        right = p_opt_by_depth(bucketed, "minimax", (DEPTHS[-1], shallow))
        deep, near = (1.0 - right[depth][roots] for depth in (DEPTHS[-1], shallow))
        found[:, lane] = [np.where(near > 0, deep / np.where(near > 0, near, 1), 0.0).mean(), (near > 0).mean()]
    return found


@given(
    st.integers(0, 10**6), st.integers(1, 40), st.booleans(), st.booleans(),
    st.sampled_from([(-1.0, 1.0), (0.0, 1.0), (-0.3, 0.4), (-5.0, 5.0)]), st.booleans(),
)  # fmt: skip
def test_all_granularities_at_once(seed, nodes, dense, grid, interval, alone):
    tree = graph(seed, nodes, dense, grid)
    roots = np.flatnonzero(np.diff(tree.first))
    roots = roots[seed % len(roots)][None] if alone else roots
    found = granular_errors(tree, right_moves(tree), roots, DEPTHS[-1], GRAINS, *interval)
    np.testing.assert_allclose(found, one_at_a_time(tree, roots, *interval), rtol=0, atol=1e-12)
    shallow = 1 + seed % 3
    with_ratios = granular_errors(tree, right_moves(tree), roots, DEPTHS[-1], GRAINS, *interval, shallow)
    np.testing.assert_array_equal(with_ratios[:-2], found)
    ratios = ratios_one_at_a_time(tree, roots, *interval, shallow)
    np.testing.assert_allclose(with_ratios[-2:], ratios, rtol=0, atol=1e-9)


def test_kernels_run_interpreted_too():
    tree, (low, high) = graph(3, 30, True, False), (-1.0, 1.0)
    rows = granular_rows(tree, GRAINS, low, high)
    compiled, plain = np.empty_like(rows), np.empty_like(rows)
    graph_ = tree.first, tree.child
    for run, new in ((sweep_rows, compiled), (sweep_rows.interpreted, plain)):
        run(*graph_, tree.mover, rows.reshape(-1, LANES), new.reshape(-1, LANES), 0, len(tree))
    np.testing.assert_array_equal(compiled, plain)
    roots, right = np.flatnonzero(np.diff(tree.first)), right_moves(tree)
    short = rows.reshape(-1, LANES), plain.reshape(-1, LANES)
    given_ = *graph_, right, roots, unit_of(roots), *short, len(GRAINS), 0, len(roots)
    np.testing.assert_array_equal(sum_right(*given_), sum_right.interpreted(*given_))


def test_more_granularities_than_one_row_holds():
    tree = graph(4, 60, True, False)
    roots, right, many = np.flatnonzero(np.diff(tree.first)), right_moves(tree), range(2, 75)
    found = granular_errors(tree, right, roots, 3, many, -1.0, 1.0)
    alone = [granular_errors(tree, right, roots, 3, [g], -1.0, 1.0)[:, 0] for g in many]
    np.testing.assert_array_equal(found, np.transpose(alone))


def test_more_moves_than_a_lane_counts():
    leaves = 600
    tree = Tree.literal([0.5] * leaves, static=0.0)
    space = replace(tree, levels=np.array([], np.int64), truth=np.arange(leaves + 1.0))
    found = granular_errors(space, right_moves(space)[:leaves], np.array([0]), 1, (2, 3), -1.0, 1.0)
    np.testing.assert_array_equal(found, [[1 - 1 / leaves] * 2])


@pytest.mark.parametrize("crew", [2, 3, 7])
def test_any_number_of_threads_finds_the_same(crew):
    table = ot.endgame("KQK")
    space = table.state_space()
    tree = ot.noisy(ot.truth, 0.1)(space.tree, 5)
    roots, right = np.flatnonzero(np.diff(tree.first)), right_moves(tree)

    def found(number: int) -> np.ndarray:
        with jobs(number):
            return granular_errors(tree, right, roots, 3, GRAINS, -1.0, 1.0, shallow=1)

    np.testing.assert_array_equal(found(crew), found(1))


@pytest.fixture(scope="module", params=["KRK", "KQK"])
def endgame(request):
    table = ot.endgame(request.param)
    space = table.state_space()
    tree = ot.noisy(ot.truth, 2.0 / (table.longest + 1))(space.tree, 5)
    far = np.flatnonzero(table.plies[space.states.column] > 5)
    return table, space, tree, far


def test_a_whole_endgame(endgame):
    _, _, tree, far = endgame
    low, high = float(tree.static.min()), float(tree.static.max())
    found = granular_errors(tree, right_moves(tree), far, DEPTHS[-1], GRAINS, low, high)
    np.testing.assert_allclose(found, one_at_a_time(tree, far, low, high), rtol=0, atol=1e-12)


def test_a_plain_search_of_chess_positions_decides_the_same(endgame):
    """Recursion over the game's own moves; a position's noise is the same however it is reached."""
    table, space, tree, far = endgame
    game, g, (low, high) = table.game, 12, (-0.2, 1.1)
    width = (high - low) / g

    def look(position: int, depth: int) -> float:
        children = game.children(position)
        if not children:
            return game.utility(position)
        if depth == 0:
            estimate = tree.static[space.node(position)]
            return low + (min(max(math.floor((estimate - low) / width), 0), g - 1) + 0.5) * width
        best = max if game.mover(position) > 0 else min
        return best(look(after, depth - 1) for after in children)

    for node in far[:: len(far) // 6]:
        position = space.states[node]
        children, side = game.children(position), game.mover(position)
        truths = [side * table.value(after) for after in children]
        found = granular_errors(tree, right_moves(tree), np.array([node]), 3, [g], low, high)
        for depth in (1, 2, 3):
            scores = [side * look(after, depth - 1) for after in children]
            tied = [truth == max(truths) for truth, score in zip(truths, scores) if score == max(scores)]
            assert found[depth - 1, 0] == pytest.approx(1 - sum(tied) / len(tied), abs=1e-12)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"granularities": (1, 5)}, "A granularity of 1 cannot tell positions apart. Use 2 or more."),
        ({"granularities": (5, 252)}, "252 buckets and 5 results of finished games are more than 256 different values"),
        ({"high": -1.0}, "The interval from -1.0 to -1.0 is empty."),
        ({"deepest": 0}, "A search looks from 1 to 1,000 plies ahead"),
        ({"roots": np.array([], int)}, "There are no roots, or some roots have no moves."),
    ],
)
def test_what_cannot_be_swept_is_refused(change, said):
    tree = graph(3, 30, True, False)
    given_ = {"roots": np.array([0]), "deepest": 1, "granularities": (2,), "low": -1.0, "high": 1.0} | change
    with pytest.raises(ot.OverthinkError, match=said):
        granular_errors(tree, right_moves(tree), **given_)


def test_trees_with_plies_are_refused():
    tree = ot.solved(Tree.literal([[1, 2], [3, 4]], terminal=True))
    with pytest.raises(ot.OverthinkError, match="not a tree with plies"):
        granular_errors(tree, right_moves(tree), np.array([0]), 1, (2,), -1.0, 1.0)
