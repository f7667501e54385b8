"""Other pairs of depths, two-player top-down model. Section 5: "(6, 2) and (7, 1), giving similar results", and (6, 1),
"somewhat different due to one player having one move more"."""

from __future__ import annotations

from collections.abc import Callable

from overthink.core.estimate import Estimate, simultaneous
from overthink.models import TopDown
from overthink.report.curves import curves
from overthink.studies.checks import all_above, claims_for, some_above
from overthink.studies.engine.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind
from overthink.studies.engine.samples import Samples, Setting
from overthink.studies.engine.study import Study
from overthink.studies.experiments.granularity import (
    ERRORS,
    GRAINS,
    by_setting,
    errors_study,
    minus,
    needed,
    needed_rows,
)
from overthink.studies.papers.nau.model_readings import BUCKETED, LONG
from overthink.studies.papers.nau.surface import from_end_to_end, heights

PAIRS = ((5, 1), (6, 2), (7, 1), (6, 1))
SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
BRANCHING = (2, 3, 4, 5)
LABELS = {"x": "local similarity s", "y": "granularity needed"}
SETTINGS: tuple[Setting, ...] = tuple(
    {"pair": f"({deep}, {shallow})", "deep": deep, "shallow": shallow, "b": b, "s": s}
    for deep, shallow in PAIRS
    for b in BRANCHING
    for s in SIMILARITIES
)
SIMILAR = "other pairs of depths, such as (6, 2) and (7, 1), giving similar results"
DIFFERENT = "Minimax results with odd and even depths, such as (6, 1), were somewhat different"
READING = Reading(ReadingKind.CLOSEST, f"{LONG[BUCKETED]}; {LONG[ERRORS]}")
WHOLE = 1  # granularities are whole numbers
Heights = dict[tuple[int, float], Estimate]


def heights_of(samples: Samples, pair: str) -> Heights:
    """The granularity needed with one pair of depths, by b and s; intervals hold together."""
    level = simultaneous(len(PAIRS) * len(BRANCHING) * len(SIMILARITIES))
    groups = by_setting(Samples(samples.select(pair=pair)))
    return {(dict(key)["b"], dict(key)["s"]): needed(errors, level) for key, errors in groups.items()}


def differs(samples: Samples) -> Evidence:
    """Somewhere (6, 1) needs another granularity than (5, 1), by one or more."""
    even, odd = (heights_of(samples, pair) for pair in ("(6, 1)", "(5, 1)"))
    changes = [minus(even[at], odd[at]) for at in even]
    sizes = [Estimate(abs(c.mean), max(c.low, -c.high), max(c.high, -c.low), c.n) for c in changes]
    shown = " ".join(f"{change.mean:+.0f}" for change in changes)
    return some_above(sizes, f"differences by b and s: {shown}", WHOLE - 0.5)


def stands_apart(samples: Samples) -> Evidence:
    """Where s = 0, (6, 1) needs no granularity between those of (5, 1) and (7, 1)."""
    five, six, seven = (heights_of(samples, pair) for pair in ("(5, 1)", "(6, 1)", "(7, 1)"))
    gaps = []
    for b in BRANCHING:
        low, middle, high = (surface[b, 0.0] for surface in (five, six, seven))
        gaps.append(max(minus(low, middle), minus(middle, high), key=lambda gap: gap.mean))
    each = "; ".join(
        f"b = {b}: {five[b, 0.0].mean:.0f}, {six[b, 0.0].mean:.0f}, {seven[b, 0.0].mean:.0f}" for b in BRANCHING
    )
    return all_above(gaps, 0.0, f"(5, 1), (6, 1) and (7, 1) need, {each}")


def of_pair(row: str, column: str, falls: bool) -> Callable[[Samples, str], Evidence]:
    """Whether the granularity needed with a pair of depths falls, or rises, from one end of a column to the other."""
    return lambda samples, pair: from_end_to_end(heights(Samples(samples.select(pair=pair)), row, column), falls)


STUDY: Study = errors_study(
    name="nau/depth-pairs",
    title="granularity needed to avoid pathology, for other pairs of depths",
    source="[Nau2010] section 5",
    settings=SETTINGS,
    model=lambda setting: TopDown(b=setting["b"], s=setting["s"], height=setting["deep"]),
    draw=lambda samples, rows: curves(rows, "s", "pair", "b", LABELS, "b = "),
    caption="A deep against a shallow search of the same trees: (6, 2) is depth 6 against depth 2. Two-player top-down "
    "model.",
    claims=(
        *claims_for(
            ("(6, 2)", "(7, 1)"),
            "{}: at every branching factor, less granularity is needed at s = 1 than at s = 0",
            SIMILAR,
            of_pair("b", "s", falls=True),
            reading=READING,
        ),
        *claims_for(
            ("(6, 2)", "(7, 1)"),
            "{}: at every similarity, more granularity is needed with the largest branching factor than with 2",
            SIMILAR,
            of_pair("s", "b", falls=False),
            reading=READING,
        ),
        Claim(
            "(6, 1), even against odd, needs another granularity than (5, 1) at some b and s",
            DIFFERENT,
            differs,
            reading=READING,
        ),
        Claim(
            "(6, 1) stands apart from (5, 1) and (7, 1) at every branching factor, where s = 0",
            NOT_IN_PRINT,
            stands_apart,
        ),
    ),
    summary=needed_rows,
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
    shallow=lambda setting: int(setting["shallow"]),
)
