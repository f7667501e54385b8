"""A player that claims to simulate is compared with our own simulations: a statistic, not a proof."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.errors import counted
from overthink.core.game import Evaluate
from overthink.doctor.ask.players import Seeded, SimulatingPlayer, player_choice, share_among
from overthink.doctor.finding import SURE
from overthink.doctor.record import CLOSE, AnyGame, Move, State, UserPlayer
from overthink.doctor.truths import truth_of
from overthink.measure.paired import sign_test
from overthink.rules.mean import MEAN

DEEPER_THAN = 4  # plies: the truth of a game that cannot be solved is a search of more


def check_simulations(
    game: AnyGame, evaluate: Evaluate | None, player: UserPlayer, states: Sequence[State], values: Sequence[int],
    seed: int,
) -> tuple[int, str]:  # fmt: skip
    """At how many numbers of simulations the player is significantly worse than our UCT, and what to say."""
    truth = truth_of(None, game, evaluate, DEEPER_THAN, states[0])
    ours, theirs = SimulatingPlayer(game, evaluate, MEAN), Seeded(player, seed)
    right = [_right(truth.values(state)) for state in states]
    parts = list[str]()
    worse = 0
    for value in values:
        own, usual = np.empty(len(states)), np.empty(len(states))
        for number, state in enumerate(states):
            chosen = player_choice(lambda s, v, n=number: theirs(s, v, n), game, state, value).moves
            own[number] = share_among(chosen, right[number])
            usual[number] = share_among(ours(state, value, number), right[number])
        p = sign_test(own, usual)
        worse += p < (1.0 - SURE) / len(values)
        less, more = int((own < usual).sum()), int((own > usual).sum())
        parts.append(f"at {value:,} simulations worse than our UCT in {less}, better in {more} (p = {p:.2g})")
    verdict = "the player is significantly worse than our UCT" if worse else "no significant loss against our UCT"
    about = f"{counted(len(states), 'position')}, truth {truth}; this is a statistic, not a proof"
    return worse, f"{verdict}: {'; '.join(parts)} ({about})."


def _right(values: dict[Move, float]) -> list[Move]:
    return [move for move, value in values.items() if value >= max(values.values()) - CLOSE]
