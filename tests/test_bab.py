"""[Atzmon2018]: worked examples node by node, and what its studies count against slow versions written on their own."""

import math
import operator
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.cli.tables import print_rows
from overthink.core.grow import Chance, Max, Min, Node, nested
from overthink.games.random_tree import RandomTree
from overthink.search import chance as algorithm
from overthink.search.bounds import BoundedSearch
from overthink.search.chance import from_array
from overthink.search.look import ENDLESS_NODES
from overthink.search.naive_epsilon import naive
from overthink.search.subjects.bind import chance_subject
from overthink.search.subjects.subject import bind_words
from overthink.studies import figure_named
from overthink.studies.samples import Samples
from overthink.studies.verdicts import judge
from overthink_papers.bab import extremes, fig2, play
from overthink_papers.bab.ratios_and_widths import BIN_POINTS, EPSILONS, WRITTEN, AsPrinted, put_in_bins
from overthink_papers.bab.trees import STUDY, by_bin, search_trees
from overthink_papers.beyond.bounded.bounded_search import likeliest
from overthink_papers.beyond.bounded.epsilon_equilibrium import SMALLEST, gain
from overthink_papers.experiments.bounded import Spot, Within, find_bounds, leaves_seen, safe, searches, value

LOW, HIGH = 0.0, 100.0
Window = tuple[float, float]


# Worked examples


def naive_windows(tree: ot.Tree, epsilon: float) -> dict[int, Window]:
    """α and β that the naive rule hands to each node it sees."""
    windows: dict[int, Window] = {}
    position = chance_subject(tree, None, None)

    def note(game: Any, node: Any, epsilon: float, alpha: float, beta: float) -> Any:
        windows[int(node)] = alpha, beta
        return run(game, node, epsilon, alpha, beta)

    run: Any = naive.bind(**position.names).replacing(naive=note)
    note(position.context, 0, epsilon, 0.0, 10.0)
    return windows


def bounded_windows(tree: ot.Tree, epsilon: float) -> tuple[dict[int, Window], dict[int, Window]]:
    """α and β that bounded alpha-beta hands to each node it sees, and what each returns."""
    search = BoundedSearch(tree, None, low=0, high=10, depth=None, evaluate=None)
    windows: dict[int, Window] = {}
    returned: dict[int, Window] = {}

    def note(game: Any, node: Any, depth: int, epsilon: float, alpha: float, beta: float, *rest: Any) -> Any:
        windows[int(node)] = alpha, beta
        answer = run(game, node, depth, epsilon, alpha, beta, *rest)
        returned[int(node)] = answer[:2]
        return answer

    run: Any = bind_words(algorithm.bounded, search.position.names, search.words).replacing(bounded=note)
    note(search.position.context, 0, 100, epsilon, 0.0, 10.0, 0.0, 10.0, ENDLESS_NODES)
    return windows, returned


def test_figure_2() -> None:
    """X = 1, ε = 1. B is node 2 with leaves 5 and 6, C node 3 with 7 and 8, D node 4 with 9 and 10."""
    windows = naive_windows(nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0))), 1.0)
    assert windows[2] == (1, 10), "α(A) = X is transmitted to B"
    assert windows[3] == (2, 10), "α(A) = X + ε is transmitted to C"
    assert windows[4] == (3, 10)
    assert {6, 8, 10}.isdisjoint(windows), "the right children are pruned"


A, SEVEN, B, C, E, EIGHT, D = range(7)  # the nodes of max[7, min[max[8, 5], 6]], ply by ply


@pytest.mark.parametrize(
    ("epsilon", "c", "seen", "pruned"), [(1, (8, 8), D, E), (2, (8, 10), E, D)], ids=["right tree", "left tree"]
)
def test_figure_3(epsilon: int, c: Window, seen: int, pruned: int) -> None:
    windows, returned = bounded_windows(nested(Max(7, Min(Max(8, 5), 6))), float(epsilon))
    assert windows[B] == windows[C] == (7, 10), "α = 7 and β = 10 are transmitted to B and from there to C"
    assert returned[C] == c, "the values that return to B"
    assert windows[seen] == ((8, 10) if seen == D else (7, 10)) and pruned not in windows
    assert len(windows) == 6, "both explore the same number of nodes"


@pytest.mark.parametrize("b_depth", [(2, 6), (3, 4), (4, 3)])
def test_without_slack_it_sees_the_nodes_of_alpha_beta(b_depth: tuple[int, int]) -> None:
    for number in range(10):
        tree = ot.RandomTree(*b_depth, number=number)
        plain = ot.naive_epsilon(tree, epsilon=0)
        found = ot.bounded(tree, epsilon=0, low=0, high=100)
        assert (plain.value, plain.expanded, plain.leaves) == (found.low, found.expanded, found.leaves)


def test_line_24_as_printed_is_not_alpha_beta() -> None:
    """Alpha-beta cuts where β ≤ α: it sees two leaves of max[5, min[5, 0]]. With β < α + 0, as line 24 is printed, it
    sees all three."""
    tree = nested(Max(5, Min(5, 0)))
    assert ot.naive_epsilon(tree, epsilon=0).leaves == ot.bounded(tree, epsilon=0, low=0, high=10).leaves == 2
    assert ot.bounded(tree, epsilon=0, low=0, high=10, strict=True).leaves == 3


def test_on_whole_utilities_a_strict_epsilon_is_the_next_smaller_one() -> None:
    for number in range(5):
        tree = RandomTree(4, 5, number=number, whole=True)
        strict, other = searches(tree, (32,), strict=True), searches(tree, (31,))
        assert (strict.internal, strict.amb) == (other.internal, other.amb)


def leaves_of(tree: Node, epsilon: float) -> int:
    return ot.bounded(nested(tree), epsilon=epsilon, low=0, high=10).leaves


def test_the_best_case() -> None:
    """One instance refutes no statement on best cases: alpha-beta too needs one leaf of some tree of the same shape."""
    assert leaves_of(Max(6, 9), 4) == 1 and leaves_of(Max(6, 9), 0) == 2
    assert leaves_of(Max(10, 9), 0) == 1
    for shape, (fewest, most) in {"b = 2, depth 2": (2, 4), "b = 3, depth 1": (1, 3)}.items():
        assert extremes.fewest_and_most(shape, "any")[0] == (fewest, most)


def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(children, min_size=1, max_size=3)
    return st.one_of(lists.map(lambda c: Max(*c)), lists.map(lambda c: Min(*c)))


def with_chance(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(inner(children), st.tuples(children, children).map(lambda c: Chance((0.25, c[0]), (0.75, c[1]))))


LEAVES = st.integers(0, 10)
TREES = inner(st.recursive(LEAVES, inner, max_leaves=16))
CHANCE_TREES = with_chance(st.recursive(LEAVES, with_chance, max_leaves=12))
SMALL = st.recursive(LEAVES, inner, max_leaves=6).filter(lambda tree: isinstance(tree, Node))


def size(tree: Any) -> int:
    return sum(size(child) for child in tree.children) if isinstance(tree, Node) else 1


def labelled(tree: Any, labels: Iterator[int]) -> Any:
    """The same shape with other utilities."""
    return type(tree)(*(labelled(c, labels) for c in tree.children)) if isinstance(tree, Node) else next(labels)


@settings(max_examples=30, deadline=None)
@given(tree=SMALL, epsilon=st.integers(0, 9))
def test_no_tree_is_better_than_the_best_case_of_alpha_beta(tree: Node, epsilon: int) -> None:
    """The conjecture, without chance: alpha-beta needs as few leaves of some tree of the same shape, with utilities at
    the ends of the range."""
    others = (labelled(tree, iter(labels)) for labels in product((0, 10), repeat=size(tree)))
    assert leaves_of(tree, epsilon) >= min(leaves_seen(Spot(other), 0, 10) for other in others)


@pytest.mark.parametrize("b_depth", [(2, 3), (3, 2), (2, 5)])
@pytest.mark.parametrize("epsilon", [0, 5, 9.99])
def test_the_worst_case(b_depth: tuple[int, int], epsilon: float) -> None:
    for mover, best in product((1, -1), (True, False)):
        tree = nested(extremes.worst(*b_depth, (), mover, best))
        found = ot.bounded(tree, epsilon=epsilon, low=0, high=10)
        assert found.expanded + found.leaves == len(tree)
        assert found.low == found.high == (10 if best == (mover > 0) else 0)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(st.integers(0, 10), min_size=4, max_size=4))
def test_with_chance_no_tree_is_seen_whole(values: Sequence[int]) -> None:
    """After a fair coin's first outcome, half of the range is left open, which is no more than ε = 5."""
    a, b, c, d = values
    assert leaves_of(Max(Chance((0.5, a), (0.5, b)), Chance((0.5, c), (0.5, d))), 5) < 4


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [((3, 1), (1, 3), 34 / 70), ((1, 9), (11, 3), 0.002759), ((11, 6, 33), (11, 6, 33), 1.0), ((0, 0), (3, 4), 1.0)],
)
def test_exact_tests_of_counts(first: Sequence[int], second: Sequence[int], p: float) -> None:
    assert play.exact_test(first, second) == pytest.approx(p, abs=1e-6)
    assert play.exact_test(second, first) == pytest.approx(play.exact_test(first, second))


def test_the_exact_test_counts_every_table() -> None:
    """Of all ways to colour 3 + 2 + 2 balls, 4 of them red: those no likelier than the one seen."""
    first, sums = (3, 1, 0), (3, 2, 2)
    balls = [kind for kind, number in enumerate(sums) for _ in range(number)]
    tables: dict[tuple[int, ...], int] = {}
    for reds in product((0, 1), repeat=7):
        if sum(reds) == 4:
            row = tuple(sum(red for red, kind in zip(reds, balls) if kind == k) for k in range(3))
            tables[row] = tables.get(row, 0) + 1
    wanted = sum(ways for ways in tables.values() if ways <= tables[first]) / sum(tables.values())
    assert play.exact_test(first, (0, 1, 2)) == pytest.approx(wanted)


# What studies count


class Slow:
    """Algorithm 1 line by line, with its maps α, β, L and U over nodes, which are paths of moves."""

    def __init__(self, game: Any, epsilon: float, window: str = "full", last_child: bool = True, strict: bool = False):
        self.game, self.epsilon, self.window, self.last_child = game, epsilon, window, last_child
        self.cuts = operator.lt if strict else operator.le
        self.alpha: dict[Any, float] = {}
        self.beta: dict[Any, float] = {}
        self.L: dict[Any, float] = {}
        self.U: dict[Any, float] = {}
        self.internal = self.leaves = 0
        self.found = self.visit((), game.initial(), None, 1.0)

    def visit(self, n: tuple[int, ...], state: Any, parent: Any, pi: float) -> tuple[float, float]:
        game = self.game
        L, U, alpha, beta = (self.L, self.U, self.alpha, self.beta)
        if not game.moves(state):
            self.leaves += 1
            return game.utility(state), game.utility(state)
        self.internal += 1
        L[n], U[n], best_U, best_L = LOW, HIGH, LOW, HIGH
        above_a, above_b = (L, U) if self.window == "parent" else (alpha, beta)
        if parent is None or self.window == "none":
            alpha[n], beta[n] = LOW, HIGH
        elif parent != 0:
            alpha[n], beta[n] = above_a[n[:-1]], above_b[n[:-1]]
        else:
            alpha[n] = max(LOW, (above_a[n[:-1]] - U[n[:-1]]) / pi + U[n])
            beta[n] = min(HIGH, (above_b[n[:-1]] - L[n[:-1]]) / pi + L[n])
        me = game.mover(state)
        chances = dict(game.outcomes(state)) if me == 0 else dict.fromkeys(game.moves(state), 0.0)
        for i, (move, chance) in enumerate(chances.items()):
            low, high = self.visit((*n, i), game.play(state, move), me, chance)
            if me > 0:
                best_U, L[n] = max(best_U, high), max(L[n], low)
            elif me < 0:
                best_L, U[n] = min(best_L, low), min(U[n], high)
            else:
                L[n], U[n] = L[n] + chance * (low - LOW), U[n] - chance * (HIGH - high)
            alpha[n], beta[n] = max(L[n], alpha[n]), min(U[n], beta[n])
            if self.cuts(beta[n], alpha[n] + self.epsilon) and (i < len(chances) - 1 or not self.last_child):
                return L[n], U[n]
        if me > 0:
            U[n] = best_U
        elif me < 0:
            L[n] = best_L
        return L[n], U[n]


@pytest.mark.exhaustive(
    but=["game0-full-True-False", "game1-parent-False-False", "game2-none-False-False", "game3-full-True-True"]
)
@pytest.mark.parametrize(
    ("window", "last_child", "strict"),
    [
        ("full", True, False),
        ("full", False, False),
        ("parent", False, False),
        ("none", False, False),
        ("full", True, True),
    ],
)
@pytest.mark.parametrize("game", [(4, 3, None), (2, 6, None), (3, 2, 0.8), (2, 3, 0.6)])
def test_counts_and_bounds_are_those_of_the_algorithm(game: Any, window: str, last_child: bool, strict: bool) -> None:
    b, depth, p = game
    for number, shared in product(range(4), (True, False)):
        tree = RandomTree(b, depth, p, number=number, shared=shared, whole=strict)
        found = searches(tree, (0, 8, 32), window=window, last_child=last_child, strict=strict)
        for i, epsilon in enumerate((0, 8, 32)):
            slow = Slow(tree, epsilon, window, last_child, strict)
            assert (found.internal[i], found.leaves[i]) == (slow.internal, slow.leaves)
            assert (found.L[i], found.U[i]) == pytest.approx(slow.found)
    assert (found.amb >= -1e-9).all() and (found.nodes == found.internal + found.leaves).all()


@pytest.mark.exhaustive(but=["options0", "options3"])
@pytest.mark.parametrize("options", [{}, {"spend": "equal"}, {"spend": 0.5}, {"table": True}, {"window": "parent"}])
def test_searches_are_those_of_the_front_door(options: dict[str, Any]) -> None:
    tree = RandomTree(3, 3, 0.8, number=5)
    found = searches(tree, (4, 24), **options)
    for i, epsilon in enumerate((4, 24)):
        one = ot.bounded(tree, epsilon=epsilon, low=LOW, high=HIGH, **options)
        assert (one.low, one.high, one.expanded, one.leaves) == (
            found.L[i], found.U[i], found.internal[i], found.leaves[i],
        )  # fmt: skip


@pytest.mark.exhaustive
def test_likeliest_first_changes_no_value() -> None:
    for number in range(5):
        tree = RandomTree(3, 3, 0.8, number=number)
        plain, ordered = searches(tree, [0.0]), searches(tree, [0.0], arranged=likeliest, kth=from_array)
        np.testing.assert_allclose(plain.L, ordered.L)
        order = likeliest.bind(**tree.kernels).interpreted(tree.context, tree.play(0, 2), 0)
        assert order.tolist() == [2, 0, 1]


def slow_naive(node: Any, epsilon: float, alpha: float = -math.inf, beta: float = math.inf) -> float:
    """Alpha-beta of the textbook, with the naive cut."""
    if not isinstance(node, Node):
        return float(node)
    best = None
    for child in node.children:
        found = slow_naive(child, epsilon, alpha, beta)
        if isinstance(node, Max):
            best = found if best is None else max(best, found)
            alpha = max(alpha, best)
        else:
            best = found if best is None else min(best, found)
            beta = min(beta, best)
        if beta <= alpha + epsilon:
            break
    assert best is not None
    return best


@settings(max_examples=100, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 5))
def test_the_naive_rule(tree: Node, epsilon: int) -> None:
    assert ot.naive_epsilon(nested(tree), epsilon=epsilon).value == slow_naive(tree, epsilon)
    assert ot.naive_epsilon(nested(tree), epsilon=0).value == value(Spot(tree), {1: None, -1: None})


def test_the_naive_rule_drifts() -> None:
    trap = nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0)))
    assert ot.naive_epsilon(trap, epsilon=1.0).value == 4.0
    assert fig2.distances(trap, 1.0, 10.0) == {"naive": 3.0, "bounded": 1.0}


@settings(max_examples=150, deadline=None)
@given(tree=CHANCE_TREES, epsilon=st.integers(1, 8))
def test_one_search_is_an_equilibrium(tree: Node, epsilon: int) -> None:
    assert gain(Spot(tree), epsilon, 10.0, again=False) <= 1.0


def test_a_search_before_every_move_is_none() -> None:
    assert gain(Spot(SMALLEST), 1.0, 10.0, again=True) == 2.0
    assert gain(Spot(SMALLEST), 1.0, 10.0, again=False) == 1.0
    assert value(Spot(SMALLEST), {1: None, -1: None}) == 3.0


def places(place: Spot) -> list[Spot]:
    return [place, *(below for child in place.children for below in places(child))]


@settings(max_examples=40, deadline=None)
@given(tree=st.recursive(LEAVES, with_chance, max_leaves=6).filter(lambda t: isinstance(t, Node)), again=st.booleans())
def test_gains_are_those_of_all_ways_to_deviate(tree: Any, again: bool) -> None:
    """The best response by trying every strategy there is."""
    root = Spot(tree)
    epsilon = 2.0
    high = 10.0
    once = find_bounds(root, epsilon, high)
    kept = {
        place: safe(place, find_bounds(place, epsilon, high) if again else once, high)
        for place in places(root)
        if place.children and place.mover
    }

    def outcome(choice: dict[Spot, Spot], place: Spot) -> float:
        if not place.children:
            return place.worth
        if place.mover:
            return outcome(choice, choice[place])
        return sum(p * outcome(choice, child) for p, child in zip(place.chances, place.children))

    plain = outcome(kept, root)
    best = 0.0
    for me in (1, -1):
        own = [place for place in kept if place.mover == me]
        for moves in product(*(place.children for place in own)):
            best = max(best, me * (outcome({**kept, **dict(zip(own, moves))}, root) - plain))
    assert gain(root, epsilon, high, again) == best / epsilon


def test_bins_of_a_data_set_are_those_of_its_searches() -> None:
    entries = []
    for setting in (setting for setting in STUDY.settings if setting["depth"] == 5):
        points, cells = STUDY.run(setting, 0, 4, 1)
        entries += [({**setting, **point}, row) for point, row in zip(points, cells)]
    found = search_trees({"depth": 5, **WRITTEN}, 0, 4, 1)
    er, amb = np.array([[s.internal / s.internal[0], s.amb] for s in found]).transpose(1, 2, 0)
    wanted = put_in_bins(er, amb)
    bins = by_bin(Samples(entries))
    for point, row in zip(BIN_POINTS, wanted):
        np.testing.assert_array_equal(bins(**point, **WRITTEN), row)
    half = len(BIN_POINTS) // 2
    assert (wanted[:half].sum(axis=0) == len(EPSILONS)).all(), "every search once"
    np.testing.assert_allclose(wanted[half:].sum(axis=0), [s.amb.sum() for s in found])
    assert wanted[0].tolist() == [(s.internal / s.internal[0] < 0.2).sum() for s in found]


def test_near_a_printed_number_is_what_50_instances_may_give() -> None:
    samples = Samples([({"n": n}, np.tile([0.4, 0.6], n // 2)) for n in (500, 20)])
    verdicts = {(n, target): AsPrinted({"n": n}, target).judge(samples).verdict for n in (500, 20) for target in (
        0.5, 0.51, 0.53, 0.6)}  # fmt: skip
    assert [verdicts[500, target] for target in (0.5, 0.51, 0.53, 0.6)] == ["holds", "holds", "inconclusive", "fails"]
    assert verdicts[20, 0.5] == "inconclusive"


def test_limits() -> None:
    samples = Samples([({"n": n}, np.resize([1.0, most], n)) for n, most in ((30, 2.0), (4, 2.0), (2, 2.1))])
    verdicts = [Within((({"n": n}, 2.0),)).judge(samples).verdict for n in (30, 4, 2)]
    assert verdicts == ["holds", "inconclusive", "fails"]  # few observations prove nothing


def test_a_move_is_that_of_the_last_search_that_was_finished() -> None:
    game = ot.CopsAndRobbers(number=1, capture="zero")
    start = game.initial()
    judge = ot.cop_distance(game)
    nodes, safe = [], []
    for depth in (1, 2, 3, 4):
        found = ot.bounded(game, start, epsilon=1, low=0, high=12, depth=depth, evaluate=judge)
        nodes.append(found.expanded + found.leaves)
        safe.append(found.moves[0])
    for last in (1, 2, 3):
        assert play.choose(game, start, 1.0, sum(nodes[: last + 1])) == safe[last - 1]
        assert play.choose(game, start, 1.0, sum(nodes[:last]) + 1) == safe[last - 1]


def test_games_end_in_a_capture_or_never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "choose", lambda game, state, epsilon: "." * (1 if game.mover(state) > 0 else 3))
    game = ot.CopsAndRobbers()
    assert play.plies_until_caught(game, 0, 0) == play.FOREVER  # nobody moves: the position comes back
    monkeypatch.setattr(game, "initial", lambda: game.position(0, [1, 30, 35]))
    monkeypatch.setattr(play, "choose", lambda game, state, epsilon: "." if game.mover(state) > 0 else "W..")
    assert play.plies_until_caught(game, 0, 0) == 2


def test_boards_are_won_by_the_robber_who_lasts_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    def lasts(game: Any, robber: float, cops: float) -> int:
        return {1: 8, 2: 10, 4: 12}[int(robber)] if robber > 0 else 10

    monkeypatch.setattr(play, "plies_until_caught", lasts)
    for epsilon, result in ((1, "lost"), (2, "drew"), (4, "won")):
        points, found = play.run({"capture": "time", "epsilon": epsilon}, 0, 2, 0)
        shares = {point["result"]: found[i].mean() for i, point in enumerate(points)}
        assert {name for name in play.RESULTS if shares[name] == 1.0} == {result}
        np.testing.assert_array_equal(found[:3].sum(axis=0), 1.0)


FIGURES = (
    "bab/fig2 bab/fig3 bab/choosing bab/worst-case bab/best-case bab/fig4a bab/fig4b bab/fig4-depth bab/fig4c "
    "bab/couples bab/couples-binned bab/fig6a bab/fig6b beyond/epsilon-spend beyond/epsilon-equilibrium "
    "althofer/evaluation althofer/rate althofer/burden"
)


@pytest.mark.exhaustive(but=["bab/fig2", "bab/fig4a"])
@pytest.mark.parametrize("name", FIGURES.split())
def test_every_claim_is_judged_and_the_figure_drawn(name: str) -> None:
    study, figure = figure_named(name)
    entries = []
    for setting in study.settings:
        points, cells = study.run(setting, 0, 2, 0)
        entries += [({**setting, **point}, row) for point, row in zip(points, cells)]
    samples = figure.part(Samples(entries))
    assert len(judge(figure, samples)) == len(figure.claims)
    rows = figure.rows(samples)
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)
    assert all(row.keys() == rows[0].keys() for row in rows)  # what tables and files need
    print_rows(figure, figure.shown(samples))
    assert figure.draw(samples, figure.shown(samples)).axes
