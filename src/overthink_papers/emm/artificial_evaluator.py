"""Board splitting with the artificial evaluator, e = .2: Figures 6, 11 and 12, other branching factors, every depth.

Figure 6: P-games, b = 2, 11 turns, 5,000 nontrivial games. The text names odd depths alone, so these are its words as
written; `emm/every-depth` has the others. Figures 11 and 12 add the product rule, on P- and on N-games, b = 2 and 3.
The paper gives no heights. With b = 3 a P-game of p = .5 is almost never nontrivial beyond height 7, nor with b = 4
beyond height 5. p is .5, or such that neither side is favoured.
"""

from __future__ import annotations

from functools import partial

from overthink.evaluate.solved import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.studies.checks import (
    FLAT,
    AllOf,
    AlwaysBetter,
    Beats,
    Exactly,
    Falls,
    NeverFalls,
    Times,
    at,
    curve,
    for_each,
    slightly,
)
from overthink.studies.claim import AS_WRITTEN, Claim, Reading, ReadingKind, quote
from overthink.studies.samples import Row, Setting, grid
from overthink_papers.emm.readings import BALANCED, HALF, NOWHERE, SLIGHT, best_or_nearly, nowhere, with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study, players
from overthink_papers.experiments.scaffold import DEPTH_LABELS, plot

WHEREAS = "EMM does not exhibit pathological characteristics, whereas minimax does"
INTRODUCTION = "[Zuckerman2018] section 1"
FOOTNOTE = "[Zuckerman2018] footnote to Figure 6"
BY_VALUE = "the root compares values alone"
INSIDE = ODD[1:-1]  # at depth 1 all rules are one, at depth 11 all are perfect
P = {"p": SQUARES[0]}
artificial_study = partial(accuracy_study, evaluators=lambda setting: {"artificial": artificial(0.2)})


def whereas(depths: tuple[int, ...], rule: str, where: Setting) -> AllOf:
    emm, minimax = curve("depth", depths, rule=rule, **where), curve("depth", depths[:-1], rule="minimax", **where)
    return AllOf((NeverFalls(emm), Falls(minimax)))


def drop(rule: str, p: float, reading: Reading) -> Claim:
    drop = slightly(*curve("depth", (7, 9), rule=rule, p=p))
    return quote("The slight drop from depth 7 to depth 9", drop, reading, FOOTNOTE, SLIGHT)


def true_types(p: float) -> Claim:
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
FIG6 = artificial_study(
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
        drop("emm", SQUARES[0], HALF),
        drop("emm-value", SQUARES[0], with_squares(SQUARES[0], BY_VALUE, kind=ReadingKind.OPEN)),
        drop("emm", SQUARES[1], with_squares(SQUARES[1])),
        *map(true_types, SQUARES),
        quote(NOWHERE, nowhere(ODD, P), HALF, INTRODUCTION, SLIGHT),
        best_or_nearly(Beats("emm", "minimax", over="depth", at=ODD, where=P, by=-FLAT), HALF),
    ),
    scales={"quick": 1000, "paper": 50_000},  # the paper has 5,000, which left the slight drop open
    edition=3,
    ceiling=True,
)

ALL = tuple(range(1, 12))
P_SETTINGS: tuple[Setting, ...] = tuple({"game": "P-games", "p": p} for p in SQUARES)


def panel_of(row: Row) -> str:
    return f"P-games, p = {row['p']:.3g}" if row["game"] == "P-games" else "N-games"


EVERY_DEPTH = artificial_study(
    name="emm/every-depth",
    title="P- and N-games at odd and even depths, artificial evaluator (e = .2)",
    source="[Zuckerman2018] section 5.1",
    settings=(*P_SETTINGS, {"game": "N-games", "p": 0.5}),
    model=lambda setting: BoardSplittingModel(p=setting["p"], mixing=float(setting["game"] == "P-games")),
    contest=players("minimax", "emm", "product"),
    depths=ALL,
    draw=plot("depth", "rule", panel_of, DEPTH_LABELS),
    caption="Odd and even depths are two curves: who moves last decides which errors weigh more. On P-games EMM rises "
    "along either, and falls between them.",
    claims=(
        quote(
            WHEREAS,
            whereas(ALL, "emm", P_SETTINGS[0]),
            with_squares(SQUARES[0], "every depth, odd and even", kind=ReadingKind.OPEN),
            "[Zuckerman2018] Figure 6",
            SLIGHT,
        ),
    ),
    edition=2,
    ceiling=True,
)

SIMILAR = "Scenarios with different branching factors produced similar results"


def both_squares(branching: tuple[int, ...]) -> tuple[Setting, ...]:
    return tuple({"b": b, "p": p} for b in branching for p in (0.5, round(fixed_point(b), 6)))


def height(setting: Setting) -> int:
    if setting["b"] == 2:
        return 11
    return 5 if (setting["b"], setting.get("p")) == (4, 0.5) else 7


def odd(setting: Setting) -> tuple[int, ...]:
    return tuple(range(1, height(setting) + 1, 2))


def split(settings: tuple[Setting, ...]) -> tuple[tuple[Reading, list[Setting]], ...]:
    """Both readings of p, each with its settings."""
    half = [setting for setting in settings if setting["p"] == 0.5]
    return (HALF, half), (BALANCED, [setting for setting in settings if setting not in half])


def game_of(row: Row) -> str:
    return f"b = {row['b']}, height {height(row)}, p = {row['p']:.3g}"


def similar(where: Setting) -> AllOf:
    beats = Beats("emm", "minimax", over="depth", at=odd(where)[1:-1], where=where)
    return AllOf((whereas(odd(where), "emm", where), beats))


by_branching = partial(
    artificial_study,
    model=lambda s: BoardSplittingModel(height=height(s), branching=s["b"], p=s["p"]),
    depths=odd,
    draw=plot("depth", "rule", game_of, DEPTH_LABELS),
    ceiling=True,
)
BRANCHING = by_branching(
    name="emm/branching",
    title="P-games with other branching factors, artificial evaluator (e = .2)",
    source="[Zuckerman2018] section 5.1",
    settings=both_squares((3, 4)),
    contest=players("minimax", "emm", "product"),
    caption="As with b = 2, minimax decides worse the further it looks, and EMM does not.",
    claims=tuple(
        claim
        for reading, settings in split(both_squares((3, 4)))
        for claim in (
            quote(SIMILAR, for_each(settings, similar), reading, tolerance=SLIGHT),
            quote(NOWHERE, for_each(settings, lambda w: nowhere(odd(w), w)), reading, INTRODUCTION, SLIGHT),
        )
    ),
    edition=2,
)

CONTEST = players("minimax", "product", "emm", "emm-value")
OTHERS = (("emm", "minimax"), ("emm", "product"))
RIVALS = (("emm", "minimax"), ("product", "minimax"))
ONLY = "EMM is the only algorithm that does not exhibit pathological characteristics"
BOTH = "EMM and the product rule both perform substantially better than minimax with increasing search depth"
N_SETTINGS = grid(b=(2, 3))


def contests(
    pairs: tuple[tuple[str, str], ...], where: Setting, depths: tuple[int, ...], by: float = 0.0, level: float = 0.95
) -> AlwaysBetter:
    return AlwaysBetter(
        tuple(
            (at(rule=one, depth=depth, **where), at(rule=other, depth=depth, **where))
            for depth in depths
            for one, other in pairs
        ),
        by,
        level,
    )


def inside(where: Setting) -> tuple[int, ...]:
    return odd(where)[1:-1]


def only(where: Setting) -> AllOf:
    rivals = (Falls(curve("depth", odd(where)[:-1], rule=rule, **where)) for rule in ("minimax", "product"))
    return AllOf((NeverFalls(curve("depth", odd(where), rule="emm", **where)), *rivals))


def product_claims(reading: Reading, settings: list[Setting]) -> tuple[Claim, ...]:
    """b = 2 and 3 are one set of experiments."""
    clearly = "EMM clearly outperforms the other algorithms as the search depth … increases"
    return (
        quote(clearly, for_each(settings, lambda w: contests(OTHERS, w, inside(w))), reading),
        quote(ONLY, for_each(settings, only), reading, tolerance=SLIGHT),
    )


HALVES = split(both_squares((2, 3)))[0][1]
FIG11 = by_branching(
    name="emm/fig11",
    title="P-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 11",
    settings=both_squares((2, 3)),
    contest=CONTEST,
    caption="The product rule aggregates errors as EMM does, but never lets the static value replace the search's.",
    claims=(
        *(claim for part in split(both_squares((2, 3))) for claim in product_claims(*part)),
        quote(
            "in depth 5, P < 0.01 in a t test against both algorithms",
            for_each(HALVES, lambda where: contests(OTHERS, where, (5,), level=0.99)),
            HALF,
        ),
        best_or_nearly(for_each(HALVES, lambda where: contests(OTHERS, where, odd(where), -FLAT)), HALF),
    ),
    edition=3,
)


FIG12 = artificial_study(
    name="emm/fig12",
    title="N-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 12",
    settings=N_SETTINGS,
    model=lambda s: BoardSplittingModel(height=height(s), branching=s["b"], mixing=0.0),
    contest=CONTEST,
    depths=odd,
    draw=accuracy_curves("b", "b = "),
    caption="With independent errors minimax hardly gains from depth even in N-games; rules that track errors do.",
    claims=(
        quote(
            "EMM significantly outperforms both of the other algorithms",
            for_each(N_SETTINGS, lambda where: contests(OTHERS, where, inside(where))),
        ),
        quote(
            "EMM … is not pathological",
            for_each(N_SETTINGS, lambda where: NeverFalls(curve("depth", odd(where), rule="emm", **where))),
            tolerance=SLIGHT,
        ),
        quote(BOTH, for_each(N_SETTINGS, lambda where: contests(RIVALS, where, inside(where), FLAT))),
        quote("in depth 5, P < 0.05 in a t test", for_each(N_SETTINGS, lambda where: contests(RIVALS, where, (5,)))),
        best_or_nearly(for_each(N_SETTINGS, lambda where: contests(OTHERS, where, odd(where), -FLAT)), AS_WRITTEN),
    ),
    edition=2,
)
