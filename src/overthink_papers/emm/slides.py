"""The two result slides of 2009: the first EMM against minimax on P- and N-games, artificial evaluator, e = .2."""

from __future__ import annotations

from overthink.core.estimate import Sample, simultaneous
from overthink.evaluate import artificial
from overthink.measure.paired import difference
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import always_better, falls, never_falls, some_above
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples, grid
from overthink_papers.emm.natural import WIN_OR_LOSS
from overthink_papers.emm.readings import with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study

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
NONPATHOLOGICAL = (
    "detecting and accounting for local pathologies in non-pathological games can improve decision accuracy"
)


INSIDE = ODD[1:-1]
EVALUATORS = {"artificial": ("emm-slides", "minimax"), "natural": ("emm-slides-natural", "minimax-natural")}


def steady(at: str, rule: str, printed: str, reading: Reading, **where: float) -> Claim:
    return Claim(
        f"{at} does not get worse with depth (odd depths)",
        printed,
        lambda s: never_falls(s.curve("depth", ODD, rule=rule, **where)),
        reading=reading,
        tolerance="2 points, which a slide would hardly show",
    )


def consistently(at: str, evaluator: str, reading: Reading, **where: float) -> Claim:
    """The conclusions name no game, evaluator or depth: all that the slides show, and the natural one besides."""
    return Claim(
        f"{at}EMM beats minimax at depths 3, 5, 7 and 9, {evaluator} evaluator",
        "EMM consistently outperformed Minimax",
        lambda s: always_better([s.curve("rule", EVALUATORS[evaluator], depth=d, **where) for d in INSIDE]),
        source="[Wilson2009] Conclusions",
        reading=reading,
    )


def p_claims(p: float) -> tuple[Claim, ...]:
    reading, either = with_squares(p), "EMM is not pathological with either evaluator in P-games"
    at = f"{reading.words}: "
    return (
        *(
            steady(f"{at}EMM, {evaluator} evaluator,", emm, either, reading, p=p)
            for evaluator, (emm, _) in EVALUATORS.items()
        ),
        Claim(
            at + "minimax gets worse with depth, up to depth 9",
            "known pathological game for Minimax",
            lambda s: falls(s.curve("depth", ODD[:-1], rule="minimax", p=p)),
            reading=reading,
        ),
        *(consistently(at, evaluator, reading, p=p) for evaluator in EVALUATORS),
    )


def gains(samples: Samples, rule: str) -> list[Sample]:
    """What a rule gains from depth 1 to 3, 5, 7 and 9."""
    return [samples(rule=rule, depth=depth) - samples(rule=rule, depth=1) for depth in INSIDE]


def improves(samples: Samples, emm: str, minimax: str) -> Evidence:
    """EMM is above minimax at one depth at least."""
    level = simultaneous(len(INSIDE))
    leads = [difference(samples(rule=emm, depth=depth), samples(rule=minimax, depth=depth), level) for depth in INSIDE]
    return some_above(leads, "differences " + " ".join(f"{lead.mean:+.3f}" for lead in leads))


NATURAL = Reading(ReadingKind.OPEN, "natural evaluator")


def n_claims(evaluator: str, reading: Reading) -> tuple[Claim, ...]:
    emm, minimax = EVALUATORS[evaluator]
    return (
        Claim(
            f"EMM gains more than minimax from depth 1 to 3, 5, 7 and 9, {evaluator} evaluator",
            "EMM accuracy improves significantly faster than Minimax in N-games",
            lambda s: always_better(list(zip(gains(s, emm), gains(s, minimax)))),
            reading=reading,
        ),
        steady(f"minimax, {evaluator} evaluator,", minimax, NONPATHOLOGICAL, reading),
        Claim(
            f"EMM is more accurate than minimax at some depth from 3 to 9, {evaluator} evaluator",
            NONPATHOLOGICAL,
            lambda s: improves(s, emm, minimax),
            reading=reading,
        ),
        consistently("", evaluator, reading),
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
    edition=4,
    claims=tuple(claim for p in SQUARES for claim in p_claims(p)),
    ceiling=True,
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
    scales={"quick": 1000, "paper": 20_000},  # the slides give no number
    edition=3,
    claims=(*n_claims("artificial", AS_WRITTEN), *n_claims("natural", NATURAL)),
)
