"""Figure 10: Figure 9 with the natural evaluator."""

from functools import partial

from overthink.studies.checks import AllOf, Better, at, average
from overthink.studies.claim import Claim, ReadingKind, quote
from overthink_papers.emm.fig7 import BINARY, BY_VALUES, CONTEST, LITERAL, RAW, Sight, evaluators
from overthink_papers.emm.fig9 import DEPTH, LABELS, MIDDLE, MIXING, SETTINGS, P, conclusions, in_between, model, ratios
from overthink_papers.experiments.accuracy import accuracy_study
from overthink_papers.experiments.scaffold import plot


def begins(sight: Sight, kind: ReadingKind) -> Claim:
    """A lead begins where the curves cross: minimax leads below, EMM above. m = .5 itself, and with it what is as close
    as the grid is fine, says nothing."""
    (emm_above, minimax_above), (emm_below, minimax_below) = (
        [average([at(rule=rule, m=m, **P) for m in part]) for rule in (sight.emm, sight.minimax)]
        for part in (MIXING[MIDDLE + 1 :], MIXING[:MIDDLE])
    )
    reading = sight.reading(kind)
    return quote(
        "around m = 0.5 and higher is where EMM begins to outperform minimax",
        AllOf((Better(emm_above, minimax_above), Better(minimax_below, emm_below))),
        reading,
        says=f"{reading.words}: over m = .6 to 1 EMM leads, over m = 0 to .4 minimax does",
    )


SIGHTS = (LITERAL, BINARY, RAW)
ROOTS = ((LITERAL, ReadingKind.AS_WRITTEN), (BY_VALUES, ReadingKind.OPEN))
CLOSEST = ReadingKind.CLOSEST
STUDY = accuracy_study(
    name="emm/fig10",
    title="EMM over minimax from N- to P-games, natural evaluator",
    source="[Zuckerman2018] Figure 10",
    settings=SETTINGS,
    model=model,
    evaluators=lambda setting: {name: evaluators(setting)[name] for name in ("raw", "binary", "simulated", "literal")},
    contest=[
        player for player in CONTEST if any(player[0] in (sight.emm, sight.minimax) for sight in (*SIGHTS, BY_VALUES))
    ],
    depths=(DEPTH,),
    draw=plot("m", "ratio", "p", LABELS, "p = ", level=1.0),
    caption="Against minimax that sees the share of squares, EMM needs games that are mostly P-games; against minimax "
    "that sees win or loss only, it leads earlier.",
    claims=(
        *(begins(*root) for root in (*ROOTS, (RAW, CLOSEST))),
        *(in_between(sight.emm, sight.minimax, sight.reading(kind)) for sight, kind in (*ROOTS, (RAW, CLOSEST))),
        *(claim for sight, kind in ROOTS for claim in conclusions(sight.emm, sight.minimax, sight.reading(kind))),
    ),
    scales={"quick": 250, "paper": 20_000},
    rows=partial(ratios, {f"EMM / minimax, {sight.words}": (sight.emm, sight.minimax) for sight in SIGHTS}),
    edition=5,
)
