"""Section 6.2: regularised kalah, decision errors of a deep and a shallow search of random boards.

Eight moves, as many to choose from at each as there are pits, no second move. A node's utility is known by minimax from
the end of the game; the heuristic value is the utility with Gaussian noise that belongs to the position, put into g
buckets of equal width. Utilities, which say what is right, stay exact.

What the text leaves open has a name here:

- `seeds` on a board, dropped one by one into any pit of either side: the text gives no number. The same number for
  every branching factor, so that b alone varies.
- `capture`, "usual" or "none": the text speaks of capturing, and does not list the rule among those it changed.
- `interval` that is cut into buckets: "board", between the lowest and the highest estimate below this board, or "game",
  between all seeds to Min and all to Max, the same for every board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Sample
from overthink.core.grow import StateSpace
from overthink.core.tree import Column
from overthink.evaluate.spoil import noisy, truth
from overthink.games.kalah import Board, Kalah, grown, scatter
from overthink.measure.accuracy import right_moves, share_right
from overthink.search.sweep import move_scores
from overthink.studies.checks import Measured
from overthink.studies.claim import ReadingKind
from overthink.studies.samples import Point, Samples, Setting
from overthink_papers.experiments.granularity import ERRORS, RATIOS, with_ratios
from overthink_papers.experiments.scaffold import own_seed
from overthink_papers.nau.readings import LONG, Line, Pair, SectionReading, degree

SECTION, CONCLUSIONS = "[Nau2010] section 6.2", "[Nau2010] section 7"
SIGMA = 0.9
MOVES = 8
DEEP, SHALLOW = 5, 1
ROOM = 24  # seeds at most
DRAWS = 8  # of noise for each board; its decision errors are their means
INTERVALS = ("board", "game")


@cache
def game_of(pits: int, capture: str) -> Kalah:
    """One game for all numbers of seeds."""
    return Kalah.regularised(pits, -(-ROOM // (2 * pits)), MOVES, capture == "usual")


def random_board(game: Kalah, seeds: int, number: int, seed: int) -> Board:
    """Board `number`: each seed in any pit of either side. The same for every rule of capture."""
    pits = np.zeros(2 * game.pits, np.int64)
    scatter(seed_key("nau/kalah", seed, number), seeds, pits)
    return game.position(pits[: game.pits].tolist(), pits[game.pits :].tolist())


def graph_of(setting: Setting, number: int, seed: int) -> StateSpace:
    """Everything that can come of one board, solved."""
    game = game_of(setting["pits"], setting["capture"])
    return grown(game, random_board(game, setting["seeds"], number, seed))


def points(granularities: tuple[int, ...]) -> list[Point]:
    """What `board_errors` finds, in its order."""
    return [{"interval": i, "depth": d, "g": g} for i in INTERVALS for d in (DEEP, SHALLOW) for g in granularities]


def board_errors(graph: StateSpace, seeds: int, granularities: tuple[int, ...], own: tuple[object, ...]) -> Column:
    """P_err of the deep and the shallow search of one board, for each interval and granularity. eq. 5

    All granularities come of one search: buckets never change an order, so that a bucket of the best is the best of
    the buckets, at every node."""
    tree = graph.tree.crop(DEEP)
    scaled = np.empty((len(INTERVALS), 2, DRAWS, int(tree.first[1])))
    for draw in range(DRAWS):
        view = noisy(truth, SIGMA)(tree, own_seed(*own, draw))
        values = move_scores(view, "minimax", (DEEP, SHALLOW))
        scores = np.array([values[DEEP], values[SHALLOW]])
        low = view.static[1:].min()
        high = view.static[1:].max()
        scaled[0, :, draw] = (scores - low) / (high - low)
        scaled[1, :, draw] = (scores + seeds) / (2 * seeds)
    roots = scaled.size // scaled.shape[-1]
    first = np.arange(0, scaled.size + 1, scaled.shape[-1])
    right = np.tile(right_moves(tree), roots)
    errors, share = np.empty((*scaled.shape[:2], len(granularities))), np.empty(roots)
    for k, g in enumerate(granularities):
        share_right(first, roots, np.clip(np.floor(scaled * g), 0, g - 1).ravel(), right, share)
        errors[..., k] = 1.0 - share.reshape(scaled.shape[:3]).mean(axis=2)
    return errors.ravel()


def errors_of(samples: Samples, average: str = ERRORS, **where: object) -> tuple[Sample, Sample]:
    """Two numbers a board, whose means have p as their ratio: the decision errors of the deep and of the shallow
    search, or the ratio of both, or 0 where it has no value, and whether it has one."""
    errors = samples(depth=DEEP, **where), samples(depth=SHALLOW, **where)
    deep, shallow = errors if average == ERRORS else with_ratios(np.stack(errors))
    return deep, shallow


@dataclass(frozen=True)
class KalahReading(SectionReading):
    """One reading of section 6.2: the rule of capture, the seeds on a board, and what is averaged over boards."""

    capture: str
    seeds: tuple[int, ...]

    @property
    def each(self) -> list[KalahReading]:
        """This reading with one number of seeds."""
        return [replace(self, seeds=(number,)) for number in self.seeds]

    @property
    def words(self) -> str:
        rule = "seeds are captured as usual" if self.capture == "usual" else "nothing is captured"
        means = "p is averaged over the boards on which depth 1 errs"
        *others, last = map(str, self.seeds)
        seeds = f"whatever the number of seeds ({', '.join(others)} and {last})" if others else f"{last} seeds"
        return f"{rule}; {seeds}; {means if self.average == RATIOS else LONG[self.average]}"

    def pair(self, pits: int, g: int) -> Pair:
        """Two numbers a board, whose means have p as their ratio; with the first number of seeds."""
        where = {"capture": self.capture, "seeds": self.seeds[0], "interval": "board", "pits": pits, "g": g}

        def part(which: int) -> Measured:
            return lambda samples: errors_of(samples, self.average, **where)[which]

        return part(0), part(1)

    def p(self, pits: int, g: int) -> Measured:
        """The degree of pathology, p(x, 5, 1)."""
        return degree(*self.pair(pits, g))

    def line(self, pits: int) -> Line:
        """p of every granularity."""
        return {g: self.p(pits, g) for g in GRANULARITIES}


PITS = (4, 5, 6)
GRANULARITIES = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50)
NUMBERS = (4, 8, 24)  # of seeds
WRITTEN = KalahReading(ReadingKind.AS_WRITTEN, RATIOS, "usual", NUMBERS)
OPEN = KalahReading(ReadingKind.OPEN, RATIOS, "usual", NUMBERS[-1:])
CLOSEST = KalahReading(ReadingKind.CLOSEST, ERRORS, "none", (8,))
NO_CAPTURE = KalahReading(ReadingKind.OPEN, ERRORS, "none", NUMBERS[-1:])
BOARDS_SHOWN = "{seeds} seeds, capture: {capture}"  # in a panel
