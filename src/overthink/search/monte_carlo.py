"""The front door of UCT: so many simulations from a position, and what they say of its moves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypedDict

import numpy as np

import overthink.search.uct as uct
from overthink.core.bind import AnyKernel, as_compiled, types_of
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.entry import Entry
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column
from overthink.core.randomness import seed_key
from overthink.core.ties import level
from overthink.rules.mean import MEAN
from overthink.rules.rule import Rule
from overthink.search.subject import NO_OPINION, VOCABULARY, Subject
from overthink.search.uct import LONGEST, UNOPENED, Columns, random_game, refold_mean, simulate

MOST = 8 << 30  # bytes of columns
UCT = "uct"
ENTRY = Entry(UCT, "a tree that grows by simulations, for any rule", "[Kocsis2006]", simulate)


@dataclass(frozen=True)
class MonteCarlo:
    """How to simulate: how often, how much to explore, how to choose in the end."""

    simulations: int
    exploration: float = 1.0
    final: Literal["value", "visits"] = "value"
    solver: bool = False
    win: float = 1.0  # the utility of a won game, for the solver
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.simulations, bool) or int(self.simulations) != self.simulations or self.simulations < 1:
            raise OverthinkError(f"The number of simulations is a whole number from 1 on, not {self.simulations!r}.")
        if not 0.0 <= self.exploration < math.inf:
            raise OverthinkError(f"The exploration is a number from 0 on, not {self.exploration}.")
        if self.final not in ("value", "visits"):
            raise OverthinkError(f"The final move is chosen by 'value' or by 'visits', not by {self.final!r}.")


class Simulations(TypedDict, total=False):
    """The fields of `MonteCarlo`, by name."""

    simulations: int
    exploration: float
    final: Literal["value", "visits"]
    solver: bool
    win: float
    seed: int


@dataclass(frozen=True)
class Grown:
    """The tree after its simulations: a row a node, the root first; the children of a node lie side by side."""

    first: Column
    width: Column
    visits: Column
    own: Column
    proven: Column
    messages: Column  # to Max, one row a node

    def children(self, node: int) -> range:
        begin = int(self.first[node])
        return range(begin, begin + max(0, int(self.width[node])))


def grow(position: Subject, rule: Rule, how: MonteCarlo) -> Grown:
    """The tree of this many simulations; the same for the same seed, compiled or not."""
    moves = len(position.moves)
    if how.simulations < moves:
        raise OverthinkError(
            f"There are {moves} moves and {how.simulations} simulations; each move needs at least one. "
            f"Use simulations={moves} or more."
        )
    words = {**position.names, **rule.vocabulary}
    if not position.opinions:
        words |= {"first_value": random_game.bind(**position.names), "static_error": VOCABULARY["static_error"]}
    if rule is MEAN:
        words["refold"] = refold_mean.bind(**rule.vocabulary)
    width, capacity = len(rule.message), min(how.simulations * (moves + 1), 1 << 16) + moves + 1
    columns, used, done = _columns(capacity, width), 1, 0
    columns[uct.OWN][0] = _own(position)
    path, turns = np.zeros(how.simulations + 2, np.int64), np.zeros(how.simulations + 2, np.int64)
    run = _bound(position, rule, words, columns, path)
    seed = np.uint64(seed_key("uct", how.seed))
    while True:
        done, used = run(
            position.context, position.state, done, how.simulations, float(how.exploration), seed, how.solver,
            float(how.win), columns, used, path, turns,
        )  # fmt: skip
        if done >= how.simulations:
            break
        columns = _larger(columns, width, how.simulations)
    if np.isnan(columns[uct.OWN][:used]).any():
        unended = f"A random game did not end within {LONGEST:,} moves. Give evaluate=."
        raise OverthinkError(NO_OPINION if position.opinions else unended)
    return Grown(
        columns[uct.FIRST][:used],
        columns[uct.MOVES][:used],
        columns[uct.VISITS][:used],
        columns[uct.OWN][:used],
        columns[uct.PROVEN][:used],
        columns[uct.MESSAGES][: used * width].reshape(used, -1),
    )


def _own(position: Subject) -> float:
    """The root's own evaluation; 0 where there is none."""
    return float(position.ask("static", position.state)) if position.opinions else 0.0


def _columns(rows: int, width: int) -> Columns:
    kinds = (np.int64, np.int32, np.int32, np.int64, *[np.float64] * 3, np.int8, np.float64)
    columns = [np.zeros(rows, kind) for kind in kinds]
    columns[uct.MOVES][:] = UNOPENED
    return (*columns, np.zeros(rows * width))


def _larger(columns: Columns, width: int, simulations: int) -> Columns:
    """The same with twice the room."""
    rows = 2 * len(columns[0])
    needed = sum(column.nbytes for column in columns) * 2
    if needed > MOST:
        raise OverthinkError(
            f"{simulations:,} simulations need more than {MOST >> 30} GB of memory in this game. Use fewer."
        )
    larger = _columns(rows, width)
    for old, new in zip(columns, larger):
        new[: len(old)] = old
    return larger


def _bound(position: Subject, rule: Rule, words: dict[str, Any], columns: Columns, path: Column) -> Any:
    if not position.compiled:
        return as_compiled(simulate.bind(**words).interpreted)
    types = types_of(position.context, position.state, 1, 1, 1.0, np.uint64(1), True, 1.0, columns, 1, path, path)
    return _typed(rule, tuple(sorted(words.items(), key=lambda pair: pair[0])), types).compiled


@lru_cache(maxsize=256)
def _typed(rule: Rule, words: tuple[tuple[str, Any], ...], types: tuple[Any, ...]) -> AnyKernel:
    return simulate.bind(types, **dict(words))


def decide_by_simulation(position: Subject, rule: Rule, how: MonteCarlo) -> Decision:
    """The best moves after so many simulations."""
    if rule.needs_truth or rule.sums_depths or rule.goal:
        raise OverthinkError(f"The rule '{rule.name}' has no meaning in a tree of simulations. Use 'mean'.")
    tree = grow(position, rule, how)
    me = int(position.ask("mover", position.state))
    words, options = rule.interpreted, []
    scores, slacks = np.zeros(len(position.moves)), np.zeros(len(position.moves))
    for i, (move, node) in enumerate(zip(position.moves, tree.children(0))):
        message = words["from_side"](tuple(tree.messages[node].tolist()), me > 0)
        visits = int(tree.visits[node])
        scores[i] = words["score"](message, 0.0) if how.final == "value" else visits
        slacks[i] = words["slack"](message, 0.0) if how.final == "value" else 0.0
        if tree.proven[node]:
            scores[i] = math.inf if tree.proven[node] == me else -math.inf
        options.append((move, float(words["value"](message)), rule.error(message), visits))
    level.interpreted((0, len(scores)), 0, 1, scores, slacks)
    shown = tuple(
        Option(move, value, error, float(score), visits=visits)
        for (move, value, error, visits), score in zip(options, scores)
    )
    best = max(option.score for option in shown)
    opened, nodes = int((tree.width > 0).sum()), int((tree.visits > 0).sum())
    ends = int(((tree.width == 0) & (tree.visits > 0)).sum())
    root = words["from_side"](tuple(tree.messages[0].tolist()), me > 0)
    return Decision(
        tuple(option.move for option in shown if option.score == best),
        me * float(words["value"](root)),
        rule.error(root),
        Nodes(opened, nodes - opened - ends, ends),
        0,
        shown,
    )
