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

    @property
    def nodes(self) -> Nodes:
        met = self.visits > 0
        opened, ends = int((self.width > 0).sum()), int(((self.width == 0) & met).sum())
        return Nodes(opened, int(met.sum()) - opened - ends, ends)


class Simulation:
    """A tree that grows by simulations. The same seed gives the same tree, compiled or not, in one go or in several."""

    def __init__(self, position: Subject, rule: Rule, how: MonteCarlo):
        if rule.needs_truth or rule.sums_depths or rule.goal:
            raise OverthinkError(f"The rule '{rule.name}' has no meaning in a tree of simulations. Use 'mean'.")
        moves = len(position.moves)
        if how.simulations < moves:
            raise OverthinkError(
                f"There are {moves} moves and {how.simulations} simulations; each move needs at least one. "
                f"Use simulations={moves} or more."
            )
        self.position, self.rule, self.how, self.done, self.used = position, rule, how, 0, 1
        words = {**position.names, **rule.vocabulary}
        if not position.opinions:
            words |= {"first_value": random_game.bind(**position.names), "static_error": VOCABULARY["static_error"]}
        if rule is MEAN:
            words["refold"] = refold_mean.bind(**rule.vocabulary)
        self.columns = _columns(min(how.simulations * (moves + 1), 1 << 16) + moves + 1, len(rule.message))
        self.columns[uct.OWN][0] = _own(position)
        self.path, self.turns = np.zeros((2, how.simulations + 2), np.int64)
        self.run = _bound(position, rule, words, self.columns, self.path)

    def advance(self, simulations: int) -> None:
        """Simulate until there are so many in all."""
        how, seed = self.how, np.uint64(seed_key("uct", self.how.seed))
        while self.done < simulations:
            self.done, self.used = self.run(
                self.position.context, self.position.state, self.done, simulations, float(how.exploration), seed,
                how.solver, float(how.win), self.columns, self.used, self.path, self.turns,
            )  # fmt: skip
            if self.done < simulations:
                self.columns = _larger(self.columns, len(self.rule.message), how.simulations)
        if np.isnan(self.columns[uct.OWN][: self.used]).any():
            unended = f"A random game did not end within {LONGEST:,} moves. Give evaluate=."
            raise OverthinkError(NO_OPINION if self.position.opinions else unended)

    @property
    def tree(self) -> Grown:
        columns, used = self.columns, self.used
        return Grown(
            columns[uct.FIRST][:used],
            columns[uct.MOVES][:used],
            columns[uct.VISITS][:used],
            columns[uct.OWN][:used],
            columns[uct.PROVEN][:used],
            columns[uct.MESSAGES][: used * len(self.rule.message)].reshape(used, -1),
        )

    def decision(self) -> Decision:
        """The best moves so far."""
        tree, rule, position, words = self.tree, self.rule, self.position, self.rule.interpreted
        me = int(position.ask("mover", position.state))
        scores, slacks = np.zeros((2, len(position.moves)))
        visited = []
        for i, (move, node) in enumerate(zip(position.moves, tree.children(0))):
            message, visits = words["from_side"](tuple(tree.messages[node].tolist()), me > 0), int(tree.visits[node])
            by_value = self.how.final == "value"
            scores[i] = words["score"](message, 0.0) if by_value else visits
            slacks[i] = words["slack"](message, 0.0) if by_value else 0.0
            if tree.proven[node]:
                scores[i] = math.inf if tree.proven[node] == me else -math.inf
            visited.append((move, float(words["value"](message)), rule.error(message), visits))
        level.interpreted((0, len(scores)), 0, 1, scores, slacks)
        options = tuple(
            Option(move, value, error, float(score), visits=visits)
            for (move, value, error, visits), score in zip(visited, scores)
        )
        best = max(option.score for option in options)
        root = words["from_side"](tuple(tree.messages[0].tolist()), me > 0)
        return Decision(
            tuple(option.move for option in options if option.score == best),
            me * float(words["value"](root)),
            rule.error(root),
            tree.nodes,
            0,
            options,
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
