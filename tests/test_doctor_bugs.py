"""Bugs that were planted by someone who had not looked at the checks, in games of two players and of one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from validation.bugs import BUGS, OUTSIDE_BUGS
from validation.cases import examine
from validation.players import SOUND

import overthink as ot
from overthink.doctor.check import Case
from overthink.doctor.checks import BUILT_IN
from overthink.doctor.checks.examination import PARITY, WEAK_REFERENCE
from overthink.doctor.checks.search import WORSE_THAN_CHANCE
from overthink.doctor.checks.ties import EQUAL_WINS, TIE_BREAKING
from overthink.doctor.find.advice import advise
from overthink.doctor.find.evidence import Doubt
from overthink.doctor.record import Examination, Record
from overthink.measure.judgement import judge

HEAPS = "two heaps"


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (HEAPS, "leaves from the wrong side from depth 4 on"),
        (HEAPS, "the best value begins at 0"),
        (HEAPS, "the best move of the position before"),
        (HEAPS, "a pass that counts as a bound"),
    ],
)
def test_a_bug_is_sent_to_the_search(game: str, name: str) -> None:
    diagnosis = examine(game, OUTSIDE_BUGS[name], 120, 5)
    assert diagnosis.kind == "suspect", diagnosis.verdict


def test_bugs_have_different_names() -> None:
    assert len(BUGS) == 51 and set(OUTSIDE_BUGS) < set(BUGS)


@pytest.mark.parametrize("name", ["windows of no width", "a table of bounds"])
def test_a_sound_player_is_not_suspected(name: str) -> None:
    diagnosis = examine(HEAPS, SOUND[name], 100, 5)
    assert not diagnosis.suspected, diagnosis.verdict


def test_one_side_looks_further_at_the_horizon() -> None:
    why = examine(HEAPS, OUTSIDE_BUGS["Max looks one ply further"], 120, 5).suspected[0].why
    assert "where Min moves at the horizon it chooses as the plain search does everywhere" in why


def test_a_player_that_takes_the_first_move_has_no_move_limit() -> None:
    first = examine(HEAPS, lambda game, evaluate, seed: lambda state, depth: next(iter(game.moves(state))), 120, 5)
    assert "took the first move" in first.verdict and "limit" not in first.verdict


class Walk:
    """One player walks along a line to 0; each step costs one."""

    def initial(self) -> int:
        return 9

    def mover(self, state: int) -> int:
        return -1

    def moves(self, state: int) -> list[int]:
        return [] if state == 0 else [-1, 1] if abs(state) < 42 else [-1 if state > 0 else 1]

    def play(self, state: int, move: int) -> int:
        return state + move

    def utility(self, state: int) -> float:
        return 0.0

    def cost(self, state: int, move: int) -> float:
        return 1.0


def ahead(state: int) -> float:
    """How far it is."""
    return float(abs(state))


def test_a_player_of_a_puzzle_is_compared_with_a_plain_search() -> None:
    states = [n for n in range(-40, 41) if n]
    diagnose = lambda player: ot.diagnose(Walk(), ahead, player=player, depths=(1, 2, 3), positions=states)  # noqa: E731
    sound = diagnose(lambda state, depth: -1 if state > 0 else 1)
    assert sound.comparison and sound.comparison.plain == "minimin" and not sound.suspected
    away = diagnose(lambda state, depth: 1 if state > 0 else -1)
    assert away.verdict.startswith("the search is not what it says") and 'rule="minimin"' in away.advice.line
    player = eval(away.advice.line, {"player": lambda s, d: 1, "ot": ot, "game": Walk(), "evaluate": ahead})
    assert player[0] == 1 and len(player[1].moves) == 1


@pytest.mark.parametrize("right", [0.02, 0.5])
def test_a_player_that_chooses_worse_than_chance(right: float) -> None:
    """Two moves, one of them right: half is chance."""
    generator = random.Random(1)

    class Coins:
        def initial(self) -> tuple[int, ...]:
            return (0,)

        def mover(self, state: tuple[int, ...]) -> int:
            return 1

        def moves(self, state: tuple[int, ...]) -> list[int]:
            return [0, 1] if len(state) == 1 else []

        def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
            return (*state, move)

        def utility(self, state: tuple[int, ...]) -> float:
            return 1.0 if state[0] % 2 == state[1] else -1.0

    def player(state: tuple[int, ...], simulations: float) -> int:
        return state[0] % 2 if generator.random() < right else 1 - state[0] % 2

    knob = ("simulations", (1, 10))
    diagnosis = ot.diagnose(Coins(), player=player, knob=knob, positions=[(n,) for n in range(200)], jobs=None)
    outcomes = {imitator.name: imitator.outcome for imitator in diagnosis.imitators}
    if right < 0.5:
        assert diagnosis.verdict.startswith("the player chooses worse than chance: even at")
        assert "for which side" in diagnosis.advice.sentence
    else:
        assert outcomes[WORSE_THAN_CHANCE.name] != "suspected"
    assert outcomes["a search that is not what it says"] == "not tested"


def seen(choices: dict[str, list[int]], worth: tuple[float, ...]) -> Examination:
    """Positions with these moves, and the choices of the player and of the plain search at one depth and a deeper."""
    positions = [
        Record(n, dict(enumerate(worth)), {(rule, d): (moves[n],) for rule, moves in choices.items() for d in (1, 3)})
        for n in range(len(choices["player"]))
    ]
    return Examination(tuple(positions), ("player", "minimax"), (1, 3), "a table", True, (), 0)


def slower(choices: dict[str, list[int]]) -> Any:
    examination = seen(choices, (1.0, 0.9, -1.0))
    case = Case(examination, judge(examination.accuracy("player")), Doubt(None, None))
    return EQUAL_WINS.run(case)


def test_errors_of_any_search_that_keep_the_result_are_not_slow_wins() -> None:
    """Slow wins are suspected only if the plain search does not lose time just as often, where it errs."""
    draw = np.random.default_rng(1)
    slow = draw.integers(0, 2, 300).tolist()
    assert slower({"player": slow, "minimax": [0] * 300}).outcome == "suspected"
    assert slower({"player": slow, "minimax": [0] * 250 + [2] * 50}).outcome == "suspected"
    assert slower({"player": slow, "minimax": [0] * 250 + [1] * 50}).outcome != "suspected"


def test_a_player_that_chooses_badly_among_ties_is_not_sent_to_another_rule() -> None:
    """All moves tie in the deeper plain search, so that the player agrees with it everywhere."""
    examination = seen({"player": [int(n % 5 > 0) for n in range(200)], "minimax": [0] * 200}, (1.0, -1.0))
    ties = {("minimax", 1): (1,), ("minimax", 3): (0, 1)}
    positions = [replace(position, chosen={**position.chosen, **ties}) for position in examination.positions]
    examination = replace(examination, positions=tuple(positions))
    advice = advise(examination, judge(examination.accuracy("player")))
    assert advice.sentence.startswith("choose at random among moves that tie at depth 3: +30.0 points")


def test_a_weak_reference_explains_odd_against_even() -> None:
    """The check of the truth runs before those that look at accuracy alone, and after those of the player."""
    assert WEAK_REFERENCE.explains and not PARITY.explains
    assert BUILT_IN.index(TIE_BREAKING) < BUILT_IN.index(WEAK_REFERENCE)
