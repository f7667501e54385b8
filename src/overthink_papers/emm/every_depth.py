"""Figures 6 and 12 at every depth, odd and even. The text names odd depths alone.

"A pathology is characterized by a decrease in correct decisions with an increase in search depth." Artificial
evaluator, e = .2, b = 2, 11 turns.
"""

from __future__ import annotations

from overthink.evaluate.artificial import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.studies.checks import falls, never_falls
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture
from overthink_papers.emm.fig6 import WHEREAS
from overthink_papers.emm.readings import ALL, SLIGHT, with_squares
from overthink_papers.experiments.accuracy import SQUARES, accuracy_study, players

P_SETTINGS: tuple[Setting, ...] = tuple({"game": "P-games", "p": p} for p in SQUARES)
N_SETTING: Setting = {"game": "N-games", "p": 0.5}
EVERY = "every depth, odd and even"
N_PRINTED = "EMM … is not pathological"


def model(setting: Setting) -> BoardSplittingModel:
    return BoardSplittingModel(p=setting["p"], mixing=float(setting["game"] == "P-games"))


def steady(where: Setting, printed: str, source: str, reading: Reading) -> Claim:
    return Claim(
        f"{where['game']}, {reading.words}: EMM does not get worse with depth",
        printed,
        lambda s: never_falls(s.curve("depth", ALL, rule="emm", **where)),
        source,
        reading,
        SLIGHT,
    )


def p_claims(where: Setting) -> tuple[Claim, ...]:
    reading = with_squares(where["p"], EVERY, kind=ReadingKind.OPEN)
    return (
        steady(where, WHEREAS, "[Zuckerman2018] Figure 6", reading),
        Claim(
            f"P-games, {reading.words}: minimax gets worse with depth, before it sees the end",
            WHEREAS,
            lambda s: falls(s.curve("depth", ALL[:-1], rule="minimax", **where)),
            "[Zuckerman2018] Figure 6",
            reading,
        ),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [
        {**row, "panel": row["game"] + (f", p = {row['p']:.3g}" if row["game"] == "P-games" else "")} for row in rows
    ]
    return curves(named, "depth", "rule", "panel", {"x": "search depth (plies)", "y": "fraction of correct decisions"})


STUDY = accuracy_study(
    name="emm/every-depth",
    title="P- and N-games at odd and even depths, artificial evaluator (e = .2)",
    source="[Zuckerman2018] section 5.1",
    settings=(*P_SETTINGS, N_SETTING),
    model=model,
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players("minimax", "emm", "product"),
    depths=ALL,
    draw=draw,
    caption="Odd and even depths are two curves: who moves last decides which errors weigh more. On P-games EMM rises "
    "along either, and falls between them.",
    claims=(
        *(claim for setting in P_SETTINGS for claim in p_claims(setting)),
        steady(N_SETTING, N_PRINTED, "[Zuckerman2018] Figure 12", Reading(ReadingKind.OPEN, EVERY)),
    ),
    edition=2,
    ceiling=True,
)
