"""Section 5: other pairs of depths, two-player top-down model.

"(6, 2) and (7, 1), giving similar results", and (6, 1), "somewhat different due to one player having one move more".
"""

from dataclasses import replace

from overthink.core.estimate import Estimate, simultaneous
from overthink.models.granular import GRAINS
from overthink.models.top_down import TopDown
from overthink.studies.checks import Computed, mostly_above
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Samples, Setting, grid
from overthink_papers.experiments.granularity import (
    by_setting,
    errors_study,
    granularity_needed,
    minus,
    needed_rows,
    size_of,
)
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.readings import BUCKETED, JUDGED, REAL, ModelReading
from overthink_papers.nau.trees.factors import LABELS, SIMILARITIES, TRENDS, both_trends, of_variation, on_real
from overthink_papers.nau.trees.surface import trees_that_need, trees_with

PAIRS = ((5, 1), (6, 2), (7, 1), (6, 1))
NAMES = {f"({deep}, {shallow})": (deep, shallow) for deep, shallow in PAIRS}
PAIRS_ON_REAL = {on_real(name): pair for name, pair in NAMES.items()}
BRANCHING = (2, 3, 4, 5)
SETTINGS: tuple[Setting, ...] = tuple(
    {"pair": name, "deep": deep, "shallow": shallow, "b": b, "s": s}
    for name, (deep, shallow) in {**NAMES, **PAIRS_ON_REAL}.items()
    for b in BRANCHING
    for s in SIMILARITIES
)
WHOLE = 1  # granularities are whole numbers
SOMEWHAT = "Minimax results with odd and even depths, such as (6, 1), were somewhat different"


def needed_with(samples: Samples, pair: str, way: ModelReading) -> dict[tuple[int, float], Estimate]:
    """The granularity needed with one pair of depths, by b and s; intervals hold together."""
    level = simultaneous(len(PAIRS) * len(BRANCHING) * len(SIMILARITIES))
    groups = by_setting(of_variation(samples, "pair", pair, way))
    return {(dict(key)["b"], dict(key)["s"]): granularity_needed(errors, level) for key, errors in groups.items()}


def _differs(samples: Samples, way: ModelReading) -> Evidence:
    even, odd = (needed_with(samples, pair, way) for pair in ("(6, 1)", "(5, 1)"))
    changes = [minus(even[at], odd[at]) for at in even]
    shown = " ".join(f"{change.mean:+.0f}" for change in changes)
    return mostly_above(
        [size_of(change) for change in changes], WHOLE - 0.5, f"differences by b and s: {shown}; a whole one or more in"
    )


def _pair_claims(way: ModelReading) -> tuple[Claim, ...]:
    reading = replace(way.reading, words=way.reading.words.replace("depth 1", "the shallower search"))
    names = [each for name in ("(5, 1)", "(6, 1)") for each in (name, on_real(name))]
    places = grid(pair=names, b=(2, 3), s=(0.0, 1.0), search=("deep", "shallow", "ratio", "erring"), g=range(2, 12))
    other = Computed(
        lambda samples: _differs(samples, way),
        "another granularity",
        trees_with(trees_that_need(lambda at: 6 + at["pair"].startswith("(6"))),
        trees_with(trees_that_need(lambda at: 6)),
        places,
    )
    return (
        Claim(
            f"{way.name}, (6, 2) and (7, 1): {TRENDS}",
            "other pairs of depths, such as (6, 2) and (7, 1), giving similar results",
            both_trends("pair", ("(6, 2)", "(7, 1)"), way),
            reading=reading,
        ),
        Claim(
            f"{way.name}: (6, 1), even against odd, needs another granularity than (5, 1) at most b and s",
            SOMEWHAT,
            other,
            reading=reading,
            tolerance="somewhat different: another whole number, in more than half of the cases",
        ),
    )


STUDY = errors_study(
    name="nau/depth-pairs",
    title="granularity needed to avoid pathology, for other pairs of depths",
    source="[Nau2010] section 5",
    settings=SETTINGS,
    model=lambda setting: TopDown(
        b=setting["b"],
        s=setting["s"],
        height=setting["deep"],
        reading=REAL if setting["pair"] in PAIRS_ON_REAL else BUCKETED,
    ),
    draw=plot("s", "pair", "b", LABELS, "b = ", keep=lambda row: row["pair"] in NAMES),
    caption="A deep against a shallow search of the same trees: (6, 2) is depth 6 against depth 2. Two-player top-down "
    "model.",
    claims=tuple(each for way in JUDGED for each in _pair_claims(way)),
    summary=needed_rows,
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
    shallow=lambda setting: int(setting["shallow"]),
    ratios=lambda setting: setting["pair"] in PAIRS_ON_REAL,
)
