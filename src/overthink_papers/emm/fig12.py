"""Figure 12: N-games with the product rule, artificial evaluator, e = .2; b = 2 and 3."""

from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import FLAT_CHANGE, NeverFalls, curve, for_each
from overthink.studies.claim import Claim, quote
from overthink.studies.samples import grid
from overthink_papers.emm.branching import height, odd
from overthink_papers.emm.fig11 import CONTEST, against_rivals, contests, inside
from overthink_papers.emm.readings import ROOTS, SLIGHT, Root, best_or_nearly
from overthink_papers.experiments.accuracy import accuracy_curves, accuracy_study

BOTH = "EMM and the product rule both perform substantially better than minimax with increasing search depth"
SETTINGS = grid(b=(2, 3))


def _with_root(root: Root) -> tuple[Claim, ...]:
    others, reading = against_rivals(root.emm), root.reading()
    winners = ((root.emm, "minimax"), ("product", "minimax"))
    return (
        quote(
            "EMM significantly outperforms both of the other algorithms",
            for_each(SETTINGS, lambda where: contests(others, where, inside(where))),
            reading,
        ),
        quote(
            "EMM … is not pathological",
            for_each(SETTINGS, lambda where: NeverFalls(curve("depth", odd(where), rule=root.emm, **where))),
            reading,
            tolerance=SLIGHT,
        ),
        quote(BOTH, for_each(SETTINGS, lambda where: contests(winners, where, inside(where), FLAT_CHANGE)), reading),
        quote(
            "in depth 5, P < 0.05 in a t test",
            for_each(SETTINGS, lambda where: contests(winners, where, (5,))),
            reading,
        ),
        best_or_nearly(for_each(SETTINGS, lambda where: contests(others, where, odd(where), -FLAT_CHANGE)), reading),
    )


STUDY = accuracy_study(
    name="emm/fig12",
    title="N-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 12",
    settings=SETTINGS,
    model=lambda s: BoardSplittingModel(height=height(s), branching=s["b"], mixing=0.0),
    contest=CONTEST,
    depths=odd,
    draw=accuracy_curves("b", "b = "),
    caption="With independent errors minimax hardly gains from depth even in N-games; rules that track errors do.",
    claims=tuple(claim for root in ROOTS for claim in _with_root(root)),
    edition=2,
)
