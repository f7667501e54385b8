"""Figure 11: degree of pathology p(x, 5, 1) against granularity in two chess endgames.

One observation is one draw of noise over all positions: the mean decision errors at depths 1 to 5 and every
granularity. Noise belongs to the position, and is the same at all granularities. How the text is read:

- A move is one player's move: the distance to mate is in plies, and so are σ = 2 and "more than 5 moves away".
- The roots are the positions that White wins, with all men on the board, either side to move. Nothing else has a
  distance to win; where a search meets it, it counts as one ply farther than the longest win, noise included.
- Finished games are worth what they are worth; all other estimates are put into g buckets of equal width from the
  smallest to the largest of them. True distances stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import cache
from itertools import pairwise, permutations

import numpy as np

from overthink.core.estimate import Sample, simultaneous
from overthink.core.randomness import seed_key
from overthink.core.tree import Column, Tree
from overthink.evaluate import noisy, truth
from overthink.measure.decision_error import right_moves
from overthink.measure.granular_sweep import granular_errors
from overthink.measure.paired import difference, ratio
from overthink.report.curves import curves
from overthink.studies.checks import always_better, some_above
from overthink.studies.engine.study import Cell, Claim, Finding, Picture, Point, Row, Samples, Setting, grid, one_figure
from overthink.studies.papers.nau.endgames import ENDGAMES, space_of

Two = tuple[Sample, Sample]
SIGMA, NEAR = 2.0, 5  # plies
GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)
BORDER = 10  # "some pathology can be observed at granularities up to 10"
SMALL, LARGE = ([g for g in GRANULARITIES if (g <= BORDER) == small] for small in (True, False))
PAIRS = ((5, 1), (3, 1), (5, 3), (4, 2))
POINTS: list[Point] = [{"depth": depth, "g": g} for depth in range(1, 6) for g in GRANULARITIES]


@cache
def wins(name: str) -> tuple[Tree, Column, Column, float]:
    """An endgame in which only White's wins count: all positions, which moves are right, the roots, and σ."""
    table, space = space_of(name)
    truth, utility = (
        np.where(np.isnan(worth), worth, np.maximum(worth, 0.0)) for worth in (space.tree.truth, space.tree.utility)
    )
    tree = replace(space.tree, truth=truth, utility=utility)
    far = (truth > 0.0) & (table.plies[space.states.column] > NEAR)
    return tree, right_moves(tree), np.flatnonzero(far[: space.whole]), SIGMA / (table.longest + 1)


def observe(tree: Tree, sigma: float, start: int, stop: int, seed: int, sweep: Callable[..., Column]) -> Cell:
    """Mean decision errors over all roots, for each draw of noise, by what sweeps a tree to some depth."""
    found = []
    for number in range(start, stop):
        seen = noisy(truth, sigma)(tree, int(seed_key("nau/fig11", seed, number)) >> 1)
        estimates = seen.static[np.isnan(tree.utility)]
        found.append(sweep(seen, 5, GRANULARITIES, float(estimates.min()), float(estimates.max())).ravel())
    return POINTS, np.array(found).T


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    tree, right, roots, sigma = wins(setting["endgame"])
    return observe(tree, sigma, start, stop, seed, lambda seen, *given: granular_errors(seen, right, roots, *given))


def together(chosen: Sequence[Setting], start: int, stop: int, seed: int) -> Iterator[tuple[int, Cell]]:
    from overthink.measure.granular_sweep_gpu import Sweeps  # needs a GPU

    for place, setting in enumerate(chosen):
        tree, right, roots, sigma = wins(setting["endgame"])
        yield place, observe(tree, sigma, start, stop, seed, Sweeps(tree, right, roots).errors)


def errors(samples: Samples, name: str, g: int, pair: tuple[int, int] = (5, 1)) -> Two:
    """P_err of the deep and of the shallow search, for each draw."""
    deep, shallow = samples.curve("depth", pair, endgame=name, g=g)
    return deep, shallow


def p(samples: Samples, name: str, g: int) -> Sample:
    """p(x, 5, 1) of each draw."""
    deep, shallow = errors(samples, name, g)
    return deep / shallow


def rows(samples: Samples) -> list[Row]:
    return [
        {"endgame": name, "deep": pair[0], "shallow": pair[1], "g": g, **asdict(ratio(*errors(samples, name, g, pair)))}
        for pair in PAIRS
        for name in ENDGAMES
        for g in GRANULARITIES
    ]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "pair": f"p(x, {row['deep']}, {row['shallow']})"} for row in rows]
    return curves(named, "g", "endgame", "pair", {"x": "granularity g", "y": "degree of pathology"}, level=1.0)


def somewhere(pairs: dict[str, Two]) -> Finding:
    """In one pair at least the first exceeds the second; intervals are widened for the number of pairs."""
    level = simultaneous(len(pairs))
    gaps = {where: difference(*pair, level) for where, pair in pairs.items()}
    where = max(gaps, key=lambda where: gaps[where].low)
    seen = f"clearest at {where}: {pairs[where][0].mean():.3f} against {pairs[where][1].mean():.3f}"
    return some_above(list(gaps.values()), seen)


def depths_matter(samples: Samples) -> Finding:
    """At one granularity up to 10, a pair of depths is pathological and another is not."""
    sides: dict[str, Two] = {}
    for name in ENDGAMES:
        for g in SMALL:
            for one, other in permutations(PAIRS, 2):
                (deep, shallow), (far, near) = errors(samples, name, g, one), errors(samples, name, g, other)
                sides[f"{name}, g = {g}, {one} and {other}"] = (
                    np.minimum(deep - shallow, near - far),
                    np.zeros(len(deep)),
                )
    return somewhere(sides)


def claims_of(name: str) -> tuple[Claim, ...]:
    return (
        Claim(
            f"{name}: from g = {BORDER} on, depth pays more at every step of granularity",
            "for g ≥ 10, an increasing granularity increases the benefit of a deeper search",
            lambda s: always_better([(p(s, name, g), p(s, name, h)) for g, h in pairwise([BORDER, *LARGE])]),
        ),
        Claim(
            f"{name}: depth pays more at g = {LARGE[-1]} than at g = {BORDER}",
            "for g ≥ 10, an increasing granularity increases the benefit of a deeper search",
            lambda s: always_better([(p(s, name, BORDER), p(s, name, LARGE[-1]))]),
        ),
        Claim(
            f"{name}: pathology at some granularity up to {BORDER}",
            "some pathology can be observed at granularities up to 10",
            lambda s: somewhere({f"g = {g}": errors(s, name, g) for g in SMALL}),
        ),
        Claim(
            f"{name}: and at none above",
            "some pathology can be observed at granularities up to 10",
            lambda s: always_better([errors(s, name, g)[::-1] for g in LARGE]),
        ),
    )


def less_pathological(name: str, other: str) -> Claim:
    return Claim(
        f"at some granularity {name} is less pathological than {other}",
        "sometimes KBBK is less pathological than KQKR, and sometimes the reverse",
        lambda s: somewhere({f"g = {g}": (p(s, other, g), p(s, name, g)) for g in GRANULARITIES}),
    )


STUDY = one_figure(
    name="nau/fig11",
    title="two chess endgames: pathology against granularity",
    source="[Nau2010] Figure 11",
    settings=grid(endgame=ENDGAMES),
    run=run,
    scales={"quick": 2, "paper": 30},
    draw=draw,
    caption="Degree of pathology as a function of granularity in KBBK and KQKR chess endgames. Above the dotted line "
    "the deeper search decides worse. Noise of σ = 2 plies on the distance to mate; every position that White wins, "
    "more than 5 plies from mate.",
    claims=(
        *(claim for name in ENDGAMES for claim in claims_of(name)),
        less_pathological("KBBK", "KQKR"),
        less_pathological("KQKR", "KBBK"),
        Claim(
            "at some granularity up to 10, one pair of depths is pathological and another is not",
            "but this depends on the depths of search i and j",
            depths_matter,
        ),
    ),
    rows=rows,
    block=2,
    edition=2,
    together=together,
)
