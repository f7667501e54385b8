"""Decision errors of a deep and a shallow search on synthetic trees, over granularities, and the granularity that keeps
the deep search from being the worse one. [Nau2010] sections 5 and 5.4

An observation is one tree or, where trees are small, as many as have 4,096 leaves together, so that no branching factor
is left with little evidence. At each granularity it has two decision errors. The text averages p(x, i, j) over x: the
mean of the trees' ratios, of which those with an error of 0 at the smaller depth have none. The ratio of both mean
errors counts every tree. A study may keep what both need; `averaging` chooses one.

The granularity needed is the smallest without pathology. Where p is close to 1 chance decides on which side of it a
granularity falls, so it is found as the smallest granularity plus all that are pathological: the same where the border
is clean, and not drawn to one side where it is not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import LEVEL, Estimate, Sample, simultaneous
from overthink.core.kinds import Column
from overthink.measure.paired import difference, differences, linearise
from overthink.models.granular import GRAINS, GranularModel
from overthink.studies.checks import all_above, mostly_above
from overthink.studies.claim import Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Study, one_figure
from overthink_papers.experiments.scaffold import own_seed

LEAVES = 4096
MARGIN = 0.2  # of its height: so close to the surface, chance decides on which side of it a point falls
NEARLY_ALL = 0.99  # of the points: so many are on their side of the surface
MANY = 1 << 15  # trees whose errors are in memory at a time
ERRORS, RATIOS = "errors", "ratios"  # what is averaged over trees
ALWAYS, KEPT = ("deep", "shallow"), ("ratio", "erring")  # errors; their ratio or 0, and whether there is one
AVERAGES = {ERRORS: ALWAYS, RATIOS: KEPT}
Key = tuple[tuple[str, Any], ...]  # names and values of a setting
Batch = tuple[int, int, int]  # start and stop of some observations, and the number of trees in each


def with_trees(trees: int) -> Callable[[GranularModel, int, int], list[Batch]]:
    """Observations of n trees, or of n times as many as have 4,096 leaves."""
    return lambda model, start, stop: [(start, stop, trees * max(1, LEAVES // model.b**model.height))]


def with_leaves(leaves: int) -> Callable[[GranularModel, int, int], list[Batch]]:
    """Observations of one tree, or of as many as have this many leaves."""
    return lambda model, start, stop: [(start, stop, max(1, leaves // model.b**model.height))]


def _points_of(grains: Sequence[int], ratios: bool) -> list[Point]:
    return [{"search": search, "g": g} for search in ((*ALWAYS, *KEPT) if ratios else ALWAYS) for g in grains]


def errors_study(
    name: str,
    model: Callable[[Setting], GranularModel],
    grains: Sequence[int] = GRAINS,
    shallow: Callable[[Setting], int] = lambda setting: 1,
    batches: Callable[[GranularModel, int, int], list[Batch]] = with_leaves(LEAVES),  # noqa: B008
    ratios: Callable[[Setting], bool] = lambda setting: False,
    **figure: Any,
) -> Study:
    """P_err of the search to the leaves ("deep") and of the shallow one, at every granularity, on every tree; and, for
    the settings that `ratios` says, what the mean of their ratios needs. `figure`: the rest of `one_figure`."""

    def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
        own = own_seed(name, seed)
        trees = model(setting)
        parts = []
        for first, after, each in batches(trees, start, stop):
            for number in range(first, after, max(1, MANY // each)):
                end = min(number + max(1, MANY // each), after)
                errors = trees.decision_errors(number * each, end * each, own, shallow(setting), grains)
                every = np.concatenate([errors, with_ratios(errors)]) if ratios(setting) else errors
                parts.append(every.reshape(-1, len(grains), end - number, each).mean(axis=3))
        points = _points_of(grains, ratios(setting))
        return points, np.concatenate(parts, axis=2).reshape(len(points), stop - start)

    def together(chosen: Sequence[Setting], start: int, stop: int, seed: int) -> Iterator[tuple[int, Cell]]:
        from overthink.gpu.forest import mean_errors  # needs a GPU

        alike: dict[tuple[GranularModel, int, bool], list[int]] = {}
        for number, setting in enumerate(chosen):
            shape = replace(model(setting), s=0.0), shallow(setting), ratios(setting)
            alike.setdefault(shape, []).append(number)
        for (one, depth, both), numbers in alike.items():
            trees = [model(chosen[number]) for number in numbers]
            parts = []
            for first, after, each in batches(one, start, stop):
                parts.append(mean_errors(trees, first, after, each, own_seed(name, seed), depth, grains, both))
            points = _points_of(grains, both)
            for place, number in enumerate(numbers):
                errors = np.concatenate([part[place] for part in parts], axis=2)
                yield number, (points, errors.reshape(len(points), stop - start))

    return one_figure(name=name, run=run, together=together, **{"rows": degrees, **figure})


def with_ratios(errors: Column) -> Column:
    """Of a deep and a shallow error, their ratio, or 0 where it has no value, and whether it has one."""
    deep, shallow = errors
    errs = shallow > 0.0
    ratios: Column = np.stack([np.divide(deep, shallow, out=np.zeros_like(deep), where=errs), errs])
    return ratios


def averaging(samples: Samples, what: str) -> Samples:
    """The samples as those of a deep and a shallow search whose means have p as their ratio: the ratio of the mean
    errors, or the mean of the ratios of those trees in which the shallow search errs."""
    names = dict(zip(AVERAGES[what], ALWAYS))
    return Samples([({**p, "search": names[p["search"]]}, s) for p, s in samples.entries if p["search"] in names])


@lru_cache(maxsize=4)  # every claim asks for them
def by_setting(samples: Samples) -> Mapping[Key, Mapping[tuple[str, int], Sample]]:
    """The samples of each setting, by search ("deep", "shallow", …) and granularity."""
    groups: dict[Key, dict[tuple[str, int], Sample]] = {}
    for point, sample in samples.entries:
        key = tuple((name, value) for name, value in point.items() if name not in ("search", "g"))
        groups.setdefault(key, {})[point["search"], point["g"]] = sample
    return groups


def degrees(samples: Samples) -> list[Row]:
    """p(root, i, j) at every setting and granularity at which the shallow search errs at all. eq. 6"""
    table = []
    for key, errors in by_setting(samples).items():
        for g in sorted({g for _, g in errors}):
            if errors["shallow", g].any():
                estimate = Estimate.of_mean(linearise(errors["deep", g], errors["shallow", g]))
                table.append({**dict(key), "g": g, **asdict(estimate)})
    return table


def worse_by(errors: Mapping[tuple[str, int], Sample], g: int, level: float) -> Estimate:
    """How much more the deep search errs than the shallow one at one granularity; anything, where no tree tells them
    apart."""
    gap = difference(errors["deep", g], errors["shallow", g], level)
    return gap if gap.low < gap.high else Estimate(gap.mean, -1.0, 1.0, gap.n)


def granularity_needed(errors: Mapping[tuple[str, int], Sample], level: float = LEVEL) -> Estimate:
    """The granularity needed to avoid pathology, from the errors at each; one step above the largest if none is enough.

    Its interval reaches from where all granularities that are significantly pathological are counted to where all
    that may be are."""
    grains = sorted({g for _, g in errors})
    widths = np.diff(grains, append=2 * grains[-1] - grains[-2])
    deep, shallow = (np.array([errors[search, g] for g in grains], float) for search in ("deep", "shallow"))
    mean, low, high = (grains[0] + float(widths @ (ends > 0.0)) for ends in differences(deep, shallow, level))
    return Estimate(mean, low, high, deep.shape[1])


def minus(a: Estimate, b: Estimate) -> Estimate:
    """The difference of two numbers, wherever in their intervals they lie."""
    return Estimate(a.mean - b.mean, a.low - b.high, a.high - b.low, min(a.n, b.n))


def size_of(change: Estimate) -> Estimate:
    """How large a change is, whichever way it goes."""
    return Estimate(abs(change.mean), max(change.low, -change.high), max(change.high, -change.low), change.n)


def average(parts: Sequence[Estimate]) -> Estimate:
    """The mean of several numbers, wherever in their intervals they lie."""
    mean, low, high = (float(np.mean([getattr(part, end) for part in parts])) for end in ("mean", "low", "high"))
    return Estimate(mean, low, high, min(part.n for part in parts))


def needed_rows(samples: Samples) -> list[Row]:
    """A row for each setting: the granularity that it needs."""
    return [{**dict(key), **asdict(granularity_needed(errors))} for key, errors in by_setting(samples).items()]


def heights(samples: Samples, row: str, column: str, level: float | None = None) -> list[list[Estimate]]:
    """The granularity needed, by two factors; intervals are widened for the longer of them (Bonferroni), unless a level
    is given."""
    errors = {tuple(dict(key)[name] for name in (row, column)): each for key, each in by_setting(samples).items()}
    rows, columns = (sorted({key[i] for key in errors}) for i in (0, 1))
    level = level or simultaneous(max(len(rows), len(columns)))
    return [[granularity_needed(errors[i, j], level) for j in columns] for i in rows]


def on_its_side(samples: Samples, share: float = 1.0) -> Evidence:
    """All points, or more than this share of them, are on their side of the surface."""
    cells = list(by_setting(samples).values())
    level = simultaneous(sum(len(errors) // 2 for errors in cells))
    margins = list[Estimate]()
    for errors in cells:
        place = granularity_needed(errors).mean
        for g in sorted({g for _, g in errors}):
            if abs(g - place) > MARGIN * place:
                gap = worse_by(errors, g, level)
                margins.append(gap if g < place else minus(Estimate.exactly(0.0, gap.n), gap))
    if share < 1.0:
        return mostly_above(margins, 0.0, "on their side are", share)
    wrong, sure = (sum(getattr(margin, end) <= 0.0 for margin in margins) for end in ("mean", "high"))
    return all_above(margins, 0.0, f"{wrong} of {len(margins)} points on the wrong side, {sure} significantly")


def region_grows(samples: Samples) -> Evidence:
    """At every step of b, more granularities are pathological, averaged over similarities."""
    sizes = [average(column) for column in zip(*heights(samples, "s", "b"))]
    steps = [minus(later, earlier) for earlier, later in pairwise(sizes)]
    return all_above(steps, 0.0, f"pathological granularities {' '.join(f'{size.mean - 2:.1f}' for size in sizes)}")
