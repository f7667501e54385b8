"""A graphics card against this machine's processors: the same numbers, bit for bit, and how long each takes.

Eleven synthetic models of [Nau2010] section 5 (b = 10, height 5, 59 granularities, in the reading where noise is added
to the middles of buckets); the games of `emm/fig6`; every position of an endgame, by a rule and at 20 granularities.
The processors use all cores. Both sides run in turn after a first run that compiles, and the fastest time of each
counts. With the command, cells are also stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from benchmarks.sweeps import GRANULARITIES
from benchmarks.timing import Row, in_turn, seconds
from overthink.core.errors import OverthinkError, as_sentence
from overthink.core.threads import cores
from overthink.evaluate.spoil import noisy, truth
from overthink.games.chess.table import endgame
from overthink.models.granular import GRAINS, SIMILARITIES
from overthink.models.top_down import TopDown
from overthink.studies import study_named
from overthink.whole_games.granularities import by_granularity
from overthink.whole_games.survey import survey

DEPTHS = (1, 2, 3, 4, 5)
Numbers = Callable[[], Iterable[Any]]


def gpu(quick: bool) -> list[Row]:
    """A row for each kind of work."""
    from overthink.gpu.device import require

    with as_sentence("There is no GPU that CUDA can use.", OverthinkError):
        require()
    rounds = 2 if quick else 3
    return [_synthetic(20 if quick else 200, rounds), _games(200 if quick else 20_000, rounds),
            *_whole_game("KRK" if quick else "KQKR", rounds)]  # fmt: skip


def _compare(task: str, card: Numbers, processors: Numbers, rounds: int, work: float, unit: str) -> Row:
    found = [[np.asarray(each) for each in side()] for side in (card, processors)]
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    times = in_turn({"ours": lambda: seconds(card), "theirs": lambda: seconds(processors)}, rounds)
    how = f"all {sum(each.size for each in found[0]):,} numbers agree; fastest of {rounds} in turn"
    return Row(f"{task}, on a graphics card", "the processors", times["ours"], times["theirs"], how, work, unit)


def _synthetic(trees: int, rounds: int) -> Row:
    from overthink.gpu.forest import mean_errors

    models = [TopDown(b=10, s=s, reading="bucketed") for s in SIMILARITIES]

    def processors() -> list[Any]:
        with ThreadPoolExecutor() as pool:
            return list(pool.map(lambda model: model.decision_errors(0, trees, 0, 1, GRAINS), models))

    total = trees * len(models)
    return _compare(
        "top-down model, b = 10", lambda: mean_errors(models, 0, trees, 1, 0, 1, GRAINS), processors, rounds, total,
        "trees",
    )  # fmt: skip


def _games(games: int, rounds: int) -> Row:
    from overthink.studies.gpu import on_gpu
    from overthink.studies.runner import processes

    study = study_named("emm/fig6")
    jobs = study.jobs(games)

    def cells(workers: Any) -> list[Any]:
        return [cell[1] for _, cell in sorted(workers(jobs, 0), key=lambda done: done[0][1:])]

    here = processes(cores())
    there = on_gpu
    total = games * len(study.settings)
    return _compare(
        f"{study.name}, {total:,} games", lambda: cells(there), lambda: cells(here), rounds, total, "games"
    )  # fmt: skip


def _whole_game(name: str, rounds: int) -> list[Row]:
    table = endgame(name)
    space = table.state_space()
    judge = noisy(truth, 2.0 / (table.longest + 1))

    def errors(device: str) -> Numbers:
        return lambda: survey(space, judge, DEPTHS, seed=1, device=device).errors.values()

    def granular(device: str) -> Numbers:
        return lambda: [
            list(row.values())
            for row in by_granularity(space, judge, GRANULARITIES, DEPTHS, seed=1, device=device).mean_errors.values()
        ]

    size = len(space.tree) / 1e6
    works = {"minimax": errors, f"{len(GRANULARITIES)} granularities": granular}
    return [
        _compare(
            f"{name}, survey of depths 1 to 5, {what}", work("gpu"), work("cpu"), rounds, size, "million positions"
        )
        for what, work in works.items()
    ]
