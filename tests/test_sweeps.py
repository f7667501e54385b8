"""Sweeps over state spaces: all granularities in one pass against one at a time, and against a plain search of chess.

Every rule: d sweeps over a graph with circles, transpositions and ends give, position by position, what a plain
recursive search of the tree that unfolds from it gives.
"""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.machine import LANES
from overthink.core.threads import jobs
from overthink.core.tree import Tree
from overthink.measure.accuracy import p_opt_by_depth, right_moves
from overthink.measure.granular_sweep import granular_errors, granular_rows, sum_right, sweep_rows, unit_of
from overthink.rules import RULES
from overthink.search.decide import decide
from overthink.search.sweep import back_up, move_scores
from overthink.whole_games.survey import errors_by_depth
from tests import oracles
from tests.sketches import ERRORS, VALUES, Sketch, tree_of

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
        truth=random.integers(-2, 3, nodes).astype(float),
        key=np.arange(nodes, dtype=np.uint64),
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


@pytest.mark.exhaustive
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
    tree = graph(3, 30, True, False)
    low, high = (-1.0, 1.0)
    rows = granular_rows(tree, GRAINS, low, high)
    compiled, plain = np.empty_like(rows), np.empty_like(rows)
    graph_ = tree.first, tree.child
    for run, new in ((sweep_rows, compiled), (sweep_rows.interpreted, plain)):
        run(*graph_, tree.mover, rows.reshape(-1, LANES), new.reshape(-1, LANES), 0, len(tree))
    np.testing.assert_array_equal(compiled, plain)
    roots = np.flatnonzero(np.diff(tree.first))
    right = right_moves(tree)
    short = rows.reshape(-1, LANES), plain.reshape(-1, LANES)
    given_ = *graph_, right, roots, unit_of(roots), *short, len(GRAINS), 0, len(roots)
    np.testing.assert_array_equal(sum_right(*given_), sum_right.interpreted(*given_))


@pytest.mark.exhaustive
def test_more_granularities_than_one_row_holds():
    tree = graph(4, 60, True, False)
    roots = np.flatnonzero(np.diff(tree.first))
    right = right_moves(tree)
    many = range(2, 75)
    found = granular_errors(tree, right, roots, 3, many, -1.0, 1.0)
    alone = [granular_errors(tree, right, roots, 3, [g], -1.0, 1.0)[:, 0] for g in many]
    np.testing.assert_array_equal(found, np.transpose(alone))


@pytest.mark.exhaustive
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
    roots = np.flatnonzero(np.diff(tree.first))
    right = right_moves(tree)

    def found(number: int) -> np.ndarray:
        with jobs(number):
            return granular_errors(tree, right, roots, 3, GRAINS, -1.0, 1.0, shallow=1)

    np.testing.assert_array_equal(found(crew), found(1))


@pytest.fixture(scope="module", params=["KRK", "KQK"])
def endgame(request):
    table = ot.endgame(request.param)
    space = table.state_space()
    tree = ot.noisy(ot.truth, 2.0 / (table.longest + 1))(space.tree, 5)
    far = np.flatnonzero(table.plies[space.states.rows] > 5)
    return table, space, tree, far


def test_a_whole_endgame(endgame):
    _, _, tree, far = endgame
    low, high = float(tree.static.min()), float(tree.static.max())
    found = granular_errors(tree, right_moves(tree), far, DEPTHS[-1], GRAINS, low, high)
    np.testing.assert_allclose(found, one_at_a_time(tree, far, low, high), rtol=0, atol=1e-12)


def test_a_plain_search_of_chess_positions_decides_the_same(endgame):
    """Recursion over the game's own moves; a position's noise is the same however it is reached."""
    table, space, tree, far = endgame
    game = table.game
    g = 12
    low, high = (-0.2, 1.1)
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
        children = game.children(position)
        side = game.mover(position)
        truths = [side * table.value(after) for after in children]
        found = granular_errors(tree, right_moves(tree), np.array([node]), 3, [g], low, high)
        for depth in (1, 2, 3):
            scores = [side * look(after, depth - 1) for after in children]
            tied = [truth == max(truths) for truth, score in zip(truths, scores) if score == max(scores)]
            assert found[depth - 1, 0] == pytest.approx(1 - sum(tied) / len(tied), abs=1e-12)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"granularities": (1, 5)}, "A granularity must be a whole number, 2 or more, not 1"),
        ({"granularities": (5, 252)}, "252 buckets and 5 results of finished games are more than 256 different values"),
        ({"high": -1.0}, "The interval from -1.0 to -1.0 is empty."),
        ({"deepest": 0}, "A depth must be a whole number from 1 to 1,000, not 0"),
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


SPACE_DEPTHS = st.integers(1, 4)
VALUED = ("signs", "signs and zero", "integers", "reals")
UNSURE = ("unsure", "one", "eighths")


@st.composite
def spaces(draw: st.DrawFn) -> Tree:
    """A random graph: moves lead anywhere, to the position itself as well; some positions end the game."""
    random = Random(draw(st.integers(0, 2**32)))
    value, error = (family[draw(st.sampled_from(kinds))] for family, kinds in ((VALUES, VALUED), (ERRORS, UNSURE)))
    n, width = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    ends = [random.random() < 0.25 for _ in range(n)]
    leads = [[] if end else [random.randrange(n) for _ in range(random.randint(1, width))] for end in ends]
    return Tree(
        first=np.cumsum([0] + [len(moves) for moves in leads]).astype(np.int64),
        child=np.array([to for moves in leads for to in moves], draw(st.sampled_from([np.int32, np.int64]))),
        mover=np.array([random.choice([-1, 1]) for _ in range(n)], np.int8),
        utility=np.array([value(random) if end else math.nan for end in ends]),
        static=np.array([value(random) for _ in range(n)]),
        error=np.array([error(random) or 0.0625 for _ in range(n)]),  # a part of the graph states errors too
        truth=np.array([random.choice([-1.0, 1.0]) for _ in range(n)]),
        edge=np.array([float(random.randint(0, 4)) for moves in leads for _ in moves]),
        key=np.array([random.getrandbits(64) for _ in range(n)], np.uint64),
    )


def paying(space: Tree, rule: str) -> Tree:
    """The graph, without the costs of moves where the rule does not count them."""
    return space if RULES[rule].goal else replace(space, edge=np.zeros(len(space.child)))


def unfolded(space: Tree, node: int, depth: int, cost: float = 0.0) -> Sketch:
    """The tree of all paths from a position, each a node of its own; nothing below the depth."""
    over = not math.isnan(space.utility[node])
    below = range(space.first[node], space.first[node + 1]) if depth else ()
    return Sketch(
        static=float(space.static[node]),
        error=float(space.error[node]),
        mover=int(space.mover[node]),
        kids=[unfolded(space, int(space.child[e]), depth - 1, float(space.edge[e])) for e in below],
        utility=float(space.utility[node]) if over else None,
        cost=cost,
        truth=float(space.truth[node]),
    )


# Plain recursion over a sketch: the value to Max, the mover's value and error, or Max's probability of a win.
REAL = {
    "minimax": oracles.minimax,
    "vote": oracles.minimax,
    "mean": oracles.mean,
    "implicit-minimax": lambda x, d: 0.6 * oracles.mean(x, d) + 0.4 * oracles.minimax(x, d),
    "minimin": oracles.cheapest,
    "maximax": oracles.richest,
    "althofer": lambda x, d: x.mover * oracles.althofer_eq_2(x, d),
    "heir": lambda x, d: x.mover * float(2 * oracles.heir(x, d) - 1),
}
PAIRS = {
    "emm": oracles.emm_figure_4,
    "emm-value": oracles.emm_figure_4,
    "emm-no-flip": lambda s, d: oracles.emm_figure_4(s, d, flip=False),
    "emm-slides": oracles.emm_slides,
    "emm-true-types": oracles.emm_true_types,
}
CHANCES = {
    "product": oracles.product_for_max,
    "bayes": lambda n, d: to_max(n, oracles.bayes_odds(n, d)),
    "tempered": lambda n, d: to_max(n, oracles.tempered_odds(n, d)),
}


def to_max(n, chance):
    return chance if n.mover > 0 else 1 - chance


def test_every_rule_is_compared():
    assert REAL.keys() | PAIRS.keys() | CHANCES.keys() == RULES.keys()


@pytest.mark.parametrize("rule", REAL)
@pytest.mark.usefixtures("interpreted_sweeps")
@given(space=spaces(), depth=SPACE_DEPTHS)
def test_rules_on_values(rule: str, space: Tree, depth: int) -> None:
    space = paying(space, rule)
    values, _ = back_up(space, rule, depth)
    assert list(values) == pytest.approx([REAL[rule](unfolded(space, n, depth), depth) for n in range(len(space))])


@pytest.mark.parametrize("rule", PAIRS)
@pytest.mark.usefixtures("interpreted_sweeps")
@given(space=spaces(), depth=SPACE_DEPTHS)
def test_rules_on_values_and_errors(rule: str, space: Tree, depth: int) -> None:
    space = paying(space, rule)
    values, errors = back_up(space, rule, depth)
    for n in range(len(space)):
        value, error = PAIRS[rule](unfolded(space, n, depth), depth)
        assert (space.mover[n] * values[n], errors[n]) == pytest.approx((value, error))


@pytest.mark.parametrize("rule", CHANCES)
@pytest.mark.usefixtures("interpreted_sweeps")
@given(space=spaces(), depth=SPACE_DEPTHS)
def test_rules_on_chances(rule: str, space: Tree, depth: int) -> None:
    space = paying(space, rule)
    if rule in ("bayes", "tempered"):  # whose oracle knows no certainties
        space = replace(space, error=np.maximum(space.error, 0.05), utility=np.full(len(space), math.nan))
    values, errors = back_up(space, rule, depth)
    for n in range(len(space)):
        mine = values[n] * space.mover[n]
        chance = 1 - errors[n] if mine > 0 else errors[n]
        assert to_max(unfolded(space, n, 0), chance) == pytest.approx(
            float(CHANCES[rule](unfolded(space, n, depth), depth)), abs=1e-12
        )


@pytest.mark.exhaustive(but=["minimax", "emm", "product", "minimin"])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.usefixtures("compiled_sweeps")
@settings(max_examples=30)
@given(space=spaces(), depth=SPACE_DEPTHS)
def test_scores_and_decisions(rule: str, space: Tree, depth: int) -> None:
    """What the player compares, and so what he chooses, is that of the unfolded tree; by the recursive search too."""
    space = paying(space, rule)
    scores = move_scores(space, rule, [depth])[depth]
    wrong = errors_by_depth(space, RULES[rule], [depth], len(space), lambda stage, share: None)[depth]
    right = ot.right_moves(space)
    for n in range(len(space)):
        own = slice(int(space.first[n]), int(space.first[n + 1]))
        if own.start == own.stop:
            assert math.isnan(wrong[n])
            continue
        np.testing.assert_array_equal(scores[own], tree_scores(unfolded(space, n, depth), rule, depth))
        chosen = decide(space, n, rule=rule, depth=depth).moves
        assert chosen == tuple(np.flatnonzero(scores[own] == scores[own].max()))
        assert wrong[n] == pytest.approx(1 - np.mean(right[own][list(chosen)]), abs=1e-6)


def tree_scores(root: Sketch, rule: str, depth: int) -> np.ndarray:
    return move_scores(tree_of(root, pays=True), rule, [depth])[depth]


@settings(max_examples=30)
@given(space=spaces(), seed=st.integers(0, 100))
def test_noise_belongs_to_the_position(space: Tree, seed: int) -> None:
    """However a position is reached, its noise is the same: the unfolded tree under the same keys has the same."""
    flawed = ot.granular(ot.noisy(ot.truth, 0.5), 7)
    noise = flawed(space, seed).static
    paths = [0]
    for here in paths:  # grows while it is read
        if len(paths) < 60:
            paths += [int(c) for c in space.children(here)]
    truth = space.truth[paths]
    copied = replace(
        space,
        first=np.zeros(len(paths) + 1, np.int64),
        child=space.child[:0],
        edge=space.edge[:0],
        mover=np.ones(len(paths), np.int8),
        utility=truth,
        static=truth,
        error=np.zeros(len(paths)),
        truth=truth,
        key=space.key[paths],
    )
    np.testing.assert_array_equal(flawed(copied, seed).static, noise[paths])
