"""Section 3.3: four ways in which local similarity was introduced, each with it and without; exact.

Beal: nodes whose successors all have the same utility. Nau: Pearl's game with +1 or -1 on every edge. Luštrek: normal
numbers on the edges. Scheucher and Kaindl: heuristic values that change by a little with every move.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from overthink.report.charts import curves
from overthink.studies.checks import Computed, Measured, curve
from overthink.studies.claim import AS_WRITTEN, NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.nau.background.exact_trees import EdgeSums, ExactBoards, ExactTree, Material, WinLoss, graded
from overthink_papers.nau.exact_numbers import (
    PARITY,
    Numbers,
    at_most,
    evaluate,
    exact_evidence,
    exact_row,
    exact_study,
    exceed,
    ratio,
)

DEPTHS = tuple(range(1, 7))
BRANCHING = (2, 3, 5)
ERROR = 0.1
PRINTED = "All of the above types of local similarity resulted in the elimination of lookahead pathology"
ALIKE = (0.0, 0.3, 0.6, 0.9)  # shares of nodes
HEIGHTS = {2: 10, 3: 8, 5: 6}  # of boards

MODELS: Mapping[str, Callable[[int], ExactTree]] = {
    **{f"Beal, {share:g} alike": partial(WinLoss, opinions=graded(ERROR), alike=share) for share in ALIKE},
    "Pearl, squares counted": lambda b: ExactBoards(b, HEIGHTS[b]),
    "Nau, squares counted": lambda b: ExactBoards(b, HEIGHTS[b], incremental=True),
    "Nau, independent errors": lambda b: ExactBoards(b, HEIGHTS[b], incremental=True, error=ERROR),
    "independent sums": lambda b: EdgeSums(b, height=8, similar=False),
    "Luštrek": lambda b: EdgeSums(b, height=8),
    "Scheucher and Kaindl": lambda b: Material(b),
}
SIMILAR = ("Nau, squares counted", "Luštrek", "Scheucher and Kaindl")
WITHOUT = ("Beal, 0 alike", "Pearl, squares counted", "independent sums")


def measure(setting: Setting) -> Numbers:
    """The decision error of a model at each depth."""
    tree = MODELS[setting["model"]](setting["b"])
    for depth in depths(setting["model"], setting["b"]):
        yield {"depth": depth}, tree.decision_error(depth)


def depths(model: str, b: int) -> Sequence[int]:
    """Those that see neither the end of a board nor the moves before it."""
    return DEPTHS[: HEIGHTS[b] - 2] if model.startswith(("Nau", "Pearl")) else DEPTHS


def degrees(models: Sequence[str], plies: int = 2) -> tuple[Measured, ...]:
    """p(d + 2, d), or of depths that are this many plies apart."""
    lines = [curve("depth", depths(model, b), model=model, b=b) for model in models for b in BRANCHING]
    return tuple(ratio(deep, shallow) for line in lines for shallow, deep in zip(line, line[plies:]))


def _eliminates(samples: Samples, plies: int) -> Evidence:
    beals = {share: max(evaluate(degrees([f"Beal, {share:g} alike"], plies), samples)) for share in ALIKE}
    shares = "; ".join(f"share {share:g}: {p:.2f}" for share, p in beals.items())
    others = [max(evaluate(degrees([model], plies), samples)) for model in SIMILAR]
    largest = max(min(beals.values()), *others)
    words = f"largest p(d + {plies}, d), Beal, {shares}; others {' '.join(f'{p:.2f}' for p in others)}"
    return exact_evidence([1.0 - p for p in (min(beals.values()), *others)], largest, words)


def fall(point: Point) -> float:
    """Made-up errors that fall with depth."""
    return float(1.0 / point["depth"])


def over_first(rows: list[Row], *same: str) -> list[Row]:
    """p(d, 1): each number over that of depth 1 with the same values in these columns."""
    first = {tuple(row[name] for name in same): row["mean"] for row in rows if row["depth"] == 1}
    return [{**row, **exact_row(row["mean"] / first[tuple(row[name] for name in same)])} for row in rows]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """p(d, 1) by depth, a line for each model and a panel for each b."""
    labels = {"x": "search depth d", "y": "degree of pathology p(d, 1)"}
    return curves(over_first(rows, "model", "b"), "depth", "model", "b", labels, "b = ", level=1.0, log=True)


STUDY = exact_study(
    name="nau/background-similarity",
    title="four kinds of local similarity",
    source="[Nau2010] section 3.3",
    settings=grid(model=tuple(MODELS), b=BRANCHING),
    measure=measure,
    draw=draw,
    caption="How much worse depth d decides than depth 1, exact, with local similarity and without it.",
    claims=(
        *(
            Claim(
                "Beal (with enough nodes alike), Nau, Luštrek, Scheucher and Kaindl: no depth decides worse than one "
                f"of {less} less",
                PRINTED,
                Computed(partial(_eliminates, plies=plies), f"no depth decides worse than one of {less}", begin=fall),
                reading=reading,
            )
            for plies, less, reading in ((1, "a ply", AS_WRITTEN), (2, "two plies", PARITY))
        ),
        Claim(
            "Beal, 0.3 alike: no depth decides worse than one of two plies less",
            PRINTED,
            at_most(degrees(["Beal, 0.3 alike"]), 1.0),
            reading=Reading(ReadingKind.OPEN, f"a share of .3 of the nodes; {PARITY.words}"),
        ),
        Claim(
            "Nau, independent errors: no depth decides worse than one of two plies less",
            PRINTED,
            at_most(degrees(["Nau, independent errors"]), 1.0),
            reading=Reading(ReadingKind.OPEN, f"an error of its own at every node, not squares; {PARITY.words}"),
        ),
        Claim(
            f"without similarity ({'; '.join(WITHOUT)}) every depth decides worse than one of two plies less",
            NOT_IN_PRINT,
            exceed(degrees(WITHOUT), 1.0),
        ),
    ),
)
