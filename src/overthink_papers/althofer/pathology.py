"""Accuracy of decisions against depth for Althöfer's rule and its rivals on P- and N-games.

Print speaks of the root's evaluation, which `evaluation` and `rate` judge; this study is about its decision. Parents
may also pass their errors on: with probability `copied` a node is misjudged just when its parent is.
"""

from __future__ import annotations

from overthink.core.estimate import Sample
from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.studies.checks import beats, better, never_falls
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture
from overthink_papers.experiments.accuracy import SQUARES, accuracy_study, players

DEPTHS = tuple(range(1, 11))
HEIGHT = 12
COPIED = (0.0, 0.5, 0.9)
TOLERANCE = 0.002
GAMES = {"P": (1.0, 0.5), "balanced P": (1.0, SQUARES[1]), "N": (0.0, 0.5)}  # mixing, p
SETTINGS: tuple[Setting, ...] = tuple({"game": game, "copied": copied} for game in GAMES for copied in COPIED)


def claims(game: str) -> tuple[Claim, ...]:
    where: Setting = {"game": game, "copied": 0.0}
    return (
        Claim(
            f"{game}-games, independent errors: Althöfer's decisions do not get worse with depth",
            "Althöfer's alternative minimax algorithm has been proven to be invulnerable to pathology",
            lambda s: never_falls(s.curve("depth", DEPTHS, rule="althofer", **where), TOLERANCE),
            "[Abdelbar2012] abstract",
            Reading(words="accuracy of decisions"),
            f"a change of {TOLERANCE:g}, a fiftieth of the evaluator's error; print gives none",
        ),
        Claim(
            f"{game}-games, independent errors: Althöfer's rule beats minimax from depth 3 on",
            NOT_IN_PRINT,
            lambda s: beats(s, ("althofer", "minimax"), "depth", DEPTHS[2:], **where),
        ),
        Claim(
            f"{game}-games: its lead over minimax at depth 9 shrinks when 9 in 10 errors are copied",
            NOT_IN_PRINT,
            lambda s: better(_lead(s, game, 0.0), _lead(s, game, 0.9)),
        ),
    )


def worse(game: str) -> Claim:
    def check(samples: Samples) -> Evidence:
        first, last = samples.curve("depth", (1, 10), rule="minimax", game=game, copied=0.0)
        return better(first, last)

    return Claim(
        f"{game}-games, independent errors: minimax decides worse at depth 10 than at depth 1",
        "the accuracy of the search can decrease as the height of the tree increases",
        check,
        source="[Abdelbar2012] abstract",
    )


def _lead(samples: Samples, game: str, copied: float) -> Sample:
    althofer, minimax = samples.curve("rule", ("althofer", "minimax"), depth=9, game=game, copied=copied)
    return althofer - minimax


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "setting": f"{row['game']}-games, copied {row['copied']:g}"} for row in rows]
    labels = {"x": "search depth (plies)", "y": "fraction of correct decisions", "althofer": "Althöfer"}
    return curves(named, "depth", "rule", "setting", labels)


STUDY = accuracy_study(
    name="althofer/pathology",
    title="does Althöfer's rule cure pathology, and when errors run in families?",
    source="[Abdelbar2012] section 2, after Althöfer 1990",
    settings=SETTINGS,
    model=lambda s: BoardSplittingModel(HEIGHT, 2, p=GAMES[s["game"]][1], mixing=GAMES[s["game"]][0]),
    evaluators=lambda s: {"artificial": artificial(0.1, s["copied"])},
    contest=players("minimax", "althofer", "emm", "product", "vote", "bayes"),
    depths=DEPTHS,
    draw=draw,
    caption="e = .1, b = 2, height 12. Rows: P-games with p = .5, P-games with balanced p, N-games. Columns: the "
    "probability that a node is misjudged just as its parent is. Copied errors take most of the cure away.",
    claims=(*(worse(game) for game in ("P", "balanced P")), *(claim for game in GAMES for claim in claims(game))),
    scales={"quick": 500, "paper": 5000},
    edition=3,
    ceiling=True,
)
