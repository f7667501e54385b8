"""Figure 10: the degree of pathology over granularity and local similarity, two-player top-down model."""

from __future__ import annotations

from overthink.core.estimate import Sample, simultaneous
from overthink.measure.paired import ratio
from overthink.models import TopDown
from overthink.report.surfaces import maps
from overthink.studies.checks import all_above
from overthink.studies.engine.study import Claim, Finding, Samples, grid
from overthink.studies.experiments.granularity import SIMILARITIES, by_setting, errors_study, minus, worse_by
from overthink.studies.papers.nau.surface import half_by_half, heights

BRANCHING = (2, 3, 4, 6, 8, 10)
GRAINS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60)
LABELS = {"x": "local similarity s", "y": "granularity g", "z": "degree of pathology p(root, 5, 1)"}
LOW, HIGH = 5, 60  # granularities well inside either region


def errors(samples: Samples, b: int, s: float, g: int) -> tuple[Sample, Sample]:
    return samples(search="deep", b=b, s=s, g=g), samples(search="shallow", b=b, s=s, g=g)


def binary_is_pathological(samples: Samples) -> Finding:
    """Two values and no similarity: the deep search errs more often, at every branching factor."""
    level = simultaneous(len(BRANCHING))
    found = [errors for key, errors in by_setting(samples).items() if dict(key)["s"] == 0.0]
    shown = " ".join(f"{each['deep', 2].mean():.3f}/{each['shallow', 2].mean():.3f}" for each in found)
    return all_above([worse_by(each, 2, level) for each in found], 0.0, f"errors, deep/shallow: {shown}")


def amplified(samples: Samples) -> Finding:
    """The pathological p is larger with the larger branching factor, and the other one smaller."""
    worst = [ratio(*errors(samples, b, 0.0, LOW), level=simultaneous(4)) for b in (2, 10)]
    best = [ratio(*errors(samples, b, 1.0, HIGH), level=simultaneous(4)) for b in (2, 10)]
    gaps = [minus(worst[1], worst[0]), minus(best[0], best[1])]
    shown = f"p from {worst[0].mean:.2f} to {worst[1].mean:.2f}, and from {best[0].mean:.2f} to {best[1].mean:.2f}"
    return all_above(gaps, 0.0, shown)


STUDY = errors_study(
    name="nau/fig10",
    title="degree of pathology by branching factor, granularity and local similarity",
    source="[Nau2010] Figure 10",
    settings=grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",)),
    model=lambda setting: TopDown(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=lambda samples, rows: maps(rows, "s", "g", "b", LABELS, "b = "),
    caption="Red: a search to depth 5 decides worse than one to depth 1; blue: better; black line: as well. Grey where "
    "the shallow search made no error on these trees.",
    claims=(
        Claim(
            "with two values and without similarity there is pathology at every branching factor",
            "lookahead pathology occurs when s = 0 and g = 2",
            binary_is_pathological,
            source="[Nau2010] section 5.4",
        ),
        Claim(
            "averaged over similarities, the pathological region grows from b = 2 to the middle b, and on to 10",
            "as b increases, the size of the pathological region also increases",
            lambda s: half_by_half(heights(s, "s", "b"), falls=False),
        ),
        Claim(
            f"from b = 2 to 10, p rises at s = 0, g = {LOW} and falls at s = 1, g = {HIGH}",
            "large values of b amplify the difference in the degree of pathology",
            amplified,
        ),
    ),
    across="g",
    scales={"quick": 60, "paper": 10_000},
    grains=GRAINS,
)
