"""The 8-puzzle, every position: is a search to depth 5 better than one to depth 1, worse, or neither? Section 6.3.

Manhattan distance, minimin that may step back, ties by eq. 4, the empty square of the goal in a corner. With that
reading the printed percentages come out to the digit; with the empty square in the middle they do not.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.randomness import seed_key
from overthink.core.tree import Column, Tree
from overthink.measure.decision_error import p_opt, right_moves
from overthink.report.bars import bars
from overthink.rules import RULES
from overthink.search.sweep import move_scores
from overthink.studies.checks import near
from overthink.studies.engine.study import Cell, Claim, Picture, Row, Samples, Setting, one_figure
from overthink.studies.papers.nau.eight import POSITIONS, by_manhattan

PAIRS = ((5, 1), (3, 1), (7, 1), (6, 2))
SETTINGS: tuple[Setting, ...] = (
    *({"goal": "corner", "deep": deep, "shallow": shallow} for deep, shallow in PAIRS),
    {"goal": "middle", "deep": 5, "shallow": 1},
)
PRINTED = {"better": 31.0, "worse": 19.7, "equal": 49.3}


@cache
def space(goal: str) -> tuple[Tree, Column]:
    """All positions as Manhattan distance sees them, and which of their moves are right."""
    return by_manhattan(goal), right_moves(by_manhattan(goal))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Positions start … stop - 1 of a random order: 1 for the outcome that is theirs, 0 for the other two."""
    tree, right = space(setting["goal"])
    scores = move_scores(tree, RULES["minimin"], (setting["deep"], setting["shallow"]))
    deep, shallow = (p_opt(tree, scores[setting[which]], right)[1:] for which in ("deep", "shallow"))
    order = np.argsort(tree.key[1:] ^ seed_key("nau/puzzle", seed), kind="stable")[start:stop]
    outcomes = {"better": deep > shallow, "worse": deep < shallow, "equal": deep == shallow}
    return [{"outcome": name} for name in outcomes], np.array([found[order] for found in outcomes.values()], float)


def rows(samples: Samples) -> list[Row]:
    """Shares; with all positions seen, there is nothing left to be unsure of."""
    found = []
    for point, sample in samples.entries:
        estimate = share(sample)
        found.append({**point, "mean": estimate.mean, "low": estimate.low, "high": estimate.high, "n": estimate.n})
    return found


def share(sample: Column) -> Estimate:
    return Estimate.exactly(float(sample.mean()), len(sample)) if len(sample) == POSITIONS else Estimate.share(sample)


def claim(outcome: str, says: str) -> Claim:
    printed = PRINTED[outcome]
    return Claim(
        says,
        f"{printed}%",
        lambda s: near(share(s(outcome=outcome, goal="corner", deep=5, shallow=1)), printed / 100, 0.0005),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "pair": f"depth {row['deep']} against {row['shallow']}, goal {row['goal']}"} for row in rows]
    return bars(named, "pair", "outcome", "share of positions")


STUDY = one_figure(
    name="nau/puzzle",
    title="the 8-puzzle: where depth helps, hurts or does not matter",
    source="[Nau2010] section 6.3",
    settings=SETTINGS,
    run=run,
    scales={"quick": POSITIONS, "paper": POSITIONS},
    draw=draw,
    caption="Every position of the 8-puzzle, Manhattan distance: shares of positions in which the deeper search "
    "decides better, worse, or as well as the shallower.",
    claims=(
        claim("better", "a search to depth 5 decides better than one to depth 1 in 31.0% of positions"),
        claim("worse", "depth 1 is preferable in 19.7%"),
        claim("equal", "in 49.3% it does not matter"),
    ),
    rows=rows,
    block=POSITIONS,
    population=POSITIONS,
)
