"""Bounded alpha-beta: the guarantee in exact fractions, the paper's worked examples; and other searches of chance."""

import importlib
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.grow import Chance, Max, Min, Node, nested
from overthink.search import chance as algorithm
from overthink.search.bounds import SPENDS, WINDOWS
from overthink.search.subjects.subject import bind_words
from overthink.search.table import dictionary

front = importlib.import_module("overthink.search.bounds")  # the package has a function of that name
LOW, HIGH = Fraction(0), Fraction(10)


def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(children, min_size=1, max_size=4)
    weighted = st.lists(st.tuples(st.integers(0, 5), children), min_size=1, max_size=4).filter(
        lambda pairs: sum(weight for weight, _ in pairs) > 0
    )
    return st.one_of(
        lists.map(lambda c: Max(*c)),
        lists.map(lambda c: Min(*c)),
        weighted.map(lambda c: Chance(*[(Fraction(w, sum(w for w, _ in c)), child) for w, child in c])),
    )


LEAVES = st.integers(0, 10).map(Fraction)
TREES = inner(st.recursive(LEAVES, inner, max_leaves=24))
EPSILONS = st.fractions(0, 10, max_denominator=4)


def value_of(node: Any) -> Fraction:
    """The true value, as eq. 1 has it."""
    if not isinstance(node, Node):
        return Fraction(node)
    if isinstance(node, Chance):
        return sum((p * value_of(child) for p, child in node.children), Fraction(0))
    return (max if isinstance(node, Max) else min)(value_of(child) for child in node.children)


def size(node: Any) -> tuple[int, int]:
    """Internal nodes and leaves, without what cannot happen."""
    if not isinstance(node, Node):
        return 0, 1
    below = [size(child) for child in children(node)]
    return 1 + sum(i for i, _ in below), sum(leaves for _, leaves in below)


def children(node: Any) -> list[Any]:
    if isinstance(node, Chance):
        return [child for p, child in node.children if p]
    return list(node.children) if isinstance(node, Node) else []


WORDS: dict[str, Any] = {
    "count": lambda game, node: len(node.children) if isinstance(node, Node) else 0,
    "over": lambda game, node: not isinstance(node, Node),
    "child": lambda game, node, i: node.children[i][1] if isinstance(node, Chance) else node.children[i],
    "mover": lambda game, node: node.mover if isinstance(node, Node) else 1,
    "edge": lambda game, node, i: node.children[i][0] if isinstance(node, Chance) else 0,
    "utility": lambda game, node: node,
    "static": lambda game, node: value_of(node),
}


def search(tree: Node, epsilon: Fraction, **words: Any) -> Any:
    run = bind_words(algorithm.bounded, WORDS, words).interpreted
    return run(None, tree, 100, epsilon, LOW, HIGH, LOW, HIGH, 1 << 60)


@pytest.mark.exhaustive(but=["uniform-full", "carry-parent", "equal-none"])
@pytest.mark.parametrize("window", list(WINDOWS))
@pytest.mark.parametrize("spend", list(SPENDS))
@settings(max_examples=60, deadline=None)
@given(tree=TREES, epsilon=EPSILONS, last_child=st.booleans(), order=st.booleans(), table=st.booleans())
def test_the_value_is_inside_and_the_width_at_most_epsilon(
    window: str, spend: str, tree: Node, epsilon: Fraction, last_child: bool, order: bool, table: bool
) -> None:
    words = {"window": WINDOWS[window], "allowance": SPENDS[spend], "LAST_CHILD": last_child}
    words |= {"arranged": algorithm.by_promise, "kth": algorithm.from_array} if order else {}
    words |= dictionary() if table else {}
    L, U, internal, leaves, far = search(tree, epsilon, **words)
    assert isinstance(L, Fraction | int) and isinstance(U, Fraction | int)
    assert L <= value_of(tree) <= U
    assert epsilon >= U - L
    assert (internal, leaves) <= size(tree) and leaves <= size(tree)[1]
    assert np.isnan(float(far)) or 0 <= far <= 100


@settings(max_examples=100, deadline=None)
@given(tree=TREES, theta=st.sampled_from([0.0, 0.3, 0.7, 1.0]), epsilon=EPSILONS)
def test_any_share_between_equal_and_carried_keeps_the_guarantee(tree: Node, theta: float, epsilon: Fraction) -> None:
    found = ot.bounded(nested(tree), epsilon=float(epsilon), low=0, high=10, spend=theta)
    assert found.low - 1e-9 <= value_of(tree) <= found.high + 1e-9
    assert found.width <= epsilon + 1e-9


@settings(max_examples=100, deadline=None)
@given(tree=TREES)
def test_without_slack_it_is_alpha_beta_and_expectimax(tree: Node) -> None:
    L, U, *_ = search(tree, Fraction(0))
    assert L == U == value_of(tree)
    columns = nested(tree)
    exact = ot.expectimax(columns)
    assert exact.low == exact.high == pytest.approx(float(value_of(tree)))
    assert exact.expanded + exact.leaves == len(columns)
    for name in ("star1", "star2"):
        pruned = ot.expectimax(columns, search=name, low=0, high=10)
        assert pruned.low == pytest.approx(float(value_of(tree)))
        if not isinstance(tree, Chance):
            assert set(pruned.moves) <= {i for i, c in enumerate(tree.children) if value_of(c) == value_of(tree)}


@settings(max_examples=100, deadline=None)
@given(tree=TREES, epsilon=EPSILONS, budget=st.integers(0, 12))
def test_a_search_that_runs_out_of_nodes_still_holds_the_value(tree: Node, epsilon: Fraction, budget: int) -> None:
    run = algorithm.bounded.bind(**WORDS).interpreted
    L, U, *_ = run(None, tree, 100, epsilon, LOW, HIGH, LOW, HIGH, budget)
    assert L <= value_of(tree) <= U


@settings(max_examples=60, deadline=None)
@given(tree=TREES.filter(lambda tree: not isinstance(tree, Chance)), epsilon=EPSILONS)
def test_the_safe_policy_loses_no_more_than_epsilon(tree: Node, epsilon: Fraction) -> None:
    found = ot.bounded(nested(tree), epsilon=float(epsilon), low=0, high=10)
    for move in found.moves:
        worth = value_of(tree.children[move])
        loss = value_of(tree) - worth if isinstance(tree, Max) else worth - value_of(tree)
        assert loss <= epsilon + Fraction(1, 10**9)


FIGURE_2 = Max(1, Min(2, 0), Min(3, 0), Min(4, 0))
FIGURE_3 = Max(7, Min(Max(8, 5), Max(3, 4, 6)))


def test_worked_examples() -> None:
    found = ot.bounded(nested(FIGURE_2), epsilon=1, low=0, high=10)
    assert (found.low, found.high) == (1, 2)
    one, two = (ot.bounded(nested(FIGURE_3), epsilon=e, low=0, high=10) for e in (1, 2))
    assert (one.low, one.high, one.leaves) == (7, 8, 3)
    assert (two.low, two.high, two.leaves) == (7, 7, 5)
    # Windows must be rescaled below chance.
    halves = nested(Chance((0.5, 5), (0.5, Max(8, 0))))
    assert ot.bounded(halves, epsilon=0, low=0, high=10).low == 6.5


def test_anytime_closes_the_interval() -> None:
    heard: list[ot.Bounds] = []
    tree = nested(FIGURE_3)
    found = ot.anytime(tree, limit=ot.Limit(nodes=1000), low=0, high=10, tell=heard.append)
    assert (found.low, found.high, found.moves) == (7, 7, (0,))
    widths = [bounds.width for bounds in heard]
    assert widths == sorted(widths, reverse=True) and widths[-1] == 0
    little = ot.anytime(tree, limit=ot.Limit(nodes=2), low=0, high=10)
    assert little.low <= 7 <= little.high


class Dice:
    """Max may roll a die of this many sides or take 2; a position is a number or "roll"."""

    def __init__(self, *chances: float):
        self.chances = chances

    def initial(self) -> str:
        return "start"

    def mover(self, state: Any) -> int:
        return 0 if state == "roll" else 1

    def moves(self, state: Any) -> list[Any]:
        return ["roll", 2] if state == "start" else []

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return list(enumerate(self.chances))

    def play(self, state: Any, move: Any) -> Any:
        return move

    def utility(self, state: Any) -> float:
        return float(state)


class Race(Dice):
    """To 9 steps: two, or one or three as a coin falls. A position is both players' steps, the player, the coin."""

    def mover(self, state: Any) -> int:
        return 0 if state[3] else state[2]

    def moves(self, state: Any) -> list[Any]:
        return [] if max(state[:2]) >= 9 else ["walk", "jump"]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(1, 0.5), (3, 0.5)]

    def play(self, state: Any, move: Any) -> Any:
        mine, other, player, _ = state
        if move == "jump":
            return mine, other, player, True
        steps = 2 if move == "walk" else move
        return (mine + steps, other, -1, False) if player > 0 else (mine, other + steps, 1, False)

    def utility(self, state: Any) -> float:
        return 1.0 if state[0] >= 9 else -1.0


def test_a_position_that_comes_again_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the result of a search that does not remember, its counts included."""
    asked: list[Any] = []

    def lead(state: Any) -> float:
        asked.append(state)
        return (state[0] - state[1]) / 10

    start = (0, 0, 1, False)
    quick = [ot.expectimax(Race(), start, depth=depth, evaluate=lead) for depth in range(1, 6)]
    few, asked = asked, []
    monkeypatch.setattr(front, "_can_remember", lambda position: False)
    assert quick == [ot.expectimax(Race(), start, depth=depth, evaluate=lead) for depth in range(1, 6)]
    assert len(asked) > 4 * len(few)


def test_a_game_of_ones_own_with_chance() -> None:
    game = Dice(0.25, 0.0, 0.25, 0.5)
    found = ot.bounded(game, epsilon=0.0, low=0, high=5)
    assert (found.low, found.moves) == (2.0, ("roll", 2))
    assert ot.expectimax(game).moves == ("roll", 2)
    assert ot.grow(game, "start", 2).edge.tolist() == [0, 0, 0.25, 0.25, 0.5]
    with pytest.raises(OverthinkError, match=r"ot\.bounded"):
        ot.decide(game, depth=2)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: ot.bounded(Dice(0.5, 0.4), epsilon=1, low=0, high=5), "'roll' sum to 0.9"),
        (lambda: ot.bounded(Dice(1.5, -0.5), epsilon=1, low=0, high=5), "negative"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=0, low=0, high=1), r"2 lies outside \[0, 1\]"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=-1, low=0, high=5), "not -1"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=float("nan"), low=0, high=5), "not nan"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon="much", low=0, high=5), "not 'much'"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=1, low=5, high=0), "must not be above"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=1, low=0, high=float("inf")), "range of values"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=1, low=0, high=5, spend="all"), "way to spend"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=1, low=0, high=5, spend=2.0), "between 0"),
        (lambda: ot.bounded(Dice(0.5, 0.5), epsilon=1, low=0, high=5, window="wide"), "wide"),
        (lambda: ot.bounded("dice", epsilon=1, low=0, high=5), "Give a game"),
        (lambda: ot.bounded(Dice(1.0), 3, epsilon=1, low=0, high=5), "no move to decide on"),
        (lambda: nested(Max(1, Chance((0.5, 1)))), r"path \(1,\) sum to 0.5"),
        (lambda: nested(Max(1, Min())), "nothing to move to"),
        (lambda: nested(Max("one")), "'one' stands at"),
        (lambda: ot.expectimax(Dice(1.0), search="star3", low=0, high=5), "star3"),
        (lambda: ot.expectimax(Dice(1.0), search="star1"), "range of values"),
    ],
)
def test_what_cannot_be_searched_is_said_in_one_sentence(ask: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        ask()


@pytest.mark.exhaustive(but=["game1-False"])
@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("game", [ot.Pig(20), ot.Kalah(pits=3, seeds=2)])
def test_a_search_that_stops_early_needs_an_opinion(game: ot.KernelGame, table: bool) -> None:
    with pytest.raises(ot.OverthinkError, match="needs an opinion there"):
        ot.bounded(game, depth=2, epsilon=0.1, low=-1, high=1, table=table)


@pytest.mark.exhaustive
def test_alpha_beta_with_a_table_needs_an_opinion() -> None:
    with pytest.raises(ot.OverthinkError, match="needs an opinion there"):
        ot.deepen(ot.Kalah(pits=3, seeds=2), limit=ot.Limit(depth=2), search="alpha-beta", table=True)


@pytest.mark.parametrize("search", ["bounded", "anytime"])
def test_positions_that_cannot_be_looked_up_are_named(search: str) -> None:
    class Lists:
        def initial(self) -> list[int]:
            return [3, 1]

        def mover(self, state: list[int]) -> int:
            return state[1]

        def moves(self, state: list[int]) -> list[int]:
            return [take for take in (1, 2) if take <= state[0]]

        def play(self, state: list[int], take: int) -> list[int]:
            return [state[0] - take, -state[1]]

        def utility(self, state: list[int]) -> float:
            return -state[1]

    more = {"epsilon": 0.0, "depth": 3, "table": True} if search == "bounded" else {"limit": ot.Limit(depth=3)}
    with pytest.raises(ot.OverthinkError, match="is a list, which cannot be looked up"):
        getattr(ot, search)(Lists(), evaluate=lambda state: 0.0, low=-1, high=1, **more)


@pytest.mark.parametrize("width", [1.0, 1e4, 1e12])
def test_a_wide_range_hides_no_difference(width: float) -> None:
    sure, risky = Max(0.1, 0.5, 0.4), Max(*(Chance((0.5, x), (0.5, 0.1)) for x in (0.1, 0.5, 0.4)))
    ends = {"low": -width, "high": width}
    ways = [lambda tree: ot.bounded(tree, epsilon=0, **ends), lambda tree: ot.expectimax(tree, search="star2", **ends)]
    for ask in ways:
        assert ask(nested(sure)).moves == (1,)
        if width < 1e5:
            assert ask(nested(risky)).moves == (1,)
        else:
            with pytest.raises(OverthinkError, match="far wider than the values"):
                ask(nested(risky))
