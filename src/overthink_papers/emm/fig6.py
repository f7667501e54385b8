"""Figure 6: P-games, artificial evaluator with e = .2, b = 2, 11 turns, 5,000 nontrivial games.

The text names odd depths alone, so these are its words as written; `emm/every-depth` has the others.
"""

from __future__ import annotations

from overthink.evaluate.artificial import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import beats, better, exactly, falls, never_falls, times
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import grid
from overthink_papers.emm.readings import SLIGHT, best_or_nearly, nowhere, with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study, players

WHEREAS = "EMM does not exhibit pathological characteristics, whereas minimax does"
LARGER = "at a search depth of 7, EMM is making over 20% more correct decisions than minimax"
FOOTNOTE = "[Zuckerman2018] footnote to Figure 6"
DROP = "The slight drop from depth 7 to depth 9"
TRUE_TYPES = "with the true node types, we obtained better results, and the slight drop had vanished"
BY_VALUE = "the root compares values alone"
INSIDE = ODD[1:-1]  # at depth 1 all rules are one, at depth 11 all are perfect


def steady(p: float, rule: str, *words: str) -> tuple[Claim, ...]:
    """EMM's curve does not fall, and minimax's does; without words the reading as written."""
    reading = with_squares(p, "odd depths", *words, kind=ReadingKind.OPEN if words else ReadingKind.AS_WRITTEN)
    return (
        Claim(
            f"{reading.words}: EMM does not get worse with depth",
            WHEREAS,
            lambda s: never_falls(s.curve("depth", ODD, rule=rule, p=p)),
            reading=reading,
            tolerance=SLIGHT,
        ),
        Claim(
            f"{reading.words}: minimax gets worse with depth, before it sees the end",
            WHEREAS,
            lambda s: falls(s.curve("depth", ODD[:-1], rule="minimax", p=p)),
            reading=reading,
        ),
    )


def drop(p: float, rule: str, reading: Reading) -> Claim:
    return Claim(
        f"{reading.words}: EMM decides worse at depth 9 than at 7",
        DROP,
        lambda s: better(s(rule=rule, depth=7, p=p), s(rule=rule, depth=9, p=p)),
        source=FOOTNOTE,
        reading=reading,
    )


def footnote(p: float) -> tuple[Claim, ...]:
    plain = with_squares(p)
    return (
        drop(p, "emm", plain),
        drop(p, "emm-value", with_squares(p, BY_VALUE, kind=ReadingKind.OPEN)),
        Claim(
            f"{plain.words}: true node types give better results at depths 3 to 9",
            TRUE_TYPES,
            lambda s: beats(s, ("emm-true-types", "emm"), "depth", INSIDE, p=p),
            source=FOOTNOTE,
            reading=plain,
        ),
        Claim(
            f"{plain.words}: with true node types there is no drop from depth 7 to 9",
            TRUE_TYPES,
            lambda s: never_falls(s.curve("depth", (7, 9), rule="emm-true-types", p=p), 0.01),
            source=FOOTNOTE,
            reading=plain,
            tolerance="a point: half of what is called slight",
        ),
    )


def claims(p: float) -> tuple[Claim, ...]:
    """What the text says of the figure, for one reading of p."""
    plain = with_squares(p)
    at = f"{plain.words}: "
    return (
        Claim(
            at + "EMM beats minimax at depths 3 to 9",
            "EMM clearly outperforms minimax as the search depth increases",
            lambda s: beats(s, ("emm", "minimax"), "depth", INSIDE, p=p),
            reading=plain,
        ),
        *steady(p, "emm"),
        *steady(p, "emm-value", BY_VALUE),
        Claim(
            at + "EMM beats minimax at depths 5, 7 and 9 at the 95% level",
            "P < 0.05 in a t test for depths 5, 7, and 9",
            lambda s: beats(s, ("emm", "minimax"), "depth", (5, 7, 9), p=p),
            reading=plain,
        ),
        Claim(
            at + "at depth 7 EMM makes over 20% more correct decisions",
            LARGER,
            lambda s: times(s(rule="emm", depth=7, p=p), s(rule="minimax", depth=7, p=p), 1.2),
            reading=plain,
        ),
        Claim(
            at + "at depth 11, the whole game, both are always right",
            "a perfect decision rate of 1.0 at search depth 11",
            lambda s: exactly([s(rule=rule, depth=11, p=p) for rule in ("emm", "minimax")], 1.0),
            reading=plain,
        ),
        *footnote(p),
        nowhere(
            at,
            lambda s: (s.curve("depth", ODD, rule="emm", p=p), s.curve("depth", ODD[:-1], rule="minimax", p=p)),
            plain,
        ),
        best_or_nearly(at, lambda s: [s.curve("rule", ("emm", "minimax"), depth=d, p=p) for d in ODD], plain),
    )


STUDY = accuracy_study(
    name="emm/fig6",
    title="P-games, artificial evaluator (e = .2)",
    source="[Zuckerman2018] Figure 6",
    settings=grid(p=SQUARES),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, p=setting["p"]),
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players(
        *("minimax", "emm", "emm-value", "emm-no-flip", "emm-slides", "emm-true-types"),
        *("product", "althofer", "vote", "bayes"),
    ),
    depths=ODD,
    draw=accuracy_curves(),
    caption="Minimax decides worse the further it looks, until it sees the end of the game; EMM does not, at odd "
    "depths. Left: squares are 1 with p = .5, as the text suggests; right: with the p at which neither side is "
    "favoured. EMM, EMM without its flip and the slides' EMM coincide at this e and b. Althöfer, vote and bayes read "
    "the same evaluations as EMM.",
    claims=tuple(claim for p in SQUARES for claim in claims(p)),
    edition=3,
    ceiling=True,
)
