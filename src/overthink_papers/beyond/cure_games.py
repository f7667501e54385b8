"""Do EMM, the product rule, Althöfer, vote and bayes cure pathology in the games of [Nau2010]?

The truth with Gaussian noise that belongs to the position, in g buckets over the interval in which the estimates lie,
searched to depth 5 by every rule: the endgame KBBK and the 8-puzzle, all positions at once, and regularised kalah, 6
pits, 12 seeds, 8 moves, without capture, random boards. As in `beyond/cure`, rules that ask for a win or a loss are
given a threshold, the median of the true values, and how often a value is on the wrong side of it.

An observation is one draw of noise over all positions, or so many boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache

import numpy as np

from overthink.core.randomness import seed_key
from overthink.core.tree import Column, Tree
from overthink.evaluate import calibrate, granular, noisy, truth
from overthink.games import Kalah, SlidingPuzzle, endgame
from overthink.games.kalah import scatter
from overthink.games.kalah_space import grown
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import ratio
from overthink.report.curves import curves
from overthink.studies.checks import always_better
from overthink.studies.claim import Claim
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import one_figure

GAMES = ("kalah", "8-puzzle", "KBBK")
CURES = ("product", "althofer", "emm", "vote", "bayes")
RULES = ("minimax", *CURES)
GRAINS = (3, 5, 10, 20, 40)
DEEP = 5
FAR = 10  # plies from mate: nearer positions are not asked about
PITS, SEEDS, MOVES, BOARDS = 6, 12, 8, 40
NAME = "beyond/cure-games"
LABELS = {"x": "granularity g", "y": "error at depth 5 over that at depth 1", "althofer": "Althöfer"}


@cache
def whole(game: str) -> tuple[Tree, Column, float]:
    """All positions, which of them are asked about, and the noise in units of the truth."""
    if game == "8-puzzle":
        tree = SlidingPuzzle().state_space().tree
        return tree, tree.truth > 0.0, 2.0
    table = endgame(game)
    tree = table.state_space().tree
    ply = 1.0 / (table.longest + 1)
    return tree, (tree.truth > 0.0) & (tree.truth < 1.0 - FAR * ply), 2.0 * ply


@cache
def kalah() -> Kalah:
    return Kalah.regularised(PITS, SEEDS // (2 * PITS), MOVES, capture=False)


def boards(number: int, seed: int) -> Iterator[tuple[Tree, Column, float]]:
    """What can come of each board of an observation; only the board itself is asked about."""
    for board in range(BOARDS):
        pits = np.zeros(2 * PITS, np.int64)
        scatter(seed_key(NAME, seed, number, board), SEEDS, pits)
        tree = grown(kalah(), kalah().position(pits[:PITS].tolist(), pits[PITS:].tolist())).tree
        yield tree, np.ones(1, np.bool_), 0.9


def errors(tree: Tree, positions: Column, sigma: float, seed: int) -> Column:
    """P_err of looking one move ahead and of each rule at depth 5, by granularity. Rules learn how far to trust a value
    from another draw of noise over the same positions."""
    table = np.empty((len(GRAINS), 1 + len(RULES)))
    view, other = (noisy(truth, sigma)(tree, each) for each in (seed, seed ^ 1))
    low, high = float(view.static.min()), float(view.static.max())
    for row, g in zip(table, GRAINS):
        opinions, pilot = (granular(lambda tree, seed: tree, g, low, high)(each) for each in (view, other))
        opinions = calibrate(pilot, threshold(tree, low, high, g))(opinions)
        right = [p_opt_by_depth(opinions, "minimax", (1,))[1]]
        right += [p_opt_by_depth(opinions, rule, (DEEP,))[DEEP] for rule in RULES]
        row[:] = [1.0 - share[positions].mean() for share in right]
    return table


def threshold(tree: Tree, low: float, high: float, g: int) -> float:
    """The boundary of buckets nearest to the median of the true values."""
    width = (high - low) / g
    return low + width * min(max(round((float(np.median(tree.truth)) - low) / width), 1), g - 1)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    observed = []
    for number in range(start, stop):
        own = int(seed_key(NAME, "noise", seed, number)) >> 1
        subjects = boards(number, seed) if setting["game"] == "kalah" else [whole(setting["game"])]
        observed.append(np.mean([errors(*subject, own) for subject in subjects], axis=0))
    points = [
        {"g": g, "rule": rule, "depth": depth}
        for g in GRAINS
        for rule, depth in (("minimax", 1), *((rule, DEEP) for rule in RULES))
    ]
    return points, np.array(observed).reshape(stop - start, -1).T


def rows(samples: Samples) -> list[Row]:
    """Errors at depth 5 over those of looking one move ahead."""
    table = []
    for game in samples.levels("game"):
        for g in GRAINS:
            shallow = samples(game=game, g=g, rule="minimax", depth=1)
            for rule in RULES:
                estimate = ratio(samples(game=game, g=g, rule=rule, depth=DEEP), shallow)
                table.append({"game": game, "g": g, "rule": rule, **asdict(estimate)})
    return table


def beats_minimax(game: str, rule: str) -> Claim:
    return Claim(
        f"{game}, at every granularity: {rule} decides better than minimax at depth {DEEP}",
        "not in print",
        lambda s: always_better(
            [(s(game=game, g=g, rule="minimax", depth=DEEP), s(game=game, g=g, rule=rule, depth=DEEP)) for g in GRAINS]
        ),
    )


STUDY = one_figure(
    name=NAME,
    title="which rule cures pathology in an endgame, the 8-puzzle and kalah",
    source="Overthink",
    settings=grid(game=GAMES),
    run=run,
    scales={"quick": 2, "paper": 30},
    draw=lambda samples, rows: curves(rows, "g", "rule", "game", LABELS, level=1.0),
    caption="Above the dotted line a search to depth 5 decides worse than looking one move ahead. Noise of two moves "
    "(8-puzzle), two plies (KBBK) and .9 seeds (kalah).",
    claims=tuple(beats_minimax(game, rule) for game in GAMES for rule in CURES),
    rows=rows,
    block=1,
    edition=2,
)
