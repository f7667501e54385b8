"""Averaging by breadth: from which critical rate on does a mean over a deeper level decide worse?

With κ = 1 - γ + γ/b the mean of level k below the right move exceeds that below a wrong one by 2 κᵏ in expectation,
against bᵏ evaluations with independent errors. So depth should harm where κ √b < 1, that is, γ > √b / (1 + √b).

No tree is drawn: of each level only the number of positions of each kind matters, and these are binomial.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.kinds import Column
from overthink.core.randomness import seed_key
from overthink.report.curves import curves
from overthink.studies.checks import better
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure

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


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Whether the right move has the best mean of a level, for each level: one observation a game."""
    b, d, parts = setting["b"], setting["d"], []
    gamma = threshold(b) + setting["step"]
    for number in range(start, stop):
        random = np.random.default_rng(int(seed_key("cwl/threshold", seed, b, setting["step"], number)))
        forced, choices = np.zeros((2, 2, b), np.int64)  # kind; whose value; below which move, the right one first
        forced[0, 0], choices[1, 1:] = 1, 1
        right = []
        for level in range(LEVELS[-1] + 1):
            if level:
                forced, choices = level_below(forced, choices, b, gamma, random)
            if level in LEVELS:
                won, lost = forced + choices
                total = (won + lost).astype(float)
                means = (won - lost) / total + random.standard_normal(b) * (2.0 / d) / np.sqrt(total)
                right.append(float(means.argmax() == 0))
        parts.append(right)
    return [{"level": level} for level in LEVELS], np.array(parts).T


def at_ends(samples: Samples, b: int, step: float, d: float) -> tuple[Sample, Sample]:
    return (
        samples(b=b, step=step, d=d, level=LEVELS[0]),
        samples(b=b, step=step, d=d, level=LEVELS[-1]),
    )


def claim(b: int, step: float, d: float) -> Claim:
    def check(samples: Samples) -> Evidence:
        first, last = at_ends(samples, b, step, d)
        return better(first, last) if step > 0 else better(last, first)

    side = "above" if step > 0 else "below"
    return Claim(
        f"b = {b}, d' = {d:g}, γ {abs(step):g} {side} the threshold {threshold(b):.3f}: level {LEVELS[-1]} decides "
        f"{'worse' if step > 0 else 'better'} than level 0",
        NOT_IN_PRINT,
        check,
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [
        {**row, "γ - threshold": f"{row['step']:+g}", "game": f"b = {row['b']}, d' = {row['d']:g}"} for row in rows
    ]
    labels = {"x": "level that is averaged", "y": "fraction of correct decisions"}
    return curves(named, "level", "γ - threshold", "game", labels)


STUDY = one_figure(
    name="cwl/threshold",
    title="the mean of a level: from which critical rate on is deeper worse?",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 400, "paper": 10_000},
    draw=draw,
    caption="Above the threshold deeper levels decide worse, down to a coin toss among b moves. Below it they need not "
    "decide better: what branching does to a level stays, accuracy levels off, and a sharp evaluator (d' = 4) loses.",
    claims=tuple(claim(b, step, d) for d in DISTINCT for b in BRANCHING for step in STEPS),
    across="level",
    edition=2,
)
