"""Random numbers for a player: a run can be repeated, and any number of processes gives the same answers."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from overthink.core.randomness import mix, seed_key
from overthink.doctor.examine import State
from overthink.measure.knob import Value

KEYWORDS = ("seed", "rng")


class Seeded:
    """A player that gets its random numbers. If it takes a keyword `seed`, it gets a whole number; if it takes `rng`,
    a generator of NumPy. The generators of `random` and of `numpy.random` are seeded too."""

    def __init__(self, player: Callable[..., Any], seed: int):
        self.player, self.seed = player, seed
        self.takes = [name for name in KEYWORDS if name in _parameters(player)]

    def __call__(self, state: State, value: Value, number: int | None = None) -> Any:
        """Ask the player. The same number gives the same random numbers; None gives new ones."""
        if number is None:
            number = random.SystemRandom().getrandbits(31)
        seed = int(mix(seed_key("player", self.seed), np.uint64(number)) >> np.uint64(32))
        random.seed(seed)
        np.random.seed(seed)
        keywords = {"seed": seed, "rng": np.random.default_rng(seed)} if self.takes else {}
        return self.player(state, value, **{name: keywords[name] for name in self.takes})


def _parameters(player: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(player).parameters)
    except (TypeError, ValueError):  # a built-in function
        return []


@contextmanager
def restored_random() -> Iterator[None]:
    """Leave the generators of `random` and of `numpy.random` as they were."""
    before, numpy_before = random.getstate(), np.random.get_state()
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)
