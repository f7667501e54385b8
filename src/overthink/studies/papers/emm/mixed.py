"""Figures 9 and 10: the ratio of correct decisions, EMM to minimax, as games turn from N- into P-games; depth 5."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

from overthink.evaluate import artificial, natural
from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.studies.checks import beats, better, near
from overthink.studies.engine.study import Claim, Picture, Row, Samples, Setting, grid
from overthink.studies.experiments.accuracy import SQUARES, accuracy_study, players
from overthink.studies.papers.emm.natural import CONTEST, SEES, WIN_OR_LOSS

MIXING = tuple(round(0.1 * step, 1) for step in range(11))
SETTINGS = grid(m=MIXING, p=SQUARES)
DEPTH = 5
SCALES = {"quick": 500, "paper": 5000}


def model(setting: Setting) -> BoardSplittingModel:
    return BoardSplittingModel(height=11, branching=2, p=setting["p"], mixing=setting["m"])


def ratios(against: Mapping[str, str]) -> Callable[[Samples], list[Row]]:
    """A row for each reading: EMM's correct decisions over those of a player, label to player."""

    def rows(samples: Samples) -> list[Row]:
        return [
            {
                "m": m,
                "p": p,
                "ratio": label,
                **asdict(ratio(samples(rule="emm", m=m, p=p), samples(rule=rule, m=m, p=p))),
            }
            for p in SQUARES
            for m in MIXING
            for label, rule in against.items()
        ]

    return rows


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "mixing factor m (0: N-game, 1: P-game)", "y": f"ratio of correct decisions at depth {DEPTH}"}
    return curves(rows, "m", "ratio", "p", labels, "p = ", level=1.0)


def artificial_claims(p: float) -> tuple[Claim, ...]:
    return (
        Claim(
            f"p = {p:.3g}: EMM beats minimax at every m, N-games included",
            "EMM always outperforms minimax, even in N-games",
            lambda s: beats(s, ("emm", "minimax"), "m", MIXING, p=p),
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


def natural_claims(p: float, reading: str) -> tuple[Claim, ...]:
    rule, at = f"minimax-{reading}", f"p = {p:.3g}, minimax sees {SEES[reading]}: "
    return (
        Claim(
            at + "EMM beats minimax from m = .6 on",
            "around m = 0.5 and higher is where EMM begins to outperform minimax",
            lambda s: beats(s, ("emm", rule), "m", MIXING[6:], p=p),
        ),
        Claim(
            at + "up to m = .3 it does not",
            "[below m = 0.5 EMM does not yet outperform minimax]",
            lambda s: beats(s, (rule, "emm"), "m", MIXING[:4], by=-0.01, p=p),
        ),
    )


FIG9 = accuracy_study(
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
    claims=tuple(claim for p in SQUARES for claim in artificial_claims(p)),
    scales=SCALES,
    rows=ratios({"EMM / minimax": "minimax"}),
    edition=2,
)

FIG10 = accuracy_study(
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
    claims=tuple(claim for p in SQUARES for reading in SEES for claim in natural_claims(p, reading)),
    scales=SCALES,
    rows=ratios({"EMM / minimax, share of squares": "minimax-raw", "EMM / minimax, win or loss": "minimax-binary"}),
    edition=3,
)
