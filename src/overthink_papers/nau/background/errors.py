"""Section 3.1: games that are won or lost, and an evaluator that errs equally often at every depth; exact.

Decisions get worse with depth, and moves look the same.
"""

import math
from itertools import combinations, product

from overthink.studies.checks import Computed, Quantity, at, curve, exact_verdict
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples, Setting
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import WinLoss, graded
from overthink_papers.nau.exact_numbers import (
    PARITY,
    Numbers,
    by_parity,
    evaluate,
    exact_evidence,
    exact_study,
    exceed,
    ratio,
    rises,
)

INTRODUCTION = "[Nau2010] section 1"
BRANCHING = (2, 3, 5, 10, 20)
LARGE = 5
EVALUATORS = tuple(product((0.01, 0.1, 0.3), (2, 4, 16)))  # error and granularity
MODELS: tuple[Setting, ...] = tuple({"b": b, "e": e, "g": g} for b in BRANCHING for e, g in EVALUATORS)
DEPTHS = tuple(range(1, 10))
CONSISTENTLY = "searching farther ahead consistently led to worse decisions rather than better ones"
ELIMINATED = (
    "Increasing the values of b and d made it more and more likely that all values but one would be eliminated."
)
SAME_VALUE = (
    "This increased the probability that all successors of the current node would get the same heuristic value, "
    "regardless of which successors were the best moves."
)
ENDS = Reading(ReadingKind.CLOSEST, "only the smallest b and d are compared with the largest")


def measure(setting: Setting) -> Numbers:
    """At each depth the decision error, and how often moves look the same; and what one move takes away."""
    tree = WinLoss(setting["b"], graded(setting["e"], setting["g"]))
    for depth in DEPTHS:
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
        yield {"of": "blind", "depth": depth}, tree.blindness(depth)
        yield {"of": "commonest", "depth": depth}, float(tree.moves(depth).sum(axis=0).max())
    for player, depth in (("Max", 2), ("Min", 1)):
        before = tree.frontier(depth + 1)[0].sum(axis=0)
        after = tree.above(tree.frontier(depth + 1), depth)[0].sum(axis=0)
        half = setting["g"] // 2
        for when, law in (("before", before), ("after", after)):
            yield {"of": f"low {when} {player}", "depth": depth}, float(law[:half].sum())
            yield {"of": f"high {when} {player}", "depth": depth}, float(law[half:].sum())


def _by_depth(of: str) -> list[tuple[Quantity, ...]]:
    return [curve("depth", DEPTHS, of=of, **model) for model in MODELS]


def _worse_than_one(chosen: list[Setting]) -> Computed:
    errors = [curve("depth", DEPTHS, of="decision", **model) for model in chosen]
    return exceed(tuple(ratio(deep, line[0]) for line in errors for deep in line[1:]), 1.0, lambda p: 1.0 + p["depth"])


def _some(samples: Samples) -> Evidence:
    every = [evaluate(line, samples) for line in _by_depth("decision")]
    worst = max(min(later / line[0] for later in line[1:]) for line in every)
    return exact_evidence([worst - 1.0], worst, f"p(d, 1) of every d is {worst:.2f} or more at the worst")


def usually(samples: Samples) -> Evidence:
    """Of the models that are pathological for one pair of depths, how many other pairs are too."""
    shares = []
    for line in _by_depth("decision"):
        worse = [later > earlier for earlier, later in combinations(evaluate(line, samples), 2)]
        shares += [(sum(worse) - 1) / (len(worse) - 1)] if any(worse) else []
    mean = math.fsum(shares) / max(1, len(shares))
    return exact_verdict(mean > 0.5, mean, f"{mean:.0%} of the other pairs of depths, in {len(shares)} models")


SOME = Computed(_some, "somewhere p(d, 1) > 1 at every d", lambda p: 1.0 + p["depth"], lambda p: 1.0)
ELIMINATES = exceed(
    tuple(
        at(of=f"{values} before {player}", depth=depth, **model)
        - at(of=f"{values} after {player}", depth=depth, **model)
        for player, values, depth in (("Max", "low", 2), ("Min", "high", 1))
        for model in MODELS
    ),
    begin=lambda p: 0.6 if "before" in p["of"] else 0.5,
)


def _with_b_and_d(of: str) -> Computed:
    with_b = [curve("b", BRANCHING, of=of, depth=d, e=e, g=g) for (e, g), d in product(EVALUATORS, DEPTHS)]
    return rises((*by_parity(_by_depth(of)), *with_b))


def _in_the_end(of: str) -> Computed:
    return exceed(
        at(of=of, b=BRANCHING[-1], depth=DEPTHS[-1], e=e, g=g) - at(of=of, b=BRANCHING[0], depth=DEPTHS[0], e=e, g=g)
        for e, g in EVALUATORS
    )


LABELS = {"x": "search depth", "y": "decision error P_err", **{str(g): f"g = {g}" for _, g in EVALUATORS}}
STUDY = exact_study(
    name="nau/background-errors",
    title="won or lost, with an evaluator that errs equally often at every depth",
    source="[Nau2010] section 3.1",
    settings=MODELS,
    measure=measure,
    draw=plot("depth", "g", "b", LABELS, "b = ", keep=lambda row: row["of"] == "decision" and row["e"] == 0.1),
    caption="Decision errors by depth, exact, where the evaluator takes won for lost with probability .1 at every "
    "node. Deeper searches decide worse, and sooner if b is larger, until all moves look the same.",
    claims=(
        Claim(
            "in some models every deeper search decides worse than depth 1",
            "there are “pathological” situations in which looking ahead is counterproductive",
            SOME,
            "[Nau2010] abstract",
        ),
        Claim(
            "a deeper search need not decide better",
            "looking ahead does not always lead to better decisions",
            SOME,
            INTRODUCTION,
        ),
        Claim(
            "every deeper search decides worse than every shallower one",
            CONSISTENTLY,
            rises(tuple(_by_depth("decision"))),
            INTRODUCTION,
        ),
        Claim(
            "every deeper search decides worse than a shallower one of the same parity",
            CONSISTENTLY,
            rises(by_parity(_by_depth("decision"))),
            INTRODUCTION,
            PARITY,
        ),
        Claim(
            "two values: every deeper search decides worse than depth 1",
            "a game-tree model that was considered realistic at the time turned out to be pathological",
            _worse_than_one([model for model in MODELS if model["g"] == 2]),
            INTRODUCTION,
        ),
        Claim(
            "what is pathological for one pair of depths is so for most others",
            "When a game or a model is pathological for some values of i and j, usually it will also be pathological "
            "for other values.",
            Computed(
                usually,
                "most other pairs of depths",
                holds=lambda p: 0.1 * p["depth"],
                fails=lambda p: 0.1 * (p["depth"] == 2),
            ),
            "[Nau2010] section 2.1",
        ),
        Claim(
            f"every evaluator is pathological from b = {LARGE} on",
            "for an infinitely large class of games, lookahead pathology was inevitable if b was sufficiently large",
            _worse_than_one([model for model in MODELS if model["b"] >= LARGE]),
        ),
        Claim(
            "Max's move leaves fewer low values, Min's fewer high ones",
            "the minimax algorithm’s tendency to eliminate low values at Max’s move and high values at Min’s move",
            ELIMINATES,
        ),
        Claim("one value is the more common, the larger b or d is", ELIMINATED, _with_b_and_d("commonest")),
        Claim(
            "one value is the more common at the largest b and d", ELIMINATED, _in_the_end("commonest"), reading=ENDS
        ),
        Claim(
            "all moves of different worth look the same the more often, the larger b or d is",
            SAME_VALUE,
            _with_b_and_d("blind"),
        ),
        Claim(
            "all moves of different worth look the same more often at the largest b and d",
            SAME_VALUE,
            _in_the_end("blind"),
            reading=ENDS,
        ),
    ),
)
