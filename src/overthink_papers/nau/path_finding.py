"""Section 4.4, path-finding: optimistic and pessimistic estimates of the way to a goal on random maps.

An observation is one map of free cells and obstacles with one goal, and of each search the mean decision error over all
cells from which the goal can be reached. The estimate is the true distance less, or plus, the size of normal noise, the
same for both, as drawn and made monotone; or Manhattan distance, which is optimistic, and its mirror image about the
truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.randomness import seed_key, subkeys
from overthink.core.tree import Tree
from overthink.evaluate import optimistic, pessimistic, truth
from overthink.games.grid import Grid, draws, sampled
from overthink.measure.paired import linearised
from overthink.measure.survey_sweep import errors_by_depth
from overthink.report.curves import curves
from overthink.rules import RULES
from overthink.studies.checks import always_better
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure

SIDE, OBSTACLES, SIGMA = 16, 0.25, 2.0
DEEP, SHALLOW = (3, 5, 7), 1
OTHER = np.uint64(1)  # tells the draw of the goal from that of the obstacles
NOISY, PLAIN = ("optimistic", "pessimistic"), ("Manhattan", "mirrored")
RAISED = tuple(f"{kind}, monotone" for kind in NOISY)
MONOTONE = (
    "Monotonically non-decreasing functions (the heuristic value of a node is not smaller than the heuristic value of "
    "its parent) were also found to be less prone to lookahead pathology"
)
ON_MAPS = Reading(ReadingKind.OPEN, "on maps, with what was paid so far added to the estimate")
MIRROR = Reading(
    ReadingKind.OPEN, "Manhattan distance and its mirror image, which never errs at depth 1, so that p has no value"
)
PRINTED = "Pessimistic functions were found to be less prone to lookahead pathology … in path-finding"


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
        static=np.full(nodes, np.nan),
        error=np.zeros(nodes),
        truth=np.array([distance[cell] for cell in row], float),
        edge=np.ones(sum(widths)),
        key=subkeys(np.array(row, np.uint64), int(key >> np.uint64(1))),
        levels=np.zeros(0, np.int64),
    )
    return tree, row


def opinion_of(tree: Tree, cells: list[int], heuristic: str) -> Tree:
    if heuristic in (*NOISY, *RAISED):
        evaluate = optimistic if heuristic.startswith("optimistic") else pessimistic
        noisy: Tree = evaluate(truth, SIGMA)(tree, 0)  # the map's own keys make the noise
        return monotone(noisy) if heuristic in RAISED else noisy
    rows, columns = np.divmod(np.array(cells), SIDE)
    straight = abs(rows - rows[0]) + abs(columns - columns[0])
    return tree.opinion(straight if heuristic == "Manhattan" else 2.0 * tree.truth - straight)


def monotone(tree: Tree) -> Tree:
    """The estimates raised until no step lowers one by more than it costs: what was paid and what is estimated never
    falls together."""
    static, parents = tree.static.copy(), np.repeat(np.arange(len(tree)), np.diff(tree.first))
    before = np.zeros_like(static)
    while (static != before).any():
        before = static.copy()
        np.maximum.at(static, tree.child, before[parents] - tree.edge)
    return tree.opinion(static)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    columns = []
    for number in range(start, stop):
        tree, cells = draw_map(number, seed)
        estimate = opinion_of(tree, cells, setting["heuristic"])
        errors = errors_by_depth(estimate, RULES["minimin"], (SHALLOW, *DEEP), len(tree), lambda stage, share: None)
        worse = [float(np.mean(errors[deep][1:] > errors[SHALLOW][1:])) for deep in DEEP]
        columns.append([*(float(np.mean(errors[depth][1:], dtype=float)) for depth in (SHALLOW, *DEEP)), *worse])
    points = [{"of": "error", "depth": depth} for depth in (SHALLOW, *DEEP)]
    return [*points, *({"of": "worse", "depth": depth} for depth in DEEP)], np.array(columns).T


def grows_less(pair: tuple[str, str], samples: Samples) -> Evidence:
    """From depth 1 on, the first estimate's mean decision error grows by more, or falls by less, than the second's."""
    changes = [
        [samples(heuristic=h, of="error", depth=deep) - samples(heuristic=h, of="error", depth=SHALLOW) for h in pair]
        for deep in DEEP
    ]
    return always_better(changes)


def lower_p(pairs: Sequence[tuple[str, str]], samples: Samples) -> Evidence:
    """p(d, 1) of the first estimate of each pair exceeds that of the second."""

    def degree(heuristic: str, deep: int) -> Sample:
        far, near = (samples(heuristic=heuristic, of="error", depth=depth) for depth in (deep, SHALLOW))
        return linearised(far, near)

    return always_better([[degree(heuristic, deep) for heuristic in pair] for pair in pairs for deep in DEEP])


def fewer_spoilt(pair: tuple[str, str], samples: Samples) -> Evidence:
    return always_better([[samples(heuristic=h, of="worse", depth=deep) for h in pair] for deep in DEEP])


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "search depth", "y": "mean decision error"}
    return curves([row for row in rows if row["of"] == "error"], "depth", "heuristic", None, labels)


STUDY = one_figure(
    name="nau/path-finding",
    title="path-finding: optimistic and pessimistic estimates",
    source="[Nau2010] section 4.4",
    settings=grid(heuristic=(*NOISY, *PLAIN, *RAISED)),
    run=run,
    scales={"quick": 60, "paper": 1000},
    draw=draw,
    caption="Random maps of 16 by 16 cells, a quarter of them obstacles: minimin with estimates that err to one side.",
    claims=(
        Claim("noise: p(d, 1) is lower with the pessimistic estimate", PRINTED, partial(lower_p, [NOISY])),
        Claim("noise: depth spoils fewer decisions of the pessimistic estimate", PRINTED, partial(fewer_spoilt, NOISY)),
        Claim(
            "depth spoils fewer decisions of Manhattan distance's mirror image than of itself",
            PRINTED,
            partial(fewer_spoilt, PLAIN),
            reading=MIRROR,
        ),
        Claim(
            "the mirror image gains more, or loses less, by depth than Manhattan distance",
            PRINTED,
            partial(grows_less, PLAIN),
            reading=MIRROR,
        ),
        Claim(
            "noise: p(d, 1) is lower with monotone estimates",
            MONOTONE,
            partial(lower_p, tuple(zip(NOISY, RAISED))),
            reading=ON_MAPS,
        ),
    ),
    rows=means,
    block=20,
)
