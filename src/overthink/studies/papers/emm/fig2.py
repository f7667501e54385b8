"""Figure 2: how a depth-1 search passes errors on, by type of node. Formulas of section 3, and trees to check them."""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.core.randomness import seed_key, subkeys
from overthink.core.tree import Tree
from overthink.evaluate.artificial import artificial
from overthink.report.curves import curves
from overthink.rules.minimax import MINIMAX
from overthink.search.sweep import back_up
from overthink.studies.checks import always_better, near
from overthink.studies.engine.study import Cell, Claim, Finding, Picture, Row, Samples, Setting, grid, one_figure

ERRORS = tuple(round(0.05 * step, 2) for step in range(11))
TYPES: dict[str, tuple[float, float]] = {"A": (1.0, 1.0), "B/C": (1.0, -1.0), "D": (-1.0, -1.0)}


def formula(kind: str, e: float) -> float:
    """The error at the root of a depth-1 search."""
    return {"A": e**2, "B/C": e * (1 - e), "D": 1 - (1 - e) ** 2, "static": e}[kind]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Whether the root is misjudged: by its own evaluation, and by a search of its two children, for each type."""
    trees = stop - start
    found, points = [], []
    for kind, children in TYPES.items():
        truth = np.concatenate([np.full(trees, max(children)), np.tile(children, trees)])
        own = int(seed_key("emm/fig2", kind, seed)) >> 1
        tree = artificial(setting["e"])(_bushes(truth, trees, start, own), own)
        values, _ = back_up(tree, MINIMAX, 1)
        found.append(values[:trees] != truth[:trees])
        points.append({"type": kind})
        if kind == "A":
            found.append(tree.static[:trees] != truth[:trees])
            points.append({"type": "static"})
    return points, np.array(found, float)


def _bushes(truth: Sample, trees: int, start: int, seed: int) -> Tree:
    """Roots with two children each, Max to move, and keys that depend on the tree's number alone."""
    numbers = np.concatenate([np.arange(trees), trees + np.arange(2 * trees)])
    owner = np.concatenate([np.arange(trees), np.repeat(np.arange(trees), 2)]) + start
    place = np.where(numbers < trees, 0, 1 + numbers % 2)
    nodes = 3 * trees
    return Tree(
        first=np.minimum(np.arange(nodes + 1, dtype=np.int64) * 2, 2 * trees),
        child=np.arange(trees, nodes, dtype=np.int64),
        mover=np.where(numbers < trees, 1, -1).astype(np.int8),
        utility=np.full(nodes, np.nan),
        static=np.full(nodes, np.nan),
        error=np.zeros(nodes),
        truth=truth,
        edge=np.zeros(2 * trees),
        key=subkeys((3 * owner + place).astype(np.uint64), seed & 0xFFFFFFFF),
        levels=np.array([0, trees, nodes], np.int64),
    )


def agrees(samples: Samples) -> Finding:
    """The largest gap between a measured error and its formula."""
    level = simultaneous(len(samples.entries))
    gaps = [(abs(float(s.mean()) - formula(p["type"], p["e"])), p, s) for p, s in samples.entries]
    _, point, sample = max(gaps, key=lambda gap: gap[0])
    exact = formula(point["type"], point["e"])
    seen = f"largest of {len(gaps)} gaps at type {point['type']}, e = {point['e']}: {sample.mean():.3f}"
    return near(Estimate.share(sample, level), exact, 0.03, seen)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {
        "x": "error of the evaluation, e",
        "y": "error at the root after a depth-1 search",
        "static": "no search: e",
    }
    figure = curves(rows, "e", "type", None, labels, joined=False)
    axis = figure.axes[0]
    fine = np.linspace(0, 0.5, 101)
    for kind in ("A", "B/C", "D", "static"):
        axis.plot(fine, [formula(kind, e) for e in fine], color="#888888", linewidth=0.9, zorder=0)
    return figure


INSIDE = ERRORS[1:-1]
STUDY = one_figure(
    name="emm/fig2",
    title="errors of node types A to D",
    source="[Zuckerman2018] section 3, Figure 2",
    settings=grid(e=ERRORS),
    run=run,
    scales={"quick": 20_000, "paper": 200_000},
    draw=draw,
    caption="Only a node of type D, where every move loses, is judged worse by searching one ply than by its own "
    "evaluation. Points: measured on random trees; thin lines: the paper's formulas.",
    claims=(
        Claim(
            "searching below a type-D node gives a larger error than evaluating it",
            "error(D) ≥ e",
            lambda s: always_better([(s(type="D", e=e), s(type="static", e=e)) for e in INSIDE]),
        ),
        Claim(
            "searching below a node of type B or C gives a smaller error",
            "e ≥ error(B)",
            lambda s: always_better([(s(type="static", e=e), s(type="B/C", e=e)) for e in INSIDE[1:]]),
        ),
        Claim(
            "and below a type-A node a smaller one still, up to e = .4",
            "error(B) ≥ error(A)",
            lambda s: always_better([(s(type="B/C", e=e), s(type="A", e=e)) for e in INSIDE[:-1]]),
        ),
        Claim("the measured errors follow the formulas", "e², e(1 − e), 1 − (1 − e)²", agrees),
    ),
    block=4000,
)
