"""The product rule: a node is lost if every move from it loses, as if moves were independent.
[Zuckerman2018] section 5.2, after Tzeng and Purdom 1983."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.rule import Rule
from overthink.rules.win_probability import from_loss, frontier, loss_probability, score, terminal


@kernel
def start() -> tuple[float]:
    return (1.0,)


@kernel
def add(node: tuple[float], value: float, error: float, truth: float, edge: float) -> tuple[float]:
    return (node[0] * loss_probability(value, error),)


@kernel
def aggregate(node: tuple[float]) -> tuple[float, float]:
    return from_loss(node[0])


PRODUCT = Rule(
    "product",
    "probability of a win, moves taken as independent",
    "[Zuckerman2018] section 5.2",
    *(start, add, aggregate),
    frontier=frontier,
    terminal=terminal,
    score=score,
    binary=True,
)
