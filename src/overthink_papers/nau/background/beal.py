"""Section 3.1, Beal's model: the error at the root grows with every level; exact."""

import math
from itertools import pairwise

from overthink.report.charts import curves
from overthink.studies.checks import ABOUT_SHARE, Computed, curve
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.nau.background.exact_trees import WinLoss, graded
from overthink_papers.nau.exact_numbers import Numbers, evaluate, exact_evidence, exact_row, exact_study, steps

MANY_MOVES = (10, 30, 100, 300, 1000)
RARE, OFTEN = 1e-7, 0.01
LEVELS = range(5)
UNITS = 3  # digits that rounding leaves of a rare error, in units of it
LOG_B = (
    "for large branching factors, the error at the root of the tree increased by approximately log b with every "
    "additional level of the search"
)
FACTOR = Reading(ReadingKind.OPEN, "by a factor, as long as errors are rare: a probability cannot grow by log b")


def measure(setting: Setting) -> Numbers:
    """How often the root is misjudged by searches to depth 0, 1, 2, …, in units of the evaluator's error."""
    tree = WinLoss(setting["b"], graded(setting["e"]))
    for depth in LEVELS:
        yield {"depth": depth}, round(tree.value_error(depth) / setting["e"], UNITS)


def factors(samples: Samples, b: int) -> list[float]:
    """By how much the error is multiplied with each level, where errors are rare."""
    line = evaluate(curve("depth", LEVELS, b=b, e=RARE), samples)
    return [later / earlier for earlier, later in pairwise(line)]


def _added(samples: Samples) -> Evidence:
    every = {b: [OFTEN * x for x in evaluate(steps(curve("depth", LEVELS, b=b, e=OFTEN)), samples)] for b in MANY_MOVES}
    apart = [abs(step / math.log(b) - 1.0) for b, line in every.items() for step in line]
    most = max(step for line in every.values() for step in line)
    words = f"a level adds {most:.3f} at most; log b is {math.log(MANY_MOVES[0]):.2f} or more"
    return exact_evidence([ABOUT_SHARE - gap for gap in apart], max(apart), words)


def _multiplied(samples: Samples) -> Evidence:
    every = {b: factors(samples, b) for b in MANY_MOVES}
    apart = [abs(factor / math.log(b) - 1.0) for b, line in every.items() for factor in line]
    shown = "; ".join(f"b = {b}: {line[0]:.2f}, log b {math.log(b):.2f}" for b, line in every.items())
    return exact_evidence([ABOUT_SHARE - gap for gap in apart], max(apart), f"{shown}; farthest {max(apart):.1%}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """The factor of the first level by b, beside log b."""
    table = [exact_row(factors(samples, b)[0], b=b, line="growth") for b in MANY_MOVES]
    table += [exact_row(math.log(b), b=b, line="log b") for b in MANY_MOVES]
    labels = {"x": "branching factor b", "y": "factor by which a level multiplies the error"}
    figure = curves(table, "b", "line", None, labels)
    figure.axes[0].set_xscale("log")
    return figure


STUDY = exact_study(
    name="nau/background-beal",
    title="Beal's model: the error at the root grows with every level",
    source="[Nau2010] section 3.1",
    settings=grid(b=MANY_MOVES, e=(RARE, OFTEN)),
    measure=measure,
    draw=draw,
    caption="How much a level of search multiplies the error at the root, exact, where errors are rare; beside log b.",
    claims=(
        Claim(
            "every level adds about log b to the error",
            LOG_B,
            Computed(_added, "a level adds log b"),
        ),
        Claim(
            "every level multiplies a rare error by about log b",
            LOG_B,
            Computed(_multiplied, "a level multiplies by log b", begin=lambda p: math.log(p["b"]) ** p["depth"]),
            reading=FACTOR,
        ),
    ),
)
