"""Figure 7: P-games, natural evaluator, b = 2."""

from __future__ import annotations

from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import better, falls, near, never_falls
from overthink.studies.engine.study import Claim, grid
from overthink.studies.experiments.accuracy import ODD, SQUARES, accuracy_study
from overthink.studies.papers.emm.natural import CONTEST, SEES, draw, evaluators


def steady(p: float) -> Claim:
    return Claim(
        f"p = {p:.3g}: EMM does not get worse with depth (odd depths)",
        "EMM is still nonpathological",
        lambda s: never_falls(s.curve("depth", ODD, rule="emm", p=p)),
    )


def against(p: float, reading: str) -> tuple[Claim, ...]:
    at, rule = f"p = {p:.3g}, minimax sees {SEES[reading]}: ", f"minimax-{reading}"
    return (
        Claim(
            at + "minimax gets worse up to depth 7",
            "minimax search is pathological",
            lambda s: falls(s.curve("depth", ODD[:4], rule=rule, p=p)),
        ),
        Claim(
            at + "minimax loses about a tenth of its accuracy by depth 7",
            "loses approximately 10% accuracy",
            lambda s: near(ratio(s(rule=rule, depth=7, p=p), s(rule=rule, depth=1, p=p)), 0.9, 0.05),
        ),
        Claim(
            at + "EMM beats minimax at depth 7",
            "P < 0.01 in a t test",
            lambda s: better(s(rule="emm", depth=7, p=p), s(rule=rule, depth=7, p=p)),
        ),
    )


STUDY = accuracy_study(
    name="emm/fig7",
    title="P-games, natural evaluator",
    source="[Zuckerman2018] Figure 7",
    settings=grid(p=SQUARES),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, p=setting["p"]),
    evaluators=evaluators,
    contest=CONTEST,
    depths=ODD,
    draw=draw("p"),
    caption="The natural evaluator counts winning squares. Whether minimax is pathological depends on how it sees "
    "them: as a share, or only as the side that has more.",
    edition=3,
    claims=tuple(c for p in SQUARES for c in (steady(p), *against(p, "raw"), *against(p, "binary"))),
)
