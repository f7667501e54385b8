"""Section 5.4: points of Figure 10 close to the boundary and on opposite sides of it.

The boundary is the smallest granularity without pathology. The points are two granularities below it and one above; or,
since buckets are the wider the fewer they are, a fifth of it below and above. `nau/exact` has the exact numbers without
similarity.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearise
from overthink.models.granular import GRAINS, SIMILARITIES
from overthink.studies.checks import all_above, exact_verdict
from overthink.studies.claim import Claim, Evidence, Reading, Verdict
from overthink.studies.samples import Row, Samples
from overthink.studies.study import Figure
from overthink_papers.experiments.granularity import by_setting, granularity_needed
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.readings import CLOSEST, JUDGED, ModelReading
from overthink_papers.nau.trees.surface import SECTION, Degree, in_reading, wider

CLOSE = "As b increases, the difference between x’s degree of pathology and y’s degree of pathology also increases."
DISTANCES: dict[str, Callable[[int], tuple[int, int]]] = {
    "two below and one above": lambda g: (g - 2, g + 1),
    "a fifth of it below and above": lambda g: (round(0.8 * g), round(1.2 * g)),
}


def sampled_gaps(samples: Samples, s: float, far: str) -> dict[int, Sample]:
    """At one similarity, the difference of both points as one number an observation, at each b that has a boundary with
    both points within the granularities drawn and a pathological one below."""
    gaps = {}
    for key, errors in by_setting(samples).items():
        at = dict(key)
        place = round(granularity_needed(errors).mean)
        below, above = DISTANCES[far](place)
        if at["s"] != s or not GRAINS[0] <= below < place <= above <= GRAINS[-1]:
            continue
        if errors["shallow", below].any() and errors["shallow", above].any():
            under, over = (linearise(errors["deep", g], errors["shallow", g]) for g in (below, above))
            gaps[at["b"]] = under - over
    return gaps


def grows(samples: Samples, far: str) -> Evidence:
    """At every similarity, and every step of b for which there is a boundary, the difference is larger. It holds only
    if most steps have one: a few do not stand for all."""
    lines = {s: sampled_gaps(samples, s, far) for s in SIMILARITIES}
    steps = [pair for gaps in lines.values() for pair in pairwise(gaps.values())]
    every = len(by_setting(samples)) - len({dict(key)["s"] for key in by_setting(samples)})
    if not steps:
        return exact_verdict(False, 0.0, "no boundary at two branching factors of one similarity")
    level = simultaneous(len(steps))
    changes = [difference(later, earlier, level) for earlier, later in steps]
    wrong = sum(change.high <= 0.0 for change in changes)
    middle = " ".join(f"{gap.mean():.2f}" for gap in lines[0.5].values())
    words = (
        f"{len(changes)} of {every} steps have a boundary, {wrong} significantly the other way; at s = 0.5: {middle}"
    )
    finding = all_above(changes, 0.0, words)
    few = finding.verdict == Verdict.HOLDS and 2 * len(changes) <= every
    return replace(finding, verdict=Verdict.INCONCLUSIVE) if few else finding


def across_similarity(samples: Samples) -> Evidence:
    """At each granularity that has a boundary for most b, of two points on both sides of it, each the second of the
    similarities there: with the largest b that has both they are farther apart than with the smallest."""
    errors = {(dict(key)["b"], dict(key)["s"]): each for key, each in by_setting(samples).items()}
    branching = samples.levels("b")
    ends = list[tuple[Sample, Sample]]()
    for g in samples.levels("g"):
        gaps = []
        for b in branching:
            line = [(errors[b, s]["deep", g], errors[b, s]["shallow", g]) for s in samples.levels("s")]
            boundary = sum(bool(deep.mean() > shallow.mean()) for deep, shallow in line)
            places = [place for place in (boundary - 2, boundary + 1) if 0 <= place < len(line)]
            sides = [line[place] for place in places if line[place][1].any()]
            if len(sides) == 2:
                gaps.append(linearise(*sides[0]) - linearise(*sides[1]))
        if 2 * len(gaps) > len(branching):
            ends.append((gaps[0], gaps[-1]))
    if not ends:
        return exact_verdict(False, 0.0, "no granularity has a boundary at most branching factors")
    changes = [difference(last, first, simultaneous(len(ends))) for first, last in ends]
    shown = "; ".join(f"{first.mean():.2f} to {last.mean():.2f}" for first, last in ends[:: max(1, len(ends) // 8)])
    return all_above(changes, 0.0, f"at {len(ends)} granularities, {shown}")


def _border_rows(samples: Samples) -> list[Row]:
    part = CLOSEST.part(samples)
    return [
        {"points": far, "s": s, "b": b, **asdict(Estimate.of_mean(sample))}
        for far in DISTANCES
        for s in SIMILARITIES
        for b, sample in sampled_gaps(part, s, far).items()
    ]


def _border_claim(way: ModelReading) -> Claim:
    says = "points two below the boundary and one above, or a fifth of it below and above: at every similarity, every "
    says += "step of b takes them farther apart"
    both = (partial(grows, far=far) for far in DISTANCES)
    return way.claim(says, CLOSE, in_reading(way, says, wider(0.01), wider(-0.01), *both))


def p_apart(by: float) -> Degree:
    """Pathology at low similarity; p on both sides of it differs by so much more with b."""
    return lambda at: 1.0 + (0.3 + by * at["b"]) * (1.0 if at["s"] < 0.4 else -1.0)


IN_SIMILARITY = "points of one granularity, each the second similarity on its side of the boundary, are farther apart "
IN_SIMILARITY += "with the largest b than with the smallest"
LABELS = {"x": "branching factor b", "y": "difference of p on both sides of the boundary"}
BORDER = Figure(
    name="nau/border",
    title="the degree of pathology close to the boundary, by branching factor",
    source=SECTION,
    draw=plot("b", "s = {s:g}", "points", LABELS, keep=lambda row: row["s"] in (0.0, 0.2, 0.5, 0.8, 1.0)),
    caption="p of a point below the boundary between the regions of Figure 10, less p of a point above it. Closest "
    "reading.",
    claims=(
        *map(_border_claim, JUDGED),
        Claim(
            f"{CLOSEST.name}: {IN_SIMILARITY}",
            CLOSE,
            in_reading(CLOSEST, IN_SIMILARITY, p_apart(0.01), p_apart(-0.01), across_similarity),
            "",
            Reading(CLOSEST.kind, f"{CLOSEST.reading.words}; points differ in similarity; only the ends are compared"),
        ),
    ),
    rows=_border_rows,
    across="b",
)
