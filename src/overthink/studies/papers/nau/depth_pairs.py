"""Other pairs of depths, two-player top-down model. Section 5: "(6, 2) and (7, 1), giving similar results", and (6, 1),
"somewhat different due to one player having one move more"."""

from __future__ import annotations

from overthink.models import TopDown
from overthink.report.curves import curves
from overthink.studies.checks import claims_for, settled
from overthink.studies.engine.study import Claim, Finding, Samples, Setting, Study
from overthink.studies.experiments.granularity import GRAINS, errors_study, needed_rows
from overthink.studies.papers.nau.exact import border
from overthink.studies.papers.nau.surface import from_end_to_end, heights

PAIRS = ((5, 1), (6, 2), (7, 1), (6, 1))
SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
BRANCHING = (2, 3)
LABELS = {"x": "local similarity s", "y": "granularity needed"}
SETTINGS: tuple[Setting, ...] = tuple(
    {"pair": f"({deep}, {shallow})", "deep": deep, "shallow": shallow, "b": b, "s": s}
    for deep, shallow in PAIRS
    for b in BRANCHING
    for s in SIMILARITIES
)


def odd_and_even(samples: Samples) -> Finding:
    """Without similarity, where it is known exactly, (6, 1) needs no granularity between those of (5, 1) and (7, 1)."""
    needed = {b: [border(b, deep=deep) for deep in (5, 6, 7)] for b in BRANCHING}
    outside = [max(five - six, six - seven) for five, six, seven in needed.values()]
    shown = "; ".join(f"b = {b}: {five}, {six} and {seven}" for b, (five, six, seven) in needed.items())
    return settled(min(outside) > 0, min(outside), f"(5, 1), (6, 1) and (7, 1) need, {shown}")


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
            "{}: less granularity is needed at s = 1 than at s = 0",
            "other pairs of depths, such as (6, 2) and (7, 1), giving similar results",
            lambda s, pair: from_end_to_end(heights(Samples(s.select(pair=pair)), "b", "s"), falls=True),
        ),
        Claim(
            "(6, 1), even against odd, stands apart from (5, 1) and (7, 1) where s = 0, exactly",
            "results with odd and even depths, such as (6, 1), were somewhat different",
            odd_and_even,
        ),
    ),
    summary=needed_rows,
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
    shallow=lambda setting: int(setting["shallow"]),
)
