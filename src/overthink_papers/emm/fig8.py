"""Figure 8: N-games with the natural evaluator."""

from overthink.studies.checks import FLAT_CHANGE, Beats, Comparable, NeverFalls, at, curve, for_each
from overthink.studies.claim import Claim, Reading, ReadingKind, quote
from overthink.studies.samples import grid
from overthink_papers.emm.fig7 import (
    BINARY,
    BY_VALUES,
    CLOSEST,
    INSIDE,
    LITERAL,
    OPEN,
    RAW,
    WRITTEN,
    Sight,
    contest_study,
    draw,
    n_games,
)
from overthink_papers.emm.readings import SLIGHT, best_or_nearly
from overthink_papers.experiments.accuracy import ODD


def _constructed(sight: Sight, kind: ReadingKind) -> Claim:
    return quote(
        "versions of the game that were constructed to be completely nonpathological",
        for_each((sight.minimax, sight.emm), lambda rule: NeverFalls(curve("depth", ODD, rule=rule))),
        Reading(kind, sight.words),
        tolerance=SLIGHT,
    )


def _comparably(sight: Sight, kind: ReadingKind) -> Claim:
    def close(depth: int) -> Comparable:
        return Comparable(at(rule=sight.emm, depth=depth), at(rule=sight.minimax, depth=depth))

    return quote("EMM performs comparably with minimax", for_each(INSIDE, close), Reading(kind, sight.words))


def _nearly(sight: Sight, kind: ReadingKind) -> Claim:
    nearly = Beats(sight.emm, sight.minimax, over="depth", at=ODD, by=-FLAT_CHANGE)
    return best_or_nearly(nearly, Reading(kind, sight.words))


STUDY = contest_study(
    name="emm/fig8",
    title="N-games, natural evaluator",
    source="[Zuckerman2018] Figure 8",
    settings=grid(edge_p=(0.5,)),
    model=n_games,
    draw=draw(None),
    caption="N-games tie the values of neighbouring squares together, and looking further ahead helps every rule.",
    claims=(
        _constructed(LITERAL, WRITTEN),
        _constructed(BY_VALUES, OPEN),
        _constructed(BINARY, OPEN),
        _comparably(LITERAL, WRITTEN),
        _comparably(BY_VALUES, OPEN),
        _comparably(RAW, CLOSEST),
        _nearly(LITERAL, WRITTEN),
        _nearly(BY_VALUES, OPEN),
    ),
)
