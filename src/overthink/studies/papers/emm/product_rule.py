"""Figures 11 and 12: EMM, minimax and the product rule on P- and on N-games, artificial evaluator, b = 2 and 3.

The paper gives no heights. With b = 3 a P-game of p = .5 is almost never nontrivial beyond height 7, so b = 3 is played
at height 7, and b = 2 at height 11 as in Figure 6.
"""

from __future__ import annotations

from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.curves import curves
from overthink.studies.checks import always_better, falls, never_falls
from overthink.studies.engine.study import Claim, Finding, Picture, Row, Samples, Setting, grid
from overthink.studies.experiments.accuracy import accuracy_curves, accuracy_study, players

HEIGHT = {2: 11, 3: 7}
DEPTHS = {2: (1, 3, 5, 7, 9, 11), 3: (1, 3, 5, 7)}
CONTEST = players("minimax", "product", "emm", "emm-value")
P_SETTINGS: tuple[Setting, ...] = tuple({"b": b, "p": p} for b in (2, 3) for p in (0.5, round(fixed_point(b), 6)))
ONLY = "EMM is the only algorithm that does not exhibit pathological characteristics"


def beats_both(samples: Samples, where: Setting) -> Finding:
    """EMM against minimax and the product rule at depth 5."""
    return always_better([samples.curve("rule", ("emm", rule), depth=5, **where) for rule in ("minimax", "product")])


def steady(samples: Samples, where: Setting) -> Finding:
    """EMM at odd depths, up to the end of the game."""
    return never_falls(samples.curve("depth", DEPTHS[where["b"]], rule="emm", **where))


def p_claims(where: Setting) -> tuple[Claim, ...]:
    at, printed = (
        f"b = {where['b']}, p = {where['p']:.3g}: ",
        "in depth 5, P < 0.01 in a t test against both algorithms",
    )
    return (
        Claim(at + "EMM beats both at depth 5", printed, lambda s: beats_both(s, where)),
        Claim(at + "EMM does not get worse with depth (odd depths)", ONLY, lambda s: steady(s, where)),
        *(worse(rule, at, where) for rule in ("minimax", "product")),
    )


def worse(rule: str, at: str, where: Setting) -> Claim:
    inside = DEPTHS[where["b"]][:-1]
    return Claim(
        f"{at}{rule} gets worse with depth, up to depth {inside[-1]}",
        ONLY,
        lambda s: falls(s.curve("depth", inside, rule=rule, **where)),
    )


def n_claims(where: Setting) -> tuple[Claim, ...]:
    at = f"b = {where['b']}: "
    return (
        Claim(
            at + "EMM beats both at depth 5",
            "EMM significantly outperforms both of the other algorithms",
            lambda s: beats_both(s, where),
        ),
        Claim(
            at + "EMM does not get worse with depth (odd depths)",
            "and is not pathological",
            lambda s: steady(s, where),
        ),
        Claim(
            at + "EMM and the product rule beat minimax at depth 5",
            "both perform substantially better than minimax (in depth 5, P < 0.05 in a t test)",
            lambda s: always_better([s.curve("rule", (r, "minimax"), depth=5, **where) for r in ("emm", "product")]),
        ),
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
    edition=2,
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
