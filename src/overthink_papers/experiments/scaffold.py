"""What most studies are made of: observations one by one, curves over the rows, and comparisons at many places."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Sample
from overthink.report.charts import curves
from overthink.studies.checks import AllOf, AlwaysBetter, Computed, MeanAt, at
from overthink.studies.claim import Claim, ClaimCheck, Evidence, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Draw, Picture, Run

DEPTH_LABELS = {"x": "search depth (plies)", "y": "fraction of correct decisions"}
Observe = Callable[[Setting, int, int], Sequence[float] | Sample]  # setting, number of the observation, seed
Words = str | Callable[[Row], str]


def own_seed(*words: object) -> int:
    """A seed of one's own for these words and numbers, such as the name of a study and the seed of a run."""
    return int(seed_key(*words)) >> 1


def one_by_one(points: Sequence[Point] | Callable[[Setting], Sequence[Point]]) -> Callable[[Observe], Run]:
    """The run of a study from a function that makes one observation: a number for each of these points."""

    def make_run(observe: Observe) -> Run:
        def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
            columns = [observe(setting, number, seed) for number in range(start, stop)]
            return list(points(setting) if callable(points) else points), np.array(columns, float).T

        return run

    return make_run


def plot(
    x: str,
    line: Words,
    panel: Words | None,
    labels: Mapping[str, str],
    panel_title: str = "",
    keep: Callable[[Row], bool] = lambda row: True,
    level: float | None = None,
    log: bool = False,
    log_x: bool = False,
) -> Draw:
    """Draws the rows that are kept as `curves` does. Lines and panels are columns, words with columns in braces, as in
    "b = {b}, depth {depth}", or functions of a row."""

    def draw(samples: Samples, rows: list[Row]) -> Picture:
        named = [{**row, "line": _fill(line, row), "panel": _fill(panel or "", row)} for row in rows if keep(row)]
        return curves(named, x, "line", "panel" if panel else None, labels, panel_title, level, log, log_x=log_x)

    return draw


def _fill(words: Words, row: Row) -> object:
    return words(row) if callable(words) else row[words] if words in row else words.format(**row)


def ahead_at(places: Iterable[Point], one: Point, *others: Point, by: float = 0.0) -> AlwaysBetter:
    """At every one of these places the first point is above each of the others by more than so much."""
    return AlwaysBetter(tuple((at(**one, **p), at(**other, **p)) for p in places for other in others), by)


def own_all(says: str, *checks: ClaimCheck) -> Claim:
    """A question of our own that several checks answer together."""
    return own_claim(AllOf(checks), says)


def own_computed(
    judge: Callable[[Samples], Evidence],
    says: str,
    holds: MeanAt | Samples | None = None,
    fails: MeanAt | Samples | None = None,
    points: tuple[Point, ...] = (),
) -> Claim:
    """A question of our own that a function judges, with numbers on which it just holds and just fails."""
    return own_claim(Computed(judge, says, holds, fails, points))
