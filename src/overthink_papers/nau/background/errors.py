"""Sections 3.1 and 3.2: games that are won or lost, and an evaluator that errs equally often at every depth; exact.

`nau/background-errors`: decisions get worse with depth, and moves look the same. `nau/background-beal`: the error at
the root grows with every level. `nau/background-granularity`: evaluators of g values on games that are won or lost
(Pearl, Bratko and Gams). What is said of utilities of g values (Luštrek and others) is judged in `nau/exact`.
"""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product

from overthink.report.charts import curves
from overthink.studies.checks import ABOUT, Computed, Quantity, at, curve, settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import WinLoss, graded
from overthink_papers.nau.exact import (
    PARITY,
    Numbers,
    by_parity,
    evaluate,
    exact_evidence,
    exact_row,
    exact_study,
    exceed,
    grow,
    ratio,
    steps,
)

INTRODUCTION = "[Nau2010] section 1"
BRANCHING, LARGE = (2, 3, 5, 10, 20), 5
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


def by_depth(of: str) -> list[tuple[Quantity, ...]]:
    return [curve("depth", DEPTHS, of=of, **model) for model in MODELS]


def worse_than_one(chosen: list[Setting]) -> Computed:
    errors = [curve("depth", DEPTHS, of="decision", **model) for model in chosen]
    return exceed(tuple(ratio(deep, line[0]) for line in errors for deep in line[1:]), 1.0, lambda p: 1.0 + p["depth"])


def some(samples: Samples) -> Evidence:
    every = [evaluate(line, samples) for line in by_depth("decision")]
    worst = max(min(later / line[0] for later in line[1:]) for line in every)
    return exact_evidence([worst - 1.0], worst, f"p(d, 1) of every d is {worst:.2f} or more at the worst")


def usually(samples: Samples) -> Evidence:
    """Of the models that are pathological for one pair of depths, how many other pairs are too."""
    shares = []
    for line in by_depth("decision"):
        worse = [later > earlier for earlier, later in combinations(evaluate(line, samples), 2)]
        shares += [(sum(worse) - 1) / (len(worse) - 1)] if any(worse) else []
    mean = math.fsum(shares) / max(1, len(shares))
    return settled(mean > 0.5, mean, f"{mean:.0%} of the other pairs of depths, in {len(shares)} models")


SOME = Computed(some, "somewhere p(d, 1) > 1 at every d", lambda p: 1.0 + p["depth"], lambda p: 1.0)
ELIMINATES = exceed(
    tuple(
        at(of=f"{values} before {player}", depth=depth, **model)
        - at(of=f"{values} after {player}", depth=depth, **model)
        for player, values, depth in (("Max", "low", 2), ("Min", "high", 1))
        for model in MODELS
    ),
    begin=lambda p: 0.6 if "before" in p["of"] else 0.5,
)


def with_b_and_d(of: str) -> Computed:
    with_b = [curve("b", BRANCHING, of=of, depth=d, e=e, g=g) for (e, g), d in product(EVALUATORS, DEPTHS)]
    return grow((*by_parity(by_depth(of)), *with_b))


def in_the_end(of: str) -> Computed:
    return exceed(
        at(of=of, b=BRANCHING[-1], depth=DEPTHS[-1], e=e, g=g) - at(of=of, b=BRANCHING[0], depth=DEPTHS[0], e=e, g=g)
        for e, g in EVALUATORS
    )


LABELS = {"x": "search depth", "y": "decision error P_err", **{str(g): f"g = {g}" for _, g in EVALUATORS}}
ERRORS = exact_study(
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
            grow(tuple(by_depth("decision"))),
            INTRODUCTION,
        ),
        Claim(
            "every deeper search decides worse than a shallower one of the same parity",
            CONSISTENTLY,
            grow(by_parity(by_depth("decision"))),
            INTRODUCTION,
            PARITY,
        ),
        Claim(
            "two values: every deeper search decides worse than depth 1",
            "a game-tree model that was considered realistic at the time turned out to be pathological",
            worse_than_one([model for model in MODELS if model["g"] == 2]),
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
            worse_than_one([model for model in MODELS if model["b"] >= LARGE]),
        ),
        Claim(
            "Max's move leaves fewer low values, Min's fewer high ones",
            "the minimax algorithm’s tendency to eliminate low values at Max’s move and high values at Min’s move",
            ELIMINATES,
        ),
        Claim("one value is the more common, the larger b or d is", ELIMINATED, with_b_and_d("commonest")),
        Claim("one value is the more common at the largest b and d", ELIMINATED, in_the_end("commonest"), reading=ENDS),
        Claim(
            "all moves of different worth look the same the more often, the larger b or d is",
            SAME_VALUE,
            with_b_and_d("blind"),
        ),
        Claim(
            "all moves of different worth look the same more often at the largest b and d",
            SAME_VALUE,
            in_the_end("blind"),
            reading=ENDS,
        ),
    ),
)

# Beal's model

MANY_MOVES = (10, 30, 100, 300, 1000)
RARE, OFTEN = 1e-7, 0.01
LEVELS = range(5)
UNITS = 3  # digits that rounding leaves of a rare error, in units of it
LOG_B = (
    "for large branching factors, the error at the root of the tree increased by approximately log b with every "
    "additional level of the search"
)
FACTOR = Reading(ReadingKind.OPEN, "by a factor, as long as errors are rare: a probability cannot grow by log b")


def measure_growth(setting: Setting) -> Numbers:
    """How often the root is misjudged by searches to depth 0, 1, 2, …, in units of the evaluator's error."""
    tree = WinLoss(setting["b"], graded(setting["e"]))
    for depth in LEVELS:
        yield {"depth": depth}, round(tree.value_error(depth) / setting["e"], UNITS)


def factors(samples: Samples, b: int) -> list[float]:
    """By how much the error is multiplied with each level, where errors are rare."""
    line = evaluate(curve("depth", LEVELS, b=b, e=RARE), samples)
    return [later / earlier for earlier, later in pairwise(line)]


def added(samples: Samples) -> Evidence:
    every = {b: [OFTEN * x for x in evaluate(steps(curve("depth", LEVELS, b=b, e=OFTEN)), samples)] for b in MANY_MOVES}
    apart = [abs(step / math.log(b) - 1.0) for b, line in every.items() for step in line]
    most = max(step for line in every.values() for step in line)
    words = f"a level adds {most:.3f} at most; log b is {math.log(MANY_MOVES[0]):.2f} or more"
    return exact_evidence([ABOUT - gap for gap in apart], max(apart), words)


def multiplied(samples: Samples) -> Evidence:
    every = {b: factors(samples, b) for b in MANY_MOVES}
    apart = [abs(factor / math.log(b) - 1.0) for b, line in every.items() for factor in line]
    shown = "; ".join(f"b = {b}: {line[0]:.2f}, log b {math.log(b):.2f}" for b, line in every.items())
    return exact_evidence([ABOUT - gap for gap in apart], max(apart), f"{shown}; farthest {max(apart):.1%}")


def draw_growth(samples: Samples, rows: list[Row]) -> Picture:
    table = [exact_row(factors(samples, b)[0], b=b, line="growth") for b in MANY_MOVES]
    table += [exact_row(math.log(b), b=b, line="log b") for b in MANY_MOVES]
    labels = {"x": "branching factor b", "y": "factor by which a level multiplies the error"}
    figure = curves(table, "b", "line", None, labels)
    figure.axes[0].set_xscale("log")
    return figure


BEAL = exact_study(
    name="nau/background-beal",
    title="Beal's model: the error at the root grows with every level",
    source="[Nau2010] section 3.1",
    settings=grid(b=MANY_MOVES, e=(RARE, OFTEN)),
    measure=measure_growth,
    draw=draw_growth,
    caption="How much a level of search multiplies the error at the root, exact, where errors are rare; beside log b.",
    claims=(
        Claim(
            "every level adds about log b to the error",
            LOG_B,
            Computed(added, "a level adds log b", begin=lambda p: p["depth"] * math.log(p["b"]) / OFTEN),
        ),
        Claim(
            "every level multiplies a rare error by about log b",
            LOG_B,
            Computed(multiplied, "a level multiplies by log b", begin=lambda p: math.log(p["b"]) ** p["depth"]),
            reading=FACTOR,
        ),
    ),
)

# Granularity

GRAINS = (2, 4, 8, 16, 32, 64)
DEEP, SHALLOW = 5, 1
EVALUATED: tuple[Setting, ...] = grid(b=(2, 5, 10), e=(0.01, 0.1, 0.3))


def measure_grains(setting: Setting) -> Numbers:
    """P_err of the deep and of the shallow search at every granularity; and how often moves of different worth look
    the same."""
    for g in GRAINS:
        tree = WinLoss(setting["b"], graded(setting["e"], g))
        for of, depth in (("deep", DEEP), ("shallow", SHALLOW)):
            yield {"of": of, "g": g}, tree.decision_error(depth)
            yield {"of": f"{of} blind", "g": g}, tree.blindness(depth)


def fall_with_g(of: str) -> Computed:
    return grow(tuple(curve("g", GRAINS, of=of, **setting) for setting in EVALUATED), down=True)


def draw_grains(samples: Samples, rows: list[Row]) -> Picture:
    table = []
    for setting, g in product(EVALUATED, GRAINS):
        deep, shallow = evaluate(curve("of", ("deep", "shallow"), g=g, **setting), samples)
        table.append(exact_row(deep / shallow, b=setting["b"], line=f"e = {setting['e']}", g=g))
    labels = {"x": "granularity g", "y": "degree of pathology p(5, 1)"}
    return curves(table, "g", "line", "b", labels, "b = ", level=1.0, log=True)


GRANULARITY = exact_study(
    name="nau/background-granularity",
    title="granularity, where games are won or lost",
    source="[Nau2010] section 3.2",
    settings=EVALUATED,
    measure=measure_grains,
    draw=draw_grains,
    caption="How much worse depth 5 decides than depth 1, exact. Where positions are won or lost, no granularity of "
    "the evaluator prevents pathology.",
    claims=(
        Claim(
            "the smaller g, the more often positions of different worth get the same value",
            "decreasing the granularity of an evaluation function makes it less able to distinguish among situations "
            "that are similar but not identical",
            fall_with_g("shallow blind"),
        ),
        Claim(
            "the smaller g, the more often a search to depth 5 gives all moves the same value",
            "makes it more likely that a deeper search will return the same value for every child of the current node",
            fall_with_g("deep blind"),
        ),
        Claim(
            "the smaller g, the worse a search to depth 5 decides",
            "making it less likely that the search will tell us which of the children are actually better",
            fall_with_g("deep"),
        ),
        Claim(
            "won or lost: pathology at every granularity",
            "concluded that higher granularities do not prevent lookahead pathology",
            exceed(
                tuple(ratio(at(of="deep", g=g, **s), at(of="shallow", g=g, **s)) for s in EVALUATED for g in GRAINS),
                1.0,
                lambda p: 0.6 if p["of"] == "deep" else 0.5,
            ),
        ),
    ),
    across="g",
)
