"""The best and the worst case of bounded alpha-beta: exact, on small trees. [Atzmon2018] Pruning Analysis

Worst case: the tree that the text describes. A node that leads to the best value of its player does so by its last
child only; all other children of a Max node lead to v_min, of a Min node to v_max. With chance all outcomes of a move
lead to the same value. Best case: the fewest leaves over all trees of a shape, whose utilities are 0, 5 or 10 in
[0, 10], or ("inside") 1, 5 or 9, so that no utility is at an end of the range; of the largest shape, the last two.
Alpha-beta starts with [v_min, v_max], as a paragraph of the text has it, or ("plain") at ±∞, as in Figure 1.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np

from overthink.core.grow import Chance, Max, Min, Node, nested
from overthink.studies.checks import Computed, exact_verdict
from overthink.studies.claim import Evidence, Reading, ReadingKind, quote
from overthink.studies.samples import Cell, Point, Samples, Setting, means
from overthink.studies.study import Figure, Study
from overthink_papers.experiments.bounded import Spot, leaves_seen, searches
from overthink_papers.experiments.scaffold import plot

HIGH = 10
EPSILONS = (0, 1, 2, 4, 6, 8, 9, 10)
PLAIN = -1
BELOW = tuple(e for e in EPSILONS if e < HIGH)
SIZES = ((2, 4), (2, 6), (3, 4), (4, 3), (5, 3))  # b and depth
OUTCOMES = {
    "no chance": (), "chance .5, .5": (0.5, 0.5), "chance .9, .1": (0.9, 0.1), "chance .01, .99": (0.01, 0.99),
}  # fmt: skip
UTILITIES = {"any": (0, 5, 10), "inside": (1, 5, 9)}
NO_BETTER = "no ε up to 9 of 10 has a better best case than ε = 0"
SHAPES: dict[str, tuple[int, Callable[..., Node]]] = {  # leaves, and the tree with given leaves
    "b = 2, depth 2": (4, lambda a, b, c, d: Max(Min(a, b), Min(c, d))),
    "b = 3, depth 1": (3, Max),
    "2 × 3 leaves": (6, lambda a, b, c, d, e, f: Max(Min(a, b, c), Min(d, e, f))),
    "b = 2, depth 3": (8, lambda a, b, c, d, e, f, g, h: Max(Min(Max(a, b), Max(c, d)), Min(Max(e, f), Max(g, h)))),
    "chance": (4, lambda a, b, c, d: Max(Chance((0.5, a), (0.5, b)), Chance((0.5, c), (0.5, d)))),
}
PLAYERS = tuple(shape for shape in SHAPES if shape != "chance")
SETTINGS: tuple[Setting, ...] = (
    *({"case": "worst", "b": b, "depth": depth, "outcomes": kind} for b, depth in SIZES[:3] for kind in OUTCOMES),
    *({"case": "worst", "b": b, "depth": depth, "outcomes": "no chance"} for b, depth in SIZES[3:]),
    *({"case": "best", "shape": shape, "utilities": kind} for shape in SHAPES for kind in UTILITIES),
)
BEST_LABELS = {"x": "ε", "y": "fewest leaves of any tree"}
WORST = "in the worst case we still may need to generate all nodes in the game tree before halting"
BEST = "the best case cannot be better than that of Alpha Beta, except for the case where ϵ = v_max - v_min"
INSIDE = Reading(ReadingKind.OPEN, "games in which no utility is at an end of the range")
WITH_CHANCE = Reading(ReadingKind.OPEN, "games with chance too, against *-Minimax")
IN_RANGE = Reading(ReadingKind.OPEN, "alpha-beta starts at v_min and v_max, as the text says")
ENDLESSLY = Reading(ReadingKind.OPEN, "alpha-beta starts at ±∞, as in Figure 1")


def worst(b: int, depth: int, outcomes: Sequence[float], mover: int, best: bool) -> Any:
    """The tree of the text, with Max or Min to move. `best`: it leads to the best value of the player to move."""
    if depth == 0:
        return HIGH if best == (mover > 0) else 0
    last = worst(b, depth - 1, outcomes, -mover, not best)
    children = [worst(b, depth - 1, outcomes, -mover, True)] * (b - 1) + [last]
    if outcomes:
        children = [Chance(*((pi, child) for pi in outcomes)) for child in children]
    return (Max if mover > 0 else Min)(*children)


@cache
def fewest_and_most(shape: str, kind: str) -> dict[int, tuple[int, int]]:
    """Leaves seen with each ε, over all trees of a shape."""
    size, tree = SHAPES[shape]
    trees = [Spot(tree(*leaves)) for leaves in product(UTILITIES[kind][-2 if size > 6 else 0 :], repeat=size)]
    counts = {e: [leaves_seen(tree, e, HIGH) for tree in trees] for e in EPSILONS}
    counts[PLAIN] = [leaves_seen(tree, 0.0, math.inf, -math.inf) for tree in trees] if shape != "chance" else [0]
    return {epsilon: (min(leaves), max(leaves)) for epsilon, leaves in counts.items()}


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Every observation is the same: nothing is drawn."""
    if setting["case"] == "worst":
        tree = nested(worst(setting["b"], setting["depth"], OUTCOMES[setting["outcomes"]], 1, True))
        shares = searches(tree, EPSILONS, high=float(HIGH)).nodes / len(tree)
        return [{"epsilon": e, "measure": "share"} for e in EPSILONS], np.tile(shares[:, None], stop - start)
    counts = fewest_and_most(setting["shape"], setting["utilities"])
    points: list[Point] = [{"epsilon": e, "measure": m} for e in EPSILONS for m in ("fewest", "most")]
    points.append({"epsilon": 0, "measure": "plain"})
    numbers = np.array([*(leaves for e in EPSILONS for leaves in counts[e]), counts[PLAIN][0]], float)
    return points, np.tile(numbers[:, None], stop - start)


def _of_case(samples: Samples, case: str) -> Samples:
    return Samples(samples.select(case=case))


def all_seen(*kinds: str) -> Computed:
    """All nodes are seen with some of these chances, at every ε up to 9 of 10, in trees of every size."""
    cases = [s for s in SETTINGS if s["case"] == "worst" and s["outcomes"] in kinds]

    def judge(samples: Samples) -> Evidence:
        most: dict[tuple[int, int, int], float] = {}
        for s in cases:
            for e in BELOW:
                place = (s["b"], s["depth"], e)
                share = float(samples(measure="share", epsilon=e, **s).min())
                most[place] = max(most.get(place, 0.0), share)
        (b, depth, e), least = min(most.items(), key=lambda item: item[1])
        return exact_verdict(
            least == 1.0, least, f"at least {100 * least:.0f}% of nodes; b = {b}, depth {depth}, ε = {e}"
        )

    says = f"{' or '.join(kinds)}: all nodes are seen, at every ε up to 9 of 10"
    return Computed(judge, says, lambda point: 1.0, lambda point: 0.99 if point["epsilon"] == 9 else 1.0)


def _no_better(kind: str, *shapes: str, measure: str = "fewest") -> Computed:
    def judge(samples: Samples) -> Evidence:
        at = {"case": "best", "utilities": kind}
        fewest = {
            shape: [
                samples(shape=shape, epsilon=0, measure=measure, **at)[0],
                *(samples(shape=shape, epsilon=e, measure="fewest", **at)[0] for e in BELOW[1:]),
            ]
            for shape in shapes
        }
        shown = ", ".join(f"{shape}: {counts[0]:g} leaves, {min(counts):g}" for shape, counts in fewest.items())
        gap = min(min(counts) - counts[0] for counts in fewest.values())
        return exact_verdict(gap >= 0, gap, f"with ε = 0 and with any other: {shown}")

    says = f"{', '.join(shapes)}: {NO_BETTER}"
    return Computed(judge, says, lambda point: 2.0, lambda point: 2.0 - (point["epsilon"] == 9))


def _one_branch(samples: Samples) -> Evidence:
    most = max(
        float(samples(case="best", shape=shape, utilities=kind, epsilon=HIGH, measure="most")[0])
        for shape in SHAPES
        for kind in UTILITIES
    )
    return exact_verdict(most == 1.0, most, f"at most {most:g} leaves")


WORST_FIGURE = Figure(
    name="bab/worst-case",
    title="the worst case: all nodes are seen",
    source="[Atzmon2018] Pruning Analysis",
    draw=plot("epsilon", "outcomes", "b = {b}, depth {depth}", {"x": "ε", "y": "share of all nodes seen"}),
    caption="The tree that the text describes: the share of its nodes that bounded alpha-beta sees. With chance, "
    "outcomes that are unlikely enough are not needed, whatever they are worth, unless the likely ones come last.",
    claims=(
        quote(
            "Such a worst case occurs",
            all_seen("no chance"),
            says="the tree of the text, no chance: all nodes are seen, at every ε up to 9 of 10",
        ),
        quote(
            WORST,
            all_seen(*(kind for kind in OUTCOMES if kind != "no chance")),
            says="there are chances with which all nodes are seen, at every ε up to 9 of 10",
        ),
    ),
    rows=means,
    across="epsilon",
    part=partial(_of_case, case="worst"),
)
BEST_FIGURE = Figure(
    name="bab/best-case",
    title="the best case: is it ever better than that of alpha-beta?",
    source="[Atzmon2018] Pruning Analysis",
    draw=plot("epsilon", "utilities {utilities}", "shape", BEST_LABELS, keep=lambda row: row["measure"] == "fewest"),
    caption="The fewest leaves that bounded alpha-beta sees of any tree of a shape. Alpha-beta (ε = 0) knows the range "
    "of values too, as the text has it, and stops at an end of it.",
    claims=(
        quote(BEST, _no_better("any", *PLAYERS), IN_RANGE, says=f"no chance, {IN_RANGE.words}: {NO_BETTER}"),
        quote(
            BEST,
            _no_better("any", *PLAYERS, measure="plain"),
            ENDLESSLY,
            says=f"no chance, {ENDLESSLY.words}: {NO_BETTER}",
        ),
        quote(
            BEST, _no_better("inside", *PLAYERS), INSIDE, says="no chance, no utility at an end of the range: so it is"
        ),
        quote(BEST, _no_better("any", "chance"), WITH_CHANCE, says="with chance: so it is"),
        quote(
            "only a single branch in the game tree will be expanded",
            Computed(_one_branch, "one leaf is seen of every tree", lambda point: 1.0, lambda point: 2.0),
            Reading(words="line 24 has ≤"),
            says="at ε = v_max - v_min one leaf is seen, of every tree",
        ),
    ),
    rows=means,
    across="epsilon",
    part=partial(_of_case, case="best"),
)

STUDY = Study(
    name="bab/extremes",
    settings=SETTINGS,
    run=run,
    scales={"quick": 2, "paper": 2},
    figures=(WORST_FIGURE, BEST_FIGURE),
    block=2,
    edition=2,
)
