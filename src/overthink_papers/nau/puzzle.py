"""Section 6.3: the 8-puzzle.

`nau/puzzle`: in every position, is a search to depth 5 better than one to depth 1, worse, or neither? Manhattan
distance, minimin that may step back, ties by eq. 4. "To arrange the tiles sequentially" leaves the empty square of the
goal in a corner. With that reading the printed percentages come out to the digit; with the empty square in the middle
they do not. `nau/puzzle-factors`: branching and clustering factor over all positions.

`nau/fig14`: degree of pathology p(x, 5, 1) against granularity, for two heuristic functions. One observation is one
draw of noise over all positions: the mean decision errors at both depths, the mean of their ratios over positions, and
the share of positions that have a ratio. Noise belongs to the position, "as described earlier": σ = 2 as in the chess
endgames, or .9 as in kalah. Buckets are of equal width over the interval in which the estimates lie; true distances
stay as they are. Manhattan distance has no noise, so that every observation of it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache, partial
from itertools import pairwise, product

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, Sample
from overthink.core.grow import StateSpace
from overthink.core.tree import Column, Tree
from overthink.evaluate.games import manhattan
from overthink.evaluate.spoil import granular, noisy, truth
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.measure.accuracy import branching_factor, clustering_factor, p_opt, p_opt_by_depth, right_moves
from overthink.measure.paired import ratio as ratio_of_means
from overthink.report.charts import bars, dots
from overthink.rules import RULES
from overthink.search.sweep import move_scores
from overthink.studies.checks import FLAT, AllOf, AlwaysBetter, Computed, curve, near, settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import AVERAGES, ERRORS, RATIOS, with_ratios
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.exact import exact_row, exceed, gap, in_print, known, ratio, repeat_numbers
from overthink_papers.nau.readings import (
    ABSTRACT,
    ALL_GAMES,
    EVERY,
    INTRODUCTION,
    MEANS,
    MOSTLY,
    SHOWN_CHANGE,
    Line,
    Pair,
    at_most_granularities,
    falls,
    mean_factor,
    somewhere,
)

POSITIONS = 181_439  # all that can be reached but the goal, where there is nothing to decide
GOALS = {"corner": None, "middle": (1, 2, 3, 8, 0, 4, 7, 6, 5)}
SECTION = "[Nau2010] section 6.3"
IN_PRINT = "half of the last published digit"


@cache
def puzzle_space(goal: str) -> StateSpace:
    """All positions with their true distance, by where the empty square of the goal is."""
    return SlidingPuzzle(goal=GOALS[goal]).state_space()


@cache
def by_manhattan(goal: str) -> Tree:
    return puzzle_space(goal).seen_by(manhattan(puzzle_space(goal).game))


PAIRS = ((5, 1), (3, 1), (7, 1), (6, 2))
PRINTED = {
    "better": (31.0, "in 31.0% of positions a search to depth 5 gives better decisions than a search to depth 1"),
    "worse": (19.7, "in 19.7% depth 1 is preferable"),
    "equal": (49.3, "in 49.3% it does not matter"),
}
THREE_DIGITS = 0.0005
HALF = 0.5  # of positions: an advantage in more would be overwhelming
CORNER = Reading(words="the empty square of the goal is in a corner")
MIDDLE = Reading(ReadingKind.OPEN, "the empty square of the goal is in the middle")


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Positions start … stop - 1 of a random order: 1 for the outcome that is theirs, 0 for the other two."""
    tree = by_manhattan(setting["goal"])
    scores, right = move_scores(tree, RULES["minimin"], (setting["deep"], setting["shallow"])), right_moves(tree)
    deep, shallow = (p_opt(tree, scores[setting[which]], right)[1:] for which in ("deep", "shallow"))
    order = np.argsort(tree.key[1:] ^ seed_key("nau/puzzle", seed), kind="stable")[start:stop]
    outcomes = {"better": deep > shallow, "worse": deep < shallow, "equal": deep == shallow}
    return [{"outcome": name} for name in outcomes], np.array([sample[order] for sample in outcomes.values()], float)


def share(sample: Column) -> Estimate:
    """With all positions seen, there is nothing left to be unsure of."""
    return Estimate.exactly(float(sample.mean()), len(sample)) if len(sample) == POSITIONS else Estimate.share(sample)


def rows(samples: Samples) -> list[Row]:
    return [{**point, **asdict(share(sample))} for point, sample in samples.entries]


def share_of(samples: Samples, outcome: str, goal: str = "corner", deep: int = 5, shallow: int = 1) -> Estimate:
    return share(samples(outcome=outcome, goal=goal, deep=deep, shallow=shallow))


def share_in_print(outcome: str, goal: str) -> Computed:
    number = PRINTED[outcome][0] / 100

    def every_position(mean: float) -> Samples:
        point = {"outcome": outcome, "goal": goal, "deep": 5, "shallow": 1}
        return Samples([(point, np.broadcast_to(np.float64(mean), POSITIONS))])

    return Computed(
        lambda samples: near(share_of(samples, outcome, goal), number, THREE_DIGITS),
        f"{outcome} in {number:.1%}",
        every_position(number),
        every_position(number + 2 * THREE_DIGITS),
    )


def share_claim(outcome: str, goal: str, reading: Reading) -> Claim:
    number, printed = PRINTED[outcome]
    says = {"better": "decides better than", "worse": "decides worse than", "equal": "decides as well as"}[outcome]
    words = f"goal {goal}: a search to depth 5 {says} one to depth 1 in {number}% of positions"
    return Claim(words, printed, share_in_print(outcome, goal), "", reading, IN_PRINT)


def different(samples: Samples) -> Evidence:
    gaps = [
        max(abs(share_of(samples, o, "corner", *pair).mean - number / 100) for o, (number, _) in PRINTED.items())
        for pair in PAIRS[1:]
    ]
    shown = " ".join(f"{gap:.3f}" for gap in gaps)
    words = f"largest differences {shown}, wanted above {THREE_DIGITS:g}"
    return settled(min(gaps) > THREE_DIGITS, min(gaps), words, POSITIONS, min(gaps) - THREE_DIGITS)


def some_worse(samples: Samples) -> Evidence:
    worse = share_of(samples, "worse")
    return settled(worse.mean > 0.0, worse.mean, f"{worse.mean:.3f} of positions", worse.n, worse.mean)


def not_overwhelming(samples: Samples) -> Evidence:
    shares = [share_of(samples, "better", "corner", *pair).mean for pair in PAIRS]
    words = f"better in {' '.join(f'{each:.3f}' for each in shares)} of positions"
    return settled(max(shares) < HALF, max(shares), words, POSITIONS, HALF - max(shares))


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "pair": f"depth {row['deep']} against {row['shallow']}, goal {row['goal']}"} for row in rows]
    return bars(named, "pair", "outcome", "share of positions")


PUZZLE = one_figure(
    name="nau/puzzle",
    title="the 8-puzzle: where depth helps, hurts or does not matter",
    source=SECTION,
    settings=(
        *({"goal": "corner", "deep": deep, "shallow": shallow} for deep, shallow in PAIRS),
        {"goal": "middle", "deep": 5, "shallow": 1},
    ),
    run=run,
    scales={"quick": POSITIONS, "paper": POSITIONS},
    draw=draw,
    caption="Every position of the 8-puzzle, Manhattan distance: shares of positions in which the deeper search "
    "decides better, worse, or as well as the shallower.",
    claims=(
        *(share_claim(outcome, "corner", CORNER) for outcome in PRINTED),
        *(share_claim(outcome, "middle", MIDDLE) for outcome in PRINTED),
        Claim(
            "in some positions depth 5 decides worse than depth 1",
            ALL_GAMES,
            Computed(some_worse, "some positions", fails=lambda point: 0.0),
            ABSTRACT,
            CORNER,
        ),
        Claim(
            "(3, 1), (7, 1) and (6, 2) each have other percentages than (5, 1)",
            "Other pairs of depths give different percentages",
            Computed(
                different,
                "other percentages",
                lambda p: PRINTED[p["outcome"]][0] / 100 + 0.1,
                lambda p: PRINTED[p["outcome"]][0] / 100,
            ),
            reading=CORNER,
        ),
        Claim(
            "with every pair of depths, the deeper search decides better in fewer than half of the positions",
            "the observation that the advantage of a deeper search is not overwhelming is true quite generally in the "
            "8-puzzle",
            Computed(not_overwhelming, "better in fewer than half"),
            reading=CORNER,
            tolerance="overwhelming: in half of the positions or more",
        ),
    ),
    rows=rows,
    block=POSITIONS,
    population=POSITIONS,
)

# Branching and clustering factor

B, F, BY_POSITION, REST = "b", "f", "f, averaged over positions", "1 - f"
FACTORS = {B: (2.67, "On average, b = 2.67"), **dict.fromkeys((F, BY_POSITION, REST), (0.73, "f = 0.73"))}
FACTOR_READINGS = {
    B: Reading(),
    F: Reading(words="siblings' deviation over that of all positions"),
    BY_POSITION: Reading(ReadingKind.OPEN, "the ratio of each position, averaged over positions"),
    REST: Reading(ReadingKind.CLOSEST, "one minus the ratio that the text defines"),
}
TWO_DIGITS = 0.005


def run_factors(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    tree = puzzle_space(setting["goal"]).tree
    f = clustering_factor(tree)
    averaged = mean_factor(tree, np.ones(len(tree), np.bool_))
    return repeat_numbers({B: branching_factor(tree), F: f, BY_POSITION: averaged, REST: 1.0 - f}, stop - start)


def factor_claim(measure: str) -> Claim:
    number, printed = FACTORS[measure]
    check = in_print({"goal": "corner", "measure": measure}, number, TWO_DIGITS, POSITIONS)
    return Claim(f"{measure} is {number:g}", printed, check, "", FACTOR_READINGS[measure], IN_PRINT)


def draw_factors(samples: Samples, rows: list[Row]) -> Picture:
    printed = [exact_row(x, goal="published", measure=measure) for measure, (x, _) in FACTORS.items()]
    named = [{**row, "goal": f"empty square in the {row['goal']}"} for row in rows]
    return dots([*named, *printed], "measure", "goal", {"x": "average branching factor b, and clustering factor"})


PUZZLE_FACTORS = one_figure(
    name="nau/puzzle-factors",
    title="branching and clustering factor of the 8-puzzle",
    source="[Nau2010] Figure 14",
    settings=grid(goal=tuple(GOALS)),
    run=run_factors,
    scales={"quick": 2, "paper": 2},
    draw=draw_factors,
    caption="Moves a position, and siblings' standard deviation over that of all positions, low where siblings are "
    "alike, by where the empty square of the goal is. Published: b = 2.67 and f = .73.",
    claims=tuple(map(factor_claim, FACTORS)),
    rows=partial(known, n=lambda point: POSITIONS),
    across="measure",
    edition=2,
)

# Figure 14

SIGMAS = {"noise": 2.0, "noise 0.9": 0.9}  # moves
MANHATTAN = "manhattan"
GRANULARITIES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
SMALL, LARGE = ([g for g in GRANULARITIES if (g < 20) == small] for small in (True, False))
DEEP, SHALLOW = 5, 1


@one_by_one(grid(measure=("deep", "shallow", "ratio", "erring")))
def run_noise(setting: Setting, number: int, seed: int) -> Sample:
    sigma, own = SIGMAS.get(setting["heuristic"]), int(seed_key("nau/fig14", seed, number)) >> 1
    view = noisy(truth, sigma)(puzzle_space("corner").tree, own) if sigma else by_manhattan("corner")
    low, high = float(view.static.min()), float(view.static.max())
    bucketed = granular(lambda same, seed: view, setting["g"], low, high)(view, own)
    right = p_opt_by_depth(bucketed, "minimin", (DEEP, SHALLOW))
    errors = np.stack([1.0 - right[depth][1:] for depth in (DEEP, SHALLOW)])
    means: Sample = np.concatenate([errors, with_ratios(errors)]).mean(axis=1)
    return means


def noise_rows(samples: Samples) -> list[Row]:
    table: list[Row] = []
    for average, place in product(AVERAGES, grid(heuristic=(*SIGMAS, MANHATTAN), g=GRANULARITIES)):
        above, below = samples.curve("measure", AVERAGES[average], **place)
        table.append({"average": average, **place, **asdict(ratio_of_means(above, below))})
    return table


def pairs_of(average: str, heuristic: str, grains: Sequence[int] = GRANULARITIES) -> list[Pair]:
    lines = (curve("measure", AVERAGES[average], heuristic=heuristic, g=g) for g in grains)
    return [(deep, shallow) for deep, shallow in lines]


def benefit(average: str) -> AllOf:
    noise, manhattan = ([ratio(*pair) for pair in pairs_of(average, h)] for h in ("noise", MANHATTAN))
    return AllOf(
        (
            falls(noise),
            exceed((gap(manhattan[0], manhattan[-1]),)),
            exceed(tuple(gap(a, b) for a, b in pairwise(manhattan)), -FLAT),
        )
    )


def benefit_at_last(average: str) -> AllOf:
    noise, manhattan = ([ratio(*pair) for pair in pairs_of(average, h)] for h in ("noise", MANHATTAN))
    return AllOf((AlwaysBetter(((noise[0], noise[-1]),)), exceed((gap(manhattan[0], manhattan[-1]),))))


def only_small(average: str) -> AllOf:
    small = {f"g = {g}": pair for g, pair in zip(SMALL, pairs_of(average, "noise", SMALL))}
    large = tuple((shallow, deep) for deep, shallow in pairs_of(average, "noise", LARGE))
    return AllOf((somewhere(small), AlwaysBetter(large)))


def by_granularity(heuristic: str) -> Line:
    return {g: ratio(*pair) for g, pair in zip(GRANULARITIES, pairs_of(RATIOS, heuristic))}


def noise_reading(average: str, kind: ReadingKind) -> Reading:
    return Reading(kind, f"σ = {SIGMAS['noise']:g} moves; {MEANS[average]}")


WRITTEN = noise_reading(RATIOS, ReadingKind.AS_WRITTEN)
BOTH = "Both functions exhibit an increased benefit of a deeper search with increasing granularity"
ONLY = "on average the 8-puzzle is pathological only at small granularities"
ONLY_SMALL = f"with noise the puzzle is pathological at some granularity below {LARGE[0]}, and not from there on"
LABELS = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)", MANHATTAN: "Manhattan distance"}
LABELS |= {name: f"distance with noise, σ = {sigma:g}" for name, sigma in SIGMAS.items()}
FIG14 = one_figure(
    name="nau/fig14",
    title="the 8-puzzle: pathology against granularity",
    source=SECTION,
    settings=grid(heuristic=(*SIGMAS, MANHATTAN), g=GRANULARITIES),
    run=run_noise,
    scales={"quick": 3, "paper": 30},
    draw=plot("g", "heuristic", "{average} averaged", LABELS, level=1.0),
    caption="Above the dotted line depth 5 decides worse than depth 1. On the left p is the ratio of both mean errors, "
    "on the right the mean of the ratios of those positions in which depth 1 errs.",
    claims=(
        Claim(
            f"noise and Manhattan distance: depth pays more at g = {LARGE[-1]} than at g = {SMALL[0]}, and no step of "
            "granularity makes it pay less",
            BOTH,
            benefit(RATIOS),
            reading=WRITTEN,
            tolerance=SHOWN_CHANGE,
        ),
        Claim(
            f"noise and Manhattan distance: depth pays more at g = {LARGE[-1]} than at g = {SMALL[0]}",
            BOTH,
            benefit_at_last(RATIOS),
            reading=Reading(ReadingKind.CLOSEST, f"{WRITTEN.words}; only the ends are compared"),
        ),
        Claim(f"{ONLY_SMALL}; p averaged", ONLY, only_small(RATIOS), "", WRITTEN, f"small: below g = {LARGE[0]}"),
        Claim(
            f"{ONLY_SMALL}; errors averaged",
            ONLY,
            only_small(ERRORS),
            "",
            noise_reading(ERRORS, ReadingKind.OPEN),
            f"small: below g = {LARGE[0]}",
        ),
        Claim(
            "with Manhattan distance it is pathological at no granularity",
            "only if the Gaussian-noise evaluation function is used",
            exceed(tuple(gap(shallow, deep) for deep, shallow in pairs_of(RATIOS, MANHATTAN))),
            reading=WRITTEN,
        ),
        Claim(
            "at most granularities of both functions there is no pathology",
            MOSTLY,
            at_most_granularities([by_granularity("noise"), by_granularity(MANHATTAN)], False),
            INTRODUCTION,
            WRITTEN,
            EVERY,
        ),
    ),
    rows=noise_rows,
    block=1,
    edition=2,
)
