"""Figures 11 and 12: EMM, minimax and the product rule on P- and on N-games, artificial evaluator, b = 2 and 3.

The paper gives no heights. With b = 3 a P-game of p = .5 is almost never nontrivial beyond height 7, so b = 3 is played
at height 7, and b = 2 at height 11 as in Figure 6.
"""

from __future__ import annotations

from collections.abc import Sequence

from overthink.core.estimate import Sample
from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.curves import curves
from overthink.studies.checks import always_better, falls, never_falls
from overthink.studies.claim import AS_WRITTEN, Claim, Reading
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.emm.readings import SLIGHT, best_or_nearly, half_or_balanced
from overthink_papers.experiments.accuracy import accuracy_curves, accuracy_study, players

HEIGHT = {2: 11, 3: 7}
DEPTHS = {2: (1, 3, 5, 7, 9, 11), 3: (1, 3, 5, 7)}
CONTEST = players("minimax", "product", "emm", "emm-value")
P_SETTINGS: tuple[Setting, ...] = tuple({"b": b, "p": p} for b in (2, 3) for p in (0.5, round(fixed_point(b), 6)))
ONLY = "EMM is the only algorithm that does not exhibit pathological characteristics"
BOTH = "EMM and the product rule both perform substantially better than minimax with increasing search depth"


def pairs(samples: Samples, where: Setting, depths: Sequence[int], *contests: tuple[str, str]) -> list[list[Sample]]:
    """The winner and the loser of each contest, at each depth."""
    return [samples.curve("rule", contest, depth=depth, **where) for depth in depths for contest in contests]


OTHERS = (("emm", "minimax"), ("emm", "product"))


def outperforms(at: str, printed: str, where: Setting, reading: Reading) -> Claim:
    inside = DEPTHS[where["b"]][1:-1]  # at depth 1 all rules are one, at the last all are perfect
    return Claim(
        f"{at}EMM beats both at every depth from 3 to {inside[-1]}",
        printed,
        lambda s: always_better(pairs(s, where, inside, *OTHERS)),
        reading=reading,
    )


def steady(at: str, printed: str, where: Setting, reading: Reading) -> Claim:
    return Claim(
        at + "EMM does not get worse with depth (odd depths)",
        printed,
        lambda s: never_falls(s.curve("depth", DEPTHS[where["b"]], rule="emm", **where)),
        reading=reading,
        tolerance=SLIGHT,
    )


def worse(rule: str, at: str, where: Setting, reading: Reading) -> Claim:
    inside = DEPTHS[where["b"]][:-1]
    return Claim(
        f"{at}{rule} gets worse with depth, up to depth {inside[-1]}",
        ONLY,
        lambda s: falls(s.curve("depth", inside, rule=rule, **where)),
        reading=reading,
    )


def p_claims(where: Setting) -> tuple[Claim, ...]:
    """b = 2 and 3 are one set of experiments."""
    at, reading, depths = f"b = {where['b']}, p = {where['p']:.3g}: ", half_or_balanced(where["p"]), DEPTHS[where["b"]]
    return (
        outperforms(at, "EMM clearly outperforms the other algorithms as the search depth … increases", where, reading),
        Claim(
            at + "EMM beats both at depth 5 at the 99% level",
            "in depth 5, P < 0.01 in a t test against both algorithms",
            lambda s: always_better(pairs(s, where, (5,), *OTHERS), level=0.99),
            reading=reading,
        ),
        steady(at, ONLY, where, reading),
        *(worse(rule, at, where, reading) for rule in ("minimax", "product")),
        best_or_nearly(at, lambda s: pairs(s, where, depths, *OTHERS), reading, "minimax and the product rule"),
    )


def n_claims(where: Setting) -> tuple[Claim, ...]:
    at, depths = f"b = {where['b']}: ", DEPTHS[where["b"]]
    rivals = (("emm", "minimax"), ("product", "minimax"))
    return (
        outperforms(at, "EMM significantly outperforms both of the other algorithms", where, AS_WRITTEN),
        steady(at, "EMM … is not pathological", where, AS_WRITTEN),
        Claim(
            f"{at}EMM and the product rule beat minimax at every depth from 3 to {depths[-2]}",
            BOTH,
            lambda s: always_better(pairs(s, where, depths[1:-1], *rivals)),
        ),
        Claim(
            at + "EMM and the product rule beat minimax at depth 5 at the 95% level",
            "in depth 5, P < 0.05 in a t test",
            lambda s: always_better(pairs(s, where, (5,), *rivals)),
        ),
        best_or_nearly(at, lambda s: pairs(s, where, depths, *OTHERS), AS_WRITTEN, "minimax and the product rule"),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "game": f"b = {row['b']}, height {HEIGHT[row['b']]}, p = {row['p']:.3g}"} for row in rows]
    return curves(named, "depth", "rule", "game", {"x": "search depth (plies)", "y": "fraction of correct decisions"})


FIG11 = accuracy_study(
    name="emm/fig11",
    title="P-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 11",
    settings=P_SETTINGS,
    model=lambda s: BoardSplittingModel(height=HEIGHT[s["b"]], branching=s["b"], p=s["p"]),
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=CONTEST,
    depths=lambda setting: DEPTHS[setting["b"]],
    draw=draw,
    caption="The product rule aggregates errors as EMM does, but never lets the static value replace the search's.",
    claims=tuple(claim for setting in P_SETTINGS for claim in p_claims(setting)),
    edition=3,
    ceiling=True,
)

FIG12 = accuracy_study(
    name="emm/fig12",
    title="N-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 12",
    settings=grid(b=(2, 3)),
    model=lambda s: BoardSplittingModel(height=HEIGHT[s["b"]], branching=s["b"], mixing=0.0),
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=CONTEST,
    depths=lambda setting: DEPTHS[setting["b"]],
    draw=accuracy_curves("b", "b = "),
    caption="With independent errors minimax hardly gains from depth even in N-games; rules that track errors do.",
    claims=tuple(claim for setting in grid(b=(2, 3)) for claim in n_claims(setting)),
    edition=2,
)
