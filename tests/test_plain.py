"""Full width of Python games, written out, against the template; and moves in the order of their ratings."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.rules import RULES
from overthink.search import SEARCHES, look
from overthink.search.subjects.bind import subject_of
from overthink.search.table import FEW, WIDEST, pick

State = tuple[int, int]


class Thicket:
    """A random game without an order of turns. Some moves lead nowhere else, and answers are of several kinds."""

    def __init__(self, seed: int):
        self.seed = seed

    def drawn(self, state: State, of: int) -> random.Random:
        return random.Random(hash((self.seed, state, of)))

    def mover(self, state: State) -> int:
        mover = self.drawn(state, 0).choice((1, -1))
        return np.int64(mover) if state[0] % 5 == 0 else mover

    def moves(self, state: State) -> Any:
        moves = range(self.drawn(state, 1).choice((0, 1, 2, 3)) if state[1] else 2)
        return iter(moves) if state[0] % 3 == 0 else np.array(moves) if state[0] % 7 == 0 else list(moves)

    def play(self, state: State, move: int) -> State:
        return state if (state[0] + move) % 11 == 10 else (self.drawn(state, 2 + int(move)).randrange(60), state[1] + 1)

    def utility(self, state: State) -> Any:
        return self.drawn(state, 5).choice((-1, 0, 1.0, True))

    def opinion(self, state: State) -> Any:
        value = self.drawn(state, 6).uniform(-1.0, 1.0)
        return (np.float64(value), 0.1) if state[0] % 2 else value


def as_template(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "written_out", lambda game, rule, template: template)


def found(game: Any, opinion: Callable[[State], Any], rule: str, depth: int, budget: int = 1 << 60) -> Any:
    try:
        position = subject_of(game, (1, 0), RULES[rule], depth, opinion, 0.25)
        return look.look_at(position, RULES[rule], SEARCHES["full-width"], depth, True, budget)
    except OverthinkError as exc:
        return str(exc)


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if not rule.needs_truth and not rule.goal])
def test_full_width_of_a_python_game_is_the_template(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [(Thicket(seed), depth, budget) for seed in range(12) for depth, budget in ((1, 99), (4, 20), (5, 10**9))]
    ours = [repr(found(game, game.opinion, rule, depth, budget)) for game, depth, budget in cases]
    as_template(monkeypatch)
    assert ours == [repr(found(game, game.opinion, rule, depth, budget)) for game, depth, budget in cases]
    assert len(set(ours)) > 20


def test_what_fails_is_named_as_by_the_template(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(method: str, answer: Any) -> Any:
        def late(self: Thicket, state: State, *move: int) -> Any:
            if state[1] < 3:
                return getattr(Thicket, method)(self, state, *move)
            return answer() if callable(answer) else answer

        return type("Broken", (Thicket,), {method: late})(4)

    games = [
        broken("moves", 5), broken("moves", lambda: 1 / 0), broken("mover", 2), broken("mover", 0),
        broken("play", lambda: {}["x"]), broken("opinion", float("nan")), broken("opinion", "good"),
        broken("opinion", lambda: (0.5, 0.7)), broken("utility", float("inf")), broken("utility", None),
    ]  # fmt: skip
    ours = [found(game, game.opinion, "minimax", 6) for game in games]
    as_template(monkeypatch)
    assert ours == [found(game, game.opinion, "minimax", 6) for game in games]
    assert all(isinstance(each, str) for each in ours) and len(set(ours)) > 7, ours


def test_it_asks_each_function_once_for_a_node() -> None:
    asked = list[State]()

    class Counted(Thicket):
        def moves(self, state: State) -> Any:
            asked.append(state)
            return [0, 1, 2]

        def play(self, state: State, move: int) -> State:
            return state[0] * 3 + move, state[1] + 1

    decision = ot.decide(Counted(1), (1, 0), depth=6, evaluate=lambda state: float(state[0] % 7))
    assert decision.nodes.total == sum(3**ply for ply in range(7)) <= len(asked) <= decision.nodes.total + 60


@ot.kernel
def likely(game: Any, state: Any) -> float:
    return 0.6 if state[0] > state[1] else -0.3


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", ["emm", "bayes", "product"])
def test_a_probability_is_its_own_error_at_the_root_too(rule: str) -> None:
    game = ot.ConnectFour(4, 4)
    judge = ot.KernelEvaluator(game, likely, probable=True)
    methods = SimpleNamespace(moves=game.moves, mover=game.mover, play=game.play, utility=game.utility)

    def judged(state: Any) -> tuple[float, float]:
        value = likely(None, state)
        return value, 0.5 * (1.0 - abs(value))

    for depth in (1, 2, 3):
        found = ot.decide(game, game.initial(), rule=rule, depth=depth, evaluate=judge)
        plain = ot.decide(methods, game.initial(), rule=rule, depth=depth, evaluate=judged)
        assert found.error > 0.0 and repr(found) == repr(plain)


def test_moves_are_picked_by_their_ratings() -> None:
    draw = np.random.default_rng(0)
    for moves in (1, 2, FEW - 1, FEW, FEW + 1, 40, WIDEST, WIDEST + 9):
        for distinct in (1, 3, 1000):
            ratings = draw.integers(0, distinct, moves).astype(float)
            memory = np.zeros(7 + 2 * WIDEST)
            memory[7 : 7 + WIDEST][:moves] = ratings[:WIDEST]
            rated = min(moves, WIDEST)
            order = [*np.argsort(-ratings[:rated], kind="stable").tolist(), *range(rated, moves)]
            assert [pick.interpreted(memory, 7, n, moves) for n in range(moves)] == order
