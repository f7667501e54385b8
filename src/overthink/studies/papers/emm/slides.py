"""The two result slides of 2009: the first EMM against minimax on P- and N-games, artificial evaluator, e = .2."""

from __future__ import annotations

from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import beats, better, falls, never_falls
from overthink.studies.engine.study import Claim, grid
from overthink.studies.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study
from overthink.studies.papers.emm.natural import WIN_OR_LOSS

CONTEST = (
    ("minimax", "minimax", "artificial"),
    ("emm-slides", "emm-slides", "artificial"),
    ("minimax-natural", "minimax", "natural"),
    ("emm-slides-natural", "emm-slides", "natural"),
)
LABELS = {
    "emm_slides": "EMM of 2009",
    "minimax_natural": "minimax, natural evaluator",
    "emm_slides_natural": "EMM of 2009, natural evaluator",
}
P_SLIDE = "[Wilson2009] P-game Experimental Results"
N_SLIDE = "[Wilson2009] N-game Experimental Results"


def steady(p: float, evaluator: str, rule: str) -> Claim:
    return Claim(
        f"p = {p:.3g}: EMM does not get worse with depth, {evaluator} evaluator (odd depths)",
        "EMM is not pathological with either evaluator in P-games",
        lambda s: never_falls(s.curve("depth", ODD, rule=rule, p=p)),
    )


def p_claims(p: float) -> tuple[Claim, ...]:
    return (
        steady(p, "artificial", "emm-slides"),
        steady(p, "natural", "emm-slides-natural"),
        Claim(
            f"p = {p:.3g}: minimax gets worse with depth, up to depth 9",
            "known pathological game for Minimax",
            lambda s: falls(s.curve("depth", ODD[:-1], rule="minimax", p=p)),
        ),
    )


P_STUDY = accuracy_study(
    name="emm/slides-p",
    title="the first EMM on P-games",
    source=P_SLIDE,
    settings=grid(p=SQUARES),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, p=setting["p"]),
    evaluators=lambda setting: {"artificial": artificial(0.2), "natural": WIN_OR_LOSS},
    contest=CONTEST,
    depths=ODD,
    draw=accuracy_curves(**LABELS),
    caption="The EMM of the 2009 slides, which is the later algorithm without its flip.",
    edition=3,
    claims=tuple(claim for p in SQUARES for claim in p_claims(p)),
)

N_STUDY = accuracy_study(
    name="emm/slides-n",
    title="the first EMM on N-games",
    source=N_SLIDE,
    settings=grid(edge_p=(0.5,)),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, mixing=0.0, edge_p=setting["edge_p"]),
    evaluators=lambda setting: {"artificial": artificial(0.2), "natural": WIN_OR_LOSS},
    contest=CONTEST,
    depths=ODD,
    draw=accuracy_curves(panel=None, **LABELS),
    caption="In N-games EMM gains from depth; minimax does with the natural evaluator, not with independent errors.",
    edition=3,
    claims=(
        Claim(
            "EMM gains more than minimax from depth 1 to 7",
            "EMM accuracy improves significantly faster than Minimax in N-games",
            lambda s: better(
                s(rule="emm-slides", depth=7) - s(rule="emm-slides", depth=1),
                s(rule="minimax", depth=7) - s(rule="minimax", depth=1),
            ),
        ),
        Claim(
            "EMM beats minimax at depths 3, 5, 7 and 9",
            "EMM consistently outperformed Minimax",
            lambda s: beats(s, ("emm-slides", "minimax"), "depth", (3, 5, 7, 9)),
        ),
    ),
)
