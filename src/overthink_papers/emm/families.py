"""Section 6: what is claimed of errors that come in families. The data are in `dependence.py`."""

from __future__ import annotations

from overthink.core.estimate import Estimate, Sample
from overthink.studies.checks import above, always_better, better
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples
from overthink.studies.study import one_figure
from overthink_papers.emm.dependence import DEPTH, GAMES, PLIES, SETTINGS, draw, rows, run, shares

FAMILIES = "when they are wrong about 1 game state, they are likely to also be wrong about children of that game state"
SIBLINGS = "given our independence assumption and the strong dependence among N-game siblings"
PRIMARY = "that is the primary difference between the performance of the artificial and natural evaluators"
SEARCHED = range(DEPTH)  # plies whose nodes and children a depth-5 search sees
MORE = Reading(ReadingKind.OPEN, f"likelier than where it is right, in the first {DEPTH} plies")
EVERYWHERE = Reading(ReadingKind.OPEN, "likelier than where it is right, at every ply")


def likely(game: str) -> tuple[Claim, ...]:
    where = {"game": game, "evaluator": "natural"}

    def given_wrong(samples: Samples) -> Evidence:
        share = Estimate.of_mean(shares(samples, "child", SEARCHED, **where)[0])
        return above(share, 0.5, f"share of children misjudged {share.mean:.3f}, wanted above 0.5")

    return (
        Claim(
            f"{game}, natural evaluator: most children of a misjudged node are misjudged, first {DEPTH} plies",
            FAMILIES,
            given_wrong,
        ),
        Claim(
            f"{game}, natural evaluator: they are misjudged more often than other children, first {DEPTH} plies",
            FAMILIES,
            lambda s: better(*shares(s, "child", SEARCHED, **where)),
            reading=MORE,
        ),
        Claim(
            f"{game}, natural evaluator: they are misjudged more often than other children, at every ply",
            FAMILIES,
            lambda s: always_better([shares(s, "child", (ply,), **where) for ply in PLIES]),
            reading=EVERYWHERE,
        ),
    )


def performance(samples: Samples, evaluator: str, game: str) -> Sample:
    """How far EMM is ahead of minimax at depth 5: what the two evaluators show differently."""
    emm, minimax = (samples(rule=rule, depth=DEPTH, game=game, evaluator=evaluator) for rule in ("emm", "minimax"))
    return emm - minimax


def primary(game: str) -> Claim:
    """Taking dependence away changes more than what then is left between the two evaluators."""

    def check(samples: Samples) -> Evidence:
        one, linked, unlinked = (performance(samples, e, game) for e in ("artificial", "natural", "unlinked"))
        steps = [abs(float(a.mean() - b.mean())) for a, b in ((unlinked, linked), (one, unlinked))]
        signs = [1.0 if a.mean() >= b.mean() else -1.0 for a, b in ((unlinked, linked), (one, unlinked))]
        words = (
            f"EMM's lead: natural {linked.mean():+.3f}, unlinked {unlinked.mean():+.3f}, artificial {one.mean():+.3f}"
        )
        return better(
            signs[0] * (unlinked - linked),
            signs[1] * (one - unlinked),
            words=f"{words}; {steps[0]:.3f} against {steps[1]:.3f}",
        )

    return Claim(
        f"{game}: without dependence the natural evaluator is nearer to the artificial one than to itself",
        PRIMARY,
        check,
    )


STUDY = one_figure(
    name="emm/dependence",
    title="errors of parents, children and siblings",
    source="[Zuckerman2018] section 6",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 5000},
    draw=draw,
    caption="With the natural evaluator a node is misjudged more often if its parent, or its sibling, is; with the "
    "artificial one that makes no difference.",
    claims=(
        *(claim for game in GAMES for claim in likely(game)),
        Claim(
            "N-games, natural evaluator: a sibling of a misjudged node is misjudged more often",
            SIBLINGS,
            lambda s: better(*shares(s, "sibling", PLIES, game="N-games", evaluator="natural")),
            source="[Zuckerman2018] section 5.1",
        ),
        *(primary(game) for game in GAMES),
    ),
    rows=rows,
    across="ply",
)
