"""Games whose truth is known by construction, with a planted fault each: what the doctor is judged on.

A node's value is planted from the root down: one of its moves keeps it, the others keep it too with some probability or
give away some steps of it. So a position's value is what perfect play makes of it, without any search, and an
evaluator can be made as good or bad as wanted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.arithmetic import mix, normal, seed_key, uniform
from overthink.core.bind import kernel
from overthink.core.game import KernelGame
from overthink.core.kinds import Context, Move, Number, State
from overthink.evaluate.evaluator import KernelEvaluator

# context: float64[13]: moves, plies, step, span, keep, noise, fade, flip, grain, blind, turned, shown, sure
# state: int64, key << KEY | ply << PLY | value in steps + MIDDLE
PLY, KEY, MIDDLE = 8, 14, 128
VALUES, PLIES, KEYS = (1 << PLY) - 1, (1 << KEY - PLY) - 1, np.uint64((1 << 48) - 1)
KEEP, DROP, NOISE, FLIP, FIRST = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), 16


@kernel
def count(game: Context, state: int) -> Number:
    return np.int64(min(game[0], game[11])) if (state >> PLY) & PLIES < game[1] else 0


@kernel
def mover(game: Context, state: int) -> Number:
    return 1 - 2 * ((state >> PLY) & 1)


@kernel
def child(game: Context, state: int, i: int) -> Number:
    """One move keeps the value; each other keeps it, or gives away one step to `span` of them."""
    key, ply, value = np.uint64(state >> KEY), (state >> PLY) & PLIES, (state & VALUES) - MIDDLE
    below, most = mix(key, i + FIRST), int(np.round(1.0 / game[2]))
    if i != np.int64(mix(key, KEEP) % np.uint64(game[0])) and uniform(mix(below, KEEP)) >= game[4]:
        value -= (1 - 2 * (ply & 1)) * (1 + int(uniform(mix(below, DROP)) * game[3]))
    return np.int64(below & KEYS) << KEY | (ply + 1) << PLY | (max(-most, min(most, value)) + MIDDLE)


@kernel
def utility(game: Context, state: int) -> Number:
    return ((state & VALUES) - MIDDLE) * game[2]


@kernel
def winner(game: Context, state: int) -> Number:
    return np.sign((state & VALUES) - MIDDLE)


@kernel
def static(game: Context, state: int) -> Number:
    """The value, with noise that fades towards the end, sometimes turned round, and in grains."""
    key, ply, value = np.uint64(state >> KEY), (state >> PLY) & PLIES, ((state & VALUES) - MIDDLE) * game[2]
    size = game[5] * (1.0 - game[6] * ply / game[1])
    if ply % 2 == 0:
        size += game[9]  # blind where Max is to move
    opinion = value + size * normal(mix(key, NOISE))
    if uniform(mix(key, FLIP)) < game[7]:
        opinion = -opinion
    if game[8] > 0.0:
        opinion = np.round(opinion / game[8]) * game[8]
    if ply >= game[12]:
        opinion = 1.0 * np.sign(value)  # who wins is certain, and how soon is not asked
    if game[10] > 0.5 and ply % 2 == 1:
        opinion = -opinion  # told from the view of the player to move
    return opinion


class Planted(KernelGame):
    """`b` moves for this many `plies`; values lie 1 / `steps` apart, from -1 to 1, and a bad move gives away up to
    `span` steps, where it does not `keep` the value. The evaluator has `noise` that fades to 1 - `fade` of it at the
    end, takes good for bad with probability `flip`, tells only `grain`s, is `blind` where Max is to move, or is
    `turned` to the player to move; from the ply `sure` on it says who wins. Only the first `shown` moves are seen."""

    def __init__(self, b: int = 3, plies: int = 8, steps: int = 1, span: int = 2, keep: float = 0.3, noise: float = 0.0,
                 fade: float = 0.0, flip: float = 0.0, grain: float = 0.0, blind: float = 0.0, turned: bool = False,
                 shown: int = 99, sure: int = 99):  # fmt: skip
        numbers = b, plies, 1.0 / steps, span, keep, noise, fade, flip, grain, blind, turned, shown, sure
        self.context = np.array(numbers, float)
        self.steps = steps
        self.kernels = {"count": count, "child": child, "mover": mover, "utility": utility}

    def starts(self, n: int, seed: int, plies: int = 2) -> list[int]:
        """Positions of many games, some moves after the beginning, with something to lose."""
        states = []
        for number in range(n):
            key, ply = seed_key("planted", seed, number), number % plies
            value = int(key % np.uint64(2 * self.steps)) + 1 - self.steps  # to the player to move
            states.append(int(key & KEYS) << KEY | ply << PLY | (value * (1 - 2 * ply) + MIDDLE))
        return states

    def opinion(self) -> KernelEvaluator:
        return KernelEvaluator(self, static)


class PlantedWins(Planted):
    """The game tells only who wins; the planted values also tell how soon."""

    def __init__(self, **numbers: Any):
        super().__init__(**numbers)
        self.kernels["utility"] = winner


class Known:
    """The planted values."""

    exact = True

    def __init__(self, game: Planted):
        self.game = game

    def __str__(self) -> str:
        return "known by construction"

    def values(self, state: State) -> dict[Move, float]:
        me = self.game.mover(state)
        return {move: me * self.game.utility(self.game.play(state, move)) for move in self.game.moves(state)}
