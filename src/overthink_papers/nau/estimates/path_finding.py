"""Section 4.4: optimistic, pessimistic and monotone estimates on maps of free cells and obstacles with one goal.

An observation is one map, and of each search the mean decision error over all cells from which the goal can be
reached. The estimate is the true distance less, or plus, the size of normal noise, the same for both, as drawn and made
monotone; or Manhattan distance, which is optimistic, and its mirror image about the truth.
"""

from collections.abc import Iterable

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys
from overthink.core.tree import Tree
from overthink.evaluate.spoil import truth
from overthink.games.cops_and_robbers import Grid, draw_obstacles, draws
from overthink.rules import RULES
from overthink.studies.checks import AllOf, AlwaysBetter, Quantity, at
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Setting, grid, means
from overthink.studies.study import one_figure
from overthink.whole_games.survey import errors_by_depth
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.estimates.estimates import (
    FAR,
    LESS_PRONE,
    MIRROR,
    MIRRORED,
    MONOTONE,
    NOISE,
    NOISY,
    SECTION,
    SHALLOW,
    SIDES,
    higher_p,
)

SIDE = 16  # cells
OBSTACLES = 0.25  # their share of all cells
SIGMA = 2.0  # of the noise, in moves
OTHER = np.uint64(1)  # tells the draw of the goal from that of the obstacles
PLAIN = ("Manhattan", "mirrored")
RAISED = tuple(f"{kind}, monotone" for kind in SIDES)


def distances(area: Grid, goal: int) -> dict[int, int]:
    """The distance to the goal of each cell that can be reached from it, the nearest first."""
    distance = {goal: 0}
    row = [goal]
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
    area = Grid(SIDE, SIDE, draw_obstacles(SIDE * SIDE, OBSTACLES, key), "NESW.")
    by_chance = np.argsort(draws(len(area.free), key ^ OTHER), kind="stable")
    distance = next(
        reached for place in by_chance if len(reached := distances(area, area.free[place])) > len(area.free) / 2
    )
    row = list(distance)
    goal = next(iter(distance))
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
    """The map with the values of this heuristic; `cells` are its nodes' places, the goal first."""
    if heuristic not in PLAIN:
        noisy: Tree = SIDES[heuristic.removesuffix(", monotone")](truth, SIGMA)(tree, 0)  # the map's own keys
        return monotone_map(noisy) if heuristic in RAISED else noisy
    rows, columns = np.divmod(np.array(cells), SIDE)
    straight = abs(rows - rows[0]) + abs(columns - columns[0])
    return tree.opinion(straight if heuristic == "Manhattan" else 2.0 * tree.truth - straight)


def monotone_map(tree: Tree) -> Tree:
    """The estimates raised until no step lowers one by more than it costs: what was paid and what is estimated never
    falls together."""
    static = tree.static.copy()
    parents = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    before = np.zeros_like(static)
    while (static != before).any():
        before = static.copy()
        np.maximum.at(static, tree.child, before[parents] - tree.edge)
    return tree.opinion(static)


@one_by_one([*grid(of=("error",), depth=(SHALLOW, *FAR)), *grid(of=("worse",), depth=FAR)])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Mean decision errors at all depths on one map, then the share of cells that each deeper search decides worse."""
    tree, cells = draw_map(number, seed)
    estimate = opinion_of(tree, cells, setting["heuristic"])
    errors = errors_by_depth(estimate, RULES["minimin"], (SHALLOW, *FAR), len(tree), lambda stage, share: None)
    worse = [float(np.mean(errors[deep][1:] > errors[SHALLOW][1:])) for deep in FAR]
    return [*(float(np.mean(errors[depth][1:], dtype=float)) for depth in (SHALLOW, *FAR)), *worse]


def _map_p(pairs: Iterable[tuple[str, str]]) -> AlwaysBetter:
    return higher_p([({"of": "error", "heuristic": a}, {"of": "error", "heuristic": b}) for a, b in pairs], FAR)


def _spoils_more(one: str, other: str) -> AlwaysBetter:
    return AlwaysBetter(
        tuple((at(heuristic=one, of="worse", depth=d), at(heuristic=other, of="worse", depth=d)) for d in FAR)
    )


def growth(heuristic: str, deep: int) -> Quantity:
    """By how much the mean decision error grows from depth 1 on."""
    return at(heuristic=heuristic, of="error", depth=deep) - at(heuristic=heuristic, of="error", depth=SHALLOW)


LABELS = {"x": "search depth", "y": "mean decision error"}
STUDY = one_figure(
    name="nau/path-finding",
    title="path-finding: optimistic and pessimistic estimates",
    source=SECTION,
    settings=grid(heuristic=(*SIDES, *PLAIN, *RAISED)),
    run=run,
    scales={"quick": 60, "paper": 1000},
    draw=plot("depth", "heuristic", None, LABELS, keep=lambda row: row["of"] == "error"),
    caption="Random maps of 16 by 16 cells, a quarter of them obstacles: minimin with estimates that err to one side.",
    claims=(
        Claim(
            NOISY,
            f"{LESS_PRONE} … in path-finding",
            AllOf((_map_p([("optimistic", "pessimistic")]), _spoils_more(*SIDES))),
            reading=NOISE,
        ),
        Claim(
            MIRRORED,
            f"{LESS_PRONE} … in path-finding",
            AllOf((_spoils_more(*PLAIN), AlwaysBetter(tuple((growth(PLAIN[0], d), growth(PLAIN[1], d)) for d in FAR)))),
            reading=MIRROR,
        ),
        Claim(
            "noise: p(d, 1) is lower with monotone estimates",
            MONOTONE,
            _map_p(zip(SIDES, RAISED)),
            reading=Reading(ReadingKind.CLOSEST, "on maps, with what was paid so far added to the estimate"),
        ),
    ),
    rows=means,
    block=20,
)
