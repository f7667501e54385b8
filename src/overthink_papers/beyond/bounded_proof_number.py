"""Proof-number search with room for ε beside bounded alpha-beta: a best-first search under Theorem 1.

Random trees without chance, b = 4, the same for both. An internal node is one whose children were asked for: some of
them by alpha-beta, all at once by proof-number search.
"""

from __future__ import annotations

import numpy as np

from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.search.proof_number import ProofNumberSearch
from overthink.search.subject import chance_subject
from overthink.studies.checks import never, times
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.bounded import searches

B, DEPTHS, EPSILONS, HIGH = 4, (3, 5, 7), (0, 8, 16, 24, 32, 48, 64), 100.0
ALPHA_BETA, PROOF_NUMBER = "alpha-beta", "proof-number"
COUNTS = ("internal", "leaves")
LABELS = {"x": "ε", "y": "internal nodes", ALPHA_BETA: "bounded alpha-beta", "proof_number": "proof-number search"}


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Internal nodes and leaves of both searches; the width of the interval, and how far outside it the value lies."""
    points: list[Point] = [
        {"search": search, "count": count, "epsilon": e}
        for search, counts in ((ALPHA_BETA, COUNTS), (PROOF_NUMBER, (*COUNTS, "width", "outside")))
        for count in counts
        for e in EPSILONS
    ]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(B, setting["depth"], number=number, seed=seed)
        written = searches(tree, EPSILONS)
        results = np.array([proof_number(tree, setting["depth"], e, float(written.L[0])) for e in EPSILONS])
        columns.append(np.concatenate([written.internal, written.leaves, *results.T]))
    return points, np.array(columns).T


def proof_number(tree: RandomTree, depth: int, epsilon: float, value: float) -> tuple[float, ...]:
    """Internal nodes, leaves, width, and by how much the value is outside."""
    search = ProofNumberSearch(chance_subject(tree, None, None), depth, 0.0, HIGH)
    search.run(float(epsilon))
    low, high = search.root.low, search.root.high
    return search.expanded, search.leaves, high - low, max(low - value, value - high, 0.0)


def rows(samples: Samples) -> list[Row]:
    return [row for row in means(samples) if row["count"] in COUNTS]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [row for row in rows if row["count"] == "internal"]
    return curves(shown, "epsilon", "search", "depth", LABELS, "depth ", log=True)


def within(samples: Samples) -> Evidence:
    """No interval is wider than ε, and none leaves the value out."""
    over = [
        samples(search=PROOF_NUMBER, count=count, depth=d, epsilon=e) - e * (count == "width")
        for count in ("width", "outside")
        for d in DEPTHS
        for e in EPSILONS
    ]
    return never([excess > 0.0 for excess in over], f"at most {np.max(over):.2g} too wide or outside")


def compared(says: str, more: Point, fewer: Point) -> Claim:
    """One search needs more than another, on average."""
    return Claim(says, NOT_IN_PRINT, lambda s: times(s(**more), s(**fewer), 1.0))


def of(search: str, epsilon: int, depth: int = 7, count: str = "internal") -> Point:
    return {"search": search, "count": count, "depth": depth, "epsilon": epsilon}


STUDY = one_figure(
    name="beyond/bounded-proof-number",
    title="proof-number search with room for ε, beside bounded alpha-beta",
    source="[Atzmon2018] Different game tree search strategies",
    settings=grid(depth=DEPTHS),
    run=run,
    scales={"quick": 10, "paper": 200},
    draw=draw,
    caption="Random trees, b = 4: internal nodes that bounded alpha-beta, as written, and bounded proof-number search "
    "expand for the same guarantee, on a logarithmic scale.",
    claims=(
        Claim("the interval is never wider than ε, and never leaves the value out", NOT_IN_PRINT, within),
        compared("depth 7, ε = 0: proof-number search expands fewer nodes", of(ALPHA_BETA, 0), of(PROOF_NUMBER, 0)),
        compared(
            "depth 7, ε = 0: and sees fewer leaves",
            of(ALPHA_BETA, 0, count="leaves"),
            of(PROOF_NUMBER, 0, count="leaves"),
        ),
        compared("depth 7, ε = 32: proof-number search expands more nodes", of(PROOF_NUMBER, 32), of(ALPHA_BETA, 32)),
        *(
            compared(f"depth {depth}: ε = 64 saves proof-number search nodes",
                     of(PROOF_NUMBER, 0, depth), of(PROOF_NUMBER, 64, depth))
            for depth in DEPTHS
        ),
    ),
    rows=rows,
    across="epsilon",
    block=5,
)  # fmt: skip
