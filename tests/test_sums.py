"""Floats are added in one way on every Python: from 3.12 on the built-in `sum` makes 1.0 of ten tenths, before not."""

from __future__ import annotations

from overthink.core.checked import expected
from overthink.core.decision import Decision, Nodes, Option
from overthink.doctor.find.causes import worth_of
from overthink.doctor.record import Record
from overthink.doctor.truths import Solved
from overthink.search.look import add_scores

TENTHS = [0.1] * 10
ONE_AFTER_THE_OTHER = 0.9999999999999999


class Draw:
    """Chance draws one of ten tickets, each worth 1."""

    def moves(self, state: int) -> range:
        return range(0 if state else 10)

    def mover(self, state: int) -> int:
        return 1 if state else 0

    def play(self, state: int, move: int) -> int:
        return 1 + move

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return list(zip(range(10), TENTHS))

    def utility(self, state: int) -> float:
        return 1.0


def test_chance_is_rounded_once() -> None:
    assert expected(TENTHS, [1.0] * 10) == 1.0
    assert worth_of(Draw(), lambda state: 1.0)(0) == 1.0
    assert Solved(Draw()).worth(0) == 1.0


def test_what_chosen_moves_give_away_is_rounded_once() -> None:
    moves = tuple(range(10))
    examined = Record(0, {**dict.fromkeys(moves, 0.1), 10: 0.1}, {("minimax", 1): moves})
    assert examined.regret("minimax", 1) == 0.1 - 1.0 / 10


def test_votes_are_added_as_a_sweep_adds_them() -> None:
    once = Decision((0,), 0.1, 0.0, Nodes(), 1, (Option(0, 0.1, 0.0, 0.1), Option(1, 0.1, 0.0, 0.1)))
    assert [option.score for option in add_scores([once] * 10).options] == [ONE_AFTER_THE_OTHER] * 2
