"""The rule `heir` where its model is wrong about the games: N-games and mixtures, in which neighbouring squares are
alike, though the rule takes them for independent. It knows the error of evaluations and how often it is copied, and
takes every node where the search stops as won with probability one half."""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.randomness import seed_key
from overthink.evaluate import artificial
from overthink.measure.ceiling import Model, inferred
from overthink.measure.decision_error import p_opt, right_moves
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import all_above, always_better
from overthink.studies.claim import Check, Evidence, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.beyond.ceiling import BATCH, RULES

NAME = "beyond/ceiling-mixed"
HEIGHT, DEPTHS, ERROR = 9, (1, 3, 5, 7), 0.2
MIXING, COPIED = (0.0, 0.25, 0.5, 0.75, 1.0), (0.0, 0.5, 0.9)
SETTINGS = grid(m=MIXING, copied=COPIED)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key(NAME, "games", seed)) >> 1
    boards = BoardSplittingModel(height=HEIGHT, mixing=setting["m"])
    model, parts = Model(ERROR, setting["copied"], 0.5), []
    for begin in range(start, stop, BATCH):
        games = boards.draw(begin, min(begin + BATCH, stop), own)
        tree, right = artificial(ERROR, setting["copied"])(games, own), right_moves(games)
        lines = []
        for rule in RULES:
            scores = move_scores(tree, rule, DEPTHS)
            lines += [p_opt(tree, scores[depth], right) for depth in DEPTHS]
        lines += [p_opt(tree, inferred(tree, 2, depth, model), right) for depth in DEPTHS]
        parts.append(np.stack(lines))
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in (*RULES, "heir") for depth in DEPTHS]
    return points, np.concatenate(parts, axis=1)


def ahead(copied: float, by: float) -> Check:
    """At depth 5 heir is above every rule in print by so much, in all mixtures."""
    return lambda samples: always_better(
        [
            tuple(samples(rule=rule, depth=5, m=m, copied=copied) for rule in ("heir", other))
            for m in MIXING
            for other in RULES
        ],
        by,
    )


def nearly_all(samples: Samples) -> Evidence:
    level = simultaneous(len(MIXING))
    shares = [Estimate.of_mean(samples(rule="heir", depth=5, m=m, copied=0.9), level) for m in MIXING]
    return all_above(shares, 0.97, " ".join(f"{share.mean:.3f}" for share in shares) + ", wanted above 0.97")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [{**row, "panel": f"copied {row['copied']:g}"} for row in rows if row["depth"] == 5]
    labels = {"x": "mixing factor m: N-games to P-games", "y": "fraction of correct decisions at depth 5"}
    return curves(shown, "m", "rule", "panel", {**labels, "althofer": "Althöfer"})


STUDY = one_figure(
    NAME,
    "heir in N-games and mixtures, where its model is wrong about the games",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 100, "paper": 5000},
    draw,
    "b = 2, height 9, e = .2. The rule heir knows how evaluations err, and takes squares for independent. They are at "
    "m = 1 alone.",
    (
        own_claim("half of the errors copied, any m: at depth 5 heir is above every rule in print", ahead(0.5, 0.0)),
        own_claim(
            "9 in 10 errors copied, any m: at depth 5 heir is 10 points above every rule in print", ahead(0.9, 0.1)
        ),
        own_claim("9 in 10 errors copied, any m: heir is right in over 97 of 100 games at depth 5", nearly_all),
        own_claim("independent errors, any m: at depth 5 heir is within a hundredth of every rule in print or above",
              ahead(0.0, -0.01)),
    ),
)  # fmt: skip
