"""Section 3.1 and the introduction: games that are won or lost, and an evaluator that errs equally often at every
depth. Decisions get worse with depth, moves look the same, and the error at the root grows. All exact."""

from __future__ import annotations

import math
from functools import partial
from itertools import product

from overthink.models.win_loss import WinLoss, graded
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import (
    Numbers,
    all_exceed,
    all_grow,
    by_parity,
    exact_study,
    known,
    number,
    numbers,
    rises,
)

BRANCHING, LARGE = (2, 3, 5, 10, 20), 5
EVALUATORS = tuple(product((0.01, 0.1, 0.3), (2, 4, 16)))  # error and granularity
DEPTHS = tuple(range(1, 10))
ELIMINATED = (
    "Increasing the values of b and d made it more and more likely that all values but one would be eliminated."
)
SAME_VALUE = (
    "This increased the probability that all successors of the current node would get the same heuristic value, "
    "regardless of which successors were the best moves."
)
ENDS = Reading(ReadingKind.OPEN, "the smallest b and d are compared with the largest")
PARITY = Reading(ReadingKind.OPEN, "depths of the same parity are compared")


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


def each(samples: Samples, of: str) -> list[list[float]]:
    """A curve over depth for every branching factor and evaluator."""
    return [numbers(samples, "depth", DEPTHS, of=of, b=b, e=e, g=g) for b in BRANCHING for e, g in EVALUATORS]


def consistently(samples: Samples, parity: bool) -> Evidence:
    every = each(samples, "decision")
    halves = [half for curve in every for half in by_parity(curve)] if parity else every
    return all_grow(halves, "P_err by depth")


def some(samples: Samples) -> Evidence:
    """Somewhere every deeper search decides worse than depth 1."""
    worst = max(min(later / curve[0] for later in curve[1:]) for curve in each(samples, "decision"))
    return settled(worst > 1.0, worst, f"p(d, 1) of every d is {worst:.2f} or more at the worst")


def inevitable(samples: Samples) -> Evidence:
    """For every evaluator, from some branching factor on, every deeper search decides worse than depth 1."""
    least = []
    for e, g in EVALUATORS:
        by_b = [numbers(samples, "depth", DEPTHS, of="decision", b=b, e=e, g=g) for b in BRANCHING if b >= LARGE]
        least += [min(curve[1:]) / curve[0] for curve in by_b]
    return all_exceed(least, 1.0, f"p(d, 1), d = 2 to {DEPTHS[-1]}, b = {LARGE} or more, {len(EVALUATORS)} evaluators")


def model_pathological(samples: Samples) -> Evidence:
    """With two values, as in Beal's model, every deeper search decides worse than depth 1."""
    by_b = product(BRANCHING, (e for e, g in EVALUATORS if g == 2))
    every = [numbers(samples, "depth", DEPTHS, of="decision", b=b, e=e, g=2) for b, e in by_b]
    return all_exceed([min(curve[1:]) / curve[0] for curve in every], 1.0, "p(d, 1)")


def eliminates(samples: Samples) -> Evidence:
    gaps = []
    for player, values, depth in (("Max", "low", 2), ("Min", "high", 1)):
        names = [f"{values} {when} {player}" for when in ("before", "after")]
        for b, (e, g) in product(BRANCHING, EVALUATORS):
            before, after = numbers(samples, "of", names, depth=depth, b=b, e=e, g=g)
            gaps.append(before - after)
    return all_exceed(gaps, 0.0, "share of low values that Max's move takes away, and of high ones that Min's does")


def with_b_and_d(samples: Samples, of: str) -> Evidence:
    """A probability grows with depth (within each parity) and with the branching factor."""
    lines = [half for curve in each(samples, of) for half in by_parity(curve)]
    for (e, g), depth in product(EVALUATORS, DEPTHS):
        lines.append(numbers(samples, "b", BRANCHING, of=of, depth=depth, e=e, g=g))
    return all_grow(lines, "by d and by b")


def in_the_end(samples: Samples, of: str) -> Evidence:
    """The probability is larger at the largest b and d than at the smallest, for every evaluator."""
    ends = ((BRANCHING[0], DEPTHS[0]), (BRANCHING[-1], DEPTHS[-1]))
    both = [[number(samples, of=of, b=b, depth=depth, e=e, g=g) for b, depth in ends] for e, g in EVALUATORS]
    words = f"{min(last for _, last in both):.3f} or more at the largest"
    return all_exceed([last - first for first, last in both], 0.0, words)


def usually(samples: Samples) -> Evidence:
    """Of the models that are pathological for one pair of depths, how many other pairs are too."""
    shares = []
    for curve in each(samples, "decision"):
        worse = [gap > 0.0 for gap in rises(curve)]
        shares += [(sum(worse) - 1) / (len(worse) - 1)] if any(worse) else []
    mean = math.fsum(shares) / max(1, len(shares))
    return settled(mean > 0.5, mean, f"{mean:.0%} of the other pairs of depths, in {len(shares)} models")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [row for row in rows if row["of"] == "decision" and row["e"] == 0.1]
    labels = {"x": "search depth", "y": "decision error P_err", **{str(g): f"g = {g}" for _, g in EVALUATORS}}
    return curves(kept, "depth", "g", "b", labels, "b = ")


SETTINGS: tuple[Setting, ...] = tuple({"b": b, "e": e, "g": g} for b in BRANCHING for e, g in EVALUATORS)
FIGURE = Figure(
    name="nau/background-errors",
    title="won or lost, with an evaluator that errs equally often at every depth",
    source="[Nau2010] section 3.1",
    draw=draw,
    caption="Decision errors by depth, exact, where the evaluator takes won for lost with probability .1 at every "
    "node. Deeper searches decide worse, and the sooner the larger b is, until all moves look the same.",
    claims=(
        Claim(
            "in some models every deeper search decides worse than depth 1",
            "there are “pathological” situations in which looking ahead is counterproductive",
            some,
            "[Nau2010] abstract",
        ),
        Claim(
            "a deeper search need not decide better",
            "looking ahead does not always lead to better decisions",
            some,
            "[Nau2010] section 1",
        ),
        Claim(
            "every deeper search decides worse than every shallower one",
            "searching farther ahead consistently led to worse decisions rather than better ones",
            partial(consistently, parity=False),
            "[Nau2010] section 1",
        ),
        Claim(
            "every deeper search decides worse than a shallower one of the same parity",
            "searching farther ahead consistently led to worse decisions rather than better ones",
            partial(consistently, parity=True),
            "[Nau2010] section 1",
            PARITY,
        ),
        Claim(
            "two values: every deeper search decides worse than depth 1",
            "a game-tree model that was considered realistic at the time turned out to be pathological",
            model_pathological,
            "[Nau2010] section 1",
        ),
        Claim(
            "what is pathological for one pair of depths is so for most others",
            "When a game or a model is pathological for some values of i and j, usually it will also be pathological "
            "for other values.",
            usually,
            "[Nau2010] section 2.1",
            tolerance="“usually”: more than half of the other pairs",
        ),
        Claim(
            f"every evaluator is pathological from b = {LARGE} on",
            "for an infinitely large class of games, lookahead pathology was inevitable if b was sufficiently large",
            inevitable,
        ),
        Claim(
            "Max's move leaves fewer low values, Min's fewer high ones",
            "the minimax algorithm’s tendency to eliminate low values at Max’s move and high values at Min’s move",
            eliminates,
        ),
        Claim(
            "Max's move leaves fewer low values, Min's fewer high ones, as section 4.3 has it",
            "the player who is maximizing the utility eliminates low values, and the opponent, who is minimizing the "
            "utility, eliminates high values",
            eliminates,
            "[Nau2010] section 4.3",
        ),
        Claim(
            "one value is the more common, the larger b or d is",
            ELIMINATED,
            partial(with_b_and_d, of="commonest"),
        ),
        Claim(
            "one value is the more common at the largest b and d",
            ELIMINATED,
            partial(in_the_end, of="commonest"),
            reading=ENDS,
        ),
        Claim(
            "all moves of different worth look the same the more often, the larger b or d is",
            SAME_VALUE,
            partial(with_b_and_d, of="blind"),
        ),
        Claim(
            "all moves of different worth look the same more often at the largest b and d",
            SAME_VALUE,
            partial(in_the_end, of="blind"),
            reading=ENDS,
        ),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-errors", SETTINGS, measure, (FIGURE,))
