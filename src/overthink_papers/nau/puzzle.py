"""The 8-puzzle, every position: is a search to depth 5 better than one to depth 1, worse, or neither? Section 6.3.

Manhattan distance, minimin that may step back, ties by eq. 4. "To arrange the tiles sequentially" leaves the empty
square of the goal in a corner. With that reading the printed percentages come out to the digit; with the empty square
in the middle they do not. `nau/puzzle-factors` has the branching and the clustering factor.
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
from overthink.studies.checks import near, settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.eight import POSITIONS, by_manhattan
from overthink_papers.nau.fig11 import ALL

PAIRS = ((5, 1), (3, 1), (7, 1), (6, 2))
SETTINGS: tuple[Setting, ...] = (
    *({"goal": "corner", "deep": deep, "shallow": shallow} for deep, shallow in PAIRS),
    {"goal": "middle", "deep": 5, "shallow": 1},
)
PRINTED = {
    "better": (31.0, "in 31.0% of positions a search to depth 5 gives better decisions than a search to depth 1"),
    "worse": (19.7, "in 19.7% depth 1 is preferable"),
    "equal": (49.3, "in 49.3% it does not matter"),
}
DIGITS = 0.0005  # as near as three digits tell
LOCAL = "in the 8-puzzle, pathology occurred in 19.7% of the positions"
OTHER = "Other pairs of depths give different percentages"
WEAK = (
    "the observation that the advantage of a deeper search is not overwhelming is true quite generally in the 8-puzzle"
)
HALF = 0.5  # of positions: an advantage in more would be overwhelming
GOALS = {
    "corner": Reading(words="the empty square of the goal is in a corner"),
    "middle": Reading(ReadingKind.OPEN, "the empty square of the goal is in the middle"),
}

CORNER = GOALS["corner"]


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
    return [{"outcome": name} for name in outcomes], np.array([sample[order] for sample in outcomes.values()], float)


def rows(samples: Samples) -> list[Row]:
    """Shares; with all positions seen, there is nothing left to be unsure of."""
    table = []
    for point, sample in samples.entries:
        estimate = share(sample)
        table.append({**point, "mean": estimate.mean, "low": estimate.low, "high": estimate.high, "n": estimate.n})
    return table


def share(sample: Column) -> Estimate:
    return Estimate.exactly(float(sample.mean()), len(sample)) if len(sample) == POSITIONS else Estimate.share(sample)


def share_claim(goal: str, outcome: str, words: str = "") -> Claim:
    number, printed = PRINTED[outcome]
    says = {"better": "decides better than", "worse": "decides worse than", "equal": "decides as well as"}[outcome]
    return Claim(
        f"goal {goal}: a search to depth 5 {says} one to depth 1 in {number}% of positions{words and ' (conclusions)'}",
        words or printed,
        lambda s: near(share(s(outcome=outcome, goal=goal, deep=5, shallow=1)), number / 100, DIGITS),
        "[Nau2010] section 7" if words else "",
        GOALS[goal],
        "half of the last digit in print",
    )


def different(samples: Samples) -> Evidence:
    """Every other pair of depths has another percentage of some outcome."""
    gaps = [
        max(
            abs(share(samples(outcome=outcome, goal="corner", deep=deep, shallow=shallow)).mean - number / 100)
            for outcome, (number, _) in PRINTED.items()
        )
        for deep, shallow in PAIRS[1:]
    ]
    shown = " ".join(f"{gap:.3f}" for gap in gaps)
    return settled(min(gaps) > DIGITS, min(gaps), f"largest differences {shown}, wanted above {DIGITS:g}", POSITIONS)


def some_worse(samples: Samples) -> Evidence:
    worse = share(samples(outcome="worse", goal="corner", deep=5, shallow=1))
    return settled(worse.mean > 0.0, worse.mean, f"{worse.mean:.3f} of positions", worse.n)


def not_overwhelming(samples: Samples) -> Evidence:
    """With every pair of depths, the deeper search decides better in fewer than half of the positions."""
    shares = [
        share(samples(outcome="better", goal="corner", deep=deep, shallow=shallow)).mean for deep, shallow in PAIRS
    ]
    shown = " ".join(f"{each:.3f}" for each in shares)
    return settled(max(shares) < HALF, max(shares), f"better in {shown} of positions", POSITIONS)


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
        *(share_claim(goal, outcome) for goal in GOALS for outcome in PRINTED),
        *(share_claim(goal, "worse", LOCAL) for goal in GOALS),
        Claim("in some positions depth 5 decides worse than depth 1", ALL, some_worse, "[Nau2010] abstract", CORNER),
        Claim("(3, 1), (7, 1) and (6, 2) each have other percentages than (5, 1)", OTHER, different, reading=CORNER),
        Claim(
            "with every pair of depths, the deeper search decides better in fewer than half of the positions",
            WEAK,
            not_overwhelming,
            reading=CORNER,
            tolerance="overwhelming: in half of the positions or more",
        ),
    ),
    rows=rows,
    block=POSITIONS,
    population=POSITIONS,
)
