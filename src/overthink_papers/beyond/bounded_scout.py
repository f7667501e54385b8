"""SCOUT with room for ε beside bounded alpha-beta: another search under Theorem 1, which the paper suggests.

Random trees without chance, b = 4, the same for both. Nodes are internal nodes: mean numbers, not ratios, since the two
differ at ε = 0 already.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.search.scout import runs_of
from overthink.search.subject import chance_subject
from overthink.studies.checks import always_better, claims_for, never, times
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.bounded import searches

B, DEPTHS, EPSILONS = 4, (3, 5, 7, 9), (0, 8, 16, 24, 32, 48, 64)
EAGER = "alpha-beta, last child too"  # cuts after a last child as well, which Algorithm 1 does not
SEARCHES = ("alpha-beta", EAGER, "scout")
LABELS = {"x": "ε", "y": "internal nodes", "alpha-beta": "bounded alpha-beta", "scout": "bounded SCOUT"}


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Internal nodes of both searches, and the width of SCOUT's interval."""
    points: list[Point] = [{"search": search, "epsilon": e} for search in SEARCHES for e in EPSILONS]
    points += [{"search": "width", "epsilon": e} for e in EPSILONS]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(B, setting["depth"], number=number, seed=seed)
        position = chance_subject(tree, None, None)
        scout, _ = runs_of(position)
        results = [scout(position.context, position.state, setting["depth"], float(e)) for e in EPSILONS]
        widths = [U - L for L, U, *_ in results]
        written, eager = (searches(tree, EPSILONS, last_child=clause).internal for clause in (True, False))
        columns.append([*written, *eager, *(internal for _, _, internal, _ in results), *widths])
    return points, np.array(columns, float).T


def rows(samples: Samples) -> list[Row]:
    return [row for row in means(samples) if row["search"] != "width"]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    return curves(rows, "epsilon", "search", "depth", LABELS, "depth ", log=True)


def within(samples: Samples) -> Evidence:
    """No interval is wider than ε, but for rounding."""
    over = [samples(search="width", depth=d, epsilon=e) - e for d in DEPTHS for e in EPSILONS]
    return never([excess > 1e-9 for excess in over], f"the widest by {np.max(over):.2g} above ε")


def falls(samples: Samples, depth: int) -> Evidence:
    """Every larger ε needs fewer nodes."""
    return always_better([samples.curve("epsilon", pair, search="scout", depth=depth) for pair in pairwise(EPSILONS)])


def compared(says: str, more: str, fewer: str, depth: int, epsilon: int) -> Claim:
    return Claim(
        says,
        NOT_IN_PRINT,
        lambda s: times(
            s(search=more, depth=depth, epsilon=epsilon), s(search=fewer, depth=depth, epsilon=epsilon), 1.0
        ),
    )


STUDY = one_figure(
    name="beyond/bounded-scout",
    title="SCOUT with room for ε, beside bounded alpha-beta",
    source="[Atzmon2018] Different game tree search strategies",
    settings=grid(depth=DEPTHS),
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=draw,
    caption="Random trees, b = 4: internal nodes that bounded alpha-beta, as written, and bounded SCOUT expand for the "
    "same guarantee, on a logarithmic scale.",
    claims=(
        Claim("SCOUT's interval is never wider than ε", NOT_IN_PRINT, within),
        *claims_for(DEPTHS, "depth {}: every larger ε needs fewer nodes with SCOUT", NOT_IN_PRINT, falls),
        compared("depth 9, ε = 16: SCOUT needs fewer nodes than alpha-beta", "alpha-beta", "scout", 9, 16),
        compared("depth 9, ε = 32: SCOUT needs fewer nodes than alpha-beta", "alpha-beta", "scout", 9, 32),
        compared("depth 9, ε = 16: and than alpha-beta that cuts after a last child", EAGER, "scout", 9, 16),
        compared("depth 9, ε = 0: SCOUT needs more nodes than alpha-beta", "scout", "alpha-beta", 9, 0),
        compared("depth 9, ε = 64: SCOUT needs more nodes than alpha-beta", "scout", "alpha-beta", 9, 64),
    ),
    rows=rows,
    across="epsilon",
    block=50,
)
