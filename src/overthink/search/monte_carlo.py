"""Runs UCT: n simulations from a position, the tree that they grow, and what the tree says about the moves."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import numpy as np

from overthink.core.arithmetic import ROUNDING, STEPS_A_VISIT, UNIT, seed_key
from overthink.core.bind import as_compiled, kernel, types_of
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.errors import OverthinkError, check_number, check_whole, parse_seed, require
from overthink.core.kinds import Column, Number
from overthink.core.plain import Entry, Fields
from overthink.core.vocabulary import doubt, static_error
from overthink.rules.mean import MEAN
from overthink.rules.rule import Rule
from overthink.search import uct
from overthink.search.look import best_of, check_decision, level_moves
from overthink.search.subjects.subject import NO_OPINION, Subject
from overthink.search.sweep import GIVE_OPINIONS
from overthink.search.uct import ERRORS, FIRST, MESSAGES, MOVES, OVER, OWN, PROVEN, TURN, VISITS, WORTH, Columns

# What a simulation reads of a node on its way stands side by side: half a line of the processor's memory.
NUMBERS = (("worth", "f8"), ("scarcity", "f8"), ("first", "i4"), ("width", "i4"), ("turn", "i4"), ("visits", "i4"))
ROW = np.dtype(list(NUMBERS))
OTHER_BYTES = 8 + 8 + 1  # bytes of the other columns, besides the message
FIRST_ROWS = 1 << 22  # at first; memory that is not written to is not taken
MOST_ROWS = 1 << 31  # a row is an int32
MEMORY_SHARE = 0.8  # of the memory that is free


@dataclass(frozen=True)
class Grown:
    """The tree after its simulations: a row a node, the root first; the children of a node lie side by side."""

    first: Column
    width: Column
    turn: Column
    visits: Column
    own: Column
    proven: Column
    messages: Column  # to Max, one row a node

    def children(self, node: int) -> range:
        """The rows of a node's children; none where it was not opened."""
        begin = int(self.first[node])
        return range(begin, begin + max(0, int(self.width[node])))

    @property
    def nodes(self) -> Nodes:
        """How many nodes were opened, were leaves, and were ends of the game."""
        opened, ends = int((self.width > 0).sum()), int((self.width == OVER).sum())
        met = 1 + int((self.visits[1:] > 0).sum())
        return Nodes(opened, met - opened - ends, ends)


@kernel
def magnitudes_below(columns: Columns, used: int, magnitudes: Column) -> None:
    """The mean magnitude of all evaluations at and below each node. Children have higher numbers than their parent."""
    first, width, visits, own = columns[FIRST], columns[MOVES], columns[VISITS], columns[OWN]
    for n in range(used - 1, -1, -1):
        total = abs(own[n])
        many = 1
        for kid in range(first[n], first[n] + width[n]):
            total += visits[kid] * magnitudes[kid]
            many += visits[kid]
        magnitudes[n] = total / many


@kernel
def sum_depths(columns: Columns, used: int, room: Column, totals: Column) -> int:
    """For the rule vote: totals[i] sums the minimax values of move i, to Max, in the tree cut off at depths 1, 2, … to
    its deepest node. Returns that depth. Nodes without a visited child count as their own evaluation."""
    first, width, turn, visits, own = columns[FIRST], columns[MOVES], columns[TURN], columns[VISITS], columns[OWN]
    depths, values = room[0], room[1]
    deepest = 0
    for n in range(used):
        for kid in range(first[n], first[n] + width[n]):
            depths[kid] = depths[n] + 1.0
            if visits[kid] > 0:
                deepest = max(deepest, int(depths[kid]))
    for depth in range(1, deepest + 1):
        for n in range(used - 1, 0, -1):
            values[n], best = own[n], -math.inf
            if depths[n] < depth and width[n] > 0:
                for kid in range(first[n], first[n] + width[n]):
                    if visits[kid] > 0:
                        best = max(best, turn[n] * values[kid])
                if best > -math.inf:
                    values[n] = turn[n] * best
        for i in range(width[0]):
            totals[i] += values[first[0] + i]
    return deepest


def new_columns(rows: int, width: int) -> Columns:
    """Columns for this many nodes, with messages of this many numbers."""
    table = np.zeros(rows, ROW)
    others = np.zeros(rows), np.zeros(rows), np.zeros(rows, np.int8), np.zeros(rows * width)
    return (*(table[name] for name in ("first", "width", "turn", "visits", "scarcity", "worth")), *others)


def larger_columns(columns: Columns, width: int, used: int, done: int, simulations: int) -> Columns:
    """The same with twice the room."""
    rows = len(columns[FIRST])
    check_room(rows, ROW.itemsize + OTHER_BYTES + 8 * width, used, done, simulations, "simulations")
    larger = new_columns(2 * rows, width)
    for old, new in zip(columns, larger):
        new[: len(old)] = old
    return larger


def check_room(rows: int, row_bytes: int, used: int, done: int, wanted: int, steps: str) -> None:
    """Refuses a tree of twice the rows that does not fit into memory. `used` rows were enough for the steps that are
    done: where those to come would need too much at that rate, they are refused at once."""
    most = min(MOST_ROWS, int(MEMORY_SHARE * free_memory()) // row_bytes)
    require(
        max(2 * rows, used * wanted // max(1, done)) <= most,
        f"{wanted:,} {steps} do not fit into memory: the tree has {used:,} nodes after {done:,} of them, "
        f"and there is room for {most:,}. Use fewer {steps}.",
    )


def free_memory() -> int:
    """Bytes of memory that are free for this process, as far as the system says."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


UCT = "uct"
ENTRY = Entry(UCT, "a tree that grows by simulations, for any rule", "[Kocsis2006]", uct.simulate)
PATH_NODES = 1 << 10  # nodes of a path, at first
FEW_SIMULATIONS = 4  # that are run before all others: random games that do not end take long
SILENT = f"The search '{{}}' reads the evaluation of all nodes it passes, and some have none; {GIVE_OPINIONS}"
UNENDED = (
    f"A random game did not end: it took {uct.MOST_RANDOM_MOVES:,} moves, or the tree stops before the game is over. "
    "Give evaluate=, for a tree when you grow it."
)


@dataclass(frozen=True)
class MonteCarlo:
    """How to simulate: how often, how much to explore, how to choose in the end."""

    simulations: int
    exploration: float = 1.0
    final: Literal["value", "visits"] = "value"
    solver: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        check_whole("The number of simulations", self.simulations, 1, 10**15)
        check_number("The exploration", self.exploration, 0)
        object.__setattr__(self, "seed", parse_seed(self.seed))


class Simulations(TypedDict, total=False):
    """The fields of `MonteCarlo`, by name."""

    simulations: int
    exploration: float
    final: Literal["value", "visits"]
    solver: bool
    seed: int


class Simulation:
    """A tree that grows by simulations. The same seed gives the same tree, compiled or not, in one go or in several."""

    def __init__(self, position: Subject, rule: Rule, how: MonteCarlo):
        if rule.needs_truth or rule.goal:
            raise OverthinkError(f"The rule '{rule.name}' has no meaning in a tree of simulations. Use 'mean'.")
        moves = len(position.moves)
        require(
            how.simulations >= moves,
            f"There are {moves} moves and {how.simulations} simulations; each move needs at least one. "
            f"Use simulations={moves} or more.",
        )
        self.position = position
        self.rule = rule
        self.how = how
        self.done = 0
        self.used = 1
        self.width = 0 if rule is MEAN else len(rule.message)  # the messages of the mean follow from the tree
        self.columns = new_columns(min(how.simulations * (moves + 1) + 1, FIRST_ROWS), self.width)
        own = float(position.ask("static", position.state)) if position.opinions else 0.0
        self.columns[OWN][0] = self.columns[WORTH][0] = own
        if position.opinions:
            asked = ("doubt", position.state, own) if "doubt" in position.names else ("static_error", position.state)
            self.columns[ERRORS][0] = float(position.ask(*asked))
        self.path = np.zeros(min(how.simulations + 2, PATH_NODES), np.int64)
        self.run = _bound(position, rule, (self.columns, 1, self.path))

    def advance(self, simulations: int) -> None:
        """Simulate until there are this many in all. A few first, should their random games not end."""
        for stop in (min(FEW_SIMULATIONS, simulations), simulations):
            self._run(stop)
            if np.isnan(self.columns[OWN][: self.used]).any():
                if self.position.opinions:
                    self.position.find_infinite()
                silent = SILENT.format(UCT) if "over" in self.position.names else NO_OPINION
                raise OverthinkError(silent if self.position.opinions else UNENDED)

    def _run(self, stop: int) -> None:
        how = self.how
        seed = seed_of(self.how.seed)
        while self.done < stop:
            self.done, self.used = self.run(
                self.position.context, self.position.state, self.done, stop, float(how.exploration), seed,
                how.solver, self.columns, self.used, self.path,
            )  # fmt: skip
            if self.done < stop:
                self.columns = larger_columns(self.columns, self.width, self.used, self.done, how.simulations)
                self.path = np.resize(self.path, min(2 * len(self.path), how.simulations + 2))

    @property
    def tree(self) -> Grown:
        """The tree so far; its columns are views of the search's own."""
        columns, used = self.columns, self.used
        messages = columns[MESSAGES][: used * self.width].reshape(used, self.width)
        if not self.width:
            magnitudes = np.zeros(used)
            (magnitudes_below if self.position.compiled else magnitudes_below.interpreted)(columns, used, magnitudes)
            visits = columns[VISITS][:used]
            moved = np.minimum(ROUNDING, STEPS_A_VISIT * UNIT * visits) * magnitudes
            messages = np.column_stack([columns[WORTH][:used], visits, moved])
        first, width, turn, visits, *_ = (column[:used] for column in columns)
        return Grown(first, width, turn, visits, columns[OWN][:used], columns[PROVEN][:used], messages)

    def decision(self) -> Decision:
        """The best moves so far."""
        tree, rule, position, words = self.tree, self.rule, self.position, self.rule.interpreted
        me = int(position.ask("mover", position.state))
        by_value = self.how.final == "value"
        votes = self._votes(tree) if rule.sums_depths else None
        scores, slacks = np.zeros((2, len(position.moves)))
        visited = []
        for i, (move, node) in enumerate(zip(position.moves, tree.children(0))):
            message = words["from_side"](tuple(tree.messages[node].tolist()), me > 0)
            visits = int(tree.visits[node])
            if votes is not None:
                message = (me * float(votes[i]),)
            scores[i] = words["score"](message, 0.0) if by_value else visits
            slacks[i] = words["slack"](message, 0.0) if by_value else 0.0
            if tree.proven[node]:
                scores[i] = math.inf if tree.proven[node] == me else -math.inf
            visited.append((move, float(words["value"](message)), rule.error(message), visits))
        level_moves(scores, slacks)
        options = tuple(
            Option(move, value, error, float(score), visits=visits)
            for (move, value, error, visits), score in zip(visited, scores)
        )
        root = words["from_side"](tuple(tree.messages[0].tolist()), me > 0)
        value = me * float(words["value"](root))
        error = rule.error(root)
        decision = Decision(best_of(options), value, error, tree.nodes, 0, options, position.certain)
        check_decision(decision, position, rule)
        return decision

    def _votes(self, tree: Grown) -> Column:
        """The mean of a move's minimax values in the tree cut off at each depth, to Max."""
        totals = np.zeros(len(self.position.moves))
        run = sum_depths if self.position.compiled else sum_depths.interpreted
        depths = run(self.columns, self.used, np.zeros((2, self.used)), totals)
        return totals / depths


def seed_of(number: int) -> np.uint64:
    """The key from which all random numbers of a tree are made."""
    return np.uint64(seed_key("uct", number))


def words_of(names: Mapping[str, object], opinions: bool, rule: Rule) -> Fields:
    """What the names in `uct.simulate` mean for a game, with an evaluator or without, and a rule."""
    words = {**names, **rule.vocabulary}
    if not opinions:
        words |= {"first_value": uct.random_game.bind(**names), "static_error": static_error, "doubt": doubt}
    if rule is MEAN:
        return words | {"refold": uct.refold_mean, "store": uct.leave}
    return words | {"refold": uct.refold.bind(**uct.ROW_WORDS, **rule.vocabulary)}


def _bound(position: Subject, rule: Rule, rest: tuple[Number, ...]) -> Any:
    words = words_of(position.names, position.opinions, rule)
    if not position.compiled:
        return as_compiled(uct.simulate.bind(**words).interpreted)
    types = types_of(position.context, position.state, 1, 1, 1.0, np.uint64(1), True, *rest)
    return uct.simulate.bind(types, **words).compiled
