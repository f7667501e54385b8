"""Figure 6: P-games with the artificial evaluator, e = .2; b = 2, 11 turns, 5,000 nontrivial games.

The text names odd depths alone, so these are its words as written; `emm/every-depth` has the others. The paper gives no
p: it is .5, or such that neither side is favoured.
"""

from functools import partial

from overthink.evaluate.solved import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import FLAT_CHANGE, AllOf, Beats, Exactly, Falls, NeverFalls, Times, at, curve, slightly
from overthink.studies.claim import Claim, Reading, ReadingKind, quote
from overthink.studies.samples import Setting, grid
from overthink_papers.emm.readings import HALF, NOWHERE, SLIGHT, best_or_nearly, nowhere, with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, accuracy_study, players
from overthink_papers.experiments.scaffold import DEPTH_LABELS, plot

WHEREAS = "EMM does not exhibit pathological characteristics, whereas minimax does"
INTRODUCTION = "[Zuckerman2018] section 1"
FOOTNOTE = "[Zuckerman2018] footnote to Figure 6"
BY_VALUE = "the root compares values alone"
INSIDE = ODD[1:-1]  # at depth 1 all rules are one, at depth 11 all are perfect
P = {"p": SQUARES[0]}
artificial_study = partial(accuracy_study, evaluators=lambda setting: {"artificial": artificial(0.2)})


def whereas(depths: tuple[int, ...], rule: str, where: Setting) -> AllOf:
    """This rule's accuracy never falls with depth, and minimax's does."""
    emm, minimax = curve("depth", depths, rule=rule, **where), curve("depth", depths[:-1], rule="minimax", **where)
    return AllOf((NeverFalls(emm), Falls(minimax)))


def _drop(rule: str, p: float, reading: Reading) -> Claim:
    drop = slightly(*curve("depth", (7, 9), rule=rule, p=p))
    return quote("The slight drop from depth 7 to depth 9", drop, reading, FOOTNOTE, SLIGHT)


def _true_types(p: float) -> Claim:
    better = Beats("emm-true-types", "emm", over="depth", at=INSIDE, where={"p": p})
    vanished = NeverFalls(curve("depth", (7, 9), rule="emm-true-types", p=p), 0.01)
    return quote(
        "with the true node types, we obtained better results, and the slight drop had vanished",
        AllOf((better, vanished)),
        with_squares(p),
        FOOTNOTE,
        "a point: half of what is called slight",
    )


COINCIDE = ("emm-no-flip", "emm-slides")  # with EMM, at this e and b
STUDY = artificial_study(
    name="emm/fig6",
    title="P-games, artificial evaluator (e = .2)",
    source="[Zuckerman2018] Figure 6",
    settings=grid(p=SQUARES),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, p=setting["p"]),
    contest=players(
        *("minimax", "emm", "emm-value", "emm-no-flip", "emm-slides", "emm-true-types"),
        *("product", "althofer", "vote", "bayes"),
    ),
    depths=ODD,
    draw=plot("depth", "rule", "p", DEPTH_LABELS, "p = ", keep=lambda row: row["rule"] not in COINCIDE),
    caption="Minimax decides worse the further it looks, until it sees the end of the game; EMM does not, at odd "
    "depths. Left: squares are 1 with p = .5, as the text suggests; right: with the p at which neither side is "
    "favoured. EMM without its flip and the slides' EMM, not drawn, coincide with EMM at this e and b. Althöfer, vote "
    "and bayes read the same evaluations as EMM.",
    claims=(
        quote(
            "EMM clearly outperforms minimax as the search depth increases",
            Beats("emm", "minimax", over="depth", at=INSIDE, where=P),
            HALF,
        ),
        quote(WHEREAS, whereas(ODD, "emm", P), with_squares(SQUARES[0], "odd depths"), tolerance=SLIGHT),
        quote(
            WHEREAS,
            whereas(ODD, "emm-value", P),
            with_squares(SQUARES[0], "odd depths", BY_VALUE, kind=ReadingKind.OPEN),
            tolerance=SLIGHT,
        ),
        quote(
            "P < 0.05 in a t test for depths 5, 7, and 9",
            Beats("emm", "minimax", over="depth", at=(5, 7, 9), where=P),
            HALF,
        ),
        quote(
            "at a search depth of 7, EMM is making over 20% more correct decisions than minimax",
            Times(at(rule="emm", depth=7, **P), at(rule="minimax", depth=7, **P), 1.2),
            HALF,
        ),
        quote(
            "a perfect decision rate of 1.0 at search depth 11",
            Exactly(tuple({"rule": rule, "depth": 11, **P} for rule in ("emm", "minimax")), 1.0),
            HALF,
        ),
        _drop("emm", SQUARES[0], HALF),
        _drop("emm-value", SQUARES[0], with_squares(SQUARES[0], BY_VALUE, kind=ReadingKind.OPEN)),
        _drop("emm", SQUARES[1], with_squares(SQUARES[1])),
        *map(_true_types, SQUARES),
        quote(NOWHERE, nowhere(ODD, P), HALF, INTRODUCTION, SLIGHT),
        best_or_nearly(Beats("emm", "minimax", over="depth", at=ODD, where=P, by=-FLAT_CHANGE), HALF),
    ),
    scales={"quick": 1000, "paper": 50_000},  # the paper has 5,000, which left the slight drop open
    edition=3,
    ceiling=True,
)
