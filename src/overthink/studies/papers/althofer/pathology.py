"""Accuracy against depth for Althöfer's rule and its rivals on P- and N-games, errors independent and copied.

Althöfer proved that with independent errors his rule is the surer the further it looks, and minimax is not. Here
parents may also pass their errors on: with probability `copied` a node is misjudged just when its parent is.
"""

from __future__ import annotations

from overthink.core.estimate import Sample
from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.studies.checks import beats, better, falls, never_falls
from overthink.studies.engine.study import Claim, Picture, Row, Samples, Setting
from overthink.studies.experiments.accuracy import SQUARES, accuracy_study, players

DEPTHS = tuple(range(1, 11))
HEIGHT = 12
COPIED = (0.0, 0.5, 0.9)
GAMES = {"P": (1.0, 0.5), "balanced P": (1.0, SQUARES[1]), "N": (0.0, 0.5)}  # mixing, p
SETTINGS: tuple[Setting, ...] = tuple({"game": game, "copied": copied} for game in GAMES for copied in COPIED)


def claims(game: str) -> tuple[Claim, ...]:
    where: Setting = {"game": game, "copied": 0.0}
    return (
        Claim(
            f"{game}-games, independent errors: Althöfer's rule does not get worse with depth",
            "the probability of an incorrect root evaluation decreases at an exponential rate as the height increases",
            lambda s: never_falls(s.curve("depth", DEPTHS, rule="althofer", **where)),
        ),
        Claim(
            f"{game}-games, independent errors: Althöfer's rule beats minimax from depth 3 on",
            "proven not to suffer from pathology",
            lambda s: beats(s, ("althofer", "minimax"), "depth", DEPTHS[2:], **where),
        ),
        Claim(
            f"{game}-games: its lead over minimax at depth 9 shrinks when 9 in 10 errors are copied",
            "not in print",
            lambda s: better(_lead(s, game, 0.0), _lead(s, game, 0.9)),
            source="Overthink",
        ),
    )


def worse(game: str) -> Claim:
    return Claim(
        f"{game}-games, independent errors: minimax gets worse from depth 1 to 10",
        "evaluation errors can grow with the height of the tree",
        lambda s: falls(s.curve("depth", (1, 10), rule="minimax", game=game, copied=0.0)),
        source="[Abdelbar2012] section 1",
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
    edition=2,
)
