"""How to divide ε among the outcomes of chance: eq. 26 allows what Algorithm 1 does not use. [Atzmon2018]

Any ε(c) with Σ π(c) ε(c) ≤ ε keeps the guarantee. "uniform" is the algorithm: ε for every outcome. "carry": and what
earlier outcomes left over. "equal": equal parts of the sum, so that unlikely outcomes get a large ε(c), mostly one that
needs no search at all. Numbers between 0 and 1 go from equal (0) to carry (1). One observation is one random tree with
shared successors, the same for every way and ε; what is shown are nodes, as a share of those at ε = 0.
"""

from dataclasses import asdict

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.games.random_tree import RandomTree
from overthink.measure.paired import linearise
from overthink.studies.checks import AllOf, Computed, Times, at
from overthink.studies.claim import own_claim
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.bounded import searches
from overthink_papers.experiments.scaffold import one_by_one, own_all, plot

SPENDS: tuple[str | float, ...] = ("uniform", "carry", 0.75, 0.5, 0.25, "equal")
SPENT = (4, 8, 16, 32, 64)
LABELS = {"x": "ε", "y": "nodes, as a share of those at ε = 0"}
LABELS |= {str(spend): f"θ = {spend}" for spend in SPENDS if not isinstance(spend, str)}
BASE: Setting = {"b": 4, "p": 0.8, "depth": 4}
TREES: tuple[Setting, ...] = (
    *({**BASE, "depth": depth} for depth in (2, 3, 4)),
    *({**BASE, "p": p} for p in (0.25, 0.4, 0.6, 0.95)),
    *({"b": b, "p": p, "depth": 4} for b in (2, 3) for p in (1 / b, 0.8)),
    *({"b": 2, "p": 0.8, "depth": depth} for depth in (6, 8)),
)


@one_by_one([{"spend": "none", "epsilon": 0}, *grid(spend=tuple(map(str, SPENDS)), epsilon=SPENT)])
def run(setting: Setting, number: int, seed: int) -> Sample:
    """Nodes at ε = 0, and for each way to spend at each ε."""
    tree = RandomTree(**setting, number=number, seed=seed)
    return np.concatenate([searches(tree, [0.0]).nodes, *(searches(tree, SPENT, spend=way).nodes for way in SPENDS)])


def rows(samples: Samples) -> list[Row]:
    """Nodes as a share of those at ε = 0."""
    table = []
    for point, nodes in samples.entries:
        if point["epsilon"]:
            where = {key: point[key] for key in BASE}
            estimate = Estimate.of_mean(linearise(nodes, samples(epsilon=0, **where)))
            table.append({**point, **asdict(estimate)})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """The share of nodes by ε, a panel for each p."""
    kept = [row for row in rows if row["b"] == BASE["b"] and row["depth"] == BASE["depth"]]
    draw = plot("epsilon", "spend", "p = {p:.3g}", LABELS, "b = 4, depth 4, ")
    return draw(samples, sorted(kept, key=lambda row: float(row["p"])))


def _more_nodes(spend: str, than: str, epsilon: int = 8, factor: float = 1.0, p: float = 0.8) -> Times:
    place = {**BASE, "p": p, "epsilon": epsilon}
    return Times(at(spend=spend, **place), at(spend=than, **place), factor)


STUDY = one_figure(
    name="beyond/epsilon-spend",
    title="how to divide ε among the outcomes of chance",
    source="[Atzmon2018] eq. 26",
    settings=TREES,
    run=run,
    scales={"quick": 30, "paper": 200},
    draw=draw,
    caption="Random trees with chance, four moves deep, b = 4, by the probability p of the chosen move: nodes that "
    "bounded alpha-beta needs for the same guarantee, by how ε is divided.",
    claims=(
        own_claim(
            Computed(
                _more_nodes("uniform", "equal", factor=3.0).judge,
                "b = 4, p = .8, ε = 8: uniform needs at least 3 times the nodes of equal parts",
                begin=lambda point: 5.0 if point["spend"] == "uniform" else 1.0,
            )
        ),
        own_claim(
            AllOf((_more_nodes("uniform", "equal"), _more_nodes("uniform", "carry"))),
            "b = 4, p = .8, ε = 8: equal parts need fewer nodes than uniform, and so does carrying over what is left",
        ),
        own_claim(
            _more_nodes("equal", "uniform", p=0.25),
            "b = 4, p = .25, all outcomes alike, ε = 8: equal parts need more nodes than uniform",
        ),
        own_all(
            "b = 4, p = .8, ε = 64: θ = .5, between equal parts and carrying over, needs fewer nodes than both",
            _more_nodes("equal", "0.5", 64),
            _more_nodes("carry", "0.5", 64),
        ),
    ),
    rows=rows,
    across="epsilon",
    block=10,
)
