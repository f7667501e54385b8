"""What a test compares between kernels that are compiled and kernels that are not (`NUMBA_DISABLE_JIT=1`).

NUMBA_DISABLE_JIT=1 .venv/bin/python -m tests.interpreted decisions      prints a part of it
"""

import json
import sys
from dataclasses import asdict
from typing import Any

import numpy as np

import overthink as ot
from overthink.core.arithmetic import mix, normals, seed_key, subkeys
from overthink.core.bind import kernel
from overthink.studies import study_named
from tests.checksums import entry, run

# Studies whose cell of tests/checksums.py takes a second or so when interpreted.
STUDIES = ("emm/fig2", "emm/fig9", "althofer/nodes", "nau/fig12", "bab/trees", "bab/cops", "bab/chance-trees")


@kernel
def arithmetic(x: float, n: int, narrow: Any) -> Any:
    """What Python and Numba do differently, unless numbers are given the same types: division by 0, and overflow."""
    return x / 0.0, -x / 0.0, n // 0, n * n * n, mix(seed_key_of_n(n), 3), narrow[0] * x, narrow[1] + 1


@kernel
def seed_key_of_n(n: int) -> Any:
    return np.uint64(n) * np.uint64(0x9E3779B97F4A7C15)


def decisions() -> dict[str, Any]:
    """Searches of games made of kernels, and of a tree of more than 2,000 nodes."""
    kalah = ot.Kalah.regularised(pits=3, seeds=2, plies=4, outcome="win")
    start = kalah.random_start(1)
    opinion = ot.store_difference(kalah)
    forest = ot.artificial(0.2)(ot.BoardSplittingModel(height=11, p=0.5, nontrivial=False).draw(0, 1))
    assert len(forest) > 2_000
    coin, dice = ot.RandomTree(3, 3), ot.RandomTree(2, 2, 0.7)
    found: dict[str, Any] = {
        f"{rule}, {search}": ot.decide(kalah, start, rule=rule, search=search, depth=3, evaluate=opinion, error=0.2)
        for rule, search in (("minimax", "full-width"), ("minimax", "alpha-beta"), ("emm", "full-width"))
    }
    for rule in ("minimax", "emm", "bayes"):
        found[f"tree, {rule}"] = ot.decide(forest, rule=rule, depth=4)
    for rule, search in (("emm", "pruned-emm"), ("tempered", "pruned-odds"), ("althofer", "althofer-alpha-beta")):
        found[search] = ot.decide(forest, rule=rule, search=search, depth=4)
    found["bounded"] = ot.bounded(coin, epsilon=5.0, low=0.0, high=100.0)
    found["bounded, chance"] = ot.bounded(dice, epsilon=5.0, low=0.0, high=100.0, table=True)
    for search in ("star1", "star2"):
        found[search] = ot.expectimax(dice, search=search, low=0.0, high=100.0)
    piglet = ot.Pig.piglet(3)
    found["pig"] = ot.expectimax(piglet, depth=3, evaluate=ot.win_probability(piglet))
    return {name: asdict(result) for name, result in found.items()}


def numbers() -> dict[str, Any]:
    """Random numbers, sweeps, synthetic models, a match."""
    keys = subkeys(np.arange(40, dtype=np.uint64), 7)
    found: dict[str, Any] = {"keys": keys, "normal": normals(keys), "pick": int(mix(seed_key("a"), np.uint64(2)))}
    found["arithmetic"] = arithmetic(1.5, 3_000_000_019, np.array([-3, 100], np.int8))
    trees = ot.artificial(0.2)(ot.BoardSplittingModel(height=6, p=0.5).draw(0, 20))
    for rule in ("minimax", "emm", "product", "althofer", "vote"):
        found[f"accuracy, {rule}"] = [asdict(share) for share in ot.accuracy(trees, rule, range(1, 6)).values()]
    for make in (ot.TopDown, ot.BottomUp):
        for reading in ("bucketed", "real"):
            model = make(b=2, g=5, s=0.6, height=4, reading=reading, boundary="none")
            found[f"{model}"] = model.decision_errors(0, 6, granularities=(2, 5, 30))
            found[f"{model}, drawn"] = model.draw(0, 3).static
    game = ot.Kalah.regularised(pits=3, seeds=2, plies=4, outcome="win")
    seen = ot.store_difference(game)
    players = ot.Player("minimax", 2, seen, search="alpha-beta"), ot.Player("emm", 2, seen, error=0.2)
    found["match"] = ot.play_pairs(game, [game.random_start(number) for number in range(6)], *players, seed=3)
    return found


def cells() -> dict[str, Any]:
    """One small cell of some studies."""
    return {name: entry(study_named(name), run(study_named(name))) for name in STUDIES}


PARTS = {"decisions": decisions, "numbers": numbers, "cells": cells}


def results(part: str) -> Any:
    """A part of it, as it comes back from JSON, in which no bit of a number is lost."""
    return json.loads(json.dumps(PARTS[part](), default=lambda value: value.tolist()))


if __name__ == "__main__":
    print(json.dumps(results(sys.argv[1])))
