"""Section 4.4: optimistic, pessimistic and monotone estimates of one player's costs.

`nau/one-player-trees`: the trees of section 5.3, and what is gained there is saved here: a leaf's cost is one minus its
utility. An observation is a batch of trees: their mean decision error at each depth.

`nau/path-finding`: an observation is one map of free cells and obstacles with one goal, and of each search the mean
decision error over all cells from which the goal can be reached. The estimate is the true distance less, or plus, the
size of normal noise, the same for both, as drawn and made monotone; or Manhattan distance, which is optimistic, and its
mirror image about the truth.

`nau/pessimism`: the same in the 8-puzzle; an observation is one draw of noise over all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from functools import cache
from itertools import product

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys
from overthink.core.estimate import Estimate
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.evaluate.games import manhattan
from overthink.evaluate.spoil import Mirrored, noisy, optimistic, pessimistic, truth
from overthink.games.cops_and_robbers import Grid, draws, sampled
from overthink.measure.accuracy import p_err, right_moves
from overthink.measure.paired import compare
from overthink.measure.paired import ratio as ratio_of_means
from overthink.measure.survey import errors_by_depth
from overthink.models.bottom_up import OnePlayer
from overthink.rules import RULES
from overthink.search.sweep import move_scores
from overthink.studies.checks import AllOf, AlwaysBetter, Measured, Quantity, at, curve
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.exact import exceed, ratio
from overthink_papers.nau.puzzle import POSITIONS, puzzle_space
from overthink_papers.nau.readings import degree

SECTION = "[Nau2010] section 4.4"
SIDES: Mapping[str, Callable[[Evaluator, float], Evaluator]] = {"optimistic": optimistic, "pessimistic": pessimistic}
SHALLOW = 1
LESS_PRONE = "Pessimistic functions were found to be less prone to lookahead pathology"
MONOTONE = (
    "Monotonically non-decreasing functions (the heuristic value of a node is not smaller than the heuristic value of "
    "its parent) were also found to be less prone to lookahead pathology"
)
NOISE = Reading(ReadingKind.OPEN, "the true distance with noise to one side")
MIRROR = Reading(
    ReadingKind.OPEN, "Manhattan distance and its mirror image, which never errs at depth 1, so that p has no value"
)
MIRRORED = (
    "depth worsens fewer decisions of Manhattan distance's mirror image than of itself, and the mirror image gains "
    "more, or loses less, by depth"
)
NOISY = (
    "noise: p(d, 1) is lower with the pessimistic estimate, and depth worsens fewer of its decisions than of the "
    "optimistic one's"
)

# Synthetic trees

SIGMA, FINE, BATCH = 0.1, 1000, 10
KINDS: Mapping[str, Evaluator] = {
    **{side: make(truth, SIGMA) for side, make in SIDES.items()},
    "two-sided": noisy(truth, SIGMA),
}
SHAPES = ("as drawn", "monotone")
DEEP = (3, 5)
TREES = grid(b=(2, 3), s=(0.0, 0.5))


def run_trees(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    model = OnePlayer(b=setting["b"], s=setting["s"], g=FINE, height=DEEP[-1], cap=1.0)
    own = int(seed_key("nau/one-player-trees", seed)) >> 1
    gains = model.draw(start * BATCH, stop * BATCH, own)
    tree = replace(gains, truth=1.0 - gains.truth, mover=np.full(len(gains), -1, np.int8))
    right, errors = right_moves(tree), []
    for evaluate in KINDS.values():
        estimate = evaluate(tree, own)
        for view in (estimate, monotone_tree(estimate)):
            scores = move_scores(view, "minimin", (SHALLOW, *DEEP))
            errors += [p_err(tree, scores[depth], right) for depth in (SHALLOW, *DEEP)]
    points: list[Point] = list(grid(kind=KINDS, shape=SHAPES, depth=(SHALLOW, *DEEP)))
    return points, np.array(errors).reshape(len(points), stop - start, BATCH).mean(axis=2)


def monotone_tree(tree: Tree) -> Tree:
    """The estimate raised, from the root down, to that of the parent where it is smaller."""
    static = tree.static.copy()
    for ply in range(1, tree.height + 1):
        low, high = tree.levels[ply], tree.levels[ply + 1]
        parents = np.repeat(static[tree.levels[ply - 1] : low], np.diff(tree.first)[tree.levels[ply - 1] : low])
        static[low:high] = np.maximum(static[low:high], parents)
    return tree.opinion(static, tree.error)


def higher_p(pairs: Iterable[tuple[Setting, Setting]], depths: Iterable[int]) -> AlwaysBetter:
    return AlwaysBetter(
        tuple(
            (
                degree(at(depth=deep, **one), at(depth=SHALLOW, **one)),
                degree(at(depth=deep, **other), at(depth=SHALLOW, **other)),
            )
            for (one, other), deep in product(pairs, depths)
        )
    )


def kind(setting: Setting, name: str, shape: str = SHAPES[0]) -> Setting:
    return {**setting, "shape": shape, "kind": name}


ONE_PLAYER_TREES = one_figure(
    name="nau/one-player-trees",
    title="one player, synthetic trees: optimistic, pessimistic and monotone estimates",
    source=SECTION,
    settings=TREES,
    run=run_trees,
    scales={"quick": 100, "paper": 2000},
    draw=plot("depth", "{kind}, {shape}", "b = {b}, s = {s:g}", {"x": "search depth", "y": "decision error P_err"}),
    caption="Trees of one player, minimin with estimates of the cost that err to one side or to both, as drawn and "
    "raised to the estimate of the parent.",
    claims=(
        Claim(
            "p(d, 1) is lower with the pessimistic estimate than with the optimistic",
            f"{LESS_PRONE} in synthetic game trees",
            higher_p([(kind(s, "optimistic"), kind(s, "pessimistic")) for s in TREES], DEEP),
            reading=NOISE,
        ),
        Claim(
            "p(d, 1) is lower with monotone estimates, whatever their errors",
            MONOTONE,
            higher_p([(kind(s, k), kind(s, k, SHAPES[1])) for s in TREES for k in KINDS], DEEP),
        ),
    ),
    rows=means,
    block=50,
)

# Maps

SIDE, OBSTACLES, MOVES = 16, 0.25, 2.0  # cells of a side, their share, and the size of the noise
FAR = (3, 5, 7)
OTHER = np.uint64(1)  # tells the draw of the goal from that of the obstacles
PLAIN = ("Manhattan", "mirrored")
RAISED = tuple(f"{kind}, monotone" for kind in SIDES)


def distances(area: Grid, goal: int) -> dict[int, int]:
    """The distance to the goal of each cell that can be reached from it, the nearest first."""
    distance, row = {goal: 0}, [goal]
    for cell in row:  # grows while it is read: breadth first
        for after in area.steps(cell).values():
            if after not in distance:
                distance[after] = distance[cell] + 1
                row.append(after)
    return distance


def draw_map(number: int, seed: int) -> tuple[Tree, list[int]]:
    """A random map as a state space, and its cells in the order of the nodes. The goal comes first, a random cell from
    which more than half of the free ones can be reached."""
    key = seed_key("nau/path-finding", seed, number)
    area = Grid(SIDE, SIDE, sampled(SIDE * SIDE, OBSTACLES, True, key), "NESW.")
    by_chance = np.argsort(draws(len(area.free), key ^ OTHER), kind="stable")
    distance = next(
        reached for place in by_chance if len(reached := distances(area, area.free[place])) > len(area.free) / 2
    )
    row, goal = list(distance), next(iter(distance))
    place = {cell: n for n, cell in enumerate(row)}
    ways = [[] if cell == goal else [place[to] for to in area.steps(cell).values() if to != cell] for cell in row]
    widths = [len(way) for way in ways]
    nodes = len(row)
    tree = Tree(
        first=np.concatenate([[0], np.cumsum(widths)]).astype(np.int64),
        child=np.array([to for way in ways for to in way], np.int64),
        mover=np.full(nodes, -1, np.int8),
        utility=np.where(np.arange(nodes) == 0, 0.0, np.nan),
        truth=np.array([distance[cell] for cell in row], float),
        edge=np.ones(sum(widths)),
        key=subkeys(np.array(row, np.uint64), int(key >> np.uint64(1))),
    )
    return tree, row


def opinion_of(tree: Tree, cells: list[int], heuristic: str) -> Tree:
    if heuristic not in PLAIN:
        noisy: Tree = SIDES[heuristic.removesuffix(", monotone")](truth, MOVES)(tree, 0)  # the map's own keys
        return monotone_map(noisy) if heuristic in RAISED else noisy
    rows, columns = np.divmod(np.array(cells), SIDE)
    straight = abs(rows - rows[0]) + abs(columns - columns[0])
    return tree.opinion(straight if heuristic == "Manhattan" else 2.0 * tree.truth - straight)


def monotone_map(tree: Tree) -> Tree:
    """The estimates raised until no step lowers one by more than it costs: what was paid and what is estimated never
    falls together."""
    static, parents = tree.static.copy(), np.repeat(np.arange(len(tree)), np.diff(tree.first))
    before = np.zeros_like(static)
    while (static != before).any():
        before = static.copy()
        np.maximum.at(static, tree.child, before[parents] - tree.edge)
    return tree.opinion(static)


@one_by_one([*grid(of=("error",), depth=(SHALLOW, *FAR)), *grid(of=("worse",), depth=FAR)])
def run_maps(setting: Setting, number: int, seed: int) -> list[float]:
    tree, cells = draw_map(number, seed)
    estimate = opinion_of(tree, cells, setting["heuristic"])
    errors = errors_by_depth(estimate, RULES["minimin"], (SHALLOW, *FAR), len(tree), lambda stage, share: None)
    worse = [float(np.mean(errors[deep][1:] > errors[SHALLOW][1:])) for deep in FAR]
    return [*(float(np.mean(errors[depth][1:], dtype=float)) for depth in (SHALLOW, *FAR)), *worse]


def map_p(pairs: Iterable[tuple[str, str]]) -> AlwaysBetter:
    return higher_p([({"of": "error", "heuristic": a}, {"of": "error", "heuristic": b}) for a, b in pairs], FAR)


def spoils_more(one: str, other: str) -> AlwaysBetter:
    return AlwaysBetter(
        tuple((at(heuristic=one, of="worse", depth=d), at(heuristic=other, of="worse", depth=d)) for d in FAR)
    )


def growth(heuristic: str, deep: int) -> Quantity:
    """By how much the mean decision error grows from depth 1 on."""
    return at(heuristic=heuristic, of="error", depth=deep) - at(heuristic=heuristic, of="error", depth=SHALLOW)


PATH_FINDING_LABELS = {"x": "search depth", "y": "mean decision error"}
PATH_FINDING = one_figure(
    name="nau/path-finding",
    title="path-finding: optimistic and pessimistic estimates",
    source=SECTION,
    settings=grid(heuristic=(*SIDES, *PLAIN, *RAISED)),
    run=run_maps,
    scales={"quick": 60, "paper": 1000},
    draw=plot("depth", "heuristic", None, PATH_FINDING_LABELS, keep=lambda row: row["of"] == "error"),
    caption="Random maps of 16 by 16 cells, a quarter of them obstacles: minimin with estimates that err to one side.",
    claims=(
        Claim(
            NOISY,
            f"{LESS_PRONE} … in path-finding",
            AllOf((map_p([("optimistic", "pessimistic")]), spoils_more(*SIDES))),
            reading=NOISE,
        ),
        Claim(
            MIRRORED,
            f"{LESS_PRONE} … in path-finding",
            AllOf((spoils_more(*PLAIN), AlwaysBetter(tuple((growth(PLAIN[0], d), growth(PLAIN[1], d)) for d in FAR)))),
            reading=MIRROR,
        ),
        Claim(
            "noise: p(d, 1) is lower with monotone estimates",
            MONOTONE,
            map_p(zip(SIDES, RAISED)),
            reading=Reading(ReadingKind.CLOSEST, "on maps, with what was paid so far added to the estimate"),
        ),
    ),
    rows=means,
    block=20,
)

# The 8-puzzle

SIGMAS = (1.0, 2.0, 4.0, 8.0)  # moves
PUZZLES = (*grid(heuristic=SIDES, sigma=SIGMAS), *grid(heuristic=("manhattan", "mirrored"), sigma=(0.0,)))


@cache
def measure_puzzle(heuristic: str, sigma: float, seed: int) -> list[float]:
    """For each of the deeper searches its mean decision error, that of the shallow one, and how often it is worse."""
    eight = puzzle_space("corner")
    plain: dict[str, Evaluator] = {"manhattan": manhattan(eight.game), "mirrored": Mirrored(manhattan(eight.game))}
    evaluate = SIDES[heuristic](truth, sigma) if sigma else plain[heuristic]
    tree = evaluate_space(eight, evaluate, seed)
    by_depth = errors_by_depth(tree, RULES["minimin"], (SHALLOW, *FAR), len(tree), lambda stage, share: None)
    mean = {depth: float(np.mean(errors[1:], dtype=float)) for depth, errors in by_depth.items()}
    shallow = by_depth[SHALLOW]
    return [x for deep in FAR for x in (mean[deep], mean[SHALLOW], compare(by_depth[deep], shallow).worse)]


@one_by_one(grid(deep=FAR, shallow=(SHALLOW,), of=("deep", "shallow", "worse")))
def run_puzzle(setting: Setting, number: int, seed: int) -> list[float]:
    """One draw of noise; without noise all observations are the same."""
    own = int(seed_key("nau/pessimism", seed, number)) >> 1
    return measure_puzzle(setting["heuristic"], setting["sigma"], own if setting["sigma"] else 0)


def rows(samples: Samples) -> list[Row]:
    """The degree of pathology, where the shallower search errs at all, and the share of positions decided worse."""
    table: list[Row] = []
    for setting, d in product(PUZZLES, FAR):
        point = {**setting, "deep": d, "shallow": SHALLOW}
        deep, shallow, worse = samples.curve("of", ("deep", "shallow", "worse"), **point)
        if shallow.any():
            table.append({**point, "measure": "p", **asdict(ratio_of_means(deep, shallow))})
        known = Estimate.exactly(float(worse[0]), POSITIONS)
        table.append({**point, "measure": "worse", **asdict(Estimate.of_mean(worse) if np.ptp(worse) else known)})
    return table


PLACES = grid(deep=FAR, sigma=SIGMAS)


def puzzle_p(side: str, place: Setting) -> Measured:
    return ratio(at(heuristic=side, of="deep", **place), at(heuristic=side, of="shallow", **place))


def compare_sides(measure: Callable[[str, Setting], Measured]) -> AlwaysBetter:
    return AlwaysBetter(tuple((measure("optimistic", place), measure("pessimistic", place)) for place in PLACES))


def effects(heuristic: str, deep: int) -> tuple[Quantity, Quantity]:
    """How often a deeper search decides worse, and by how much the mean decision error grows."""
    error, shallow, worse = curve("of", ("deep", "shallow", "worse"), heuristic=heuristic, deep=deep)
    return worse, error - shallow


MIRROR_GAPS = [a - b for d in FAR for a, b in zip(effects("manhattan", d), effects("mirrored", d))]
PESSIMISM = one_figure(
    name="nau/pessimism",
    title="the 8-puzzle: optimistic and pessimistic heuristics",
    source=SECTION,
    settings=PUZZLES,
    run=run_puzzle,
    scales={"quick": 3, "paper": 30},
    draw=plot(
        "sigma",
        "heuristic",
        "deep",
        {"x": "size of the noise σ", "y": "degree of pathology p(x, d, 1)"},
        "d = ",
        keep=lambda row: row["measure"] == "p" and row["sigma"] > 0.0,
        level=1.0,
    ),
    caption="Every position of the 8-puzzle, the true distance with noise to one side only. The lower the curve, the "
    "more is gained by looking further ahead.",
    claims=(
        Claim(
            NOISY,
            f"{LESS_PRONE} … in the 8-puzzle",
            AllOf(
                (compare_sides(puzzle_p), compare_sides(lambda side, place: at(heuristic=side, of="worse", **place)))
            ),
            reading=NOISE,
        ),
        Claim(MIRRORED, f"{LESS_PRONE} … in the 8-puzzle", exceed(MIRROR_GAPS), reading=MIRROR),
    ),
    rows=rows,
    block=1,
)
