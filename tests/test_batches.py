"""Evaluators of many positions at once: the same numbers as one by one, in bounded batches, in every search."""

from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core import checked
from overthink.core.errors import OverthinkError
from overthink.search import look
from overthink.search.subjects.played import FEW_POSITIONS
from tests.test_net import made


class Sticks:
    """Players in turn take 1, 2 or 3 sticks from one of two heaps. Who takes the last one wins."""

    def initial(self) -> Any:
        return 4, 3, 1

    def mover(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> list[tuple[int, int]]:
        return [(heap, take) for heap in (0, 1) for take in (1, 2, 3) if take <= state[heap]]

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        heaps = list(state[:2])
        heaps[move[0]] -= move[1]
        return (*heaps, -state[2])

    def utility(self, state: Any) -> float:
        return float(-state[2])


class Many:
    """An evaluator that is only asked about many positions, and counts them."""

    def __init__(self, one: Any):
        self.one = one
        self.sizes = list[int]()

    def many(self, states: Any) -> Any:
        self.sizes.append(len(states))
        return [self.one(state) for state in states]


def plain(state: Any) -> float:
    return (sum(state[:2]) * 7 % 5 - 2) / 4


def doubtful(state: Any) -> tuple[float, float]:
    return plain(state), 0.1 + (state[0] % 4) / 10


GAME = Sticks()
START = (4, 3, 1)


@pytest.mark.parametrize("one", [plain, doubtful])
@pytest.mark.parametrize("batch", [1, 7, 4096])
def test_many_at_once_is_as_one_by_one(one: Any, batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "BATCH_POSITIONS", batch)
    monkeypatch.setattr(look, "BATCH_POSITIONS", batch)
    rules = ["minimax", "althofer", "vote", *(["emm", "product", "bayes"] if one is doubtful else [])]
    for depth in (1, 2, 3, 4):
        for rule in rules:
            judge = Many(one)
            ours, theirs = (ot.decide(GAME, START, depth=depth, rule=rule, evaluate=each) for each in (judge, one))
            assert (ours.moves, ours.value, ours.nodes) == (theirs.moves, theirs.value, theirs.nodes)
            assert max(judge.sizes) <= batch
        for search in ("alpha-beta", "uct"):
            more: Any = {"simulations": 40} if search == "uct" else {"depth": depth}
            ours, theirs = (ot.decide(GAME, START, evaluate=each, search=search, **more) for each in (Many(one), one))
            assert (ours.moves, ours.value, ours.nodes) == (theirs.moves, theirs.value, theirs.nodes)
        trees = [ot.grow(GAME, START, depth, evaluate=each) for each in (Many(one), one)]
        np.testing.assert_array_equal(trees[0].static, trees[1].static)
        np.testing.assert_array_equal(trees[0].error, trees[1].error)
    limit = ot.Limit(depth=4)
    ours, theirs = (
        ot.deepen(GAME, START, evaluate=e, limit=limit, search="alpha-beta", table=True) for e in (Many(one), one)
    )
    assert (ours.moves, ours.value) == (theirs.moves, theirs.value)


def test_a_search_asks_for_a_whole_frontier_and_keeps_little() -> None:
    judge = Many(plain)
    ot.decide(GAME, (6, 6, 1), depth=4, evaluate=judge)
    leaves = ot.decide(GAME, (6, 6, 1), depth=4, evaluate=plain).nodes.frontier
    assert sum(judge.sizes) == leaves and len(judge.sizes) < leaves / 100
    pruned = Many(plain)
    ot.decide(GAME, (6, 6, 1), depth=4, evaluate=pruned, search="alpha-beta")
    assert sum(pruned.sizes) < leaves  # those nearby: a search that prunes need not know the rest
    assert max(pruned.sizes) <= FEW_POSITIONS
    assert np.mean(pruned.sizes) > 6  # more than siblings


def test_progress_is_told() -> None:
    heard = []
    ot.grow(GAME, START, 3, evaluate=Many(plain), progress=lambda stage, share: heard.append((stage, share)))
    assert {stage for stage, _ in heard} == {"growing the tree", "evaluating positions"}
    assert heard[-1] == ("evaluating positions", 1.0)


def test_what_many_must_not_give_is_refused_in_a_sentence() -> None:
    for answers, sentence in (
        (lambda states: [[1.0, 2.0, 3.0]] * len(states), r"of the shape \(\d+, 3\) for \d+ positions"),
        (lambda states: [1.0], "it must give"),
        (lambda states: [float("nan")] * len(states), "gave nan for the position"),
        (lambda states: [float("inf")] * len(states), "gave inf for the position"),
        (lambda states: [(0.0, 0.7)] * len(states), "error"),
        (lambda states: ["good"] * len(states), "must give an array of numbers"),
        (lambda states: 1 / 0, r"many\(\) raised ZeroDivisionError"),
    ):
        judge = Many(plain)
        judge.many = answers  # type: ignore[method-assign]
        for ask in (
            lambda judge=judge: ot.grow(GAME, START, 2, evaluate=judge),
            lambda judge=judge: ot.decide(GAME, START, depth=2, evaluate=judge),
        ):
            with pytest.raises(OverthinkError, match=sentence):
                ask()


def test_a_doctor_asks_many_and_finds_the_same() -> None:
    found = [
        [(row["depth"], row["mean"]) for row in ot.diagnose(GAME, each, depths=(1, 2, 3), positions=12, seed=1).rows()]
        for each in (plain, Many(plain))
    ]
    assert found[0] == found[1]


@pytest.mark.exhaustive
def test_a_study_grows_trees_with_a_net() -> None:
    from overthink_papers.beyond.solved_games import kernel_tree

    game = ot.ConnectFour(4, 5)
    judge = made(game, "win/draw/loss")[1].on(game)
    fast = kernel_tree(game, game.initial(), 3, judge)
    slow = ot.grow(game, depth=3, evaluate=judge)
    np.testing.assert_array_equal(fast.static, slow.static)
    np.testing.assert_array_equal(fast.error, slow.error)
