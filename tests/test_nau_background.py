"""What was known before: graphs that share successors, Figure 1, monotone estimates, maps, and exact models."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from overthink.measure.accuracy import p_err, right_moves
from overthink.models.bottom_up import OnePlayer
from overthink.search.sweep import move_scores, solve
from overthink_papers.nau.background.exact_trees import (
    EdgeSums,
    ExactBoards,
    Material,
    Threshold,
    WinLoss,
    graded,
    reliable,
    rounded_normal,
)
from overthink_papers.nau.background.fig1 import equal_pairs, graphs
from overthink_papers.nau.background.graphs import SharedSuccessors
from overthink_papers.nau.estimates.one_player_trees import monotone_tree
from overthink_papers.nau.estimates.path_finding import SIDE, draw_map, opinion_of
from tests.test_nau_exact import error

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
    whole = game.unfold(game.squares(tree))
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
    right = right_moves(tree)
    scores = move_scores(tree, "minimax", range(1, 9))
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
    raised = monotone_tree(tree)
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


# Exact models: against every tree there is where there are few, and against drawn trees


def halves(values: tuple, over) -> list:
    middle = len(values) // 2
    return [over(values[:middle]), over(values[middle:])]


def depth_two(tree: WinLoss) -> tuple[float, float]:
    """Every tree with two moves and two replies, and every opinion: P_err, and the error of the root's value."""
    chances = {0: tree.truths(2)[0], 1: tree.truths(2)[1]}
    last = tree.opinions.shape[1] - 1
    # A family: how likely it is, and for each child its truth and whether it is an end.
    leaves = []
    for truth, opinion, over in product((0, 1), range(last + 1), (True, False)):
        known = float(opinion == (last if truth else 0))
        says = known if over else tree.opinions[truth, opinion]
        leaves.append((truth, opinion, says * (tree.ends if over else 1.0 - tree.ends)))
    pairs = []  # of the two children of a node where Min moves: chance, truth, value
    for (t1, v1, p1), (t2, v2, p2) in product(leaves, repeat=2):
        free = (1.0 - tree.alike) * chances[t1] * chances[t2]
        same = tree.alike * chances[t1] * (t1 == t2)
        pairs.append(((free + same) * p1 * p2 * (1.0 - tree.ends), min(t1, t2), min(v1, v2)))
    pairs += [(tree.ends * tree.truths(1)[truth], truth, last if truth else 0) for truth in (0, 1)]
    law = np.zeros((2, last + 1))
    for chance, truth, value in pairs:
        law[truth, value] += chance
    cells = [(law[t, v], t, v) for t in (0, 1) for v in range(last + 1)]
    decision = value = 0.0
    for (p1, t1, v1), (p2, t2, v2) in product(cells, repeat=2):
        free = (1.0 - tree.alike) * p1 * p2
        same = tree.alike * p1 * p2 / law[t1].sum() if t1 == t2 else 0.0
        decision += free * error([t1, t2], [v1, v2])
        wrong = (max(v1, v2) > last / 2) != bool(max(t1, t2))
        value += (free + same) * wrong * (1.0 - tree.ends)
    return decision, value


@pytest.mark.parametrize(
    "tree",
    [
        WinLoss(2, graded(0.1)),
        WinLoss(2, graded(0.3, 4)),
        WinLoss(2, graded(0.1), alike=0.4),
        WinLoss(2, graded(0.2), ends=0.3),
        WinLoss(2, reliable(graded(0.1), 0.5, known=True)),
    ],
    ids=range(5),
)
def test_win_loss_against_every_tree(tree: WinLoss) -> None:
    assert (tree.decision_error(2), tree.value_error(2)) == pytest.approx(depth_two(tree), abs=1e-12)


@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_as_many_are_won_at_every_depth(alike: float) -> None:
    tree = WinLoss(3, graded(0.1), alike=alike)
    for depth in range(4):
        assert tree.above(tree.frontier(depth + 1), depth)[0].sum(axis=1) == pytest.approx(tree.truths(depth))


def test_values_say_won_as_often_as_they_should() -> None:
    for g in (2, 4, 16):
        assert graded(0.1, g)[1, : g // 2].sum() == pytest.approx(0.1)
        assert graded(0.1, g)[0, g // 2 :].sum() == pytest.approx(0.1)


def board_errors(incremental: bool) -> list[float]:
    """Every board of three plies and two moves each: P_err at depths 1, 2 and 3, squares counted."""
    tree = ExactBoards(2, 3, incremental)
    won = tree._squares()[0, 1, 1]
    errors = np.zeros(3)
    for draws in product((0, 1), repeat=14 if incremental else 8):
        if incremental:
            a, b, c = draws[:2], draws[2:6], draws[6:]
            steps = [sum(2 * x - 1 for x in (a[i // 4], b[i // 2], c[i])) for i in range(8)]
            squares = tuple(int(total > 1) for total in steps)
            chance = 2.0**-14
        else:
            squares = draws
            chance = float(np.prod([won if square else 1.0 - won for square in draws]))
        families = [squares[:4], squares[4:]]
        worth = [min(halves(family, max)) for family in families]
        seen = [[sum(f) for f in families], [min(halves(f, sum)) for f in families], worth]
        errors += [chance * error(worth, values) for values in seen]
    return errors.tolist()


@pytest.mark.parametrize("incremental", [False, True])
def test_boards_against_every_board(incremental: bool) -> None:
    tree = ExactBoards(2, 3, incremental)
    assert [tree.decision_error(depth) for depth in (1, 2, 3)] == pytest.approx(board_errors(incremental), abs=1e-12)


def test_material_against_every_tree() -> None:
    tree = Material(2, 4, step=1, error=0.3, decay=0.5)
    wrong = {0: 0.5, 1: 0.3, 2: 0.15}
    decision = value = 0.0
    for moves in product((0, 1), repeat=6):
        ends = [moves[i // 2] - moves[2 + i] for i in range(4)]
        for truths in product((0, 1), repeat=4):
            chance = 2.0**-6
            for end, truth in zip(ends, truths):
                chance *= 1.0 - wrong[abs(end)] if (end > 0) == bool(truth) else wrong[abs(end)]
            worth, seen = halves(truths, min), halves(tuple(ends), min)
            decision += chance * error(worth, seen)
            root = max(seen)
            value += chance * (0.5 if root == 0 else float((root > 0) != bool(max(worth))))
    assert (tree.decision_error(2), tree.value_error(2)) == pytest.approx((decision, value), abs=1e-12)


def drawn(rng: np.random.Generator, leaves: np.ndarray, noise, depth: int, b: int) -> np.ndarray:
    """P_err of every drawn tree: leaves float[trees, b ** height], noise added where the search stops."""
    height = round(np.log(leaves.shape[1]) / np.log(b))
    truths = [leaves]
    for level in range(height - 1, 0, -1):
        families = truths[0].reshape(len(leaves), -1, b)
        truths.insert(0, families.max(axis=2) if level % 2 == 0 else families.min(axis=2))
    seen = noise(truths[depth - 1])
    for level in range(depth - 1, 0, -1):
        families = seen.reshape(len(leaves), -1, b)
        seen = families.max(axis=2) if level % 2 == 0 else families.min(axis=2)
    best = seen == seen.max(axis=1, keepdims=True)
    right = truths[0] == truths[0].max(axis=1, keepdims=True)
    return 1.0 - (best & right).sum(axis=1) / best.sum(axis=1)


@pytest.mark.parametrize("similar", [True, False])
def test_edge_sums_against_drawn_trees(similar: bool) -> None:
    rng = np.random.default_rng(1)
    trees = 40_000
    b = 2
    height = 3
    tree = EdgeSums(b, height, similar)

    def steps(*shape: int, most: int = 2) -> np.ndarray:
        return rng.choice(np.arange(-most, most + 1), size=shape, p=rounded_normal(1.0, most))

    if similar:
        leaves = np.zeros((trees, 1), int)
        for ply in range(1, height + 1):
            leaves = np.repeat(leaves, b, axis=1) + steps(trees, b**ply)
    else:
        leaves = steps(trees, b**height, height).sum(axis=2)
    for depth in (1, 2, 3):
        errors = drawn(rng, leaves, lambda values: values + steps(*values.shape, most=5), depth, b)
        assert abs(errors.mean() - tree.decision_error(depth)) < 4 * errors.std() / np.sqrt(trees)


def test_thresholds_against_drawn_trees() -> None:
    rng = np.random.default_rng(2)
    trees = 40_000
    b = 3
    height = 3
    tree = Threshold(b, height, 0.1)
    leaves = rng.random((trees, b**height))
    for depth in (1, 2, 3):
        won = (leaves > tree.border).astype(int)
        real = [leaves]
        for level in range(height - 1, 0, -1):
            families = real[0].reshape(trees, -1, b)
            real.insert(0, families.max(axis=2) if level % 2 == 0 else families.min(axis=2))
        seen = (real[depth - 1] + 0.1 * rng.standard_normal(real[depth - 1].shape) > tree.border).astype(int)
        errors = drawn(rng, won, lambda values, seen=seen: seen, depth, b)
        assert abs(errors.mean() - tree.decision_error(depth)) < 4 * errors.std() / np.sqrt(trees)
        assert real[depth - 1].std() == pytest.approx(tree.spread(depth), rel=0.02)
