"""Figure 11: decision errors in two chess endgames where the distance to mate is seen with noise.

One observation is one draw of noise over all positions. Noise belongs to the position, and is the same at all
granularities. Finished games are worth what they are worth; all other estimates are put into g buckets of equal width.
True distances stay as they are. The roots are the positions that White wins, with all pieces on the board. No others
have a distance to win; where a search meets one that Black wins, it counts as one ply farther than the longest win,
noise included.

The text has σ = 2 moves, and roots more than 5 moves from mate. In section 2.1 "the edges are the moves", so a move is
one player's. In chess, a move is often one of both players: then σ is 4 plies and the distance more than 10.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import permutations, product

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.tree import Column, Tree
from overthink.evaluate.spoil import noisy, truth
from overthink.measure.accuracy import right_moves
from overthink.measure.granular_sweep import granular_errors
from overthink.measure.paired import ratio as ratio_of_means
from overthink.studies.checks import AllOf, AlwaysBetter, Computed, Measured, curve
from overthink.studies.claim import ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.endgames import space_of
from overthink_papers.experiments.granularity import ERRORS, RATIOS
from overthink_papers.experiments.scaffold import own_seed, plot
from overthink_papers.nau.endgames import ENDGAMES, SECTION
from overthink_papers.nau.exact_numbers import ratio
from overthink_papers.nau.readings import MEANS, SHOWN_CHANGE, SOUND, Pair, SectionReading, falls, made_up, somewhere

Depths = tuple[int, int]  # the deeper first
DEEP, SHALLOW = 5, 1
PAIRS = ((5, 1), (3, 1), (5, 3), (4, 2))
GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)
POINTS: list[Point] = [
    *({"measure": "errors", "depth": depth, "g": g} for depth in range(1, DEEP + 1) for g in GRANULARITIES),
    *({"measure": measure, "depth": DEEP, "g": g} for measure in ("ratio", "erring") for g in GRANULARITIES),
]


SIGMA = {"plies": 2.0, "moves of both": 4.0}  # of the noise, in plies, by what a move is
NEAR = {"plies": 5, "moves of both": 10}  # plies from mate: roots are farther away


@dataclass(frozen=True)
class Endgame:
    """An endgame as one variant has it: all positions, which moves are right, the roots, and σ."""

    tree: Tree
    right: Column
    roots: Column
    sigma: float


@cache
def endgame_of(name: str, variant: str) -> Endgame:
    """An endgame as this variant reads it."""
    table, space = space_of(name)
    worth, utility = (
        np.where(np.isnan(values), values, np.maximum(values, 0.0)) for values in (space.tree.truth, space.tree.utility)
    )
    tree = replace(space.tree, truth=worth, utility=utility)
    far = (worth > 0.0) & (table.plies[space.states.rows] > NEAR[variant])
    roots = np.flatnonzero(far[: space.whole])
    return Endgame(tree, right_moves(tree), roots, SIGMA[variant] / (table.longest + 1))


def observe(endgame: Endgame, start: int, stop: int, seed: int, sweep: Callable[..., Column]) -> Cell:
    """Mean decision errors over all roots, for each draw of noise, by what sweeps a tree to some depth; and the means
    of ratios of other pairs of depths."""
    errors = []
    others = grid(pair=map(str, PAIRS[1:]), measure=("ratio", "erring"), g=GRANULARITIES)
    for number in range(start, stop):
        view = noisy(truth, endgame.sigma)(endgame.tree, own_seed("nau/fig11", seed, number))
        estimates = view.static[np.isnan(endgame.tree.utility)]
        low, high = float(estimates.min()), float(estimates.max())
        parts = [sweep(view, DEEP, GRANULARITIES, low, high, SHALLOW)]
        parts += [sweep(view, deep, GRANULARITIES, low, high, shallow)[-2:] for deep, shallow in PAIRS[1:]]
        errors.append(np.concatenate(parts).ravel())
    return [*POINTS, *others], np.array(errors).T


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """One draw of noise for each observation, as in POINTS, and the ratios of further pairs of depths."""
    endgame = endgame_of(setting["endgame"], setting["variant"])
    right, roots = endgame.right, endgame.roots
    return observe(endgame, start, stop, seed, lambda view, *given: granular_errors(view, right, roots, *given))


def together(chosen: Sequence[Setting], start: int, stop: int, seed: int) -> Iterator[tuple[int, Cell]]:
    """The same on a GPU, setting by setting."""

    from overthink.gpu.whole_games import Sweeps  # needs a GPU

    for place, setting in enumerate(chosen):
        endgame = endgame_of(setting["endgame"], setting["variant"])
        sweeps = Sweeps(endgame.tree, endgame.right, endgame.roots)
        yield place, observe(endgame, start, stop, seed, sweeps.errors)


BORDER = 10  # "Some pathology can be observed at granularities up to 10"
SMALL, LARGE = ([g for g in GRANULARITIES if (g <= BORDER) == small] for small in (True, False))
UNITS = {
    "plies": "a move is one player's, as section 2.1 has it",
    "moves of both": "a move is one of both players: σ is 4 plies",
}


@dataclass(frozen=True)
class EndgameReading(SectionReading):
    """One reading of section 6.1: what a move is, and what is averaged over positions."""

    variant: str

    @property
    def words(self) -> str:
        return f"{UNITS[self.variant]}; {MEANS[self.average]}"

    @property
    def name(self) -> str:
        return f"{self.variant}, {MEANS[self.average]}"

    def pair(self, name: str, g: int, depths: Depths = (DEEP, SHALLOW)) -> Pair:
        """Two numbers a draw, whose means have p of these depths as their ratio."""
        where = {"endgame": name, "variant": self.variant, "g": g}
        if self.average == ERRORS:
            above, below = curve("depth", depths, measure="errors", **where)
        else:
            at_depths = {"depth": DEEP} if depths == (DEEP, SHALLOW) else {"pair": str(depths)}
            above, below = curve("measure", ("ratio", "erring"), **at_depths, **where)
        return above, below

    def p(self, name: str, g: int) -> Measured:
        """The degree of pathology, p(x, 5, 1), in this endgame."""
        return ratio(*self.pair(name, g))


WRITTEN = EndgameReading(ReadingKind.AS_WRITTEN, RATIOS, "plies")
ERRORS_AVERAGED = EndgameReading(ReadingKind.OPEN, ERRORS, "plies")
BOTH_PLAYERS = EndgameReading(ReadingKind.OPEN, RATIOS, "moves of both")
READINGS = (WRITTEN, ERRORS_AVERAGED, BOTH_PLAYERS, EndgameReading(ReadingKind.OPEN, ERRORS, "moves of both"))


def rows(samples: Samples) -> list[Row]:
    """p of several pairs of depths, as the ratio of mean errors and as the mean of ratios."""
    table: list[Row] = []
    for way, name, g, (deep, shallow) in product(READINGS, ENDGAMES, GRANULARITIES, PAIRS):
        where = {"variant": way.variant, "endgame": name, "g": g, "deep": deep, "shallow": shallow}
        above, below = (each(samples) for each in way.pair(name, g, (deep, shallow)))
        table.append({**where, "average": way.average, **asdict(ratio_of_means(above, below))})
    return table


def both_ways(way: EndgameReading, name: str, g: int, one: Depths, other: Depths) -> Measured:
    """How far one pair of depths is pathological and the other is not: the smaller of both margins, for each draw."""
    (deep, shallow), (far, near) = (way.pair(name, g, depths) for depths in (one, other))

    def margin(samples: Samples) -> Sample:
        least: Sample = np.minimum(deep(samples) - shallow(samples), near(samples) - far(samples))
        return least

    return margin


def _nothing(samples: Samples) -> Sample:
    return 0.0 * samples(endgame=ENDGAMES[0], variant="plies", measure="errors", depth=DEEP, g=GRANULARITIES[0])


def _depths_matter(way: EndgameReading) -> Computed:
    pairs = {
        f"{name}, g = {g}, {one} and {other}": (both_ways(way, name, g, one, other), _nothing)
        for name in ENDGAMES
        for g in SMALL
        for one, other in permutations(PAIRS, 2)
    }
    return somewhere(pairs, made_up(lambda at: 0.8 if "pair" in at else 1.2))


def _up_to_ten(way: EndgameReading) -> Computed:
    some = somewhere({f"{name}, g = {g}": way.pair(name, g) for name in ENDGAMES for g in SMALL})
    above = (way.pair(name, g) for name in ENDGAMES for g in LARGE)
    check = AllOf((some, AlwaysBetter(tuple((shallow, deep) for deep, shallow in above))))
    return Computed(check.judge, "only up to g = 10", made_up(lambda at: 1.2 if at["g"] <= BORDER else 0.8), SOUND)


def _pays_more(way: EndgameReading) -> AllOf:
    return AllOf(tuple(falls([way.p(name, g) for g in (BORDER, *LARGE)]) for name in ENDGAMES))


def _less_pathological(way: EndgameReading, name: str, other: str) -> Computed:
    return somewhere({f"g = {g}": (way.p(other, g), way.p(name, g)) for g in GRANULARITIES})


def _every_pair(way: EndgameReading) -> dict[str, Pair]:
    return {f"{name}, g = {g}": way.pair(name, g) for name in ENDGAMES for g in GRANULARITIES}


BENEFIT = (
    f"from g = {BORDER} on, depth pays more with granularity, in both endgames",
    "For g ≥ 10, an increasing granularity increases the benefit of a deeper search",
)
SOME = (
    f"pathology at some granularity up to {BORDER} of either endgame, and at none above",
    "Some pathology can be observed at granularities up to 10",
)
MATTERS = (
    "at some granularity up to 10, one pair of depths is pathological and another is not",
    "this depends on the depths of search i and j used to measure the degree of pathology",
)
ANYWHERE = "pathology at some granularity of either endgame"
STUDY = one_figure(
    name="nau/fig11",
    title="two chess endgames: pathology against granularity",
    source=SECTION,
    settings=grid(endgame=ENDGAMES, variant=tuple(UNITS)),
    run=run,
    scales={"quick": 2, "paper": 30},
    draw=plot(
        "g",
        "endgame",
        "p(x, {deep}, {shallow}), {average} averaged",
        {"x": "granularity g", "y": "degree of pathology"},
        keep=lambda row: row["variant"] == "plies",
        level=1.0,
    ),
    caption="Degree of pathology as a function of granularity in KBBK and KQKR chess endgames. Above the dotted line "
    "the deeper search decides worse. Noise of σ = 2 plies on the distance to mate; every position that White wins, "
    "more than 5 plies from mate.",
    claims=(
        *(way.claim(*BENEFIT, _pays_more(way), tolerance=SHOWN_CHANGE) for way in (WRITTEN, ERRORS_AVERAGED)),
        *(way.claim(*SOME, _up_to_ten(way)) for way in (WRITTEN, ERRORS_AVERAGED)),
        *(way.claim(*MATTERS, _depths_matter(way)) for way in (WRITTEN, BOTH_PLAYERS)),
        *(way.claim_somewhere(ANYWHERE, _every_pair(way)) for way in (WRITTEN, BOTH_PLAYERS)),
        WRITTEN.claim(
            "at some granularity KBBK is less pathological than KQKR, and at another KQKR than KBBK",
            "sometimes KBBK is less pathological than KQKR, and sometimes the reverse",
            Computed(
                AllOf((_less_pathological(WRITTEN, *ENDGAMES), _less_pathological(WRITTEN, *ENDGAMES[::-1]))).judge,
                "sometimes one, sometimes the other",
                made_up(lambda at: 0.9 if (at["endgame"] == "KBBK") == (at["g"] < BORDER) else 1.1),
                made_up(lambda at: 0.9 if at["endgame"] == "KBBK" else 1.1),
            ),
        ),
        WRITTEN.claim_mostly(
            "at most granularities of both endgames there is no pathology",
            [{g: WRITTEN.p(name, g) for g in GRANULARITIES} for name in ENDGAMES],
        ),
    ),
    rows=rows,
    block=2,
    edition=4,
    together=together,
)
