"""A position graph is columns: one tree, many trees side by side, or a whole state space.

Values are to Max. Nodes of trees stand in breadth-first order over all of them: first the roots, then all their
children, and so on, so that a ply is a run of nodes. In a state space every position is a root and `levels` is empty.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from html import escape
from numbers import Real
from typing import Any, TypeGuard

import numpy as np

from overthink.core import notebook
from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import seed_key
from overthink.core.errors import OverthinkError, Unchecked, ask, check_whole, counted, parse_whole, require, shown
from overthink.core.kinds import Column as Column
from overthink.core.plain import Fields, Tabular

DEEPEST = 1_000  # plies of a tree that is written down
MOST_NODES = 5_000_000  # of it
OF_NODES = ("mover", "utility", "static", "error", "truth", "key")  # columns with a number for each node
STRUCTURE = ("first", "child", "levels")  # columns of whole numbers that say where the nodes stand
Path = tuple[int, ...]
Placed = tuple[Any, Path]  # an item of a tree that is written down, and where it stands
Nested = float | Sequence["Nested"]
ABSENT: Any = None  # of a column: numbers that are not known, or zeros; of levels, a state space
Opinions = float | Sequence[float] | Mapping[Path, float] | Callable[[Path], float]
FLOAT, NARROW = np.dtype(float), np.dtype(np.int32)
FINITE, ORDERED = (-sys.float_info.max, sys.float_info.max), (-np.inf, np.inf)  # ends of a column
SOUND = "_sound"  # the mark of a tree whose columns were looked at
KINDS: dict[str, np.dtype[Any]] = {
    "mover": np.dtype(np.int8),
    "key": np.dtype(np.uint64),
    **dict.fromkeys(STRUCTURE, np.dtype(np.int64)),
}


@dataclass(frozen=True, eq=False, repr=False)
class Tree(Tabular):
    """One tree, many trees side by side, or all positions of a game, as columns over N nodes and E edges.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> tree.mover.tolist()
    [1, -1, -1, 1, 1, 1, 1]
    >>> tree.static.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0]
    """

    first: Column  #: int64[N + 1]    the children of n are child[first[n]:first[n + 1]]
    child: Column  #: int64[E], or int32 where there are many
    mover: Column  #: int8[N]         +1 Max, -1 Min, 0 chance
    utility: Column = ABSENT  #: float64[N]    of finished games; not a number elsewhere
    static: Column = ABSENT  #: float64[N]     the evaluator's opinion; not a number where there is none
    error: Column = ABSENT  #: float64[N]      the probability that the opinion is wrong
    truth: Column = ABSENT  #: float64[N]      the true value; not a number where it is not known
    edge: Column = ABSENT  #: float64[E]      the cost of the move, or the probability of the outcome where chance moves
    key: Column = ABSENT  #: uint64[N]         a hash of the path, or of the position
    levels: Column = ABSENT  #: int64[L + 1]   nodes levels[k] … levels[k + 1] lie k plies below a root; or a space

    def __post_init__(self) -> None:
        def set_column(name: str, size: int | None = None, needed: bool = False) -> None:
            given = getattr(self, name)
            kind = KINDS.get(name, FLOAT)
            if given is ABSENT and not needed:
                column = np.full(size or 0, np.nan if name in ("utility", "static", "truth") else 0, kind)
            else:
                kind = NARROW if name == "child" and getattr(given, "dtype", kind) == NARROW else kind
                column = parse_column(f"The column '{name}' of a tree", given, size, kind)
            object.__setattr__(self, name, column)

        set_column("mover", needed=True)
        set_column("child", needed=True)
        set_column("first", len(self) + 1, needed=True)
        set_column("edge", len(self.child))
        set_column("levels")
        for name in OF_NODES[1:]:
            set_column(name, len(self))
        levels = self.levels
        rises = len(levels) > 1 and levels[0] == 0 < np.diff(levels).min() and levels[-1] == len(self)
        rises = rises or not len(levels)
        require(rises, "`levels` rises from 0 to {}, the number of nodes, not as {}.", len(self), levels)

    def _check(self) -> None:
        """Refuses columns that do not fit together, where a search would read beyond them."""
        first = self.first
        child = self.child
        levels = self.levels.tolist()
        nodes = len(self)
        plies = list(zip(levels, levels[1:], levels[1:], [*levels[2:], nodes])) if levels else [(0, nodes, 0, nodes)]
        fits = first[0] == 0 and first[-1] == len(child) and bool((first[1:] >= first[:-1]).all())
        parts = ((child[first[low] : first[high]], start, stop) for low, high, start, stop in plies) if fits else ()
        fits = fits and all(start <= part.min() <= part.max() < stop for part, start, stop in parts if len(part))
        rules = "`first` rises from 0 to the number of moves, and each child is a node one ply below its parent"
        require(fits, f"The columns of the tree do not fit together: {rules}.")
        _check_ends("The column 'edge' of a tree", self.edge, FINITE)
        _check_ends("The column 'mover' of a tree", self.mover, (-1, 1))
        check_error(self.error)
        self._check_finite("static", "utility")

    def _check_finite(self, *names: str) -> None:
        """Refuses infinite values, of which rules would make what is not a number."""
        for name in names:
            column = getattr(self, name)
            if max(abs(np.fmin.reduce(column)), abs(np.fmax.reduce(column))) == np.inf:
                node = int(np.isinf(column).argmax())
                advice = "give finite numbers, such as 1000 for a sure win"
                raise OverthinkError(f"The {name} value of node {node} of the tree is {column[node]:g}; {advice}.")

    @classmethod
    @check_arguments
    def literal(
        cls,
        values: Nested,
        mover: int = 1,
        static: Opinions | None = None,
        error: Opinions = 0.0,
        *,
        players: int = 2,
        terminal: bool = False,
    ) -> Tree:
        """A tree written down as nested lists of leaf values (to Max), players taking turns from `mover` on.

        Leaves are evaluations, wrong with probability `error`; with `terminal=True` they are finished games.
        `static` gives the evaluation of internal nodes, and `error` that of all: one number, a mapping or function of
        the path from the root (`()` the root, `(0, 1)` the second child of its first), or, for `static`, a list in
        breadth-first order.
        """
        require(mover in (1, -1), "The mover is +1 (Max) or -1 (Min), not {}.", mover)
        require(players in (1, 2), "A literal tree has 1 or 2 players, not {}.", players)
        check_nesting(values, lambda item: item if _opens(item) else ())
        nodes, columns = lay_out(values, _open)
        inner = [_opens(item) for item, _ in nodes]
        require(inner[0], "A tree needs at least one move at its root; a bare number has none.")
        leaf = np.array([np.nan if inside else leaf_value(item, path) for (item, path), inside in zip(nodes, inner)])
        paths = [path for _, path in nodes]
        opinions = leaf.copy()
        opinions[inner] = _column(static, [p for p, inside in zip(paths, inner) if inside])
        depth = np.array([len(path) for path in paths])
        errors = _column(error, paths)
        check_error(errors)
        return cls(
            mover=np.where(depth % 2 * (players - 1) == 0, mover, -mover).astype(np.int8),
            utility=leaf if terminal else ABSENT,
            static=opinions,
            error=errors,
            **columns,
        )

    def as_dict(self) -> Fields:
        """The columns as lists."""
        return {field.name: getattr(self, field.name).tolist() for field in fields(self)}

    def rows(self) -> list[Fields]:
        """A row for each node, with the number of its children; `ply` is missing in a state space."""
        names = ("mover", "utility", "static", "error", "truth")
        columns = {"children": np.diff(self.first), **{name: getattr(self, name) for name in names}}
        if len(self.levels):
            columns = {"ply": np.repeat(np.arange(self.height + 1), np.diff(self.levels)), **columns}
        lists = {name: column.tolist() for name, column in columns.items()}
        return [{"node": n, **{name: column[n] for name, column in lists.items()}} for n in range(len(self))]

    def __len__(self) -> int:
        return len(self.mover)

    @property
    def roots(self) -> range:
        """The nodes that decisions are asked for."""
        return range(int(self.levels[1])) if len(self.levels) else range(len(self))

    @property
    def height(self) -> int:
        """Plies below the roots."""
        return len(self.levels) - 2

    def children(self, node: int) -> Column:
        """The nodes that the moves of a node lead to."""
        check_whole("The number of a node", node, 0, len(self) - 1)
        result: Column = self.child[self.first[node] : self.first[node + 1]]
        return result

    def __repr__(self) -> str:
        if not len(self.levels):
            return f"<Tree: a state space of {counted(len(self), 'position')}, {counted(len(self.child), 'move')}>"
        trees = f"{len(self.roots):,} trees" if len(self.roots) > 1 else "one tree"
        return f"<Tree: {trees}, {len(self):,} nodes, {self.height} plies>"

    def _repr_html_(self) -> str:
        if not len(self.levels):
            return f"<p>{escape(repr(self)[1:-1])}</p>"
        return notebook.draw_tree(self)

    def crop(self, plies: int) -> Tree:
        """The top of a tree: what lies no more than this many plies below its roots."""
        if parse_whole("The number of plies", plies) >= self.height:
            return self
        plies = max(0, plies)
        nodes, inner = int(self.levels[plies + 1]), int(self.levels[plies])
        first = np.minimum(self.first[: nodes + 1], self.first[inner])
        columns = {
            name: getattr(self, name)[:nodes] for name in ("mover", "utility", "static", "error", "truth", "key")
        }
        edges = int(first[-1])
        return Tree(first, self.child[:edges], edge=self.edge[:edges], levels=self.levels[: plies + 2], **columns)

    def opinion(self, static: Column | float, error: Column | float = 0.0) -> Tree:
        """The same tree seen by another evaluator."""
        given = {"static": static, "error": error}
        columns = {name: np.full(len(self), each) if isinstance(each, Real) else each for name, each in given.items()}
        seen = replace(self, **columns)  # type: ignore[arg-type]
        check_error(seen.error)
        seen._check_finite("static")
        return trusted(seen) if SOUND in vars(self) else seen  # its nodes stand where they stood


def trusted(tree: Tree) -> Tree:
    """A tree whose columns fit together by the way it was made."""
    vars(tree)[SOUND] = True
    return tree


def check_tree(tree: Unchecked) -> None:
    """Refuses a tree whose columns do not fit together: kernels read them without a further look. Each tree is looked
    at once."""
    require(isinstance(tree, Tree), "This needs a tree, not {}. Create one with ot.grow(game, state, depth).", tree)
    if SOUND not in vars(tree):
        tree._check()
    trusted(tree)


def parse_column(
    name: str, given: Unchecked, size: int | None = None, kind: Any = FLOAT, ends: tuple[float, float] | None = None
) -> Column:
    """An array of a user, as kernels read it: n numbers of one kind in one row, between two ends."""
    column = given
    is_array = given.__class__ is np.ndarray
    if not (is_array and given.dtype == kind and given.ndim == 1 and given.flags.c_contiguous):
        try:
            raw = np.asarray(given)
            with np.errstate(invalid="ignore"):
                column = np.ascontiguousarray(raw, kind)
            same_numbers = kind == FLOAT or bool((column == raw).all())
            right = raw.ndim == 1 and raw.dtype.kind in "biufO" and same_numbers
        except (TypeError, ValueError, OverflowError):
            right = False
        each = {"b": "true or false for each", "f": "numbers"}.get(np.dtype(kind).kind, "whole numbers")
        require(right, f"{name} must be a list: {each}, not {{}}.", given)
    if size is not None and len(column) != size:
        raise OverthinkError(f"{name} must have {size:,} numbers; {len(column):,} were given.")
    if ends:
        _check_ends(name, column, ends)
    return column  # type: ignore[no-any-return]


def _check_ends(name: str, column: Column, ends: tuple[float, float]) -> None:
    """Refuses a column with a number outside these ends."""
    if len(column) and not ends[0] <= np.minimum.reduce(column) <= np.maximum.reduce(column) <= ends[1]:
        some = {FINITE: "finite numbers", ORDERED: "numbers without nan"}
        raise OverthinkError(f"{name} must hold {some.get(ends, f'numbers from {ends[0]:g} to {ends[1]:g}')}.")


def check_error(error: Unchecked) -> None:
    """Refuses an error rate, or a column of them, outside [0, .5]."""
    if error.__class__ is float and 0.0 <= error <= 0.5:
        return
    try:
        wrong = np.ravel(error).astype(float)
        beyond = wrong[~((wrong >= 0) & (wrong <= 0.5))].tolist()
    except (TypeError, ValueError, OverflowError):
        beyond = [error]
    advice = "above .5 the opposite of the evaluation would be the better"
    require(not beyond, f"An error rate of {{}} is outside [0, .5]; {advice}.", *beyond)


def lay_out(root: object, open_up: Callable[[Any, Path], Sequence[tuple[Any, float]]]) -> tuple[list[Placed], Fields]:
    """The nodes of a tree that is written down, breadth first, and those columns that follow from their places.
    `open_up` gives what an item leads to, each with what its edge carries."""
    row: list[Placed] = [(root, ())]
    nodes: list[Placed] = []
    levels = [0]
    first = [0]
    edges = list[float]()
    while row:
        nodes += row
        levels.append(len(nodes))
        below: list[Placed] = []
        for item, path in row:
            for i, (part, edge) in enumerate(open_up(item, path)):
                below.append((part, (*path, i)))
                edges.append(edge)
            first.append(len(nodes) + len(below) - 1)
        row = below
    return nodes, {
        "first": np.array(first, np.int64),
        "child": np.arange(1, len(nodes), dtype=np.int64),
        "edge": np.array(edges, float),
        "key": np.array([seed_key(path) for _, path in nodes], np.uint64),
        "levels": np.array(levels, np.int64),
    }


def _open(item: object, path: Path) -> list[tuple[Any, float]]:
    if _opens(item) and not item:
        where = "at its root" if not path else f"at path {path}"
        raise OverthinkError(f"The tree has no leaves {where}: an empty list is neither leaf nor node.")
    return [(part, 0.0) for part in item] if _opens(item) else []


def check_nesting(root: object, parts: Callable[[Any], Sequence[Any]]) -> None:
    """Refuses a tree that contains itself, is too deep, or has too many nodes. `parts` gives what an item opens into.
    A part that occurs in several places is looked at once."""
    sizes: dict[int, int] = {}  # the nodes of each part
    above = set[int]()
    stack = [root]
    while stack:
        item = stack[-1]
        below = parts(item)
        if id(item) in sizes or not len(below):
            stack.pop()
            continue
        fresh = [part for part in below if id(part) not in sizes and len(parts(part))]
        if id(item) not in above:
            above.add(id(item))
            require(not any(id(part) in above for part in fresh), "The tree contains itself, so it has no end.")
            require(len(above) <= DEEPEST, f"The tree is more than {DEEPEST:,} plies deep, too deep to search.")
            stack += fresh
            continue
        sizes[id(item)] = 1 + sum(sizes.get(id(part), 1) for part in below)
        above.discard(id(item))
        stack.pop()
    if sizes.get(id(root), 1) > MOST_NODES:
        raise OverthinkError(f"The tree has more than {MOST_NODES:,} nodes, too many to write down.")


def _opens(item: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(item, Sequence) and not isinstance(item, str)


def leaf_value(item: object, path: Path) -> float:
    """The number at a leaf."""
    try:
        if isinstance(item, Real) and item == item:
            return float(item)
    except OverflowError:  # a whole number beyond all floats
        pass
    raise OverthinkError(f"A leaf is a number; {shown(item)} stands at path {path}.")


def _column(given: object, paths: list[Path]) -> Column:
    """One number a path, from whatever shape it was given in."""
    if isinstance(given, Mapping):
        unused = set(given) - set(paths)
        require(not unused, "There is no node at path {} in this tree.", *unused)
        given = [given.get(path, np.nan) for path in paths]
    elif callable(given):
        given = [ask("The function of a path", given, path) for path in paths]
    elif not isinstance(given, Sequence | np.ndarray):
        given = [np.nan if given is None else given] * len(paths)
    return parse_column("The values of nodes", given, len(paths))


TreeOrGame = Tree | Unchecked  # what a search takes: a tree, or a game of kernels or of the user's own
