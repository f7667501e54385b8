"""The decision errors of minimax over all positions of a game, at many granularities at once. [Nau2010] section 6"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.checked import parse_depth
from overthink.core.errors import counted, require
from overthink.core.grow import StateSpace
from overthink.core.kinds import Progress, Seed
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.measure.accuracy import right_moves
from overthink.measure.granular_sweep import granular_errors

ONE_PLAYER = "Many granularities at once need two players. Give one granularity for a puzzle."


@dataclass(frozen=True)
class Granularities:
    """The mean decision errors of minimax over all positions with moves."""

    positions: int
    mean_errors: dict[int, dict[int, float]]  # by granularity, then by depth

    def __str__(self) -> str:
        depths = next(iter(self.mean_errors.values()))
        return "\n".join(
            [
                f"{counted(self.positions, 'position')} to decide in, rule minimax; mean decision error at",
                "granularity" + "".join(f"{f'depth {depth}':>10}" for depth in depths),
                *(f"{g:11d}" + "".join(f"{e:10.4f}" for e in row.values()) for g, row in self.mean_errors.items()),
            ]
        )


def by_granularity(
    space: StateSpace,
    evaluate: Evaluator,
    granularities: Sequence[int],
    depths: Iterable[int] = (1, 2, 3, 4, 5),
    *,
    seed: Seed = 0,
    device: str = "cpu",
    progress: Progress | None = None,
) -> Granularities:
    """Search each position of a game by minimax to each depth, with estimates in g equal buckets over their range, for
    each g. With `device="gpu"` a GPU searches, with the same results."""
    wanted = sorted({parse_depth(depth) for depth in depths})
    tell = progress or (lambda stage, share: None)
    require(not (space.tree.mover == space.tree.mover[0]).all(), ONE_PLAYER)
    tell("evaluating positions", 0.0)
    tree = evaluate_space(space, evaluate, seed)
    moves = np.diff(tree.first)[: getattr(space, "whole", len(tree))]
    roots = np.flatnonzero(moves)
    right = right_moves(tree)
    settings = wanted[-1], granularities, float(tree.static.min()), float(tree.static.max())
    tell("searching at every granularity", 0.1)
    if device == "gpu":
        from overthink.gpu.whole_games import Sweeps

        errors = Sweeps(tree, right, roots).errors(tree, *settings)
    else:
        errors = granular_errors(tree, right, roots, *settings)
    rows = {g: {depth: float(column[depth - 1]) for depth in wanted} for g, column in zip(granularities, errors.T)}
    return Granularities(len(roots), rows)
