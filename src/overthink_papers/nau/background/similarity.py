"""Section 3.3, and what sections 1 to 3.1 say of Pearl's game: local similarity.

`nau/background-similarity`: four ways in which local similarity was introduced, each with it and without; exact. Beal:
nodes whose successors all have the same utility. Nau: Pearl's game with +1 or -1 on every edge. Luštrek: normal numbers
on the edges. Scheucher and Kaindl: heuristic values that change by a little with every move. `nau/background-pearl`:
Pearl's game with the evaluator that counts squares, by branching factor and depth; exact.

`nau/background-trees`: drawn trees of the two-player top-down model, in which Max chooses between two moves; the better
one is a, the other b.

The clustering factor f is low where siblings are alike: the standard deviation of siblings' utilities over that of the
utilities throughout the tree. `nau/similarity`: f of the models' trees, against their local similarity s. An
observation is one tree, with utilities in so many buckets that they are as good as real. `nau/background-clustering`:
f of real games and of Pearl's game. An observation is a batch of boards of Pearl's game, or one board of kalah with all
that can come of it. The 8-puzzle is one and the same in every observation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.core.tree import Tree
from overthink.measure.accuracy import clustering_factor, p_opt, right_moves
from overthink.measure.paired import difference
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import SIMILARITIES as STEPS
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.report.charts import curves, dots
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import (
    GENERAL,
    Above,
    AllOf,
    AlwaysBetter,
    Computed,
    Exactly,
    Measured,
    at,
    curve,
    mostly_above,
    settled,
)
from overthink.studies.claim import AS_WRITTEN, NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import EdgeSums, ExactBoards, ExactTree, Material, WinLoss, graded
from overthink_papers.nau.exact import (
    PARITY,
    Numbers,
    at_most,
    evaluate,
    exact_evidence,
    exact_row,
    exact_study,
    exceed,
    ratio,
)
from overthink_papers.nau.kalah import graph_of
from overthink_papers.nau.puzzle import puzzle_space

DEPTHS = tuple(range(1, 7))
BRANCHING = (2, 3, 5)
ERROR = 0.1
PRINTED = "All of the above types of local similarity resulted in the elimination of lookahead pathology"
ALIKE = (0.0, 0.3, 0.6, 0.9)  # shares of nodes
HEIGHTS = {2: 10, 3: 8, 5: 6}  # of boards


MODELS: Mapping[str, Callable[[int], ExactTree]] = {
    **{f"Beal, {share:g} alike": partial(WinLoss, opinions=graded(ERROR), alike=share) for share in ALIKE},
    "Pearl, squares counted": lambda b: ExactBoards(b, HEIGHTS[b]),
    "Nau, squares counted": lambda b: ExactBoards(b, HEIGHTS[b], incremental=True),
    "Nau, independent errors": lambda b: ExactBoards(b, HEIGHTS[b], incremental=True, error=ERROR),
    "independent sums": lambda b: EdgeSums(b, height=8, similar=False),
    "Luštrek": lambda b: EdgeSums(b, height=8),
    "Scheucher and Kaindl": lambda b: Material(b),
}
SIMILAR = ("Nau, squares counted", "Luštrek", "Scheucher and Kaindl")
WITHOUT = ("Beal, 0 alike", "Pearl, squares counted", "independent sums")


def measure(setting: Setting) -> Numbers:
    tree = MODELS[setting["model"]](setting["b"])
    for depth in depths(setting["model"], setting["b"]):
        yield {"depth": depth}, tree.decision_error(depth)


def depths(model: str, b: int) -> Sequence[int]:
    """Those that see neither the end of a board nor the moves before it."""
    return DEPTHS[: HEIGHTS[b] - 2] if model.startswith(("Nau", "Pearl")) else DEPTHS


def degrees(models: Sequence[str], plies: int = 2) -> tuple[Measured, ...]:
    """p(d + 2, d), or of depths that are this many plies apart."""
    lines = [curve("depth", depths(model, b), model=model, b=b) for model in models for b in BRANCHING]
    return tuple(ratio(deep, shallow) for line in lines for shallow, deep in zip(line, line[plies:]))


def eliminates(samples: Samples, plies: int) -> Evidence:
    beals = {share: max(evaluate(degrees([f"Beal, {share:g} alike"], plies), samples)) for share in ALIKE}
    shares = "; ".join(f"share {share:g}: {p:.2f}" for share, p in beals.items())
    others = [max(evaluate(degrees([model], plies), samples)) for model in SIMILAR]
    largest = max(min(beals.values()), *others)
    words = f"largest p(d + {plies}, d), Beal, {shares}; others {' '.join(f'{p:.2f}' for p in others)}"
    return exact_evidence([1.0 - p for p in (min(beals.values()), *others)], largest, words)


def fall(point: Point) -> float:
    return float(1.0 / point["depth"])


def over_first(rows: list[Row], *same: str) -> list[Row]:
    """p(d, 1): each number over that of depth 1 with the same values in these columns."""
    first = {tuple(row[name] for name in same): row["mean"] for row in rows if row["depth"] == 1}
    return [{**row, **exact_row(row["mean"] / first[tuple(row[name] for name in same)])} for row in rows]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "search depth d", "y": "degree of pathology p(d, 1)"}
    return curves(over_first(rows, "model", "b"), "depth", "model", "b", labels, "b = ", level=1.0, log=True)


SIMILARITY = exact_study(
    name="nau/background-similarity",
    title="four kinds of local similarity",
    source="[Nau2010] section 3.3",
    settings=grid(model=tuple(MODELS), b=BRANCHING),
    measure=measure,
    draw=draw,
    caption="How much worse depth d decides than depth 1, exact, with local similarity and without it.",
    claims=(
        *(
            Claim(
                "Beal (with enough nodes alike), Nau, Luštrek, Scheucher and Kaindl: no depth decides worse than one "
                f"of {less} less",
                PRINTED,
                Computed(partial(eliminates, plies=plies), f"no depth decides worse than one of {less}", begin=fall),
                reading=reading,
            )
            for plies, less, reading in ((1, "a ply", AS_WRITTEN), (2, "two plies", PARITY))
        ),
        Claim(
            "Beal, 0.3 alike: no depth decides worse than one of two plies less",
            PRINTED,
            at_most(degrees(["Beal, 0.3 alike"]), 1.0, fall),
            reading=Reading(ReadingKind.OPEN, f"a share of .3 of the nodes; {PARITY.words}"),
        ),
        Claim(
            "Nau, independent errors: no depth decides worse than one of two plies less",
            PRINTED,
            at_most(degrees(["Nau, independent errors"]), 1.0, fall),
            reading=Reading(ReadingKind.OPEN, f"an error of its own at every node, not squares; {PARITY.words}"),
        ),
        Claim(
            f"without similarity ({'; '.join(WITHOUT)}) every depth decides worse than one of two plies less",
            NOT_IN_PRINT,
            exceed(degrees(WITHOUT), 1.0, lambda p: 1.0 + p["depth"]),
        ),
    ),
)

# Pearl's game

SIZES = (2, 3, 4, 5, 6, 8)  # branching factors
LOW, TALL = (4, 5, 6), {2: 12, 3: 8, 4: 7}  # heights; one large board of each of some branching factors
NEAR_THE_END = 2  # depths that reach terminal nodes or their parents
FOOTNOTE = (
    "p(x, i, j) > 1 for all x such that a depth-i search reaches neither the terminal nodes (all of which are at the "
    "same depth) nor their parents"
)
BOARDS: tuple[Setting, ...] = tuple(
    {"b": b, "height": height} for b in SIZES for height in (*LOW, *((TALL[b],) if b in TALL else ()))
)


def measure_boards(setting: Setting) -> Numbers:
    tree = ExactBoards(setting["b"], setting["height"])
    for depth in range(1, setting["height"] - NEAR_THE_END + 1):
        yield {"depth": depth}, tree.decision_error(depth)


def all_pairs(b: int, height: int, parity: bool = False) -> list[Measured]:
    """p(i, j) of all pairs of depths that stay clear of the end."""
    line = curve("depth", range(1, height - NEAR_THE_END + 1), b=b, height=height)
    return [ratio(line[i], line[j]) for j, i in combinations(range(len(line)), 2) if not parity or (i - j) % 2 == 0]


def large_boards(parity: bool) -> Computed:
    return exceed(
        tuple(p for b, height in TALL.items() for p in all_pairs(b, height, parity)), 1.0, lambda p: 1.0 + p["depth"]
    )


def occurs(samples: Samples) -> Evidence:
    most = max(evaluate((p for b in SIZES for height in LOW for p in all_pairs(b, height)), samples))
    return exact_evidence([most - 1.0], most, f"p is up to {most:.3f}")


def more_likely(samples: Samples) -> Evidence:
    gaps, ends, shown = [], [], []
    for height in LOW:
        ratios = [evaluate(all_pairs(b, height), samples) for b in SIZES]
        shares = [sum(p > 1.0 for p in each) / len(each) for each in ratios]
        gaps += [later - earlier for earlier, later in pairwise(shares)]
        ends.append(shares[-1] - shares[0])
        shown.append(" ".join(f"{share:.2f}" for share in shares))
    return settled(min(gaps) >= 0.0 and min(ends) > 0.0, min(ends), f"shares by b, heights 4, 5, 6: {'; '.join(shown)}")


def draw_boards(samples: Samples, rows: list[Row]) -> Picture:
    table = over_first([row for row in rows if row["height"] in LOW], "b", "height")
    labels = {"x": "branching factor b", "y": "degree of pathology p(d, 1)"}
    labels |= {str(d): f"d = {d}" for d in range(1, 5)}
    return curves(table, "b", "depth", "height", labels, "height ", level=1.0)


PEARL = exact_study(
    name="nau/background-pearl",
    title="Pearl's game, squares counted: pathology by branching factor",
    source="[Nau2010] section 3.1",
    settings=BOARDS,
    measure=measure_boards,
    draw=draw_boards,
    caption="Board splitting with independent squares, exact: how much worse depth d decides than depth 1, by b and by "
    "height of the tree. Only depths that see neither the end nor the moves before it.",
    claims=(
        Claim(
            "Pearl's game is pathological for some depths",
            "lookahead pathology occurs in mathematical models and “artificial” games such as Pearl’s game",
            Computed(occurs, "p > 1 for some depths", begin=fall),
            "[Nau2010] section 1",
        ),
        Claim(
            "the larger b, the more pairs of depths are pathological",
            "In Nau’s experiments with Pearl’s game, … lookahead pathology was indeed more likely with large branching "
            "factors",
            Computed(
                more_likely,
                "the larger b, the more pairs",
                holds=lambda p: 0.5 + (p["b"] - 3) * 0.01 * p["depth"],
                fails=lambda p: 0.5 - (p["b"] - 3) * 0.01 * p["depth"],
            ),
        ),
        Claim("large boards: p > 1 for all pairs of depths", FOOTNOTE, large_boards(False), "[Nau2010] section 2.1"),
        Claim(
            "large boards: p > 1 for every pair of depths of the same parity",
            FOOTNOTE,
            large_boards(True),
            "[Nau2010] section 2.1",
            PARITY,
        ),
    ),
)

# Drawn trees

B, HEIGHT, FINE = 2, 5, 1000
SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
SEARCHED = (1, 3, 5)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("nau/background-trees", seed)) >> 1
    tree = TopDown(b=B, s=setting["s"], g=FINE, height=HEIGHT).draw(start, stop, own)
    right, trees = right_moves(tree), stop - start
    accurate, over = tree.opinion(tree.truth), end_at_leaves(tree)
    numbers: dict[tuple[str, int], Sample] = {}
    for depth in SEARCHED:
        numbers["accurate", depth] = p_opt(tree, move_scores(accurate, "minimax", (depth,))[depth], right)
        values, _ = back_up(tree, "minimax", depth)
        numbers["ordered", depth] = ordered(tree, values[trees : trees * (1 + B)].reshape(trees, B))
    beyond = HEIGHT + 1
    numbers["beyond", beyond] = p_opt(tree, move_scores(over, "minimax", (beyond,))[beyond], right)
    leaves = tree.truth[tree.levels[-2] :].reshape(trees, B, -1)
    numbers["most", HEIGHT] = ordered(tree, np.median(leaves, axis=2))
    points = [{"of": of, "depth": depth} for of, depth in numbers]
    return points, np.array([sample.astype(float) for sample in numbers.values()])


def end_at_leaves(tree: Tree) -> Tree:
    """The same trees, whose leaves are finished games, as the noisy evaluator sees them."""
    leaf = np.arange(len(tree)) >= tree.levels[-2]
    return replace(tree, utility=np.where(leaf, tree.truth, np.nan))


def ordered(tree: Tree, values: Sample) -> Sample:
    """Whether these numbers put the better move first; a half where either is equal, or the moves are."""
    worth = tree.truth[tree.levels[1] : tree.levels[2]].reshape(-1, B)
    signs = np.sign(worth[:, 0] - worth[:, 1]) * np.sign(values[:, 0] - values[:, 1])
    agree: Sample = 0.5 + 0.5 * signs
    return agree


def with_similarity(of: str) -> AlwaysBetter:
    line = curve("s", SIMILARITIES, of=of, depth=HEIGHT)
    return AlwaysBetter(tuple((later, earlier) for earlier, later in pairwise(line)))


WORDS = {"most": "most of a's leaves above most of b's"}
TREES = one_figure(
    name="nau/background-trees",
    title="local similarity, and when minimax plays without error",
    source="[Nau2010] section 3.3",
    settings=grid(s=SIMILARITIES),
    run=run,
    scales={"quick": 2000, "paper": 2_000_000},  # 400,000 left the first step of s open
    draw=plot(
        "s",
        lambda row: WORDS.get(row["of"], f"a search to depth {row['depth']} prefers a"),
        None,
        {"x": "local similarity s", "y": "probability, where a is better than b"},
        keep=lambda row: row["of"] in ("most", "ordered"),
    ),
    caption="Two moves of a drawn tree, a better than b: how often a's descendants and a search say so, by local "
    "similarity. Equal values count one half.",
    claims=(
        Claim(
            "every move chosen is right, with an accurate evaluator at every depth, and by a search deeper than the "
            "tree",
            "The minimax algorithm produces optimal play (i.e., … = 1) if e is completely accurate (i.e., e = u) or if "
            "d exceeds the height of the game tree.",
            Exactly(
                (
                    *grid(of=("accurate",), s=SIMILARITIES, depth=SEARCHED),
                    *grid(of=("beyond",), s=SIMILARITIES, depth=(6,)),
                ),
                1.0,
            ),
            "[Nau2010] section 2.1",
        ),
        Claim(
            "the higher s, the more often most of a's descendants are better than most of b's",
            "the higher the amount of local similarity, the more likely it will be that most of a’s descendants are "
            "better than most of b’s descendants",
            with_similarity("most"),
        ),
        Claim(
            "the higher s, the more often a search to depth 5 prefers a",
            "making it more likely that a deeper search will return a higher value for a than for b",
            with_similarity("ordered"),
        ),
    ),
    block=2000,
)

# Clustering factors

DRAWN: dict[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one-player": OnePlayer}
AS_REAL = 1 << 20  # granularity
DIFFERENT = 0.01  # of f
DIFFER, REASONABLE = "moves of different buckets", 0.1


def run_factors(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    model = DRAWN[setting["model"]](b=setting["b"], s=setting["s"], g=AS_REAL, reading="real")
    own, coarse, numbers = int(seed_key("nau/similarity", seed)) >> 1, replace(model, g=2), []
    for number in range(start, stop):
        tree = model.draw(number, number + 1, own)
        moves = coarse.bucket(tree.truth[1 : 1 + model.b].astype(np.float32))
        numbers.append((clustering_factor(tree), float(np.ptp(moves) > 0)))
    return [{"measure": "f"}, {"measure": DIFFER}], np.array(numbers).T


def falls_with_s(model: str) -> AlwaysBetter:
    lines = (curve("s", STEPS, model=model, b=b, measure="f") for b in BRANCHING)
    return AlwaysBetter(tuple(pair for line in lines for pair in pairwise(line)))


def differs(samples: Samples) -> Evidence:
    """Of any two models f differs, at some s, from that of the other, at every b."""
    pairs = [(one, other, b) for one, other in combinations(DRAWN, 2) for b in BRANCHING]
    gaps = []
    for one, other, b in pairs:
        lines = [samples.curve("s", STEPS[1:], model=model, b=b, measure="f") for model in (one, other)]
        level = simultaneous(len(pairs) * len(lines[0]))
        apart = [difference(x, y, level) for x, y in zip(*lines)]
        sizes = [Estimate(abs(gap.mean), max(gap.low, -gap.high), max(gap.high, -gap.low), gap.n) for gap in apart]
        gaps.append(max(sizes, key=lambda size: size.low))
    return mostly_above(
        gaps, DIFFERENT, f"f differs at some s by {min(gap.mean for gap in gaps):.3f} or more, in", GENERAL
    )


TWO_PLAYERS = grid(model=("top-down", "bottom-up"), b=BRANCHING, s=STEPS[1:])
SIMILARITY_LABELS = {"x": "local similarity s", "y": "clustering factor f"}
FACTORS = one_figure(
    name="nau/similarity",
    title="the models' clustering factor against their local similarity",
    source="[Nau2010] section 3.3",
    settings=grid(model=tuple(DRAWN), b=BRANCHING, s=STEPS),
    run=run_factors,
    scales={"quick": 30, "paper": 10_000},  # 1,000 left the first steps of s open
    draw=plot("s", "model", "b", SIMILARITY_LABELS, "b = ", keep=lambda row: row["measure"] == "f"),
    caption="Siblings' standard deviation over that of all utilities of a tree of height 5: low where siblings are "
    "alike.",
    claims=(
        Claim(
            "every model: f is lower at every step of s, at every b",
            "If f is low then s is high, and vice versa",
            Computed(AllOf(tuple(map(falls_with_s, DRAWN))).judge, "f falls", lambda p: -p["s"], lambda p: p["s"]),
        ),
        Claim(
            "at some s, f of one model is not that of another, for any two models and every b",
            "the precise numeric correspondence between s values and f values will generally be different in different "
            "game-tree models",
            Computed(differs, "f differs at some s", lambda p: 0.1 * list(DRAWN).index(p["model"]), lambda p: 0.5),
            tolerance=f"different: by more than {DIFFERENT:g}",
        ),
        Claim(
            "two players, g = 2, every b and s above 0: the root's moves are in different buckets in one tree of ten "
            "or more",
            "This also achieves different utility values for the moves available at the root of the game tree.",
            Above(tuple(at(**place, measure=DIFFER) for place in TWO_PLAYERS), REASONABLE, share=True),
            "[Nau2010] section 5.1",
            tolerance="as without similarity, a reasonable chance: one in ten",
        ),
    ),
    rows=means,
    across="s",
    block=250,
    edition=2,
)

BOARD_HEIGHT, BATCH = 6, 20
KALAH = {"pits": 4, "seeds": 8, "capture": "usual"}
PEARLS = {"Pearl, b = 2": 2, "Pearl, b = 4": 4}
BESIDE = {"8-puzzle": "Pearl, b = 2", "kalah": "Pearl, b = 4"}  # each with no more moves than the game has


def run_games(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("nau/background-clustering", seed)) >> 1
    if setting["game"] == "8-puzzle":
        numbers = [clustering_factor(puzzle_space("corner").tree)] * (stop - start)
    elif setting["game"] == "kalah":
        numbers = [clustering_factor(graph_of(KALAH, number, own).tree) for number in range(start, stop)]
    else:
        b = PEARLS[setting["game"]]
        boards = BoardSplittingModel(BOARD_HEIGHT, b, fixed_point(b), nontrivial=False)
        batches = (boards.draw(number * BATCH, (number + 1) * BATCH, own) for number in range(start, stop))
        numbers = [clustering_factor(batch) for batch in batches]
    return [{"measure": "f"}], np.array([numbers])


GAMES = one_figure(
    name="nau/background-clustering",
    title="local similarity in real games and in Pearl's game",
    source="[Nau2010] section 3.3",
    settings=grid(game=(*PEARLS, *BESIDE)),
    run=run_games,
    scales={"quick": 60, "paper": 500},
    draw=lambda samples, rows: dots(rows, "game", "measure", {"x": "clustering factor f"}),
    caption="The clustering factor of Pearl's game, the 8-puzzle and kalah: the lower, the more alike siblings are.",
    claims=(
        Claim(
            "real games have a lower f than Pearl's game, whose f is nearly that of independent siblings",
            "it generally is present in real games but absent in pathological models such as Pearl’s game",
            AllOf(
                (
                    AlwaysBetter(tuple((at(game=pearl), at(game=game)) for game, pearl in BESIDE.items())),
                    *(Above((at(game=pearl),), 0.9 * math.sqrt(1.0 - 1.0 / b)) for pearl, b in PEARLS.items()),
                )
            ),
            tolerance="absent: f is at least nine tenths of √(1 - 1/b)",
        ),
    ),
    rows=means,
    across="measure",
    block=20,
)
