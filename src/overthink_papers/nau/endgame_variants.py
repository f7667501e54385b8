"""Section 6.1: what its text leaves open, with a few draws of noise; a question is answered if all draws agree."""

from dataclasses import asdict

from overthink.core.estimate import Sample
from overthink.measure.paired import ratio as ratio_of_means
from overthink.studies.checks import Computed
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, ReadingKind
from overthink.studies.samples import Row, Samples, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.granularity import ERRORS
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.endgames import ENDGAMES, SECTION
from overthink_papers.nau.exact_numbers import exact_evidence
from overthink_papers.nau.fig11 import DEEP, GRANULARITIES, SHALLOW, VARIANTS, EndgameReading, run, together
from overthink_papers.nau.readings import WORSE, made_up


def _every_p(samples: Samples, g: int) -> list[Sample]:
    ways = [EndgameReading(ReadingKind.OPEN, ERRORS, variant) for variant in VARIANTS]
    return [way.p(name, g)(samples) for name in ENDGAMES for way in ways]


def _in_every_variant(samples: Samples) -> Evidence:
    ends = zip(_every_p(samples, 10), _every_p(samples, GRANULARITIES[-1]))
    falls = min(float((ten - last).min()) for ten, last in ends)
    most = max(float(p.max()) for g in GRANULARITIES if g >= 20 for p in _every_p(samples, g))
    words = f"p falls by {falls:.3f} or more, and is {most:.3f} at most from g = 20 on"
    return exact_evidence([falls, 1.0 - most], falls, words)


def rows(samples: Samples) -> list[Row]:
    """p(5, 1) of each endgame, variant and granularity."""
    table = []
    for where in grid(endgame=samples.levels("endgame"), variant=samples.levels("variant"), g=GRANULARITIES):
        deep, shallow = samples.curve("depth", (DEEP, SHALLOW), measure="errors", **where)
        table.append({**where, **asdict(ratio_of_means(deep, shallow))})
    return table


LABELS = {"x": "granularity g", "y": f"degree of pathology p(x, {DEEP}, {SHALLOW})"}
STUDY = one_figure(
    name="nau/endgame-variants",
    title="two chess endgames: what the text leaves open",
    source=SECTION,
    settings=grid(endgame=ENDGAMES, variant=tuple(VARIANTS)),
    run=run,
    scales={"quick": 1, "paper": 4},
    draw=plot("g", "variant", "endgame", LABELS, level=1.0),
    caption="Degree of pathology as a function of granularity, by how the text is read: moves are those of one player "
    "(σ = 2 plies, more than 5 plies from mate) or of both (σ = 4, more than 10); positions that Black wins count as "
    "draws or keep their distance; buckets cover the estimates or the true distances; roots with one side to move.",
    claims=(
        Claim(
            "in every variant, depth pays more at g = 120 than at g = 10, and there is no pathology from g = 20 on",
            NOT_IN_PRINT,
            Computed(_in_every_variant, "no pathology", made_up(lambda at: 0.9 - 0.001 * at["g"]), WORSE),
        ),
    ),
    rows=rows,
    across="variant",
    block=1,
    together=together,
)
