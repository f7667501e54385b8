"""Do EMM, the product rule, Althöfer, vote and bayes cure the pathology of the synthetic models?

The models come from one line of papers and the rules from two others, and were never put together. Trees, noise and
buckets are those of [Nau2010]; every rule searches the same trees to depth 5. Rules that ask for a win or a loss read a
heuristic value as a win if it lies above a threshold, the boundary of buckets that cuts the values of the roots' moves
most nearly in half, and are told how often such a reading is wrong, counted on pilot trees.

The number is a rule's decision error at depth 5 over that of looking one move ahead, where all rules decide as minimax
does: above 1, looking ahead did harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import numpy as np

from overthink.core.randomness import seed_key
from overthink.evaluate.calibrated import reading
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import ratio
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import GranularModel
from overthink.report.winners import winners
from overthink.studies.checks import always_better
from overthink.studies.claim import Claim
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one player": OnePlayer}
CURES = ("product", "althofer", "emm", "vote", "bayes")
RULES = ("minimax", *CURES)
GRAINS = (2, 4, 8, 16, 32)
SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
BRANCHING = (2, 4, 6)
SETTINGS = grid(model=tuple(MODELS), b=BRANCHING, s=SIMILARITIES, g=GRAINS)
DEEP = 5
LEAVES = 4096  # an observation is one tree, or as many small ones as have so many leaves together
PILOT = 40  # observations from which the rules learn how far to trust a value


def trees(setting: Setting) -> tuple[GranularModel, int]:
    """The model, and how many of its trees make one observation."""
    model = MODELS[setting["model"]](b=setting["b"], g=setting["g"], s=setting["s"], height=DEEP)
    return model, max(1, LEAVES // model.b**model.height)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """P_err of looking one move ahead, and of each rule at depth 5."""
    model, each = trees(setting)
    own, errors = int(seed_key("beyond/cure", seed)) >> 1, []
    for number in range(start, stop):
        tree = reading(model, PILOT * each)(model.draw(number * each, (number + 1) * each, own))
        right = [p_opt_by_depth(tree, "minimax", (1,))[1]]
        right += [p_opt_by_depth(tree, rule, (DEEP,))[DEEP] for rule in RULES]
        errors.append([1.0 - share.mean() for share in right])
    points = [{"rule": "minimax", "depth": 1}, *({"rule": rule, "depth": DEEP} for rule in RULES)]
    return points, np.array(errors).T


def rows(samples: Samples) -> list[Row]:
    """Errors at depth 5 over those at depth 1, where there are any at depth 1."""
    table = []
    for at in SETTINGS:
        shallow = samples(rule="minimax", depth=1, **at)
        for rule in RULES:
            if shallow.any():
                estimate = ratio(samples(rule=rule, depth=DEEP, **at), shallow, resamples=400)
                table.append({**at, "rule": rule, **asdict(estimate)})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "panel": f"{row['model']}, b = {row['b']}"} for row in rows]
    labels = {"x": "local similarity s", "y": "granularity g", "althofer": "Althöfer"}
    return winners(named, "s", "g", "panel", "rule", labels)


def cures(rule: str) -> Claim:
    """Where minimax is pathological for certain: no similarity, few values."""
    settings = [at for at in SETTINGS if at["s"] == 0.0 and at["g"] in (4, 8)]
    return Claim(
        f"{rule} cures: without similarity, at g = 4 and 8, depth 5 decides better than depth 1, every model and b",
        "not in print",
        lambda s: always_better(
            [(s(rule="minimax", depth=1, **at), s(rule=rule, depth=DEEP, **at)) for at in settings]
        ),
    )


def beats_minimax(rule: str, where: str, **fits: object) -> Claim:
    settings = [at for at in SETTINGS if all(at[k] == v for k, v in fits.items()) and at["g"] > 2]
    return Claim(
        f"{where}, at every g above 2: {rule} decides better than minimax at depth 5",
        "not in print",
        lambda s: always_better(
            [(s(rule="minimax", depth=DEEP, **at), s(rule=rule, depth=DEEP, **at)) for at in settings]
        ),
    )


STUDY = one_figure(
    name="beyond/cure",
    title="which rule cures the pathology of the synthetic models",
    source="Overthink",
    settings=SETTINGS,
    run=run,
    scales={"quick": 6, "paper": 600},
    draw=draw,
    caption="Each square has the colour and initial of the rule that decides best at depth 5, and its error over that "
    "of looking one move ahead; small, the same for minimax. Framed: minimax is pathological there. White: no errors "
    "at depth 1.",
    claims=(
        *(cures(rule) for rule in CURES),
        *(beats_minimax(rule, "top-down, s = .5", model="top-down", s=0.5) for rule in ("emm", "althofer", "bayes")),
        *(beats_minimax(rule, "bottom-up, s = 1, b = 4", model="bottom-up", s=1.0, b=4) for rule in ("emm", "bayes")),
    ),
    rows=rows,
    block=50,
    edition=2,
)
