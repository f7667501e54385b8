"""Bounded alpha-beta as studies need it: one position searched for many ε, policies that follow the bounds that a
search leaves, and the check that no observation exceeds its limit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.checked import DEEPEST, expected
from overthink.core.estimate import Estimate, Sample
from overthink.core.game import Evaluate
from overthink.core.grow import Chance, Max, Min, Node
from overthink.core.kinds import Context, State
from overthink.core.plain import Fields
from overthink.core.tree import TreeOrGame
from overthink.games.random_tree import RandomTree
from overthink.search import chance as algorithm
from overthink.search.bounds import NUMBERS, WINDOWS, spending
from overthink.search.look import ENDLESS_NODES, check_value
from overthink.search.subjects.bind import chance_subject
from overthink.search.subjects.subject import bind_words, ready
from overthink.search.table import with_table
from overthink.studies.checks import FEWEST_OBSERVATIONS, at, describe
from overthink.studies.claim import ClaimCheck, Evidence, Verdict
from overthink.studies.samples import Point, Samples

ROUNDING = 1e-9


@dataclass(frozen=True)
class SearchesByEpsilon:
    """One number for each ε."""

    L: Sample
    U: Sample
    internal: Sample
    leaves: Sample

    @property
    def amb(self) -> Sample:
        """The actual minimax bound: U - L of the root."""
        width: Sample = self.U - self.L
        return width

    @property
    def nodes(self) -> Sample:
        """All nodes that were seen."""
        total: Sample = self.internal + self.leaves
        return total


def searches(
    game: TreeOrGame,
    epsilons: Sequence[float],
    *,
    low: float = 0.0,
    high: float = 100.0,
    state: State = None,
    depth: int = DEEPEST,
    evaluate: Evaluate | None = None,
    window: str = "full",
    last_child: bool = True,
    strict: bool = False,
    spend: str | float = "uniform",
    table: bool = False,
    **words: object,
) -> SearchesByEpsilon:
    """The same position searched with each ε, the table of each search being its own. Options as of `ot.bounded`, and
    further words of the algorithm with a meaning of one's own."""
    position = chance_subject(game, state, evaluate)
    words |= {"window": WINDOWS[window], "LAST_CHILD": last_child, "STRICT": strict, **spending(spend)}
    results = []
    for epsilon in epsilons:
        subject, memory = with_table(position) if table else (position, {})
        run = ready(algorithm.bounded, subject, NUMBERS, **words, **memory)
        *bounds, outside = run(
            subject.context, subject.state, depth, float(epsilon), low, high, low, high, ENDLESS_NODES
        )
        check_value(outside, position, low, high)
        results.append(bounds)
    return SearchesByEpsilon(*np.array(results, float).T)


# Policies that follow the bounds of a search, and what they are worth against a best response


class Spot:
    """A node of one tree, known by where it is: two leaves of the same worth are two places."""

    def __init__(self, item: Node | float):
        self.mover = 1
        self.worth = 0.0
        self.chances: list[float] = []
        self.children: list[Spot] = []
        if isinstance(item, Chance):
            self.mover = 0
            self.chances = [chance for chance, _ in item.children]
            self.children = [Spot(child) for _, child in item.children]
        elif isinstance(item, Node):
            self.mover = item.mover
            self.chances = [0.0] * len(item.children)
            self.children = [Spot(child) for child in item.children]
        else:
            self.worth = float(item)


WORDS: Fields = {
    "count": lambda _, place: len(place.children),
    "child": lambda _, place, i: place.children[i],
    "mover": lambda _, place: place.mover,
    "edge": lambda _, place, i: place.chances[i],
    "utility": lambda _, place: place.worth,
}
Bounds = dict[Spot, tuple[float, float]]
BOUNDED = bind_words(algorithm.bounded, WORDS, {})
Policy = Callable[[Spot], Spot]  # from a place to the one that the player to move chooses


def write_out(game: RandomTree, state: int) -> Node | float:
    """The tree below this state as nested nodes, for searches that a `Spot` walks."""
    moves = game.moves(state)
    if not moves:
        return game.utility(state)
    if game.mover(state) == 0:
        return Chance(*((chance, write_out(game, game.play(state, move))) for move, chance in game.outcomes(state)))
    return (Max if game.mover(state) > 0 else Min)(*(write_out(game, game.play(state, move)) for move in moves))


def leaves_seen(root: Spot, epsilon: float, high: float, low: float = 0.0) -> int:
    """How many leaves bounded alpha-beta looks at below this node, whose utilities lie in [low, high]."""
    return int(BOUNDED.interpreted(None, root, ENDLESS_NODES, epsilon, low, high, low, high, ENDLESS_NODES)[3])


def find_bounds(root: Spot, epsilon: float, high: float) -> Bounds:
    """The bounds of every place that a search from this one looks at."""
    bounds: Bounds = {}

    def noted(game: Context, place: Spot, *rest: object) -> Any:
        result = search(game, place, *rest)
        bounds[place] = float(result[0]), float(result[1])
        return result

    search: Any = BOUNDED.replacing(bounded=noted)
    search(None, root, ENDLESS_NODES, float(epsilon), 0.0, high, 0.0, high, ENDLESS_NODES)
    return bounds


def safe(place: Spot, bounds: Bounds, high: float) -> Spot:
    """The highest lower bound or the lowest upper one; what was not looked at has the whole range."""
    sides = [bounds.get(child, (0.0, high)) for child in place.children]
    scores = [L if place.mover > 0 else -U for L, U in sides]
    return place.children[scores.index(max(scores))]


def value(place: Spot, policies: dict[int, Policy | None]) -> float:
    """What a place is worth when the players keep to their policies; one who has none plays a best response."""
    if not place.children:
        return place.worth
    if place.mover == 0:
        return expected(place.chances, (value(child, policies) for child in place.children))
    policy = policies[place.mover]
    if policy:
        return value(policy(place), policies)
    return (max if place.mover > 0 else min)(value(child, policies) for child in place.children)


@dataclass(frozen=True)
class Within(ClaimCheck):
    """No observation at any of these points lies above its limit, but for rounding. Once denies it, and few
    observations do not prove it. The interval of the share says how often it may happen unseen."""

    limits: tuple[tuple[Point, float], ...]

    def judge(self, samples: Samples) -> Evidence:
        over = [samples(**point) - limit for point, limit in self.limits]
        share = Estimate.share(np.any(np.array(over) > ROUNDING, axis=0).astype(float))
        verdict = Verdict.of(share.mean == 0.0 and share.n >= FEWEST_OBSERVATIONS, share.mean > 0.0)
        return Evidence(verdict, share, f"the most above its limit by {np.max(over):.3g}")

    def __str__(self) -> str:
        limits = sorted({limit for _, limit in self.limits})
        shown = f"{limits[0]:g}" if len(limits) == 1 else f"its limit, {limits[0]:g} to {limits[-1]:g}"
        return f"{describe(at(**point) for point, _ in self.limits)} is never above {shown}"
