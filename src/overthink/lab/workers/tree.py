"""The computations of the view Tree: a tree, drawn at random, grown from a game or from a paper, and the traces of one
or two searches in it. The size of trees is limited."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError, require
from overthink.core.game import board_of
from overthink.core.grow import grow
from overthink.core.kinds import Column, State
from overthink.core.plain import Fields, to_json
from overthink.core.tree import Tree
from overthink.lab.request import Given, choice, integer, number
from overthink.lab.workers.offers import MOST_DEPTH, ROOMY, Offer, examples, searches_of
from overthink.lab.workers.trace import DONE, LEAF, NAIVE, TEMPLATES, lines_of, trace_bounds, trace_rule
from overthink.measure.accuracy import mark_right
from overthink.presets import PRESETS, Setup
from overthink.presets.preset import read_seed
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.subjects.bind import has_chance

MOST_NODES = 4_095  # a binary tree of 11 plies
MOST_DRAWN = 100_000  # nodes of a random tree, of which only the top is shown
UNLIKELY_RATIO = 1.3  # times as many are not tried
COLUMNS = ("first", "mover", "levels", "utility", "static", "error", "truth")  # of a tree, for the page
EXAMPLE = "example"
HALVES = ["left half", "right half"]  # Max's first moves in board splitting, as in Play and in the story
SMALLER: Mapping[str, Offer] = {  # smaller defaults, for a clear picture
    offer.name: offer
    for offer in (
        Offer("board-splitting", {"height": {"default": 8, "high": 12}, "error": {"default": 0.1}}, depth=4),
        Offer("board-splitting-natural", {"height": {"default": 8, "high": 12}}, depth=4),
        Offer(
            "random-tree", {"b": {"default": 3}, "p": {"default": 1.0}, "whole": {"default": "whole"}}, {"height": 1}
        ),
        Offer("cops-and-robbers", {**ROOMY, "cops": {"default": 1}, "p": {"default": 1.0}}),
        Offer("chess-endgame", {"error": {"default": 0.1}}, depth=1, deepest=2),
        Offer("8-puzzle", depth=4),
        Offer("pig", depth=1),
        *(Offer(name, {"b": {"default": 2}, "height": {"default": 5}}) for name in ("top-down", "bottom-up")),
        Offer("one-player", {"b": {"default": 2}, "height": {"default": 5}}),
    )
}


@dataclass(frozen=True)
class Picture:
    """A tree of `depth` plies, with names for its parts."""

    tree: Tree
    says: str
    low: float  # all values lie between these
    high: float
    depth: int
    height: int | None = None  # of a drawn game
    names: list[str] = field(default_factory=list)  # of the nodes
    moves: list[str] = field(default_factory=list)  # of the root's moves, if they have names
    boards: list[str] = field(default_factory=list)  # the position at each node, drawn with letters


def offers() -> dict[str, Offer]:
    return {name: SMALLER.get(name, Offer(name)) for name, preset in PRESETS.items() if preset.setup or preset.draw}


def read_picture(given: Given) -> Picture:
    known = offers()
    source = choice({"source": str(given.get("source", EXAMPLE))}, "source", [EXAMPLE, *known])
    offer = known.get(source)
    depth = integer(given, "depth", 1, MOST_DEPTH, offer.depth if offer else 2)
    picture = (_draw if offer.preset.draw else _grow)(offer, given, depth) if offer else _example(given)
    return edit(picture, str(given.get("edits", "")))


def _example(given: Given) -> Picture:
    known = examples()
    example = known[choice(given, "example", known, "emm-figure-3")]
    tree = solve(example.tree)
    return Picture(tree, example.says, example.low, example.high, example.tree.height, names=list(example.names))


def _draw(offer: Offer, given: Given, depth: int) -> Picture:
    values = offer.values(given)
    seed = read_seed(given)
    preset = offer.preset
    assert preset.draw
    values["height"] = height = min(values["height"], _plies(values["b"], MOST_DRAWN))
    depth = min(depth, height, _plies(values["b"], MOST_NODES))
    tree = preset.draw(values, 0, seed)(seed, seed + 1)
    low = min(-1.0, float(np.nanmin(tree.truth)))
    high = max(1.0, float(np.nanmax(tree.truth)))
    says = f"{preset.describe(values, seed)}.".replace("every evaluation", "every guess")
    halved = values["b"] == 2 and offer.name.startswith("board-splitting")
    moves, boards = (HALVES, halved_boards(tree.truth[tree.levels[-2] :], depth)) if halved else ([], [])
    return Picture(tree.crop(depth), says, low, high, depth, height, moves=moves, boards=boards)


def halved_boards(pieces: Column, depth: int) -> list[str]:
    """What is left of a board at each node, ply by ply: ● are Max's pieces, ○ Min's. Max cuts columns, Min rows."""
    boards = []
    for ply in range(depth + 1):
        for part in pieces.reshape(2**ply, -1):
            axes = range(round(math.log2(len(part))))
            order = sorted(axes, key=lambda axis: (axis + ply) % 2 == 0)  # first those of the rows
            rows = 2 ** sum((axis + ply) % 2 for axis in axes)
            grid = part.reshape((2,) * len(axes)).transpose(order).reshape(rows, -1)
            boards.append("\n".join(" ".join("●" if piece > 0 else "○" for piece in row) for row in grid))
    return boards


def _grow(offer: Offer, given: Given, depth: int) -> Picture:
    """Grow the tree of a game from its start. A game with a height ends at the depth of the search."""
    values = offer.values(given)
    seed = read_seed(given)
    preset = offer.preset
    assert preset.setup

    grown: list[tuple[Setup, Tree, list[str]]] = []  # by depth, as deep as fits
    while len(grown) < depth:
        looked = len(grown) + 1
        setup = preset.setup({**values, "height": looked} if "height" in values else values, seed)
        setup.game.compiled = False  # compiling would take longer than searching so few nodes
        plies = 2 if has_chance(setup.game) else 1
        sizes = np.diff(grown[-1][1].levels) if grown else [1, 1]
        if sizes[-1] * (sizes[-1] / sizes[-2]) ** plies > UNLIKELY_RATIO * MOST_NODES:
            break
        try:
            with np.errstate(over="ignore"):  # hashes overflow
                grown.append((setup, *_grow_evaluated(setup, plies * looked)))
        except OverthinkError:
            if not grown:
                raise
            break
    setup, tree, boards = grown[-1]
    moves = [setup.move_text(move) for move in setup.game.moves(setup.start)]
    text = setup.text.removesuffix(".")
    says = f"{text[:1].upper()}{text[1:]}."
    return Picture(solve(tree), says, setup.low, setup.high, len(grown), moves=moves, boards=boards)


def _grow_evaluated(setup: Setup, plies: int) -> tuple[Tree, list[str]]:
    """Grow the tree with evaluations, and with the truth if it is known for each position; and draw the positions."""
    truth = list[float]()
    boards = list[str]()

    def evaluate(state: State) -> Any:
        if setup.truth:
            truth.append(setup.truth(state))
        boards.append(board_of(setup.game, state))
        return setup.evaluate(state)

    tree = grow(
        setup.game, setup.start, plies, evaluate if setup.evaluate else None, setup.error, most=MOST_NODES
    )  # fmt: skip
    return replace(tree, truth=np.array(truth)) if truth else tree, boards


def _plies(b: int, most: int) -> int:
    """The most plies of a tree with this many nodes."""
    return max(plies for plies in range(1, 20) if (b ** (plies + 1) - 1) // (b - 1) <= most)


def solve(tree: Tree) -> Tree:
    """Add the true values, by a full-width search, if every line of the tree ends with the game."""
    ends = tree.first[1:] == tree.first[:-1]
    if np.isnan(tree.utility[ends]).any():
        return tree
    truth = np.full(len(tree), math.nan)
    for event in trace_bounds(tree, "full-width", -math.inf, math.inf).events:
        if event[0] in (LEAF, DONE):
            truth[event[1]] = event[2]
    return replace(tree, truth=truth)


def edit(picture: Picture, edits: str) -> Picture:
    """Set other values at some nodes: `5:-1,7:0.5`. At a finished game this is the result, and the truth follows; at
    any other node it is the evaluation."""
    if not edits:
        return picture
    utility, static = picture.tree.utility.copy(), picture.tree.static.copy()
    low, high = picture.low, picture.high
    for part in edits.split(","):
        node, _, value = part.partition(":")
        n = integer({"node": node}, "node", 0, len(utility) - 1)
        x = number({"value": value}, "value", -1e6, 1e6)
        (static if math.isnan(utility[n]) else utility)[n] = x
        low, high = min(low, x), max(high, x)
    tree = replace(picture.tree, utility=utility, static=static)
    return replace(picture, tree=solve(tree), low=low, high=high)


def choices() -> str:
    rules = [
        {name: getattr(rule, name) for name in ("name", "label", "summary", "source", "goal")}
        | {"searches": searches_of(rule.name)}
        for rule in RULES.values()
    ]
    expectation = {
        "name": "expectation",
        "label": "expectation",
        "summary": "the value of the best child, or the mean over the outcomes of chance",
        "source": "[Atzmon2018] eq. 1",
        "searches": list(TEMPLATES),
        "goal": 0,
    }
    shown = [{"name": name, "title": e.title, "setting": e.setting} for name, e in examples().items()]
    sources = [offer.form() for offer in offers().values()]
    return to_json({"rules": [*rules, expectation], "examples": shown, "sources": sources})


def trace_tree(given: dict[str, str]) -> str:
    picture = read_picture(given)
    tree = picture.tree
    right = np.zeros(int(tree.first[1]), np.bool_)
    if not np.isnan(tree.truth[tree.children(0)]).any():
        mark_right.interpreted(tree.first, tree.child, tree.mover, tree.truth, tree.edge, 1, right)
    runs = [_run(picture, given, "")]
    if choice(given, "two", ("0", "1"), "0") == "1":
        runs.append(_run(picture, given, "2"))
    columns = {
        **{name: getattr(tree, name).tolist() for name in COLUMNS},
        **{name: getattr(picture, name) for name in ("names", "moves", "boards", "says", "low", "high")},
        "edge": tree.edge.tolist() if tree.edge.any() else [],
        "right": np.flatnonzero(right).tolist(),
    }
    used = {"depth": picture.depth, **({"height": picture.height} if picture.height else {})}
    return to_json({"tree": columns, "runs": runs, "used": used if given.get("source", EXAMPLE) != EXAMPLE else {}})


def _run(picture: Picture, given: dict[str, str], which: str) -> Fields:
    rule = choice(given, f"rule{which}", [*RULES, "expectation"], "emm")
    chance = bool((picture.tree.mover == 0).any())
    if rule == "expectation":
        search = choice(given, f"search{which}", TEMPLATES, "full-width")
        epsilon = number(given, f"epsilon{which}", 0.0, 1e6, 1.0)
        ended = picture.tree.first[1:] == picture.tree.first[:-1]
        fits = search != NAIVE or not (chance or np.isnan(picture.tree.utility[ended]).any())
        require(fits, "The naive rule needs a tree without chance that ends with the game. Choose another tree.")
        trace = trace_bounds(picture.tree, search, picture.low, picture.high, picture.depth, epsilon)
    else:
        require(not chance, "This tree has chance moves. Choose the rule 'expectation'.")
        search = choice(given, f"search{which}", SEARCHES, "full-width")
        inner = picture.tree.first[1:] > picture.tree.first[:-1]
        require(
            not RULES[rule].reads_inside or not np.isnan(picture.tree.static[inner]).any(),
            f"The rule '{rule}' needs an evaluation at every node, but this tree has them only at its leaves. "
            "Choose minimax, or another tree.",
        )
        trace = trace_rule(picture.tree, rule, search, picture.depth)
    known = {name: rule in RULES and getattr(RULES[rule], name) for name in ("settles", "binary")}
    return {**asdict(trace), "rule": rule, "search": search, "code": lines_of(rule, search), **known}
