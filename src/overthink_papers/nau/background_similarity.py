"""Section 3.3: four ways in which local similarity was introduced, each with it and without; exact.

Beal: nodes whose successors all have the same utility. Nau: Pearl's game with +1 or -1 on every edge. Luštrek: normal
numbers on the edges. Scheucher and Kaindl: heuristic values that change by a little with every move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from overthink.models.drift import EdgeSums, Material
from overthink.models.exact_boards import ExactBoards
from overthink.models.exact_tree import ExactTree
from overthink.models.win_loss import WinLoss, graded
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import Numbers, all_exceed, exact_study, known, numbers

DEPTHS = tuple(range(1, 7))
BRANCHING = (2, 3, 5)
ERROR = 0.1
PRINTED = "All of the above types of local similarity resulted in the elimination of lookahead pathology"
ALIKE = (0.0, 0.3, 0.6, 0.9)  # shares of nodes
HEIGHTS = {2: 10, 3: 8, 5: 6}  # of boards


def beal(share: float, b: int) -> WinLoss:
    return WinLoss(b, graded(ERROR), alike=share)


Make = Callable[[int], ExactTree]
MODELS: Mapping[str, Make] = {
    **{f"Beal, {share:g} alike": partial(beal, share) for share in ALIKE},
    "Pearl, squares counted": lambda b: ExactBoards(b, HEIGHTS[b]),
    "Nau, squares counted": lambda b: ExactBoards(b, HEIGHTS[b], incremental=True),
    "Nau, independent errors": lambda b: ExactBoards(b, HEIGHTS[b], incremental=True, error=ERROR),
    "independent sums": lambda b: EdgeSums(b, height=8, similar=False),
    "Luštrek": lambda b: EdgeSums(b, height=8),
    "Scheucher and Kaindl": lambda b: Material(b),
}
SIMILAR = ("Nau, squares counted", "Luštrek", "Scheucher and Kaindl")
WITHOUT = ("Beal, 0 alike", "Pearl, squares counted", "independent sums")
ANOTHER = Reading(ReadingKind.OPEN, "an error of its own at every node, instead of counting squares")
FEW = Reading(ReadingKind.OPEN, "a share of .3 of the nodes")


def measure(setting: Setting) -> Numbers:
    tree = MODELS[setting["model"]](setting["b"])
    for depth in depths(setting["model"], setting["b"]):
        yield {"depth": depth}, tree.decision_error(depth)


def depths(model: str, b: int) -> Sequence[int]:
    """Those that see neither the end of a board nor the moves before it."""
    return DEPTHS[: HEIGHTS[b] - 2] if model.startswith(("Nau", "Pearl")) else DEPTHS


def degrees(samples: Samples, model: str) -> list[float]:
    """p(i, j) of neighbouring depths of the same parity, at every branching factor."""
    lines = [numbers(samples, "depth", depths(model, b), model=model, b=b) for b in BRANCHING]
    return [deep / shallow for line in lines for shallow, deep in zip(line, line[2:])]


def eliminated(model: str, samples: Samples) -> Evidence:
    """No pair of depths is pathological."""
    ratios = degrees(samples, model)
    return all_exceed([1.0 - p for p in ratios], 0.0, f"1 - p(d + 2, d), b = {BRANCHING}")


def present(model: str, samples: Samples) -> Evidence:
    """Every pair of depths is pathological."""
    return all_exceed(degrees(samples, model), 1.0, f"p(d + 2, d), b = {BRANCHING}")


def enough(samples: Samples) -> Evidence:
    """Some share of nodes with equal successors leaves no pair of depths pathological."""
    worst = {share: max(degrees(samples, f"Beal, {share:g} alike")) for share in ALIKE}
    shown = "; ".join(f"share {share:g}: {p:.2f}" for share, p in worst.items())
    return settled(min(worst.values()) < 1.0, min(worst.values()), f"largest p(d + 2, d), {shown}")


def claim(model: str, reading: Reading = AS_WRITTEN) -> Claim:
    says = f"{model}: no depth decides worse than one of two plies less"
    return Claim(says, PRINTED, lambda s: eliminated(model, s), reading=reading)


def counterpart(model: str) -> Claim:
    says = f"{model}: every depth decides worse than one of two plies less"
    return Claim(says, "not in print", lambda s: present(model, s))


def draw(samples: Samples, rows: list[Row]) -> Picture:
    table = []
    for row in rows:
        first = next(r["mean"] for r in rows if r["model"] == row["model"] and r["b"] == row["b"])
        p = row["mean"] / first
        table.append({**row, "mean": p, "low": p, "high": p})
    labels = {"x": "search depth d", "y": "degree of pathology p(d, 1)"}
    return curves(table, "depth", "model", "b", labels, "b = ", level=1.0, log=True)


FIGURE = Figure(
    name="nau/background-similarity",
    title="four kinds of local similarity",
    source="[Nau2010] section 3.3",
    draw=draw,
    caption="How much worse depth d decides than depth 1, exact, with local similarity and without it.",
    claims=(
        Claim("Beal: with enough nodes alike, no depth decides worse than one of two plies less", PRINTED, enough),
        *(claim(model) for model in SIMILAR),
        claim("Beal, 0.3 alike", FEW),
        claim("Nau, independent errors", ANOTHER),
        *(counterpart(model) for model in WITHOUT),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-similarity", grid(model=tuple(MODELS), b=BRANCHING), measure, (FIGURE,))
