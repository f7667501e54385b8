"""Section 3.1, Beal's model: how the error at the root grows with every level of the search. Exact."""

from __future__ import annotations

import math
from itertools import pairwise

from overthink.models.win_loss import WinLoss, graded
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import Numbers, exact_study, known, numbers

BRANCHING = (10, 30, 100, 300, 1000)
RARE, OFTEN = 1e-7, 0.01
LEVELS = range(5)
UNITS = 3  # digits that rounding leaves of a rare error, in units of it
PRINTED = (
    "for large branching factors, the error at the root of the tree increased by approximately log b with every "
    "additional level of the search"
)
FACTOR = Reading(ReadingKind.OPEN, "a factor of log b, as long as errors are rare: a probability cannot grow by log b")
NEARLY = Reading(ReadingKind.CLOSEST, "a factor within a quarter of log b, as long as errors are rare")
TENTH, QUARTER = 0.1, 0.25


def measure(setting: Setting) -> Numbers:
    """How often the root is misjudged by searches to depth 0, 1, 2, …, in units of the evaluator's error."""
    tree = WinLoss(setting["b"], graded(setting["e"]))
    for depth in LEVELS:
        yield {"depth": depth}, round(tree.value_error(depth) / setting["e"], UNITS)


def added(samples: Samples) -> Evidence:
    """Every level adds about log b to the error."""
    apart, most = 0.0, 0.0
    for b in BRANCHING:
        curve = [OFTEN * units for units in numbers(samples, "depth", LEVELS, b=b, e=OFTEN)]
        steps = [later - earlier for earlier, later in pairwise(curve)]
        apart = max(apart, *(abs(step / math.log(b) - 1.0) for step in steps))
        most = max(most, *steps)
    return settled(
        apart <= TENTH, apart, f"a level adds {most:.3f} at most; log b is {math.log(BRANCHING[0]):.2f} or more"
    )


def factor(samples: Samples, b: int) -> list[float]:
    """By how much the error is multiplied with each level, where errors are rare."""
    return [later / earlier for earlier, later in pairwise(numbers(samples, "depth", LEVELS, b=b, e=RARE))]


def multiplied(tolerance: float, samples: Samples) -> Evidence:
    by_b = {b: factor(samples, b) for b in BRANCHING}
    apart = max(abs(each / math.log(b) - 1.0) for b, factors in by_b.items() for each in factors)
    shown = "; ".join(f"b = {b}: {factors[0]:.2f}, log b {math.log(b):.2f}" for b, factors in by_b.items())
    return settled(apart <= tolerance, apart, f"{shown}; farthest {apart:.1%}")


def same_at_every_level(samples: Samples) -> Evidence:
    apart = max(max(factors) / min(factors) - 1.0 for factors in (factor(samples, b) for b in BRANCHING))
    return settled(apart < 0.01, apart, f"factors of one b differ by {apart:.2g} at most")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    table = [{"b": b, "line": "growth", "mean": factor(samples, b)[0]} for b in BRANCHING]
    table += [{"b": b, "line": "log b", "mean": math.log(b)} for b in BRANCHING]
    labels = {"x": "branching factor b", "y": "factor by which a level multiplies the error"}
    figure = curves([{**row, "low": row["mean"], "high": row["mean"]} for row in table], "b", "line", None, labels)
    figure.axes[0].set_xscale("log")
    return figure


FIGURE = Figure(
    name="nau/background-beal",
    title="Beal's model: the error at the root grows with every level",
    source="[Nau2010] section 3.1",
    draw=draw,
    caption="How much a level of search multiplies the error at the root, exact, where errors are rare; beside log b.",
    claims=(
        Claim("every level adds about log b to the error", PRINTED, added, tolerance="“approximately”: a tenth"),
        Claim(
            "every level multiplies a rare error by about log b",
            PRINTED,
            lambda s: multiplied(TENTH, s),
            reading=FACTOR,
            tolerance="“approximately”: a tenth",
        ),
        Claim(
            "every level multiplies a rare error by log b, give or take a quarter",
            PRINTED,
            lambda s: multiplied(QUARTER, s),
            reading=NEARLY,
            tolerance="a quarter, chosen because it fits",
        ),
        Claim("the factor is the same at every level", "not in print", same_at_every_level),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-beal", grid(b=BRANCHING, e=(RARE, OFTEN)), measure, (FIGURE,))
