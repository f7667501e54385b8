"""What does a rule gain that learns its evaluator's errors, and from how many labelled positions?

An observation is one draw of n labelled positions, and of some others on which rules decide; all are met in random
play. "calibrated" learns only how likely a win is at each evaluation, and is the product rule on that; "learned"
learns the weights of the search and of a node's own evaluation at each height, too. With "labels by search", who wins
is not known but taken from a search of 6 plies. Everything is at equal depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from overthink.core.kinds import Column
from overthink.core.randomness import seed_key
from overthink.core.ties import ROUNDING, level
from overthink.core.tree import Tree
from overthink.measure.learning import OddsColumns, fitted
from overthink.report.curves import curves
from overthink.rules.learned import Height, Learning
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import always_better
from overthink.studies.engine.claim import NOT_IN_PRINT, Check, Claim, Evidence
from overthink.studies.engine.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.engine.study import Picture, one_figure
from overthink.studies.experiments.whole_boards import BOARDS, board_of

NAME = "beyond/learned"
COUNTS = (30, 100, 300, 1000, 3000, 10_000)
TESTED = 300  # positions of an observation, at most
DEPTHS = (1, 2, 3, 4)
HEIGHTS = 3
LABELS = 6  # plies of the search that labels
SETTINGS = grid(game=tuple(BOARDS), labelled=COUNTS)
LINES = ("minimax", "vote", "calibrated", "learned", "labels by search")


@lru_cache(maxsize=2)
def fixed_scores(game: str) -> dict[tuple[str, int], Column]:
    """The scores of every move by the rules that learn nothing."""
    tree = board_of(game).tree
    return {
        (rule, depth): scores
        for rule in ("minimax", "vote")
        for depth, scores in move_scores(tree, rule, DEPTHS).items()
    }


@lru_cache(maxsize=2)
def labels(game: str) -> tuple[Column, Column]:
    """Who wins each position, for the player to move, truly and by a search: 1, ½ or 0."""
    tree = board_of(game).tree
    searched = back_up(tree, "minimax", LABELS)[0]
    return 0.5 + 0.5 * np.sign(tree.mover * tree.truth), 0.5 + 0.5 * np.sign(tree.mover * searched)


def odds_scores(tree: Tree, learning: Learning) -> dict[int, Column]:
    """The odds of every move by a learned rule, for each depth."""
    columns, by_depth = OddsColumns(tree, learning), {}
    odds = columns.frontier
    for depth in DEPTHS:
        scores = np.exp(np.clip(columns.moves(odds), -700.0, 700.0))
        level(tree.first, 0, len(tree), scores, scores * ROUNDING)
        by_depth[depth] = scores
        odds = columns.settled(columns.searched(odds), learning.heights[min(depth, len(learning.heights)) - 1])
    return by_depth


def observe(game: str, n: int, number: int, seed: int) -> list[float]:
    """P_opt of every line at every depth, on positions that nothing was learned from."""
    board = board_of(game)
    tested = board.sample(np.random.default_rng(int(seed_key(NAME, game, seed, number))), TESTED, board.choice)
    others = np.diff(board.tree.first) > 0
    others[tested] = False
    seen = board.sample(np.random.default_rng(int(seed_key(NAME, game, n, seed, number))), n, others)
    true, guessed = labels(game)
    known = fitted(board.tree, seen, true[seen], HEIGHTS, game, game)
    plain = replace(known, heights=(Height(0.0, 1.0, 0.0),))
    searched = fitted(board.tree, seen, guessed[seen], HEIGHTS, game, game)
    lines = [board.decided(fixed_scores(game)[rule, depth], tested) for rule in LINES[:2] for depth in DEPTHS]
    for learning in (plain, known, searched):
        by_depth = odds_scores(board.tree, learning)
        lines += [board.decided(by_depth[depth], tested) for depth in DEPTHS]
    return [float(line.mean()) for line in lines]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in LINES for depth in DEPTHS]
    rows = [observe(setting["game"], setting["labelled"], number, seed) for number in range(start, stop)]
    return points, np.array(rows).T


def leads(winner: str, loser: str, depths: Sequence[int], games: Sequence[str], least: int, by: float = 0.0) -> Check:
    """One line lies above another at these depths, in these games, from so many labelled positions on."""
    return lambda samples: always_better(
        [
            tuple(samples(rule=rule, depth=depth, game=game, labelled=n) for rule in (winner, loser))
            for depth in depths
            for game in games
            for n in COUNTS
            if n >= least
        ],
        by,
    )


def enough(samples: Samples) -> Evidence:
    """The calibration from 100 positions decides as well as that from 10,000, within a point and a half."""
    pairs = [
        tuple(samples(rule="calibrated", depth=depth, game=game, labelled=n) for n in (100, 10_000))
        for game in BOARDS
        for depth in (2, 3, 4)
    ]
    return always_better(pairs, by=-0.015)


def alike(games: Sequence[str], by: float) -> Check:
    """Labels by a search are as good as the truth, within so much: depth 3, 1,000 positions."""
    return lambda samples: always_better(
        [
            tuple(samples(rule=rule, depth=3, game=game, labelled=1000) for rule in ("labels by search", "learned"))
            for game in games
        ],
        by,
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [{**row, "panel": f"{row['game']}, depth {row['depth']}"} for row in rows if row["depth"] in (2, 3, 4)]
    labels = {"x": "labelled positions, 30 to 10,000", "y": "fraction of correct decisions"}
    steps = [{**row, "labelled": COUNTS.index(row["labelled"]) + 1} for row in shown]
    return curves(steps, "labelled", "rule", "panel", labels)


def claim(says: str, check: Check) -> Claim:
    return Claim(says, NOT_IN_PRINT, check)


STUDY = one_figure(
    NAME,
    "rules that learn their evaluator's errors, by the number of labelled positions",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 4, "paper": 30},
    draw,
    "Equal depth. From left to right 30, 100, 300, 1,000, 3,000 and 10,000 labelled positions. Calibration alone helps "
    "in most cells. Learned weights help in Kalah and, at depth 3, in Connect Four, and harm in Domineering.",
    (
        claim(
            "depth 2: the calibrated product rule beats minimax, any game, from 100 positions on",
            leads("calibrated", "minimax", (2,), tuple(BOARDS), 100),
        ),
        claim(
            "Othello and Connect Four, depth 4: it is a point above minimax, from 30 positions on",
            leads("calibrated", "minimax", (4,), ("othello", "connect-four"), 30, 0.01),
        ),
        claim(
            "100 positions are enough to calibrate: 10,000 gain less than 1.5 points, any game, depth 2 to 4", enough
        ),
        claim(
            "Kalah, depths 2 and 3: learned odds are 1.5 points above minimax, from 300 positions on",
            leads("learned", "minimax", (2, 3), ("kalah",), 300, 0.015),
        ),
        claim(
            "Connect Four, depth 3: learned odds are 2 points above minimax, from 100 positions on",
            leads("learned", "minimax", (3,), ("connect-four",), 100, 0.02),
        ),
        claim(
            "Domineering, depth 3: learned weights harm; minimax beats them, from 100 positions on",
            leads("minimax", "learned", (3,), ("domineering",), 100),
        ),
        claim("Kalah and Othello: labels by a search do as well, within a point", alike(("kalah", "othello"), -0.01)),
        claim("Connect Four: labels by a search do as well, within a point", alike(("connect-four",), -0.01)),
    ),
    means,
)
