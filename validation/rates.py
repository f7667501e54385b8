"""How many nodes alpha-beta sees in the time that a rule at full width needs for one: the `rate` of a kind
in `overthink_papers.beyond.solved_games`; and how many times as soon it ends on two cores: its `sooner`.

    .venv/bin/python validation/rates.py [GAME …]

On one core, seconds are processor time of long searches of the same positions, compiled beforehand, so that what every
search costs once does not count; the median over positions. On two cores full width is cut for two threads, which only
pays in longer searches: these tell how much sooner it ends, on a machine that does nothing else. Alpha-beta is never
cut.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from overthink import Decision, Limit, decide, deepen, jobs
from overthink.core.arithmetic import seed_key
from overthink_papers.beyond.solved_games import KINDS, game_named, random_position, rule_of

POSITIONS, ENOUGH, DEEPEST = 11, 50_000, 12
PAIRS, LONG = 3, 1 << 22  # positions for two cores, and nodes that they must have


def seconds_each(run: Callable[[], Decision]) -> float:
    """Processor time for one node: the best of three runs."""
    best = np.inf
    for _ in range(3):
        begun = time.process_time()
        decision = run()
        best = min(best, (time.process_time() - begun) / decision.nodes.total)
    return best


def _engine(name: str, state: Any, limit: Limit) -> Decision:
    game, judge = game_named(name)
    return deepen(game, state, limit=limit, search="alpha-beta", table=True, evaluate=judge)


def rules_of(name: str) -> dict[str, Any]:
    return {"minimax": "minimax", "product": rule_of(name, heights=False), "learned": rule_of(name)}


def rates(name: str) -> dict[str, float]:
    """On one core."""
    game, judge = game_named(name)
    rules = rules_of(name)
    rows: list[list[float]] = []
    number = 0
    while len(rows) < POSITIONS:
        number += 1
        state = random_position(name, seed_key("rates", 1, name, number))
        limit = Limit(nodes=ENOUGH)
        if state is None or _engine(name, state, limit).nodes.total < ENOUGH:
            continue
        depth = 1
        while depth < DEEPEST and decide(game, state, depth=depth, evaluate=judge).nodes.total < ENOUGH:
            depth += 1
        each = seconds_each(partial(_engine, name, state, limit))
        rows.append(
            [
                seconds_each(partial(decide, game, state, rule=rule, depth=depth, evaluate=judge)) / each
                for rule in rules.values()
            ]
        )
    return dict(zip(rules, np.median(np.array(rows), axis=0).round(2).tolist()))


def sooner(name: str) -> float:
    """How many times as soon learned odds at full width end on two cores: the median over positions."""
    game, judge = game_named(name)
    ratios: list[float] = []
    number = 0
    while len(ratios) < PAIRS:
        number += 1
        state = random_position(name, seed_key("rates", 1, name, number))
        if state is None:
            continue
        depth, nodes = 1, 1
        while nodes < LONG:
            depth += 1
            before, nodes = nodes, decide(game, state, depth=depth, evaluate=judge).nodes.total
            if nodes <= before:  # the end of the game is near: never so many
                break
        else:
            run = partial(decide, game, state, rule=rules_of(name)["learned"], depth=depth, evaluate=judge)
            ratios.append(wall(run, 1) / wall(run, 2))
    return round(float(np.median(ratios)), 2)


def wall(run: Callable[[], Decision], cores: int) -> float:
    """Seconds on the clock: the best of three runs."""
    best = np.inf
    with jobs(cores):
        for _ in range(3):
            begun = time.perf_counter()
            run()
            best = min(best, time.perf_counter() - begun)
    return best


if __name__ == "__main__":
    for game in sys.argv[1:] or KINDS:
        print(game, rates(game), "two cores:", sooner(game), flush=True)
