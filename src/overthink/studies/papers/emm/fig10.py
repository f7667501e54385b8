"""Figure 10: EMM over minimax, natural evaluator, as the mixing factor grows; depth 5."""

from __future__ import annotations

from overthink.evaluate import natural
from overthink.studies.checks import always_better
from overthink.studies.engine.study import Claim
from overthink.studies.experiments.accuracy import SQUARES, accuracy_study
from overthink.studies.papers.emm.mixed import DEPTH, MIXING, SETTINGS, draw, model, ratios
from overthink.studies.papers.emm.natural import CONTEST, SEES, WIN_OR_LOSS


def claims(p: float, reading: str) -> tuple[Claim, ...]:
    rule, at = f"minimax-{reading}", f"p = {p:.3g}, minimax sees {SEES[reading]}: "
    return (
        Claim(
            at + "EMM beats minimax from m = .6 on",
            "around m = 0.5 and higher is where EMM begins to outperform minimax",
            lambda s: always_better([(s(rule="emm", m=m, p=p), s(rule=rule, m=m, p=p)) for m in MIXING if m > 0.55]),
        ),
        Claim(
            at + "up to m = .3 it does not",
            "[below m = 0.5 EMM does not yet outperform minimax]",
            lambda s: always_better(
                [(s(rule=rule, m=m, p=p), s(rule="emm", m=m, p=p)) for m in MIXING if m < 0.35], by=-0.01
            ),
        ),
    )


STUDY = accuracy_study(
    name="emm/fig10",
    title="EMM over minimax from N- to P-games, natural evaluator",
    source="[Zuckerman2018] Figure 10",
    settings=SETTINGS,
    model=model,
    evaluators=lambda setting: {"raw": natural, "binary": WIN_OR_LOSS},
    contest=[player for player in CONTEST if player[0] in ("emm", "minimax-raw", "minimax-binary")],
    depths=(DEPTH,),
    draw=draw,
    caption="Against minimax that sees the share of squares, EMM needs games that are mostly P-games; against minimax "
    "that sees win or loss only, it leads earlier.",
    claims=tuple(claim for p in SQUARES for reading in ("raw", "binary") for claim in claims(p, reading)),
    edition=3,
    scales={"quick": 500, "paper": 5000},
    rows=ratios({"EMM / minimax, share of squares": "minimax-raw", "EMM / minimax, win or loss": "minimax-binary"}),
)
