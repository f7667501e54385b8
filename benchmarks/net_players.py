"""Seconds that the players of `beyond/best-first` take for a million evaluations of a net, on this machine.

.venv/bin/python benchmarks/net_players.py GAME
"""

from __future__ import annotations

import sys
import time

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink_papers.beyond.best_first import players
from overthink_papers.beyond.best_first.cost import JUDGED, MAIN, MIDDLE
from overthink_papers.beyond.strong.players import opening_of


def seconds(name: str, kind: str, player: str) -> float:
    """Seconds for an evaluation."""
    states = [opening_of(name, seed_key("seconds", name, number)) for number in range(40)]
    think = players.thinker(name, kind, 1, player)
    spent = 0
    list(think(states[0], MIDDLE[-1], np.uint64(0)))  # compiles
    begun = time.perf_counter()
    for number, state in enumerate(states):
        spent += list(think(state, MIDDLE[-1], np.uint64(number)))[-1][0]
    return (time.perf_counter() - begun) / spent


if __name__ == "__main__":
    for kind in JUDGED:
        for player in MAIN:
            print(f"{kind:6} {player:17} {1e6 * seconds(sys.argv[1], kind, player):.2f} s", flush=True)
