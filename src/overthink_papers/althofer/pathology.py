"""Accuracy of decisions against depth for Althöfer's rule and its rivals on P- and N-games.

Print speaks of the root's evaluation, which `evaluation` and `rate` judge; this study is about its decision. Parents
may also pass their errors on: with probability `copied` a node is misjudged just when its parent is.
"""

from overthink.evaluate.solved import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import Beats, Better, NeverFalls, Quantity, SomeBetter, at, curve, for_each, pair
from overthink.studies.claim import Reading, ReadingKind, own_claim, quote
from overthink.studies.samples import Setting, grid
from overthink_papers.experiments.accuracy import SQUARES, accuracy_study, players
from overthink_papers.experiments.scaffold import DEPTH_LABELS, plot

DEPTHS = tuple(range(1, 11))
HEIGHT = 12
COPIED = (0.0, 0.5, 0.9)
LABELS = {**DEPTH_LABELS, "althofer": "Althöfer"}
GAMES = {"P": (1.0, 0.5), "balanced P": (1.0, SQUARES[1]), "N": (0.0, 0.5)}  # mixing, p
E = 0.1  # errors of the evaluator
LARGER = (0.2, 0.3)
SETTINGS: tuple[Setting, ...] = (
    *grid(game=tuple(GAMES), copied=COPIED, e=(E,)),
    *grid(game=tuple(GAMES), copied=(0.0,), e=LARGER),
)


PROVEN = {  # that the rule has no pathology: what is published, and where
    "Althöfer's alternative minimax algorithm has been proven to be invulnerable to pathology": "[Abdelbar2012] "
    "abstract",
    "has been proven not to suffer from pathology": "[Abdelbar2012] section 1",
}


def _lead(game: str, copied: float) -> Quantity:
    where = {"depth": 9, "game": game, "copied": copied, "e": E}
    return at(rule="althofer", **where) - at(rule="minimax", **where)


def _alone(game: str, e: float = E) -> Setting:
    return {"game": game, "copied": 0.0, "e": e}


CLAIMS = (
    quote(
        "the accuracy of the search can decrease as the height of the tree increases",
        SomeBetter(tuple(pair("depth", (1, 10), rule="minimax", **_alone(game)) for game in ("P", "balanced P"))),
        source="[Abdelbar2012] abstract",
    ),
    *(
        quote(
            printed,
            for_each(
                [_alone(game, e) for game in GAMES for e in (E, *LARGER)],
                lambda where: NeverFalls(curve("depth", DEPTHS, rule="althofer", **where)),
            ),
            Reading(ReadingKind.OPEN, "accuracy of decisions, not of the root's evaluation"),
            source,
            "2 points, as for other rules; print gives none",
        )
        for printed, source in PROVEN.items()
    ),
    own_claim(
        for_each(GAMES, lambda game: Beats("althofer", "minimax", over="depth", at=DEPTHS[2:], where=_alone(game))),
        "independent errors: Althöfer's rule beats minimax from depth 3 on, in P-games and in N-games",
    ),
    own_claim(
        for_each(GAMES, lambda game: Better(_lead(game, 0.0), _lead(game, 0.9))),
        "its lead over minimax at depth 9 shrinks when 9 in 10 errors are copied, in P-games and in N-games",
    ),
)


STUDY = accuracy_study(
    name="althofer/pathology",
    title="does Althöfer's rule cure pathology, and with inherited errors?",
    source="[Abdelbar2012] section 2, after Althöfer 1990",
    settings=SETTINGS,
    model=lambda s: BoardSplittingModel(HEIGHT, 2, p=GAMES[s["game"]][1], mixing=GAMES[s["game"]][0]),
    evaluators=lambda s: {"artificial": artificial(s["e"], s["copied"])},
    contest=players("minimax", "althofer", "emm", "product", "vote", "bayes"),
    depths=DEPTHS,
    draw=plot("depth", "rule", "{game}-games, copied {copied:g}", LABELS, keep=lambda row: row["e"] == E),
    caption="e = .1, b = 2, height 12. Rows: P-games with p = .5, P-games with balanced p, N-games. Columns: the "
    "probability that a node is misjudged just as its parent is. Copied errors take most of the cure away.",
    claims=CLAIMS,
    scales={"quick": 500, "paper": 5000},
    edition=4,
    ceiling=True,
)
