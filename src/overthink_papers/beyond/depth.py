"""The degree of pathology of [Nau2010] section 5 for searches 3, 5, … 11 plies deep against one of a single ply.

The paper measured (5, 1) and mentions (7, 1). Here the deep search goes on as far as the branching factor allows; it
always ends with the same player's move, since even depths are known to be another matter. Trees are as high as the deep
search is deep.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from overthink.core.estimate import LEVEL, Estimate, simultaneous
from overthink.measure.paired import ratio
from overthink.models.bottom_up import BottomUp
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.studies.checks import AllOf, Computed, all_above
from overthink.studies.claim import Evidence
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink_papers.experiments.granularity import (
    by_setting,
    degrees,
    errors_study,
    granularity_needed,
    minus,
    with_leaves,
)
from overthink_papers.experiments.scaffold import own_computed, plot

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp}
DEPTHS = {2: (3, 5, 7, 9, 11), 3: (3, 5, 7, 9), 4: (3, 5, 7), 6: (3, 5)}
SIMILARITIES = (0.0, 0.5, 1.0)
GRAINS = (*range(2, 21), *range(24, 61, 4))
LEAVES = 1 << 16  # in an observation, at least
SETTINGS: tuple[Setting, ...] = tuple(
    {"model": model, "b": b, "deep": deep, "s": s}
    for model in MODELS
    for b, depths in DEPTHS.items()
    for s in SIMILARITIES
    for deep in depths
)
LABELS = {"x": "depth of the deep search", "y": "degree of pathology p(root, d, 1)"}
COARSE, FINE = 6, 60  # granularities below and above most borders


def p(samples: Samples, model: str, b: int, s: float, deep: int, g: int, level: float = LEVEL) -> Estimate:
    """p(root, deep, 1); anything, where the shallow search made no error."""
    where = {"model": model, "b": b, "s": s, "deep": deep, "g": g}
    if not samples(search="shallow", **where).any():
        return Estimate(1.0, 0.0, math.inf, len(samples(search="shallow", **where)))
    return ratio(samples(search="deep", **where), samples(search="shallow", **where), level=level)


def _goes_on(samples: Samples, model: str, s: float, g: int, rises: bool) -> Evidence:
    level = simultaneous(2 * len(DEPTHS))
    lines = [[p(samples, model, b, s, deep, g, level) for deep in depths] for b, depths in DEPTHS.items()]
    changes = [minus(line[-1], line[0]) if rises else minus(line[0], line[-1]) for line in lines]
    shown = "; ".join(f"b = {b}: {' '.join(f'{each.mean:.2f}' for each in line)}" for b, line in zip(DEPTHS, lines))
    return all_above(changes, 0.0, shown)


def _needs_more(samples: Samples, model: str, s: float) -> Evidence:
    chosen = Samples(samples.select(model=model, s=s))
    errors = {(dict(key)["b"], dict(key)["deep"]): each for key, each in by_setting(chosen).items()}
    level = simultaneous(4)
    granularities = {b: [granularity_needed(errors[b, deep], level) for deep in DEPTHS[b]] for b in (2, 3)}
    changes = [minus(line[-1], line[1]) for line in granularities.values()]
    shown = "; ".join(f"b = {b}: {' '.join(f'{each.mean:.0f}' for each in line)}" for b, line in granularities.items())
    return all_above(changes, 0.0, f"granularity needed {shown}")


def _is_drawn(row: Row) -> bool:
    shown = row["b"] in (2, 3) and row["g"] in (COARSE, 20, FINE) and row["s"] in (0.0, 0.5)
    return bool(shown and row["mean"] > 0.0)


def changing(point: Point, by: float) -> float:
    """Made-up errors: p changes so much with every ply of the deep search."""
    return 0.3 + 0.3 * by * float(point["deep"]) * float(point["search"] == "deep")


def deeper_needs_more(point: Point, more: int) -> float:
    """Made-up errors: pathology below g = 10, and so much higher for the deepest search of each branching factor."""
    border = 10 + more * (point["deep"] == DEPTHS[point["b"]][-1])
    return 0.3 if point["search"] == "shallow" else 0.4 if point["g"] < border else 0.2


def _both_models(judge: Callable[..., Evidence], says: str, **options: Any) -> AllOf:
    return AllOf(tuple(Computed(partial(judge, model=model, **options), f"{model}, {says}") for model in MODELS))


WITHOUT_SIMILARITY: tuple[Point, ...] = tuple(
    {**setting, **point}
    for setting in SETTINGS
    if setting["s"] == 0.0
    for point in grid(search=("deep", "shallow"), g=GRAINS)
)

STUDY = errors_study(
    name="beyond/depth",
    title="degree of pathology of searches 3 to 11 plies deep",
    source="[Nau2010] section 5",
    settings=SETTINGS,
    model=lambda setting: MODELS[setting["model"]](b=setting["b"], s=setting["s"], height=setting["deep"]),
    draw=plot("deep", "s = {s:g}, g = {g}", "{model}, b = {b}", LABELS, keep=_is_drawn, level=1.0, log=True),
    caption="Above 1, the deep search decides worse than one of a single ply. Two-player models. Where the deep search "
    "made no error at all, there is no point.",
    claims=(
        own_computed(
            _both_models(_goes_on, "more pathological", s=0.0, g=COARSE, rises=True).judge,
            f"both models, s = 0, g = {COARSE}: the deeper, the more pathological, from depth 3 to the deepest",
            partial(changing, by=0.001),
            partial(changing, by=-0.001),
        ),
        own_computed(
            _both_models(_goes_on, "better", s=0.5, g=FINE, rises=False).judge,
            f"both models, s = .5, g = {FINE}: the deeper, the better, from depth 3 to the deepest",
            partial(changing, by=-0.001),
            partial(changing, by=0.001),
        ),
        own_computed(
            _both_models(_needs_more, "needs more", s=0.0).judge,
            "both models, s = 0, b = 2 and 3: the deepest search needs more granularity than one to depth 5",
            partial(deeper_needs_more, more=1),
            partial(deeper_needs_more, more=0),
            WITHOUT_SIMILARITY,
        ),
    ),
    rows=degrees,
    across="deep",
    scales={"quick": 40, "paper": 1000},
    grains=GRAINS,
    batches=with_leaves(LEAVES),
)
