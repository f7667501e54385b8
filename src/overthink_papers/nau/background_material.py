"""Section 4.3, Scheucher and Kaindl: heuristic values drift apart with depth, and far from 0 they are seldom wrong;
exact. Also what section 3.2 says of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np

from overthink.models.drift import Material
from overthink.report.curves import curves
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import (
    Numbers,
    all_exceed,
    all_fall,
    all_grow,
    by_parity,
    exact_study,
    known,
    numbers,
    shown,
)

BRANCHING, STEPS, DECAYS = (2, 3, 5), (1, 2, 4), (0.5, 1.0)
FADING, CONSTANT = DECAYS
DEPTHS = range(1, 9)
VALUE = Reading(ReadingKind.OPEN, "the error of the root's value, not of the decision")
ELIMINATES = "This depth-related decrease … was shown to be sufficient to eliminate lookahead pathology."
ESSENTIAL = (
    "considered multi-valued evaluation functions (i.e., high granularities) essential to the prevention of lookahead "
    "pathology"
)


def measure(setting: Setting) -> Numbers:
    """Errors of decisions and of the root's value by search depth; how often evaluations are wrong, and how far apart
    they lie."""
    tree = Material(setting["b"], DEPTHS[-1], setting["step"], decay=setting["decay"])
    places = np.arange(-tree.reach, tree.reach + 1)
    for depth in DEPTHS:
        law = tree.spread(depth)
        mean = float(law @ places)
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
        yield {"of": "two values", "depth": depth}, tree.two_values(depth)
        yield {"of": "value", "depth": depth}, tree.value_error(depth)
        yield {"of": "mistake", "depth": depth}, tree.mistakes(depth)
        yield {"of": "spread", "depth": depth}, float(np.sqrt(law @ (places - mean) ** 2))
        yield {"of": "extreme", "depth": depth}, float(law[np.abs(places) > setting["step"]].sum())


def material(samples: Samples, of: str, decay: float = FADING) -> list[list[float]]:
    """A curve over depth for each b and each size of a step."""
    pairs = product(BRANCHING, STEPS)
    return [numbers(samples, "depth", DEPTHS, of=of, decay=decay, b=b, step=step) for b, step in pairs]


def halves(lines: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    return [half for line in lines for half in by_parity(line)]


def apart(samples: Samples) -> Evidence:
    lines = material(samples, "spread")
    return all_grow(lines, f"standard deviation, steps of 0 to 1: {shown(lines[0])}")


def more_extreme(samples: Samples) -> Evidence:
    lines = halves(material(samples, "extreme"))
    return all_grow(lines, f"share of values farther from 0 than one step, odd depths: {shown(lines[0])}")


def fewer_mistakes(samples: Samples) -> Evidence:
    lines = halves(material(samples, "mistake"))
    return all_fall(lines, f"steps of 0 to 1, odd depths: {shown(lines[0])}")


def no_pathology(samples: Samples, of: str, decay: float = FADING) -> Evidence:
    """An error never grows within a parity, and is smaller in the end."""
    lines = halves(material(samples, of, decay))
    return all_fall(lines, f"b = 2, steps of 0 to 1, odd depths: {shown(lines[0])}")


def essential(samples: Samples) -> Evidence:
    """Decisions that see only won, lost or even get worse with depth."""
    lines = halves(material(samples, "two values"))
    return all_exceed([line[-1] - line[0] for line in lines], 0.0, f"odd depths, two values: {shown(lines[0])}")


def essential_value(samples: Samples) -> Evidence:
    """If the error is the same for all values, as with two of them, the root's value gets worse with depth."""
    lines = halves(material(samples, "value", CONSTANT))
    return all_exceed([line[-1] - line[0] for line in lines], 0.0, f"odd depths: {shown(lines[0])}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown_of = {
        "decision": "P_err",
        "two values": "P_err, only won, lost or even",
        "value": "error of the root's value",
        "mistake": "evaluations that are wrong",
    }
    kept = [row for row in rows if row["of"] in shown_of and row["step"] == 2 and row["decay"] == FADING]
    return curves(kept, "depth", "of", "b", {"x": "search depth", "y": "probability", **shown_of}, "b = ")


FIGURE = Figure(
    name="nau/background-material",
    title="Scheucher and Kaindl: values that drift apart",
    source="[Nau2010] section 4.3",
    draw=draw,
    caption="Moves change the heuristic value by 0, 1 or 2 in favour of the player who makes them, and extreme "
    "values are seldom wrong; exact.",
    claims=(
        Claim(
            "heuristic values spread with depth",
            "As the search depth increases, the heuristic values tend to get ever further apart.",
            apart,
        ),
        Claim(
            "extreme values are more frequent with depth",
            "the frequency of extreme values increases with the search depth",
            more_extreme,
        ),
        Claim(
            "evaluations are wrong less often with depth",
            "the probability of a miscalculation decreases",
            fewer_mistakes,
        ),
        Claim(
            "deeper searches decide better",
            ELIMINATES,
            partial(no_pathology, of="decision"),
        ),
        Claim(
            "the error of the root's value falls with depth",
            ELIMINATES,
            partial(no_pathology, of="value"),
            reading=VALUE,
        ),
        Claim(
            "with two values, deeper searches decide worse",
            ESSENTIAL,
            essential,
            "[Nau2010] section 3.2",
        ),
        Claim(
            "with one error for all values, the error of the root's value grows",
            ESSENTIAL,
            essential_value,
            "[Nau2010] section 3.2",
            VALUE,
        ),
        Claim(
            "deeper searches decide better even with one error for all values",
            "not in print",
            partial(no_pathology, of="decision", decay=CONSTANT),
        ),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-material", grid(b=BRANCHING, step=STEPS, decay=DECAYS), measure, (FIGURE,))
