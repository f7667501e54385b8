"""Policies that follow the bounds of bounded alpha-beta, and what they are worth against a best response."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overthink.core.checked import expected
from overthink.core.grow import Chance, Max, Min, Node
from overthink.core.kinds import Context
from overthink.core.plain import Fields
from overthink.games.random_tree import RandomTree
from overthink.search import chance as algorithm
from overthink.search.decide import ENDLESS
from overthink.search.subject import spoken


class Spot:
    """A node of one tree, known by where it is: two leaves of the same worth are two places."""

    def __init__(self, item: Any):
        inner = isinstance(item, Node)
        self.mover: int = item.mover if inner else 1
        self.worth = 0.0 if inner else float(item)
        pairs = (
            item.children if isinstance(item, Chance) else [(0.0, child) for child in item.children] if inner else []
        )
        self.chances: list[float] = [chance for chance, _ in pairs]
        self.children = [Spot(child) for _, child in pairs]


WORDS: Fields = {
    "count": lambda _, place: len(place.children),
    "child": lambda _, place, i: place.children[i],
    "mover": lambda _, place: place.mover,
    "edge": lambda _, place, i: place.chances[i],
    "utility": lambda _, place: place.worth,
}
Bounds = dict[Spot, tuple[float, float]]
BOUNDED = spoken(algorithm.bounded, WORDS, {})
Policy = Callable[[Spot], Spot]  # from a place to the one that the player to move chooses


def written(game: RandomTree, state: int) -> Any:
    """A random tree, node by node."""
    moves = game.moves(state)
    if not moves:
        return game.utility(state)
    if game.mover(state) == 0:
        return Chance(*((chance, written(game, game.play(state, move))) for move, chance in game.outcomes(state)))
    return (Max if game.mover(state) > 0 else Min)(*(written(game, game.play(state, move)) for move in moves))


def searched(root: Spot, epsilon: float, high: float) -> Bounds:
    """The bounds of every place that a search from this one looks at."""
    bounds: Bounds = {}

    def noted(game: Context, place: Spot, *rest: Any) -> Any:
        result = search(game, place, *rest)
        bounds[place] = float(result[0]), float(result[1])
        return result

    search: Any = BOUNDED.calling(bounded=noted)
    search(None, root, ENDLESS, float(epsilon), 0.0, high, 0.0, high, ENDLESS)
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
