"""Figure 12: N-games, artificial evaluator, EMM against minimax and the product rule, b = 2 and 3."""

from __future__ import annotations

from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import always_better, never_falls
from overthink.studies.engine.study import Claim, grid
from overthink.studies.experiments.accuracy import accuracy_curves, accuracy_study, players
from overthink.studies.papers.emm.product_rule import DEPTHS, HEIGHT, RULES, depths


def claims(b: int) -> tuple[Claim, ...]:
    return (
        Claim(
            f"b = {b}: EMM beats both at depth 5",
            "EMM significantly outperforms both of the other algorithms",
            lambda s: always_better(
                [(s(rule="emm", depth=5, b=b), s(rule=rule, depth=5, b=b)) for rule in ("minimax", "product")]
            ),
        ),
        Claim(
            f"b = {b}: EMM does not get worse with depth (odd depths)",
            "and is not pathological",
            lambda s: never_falls(s.curve("depth", DEPTHS[b], rule="emm", b=b)),
        ),
        Claim(
            f"b = {b}: EMM and the product rule beat minimax at depth 5",
            "both perform substantially better than minimax (in depth 5, P < 0.05 in a t test)",
            lambda s: always_better(
                [(s(rule=rule, depth=5, b=b), s(rule="minimax", depth=5, b=b)) for rule in ("emm", "product")]
            ),
        ),
    )


STUDY = accuracy_study(
    name="emm/fig12",
    title="N-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 12",
    settings=grid(b=(2, 3)),
    model=lambda s: BoardSplittingModel(height=HEIGHT[s["b"]], branching=s["b"], mixing=0.0),
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players(*RULES),
    depths=depths,
    draw=accuracy_curves("b", "b = "),
    caption="With independent errors minimax hardly gains from depth even in N-games; rules that track errors do.",
    claims=tuple(claim for b in (2, 3) for claim in claims(b)),
    edition=2,
)
