"""Do the errors of evaluations run in families in real games, and does that tell whether depth helps?

An error is an evaluation less the mean evaluation of positions that are truly worth as much. Pairs are a position met
in random play with a random move of it, and two different moves of it; a finished game has no error. Each game has
three evaluators: its own; only the sign of that; and the truth with noise that is drawn for each position, whose
errors do not run in families. Minimax decides at depths 1, 3 and 5.
"""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column
from overthink.core.randomness import seed_key
from overthink.core.tree import Tree
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import all_above, always_better
from overthink.studies.claim import Check, Evidence, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.beyond.whole_boards import BOARDS, Board, board_of

NAME = "beyond/heredity"
EVALUATORS = ("own", "sign", "noise")
SETTINGS = grid(game=tuple(BOARDS), evaluator=EVALUATORS)
DEPTHS = (1, 3, 5)
PAIRS, TESTED, SIGMA = 2000, 300, 1.0
SHARES = ("parent and child", "siblings", *(f"depth {depth}" for depth in DEPTHS))


def evaluated(tree: Tree, evaluator: str, random: np.random.Generator) -> Tree:
    if evaluator == "noise":
        return tree.opinion(tree.truth + random.normal(scale=SIGMA, size=len(tree)))
    return tree if evaluator == "own" else tree.opinion(np.sign(tree.static))


def errors(tree: Tree, positions: Column) -> Column:
    """The error of every evaluation, to Max: it less its mean over those of these positions that are truly worth as
    much to the player to move."""
    true, seen = np.sign(tree.mover * tree.truth), tree.mover * tree.static
    expected = np.zeros(len(tree))
    for value in (-1.0, 0.0, 1.0):
        alike = true[positions] == value
        expected[true == value] = seen[positions][alike].mean() if alike.any() else 0.0
    return np.asarray(tree.mover * (seen - expected))


def related(board: Board, error: Column, positions: Column, random: np.random.Generator) -> tuple[float, float]:
    """The correlations of errors between parents and children, and between siblings."""
    first, child = board.tree.first, board.tree.child
    moves = first[positions + 1] - first[positions]
    pick = (random.random(len(positions)) * moves).astype(np.int64)
    other = (pick + 1 + (random.random(len(positions)) * (moves - 1)).astype(np.int64)) % moves
    one, two = child[first[positions] + pick], child[first[positions] + other]
    running = np.isnan(board.tree.utility)
    both = running[one] & running[two] & (one != two)
    return (
        float(np.corrcoef(error[positions][running[one]], error[one][running[one]])[0, 1]),
        float(np.corrcoef(error[one][both], error[two][both])[0, 1]),
    )


def observe(setting: Setting, number: int, seed: int) -> list[float]:
    board = board_of(setting["game"])
    random = np.random.default_rng(int(seed_key(NAME, setting["game"], seed, number)))
    met = board.sample(random, PAIRS, np.diff(board.tree.first) > 0)
    tested = board.sample(random, TESTED, board.choice)
    tree = evaluated(board.tree, setting["evaluator"], random)
    scores = move_scores(tree, "minimax", DEPTHS)
    shares = [float(board.decided(scores[depth], tested).mean()) for depth in DEPTHS]
    return [*related(board, errors(tree, met), met, random), *shares]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    points: list[Point] = [{"share": share} for share in SHARES]
    return points, np.array([observe(setting, number, seed) for number in range(start, stop)]).T


def mended(samples: Samples, setting: Setting) -> Sample:
    """The share of the errors of depth 1 that are gone at depth 5."""
    first, last = (samples(share=f"depth {depth}", **setting) for depth in (1, 5))
    return np.asarray((last - first) / np.maximum(1.0 - first, 1e-9))


def related_errors(share: str, evaluator: str, above: float) -> Check:
    """Errors are correlated by more than this in every game."""

    def check(samples: Samples) -> Evidence:
        estimates = [Estimate.of_mean(samples(share=share, game=game, evaluator=evaluator)) for game in BOARDS]
        return all_above(estimates, above, " ".join(f"{estimate.mean:.3f}" for estimate in estimates))

    return check


def no_family(samples: Samples) -> Evidence:
    """Drawn noise has no correlation above a twentieth."""
    estimates = [Estimate.of_mean(-samples(share=SHARES[0], game=game, evaluator="noise")) for game in BOARDS]
    return all_above(estimates, -0.05, " ".join(f"{-estimate.mean:.3f}" for estimate in estimates))


def foretold(samples: Samples) -> Evidence:
    """The rank correlation, over games and evaluators, of heredity with the share of errors that depth mends."""
    kin = np.array([samples(share=SHARES[0], **setting) for setting in SETTINGS])
    gone = np.array([mended(samples, setting) for setting in SETTINGS])
    ranks = [rows.argsort(axis=0).argsort(axis=0).astype(float) for rows in (kin, gone)]
    centred = [rows - rows.mean(axis=0) for rows in ranks]
    size = np.abs((centred[0] * centred[1]).sum(axis=0) / (centred[0] ** 2).sum(axis=0))
    estimate = Estimate.of_mean(size)
    return all_above([estimate], 0.5, f"rank correlation {estimate.mean:.2f} in size, over {len(SETTINGS)} pairs")


def deeper(samples: Samples) -> Evidence:
    pairs = [tuple(samples(share=f"depth {depth}", **setting) for depth in (5, 1)) for setting in SETTINGS]
    return always_better(pairs)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [{**row, "depth": int(row["share"][-1])} for row in rows if row["share"].startswith("depth")]
    return curves(
        shown, "depth", "evaluator", "game", {"x": "search depth (plies)", "y": "fraction of correct decisions"}
    )


STUDY = one_figure(
    NAME,
    "errors of evaluations in real games: do they run in families?",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 5, "paper": 60},
    draw,
    "Minimax with three evaluators in five small games. The errors of the games' own evaluators run in families, those "
    "of drawn noise do not. Depth helps with all of them.",
    (
        own_claim("the game's own evaluator: errors of parent and child have a correlation above .5, any game",
              related_errors(SHARES[0], "own", 0.5)),
        own_claim("the game's own evaluator: errors of siblings have a correlation above .4, any game",
              related_errors(SHARES[1], "own", 0.4)),
        own_claim("the truth with drawn noise: no correlation above .05 between parent and child, any game", no_family),
        own_claim("no pathology: minimax decides better at depth 5 than at depth 1, any game and evaluator", deeper),
        own_claim("heredity foretells how many errors depth mends: a rank correlation above .5 in size", foretold),
    ),
    means,
)  # fmt: skip
