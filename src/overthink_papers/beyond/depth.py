"""How the degree of pathology goes on with depth: searches 3, 5, … 11 plies deep against one of a single ply.

[Nau2010] measured (5, 1) and mentions (7, 1). Here the deep search goes on as far as the branching factor allows; it
always ends with the same player's move, since even depths are known to be another matter. Trees are as high as the deep
search is deep.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from overthink.core.estimate import LEVEL, Estimate, simultaneous
from overthink.measure.paired import ratio
from overthink.models import BottomUp, TopDown
from overthink.models.granular import GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import all_above
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture
from overthink_papers.experiments.granularity import by_setting, degrees, errors_study, minus, needed, with_leaves

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
FEW, MANY = 6, 60  # granularities below and above most borders


def p(samples: Samples, model: str, b: int, s: float, deep: int, g: int, level: float = LEVEL) -> Estimate:
    """p(root, deep, 1); anything, where the shallow search made no error."""
    where = {"model": model, "b": b, "s": s, "deep": deep, "g": g}
    if not samples(search="shallow", **where).any():
        return Estimate(1.0, 0.0, math.inf, len(samples(search="shallow", **where)))
    return ratio(samples(search="deep", **where), samples(search="shallow", **where), level=level)


def goes_on(samples: Samples, model: str, s: float, g: int, rises: bool) -> Evidence:
    """From the shallowest to the deepest of the deep searches p rises, or falls, at every branching factor."""
    level = simultaneous(2 * len(DEPTHS))
    lines = [[p(samples, model, b, s, deep, g, level) for deep in depths] for b, depths in DEPTHS.items()]
    changes = [minus(line[-1], line[0]) if rises else minus(line[0], line[-1]) for line in lines]
    shown = "; ".join(f"b = {b}: {' '.join(f'{each.mean:.2f}' for each in line)}" for b, line in zip(DEPTHS, lines))
    return all_above(changes, 0.0, shown)


def needs_more(samples: Samples, model: str, s: float) -> Evidence:
    """The deepest search needs more granularity than one to depth 5, b = 2 and 3."""
    chosen = Samples(samples.select(model=model, s=s))
    errors = {(dict(key)["b"], dict(key)["deep"]): each for key, each in by_setting(chosen).items()}
    level = simultaneous(4)
    granularities = {b: [needed(errors[b, deep], level) for deep in DEPTHS[b]] for b in (2, 3)}
    changes = [minus(line[-1], line[1]) for line in granularities.values()]
    shown = "; ".join(f"b = {b}: {' '.join(f'{each.mean:.0f}' for each in line)}" for b, line in granularities.items())
    return all_above(changes, 0.0, f"granularity needed {shown}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"{row['model']}, b = {row['b']}", "line": f"s = {row['s']:g}, g = {row['g']}"}
        for row in rows
        if row["b"] in (2, 3) and row["g"] in (FEW, 20, MANY) and row["s"] in (0.0, 0.5) and row["mean"] > 0.0
    ]
    labels = {"x": "depth of the deep search", "y": "degree of pathology p(root, d, 1)"}
    return curves(shown, "deep", "line", "panel", labels, level=1.0, log=True)


def claims_of(model: str) -> tuple[Claim, ...]:
    return (
        Claim(
            f"{model}, s = 0, g = {FEW}: the deeper, the more pathological, from depth 3 to the deepest",
            "not in print",
            lambda samples: goes_on(samples, model, 0.0, FEW, rises=True),
        ),
        Claim(
            f"{model}, s = .5, g = {MANY}: the deeper, the better, from depth 3 to the deepest",
            "not in print",
            lambda samples: goes_on(samples, model, 0.5, MANY, rises=False),
        ),
        Claim(
            f"{model}, s = 0, b = 2 and 3: the deepest search needs more granularity than one to depth 5",
            "not in print",
            lambda samples: needs_more(samples, model, 0.0),
        ),
    )


STUDY = errors_study(
    name="beyond/depth",
    title="degree of pathology of searches 3 to 11 plies deep",
    source="[Nau2010] section 5",
    settings=SETTINGS,
    model=lambda setting: MODELS[setting["model"]](b=setting["b"], s=setting["s"], height=setting["deep"]),
    draw=draw,
    caption="Above 1, the deep search decides worse than one of a single ply. Two-player models. Where the deep search "
    "made no error at all, there is no point.",
    claims=tuple(claim for model in MODELS for claim in claims_of(model)),
    rows=degrees,
    across="deep",
    scales={"quick": 40, "paper": 1000},
    grains=GRAINS,
    batches=with_leaves(LEAVES),
)
