"""What the text of section 6.1 leaves open on the endgames of Figure 11: how much each choice matters. A few draws."""

from __future__ import annotations

from dataclasses import asdict

from overthink.measure.paired import ratio
from overthink.report.curves import curves
from overthink.studies.engine.study import Picture, Row, Samples, grid, one_figure
from overthink.studies.papers.nau.endgame_noise import DEEP, GRANULARITIES, SHALLOW, VARIANTS, run, together
from overthink.studies.papers.nau.endgames import ENDGAMES


def rows(samples: Samples) -> list[Row]:
    """p(x, 5, 1), the ratio of both mean errors."""
    found = []
    for endgame in samples.levels("endgame"):
        for variant in samples.levels("variant"):
            for g in GRANULARITIES:
                where = {"endgame": endgame, "variant": variant, "g": g}
                deep, shallow = samples.curve("depth", (DEEP, SHALLOW), measure="errors", **where)
                found.append({**where, **asdict(ratio(deep, shallow))})
    return found


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
    rows=rows,
    across="variant",
    block=1,
    together=together,
)
