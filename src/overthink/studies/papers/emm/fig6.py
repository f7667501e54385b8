"""Figure 6: P-games, artificial evaluator with e = .2, b = 2, 11 turns, 5,000 nontrivial games."""

from __future__ import annotations

from overthink.evaluate.artificial import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import beats, exactly, falls, never_falls, times
from overthink.studies.engine.study import Claim, grid
from overthink.studies.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study, players


def claims(p: float) -> tuple[Claim, ...]:
    """What the text says of the figure, for one reading of p."""
    at = f"p = {p:.3g}: "
    return (
        Claim(
            at + "EMM does not get worse with depth (odd depths)",
            "EMM does not exhibit pathological characteristics",
            lambda s: never_falls(s.curve("depth", ODD, rule="emm", p=p)),
        ),
        Claim(
            at + "minimax gets worse with depth, up to depth 9",
            "minimax does [exhibit pathology]",
            lambda s: falls(s.curve("depth", ODD[:-1], rule="minimax", p=p)),
        ),
        Claim(
            at + "EMM beats minimax at depths 5, 7 and 9",
            "P < 0.05 in a t test for depths 5, 7, and 9",
            lambda s: beats(s, ("emm", "minimax"), "depth", (5, 7, 9), p=p),
        ),
        Claim(
            at + "at depth 7 EMM makes over 20% more correct decisions",
            "over 20% more",
            lambda s: times(s(rule="emm", depth=7, p=p), s(rule="minimax", depth=7, p=p), 1.2),
        ),
        Claim(
            at + "at depth 11, the whole game, both are always right",
            "a perfect decision rate of 1.0 at search depth 11",
            lambda s: exactly([s(rule=rule, depth=11, p=p) for rule in ("emm", "minimax")], 1.0),
        ),
        Claim(
            at + "true node types give better results at depths 7 and 9",
            "with the true node types, we obtained better results, and the slight drop had vanished",
            lambda s: beats(s, ("emm-true-types", "emm"), "depth", (7, 9), p=p),
            source="[Zuckerman2018] footnote to Figure 6",
        ),
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
    caption="Minimax decides worse the further it looks, until it sees the end of the game; EMM does not. Left: "
    "squares are 1 with p = .5, as the text suggests; right: with the p at which neither side is favoured. EMM, EMM "
    "without its flip and the slides' EMM coincide at this e and b. Althöfer, vote and bayes read the same evaluations "
    "as EMM.",
    claims=tuple(claim for p in SQUARES for claim in claims(p)),
    edition=2,
)
