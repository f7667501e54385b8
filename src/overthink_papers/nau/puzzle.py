"""Section 6.3, the 8-puzzle: in every position, is a search to depth 5 better than one to depth 1, worse, or neither?

Manhattan distance, minimin that may step back, ties by eq. 4. "To arrange the tiles sequentially" leaves the empty
square of the goal in a corner. With that reading the printed percentages come out to the digit; with the empty square
in the middle they do not.
"""

from dataclasses import asdict
from functools import cache

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate
from overthink.core.grow import StateSpace
from overthink.core.tree import Column, Tree
from overthink.evaluate.games import manhattan
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.measure.accuracy import p_opt, right_moves
from overthink.report.charts import bars
from overthink.rules import RULES
from overthink.search.sweep import move_scores
from overthink.studies.checks import Computed, exact_verdict, near
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.readings import ABSTRACT, ALL_GAMES

POSITIONS = 181_439  # all that can be reached but the goal, where there is nothing to decide
GOALS = {"corner": None, "middle": (1, 2, 3, 8, 0, 4, 7, 6, 5)}
SECTION = "[Nau2010] section 6.3"
IN_PRINT = "half of the last published digit"


@cache
def puzzle_space(goal: str) -> StateSpace:
    """All positions with their true distance, by where the empty square of the goal is."""
    return SlidingPuzzle(goal=GOALS[goal]).state_space()


@cache
def by_manhattan(goal: str) -> Tree:
    """The 8-puzzle with this goal, as Manhattan distance sees it."""
    return puzzle_space(goal).seen_by(manhattan(puzzle_space(goal).game))


PAIRS = ((5, 1), (3, 1), (7, 1), (6, 2))
PRINTED = {
    "better": (31.0, "in 31.0% of positions a search to depth 5 gives better decisions than a search to depth 1"),
    "worse": (19.7, "in 19.7% depth 1 is preferable"),
    "equal": (49.3, "in 49.3% it does not matter"),
}
THREE_DIGITS = 0.0005
HALF = 0.5  # of positions: an advantage in more would be overwhelming
CORNER = Reading(words="the empty square of the goal is in a corner")
MIDDLE = Reading(ReadingKind.OPEN, "the empty square of the goal is in the middle")


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Positions start … stop - 1 of a random order: 1 for the outcome that is theirs, 0 for the other two."""
    tree = by_manhattan(setting["goal"])
    scores = move_scores(tree, RULES["minimin"], (setting["deep"], setting["shallow"]))
    right = right_moves(tree)
    deep, shallow = (p_opt(tree, scores[setting[which]], right)[1:] for which in ("deep", "shallow"))
    order = np.argsort(tree.key[1:] ^ seed_key("nau/puzzle", seed), kind="stable")[start:stop]
    outcomes = {"better": deep > shallow, "worse": deep < shallow, "equal": deep == shallow}
    return [{"outcome": name} for name in outcomes], np.array([sample[order] for sample in outcomes.values()], float)


def share(sample: Column) -> Estimate:
    """With all positions seen, there is nothing left to be unsure of."""
    return Estimate.exactly(float(sample.mean()), len(sample)) if len(sample) == POSITIONS else Estimate.share(sample)


def rows(samples: Samples) -> list[Row]:
    """A row for each outcome of each pair of depths: its share of all positions."""
    return [{**point, **asdict(share(sample))} for point, sample in samples.entries]


def _share_of(samples: Samples, outcome: str, goal: str = "corner", deep: int = 5, shallow: int = 1) -> Estimate:
    return share(samples(outcome=outcome, goal=goal, deep=deep, shallow=shallow))


def _share_in_print(outcome: str, goal: str) -> Computed:
    number = PRINTED[outcome][0] / 100

    def every_position(mean: float) -> Samples:
        point = {"outcome": outcome, "goal": goal, "deep": 5, "shallow": 1}
        return Samples([(point, np.broadcast_to(np.float64(mean), POSITIONS))])

    return Computed(
        lambda samples: near(_share_of(samples, outcome, goal), number, THREE_DIGITS),
        f"{outcome} in {number:.1%}",
        every_position(number),
        every_position(number + 2 * THREE_DIGITS),
    )


def _share_claim(outcome: str, goal: str, reading: Reading) -> Claim:
    number, printed = PRINTED[outcome]
    says = {"better": "decides better than", "worse": "decides worse than", "equal": "decides as well as"}[outcome]
    words = f"goal {goal}: a search to depth 5 {says} one to depth 1 in {number}% of positions"
    return Claim(words, printed, _share_in_print(outcome, goal), "", reading, IN_PRINT)


def _different(samples: Samples) -> Evidence:
    gaps = [
        max(abs(_share_of(samples, o, "corner", *pair).mean - number / 100) for o, (number, _) in PRINTED.items())
        for pair in PAIRS[1:]
    ]
    shown = " ".join(f"{gap:.3f}" for gap in gaps)
    words = f"largest differences {shown}, wanted above {THREE_DIGITS:g}"
    return exact_verdict(min(gaps) > THREE_DIGITS, min(gaps), words, POSITIONS, min(gaps) - THREE_DIGITS)


def _some_worse(samples: Samples) -> Evidence:
    worse = _share_of(samples, "worse")
    return exact_verdict(worse.mean > 0.0, worse.mean, f"{worse.mean:.3f} of positions", worse.n, worse.mean)


def _not_overwhelming(samples: Samples) -> Evidence:
    shares = [_share_of(samples, "better", "corner", *pair).mean for pair in PAIRS]
    words = f"better in {' '.join(f'{each:.3f}' for each in shares)} of positions"
    return exact_verdict(max(shares) < HALF, max(shares), words, POSITIONS, HALF - max(shares))


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """The three outcomes of each pair of depths, as bars."""
    named = [{**row, "pair": f"depth {row['deep']} against {row['shallow']}, goal {row['goal']}"} for row in rows]
    return bars(named, "pair", "outcome", "share of positions")


STUDY = one_figure(
    name="nau/puzzle",
    title="the 8-puzzle: where depth helps, hurts or does not matter",
    source=SECTION,
    settings=(
        *({"goal": "corner", "deep": deep, "shallow": shallow} for deep, shallow in PAIRS),
        {"goal": "middle", "deep": 5, "shallow": 1},
    ),
    run=run,
    scales={"quick": POSITIONS, "paper": POSITIONS},
    draw=draw,
    caption="Every position of the 8-puzzle, Manhattan distance: shares of positions in which the deeper search "
    "decides better, worse, or as well as the shallower.",
    claims=(
        *(_share_claim(outcome, "corner", CORNER) for outcome in PRINTED),
        *(_share_claim(outcome, "middle", MIDDLE) for outcome in PRINTED),
        Claim(
            "in some positions depth 5 decides worse than depth 1",
            ALL_GAMES,
            Computed(_some_worse, "some positions", fails=lambda point: 0.0),
            ABSTRACT,
            CORNER,
        ),
        Claim(
            "(3, 1), (7, 1) and (6, 2) each have other percentages than (5, 1)",
            "Other pairs of depths give different percentages",
            Computed(
                _different,
                "other percentages",
                lambda p: PRINTED[p["outcome"]][0] / 100 + 0.1,
                lambda p: PRINTED[p["outcome"]][0] / 100,
            ),
            reading=CORNER,
        ),
        Claim(
            "with every pair of depths, the deeper search decides better in fewer than half of the positions",
            "the observation that the advantage of a deeper search is not overwhelming is true quite generally in the "
            "8-puzzle",
            Computed(_not_overwhelming, "better in fewer than half"),
            reading=CORNER,
            tolerance="overwhelming: in half of the positions or more",
        ),
    ),
    rows=rows,
    block=POSITIONS,
    population=POSITIONS,
)
