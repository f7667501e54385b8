"""Section 5: p of the depths (6, 1) and (5, 1) with two values and without local similarity, exactly."""

from dataclasses import replace

from overthink.models.granular import BRANCHING as ALL_BRANCHING
from overthink.models.top_down import TopDown
from overthink.studies.checks import FLAT_CHANGE, Computed, Measured, at
from overthink.studies.claim import Claim
from overthink.studies.samples import Setting, grid
from overthink_papers.experiments.exact_errors import exact_errors
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.exact_numbers import Numbers, exact_study, exceed
from overthink_papers.nau.readings import BUCKETED, CLOSEST, OPEN, REAL, ModelReading
from overthink_papers.nau.trees.depth_pairs import SOMEWHAT

EXACT_PAIRS = ((5, 1), (6, 1))
LEAST = 2  # granularity


def exact_degrees(setting: Setting) -> Numbers:
    """p with two values, for each pair of depths."""
    for deep, shallow in EXACT_PAIRS:
        errors = exact_errors(TopDown(b=setting["b"], g=LEAST, height=deep, reading=setting["reading"]), shallow)
        yield {"pair": f"({deep}, {shallow})"}, errors[0] / errors[1]


def _exact_pair_claim(way: ModelReading) -> Claim:
    def apart(b: int) -> Measured:
        odd, even = (at(pair=pair, b=b, reading=way.noise) for pair in ("(5, 1)", "(6, 1)"))
        return lambda samples: abs(even(samples) - odd(samples))

    check = Computed(
        lambda samples: exceed([apart(b) for b in ALL_BRANCHING], FLAT_CHANGE).judge(samples),
        "another degree",
        lambda at: 1.5 + 0.03 * (at["pair"] == "(6, 1)"),
        lambda at: 1.5 + 0.03 * (at["pair"] == "(6, 1)" and at["b"] != 4),
        grid(pair=("(5, 1)", "(6, 1)"), b=ALL_BRANCHING, reading=(REAL, BUCKETED)),
    )
    return Claim(
        f"{way.name}: with two values and without similarity, p of (6, 1) differs from that of (5, 1) at every b",
        SOMEWHAT,
        check,
        reading=replace(way.reading, words=f"{way.reading.words}; with two values and without similarity"),
        tolerance=f"somewhat different: by more than {FLAT_CHANGE:g}",
    )


STUDY = exact_study(
    name="nau/exact-pairs",
    title="the degree of pathology with an even depth against an odd one, exact",
    source="[Nau2010] section 5",
    settings=grid(b=ALL_BRANCHING, reading=(REAL, BUCKETED)),
    measure=exact_degrees,
    draw=plot("b", "pair", "reading", {"x": "branching factor b", "y": "degree of pathology p"}, level=1.0),
    caption="Independent leaves, two players, two values; no trees are drawn. (6, 1) is a search to depth 6 against "
    "one to depth 1. The readings differ in where noise is added.",
    claims=tuple(_exact_pair_claim(way) for way in (OPEN, CLOSEST)),
    across="b",
)
