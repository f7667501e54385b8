"""Figure 9: EMM over minimax, artificial evaluator, as the mixing factor grows; depth 5, e = .2."""

from __future__ import annotations

from overthink.evaluate import artificial
from overthink.measure.paired import ratio
from overthink.studies.checks import always_better, better, near
from overthink.studies.engine.study import Claim
from overthink.studies.experiments.accuracy import SQUARES, accuracy_study, players
from overthink.studies.papers.emm.mixed import DEPTH, MIXING, SETTINGS, draw, model, ratios


def claims(p: float) -> tuple[Claim, ...]:
    return (
        Claim(
            f"p = {p:.3g}: EMM beats minimax at every m, N-games included",
            "EMM always outperforms minimax, even in N-games",
            lambda s: always_better([(s(rule="emm", m=m, p=p), s(rule="minimax", m=m, p=p)) for m in MIXING]),
        ),
        Claim(
            f"p = {p:.3g}: its lead is larger in P-games than in N-games",
            "performs better as the games shift more toward P-games",
            lambda s: better(
                s(rule="emm", m=1.0, p=p) - s(rule="minimax", m=1.0, p=p),
                s(rule="emm", m=0.0, p=p) - s(rule="minimax", m=0.0, p=p),
            ),
        ),
        Claim(
            f"p = {p:.3g}: at m = 1 EMM makes 26% more correct decisions, give or take 5",
            "26% more correct decisions",
            lambda s: near(ratio(s(rule="emm", m=1.0, p=p), s(rule="minimax", m=1.0, p=p)), 1.26, 0.05),
        ),
    )


STUDY = accuracy_study(
    name="emm/fig9",
    title="EMM over minimax from N- to P-games, artificial evaluator",
    source="[Zuckerman2018] Figure 9",
    settings=SETTINGS,
    model=model,
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players("minimax", "emm"),
    depths=(DEPTH,),
    draw=draw,
    caption="Above the dotted line EMM decides better than minimax. Its lead grows as neighbouring values lose touch.",
    claims=tuple(claim for p in SQUARES for claim in claims(p)),
    scales={"quick": 500, "paper": 5000},
    rows=ratios({"EMM / minimax": "minimax"}),
    edition=2,
)
