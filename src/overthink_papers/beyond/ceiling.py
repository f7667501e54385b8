"""How far is each rule from the best there is? Exact inference on the games of the artificial evaluator.

With its parameters wrong, exact inference is a rule like any other. One line more reads the evaluation of the root
itself, which no rule does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.randomness import seed_key
from overthink.evaluate import artificial
from overthink.measure.ceiling import Model, inferred, inferred_from_root, won
from overthink.measure.decision_error import p_opt, right_moves
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import above, all_above, always_better, never_falls
from overthink.studies.claim import Check, Evidence, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Picture, one_figure

NAME = "beyond/ceiling"
HEIGHT = {2: 11, 3: 7, 4: 5}
DEPTHS = {2: (1, 3, 5, 7, 9), 3: (1, 3, 5), 4: (1, 3)}
ERRORS = (0.1, 0.2, 0.3, 0.4)
COPIED = (0.0, 0.5, 0.9)
BALANCED = round(fixed_point(2), 6)
BASE: Setting = {"e": 0.2, "copied": 0.0, "p": 0.5, "b": 2}
VARIED = (
    *({"e": e, "copied": copied} for e in ERRORS for copied in COPIED),
    *({"p": p, "copied": copied} for p in (0.3, BALANCED) for copied in COPIED),
    *({"b": b, "copied": copied} for b in (3, 4) for copied in COPIED),
)
SETTINGS: tuple[Setting, ...] = tuple({**BASE, **change} for change in VARIED)
RULES = ("minimax", "product", "althofer", "emm", "vote", "bayes")
BATCH = 50  # games side by side: as many as the processor's cache holds


def models(setting: Setting, depth: int) -> dict[str, Model]:
    """The true parameters, and wrong ones."""
    e, copied = setting["e"], setting["copied"]
    true = Model(e, copied, won(setting["p"], setting["b"], HEIGHT[setting["b"]] - depth))
    return {
        "heir": true,
        "no prior": true._replace(prior=0.5),
        "half the error": true._replace(error=e / 2),
        "copied .5": true._replace(copied=0.5),
        "copied .9": true._replace(copied=0.9),
    }


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    b, own = setting["b"], int(seed_key(NAME, "games", seed)) >> 1
    boards = BoardSplittingModel(height=HEIGHT[b], branching=b, p=setting["p"])
    parts = []
    for begin in range(start, stop, BATCH):
        games = boards.draw(begin, min(begin + BATCH, stop), own)
        tree, right = artificial(setting["e"], setting["copied"])(games, own), right_moves(games)
        lines = []
        for rule in RULES:
            scores = move_scores(tree, rule, DEPTHS[b])
            lines += [p_opt(tree, scores[depth], right) for depth in DEPTHS[b]]
        for name in models(setting, 1):
            for depth in DEPTHS[b]:
                model = models(setting, depth)[name]
                lines.append(p_opt(tree, inferred(tree, b, depth, model), right))
        for depth in DEPTHS[b]:
            odds = inferred_from_root(tree, b, depth, models(setting, depth)["heir"])
            lines.append(p_opt(tree, odds, right))
        parts.append(np.stack(lines))
    return points(setting), np.concatenate(parts, axis=1)


def points(setting: Setting) -> list[Point]:
    """What is measured in a setting."""
    lines = (*RULES, *models(setting, 1), "root too")
    return [{"rule": rule, "depth": depth} for rule in lines for depth in DEPTHS[setting["b"]]]


# --- what is asked of the numbers ------------------------------------------------------------------------------------


def chosen(**where: object) -> list[Setting]:
    return [setting for setting in SETTINGS if all(setting[name] == value for name, value in where.items())]


def never_beaten(samples: Samples) -> Evidence:
    """No rule is above the ceiling in any setting at any depth by more than a hundredth."""
    pairs = [
        (samples(rule="heir", depth=depth, **setting), samples(rule=rule, depth=depth, **setting))
        for setting in SETTINGS
        for depth in DEPTHS[setting["b"]]
        for rule in RULES
    ]
    evidence = always_better(pairs, by=-0.01)
    return Evidence(
        evidence.verdict, evidence.estimate, f"{len(pairs)} comparisons, the closest {evidence.estimate.mean:+.3f}"
    )


def ahead_of_all(rule: str, by: float, settings: Sequence[Setting], depth: int) -> Check:
    """A line lies above every rule in print by so much."""
    return lambda samples: always_better(
        [
            (samples(rule=rule, depth=depth, **at), samples(rule=other, depth=depth, **at))
            for at in settings
            for other in RULES
        ],
        by,
    )


def improves(samples: Samples) -> Evidence:
    """The ceiling never falls with depth; the setting closest to it is shown."""
    findings = [
        never_falls([samples(rule="heir", depth=depth, **at) for depth in DEPTHS[at["b"]]], 0.01) for at in SETTINGS
    ]
    lowest = min(findings, key=lambda evidence: evidence.estimate.mean)
    return all_above([evidence.estimate for evidence in findings], -0.01, lowest.words)


FAMILIES = chosen(copied=0.9, p=0.5, b=2)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"e = {row['e']:g}, copied {row['copied']:g}"}
        for row in rows
        if row["p"] == 0.5 and row["b"] == 2 and row["e"] in (0.2, 0.4) and row["rule"] in (*RULES, "heir", "root too")
    ]
    labels = {"x": "search depth (plies)", "y": "fraction of correct decisions", "althofer": "Althöfer"}
    return curves(shown, "depth", "rule", "panel", {**labels, "root too": "heir, root's evaluation too"})


STUDY = one_figure(
    NAME,
    "the best that any rule could decide, artificial evaluator",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 100, "paper": 5000},
    draw,
    "P-games, b = 2, p = .5. With independent errors (left) bayes is the ceiling. When errors are copied from parent "
    "to child (right), every rule in print is far below it: an evaluator that is wrong in families contradicts itself.",
    (
        own_claim("no rule in print decides better than heir: any setting, any depth", never_beaten),
        own_claim("heir decides no worse with depth, in any setting", improves),
        own_claim(
            "independent errors: bayes is within a hundredth of the ceiling",
            lambda s: always_better(
                [
                    (s(rule="bayes", depth=depth, **at), s(rule="heir", depth=depth, **at))
                    for at in chosen(copied=0.0, p=0.5, b=2)
                    for depth in DEPTHS[2]
                ],
                by=-0.01,
            ),
        ),
        own_claim(
            "9 in 10 errors copied, b = 2, any e: at depth 5 heir is 7 points above every rule in print",
            ahead_of_all("heir", 0.07, FAMILIES, 5),
        ),
        own_claim(
            "e = .4, 9 in 10 errors copied: heir is right in over 98 of 100 games at depth 5",
            lambda s: above(Estimate.share(s(rule="heir", depth=5, e=0.4, copied=0.9, p=0.5, b=2)), 0.98),
        ),
        own_claim(
            "9 in 10 errors copied, taken for 5 in 10: still 3 points above every rule in print at depth 5, any e",
            ahead_of_all("copied .5", 0.03, FAMILIES, 5),
        ),
        own_claim(
            "9 in 10 errors copied, the error taken for half of it: still 5 points above every rule in print at depth "
            "5, any e",
            ahead_of_all("half the error", 0.05, FAMILIES, 5),
        ),
        own_claim(
            "independent errors, taken for copied ones (9 in 10): bayes is 5 points above it at depth 5, any e from .2",
            lambda s: always_better(
                [
                    (s(rule="bayes", depth=5, **at), s(rule="copied .9", depth=5, **at))
                    for at in chosen(copied=0.0, p=0.5, b=2)
                    if at["e"] >= 0.2
                ],
                by=0.05,
            ),
        ),
        own_claim(
            "9 in 10 errors copied: at depth 1 the root's own evaluation is worth 10 points, any e",
            lambda s: always_better(
                [(s(rule="root too", depth=1, **at), s(rule="heir", depth=1, **at)) for at in FAMILIES], by=0.1
            ),
        ),
    ),
)
