"""Section 3 and Figure 2: how a search passes errors on, by type of node. Formulas, and trees to check them.

A shape is the true value to Max of a root and, ply by ply, of its children, two or none; Max moves first. Where a shape
ends, the search sees no further and asks the evaluator. Figure 2 has trees of one ply.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from overthink.core.arithmetic import subkeys
from overthink.core.estimate import Estimate, simultaneous
from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial
from overthink.report.charts import curves
from overthink.rules.minimax import MINIMAX
from overthink.search.sweep import back_up
from overthink.studies.checks import AllOf, AlwaysBetter, Comparable, Computed, at, near
from overthink.studies.claim import Claim, Evidence, Verdict, quote
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.scaffold import own_seed

ERRORS = tuple(round(0.05 * step, 2) for step in range(11))
POSITIVE = ERRORS[1:]  # with no error all formulas give 0
TENTH = 0.1  # of what a formula gives: so near are measured errors
# Truth and, one ply below, children of each node: None where the search sees no further.
Shape = tuple[float, "tuple[Shape, Shape] | None"]
WON: Shape = (1.0, None)
LOST: Shape = (-1.0, None)


SHAPES: dict[str, tuple[Shape, int]] = {  # and how many plies are searched
    "A": ((1.0, (WON, WON)), 1),
    "B/C": ((1.0, (WON, LOST)), 1),
    "D": ((-1.0, (LOST, LOST)), 1),
}
FORMULAS: dict[str, Callable[[float], float]] = {
    "e": lambda e: e,
    "e²": lambda e: e**2,
    "e(1 − e)": lambda e: e * (1 - e),
    "1 − (1 − e)²": lambda e: 1 - (1 - e) ** 2,
    "1 − (1 − e²)²": lambda e: 1 - (1 - e**2) ** 2,
    "e(1 − e + e²)": lambda e: e * (1 - e + e**2),
}


def measure_errors(
    study: str, shapes: Mapping[str, tuple[Shape, int]], setting: Setting, start: int, stop: int, seed: int
) -> Cell:
    """Whether the root is misjudged: by a search of each shape, and by the evaluation of the first shape's root."""
    trees = stop - start
    wrong, points = [], []
    for kind, (shape, depth) in shapes.items():
        own = own_seed(study, kind, seed)
        tree = artificial(setting["e"])(_trees(shape, trees, start, own), own)
        values, _ = back_up(tree, MINIMAX, depth)
        wrong.append(values[:trees] != tree.truth[:trees])
        points.append({"type": kind})
        if len(points) == 1:
            wrong.append(tree.static[:trees] != tree.truth[:trees])
            points.append({"type": "static"})
    return points, np.array(wrong, float)


def _trees(shape: Shape, trees: int, start: int, seed: int) -> Tree:
    """Trees of one shape, side by side, ply by ply, and keys that depend on the tree's number alone."""
    plies = [[shape]]
    while below := [child for _, children in plies[-1] for child in children or ()]:
        plies.append(below)
    size = sum(map(len, plies))
    truth, moves, mover, place, owner = [], [], [], [], []
    number = 0
    for ply, nodes in enumerate(plies):
        truth.append(np.tile([node[0] for node in nodes], trees))
        moves.append(np.tile([2 if node[1] else 0 for node in nodes], trees))
        mover.append(np.full(trees * len(nodes), 1 - 2 * (ply % 2), np.int8))
        place.append(np.tile(number + np.arange(len(nodes)), trees))
        owner.append(np.repeat(np.arange(start, start + trees), len(nodes)))
        number += len(nodes)
    first = np.concatenate([[0], np.cumsum(np.concatenate(moves))]).astype(np.int64)
    keys = size * np.concatenate(owner) + np.concatenate(place)
    return Tree(
        first=first,
        child=trees + np.arange(first[-1], dtype=np.int64),
        mover=np.concatenate(mover),
        truth=np.concatenate(truth),
        key=subkeys(keys.astype(np.uint64), seed & 0xFFFFFFFF),
        levels=np.concatenate([[0], np.cumsum([trees * len(nodes) for nodes in plies])]).astype(np.int64),
    )


def follows(kind: str, words: str) -> Computed:
    """At every e, the errors measured for a kind are those of a formula, within a part of it; where the formula gives
    0, exactly 0."""
    formula = FORMULAS[words]

    def judge(samples: Samples) -> Evidence:
        verdicts = []
        worst = Estimate.exactly(1.0)
        place = ""
        for e in ERRORS:
            sample = samples(type=kind, e=e)
            exact = formula(e)
            if exact == 0.0:
                verdicts.append(Verdict.of(not sample.any()))
                continue
            share = Estimate.share(sample, simultaneous(len(ERRORS)))
            part = Estimate(share.mean / exact, share.low / exact, share.high / exact, share.n)
            verdicts.append(near(part, 1.0, TENTH).verdict)
            if not place or abs(part.mean - 1.0) > abs(worst.mean - 1.0):
                worst = part
                place = f"farthest at e = {e:g}: {share.mean:.4f} where {words} is {exact:.4f}"
        holds = all(verdict == Verdict.HOLDS for verdict in verdicts)
        return Evidence(Verdict.of(holds, Verdict.FAILS in verdicts), worst, place)

    says = f"{kind if ' ' in kind else f'type {kind}'}: the error at the root is {words}, at every e"
    return Computed(
        judge,
        says,
        holds=lambda point: formula(point["e"]),
        fails=lambda point: formula(point["e"]) * (0.89 if point["e"] == POSITIVE[-1] else 1.0),
    )


def draw_errors(formulas: tuple[str, ...], labels: Mapping[str, str], samples: Samples, rows: list[Row]) -> Picture:
    """The errors of each type by e, above the curves of these formulas."""
    words = {"x": "error of the evaluation, e", "y": "error at the root after a search", "static": "no search: e"}
    figure = curves(rows, "e", "type", None, {**words, **labels}, joined=False)
    fine = np.linspace(0, 0.5, 101)
    for formula in formulas:
        figure.axes[0].plot(fine, [FORMULAS[formula](e) for e in fine], color="#888888", linewidth=0.9, zorder=0)
    return figure


EXACT = "a tenth, for chance alone: print gives the formulas exactly"


def larger(*pairs: tuple[str, str], errors: tuple[float, ...] = POSITIVE) -> AlwaysBetter:
    """In each pair the first type has the larger error, at every e."""
    return AlwaysBetter(tuple((at(type=one, e=e), at(type=other, e=e)) for one, other in pairs for e in errors))


def by_formula(kind: str, words: str, printed: str) -> Claim:
    """The claim that errors of this kind follow the formula in print."""
    return quote(printed, follows(kind, words), tolerance=EXACT)


STUDY = one_figure(
    name="emm/fig2",
    title="errors of node types A to D",
    source="[Zuckerman2018] section 3, Figure 2",
    settings=grid(e=ERRORS),
    run=partial(measure_errors, "emm/fig2", SHAPES),
    scales={"quick": 20_000, "paper": 1_000_000},
    draw=partial(draw_errors, ("e", "e²", "e(1 − e)", "1 − (1 − e)²"), {}),
    caption="Only a node of type D, where every move loses, is judged worse by searching one ply than by its own "
    "evaluation. Points: measured on random trees; thin lines: the paper's formulas.",
    claims=(
        quote(
            "error(D) ≥ e ≥ error(B) ≥ error(A)",
            AllOf(
                (
                    larger(("D", "static")),
                    larger(("static", "B/C")),
                    larger(("B/C", "A"), errors=POSITIVE[:-1]),
                    Comparable(at(type="B/C", e=0.5), at(type="A", e=0.5), 0.01),
                )
            ),
            tolerance="B and A are equal at e = .5 by the formulas: a point in a hundred",
        ),
        quote(
            "Only in type-D nodes is the error at the root greater than the error at the leaves",
            larger(("D", "static"), ("static", "B/C"), ("static", "A")),
        ),
        by_formula("A", "e²", "error(A) = e²"),
        by_formula("B/C", "e(1 − e)", "error(B) = e(1 - e)"),
        by_formula("D", "1 − (1 − e)²", "error(D) = 1 - (1 - e)²"),
    ),
    block=4000,
)
