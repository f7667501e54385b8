"""EMM for many values, beside the best there is: beliefs over buckets in the models of Nau et al. without similarity.

With independent leaves the law of every utility and of every evaluation is known, so exact inference is a fold: the
rule `belief`. By mean utility it has the smallest regret; by the chance to be the best move, the largest P_opt (the
line "likeliest best"). Graded EMM keeps the surer of the search and the evaluation. Minimax and the graded product
rule do not read inner evaluations. With similar leaves (s > 0) all of them take the leaves for independent.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from overthink.core.randomness import seed_key
from overthink.measure.belief import (
    Settle,
    beliefs,
    chance_to_be_best,
    mean_utility,
    multiplied,
    replaced,
    unsettled,
)
from overthink.measure.ceiling import leveled
from overthink.measure.decision_error import p_opt, right_moves
from overthink.models.top_down import TopDown
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import always_better
from overthink.studies.claim import Check, Evidence, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Picture, one_figure

NAME = "beyond/graded"
HEIGHT = {2: 9, 4: 5}
DEPTHS = {2: (1, 3, 5, 7), 4: (1, 3)}
GRAINS = (2, 4, 8, 16)
SIGMAS = (0.1, 0.3)
SETTINGS: tuple[Setting, ...] = (
    *({"b": 2, "g": g, "sigma": sigma, "s": 0.0} for g in GRAINS for sigma in SIGMAS),
    *({"b": 4, "g": 8, "sigma": sigma, "s": 0.0} for sigma in SIGMAS),
    *({"b": 2, "g": 8, "sigma": 0.3, "s": s} for s in (0.2, 0.5)),
)
FOLDS: dict[str, Settle] = {"product": unsettled, "emm-graded": replaced, "belief": multiplied}
LINES = ("minimax", "althofer", "vote", *FOLDS, "likeliest best")
BATCH = 50  # trees side by side


def model_of(setting: Setting) -> TopDown:
    b = setting["b"]
    return TopDown(b=b, g=setting["g"], s=setting["s"], sigma=setting["sigma"], height=HEIGHT[b])


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    model, own = model_of(setting), int(seed_key(NAME, seed)) >> 1
    b, depths = model.b, DEPTHS[model.b]
    parts = []
    for begin in range(start, stop, BATCH):
        tree = model.draw(begin, min(begin + BATCH, stop), own)
        right = right_moves(tree)
        lines = []
        for rule in ("minimax", "althofer", "vote"):
            scores = move_scores(tree, rule, depths)
            lines += [p_opt(tree, scores[depth], right) for depth in depths]
        rows = {}
        for settle in FOLDS.values():
            rows = {depth: beliefs(tree, replace(model, s=0.0), depth, settle) for depth in depths}
            lines += [p_opt(tree, leveled(mean_utility(rows[depth]), b), right) for depth in depths]
        lines += [p_opt(tree, leveled(chance_to_be_best(rows[depth], b), b), right) for depth in depths]
        parts.append(np.stack(lines))
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in LINES for depth in depths]
    return points, np.concatenate(parts, axis=1)


def leads(winner: str, loser: str, depth: int, by: float = 0.0, **where: object) -> Check:
    """One line lies above another in every setting that fits."""
    fits = [s for s in SETTINGS if all(s[name] == value for name, value in where.items())]
    return lambda s: always_better(
        [(s(rule=winner, depth=depth, **at), s(rule=loser, depth=depth, **at)) for at in fits], by
    )


def never_beaten(samples: Samples) -> Evidence:
    """No line is above exact inference by more than a hundredth."""
    pairs = [
        (samples(rule="likeliest best", depth=depth, **at), samples(rule=rule, depth=depth, **at))
        for at in SETTINGS
        if at["s"] == 0.0
        for depth in DEPTHS[at["b"]]
        for rule in LINES[:-1]
    ]
    evidence = always_better(pairs, by=-0.01)
    words = f"{len(pairs)} comparisons, the closest {evidence.estimate.mean:+.3f}"
    return Evidence(evidence.verdict, evidence.estimate, words)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"g = {row['g']}, σ = {row['sigma']:g}"} for row in rows if row["b"] == 2 and row["s"] == 0.0
    ]
    labels = {"x": "search depth (plies)", "y": "fraction of correct decisions", "product": "product, graded"}
    return curves(shown, "depth", "rule", "panel", {**labels, "emm-graded": "EMM, graded"})


STUDY = one_figure(
    NAME,
    "EMM for many values, and the best there is, in Nau's top-down model",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 200, "paper": 5000},
    draw,
    "Top-down model, b = 2, independent leaves. Belief is exact inference, and no rule can beat it but for choosing by "
    "the chance to be best. Graded EMM gains on minimax, and less than rules that add or multiply what all nodes say.",
    (
        own_claim(
            "independent leaves: no rule decides better than exact inference, any setting, any depth", never_beaten
        ),
        own_claim(
            "independent leaves, σ = .3, b = 2, any g: graded EMM beats minimax at depth 5",
            leads("emm-graded", "minimax", 5, b=2, sigma=0.3, s=0.0),
        ),
        own_claim(
            "independent leaves, σ = .3, b = 2, any g: exact inference is a point above graded EMM at depth 5",
            leads("belief", "emm-graded", 5, 0.01, b=2, sigma=0.3, s=0.0),
        ),
        own_claim(
            "independent leaves, σ = .3, b = 2, any g: Althöfer's rule, which knows no law, beats graded EMM, depth 5",
            leads("althofer", "emm-graded", 5, b=2, sigma=0.3, s=0.0),
        ),
        own_claim(
            "similar leaves taken for independent ones (s = .5): belief is still 3 points above minimax at depth 5",
            leads("belief", "minimax", 5, 0.03, s=0.5),
        ),
    ),
)
