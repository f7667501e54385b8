"""Figure 8: N-games, natural evaluator, b = 2."""

from __future__ import annotations

from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import comparable, never_falls
from overthink.studies.engine.study import Claim, grid
from overthink.studies.experiments.accuracy import ODD, accuracy_study
from overthink.studies.papers.emm.natural import CONTEST, SEES, draw, evaluators


def comparison(reading: str, depth: int) -> Claim:
    return Claim(
        f"minimax sees {SEES[reading]}: EMM is comparable at depth {depth}, within 5 points",
        "EMM performs comparably with minimax",
        lambda s: comparable(s(rule="emm", depth=depth), s(rule=f"minimax-{reading}", depth=depth), 0.05),
    )


def steady(rule: str) -> Claim:
    return Claim(
        f"{rule} does not get worse with depth (odd depths)",
        "constructed to be completely nonpathological",
        lambda s: never_falls(s.curve("depth", ODD, rule=rule)),
    )


STUDY = accuracy_study(
    name="emm/fig8",
    title="N-games, natural evaluator",
    source="[Zuckerman2018] Figure 8",
    settings=grid(edge_p=(0.5,)),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, mixing=0.0, edge_p=setting["edge_p"]),
    evaluators=evaluators,
    contest=CONTEST,
    depths=ODD,
    draw=draw(None),
    caption="N-games tie the values of neighbouring squares together, and looking further ahead helps every rule.",
    edition=3,
    claims=(
        *(comparison(reading, depth) for reading in ("raw", "binary") for depth in (3, 5, 7)),
        *(steady(rule) for rule in ("emm", "minimax-raw", "minimax-binary")),
    ),
)
