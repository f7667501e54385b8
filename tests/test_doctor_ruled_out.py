"""What the doctor rules out, it would have seen: the mistake of the size that is told is planted, and the check is
asked again. One that a check misses here, at the size that it names, is a claim that is too loud."""

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from validation.small_games import Heaps

import overthink as ot
from overthink.core.arithmetic import seed_key, uniform
from overthink.doctor.finding import Finding, Outcome
from overthink.doctor.truths import Solved

GAME = Heaps()
TRUTH = Solved(GAME)
Values = dict[Any, float]


def drawn(*words: Any) -> float:
    return float(uniform(seed_key("ruled out", *map(str, words))))


def some(share: float, word: str) -> set[Any]:
    """This share of the positions, or a little more."""
    return set(sorted(STATES, key=partial(drawn, word))[: math.ceil(share * len(STATES))])


EVERY = [(a, b, side) for a in range(1, 22) for b in range(1, 22) for side in (1, -1)]
STATES = sorted((s for s in EVERY if len(set(TRUTH.values(s).values())) > 1), key=partial(drawn, "order"))[:240]


def even(state: Any) -> float:
    """The truth with noise, which is the same for images."""
    return 0.5 * TRUTH.worth(state) + state[2] * 0.7 * (drawn(*sorted(state[:2])) - 0.5)


def search(state: Any, depth: int) -> float:
    if not len(GAME.moves(state)):
        return float(GAME.utility(state)) * state[2]
    return max(values(state, depth).values()) if depth else even(state) * state[2]


@cache
def values(state: Any, depth: int) -> Values:
    return {move: -search(GAME.play(state, move), depth - 1) for move in GAME.moves(state)}


def best(worth: Values) -> Any:
    return max(worth, key=worth.__getitem__)


def sound(state: Any, depth: int) -> Any:
    return best(values(state, depth))


def wrong(state: Any, depth: int) -> Any:
    return min(values(state, depth), key=values(state, depth).__getitem__)


class Alternating:
    """Every other time it values some positions otherwise."""

    def __init__(self, where: set[Any]):
        self.where = where
        self.asked = dict[Any, int]()

    def __call__(self, state: Any) -> float:
        self.asked[state] = self.asked.get(state, 0) + 1
        return even(state) * (0.9 if state in self.where and self.asked[state] % 2 else 1.0)


def told(evaluate: Any = even, player: Any = None, **more: Any) -> dict[str, Finding]:
    found = ot.diagnose(
        GAME, evaluate, player=player, positions=STATES, truth=TRUTH, jobs=1, **{"depths": (1, 2, 3), **more}
    )
    return {each.name: each for each in found.imitators}


@cache
def usual() -> dict[str, Finding]:
    return told(player=sound)


def turned_for_min(size: float) -> dict[str, Finding]:
    flips = 0.5 + 0.55 * size
    return told(lambda s: TRUTH.worth(s) * (-0.5 if drawn("flip", s) < flips else 0.5) if s[2] < 0 else even(s))


def in_some(size: float, other: Callable[[Any, int], Any]) -> dict[str, Finding]:
    where = some(size, "some")
    return told(player=lambda state, depth: other(state, depth) if state in where else sound(state, depth))


def worse_at_two(size: float) -> dict[str, Finding]:
    where = some(1.5 * size, "two")
    return told(None, lambda s, depth: wrong(s, 9 - depth) if depth == 2 and s in where else best(TRUTH.values(s)))


PLANTED: dict[str, Callable[[float], dict[str, Finding]]] = {
    "evaluation from the wrong side": turned_for_min,
    "an evaluator that answers otherwise": lambda size: told(Alternating(some(size, "twice"))),
    "a search that is not what it says": partial(in_some, other=wrong),
    "odd against even depths": worse_at_two,
}


@pytest.mark.exhaustive(but=["a search that is not what it says"])
@pytest.mark.parametrize("check", PLANTED)
def test_what_is_ruled_out_would_have_been_seen(check: str) -> None:
    before = usual()[check]
    assert before.outcome == Outcome.RULED_OUT and before.compared
    after = PLANTED[check](before.compared.would_have_seen or 0.0)[check]
    assert after.outcome in (Outcome.SUSPECTED, Outcome.NOT_SEEN), after.why


def test_trouble_in_the_evaluator_is_not_ruled_out_by_the_ends_of_its_scale() -> None:
    """Its largest values are turned, in one position of twenty, or they lie beyond a win."""
    values = sorted(even(GAME.play(state, move)) for state in STATES for move in GAME.moves(state))
    low, high = values[len(values) // 40], values[-len(values) // 40]
    turned = told(lambda s: -even(s) if not low <= even(s) <= high else even(s))["trouble in the evaluator"]
    beyond = told(lambda s: 1.4 * even(s) / abs(even(s)) if drawn("beyond", *sorted(s[:2])) < 0.1 else even(s))
    assert turned.outcome == Outcome.NOT_SEEN
    assert "of the evaluations lie beyond any result" in beyond["trouble in the evaluator"].why
