"""Trees to look at in the lab: drawn at random, grown from a game, or from a paper. All bounded in size."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.grow import grow
from overthink.core.tree import Tree
from overthink.evaluate import artificial, cop_distance, features, flipped, manhattan, natural, store_difference
from overthink.games import CopsAndRobbers, Kalah, RandomTree, SlidingPuzzle, endgame
from overthink.games.cops_and_robbers import HIGH
from overthink.lab.asked import Given, choice, integer, number
from overthink.lab.trace import DONE, LEAF
from overthink.lab.trace_bounds import trace_bounds
from overthink.lab.worked import examples
from overthink.models import BoardSplittingModel
from overthink.models.board_splitting import fixed_point

MOST_NODES = 4_095  # a binary tree of 11 plies
MOST_DRAWN = 100_000  # nodes of a random tree that is solved to its end, though only its top is shown
DEEPEST = 12


@dataclass(frozen=True)
class Pictured:
    """A tree, and what people call its parts. Only what a search can see of it is there: `depth` plies."""

    tree: Tree
    says: str
    low: float  # all values lie between these
    high: float
    depth: int
    names: list[str] = field(default_factory=list)  # of the nodes
    moves: list[str] = field(default_factory=list)  # of the root's moves, where they have names


def pictured(given: Given) -> Pictured:
    """The tree that a request asks for."""
    source = choice(given, "source", SOURCES, "example")
    depth = integer(given, "depth", 1, DEEPEST, 2)
    found = SOURCES[source](given, depth)
    if len(found.tree) > MOST_NODES:
        raise OverthinkError(f"This tree has {len(found.tree):,} nodes; the lab shows {MOST_NODES:,}: look less far.")
    return edited(found, str(given.get("edits", "")))


def _example(given: Given, depth: int) -> Pictured:
    known = examples()
    one = known[choice(given, "example", known, "emm-figure-3")]
    return Pictured(solved(one.tree), one.says, one.low, one.high, one.tree.height, list(one.names))


def _board_splitting(given: Given, depth: int) -> Pictured:
    b, height = integer(given, "branching", 2, 6, 2), integer(given, "height", 1, 12, 8)
    error, mixing = number(given, "error", 0.0, 0.5, 0.1), number(given, "mixing", 0.0, 1.0, 1.0)
    copied, seed = number(given, "copied", 0.0, 1.0, 0.0), integer(given, "seed", 0, 2**31, 0)
    judge = choice(given, "evaluator", ("artificial", "natural"), "artificial")
    _small(b, height, MOST_DRAWN, "Give fewer turns or moves.")
    _small(b, min(depth, height), MOST_NODES, "Look less far, or give fewer moves.")
    p = 0.5 if b == 2 and height < 12 else fixed_point(b)  # where wins and losses balance, lest all moves be alike
    games = BoardSplittingModel(height, b, p, mixing).draw(seed, seed + 1)
    tree = artificial(error, copied)(games, seed) if judge == "artificial" else natural(games)
    kind = "P-game" if mixing == 1 else "N-game" if mixing == 0 else "mixed game"
    how = f"wrong with probability {error:g}" if judge == "artificial" else "the share of squares that win"
    says = f"{kind} number {seed}: {b} moves, {height} turns; evaluations: {how}."
    return Pictured(cropped(tree, depth), says, -1.0, 1.0, min(depth, height))


def _random_tree(given: Given, depth: int) -> Pictured:
    b, seed = integer(given, "branching", 2, 8, 3), integer(given, "seed", 0, 2**31, 0)
    p = number(given, "p", 0.0, 1.0, 1.0)
    chance = 0.0 < p < 1.0
    _small(b, 2 * depth if chance else depth, MOST_NODES, "Look less far, or give fewer moves.")
    game = RandomTree(b, depth, p if chance else None, whole=True, number=seed)
    says = f"Random tree number {seed}: {b} moves, {depth} turns, whole numbers from 0 to 100 at the leaves"
    luck = f"; a chosen move happens with p = {p:g}." if chance else "."
    return Pictured(
        solved(_grown(game, game.initial(), 2 * depth if chance else depth)), says + luck, 0.0, 100.0, depth
    )


def _kalah(given: Given, depth: int) -> Pictured:
    pits, seeds = integer(given, "pits", 2, 6, 4), integer(given, "seeds", 1, 6, 3)
    number_, error = integer(given, "seed", 0, 2**31, 0), number(given, "error", 0.0, 0.5, 0.2)
    game = Kalah.real(pits, seeds, "win")
    start = game.initial() if number_ == 0 else game.random_start(number_)
    judge = choice(given, "evaluator", ("stores", "features"), "stores")
    evaluate = (store_difference if judge == "stores" else features)(game)
    tree = _grown(game, start, depth, evaluate, error)
    says = f"Kalah, {pits} pits of {seeds} seeds; evaluated by {judge}, said to be wrong with probability {error:g}."
    return Pictured(solved(tree), says, -1.0, 1.0, depth, moves=[f"pit {move + 1}" for move in game.moves(start)])


def _cops_and_robbers(given: Given, depth: int) -> Pictured:
    side, cops = integer(given, "side", 3, 6, 4), integer(given, "cops", 1, 3, 1)
    p, seed = number(given, "p", 0.0, 1.0, 1.0), integer(given, "seed", 0, 2**31, 0)
    chance = 0.0 < p < 1.0
    game = CopsAndRobbers(side, side, cops, 0.2, p if chance else None, number=seed)
    start = game.initial()
    tree = _grown(game, start, 2 * depth if chance else depth, cop_distance(game))
    luck = f"; a chosen move happens with p = {p:g}" if chance else ""
    says = (
        f"Cops and robbers number {seed}, {side} × {side}: the robber is Max; a capture is worth its time, and other "
    )
    words = {".": "stay", "N": "north", "E": "east", "S": "south", "W": "west"}
    moves = [words[move] for move in game.moves(start)]
    return Pictured(tree, f"{says}positions the cops' mean distance{luck}.", 0.0, HIGH, depth, moves=moves)


def _sliding_puzzle(given: Given, depth: int) -> Pictured:
    seed = integer(given, "seed", 0, 2**31, 0)
    game = SlidingPuzzle()
    start = game.random_start(seed)
    tree = _grown(game, start, depth, manhattan(game))
    says = f"8-puzzle number {seed}: one player, every move costs 1; evaluated by Manhattan distance."
    return Pictured(tree, says, 0.0, 64.0, depth, moves=[str(move) for move in game.moves(start)])


def _chess_endgame(given: Given, depth: int) -> Pictured:
    seed, error = integer(given, "seed", 0, 2**31, 0), number(given, "error", 0.0, 0.5, 0.1)
    if depth > 2:
        raise OverthinkError("A chess position has some twenty moves: look 1 or 2 plies ahead here.")
    table = endgame("KRK")
    start = table.game.random_start(seed)
    truth, judge = list[float](), flipped(table.value, error)

    def evaluate(state: int) -> Any:
        truth.append(table.value(state))
        return judge(state)

    tree = grow(table.game, start, depth, evaluate, most=MOST_NODES)
    tree = replace(tree, truth=np.array(truth))
    says = f"King and rook against king, {table.game.fen(start)}: distance to mate, wrong with probability {error:g}."
    return Pictured(tree, says, -1.0, 1.0, depth, moves=list(table.game.moves(start)))


SOURCES: dict[str, Callable[[Given, int], Pictured]] = {
    "example": _example,
    "board-splitting": _board_splitting,
    "random-tree": _random_tree,
    "kalah": _kalah,
    "cops-and-robbers": _cops_and_robbers,
    "chess-endgame": _chess_endgame,
    "sliding-puzzle": _sliding_puzzle,
}


def _small(b: int, plies: int, most: int, advice: str) -> None:
    nodes = (b ** (plies + 1) - 1) // (b - 1)
    if nodes > most:
        raise OverthinkError(f"{b} moves over {plies} plies make {nodes:,} nodes; the lab takes {most:,}. {advice}")


def _grown(game: Any, start: Any, plies: int, evaluate: Any = None, error: float = 0.0) -> Tree:
    """The game's tree by its kernels as they stand: for so few nodes compiling them would take longer."""
    game.compiled = False
    with np.errstate(over="ignore"):  # hashes wrap
        return grow(game, start, plies, evaluate, error, most=MOST_NODES)


def cropped(tree: Tree, plies: int) -> Tree:
    """The top of a tree, with what is known of it from below."""
    if plies >= tree.height:
        return tree
    nodes, inner = int(tree.levels[plies + 1]), int(tree.levels[plies])
    first = np.minimum(tree.first[: nodes + 1], tree.first[inner])
    columns = {name: getattr(tree, name)[:nodes] for name in ("mover", "utility", "static", "error", "truth", "key")}
    edges = int(first[-1])
    return Tree(first, tree.child[:edges], edge=tree.edge[:edges], levels=tree.levels[: plies + 2], **columns)


def solved(tree: Tree) -> Tree:
    """The tree with its true values, where every line of it ends with the game: what full width finds then."""
    ends = tree.first[1:] == tree.first[:-1]
    if np.isnan(tree.utility[ends]).any():
        return tree
    truth = np.full(len(tree), math.nan)
    for event in trace_bounds(tree, "full-width", -math.inf, math.inf).events:
        if event[0] in (LEAF, DONE):
            truth[event[1]] = event[2]
    return replace(tree, truth=truth)


def edited(found: Pictured, edits: str) -> Pictured:
    """The tree with other values at some nodes: `5:-1,7:0.5`. The value of a finished game is its worth, and the truth
    follows it; that of any other node is what the evaluator says."""
    if not edits:
        return found
    utility, static = found.tree.utility.copy(), found.tree.static.copy()
    low, high = found.low, found.high
    for part in edits.split(","):
        node, _, value = part.partition(":")
        n = integer({"node": node}, "node", 0, len(utility) - 1)
        x = number({"value": value}, "value", -1e6, 1e6)
        (static if math.isnan(utility[n]) else utility)[n] = x
        low, high = min(low, x), max(high, x)
    tree = replace(found.tree, utility=utility, static=static)
    return replace(found, tree=solved(tree), low=low, high=high)
