"""Bounded alpha-beta."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from overthink.studies.samples import Point, Samples
from overthink_papers.bab import chance_cops, chance_trees, common, cops, fig3, play, trees
from overthink_papers.bab.bins import BINS
from tests.made_up import Case, MadeUp, Value

ABOVE = MadeUp(lambda at: at["epsilon"] + 1e-6 * (at["epsilon"] == 8), [{"epsilon": e} for e in (0, 8, 16)])
WITHIN = MadeUp(lambda at: at["epsilon"], [{"epsilon": e} for e in (0, 8, 16)])
NEVER_ABOVE = Case("AMB is never above ε", false=ABOVE, true=WITHIN)


def near(says: str, printed: Callable[[Point], float]) -> Case:
    """Numbers of no scatter: half a digit, .005, is all that they may be off."""
    return Case(says, false=lambda at: printed(at) + 0.006, true=lambda at: printed(at) + 0.004)


def falling(column: str, values: tuple[int, ...], bad: int) -> tuple[Value, Value]:
    """A curve that falls at every step but the one to `bad`, where it rises by .001; and one that falls at all."""
    before = values[values.index(bad) - 1]

    def false(at: Point) -> float:
        return 1.0 - 0.01 * values.index(before) + 0.001 if at[column] == bad else 1.0 - 0.01 * values.index(at[column])

    return false, lambda at: 1.0 - 0.001 * values.index(at[column])


def falls(says: str, column: str, values: tuple[int, ...], bad: int) -> Case:
    false, true = falling(column, values, bad)
    return Case(says, false, true)


def rises(says: str, column: str, values: tuple[int, ...], bad: int) -> Case:
    false, true = falling(column, values, bad)
    return Case(says, lambda at: -false(at), lambda at: -true(at))


def bins(says: str) -> Case:
    """One search in every bin; the third bin is .001 wider than the second, or less wide as all others are."""
    places = {name: place for place, name in enumerate(BINS)}

    def amb(at: Point, third: float) -> float:
        place = places[at["er"]]
        return 1.0 if at["measure"] == "searches" else third if place == 2 else 50.0 - 10.0 * place

    return Case(says, false=lambda at: amb(at, 40.001), true=lambda at: amb(at, 39.999))


def couple_size(at: Point, column: str, up: float) -> float:
    """ER that falls with both sizes, but rises by `up` to the largest value of one."""
    last = {"depth": 9 if at["p"] is None else 4, "b": 5}[column]
    before = {9: 7, 4: 3, 5: 4}[last]
    sizes = {"b": at["b"], "depth": at["depth"]}
    risen = up if sizes[column] == last else 0.0
    sizes[column] = before if sizes[column] == last and up > 0 else sizes[column]
    return float(1.0 - 0.01 * sizes["b"] - 0.01 * sizes["depth"] + risen)


def games(counts: dict[int, tuple[int, int, int]]) -> Samples:
    """Boards won, lost and drawn with each ε, in both readings."""
    entries: list[tuple[Point, np.ndarray]] = []
    for capture in play.CAPTURES:
        for epsilon, row in counts.items():
            results = np.repeat(np.arange(3), row)
            entries += [
                ({"capture": capture, "epsilon": epsilon, "result": name}, (results == place).astype(float))
                for place, name in enumerate(("won", "lost", "drew"))
            ]
    return Samples(entries)


def known(at: Point, off: float = 0.0) -> float:
    """What Figure 3 leads to."""
    if at["measure"] == "nodes":
        return float(fig3.NODES[at["shape"]][at["epsilon"] - 1]) + off
    return float(fig3.RETURNED[at["epsilon"]][at["measure"] == "U"]) + off


CHANCE = chance_trees.EPSILONS
CASES: dict[str, list[Case]] = {
    "bab/fig2": [
        Case(
            "the naive rule says",
            false=lambda at: at["m"] + 1e-6 * (at["m"] == 5),
            true=lambda at: at["m"],
        ),
        Case(
            "bounded alpha-beta stays",
            false=MadeUp(lambda at: 1.0 + 1e-6, [{"rule": "bounded"}]),
            true=MadeUp(lambda at: 1.0, [{"rule": "bounded"}]),
        ),
        Case("the naive rule is wrong by more", false=lambda at: 1.0, true=lambda at: 1.001),
        Case(
            "sees fewer nodes than alpha-beta",
            false=lambda at: 1.001 if (at["depth"], at["epsilon"]) == (5, 8) else 0.9,
            true=lambda at: 0.999,
        ),
    ],
    "bab/fig3": [
        Case("the interval that the text", lambda at: known(at, -0.001 * (at["measure"] == "L")), known),
        Case("nodes with ε = 1, and", lambda at: known(at, at["epsilon"] == 2), known),
        Case("it happens", false=lambda at: 0.0, true=lambda at: 1.0),
        Case("sees fewer nodes", false=lambda at: 0.499, true=lambda at: 0.501),
        Case(
            "sees no more nodes",
            false=lambda at: 0.53 if (at["smaller"], at["larger"]) == (16, 32) and at["depth"] == 7 else 0.0,
            true=lambda at: 0.47,
        ),
    ],
    "bab/choosing": [
        Case("by the highest L", false=lambda at: 1.0 + 1e-6 * (at["epsilon"] == 16), true=lambda at: 1.0),
        Case("by the highest U", false=lambda at: 1.0, true=lambda at: 1.001),
    ],
    "bab/worst-case": [
        Case(
            "all nodes are seen",
            false=lambda at: 1.0 - 1e-4 * (at["outcomes"] == "no chance" and at["epsilon"] == 9 and at["b"] == 3),
            true=lambda at: 1.0,
        ),
    ],
    "bab/best-case": [
        Case("no ε below the range", lambda at: 3 - (at["epsilon"] == 4 and "3" in at["shape"]), lambda at: 3),
        Case("so it is", lambda at: 3 - (at["epsilon"] == 9), lambda at: 3),
        Case("one leaf is seen", lambda at: 1 + (at["shape"] == "chance"), lambda at: 1),
    ],
    "bab/fig4a": [
        near("ER at ε = 32 is 0.", lambda at: trees.RATIOS[at["depth"]]),
        falls("every larger ε, a smaller ER", "epsilon", common.EPSILONS, 32),
        falls("ER at ε = 32 is below 1", "epsilon", (0, 32, 64), 64),
        falls("the deeper the tree, the smaller ER", "depth", trees.DEPTHS, 7),
    ],
    "bab/fig4b": [
        near(": AMB is ", lambda at: trees.WIDTHS[at["epsilon"]]),
        NEVER_ABOVE,
        rises("the larger ε, the larger AMB", "epsilon", common.EPSILONS, 48),
        rises("the deeper the tree, the larger AMB", "depth", trees.DEPTHS, 9),
    ],
    "bab/fig4-depth": [
        Case(
            "ER changes by a larger factor",
            false=lambda at: {3: 0.6, 9: 0.5}[at["depth"]] if at["count"] else {3: 10.0, 9: 12.01}[at["depth"]],
            true=lambda at: {3: 0.6, 9: 0.5}[at["depth"]] if at["count"] else {3: 10.0, 9: 11.99}[at["depth"]],
        ),
    ],
    "bab/fig4c": [bins("bin by bin")],
    "bab/couples": [
        Case(
            "a smaller ER and a larger AMB",
            false=lambda at: (1 if at["count"] else -1) * falling("epsilon", common.EPSILONS, 24)[0](at),
            true=lambda at: (1 if at["count"] else -1) * falling("epsilon", common.EPSILONS, 24)[1](at),
        ),
        Case(
            "the deeper the tree, the smaller ER",
            false=lambda at: couple_size(at, "depth", 0.001),
            true=lambda at: couple_size(at, "depth", 0.0),
        ),
        Case(
            "the larger b, the smaller ER",
            false=lambda at: couple_size(at, "b", 0.001),
            true=lambda at: couple_size(at, "b", 0.0),
        ),
    ],
    "bab/couples-binned": [bins("bin by bin")],
    "bab/fig5a": [
        falls("every larger ε, a smaller ER", "epsilon", cops.EPSILONS, 8),
        falls("the same up to ε = 6", "epsilon", cops.EPSILONS, 4),
        falls("the deeper the search", "depth", cops.DEPTHS, 7),
    ],
    "bab/fig5b": [
        NEVER_ABOVE,
        rises("every larger ε, a larger AMB", "epsilon", cops.EPSILONS, 10),
        Case(
            "AMB does not grow with depth",
            false=lambda at: 0.001 * at["depth"],
            true=lambda at: at["depth"] - 2.001 * (at["depth"] == 7 and at["epsilon"] == 4),
        ),
    ],
    "bab/fig5c": [bins("bin by bin")],
    "bab/fig6a": [
        near(": ER is 0.", lambda at: chance_trees.RATIOS[at["epsilon"]]),
        falls("every larger ε, a smaller ER", "epsilon", CHANCE, 24),
        falls("the larger b, the smaller ER", "b", chance_trees.BRANCHING, 4),
        Case(
            "ER is larger at ε = 80",
            false=lambda at: 0.2 - 0.001 * (at["epsilon"] == 80),
            true=lambda at: 0.2 + 0.001 * (at["epsilon"] == 80),
        ),
    ],
    "bab/fig6b": [
        near(": AMB is ", lambda at: chance_trees.WIDTHS[at["epsilon"]]),
        NEVER_ABOVE,
        rises("every larger ε, a larger AMB", "epsilon", CHANCE, 24),
        rises("the larger b, the larger AMB", "b", chance_trees.BRANCHING, 4),
    ],
    "bab/fig6c": [
        near(": ER is 0.", lambda at: chance_cops.RATIOS[at["epsilon"]]),
        falls("every larger ε, a smaller ER", "epsilon", chance_cops.EPSILONS, 8),
    ],
    "bab/fig6d": [
        near(": AMB is ", lambda at: chance_cops.WIDTHS[at["epsilon"]]),
        NEVER_ABOVE,
        rises("every larger ε, a larger AMB", "epsilon", chance_cops.EPSILONS, 8),
    ],
    "bab/play": [
        Case(
            ", lost ",  # p = .036 and .035, and 1
            false=games({1: (23, 6, 21), 2: (16, 12, 22)}),
            true=games({1: (11, 6, 33), 2: (6, 12, 32)}),
        ),
        Case(
            "more boards than it",
            false=lambda at: 0.3 + 0.001 * (at["result"] == {1: "lost", 2: "won"}[at["epsilon"]]),
            true=lambda at: 0.3 + 0.001 * (at["result"] == {1: "won", 2: "lost"}[at["epsilon"]]),
        ),
    ],
}
