"""Trees and state spaces from games: every position to a depth, a tree written down with its players, all positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.checked import (
    check_chances,
    check_game,
    cost_of,
    evaluations_of,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    parse_depth,
    play_of,
    start_of,
    utility_of,
)
from overthink.core.errors import OverthinkError, Unchecked, counted, parse_whole, require
from overthink.core.game import Evaluate, Game, check_text
from overthink.core.kinds import Column, Progress, State
from overthink.core.tree import Path, Tree, check_error, check_nesting, check_tree, lay_out, leaf_value


def grow(
    game: Game[State],
    state: State = None,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    *,
    most: int = 5_000_000,
    progress: Progress | None = None,
) -> Tree:
    """The tree of a game below a position.

    Args:
        game: Any object with the methods of `ot.Game`.
        state: The position, the start if None.
        depth: Plies of the tree; to the end of the game if None.
        evaluate: `evaluate(state)` gives a value to Max, or a value and the probability that it is wrong. One
            that offers `many(states)` gets 4,096 positions at a time.
        error: That probability, for an evaluator that gives none.
        most: A tree of more positions is refused.
        progress: Is told the name of each stage and the share of it that is done.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> tree = ot.grow(game, depth=2, evaluate=ot.store_difference(game))
    >>> len(tree), tree.height
    (12, 2)
    """
    require(depth is not None, "A tree needs a depth: how many plies to grow. Write depth=3, for example.")
    depth, most = parse_depth(depth), parse_whole("most", most)
    state = start_of(game) if state is None else state
    check_game(game, state, evaluate)
    states, row = [state], [state]
    levels, first, edges = [0, 1], [0], []
    cost = getattr(game, "cost", None)
    for ply in range(depth + 1):
        below: list[State] = []
        for here in row:
            moves = moves_of(game, here) if ply < depth else ()
            if len(states) + len(below) + len(moves) > most:
                raise OverthinkError(
                    f"The tree has more than {most:,} positions at ply {ply + 1}; give a smaller depth."
                )
            below += [play_of(game, here, move) for move in moves]
            if is_chance(game, here):
                edges += [probability for _, probability in outcomes_of(game, here)][: len(moves)]
            else:
                edges += [cost_of(cost, here, move) for move in moves]
            first.append(first[-1] + len(moves))
        if not below:
            break
        row = below
        if progress:
            progress("growing the tree", (ply + 1) / depth)
        states += row
        levels.append(len(states))
    require(len(states) != 1, "There is no move to decide on: the game is over in this position.")
    ended = [first[n] == first[n + 1] and not len(moves_of(game, here)) for n, here in enumerate(states)]
    static, wrong = np.full(len(states), np.nan), np.full(len(states), float(error))
    if evaluate is not None:
        static, wrong = evaluations_of(evaluate, error, states, progress)
    check_error(wrong)
    return Tree(
        first=np.array(first, np.int64),
        child=np.arange(1, len(states), dtype=np.int64),
        mover=np.array([mover_of(game, here) for here in states], np.int8),
        utility=np.array([utility_of(game, here) if over else np.nan for here, over in zip(states, ended)]),
        static=static,
        error=wrong,
        edge=np.array(edges, float),
        key=np.array([state_key(here) for here in states], np.uint64),
        levels=np.array(levels, np.int64),
    )


def state_key(state: State) -> np.uint64:
    """A hash of a position that is the same in every process: its noise belongs to it, however it was reached."""
    plain = state.tolist() if isinstance(state, np.ndarray | np.generic) else state
    text = repr(plain)
    if "{" in text:  # a set has no order of its own
        plain = sort_sets(plain)
        text = repr(plain)
    check_text(text)
    return seed_key(plain)


def sort_sets(value: object) -> Any:
    """A value with its sets as sorted lists, so that equal values have equal texts."""
    if isinstance(value, set | frozenset):
        return ["set", *sorted((sort_sets(item) for item in value), key=repr)]
    if isinstance(value, dict):
        return ["dict", *sorted(([sort_sets(key), sort_sets(item)] for key, item in value.items()), key=repr)]
    if isinstance(value, tuple | list):
        return [type(value).__name__, *map(sort_sets, value)]
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(sort_sets(getattr(value, field.name)) for field in fields(value))]
    return value


@dataclass(frozen=True, init=False)
class Node:
    """A player to move, and what the moves lead to: numbers, which are finished games, or further nodes."""

    children: tuple[Any, ...]
    mover = 0

    def __init__(self, *children: Any):
        object.__setattr__(self, "children", children)


class Max(Node):
    """A node where Max moves: the largest value is the best. `children`: numbers, which are finished games, or further
    nodes.

    >>> tree = ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6)))
    >>> ot.decide(tree, depth=2).value
    5.0
    """

    mover = 1


class Min(Node):
    """A node where Min moves: the smallest value is the best. `children`: as for `Max`.

    >>> tree = ot.nested(ot.Min(3, ot.Max(1, 9)))
    >>> ot.decide(tree, depth=2).moves
    (0,)
    """

    mover = -1


class Chance(Node):
    """A node where chance moves: pairs of a probability and what it leads to. `children`: these pairs.

    >>> coin = ot.Chance((0.5, 10), (0.5, 0))
    >>> print(ot.expectimax(ot.nested(ot.Max(coin, 4))).low)
    5.0
    """


def nested(root: Node) -> Tree:
    """A tree from nodes written down with their players; its leaves are finished games. `root`: `ot.Max`, `ot.Min` or
    `ot.Chance`.

    >>> tree = ot.nested(ot.Max(ot.Min(3, 9), 5))
    >>> tree.mover.tolist()
    [1, -1, 1, 1, 1]
    """
    require(isinstance(root, Node), "A tree begins with Max(…), Min(…) or Chance(…), not with {}.", root)
    check_nesting(root, _parts)
    nodes, columns = lay_out(root, _open)
    return Tree(
        mover=np.array([item.mover if isinstance(item, Node) else 1 for item, _ in nodes], np.int8),
        utility=np.array([math.nan if isinstance(item, Node) else leaf_value(item, path) for item, path in nodes]),
        **columns,
    )


def _parts(item: object) -> tuple[Any, ...]:
    """What a node leads to, without the probabilities."""
    if isinstance(item, Chance):
        return tuple(pair[-1] for pair in item.children if isinstance(pair, tuple) and pair)
    return item.children if isinstance(item, Node) else ()


def _open(node: object, path: Path) -> list[tuple[Any, float]]:
    """The children of a node, and what their edges carry."""
    if not isinstance(node, Node):
        return []
    require(node.children, f"{type(node).__name__}() at path {path} has nothing to move to.")
    if not isinstance(node, Chance):
        return [(child, 0.0) for child in node.children]
    pairs = all(isinstance(pair, tuple) and len(pair) == 2 for pair in node.children)
    require(pairs, f"Chance at path {path} needs pairs: (probability, what it leads to).")
    chances = [leaf_value(probability, path) for probability, _ in node.children]
    check_chances(chances, f"at path {path}")
    return [(child, chance) for (_, child), chance in zip(node.children, chances)]


class Rows(Sequence[State]):
    """The position of each node, from an array: a plain number, or a tuple where the array has several in a row."""

    def __init__(self, rows: Column):
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, node: Any) -> Any:
        found = self.rows[node].tolist()
        if self.rows.ndim == 1:
            return found
        return [tuple(row) for row in found] if isinstance(node, slice) else tuple(found)

    def index(self, state: State, *ends: int) -> int:
        """The first node of a position."""
        rows = self.rows.reshape(len(self), -1)
        wanted = np.ravel(np.asarray(state, object))
        if rows.shape[1] == len(wanted) and isinstance(state, tuple) == (self.rows.ndim > 1):
            found = np.flatnonzero((rows == wanted).all(axis=1))
            if len(found):
                return int(found[0])
        raise ValueError(f"{state!r} is not among the positions")


@dataclass(frozen=True, eq=False, repr=False)
class StateSpace:
    """All positions of a game as one tree. A depth-d search of all positions is d sweeps over it.

    `tree`: node n is the position `states[n]`, and its children stand in the order of the game's moves. `states`: the
    positions.

    >>> space = ot.SlidingPuzzle(2, 2).state_space()
    >>> len(space.states), float(space.tree.truth.max())  # positions, and moves that the hardest of them needs
    (12, 6.0)
    """

    tree: Tree
    states: Sequence[State]
    game: Unchecked = field(default=None, kw_only=True)  #: what positions and moves are called

    def __post_init__(self) -> None:
        check_tree(self.tree)
        nodes = len(self.tree)
        fits = hasattr(self.states, "__len__") and len(self.states) == nodes
        require(fits, f"A state space needs one state for each of its {nodes:,} nodes.")

    def __repr__(self) -> str:
        return f"<StateSpace: {counted(len(self.tree), 'position')}, {counted(len(self.tree.child), 'move')}>"

    def seen_by(self, evaluate: Callable[[State], float | tuple[float, float]]) -> Tree:
        """The tree with an evaluator's opinion of every position in it."""
        return self.tree.opinion(*evaluations_of(evaluate, 0.0, self.states))

    def node(self, state: State) -> int:
        """The node of a position."""
        try:
            return self.states.index(state)
        except ValueError:
            raise OverthinkError(f"The position {state!r} cannot be reached in this state space.") from None
