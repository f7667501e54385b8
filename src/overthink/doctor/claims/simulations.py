"""A player that claims to simulate is compared with our own simulations: a statistic, not a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from overthink.core.errors import counted
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.doctor.ask.players import Seeded, SimulatingPlayer, player_choice, share_among
from overthink.doctor.finding import SURE
from overthink.doctor.record import CLOSE, AnyGame, Move, MoveValues, State, UserPlayer
from overthink.doctor.truths import truth_of
from overthink.measure.paired import sign_test
from overthink.rules.mean import MEAN

DEEPER_THAN = 4  # plies: the truth of a game that cannot be solved is a search of more


class Simulated(NamedTuple):
    """At how many numbers of simulations the player is significantly worse than our UCT, and what to say."""

    worse: int
    text: str


def check_simulations(
    game: AnyGame, evaluate: Evaluate | None, player: UserPlayer, states: Sequence[State], values: Sequence[int],
    seed: int, truth: Any = None,
) -> Simulated:  # fmt: skip
    """Compare the shares of right moves, position by position, with an exact test."""
    source = truth_of(truth, game, evaluate, DEEPER_THAN, states[0])
    ours, theirs = SimulatingPlayer(game, evaluate, MEAN), Seeded(player, seed)
    right = [_right(source.values(state)) for state in states]
    parts = list[str]()
    worse = 0
    for value in values:
        chosen = [
            player_choice(lambda s, v, n=number: theirs(s, v, n), game, state, value).moves
            for number, state in enumerate(states)
        ]
        usual = [tuple(ours(state, value, number)) for number, state in enumerate(states)]
        a, b = _shares(chosen, right), _shares(usual, right)
        p = sign_test(a, b)
        parts.append(
            f"  at {value:,} simulations right in {100 * a.mean():.0f}%, our UCT in {100 * b.mean():.0f}% "
            f"(worse in {int((a < b).sum())}, better in {int((a > b).sum())}, p = {p:.2g})"
        )
        worse += p < (1.0 - SURE) / len(values)
    verdict = "the player is significantly worse than our UCT" if worse else "no significant loss against our UCT"
    lines = [f"{verdict} ({counted(len(states), 'position')}, truth: {source}).", *parts]
    return Simulated(worse, "\n".join([*lines, "This is a statistic, not a proof."]))


def _right(values: MoveValues) -> list[Move]:
    return [move for move, value in values.items() if value >= max(values.values()) - CLOSE]


def _shares(chosen: Sequence[Sequence[Move]], among: Sequence[Sequence[Move]]) -> Sample:
    return np.array([share_among(moves, others) for moves, others in zip(chosen, among)])
