"""The player, asked again: does it answer alike?

A change among moves that tie in the plain search does not count: to break ties at random is sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from overthink.core.checked import FAILURES
from overthink.doctor.check import Ask
from overthink.doctor.examine import Choice, Examination, Move, State
from overthink.doctor.player import PLAYER
from overthink.measure.knob import Value

SAMPLE = 30  # positions that the player is asked again, at every depth
EARLY = 40  # positions that it is asked first, at the smallest depth
MORE = 4  # times that it is asked at once, after an answer that changed
FEWEST = 2  # changes that are no accident


@dataclass(frozen=True)
class Repetition:
    """How many answers changed."""

    asked: int
    changed: int  # otherwise than at first
    unsteady: int  # otherwise at once, when asked a few times more

    def __str__(self) -> str:
        if not self.changed and not self.unsteady:
            return "asked twice, it answers alike"
        return f"asked twice, it answers otherwise in {max(self.changed, self.unsteady)} of {self.asked} cases"


def ask_again(examination: Examination, plain: str, ask: Ask) -> Repetition:
    """Ask the player again about some of the positions, at every depth."""
    positions = examination.positions[:: max(1, len(examination.positions) // SAMPLE)][:SAMPLE]
    first = [
        (p.state, depth, p.chosen[PLAYER, depth], p.chosen[plain, depth])
        for p in positions
        for depth in examination.depths
    ]
    return _again(first, ask)


def ask_early(states: Sequence[State], depth: Value, ask: Ask) -> list[tuple[State, Choice]]:
    """The player's answers at the smallest depth, before it has searched any deeper."""
    answers = []
    for state in states[:EARLY]:
        try:
            answers.append((state, ask(state, depth)))
        except FAILURES:  # the examination will name the position and the reason
            continue
    return answers


def since(examination: Examination, plain: str | None, early: Sequence[tuple[State, Choice]], ask: Ask) -> Repetition:
    """Compare the answers before all deep searches with those after them. Without a plain search no ties are known."""
    depth = examination.depths[0]
    ties = {repr(p.state): p.chosen[plain, depth] if plain else () for p in examination.positions}
    first = [(state, depth, choice.moves, ties[repr(state)]) for state, choice in early if repr(state) in ties]
    return _again(first, ask)


def _again(first: Iterable[tuple[State, Value, tuple[Move, ...], tuple[Move, ...]]], ask: Ask) -> Repetition:
    asked = changed = unsteady = 0
    for state, depth, moves, ties in first:
        asked += 1
        try:
            second = ask(state, depth).moves
            if _alike(moves, second, ties):
                continue
            changed += 1
            unsteady += any(not _alike(second, ask(state, depth).moves, ties) for _ in range(MORE))
        except FAILURES:  # it answered before
            changed += 1
            unsteady += 1
    return Repetition(asked, changed, unsteady)


def _alike(a: Sequence[Move], b: Sequence[Move], ties: Sequence[Move]) -> bool:
    """The same moves, or moves that all tie."""
    return (all(move in b for move in a) and len(a) == len(b)) or all(move in ties for move in (*a, *b))
