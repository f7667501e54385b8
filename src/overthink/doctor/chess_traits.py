"""What the chess positions share that depth spoils: how many men and moves there are, and how close the best moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.estimate import Estimate
from overthink.doctor.examine import Examination
from overthink.doctor.spoilt import FEWEST, Spoilt, Trait
from overthink.measure.groups import apart


def chess_traits(seen: Examination, hurt: Sequence[Spoilt]) -> tuple[Trait, ...]:
    """Against the rest; nothing where either are too few. The reference values only some moves, so that legal moves are
    counted on the board."""
    spoilt = np.zeros(len(seen.positions), bool)
    spoilt[[each.number for each in hurt]] = True
    if min(spoilt.sum(), (~spoilt).sum()) < FEWEST:
        return ()
    measured = {
        "men on the board": [_men(each.state) for each in seen.positions],
        "legal moves": [_moves(each.state) for each in seen.positions],
        "gap between the two best moves, in pawns": [_gap(each.values) for each in seen.positions],
    }
    found = []
    for name, numbers in measured.items():
        here, rest = np.array(numbers, float)[spoilt], np.array(numbers, float)[~spoilt]
        found.append(Trait(name, Estimate.of_mean(here), Estimate.of_mean(rest), apart(here, rest)))
    return tuple(found)


def _men(fen: str) -> int:
    return sum(letter.isalpha() for letter in fen.split()[0])


def _moves(fen: str) -> int:
    import chess

    return chess.Board(fen).legal_moves.count()


def _gap(values: dict[str, float]) -> float:
    best = sorted(values.values())[-2:]
    return best[-1] - best[0]
