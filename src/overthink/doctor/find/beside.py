"""The user's search beside a plain one, and asked again: the same evaluator, the same depth, the same positions.

A player that chooses among the moves that tie in the plain search agrees with it. So only choices outside the ties
count as a difference, and to break ties at random is sound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from overthink.core.checked import FAILURES
from overthink.core.estimate import Estimate, Sample
from overthink.core.game import Evaluate
from overthink.doctor.ask.players import agreement, plain_rule
from overthink.doctor.find.evidence import chance
from overthink.doctor.record import GOALS, PLAYER, AnyGame, Ask, Choice, Examination, Move, Record, State
from overthink.doctor.truths import Deeper
from overthink.measure.judgement import Value
from overthink.measure.paired import difference, sign_test

SHOWN = 3  # positions that tell most
SAMPLE = 30  # positions that the player is asked again, at every depth
EARLY = 40  # positions that it is asked first, at the smallest depth
MORE = 4  # times that it is asked at once, after an answer that changed


@dataclass(frozen=True)
class AtDepth:
    """The player against the plain search at one depth."""

    agrees: Estimate  # the share of the player's moves that the plain search would choose too
    gain: Estimate  # in accuracy, over the plain search; among its ties the player's choice counts as a random one
    spoilt: int  # positions that the player decides worse than the plain search
    mended: int  # positions that the player decides better
    p_value: float  # two-sided: that so many more of one kind come by chance


@dataclass(frozen=True)
class TellingPosition:
    """A position in which the two searches choose differently."""

    position: str
    depth: Value
    player: tuple[Move, ...]
    plain: tuple[Move, ...]
    player_worth: float  # of the player's move, by the plain search
    plain_worth: float  # of the plain search's move, by the plain search
    own_worth: float  # of the player's move, by the player; not a number if it gives none
    right: tuple[Move, ...]
    number: int  # index of the position in the examination

    @property
    def values(self) -> str:
        """Both values, for people."""
        own = "" if math.isnan(self.own_worth) else f" (the player says {self.own_worth:.3g})"
        return f"the plain search values them {self.player_worth:.3g}{own} and {self.plain_worth:.3g}"


@dataclass(frozen=True)
class PlayerComparison:
    """The player against the plain search at every depth, and the positions that tell most."""

    plain: str
    by_depth: dict[Value, AtDepth]
    telling: tuple[TellingPosition, ...]

    def lines(self) -> list[str]:
        """One line a depth."""
        return [
            f"depth {depth}: the same moves in {100 * at.agrees.mean:.1f}% of positions; "
            + (
                f"{at.spoilt:,} decided worse, {at.mended:,} better ({chance(at.p_value)}); {100 * at.gain.mean:+.1f} "
                f"points [{100 * at.gain.low:+.1f}, {100 * at.gain.high:+.1f}]"
                if at.agrees.mean < 1.0
                else "no difference"
            )
            for depth, at in self.by_depth.items()
        ]


def compare(
    examination: Examination,
    game: AnyGame | None,
    evaluate: Evaluate | None,
    text: Callable[[State], str] = str,
) -> PlayerComparison | None:
    """Compare the player with the plain search; None if there is no player or no plain search."""
    plain = plain_rule(examination) if examination.rules[0] == PLAYER else None
    if plain is None or game is None or evaluate is None:
        return None
    fair, usual = fair_choices(examination, plain).accuracy(PLAYER), examination.accuracy(plain)
    by_depth = {}
    for depth in examination.depths:
        gains = fair[depth] - usual[depth]
        by_depth[depth] = AtDepth(
            Estimate.share(agreement(examination, plain, depth)),
            difference(fair[depth], usual[depth]),
            int((gains < 0.0).sum()),
            int((gains > 0.0).sum()),
            min(1.0, 2.0 * min(sign_test(fair[depth], usual[depth]), sign_test(usual[depth], fair[depth]))),
        )
    return PlayerComparison(plain, by_depth, _telling(examination, plain, game, evaluate, text))


def fair_choices(examination: Examination, plain: str) -> Examination:
    """The examination as if the player chose at random among the moves that tie in the plain search."""
    return _with(examination, plain, lambda agrees: agrees == 1.0)


def plain_choices(examination: Examination, plain: str) -> Examination:
    """The examination as if the player chose as the plain search does, wherever it chooses otherwise."""
    return _with(examination, plain, lambda agrees: agrees < 1.0)


def _with(examination: Examination, plain: str, where: Callable[[Sample], Sample]) -> Examination:
    """Replace the player's choice by that of the plain search in some positions."""
    chosen = [dict(position.chosen) for position in examination.positions]
    for depth in examination.depths:
        for number in np.flatnonzero(where(agreement(examination, plain, depth))):
            chosen[number][PLAYER, depth] = chosen[number][plain, depth]
    positions = [replace(p, chosen=choices) for p, choices in zip(examination.positions, chosen)]
    return replace(examination, positions=tuple(positions))


def _telling(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, text: Callable[[State], str]
) -> tuple[TellingPosition, ...]:
    """The positions in which the player loses most against the plain search, each once, shallow depths first."""
    losses = []
    for depth in examination.depths:
        for number in np.flatnonzero(agreement(examination, plain, depth) < 1.0).tolist():
            position = examination.positions[number]
            loss = position.p_opt(plain, depth) - position.p_opt(PLAYER, depth)
            losses.append((-loss, depth, len(position.values), number))
    best: dict[int, Value] = {}  # number of the position: its depth
    for _, depth, _, number in sorted(losses):
        best.setdefault(number, depth)
        if len(best) == SHOWN:
            break
    rows = (_pair(examination.positions[n], n, plain, depth, game, evaluate, text) for n, depth in best.items())
    return tuple(row for row in rows if row)


def _pair(
    position: Record, number: int, plain: str, depth: Value, game: AnyGame, evaluate: Evaluate,
    text: Callable[[State], str],
) -> TellingPosition | None:  # fmt: skip
    try:
        worth = Deeper(game, evaluate, int(depth), GOALS.get(plain, 0)).values(position.state)
    except Exception:  # a user's evaluator may fail where the pruned search did not ask it
        return None
    player, usual = position.chosen[PLAYER, depth], position.chosen[plain, depth]
    other = next(move for move in player if move not in usual)
    return TellingPosition(
        text(position.state), depth, player, usual, worth[other], worth[usual[0]],
        position.estimates.get((PLAYER, depth), math.nan), position.right, number,
    )  # fmt: skip


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


def ask_since(
    examination: Examination, plain: str | None, early: Sequence[tuple[State, Choice]], ask: Ask
) -> Repetition:
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
