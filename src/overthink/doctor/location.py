"""Where the player differs from the plain search: in which positions of a game that the doctor does not know.

The features are what can be read of any game: who moves, who wins, how many moves there are, whether a move ends the
game, how long a random game lasts, and, if positions are made of parts, how many parts are not empty.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.estimate import Sample
from overthink.core.tree import Column
from overthink.doctor.examine import AnyGame, Examination, State
from overthink.doctor.positions import phases

FEWEST = 15  # positions in a group
CLEAR = 3.3  # standard deviations: one in a thousand by chance
THRESHOLDS = 8


@dataclass(frozen=True)
class Place:
    """A group of positions in which the player differs more often than elsewhere."""

    where: str  # follows "in positions"
    inside: float  # the share of choices that differ
    outside: float
    surprise: float  # standard deviations

    def __str__(self) -> str:
        return f"in {100 * self.inside:.0f}% of positions {self.where}, in {100 * self.outside:.0f}% of the others"


def place_of(differs: Sample, groups: Mapping[str, Column]) -> Place | None:
    """The group in which `differs` (one share a position) stands out most, if one does. [two-sample z-test]"""
    best: Place | None = None
    for where, inside in groups.items():
        a, b = differs[inside], differs[~inside]
        if min(len(a), len(b)) < FEWEST:
            continue
        pooled = float(differs.var()) * (1.0 / len(a) + 1.0 / len(b))
        surprise = float(a.mean() - b.mean()) / math.sqrt(pooled) if pooled > 0.0 else 0.0
        if surprise > CLEAR and (best is None or surprise > best.surprise):
            best = Place(where, float(a.mean()), float(b.mean()), surprise)
    return best


def groups_of(examination: Examination, game: AnyGame) -> dict[str, Column]:
    """Groups of positions, by what follows "in positions"."""
    positions = examination.positions
    side = np.array([game.mover(position.state) for position in positions])
    best = np.array([position.best for position in positions])
    ends = np.array([_ends(game, position.state) for position in positions])
    groups = {"where Max moves": side > 0, "where Min moves": side < 0, "that are lost": best < 0.0}
    groups |= {"that are won": best > 0.0, "that are even": best == 0.0}
    groups |= {"in which a move ends the game": ends, "in which no move ends the game": ~ends}
    moves = examination.measure(lambda position: len(position.values))
    measures = {"moves": moves, "plies to the end, in random play": phases(examination, game)}
    parts = parts_of([position.state for position in positions])
    if parts is not None:
        measures["parts that are not empty"] = np.array([count for count, _ in parts], float)
        fewer = np.array([_captures(game, state, empty) for (_, empty), state in zip(parts, _states(examination))])
        groups |= {"in which a move removes something": fewer, "in which no move removes anything": ~fewer}
    for name, values in measures.items():
        groups |= dict(_thresholds(name, values))
    return groups


def _states(examination: Examination) -> list[State]:
    return [position.state for position in examination.positions]


def _thresholds(name: str, values: Sample) -> Iterator[tuple[str, Column]]:
    """Positions with at least, and with less than, each of a few numbers."""
    for number in np.unique(np.quantile(values, np.linspace(0.0, 1.0, THRESHOLDS + 1)[1:-1], method="nearest")):
        yield f"with at least {number:g} {name}", values >= number
        yield f"with fewer than {number:g} {name}", values < number


def parts_of(states: Sequence[State]) -> list[tuple[int, object]] | None:
    """For positions that are made of parts: how many differ from the commonest part, and which one that is. None if
    positions are something else."""
    flat = [_flat(state) for state in states]
    if any(len(parts) < 4 for parts in flat):
        return None
    empty = Counter(part for parts in flat for part in parts).most_common(1)[0][0]
    return [(sum(part != empty for part in parts), empty) for parts in flat]


def _flat(state: State) -> list[object]:
    if isinstance(state, str):
        return list(state)
    if isinstance(state, tuple | list):
        return [part for inner in state for part in _flat(inner)]
    return [state] if isinstance(state, int | float) else []


def _captures(game: AnyGame, state: State, empty: object) -> bool:
    """Whether a move makes more parts empty than it fills."""
    now = sum(part != empty for part in _flat(state))
    after = (_flat(game.play(state, move)) for move in moves_of(game, state))
    return any(sum(part != empty for part in parts) < now for parts in after)


def _ends(game: AnyGame, state: State) -> bool:
    """Whether a move ends the game at once."""
    return any(not len(moves_of(game, game.play(state, move))) for move in moves_of(game, state))
