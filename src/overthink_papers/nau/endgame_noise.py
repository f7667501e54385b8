"""What Figure 11 and its variants share: decision errors in chess endgames whose distance to mate is seen with noise.

One observation is one draw of noise over all positions. Noise belongs to the position, and is the same at all
granularities. Finished games are worth what they are worth; all other estimates are put into g buckets of equal width.
True distances stay as they are. A variant says how the text is read:

- `sigma` and `near`: the noise, and how near to mate a position may be, both in plies. Section 2.1 has "the edges are
  the moves", so a move is one player's: σ = 2 and "more than 5 moves away" are in plies. In chess, a move is often one
  of both players: then σ is 4 plies and the distance more than 10.
- `losses`: the roots are the positions that White wins, with all men on the board. Nothing else has a distance to win;
  where a search meets it, it counts as one ply farther than the longest win, noise included. Or positions that Black
  wins keep their own distance, below the draws.
- `interval`: buckets cover all estimates, or the true distances only.
- `side`: roots with either side to move, or with one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from overthink.core.randomness import seed_key
from overthink.core.tree import Column, Tree
from overthink.evaluate import noisy, truth
from overthink.measure.decision_error import right_moves
from overthink.measure.granular_sweep import granular_errors
from overthink.studies.samples import Cell, Point, Setting, grid
from overthink_papers.nau.endgames import space_of

Pair = tuple[int, int]  # of depths, the deeper first
DEEP, SHALLOW = 5, 1
GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)
POINTS: list[Point] = [
    *({"measure": "errors", "depth": depth, "g": g} for depth in range(1, DEEP + 1) for g in GRANULARITIES),
    *({"measure": measure, "depth": DEEP, "g": g} for measure in ("ratio", "erring") for g in GRANULARITIES),
]


@dataclass(frozen=True)
class Variant:
    """One way to read the text."""

    sigma: float = 2.0
    near: int = 5
    losses: bool = False
    interval: str = "estimates"
    side: int = 0


VARIANTS = {
    "plies": Variant(),
    "moves of both": Variant(sigma=4.0, near=10),
    "more than 10 plies": Variant(near=10),
    "losses count": Variant(losses=True),
    "true distances": Variant(interval="distances"),
    "White to move": Variant(side=1),
    "Black to move": Variant(side=-1),
}


@dataclass(frozen=True)
class Endgame:
    """An endgame as one variant has it: all positions, which moves are right, the roots, σ, and the true distances
    between which buckets lie, if not between the estimates."""

    tree: Tree
    right: Column
    roots: Column
    sigma: float
    ends: tuple[float, float] | None


@cache
def endgame_of(name: str, variant: str) -> Endgame:
    table, space = space_of(name)
    way, lowest = VARIANTS[variant], -np.inf if VARIANTS[variant].losses else 0.0
    worth, utility = (
        np.where(np.isnan(values), values, np.maximum(values, lowest))
        for values in (space.tree.truth, space.tree.utility)
    )
    tree = replace(space.tree, truth=worth, utility=utility)
    far = (worth > 0.0) & (table.plies[space.states.column] > way.near)
    if way.side:
        far &= tree.mover == way.side
    running = worth[np.isnan(utility)]
    ends = (float(running.min()), float(running.max())) if way.interval == "distances" else None
    roots = np.flatnonzero(far[: space.whole])
    return Endgame(tree, right_moves(tree), roots, way.sigma / (table.longest + 1), ends)


def observe(
    endgame: Endgame, start: int, stop: int, seed: int, sweep: Callable[..., Column], pairs: Sequence[Pair]
) -> Cell:
    """Mean decision errors over all roots, for each draw of noise, by what sweeps a tree to some depth; and the means
    of ratios of other pairs of depths."""
    errors, others = [], grid(pair=map(str, pairs), measure=("ratio", "erring"), g=GRANULARITIES)
    for number in range(start, stop):
        view = noisy(truth, endgame.sigma)(endgame.tree, int(seed_key("nau/fig11", seed, number)) >> 1)
        estimates = view.static[np.isnan(endgame.tree.utility)]
        low, high = endgame.ends or (float(estimates.min()), float(estimates.max()))
        parts = [sweep(view, DEEP, GRANULARITIES, low, high, SHALLOW)]
        parts += [sweep(view, deep, GRANULARITIES, low, high, shallow)[-2:] for deep, shallow in pairs]
        errors.append(np.concatenate(parts).ravel())
    return [*POINTS, *others], np.array(errors).T


def run(setting: Setting, start: int, stop: int, seed: int, pairs: Sequence[Pair] = ()) -> Cell:
    endgame = endgame_of(setting["endgame"], setting["variant"])
    right, roots = endgame.right, endgame.roots
    return observe(endgame, start, stop, seed, lambda view, *given: granular_errors(view, right, roots, *given), pairs)


def together(
    chosen: Sequence[Setting], start: int, stop: int, seed: int, pairs: Sequence[Pair] = ()
) -> Iterator[tuple[int, Cell]]:
    from overthink.measure.granular_sweep_gpu import Sweeps  # needs a GPU

    for place, setting in enumerate(chosen):
        endgame = endgame_of(setting["endgame"], setting["variant"])
        sweeps = Sweeps(endgame.tree, endgame.right, endgame.roots)
        yield place, observe(endgame, start, stop, seed, sweeps.errors, pairs)
