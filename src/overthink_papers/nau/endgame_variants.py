"""What the text of section 6.1 leaves open on the endgames of Figure 11: how much each choice matters.

A few draws of noise; a question is answered if all draws agree.
"""

from __future__ import annotations

from dataclasses import asdict

from overthink.core.estimate import Sample
from overthink.measure.paired import ratio
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence
from overthink.studies.samples import Row, Samples, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.endgame_noise import DEEP, GRANULARITIES, SHALLOW, VARIANTS, run, together
from overthink_papers.nau.endgames import ENDGAMES


def p(samples: Samples, endgame: str, variant: str, g: int) -> Sample:
    """p(x, 5, 1) of each draw, the ratio of both mean errors."""
    deep, shallow = samples.curve("depth", (DEEP, SHALLOW), measure="errors", endgame=endgame, variant=variant, g=g)
    return deep / shallow


def pays_more(samples: Samples) -> Evidence:
    """In every draw of every variant, p is lower at the largest granularity than at 10."""
    gaps = [
        float((p(samples, endgame, variant, 10) - p(samples, endgame, variant, GRANULARITIES[-1])).min())
        for endgame in ENDGAMES
        for variant in VARIANTS
    ]
    return settled(min(gaps) > 0.0, min(gaps), f"p falls by {min(gaps):.3f} or more")


def none_from_twenty(samples: Samples) -> Evidence:
    """In every draw of every variant, p is below 1 from g = 20 on."""
    degrees = [
        float(p(samples, endgame, variant, g).max())
        for endgame in ENDGAMES
        for variant in VARIANTS
        for g in GRANULARITIES
        if g >= 20
    ]
    return settled(max(degrees) < 1.0, max(degrees), f"p at most {max(degrees):.3f}")


def rows(samples: Samples) -> list[Row]:
    """p(x, 5, 1), the ratio of both mean errors."""
    table = []
    for endgame in samples.levels("endgame"):
        for variant in samples.levels("variant"):
            for g in GRANULARITIES:
                where = {"endgame": endgame, "variant": variant, "g": g}
                deep, shallow = samples.curve("depth", (DEEP, SHALLOW), measure="errors", **where)
                table.append({**where, **asdict(ratio(deep, shallow))})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "granularity g", "y": f"degree of pathology p(x, {DEEP}, {SHALLOW})"}
    return curves(rows, "g", "variant", "endgame", labels, level=1.0)


STUDY = one_figure(
    name="nau/endgame-variants",
    title="two chess endgames: what the text leaves open",
    source="[Nau2010] section 6.1",
    settings=grid(endgame=ENDGAMES, variant=tuple(VARIANTS)),
    run=run,
    scales={"quick": 1, "paper": 4},
    draw=draw,
    caption="Degree of pathology as a function of granularity, by how the text is read: moves are those of one player "
    "(σ = 2 plies, more than 5 plies from mate) or of both (σ = 4, more than 10); positions that Black wins count as "
    "draws or keep their distance; buckets cover the estimates or the true distances; roots with one side to move.",
    claims=(
        Claim("in every variant, depth pays more at g = 120 than at g = 10", NOT_IN_PRINT, pays_more),
        Claim("in no variant is there pathology from g = 20 on", NOT_IN_PRINT, none_from_twenty),
    ),
    rows=rows,
    across="variant",
    block=1,
    together=together,
)
