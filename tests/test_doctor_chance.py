"""What the doctor says of players in a game with chance: each mistake at a chance node has its name, and to count what
chance does as plies is not a mistake."""

import functools
import math
from collections.abc import Callable
from typing import Any

import pytest

import overthink as ot
from overthink.core.arithmetic import seed_key, uniform
from overthink.doctor.ask.positions import make_positions
from overthink.doctor.find.symmetries import symmetries_of
from overthink.doctor.words import Cause

GOAL = 7
LOADED = {  # by choice: steps and their probability
    "walk": ((1, 1.0),),
    "run": ((0, 0.3), (2, 0.6), (3, 0.1)),
    "jump": ((0, 0.72), (1, 0.03), (5, 0.25)),
    "ride": ((0, 0.1), (1, 0.7), (2, 0.1), (4, 0.1)),
}
State = tuple[int, int, int, str]
Fold = Callable[[list[tuple[float, float]], int, int], float]


class Race:
    """Max's place, Min's place, who moves, and which dice he rolls."""

    def initial(self) -> State:
        return 0, 0, 1, ""

    def mover(self, state: State) -> int:
        return 0 if state[3] else state[2]

    def moves(self, state: State) -> list[Any]:
        if max(state[:2]) >= GOAL:
            return []
        return [steps for steps, _ in LOADED[state[3]]] if state[3] else list(LOADED)

    def outcomes(self, state: State) -> list[tuple[Any, float]]:
        return list(LOADED[state[3]])

    def play(self, state: State, move: Any) -> State:
        a, b, side, dice = state
        if not dice:
            return a, b, side, move
        return (min(GOAL, a + move), b, -1, "") if side > 0 else (a, min(GOAL, b + move), 1, "")

    def utility(self, state: State) -> float:
        return 1.0 if state[0] >= GOAL else -1.0


GAME = Race()


def guess(state: State) -> float:
    """Who is ahead, with an error of its own for each position."""
    return 0.9 * math.tanh((state[0] - state[1]) / 3 + 0.5 * (float(uniform(seed_key(*map(str, state)))) - 0.5))


def search(fold: Fold, plies: int = 0) -> Callable[[State, int], dict[Any, float]]:
    """A search of the user's own, in which chance takes `plies`."""

    @functools.cache
    def value(state: State, left: int, me: int, last: int) -> float:
        if not GAME.moves(state):
            return GAME.utility(state)
        if left <= 0 and (plies or GAME.mover(state)):
            return guess(state)
        after = [GAME.play(state, move) for move in GAME.moves(state)]
        side = GAME.mover(state)
        if side:
            return side * max(side * value(each, left - 1, me, side) for each in after)
        chances = [chance for _, chance in GAME.outcomes(state)]
        return fold([(p, value(each, left - plies, me, last)) for p, each in zip(chances, after)], me, last)

    def player(state: State, depth: int) -> dict[Any, float]:
        side = state[2]
        return {m: round(side * value(GAME.play(state, m), depth - 1, side, side), 12) for m in GAME.moves(state)}

    return player


def mean(after: list[tuple[float, float]], me: int, last: int) -> float:
    return math.fsum(p * value for p, value in after)


def even(after: list[tuple[float, float]], me: int, last: int) -> float:
    return math.fsum(value for _, value in after) / len(after)


MISTAKES: dict[str, tuple[Fold, int, str]] = {
    "unweighted": (even, 0, "gave all outcomes of chance the same weight"),
    "likeliest": (lambda after, me, last: max(after)[1], 0, "saw only the likeliest outcome of chance"),
    "best": (lambda after, me, last: me * max(me * v for _, v in after), 0, "best outcome of chance for certain"),
    "worst": (lambda after, me, last: me * min(me * v for _, v in after), 0, "worst outcome of chance for certain"),
    "worst for Max": (lambda after, me, last: min(v for _, v in after), 0, "for certain, for Max"),
    "unweighted, rolls counted": (even, 1, "the same weight, and counted chance as plies"),
}


def examine(player: Any, claims: str | None = None) -> ot.Diagnosis:
    return ot.diagnose(GAME, guess, player=player, depths=(1, 2, 3), positions=60, claims=claims)


@pytest.mark.exhaustive(but=["unweighted"])
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_at_chance_nodes_has_its_name(name: str) -> None:
    fold, plies, words = MISTAKES[name]
    found = examine(search(fold, plies), "plain")
    told = next(each for each in found.suspected if each.cause)
    assert told.cause == Cause.CHANCE and words in str(found.claim), found.claim
    assert "weigh each outcome of chance by its probability" in found.advice.sentence


@pytest.mark.exhaustive(but=["0"])
@pytest.mark.parametrize("plies", [0, 1])
def test_a_sound_player_is_not_suspected_and_rolls_may_count(plies: int) -> None:
    found = examine(search(mean, plies))
    assert not found.suspected, found.verdict
    assert bool(found.question) == bool(plies)
    if plies:
        (told,) = [each for each in examine(search(mean, plies), "plain").suspected if each.cause]
        assert told.cause == Cause.ROLLS
    assert "A depth counts the players' moves" in str(found)


def test_a_move_of_two_parts_does_not_hide_who_gains() -> None:
    """Who moves changes sides, the places do not: only two plies later does it show that this is another game."""
    states = make_positions(GAME, 24, 1)
    names = [each.name for each in symmetries_of(GAME, states)]
    assert names == ["parts 1 and 2 exchanged, colours swapped, with the players' places changed"]
