"""From which critical rate on does a mean over a deeper level decide worse?

With κ = 1 - γ + γ/b the mean of level k below the right move exceeds that below a wrong one by 2 κᵏ in expectation,
against bᵏ evaluations with independent errors. So depth should harm where κ √b < 1, that is, γ > √b / (1 + √b). No tree
is drawn: of each level only the number of positions of each kind matters, and these are binomial.
"""

import math
from collections.abc import Sequence

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.studies.checks import AllOf, Better, pair
from overthink.studies.claim import own_claim
from overthink.studies.samples import Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, plot

LEVELS = (0, 1, 2, 3, 5, 7, 10, 13)
BRANCHING = (2, 5, 8)
STEPS = (-0.15, -0.05, 0.05, 0.15)  # of γ from the threshold
FEW = 1000
DISTINCT = (1.5, 4.0)  # d': how many standard deviations evaluations of won and lost positions lie apart


def threshold(b: int) -> float:
    """The γ at which κ √b = 1."""
    return math.sqrt(b) / (1.0 + math.sqrt(b))


SETTINGS = grid(b=BRANCHING, step=STEPS, d=DISTINCT)


def level_below(
    forced: Column, choices: Column, b: int, gamma: float, random: np.random.Generator
) -> tuple[Column, Column]:
    """Positions of the next level, by whose value they have: rows are Max's and Min's. Below a forced position all are
    choices of the same value; below a choice those that keep the value are forced, the others are choices of the other
    player's value."""
    others = successes((b - 1) * choices, 1.0 - gamma, random)
    kept = choices + others
    return kept, b * forced + (b * choices - kept)[::-1]


def successes(trials: Column, p: float, random: np.random.Generator) -> Column:
    """Binomial numbers, the same on every processor, which NumPy's own are not: counted where trials are few, rounded
    normal ones where they are many."""
    tried = np.arange(min(FEW, int(trials.max())))[:, None, None] < trials
    few = (tried & (random.random(tried.shape) < p)).sum(axis=0)
    many = np.rint(trials * p + np.sqrt(trials * p * (1.0 - p)) * random.standard_normal(trials.shape))
    return np.where(trials <= FEW, few, many.astype(np.int64))


@one_by_one(grid(level=LEVELS))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Whether the right move of a game has the best mean of a level, for each level."""
    b = setting["b"]
    gamma = threshold(b) + setting["step"]
    right = []
    random = np.random.default_rng(int(seed_key("cwl/threshold", seed, b, setting["step"], number)))
    forced, choices = np.zeros((2, 2, b), np.int64)  # kind; whose value; below which move, the right one first
    forced[0, 0], choices[1, 1:] = 1, 1
    for level in range(LEVELS[-1] + 1):
        if level:
            forced, choices = level_below(forced, choices, b, gamma, random)
        if level in LEVELS:
            won, lost = forced + choices
            total = (won + lost).astype(float)
            means = (won - lost) / total + random.standard_normal(b) * (2.0 / setting["d"]) / np.sqrt(total)
            right.append(float(means.argmax() == 0))
    return right


def _deeper(sign: int, steps: Sequence[float], distinct: Sequence[float]) -> AllOf:
    return AllOf(
        tuple(
            Better(*pair("level", (LEVELS[-1], LEVELS[0])[::sign], b=b, step=step, d=d))
            for d in distinct
            for b in BRANCHING
            for step in steps
        )
    )


LABELS = {"x": "level that is averaged", "y": "fraction of correct decisions"}
STUDY = one_figure(
    name="cwl/threshold",
    title="the mean of a level: from which critical rate on is deeper worse?",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 400, "paper": 10_000},
    draw=plot("level", "{step:+g}", "b = {b}, d' = {d:g}", LABELS),
    caption="Above the threshold deeper levels decide worse, down to a coin toss among b moves. Below it they need not "
    "decide better: what branching does to a level stays, accuracy levels off, and a sharp evaluator (d' = 4) loses.",
    claims=(
        own_claim(_deeper(-1, STEPS[2:], DISTINCT), "γ above the threshold: level 13 decides worse than level 0"),
        own_claim(_deeper(1, STEPS[:1], DISTINCT[:1]), "d' = 1.5, γ .15 below the threshold: level 13 decides better"),
        own_claim(_deeper(1, STEPS[1:2], DISTINCT[:1]), "d' = 1.5, γ .05 below the threshold: level 13 decides better"),
        own_claim(_deeper(1, STEPS[:2], DISTINCT[1:]), "d' = 4, γ below the threshold: level 13 decides better"),
    ),
    across="level",
    edition=2,
)
