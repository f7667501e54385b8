"""Other pairs of depths, two-player top-down model. Section 5: "(6, 2) and (7, 1), giving similar results", and (6, 1),
"somewhat different due to one player having one move more"."""

from __future__ import annotations

from dataclasses import replace

from overthink.core.estimate import Estimate, simultaneous
from overthink.models import TopDown
from overthink.models.granular import GRAINS
from overthink.report.curves import curves
from overthink.studies.checks import all_above, claims_for, some_above
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture, Study
from overthink_papers.experiments.granularity import by_setting, errors_study, minus, needed, needed_rows
from overthink_papers.nau.model_readings import BUCKETED, CLOSEST, REAL, ModelReading
from overthink_papers.nau.variations import LABELS, SIMILARITIES, TESTED, named, of_variation, on_real, trend

PAIRS = ((5, 1), (6, 2), (7, 1), (6, 1))
BRANCHING = (2, 3, 4, 5)
NAMES = {f"({deep}, {shallow})": (deep, shallow) for deep, shallow in PAIRS}
WRITTEN = {on_real(name): pair for name, pair in NAMES.items()}
SETTINGS: tuple[Setting, ...] = tuple(
    {"pair": name, "deep": deep, "shallow": shallow, "b": b, "s": s}
    for name, (deep, shallow) in {**NAMES, **WRITTEN}.items()
    for b in BRANCHING
    for s in SIMILARITIES
)
SIMILAR = "other pairs of depths, such as (6, 2) and (7, 1), giving similar results"
DIFFERENT = "Minimax results with odd and even depths, such as (6, 1), were somewhat different"
WHOLE = 1  # granularities are whole numbers
Heights = dict[tuple[int, float], Estimate]


def heights_of(samples: Samples, pair: str, way: ModelReading = CLOSEST) -> Heights:
    """The granularity needed with one pair of depths, by b and s; intervals hold together."""
    level = simultaneous(len(PAIRS) * len(BRANCHING) * len(SIMILARITIES))
    groups = by_setting(of_variation(samples, "pair", pair, way))
    return {(dict(key)["b"], dict(key)["s"]): needed(errors, level) for key, errors in groups.items()}


def differs(samples: Samples, way: ModelReading) -> Evidence:
    """Somewhere (6, 1) needs another granularity than (5, 1), by one or more."""
    even, odd = (heights_of(samples, pair, way) for pair in ("(6, 1)", "(5, 1)"))
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


def claims_of(way: ModelReading) -> tuple[Claim, ...]:
    reading = replace(way.reading, words=way.reading.words.replace("depth 1", "the shallower search"))
    trends = (
        (
            "at every branching factor, less granularity is needed at s = 1 than at s = 0",
            trend("pair", way, "b", "s", True),
        ),
        (
            "at every similarity, more granularity is needed with the largest branching factor than with 2",
            trend("pair", way, "s", "b", False),
        ),
    )
    return (
        *(
            claim
            for says, check in trends
            for claim in claims_for(
                ("(6, 2)", "(7, 1)"), f"{named('{}', way)}: {says}", SIMILAR, check, reading=reading
            )
        ),
        Claim(
            f"{named('(6, 1)', way)}, even against odd, needs another granularity than (5, 1) at some b and s",
            DIFFERENT,
            lambda s: differs(s, way),
            reading=reading,
        ),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    return curves([row for row in rows if row["pair"] in NAMES], "s", "pair", "b", LABELS, "b = ")


STUDY: Study = errors_study(
    name="nau/depth-pairs",
    title="granularity needed to avoid pathology, for other pairs of depths",
    source="[Nau2010] section 5",
    settings=SETTINGS,
    model=lambda setting: TopDown(
        b=setting["b"],
        s=setting["s"],
        height=setting["deep"],
        reading=REAL if setting["pair"] in WRITTEN else BUCKETED,
    ),
    draw=draw,
    caption="A deep against a shallow search of the same trees: (6, 2) is depth 6 against depth 2. Two-player top-down "
    "model.",
    claims=(
        *(claim for way in TESTED for claim in claims_of(way)),
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
    ratios=lambda setting: setting["pair"] in WRITTEN,
)
