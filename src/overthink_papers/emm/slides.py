"""The two result slides of 2009: the first EMM on P-games (`emm/slides-p`) and on N-games (`emm/slides-n`)."""

from functools import partial

from overthink.evaluate.solved import artificial
from overthink.studies.checks import AllOf, AlwaysBetter, Beats, Falls, NeverFalls, SomeBetter, at, curve, for_each
from overthink.studies.claim import AS_WRITTEN, Claim, Reading, quote
from overthink.studies.samples import grid
from overthink_papers.emm.fig7 import INSIDE, OPEN, WIN_OR_LOSS, P, n_games, p_games
from overthink_papers.emm.readings import HALF, with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study

SLIDE_CONTEST = (
    ("minimax", "minimax", "artificial"),
    ("emm-slides", "emm-slides", "artificial"),
    ("minimax-natural", "minimax", "natural"),
    ("emm-slides-natural", "emm-slides", "natural"),
)
SLIDE_LABELS = {
    "emm_slides": "EMM of 2009",
    "minimax_natural": "minimax, natural evaluator",
    "emm_slides_natural": "EMM of 2009, natural evaluator",
}
WITH_ARTIFICIAL, WITH_NATURAL = ("emm-slides", "minimax"), ("emm-slides-natural", "minimax-natural")
CONCLUSIONS = "[Wilson2009] Conclusions"
CONSISTENTLY = "EMM consistently outperformed Minimax"  # names no game, evaluator or depth
HARDLY = "2 points, which a slide would hardly show"
NATURAL = Reading(OPEN, "natural evaluator")


def _not_pathological(p: float) -> Claim:
    return quote(
        "EMM is not pathological with either evaluator in P-games",
        for_each((WITH_ARTIFICIAL, WITH_NATURAL), lambda pair: NeverFalls(curve("depth", ODD, rule=pair[0], p=p))),
        with_squares(p),
        tolerance=HARDLY,
    )


def _faster(pair: tuple[str, str], reading: Reading) -> Claim:
    emm, minimax = ([at(rule=rule, depth=depth) - at(rule=rule, depth=1) for depth in INSIDE] for rule in pair)
    printed = "EMM accuracy improves significantly faster than Minimax in N-games"
    return quote(printed, AlwaysBetter(tuple(zip(emm, minimax))), reading)


def _can_improve(pair: tuple[str, str], reading: Reading) -> Claim:
    emm, minimax = (curve("depth", INSIDE, rule=rule) for rule in pair)
    return quote(
        "detecting and accounting for local pathologies in non-pathological games can improve decision accuracy",
        AllOf((NeverFalls(curve("depth", ODD, rule=pair[1])), SomeBetter(tuple(zip(emm, minimax))))),
        reading,
        tolerance=HARDLY,
    )


slides_study = partial(
    accuracy_study,
    evaluators=lambda setting: {"artificial": artificial(0.2), "natural": WIN_OR_LOSS},
    contest=SLIDE_CONTEST,
    depths=ODD,
)
SLIDES_P = slides_study(
    name="emm/slides-p",
    title="the first EMM on P-games",
    source="[Wilson2009] P-game Experimental Results",
    settings=grid(p=SQUARES),
    model=p_games,
    draw=accuracy_curves(**SLIDE_LABELS),
    caption="The EMM of the 2009 slides, which is the later algorithm without its flip.",
    edition=4,
    claims=(
        *map(_not_pathological, SQUARES),
        quote("known pathological game for Minimax", Falls(curve("depth", ODD[:-1], rule="minimax", **P)), HALF),
        quote(
            CONSISTENTLY,
            for_each((WITH_ARTIFICIAL, WITH_NATURAL), lambda pair: Beats(*pair, over="depth", at=INSIDE, where=P)),
            HALF,
            CONCLUSIONS,
        ),
    ),
    ceiling=True,
)

SLIDES_N = slides_study(
    name="emm/slides-n",
    title="the first EMM on N-games",
    source="[Wilson2009] N-game Experimental Results",
    settings=grid(edge_p=(0.5,)),
    model=n_games,
    draw=accuracy_curves(panel=None, **SLIDE_LABELS),
    caption="In N-games EMM gains from depth; minimax does with the natural evaluator, not with independent errors.",
    scales={"quick": 1000, "paper": 20_000},  # the slides give no number
    edition=3,
    claims=(
        _faster(WITH_ARTIFICIAL, AS_WRITTEN),
        _faster(WITH_NATURAL, NATURAL),
        _can_improve(WITH_ARTIFICIAL, AS_WRITTEN),
        _can_improve(WITH_NATURAL, NATURAL),
        quote(CONSISTENTLY, Beats(*WITH_ARTIFICIAL, over="depth", at=INSIDE), source=CONCLUSIONS),
    ),
)
