"""Games between bounded alpha-beta with ε > 0 and with ε = 0: cops and robbers without chance, 6×6 cells, 3 cops.

Each player deepens until it has expanded 200,000 nodes for a move, and takes the safe move of the last search that it
finished: the highest lower bound for the robber, the lowest upper bound for the cops, the first of those that tie. Each
board is played twice, once with each player as the robber; the player whose robber lasted longer wins. Time starts
again with every search, so that its values stay in [0, 12].

Readings: what a capture scores in a search. With "time", as published, a capture in two plies scores 2, and cops who
stand nearer than that on average see no reason to make it; with "zero" it is the best that cops can get. The players
have no memory, so that a position seen before comes back for ever: the robber is never caught, and lasts for 100 plies.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from overthink.core.estimate import LEVEL, Estimate
from overthink.evaluate.games import cop_distance
from overthink.games.cops_and_robbers import HIGH as LONGEST
from overthink.games.cops_and_robbers import CopsAndRobbers
from overthink.search.bounds import BoundedSearch
from overthink.studies.checks import FEWEST_OBSERVATIONS, Computed
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind, Verdict, quote
from overthink.studies.samples import Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, plot

BUDGET = 200_000
DEEPEST = 10
FOREVER = 100
PLAYED = (1, 2)
RESULTS = ("won", "drew", "lost")
PRINTED = {
    1: ("BAB with ϵ = 1 won 11 times, lost 6 times, and had a draw 33 times", {"won": 11, "lost": 6, "drew": 33}),
    2: ("BAB with ϵ=2 it won 6 times, lost 12 times, and had a draw 32 times", {"won": 6, "lost": 12, "drew": 32}),
}
CAPTURES = {"time": AS_WRITTEN, "zero": Reading(ReadingKind.OPEN, "a capture is the best that cops can get")}
ENOUGH = 7  # times the published boards
CLOSE = 1e-9  # tables this near in probability are as likely as each other


def choose(game: CopsAndRobbers, state: int, epsilon: float, budget: int = BUDGET) -> str:
    """The move of the last search that was finished within the budget."""
    robber, *cops = game.men(state)
    root = game.position(robber, cops, game.ply(state) % 2)
    judge = cop_distance(game)
    left = budget
    move = game.moves(root)[0]
    for depth in range(1, DEEPEST + 1):
        search = BoundedSearch(game, root, low=0.0, high=LONGEST, depth=depth, evaluate=judge)
        result = search.run(epsilon, left)
        left -= result.expanded
        if left <= 0:
            break
        move = result.moves[0]
    return str(move)


def plies_until_caught(game: CopsAndRobbers, robber: float, cops: float) -> int:
    """How long the robber lasts, the two sides searching with these ε."""
    state = game.initial()
    past = set[tuple[int, ...]]()
    while game.moves(state):
        here = (game.mover(state), *game.men(state))
        if here in past or game.ply(state) >= FOREVER:
            return FOREVER
        past.add(here)
        state = game.play(state, choose(game, state, robber if game.mover(state) > 0 else cops))
    return game.ply(state)


@one_by_one(grid(result=(*RESULTS, "my robber", "their robber")))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Whether the player with ε > 0 won, drew or lost; and how long either's robber lasted."""
    game = CopsAndRobbers(6, 6, 3, capture=setting["capture"], number=number, seed=seed)
    mine, theirs = (plies_until_caught(game, *e) for e in ((setting["epsilon"], 0.0), (0.0, setting["epsilon"])))
    return [mine > theirs, mine == theirs, mine < theirs, mine, theirs]


def exact_test(first: Sequence[int], second: Sequence[int]) -> float:
    """The p-value of two rows of counts, such as won, drawn and lost: how likely a table with the same sums is that is
    no likelier than this one, if both rows have the same distribution (Fisher; Freeman and Halton for more kinds)."""
    sums = [a + b for a, b in zip(first, second)]

    def log_ways(row: Sequence[int]) -> float:
        return math.fsum(math.lgamma(s + 1) - math.lgamma(n + 1) - math.lgamma(s - n + 1) for n, s in zip(row, sums))

    def every_row(total: int, kinds: int) -> Iterator[tuple[int, ...]]:
        if kinds == 0:
            yield from [()] if total == 0 else []
            return
        for count in range(max(0, total - sum(sums[: kinds - 1])), min(total, sums[kinds - 1]) + 1):
            yield from ((*rest, count) for rest in every_row(total - count, kinds - 1))

    all_ways = math.lgamma(sum(sums) + 1) - math.lgamma(sum(first) + 1) - math.lgamma(sum(second) + 1)
    likely = log_ways(first) + CLOSE
    ways = map(log_ways, every_row(sum(first), len(sums)))
    return min(1.0, math.fsum(math.exp(each - all_ways) for each in ways if each <= likely))


def _as_counted(capture: str, epsilon: int) -> Claim:
    printed, counts = PRINTED[epsilon]
    total = sum(counts.values())

    def judge(samples: Samples) -> Evidence:
        results = {name: samples(capture=capture, epsilon=epsilon, result=name) for name in counts}
        here = [round(float(sample.sum())) for sample in results.values()]
        n = len(results["won"])
        p_value = exact_test(list(counts.values()), here)
        shown = ", ".join(f"{name} {count}" for name, count in zip(results, here))
        gap = Estimate.of_mean(results["won"] - results["lost"])
        words = f"{shown} of {n}; exact test against print: p = {p_value:.2g}"
        if n < FEWEST_OBSERVATIONS:
            return Evidence(Verdict.INCONCLUSIVE, gap, f"{words}; too few observations to judge")
        # What 50 boards of ours leave open, many times more do not: then only print's own sample is small.
        return Evidence(Verdict.of(n >= ENOUGH * total and p_value >= 1.0 - LEVEL, p_value < 1.0 - LEVEL), gap, words)

    words = ", ".join(f"{name} {count}" for name, count in counts.items())
    check = Computed(
        judge, words, lambda point: counts[point["result"]] / total, lambda point: float(point["result"] == "won")
    )
    return quote(
        printed,
        check,
        CAPTURES[capture],
        tolerance="an exact test of our counts and the published ones, at 5%, "
        f"with at least {ENOUGH} times as many boards",
        says=f"capture scores {capture}, ε = {epsilon}: {words}",
    )


STUDY = one_figure(
    name="bab/play",
    title="cops and robbers: playing with ε against playing without",
    source="[Atzmon2018] Game playing with BAB",
    settings=grid(capture=CAPTURES, epsilon=PLAYED),
    run=run,
    scales={"quick": 2, "paper": 500},  # the paper has 50
    draw=plot(
        "epsilon",
        "result",
        "capture scores {capture}",
        {"x": "ε", "y": "share of boards"},
        keep=lambda row: row["result"] in RESULTS,
    ),
    caption="Boards that bounded alpha-beta with ε wins, draws and loses against alpha-beta, both with 200,000 nodes "
    "expanded a move, once as robber and once as cops.",
    claims=tuple(_as_counted(capture, epsilon) for capture in CAPTURES for epsilon in PRINTED),
    rows=lambda samples: [
        {**point, **asdict((Estimate.share if point["result"] in RESULTS else Estimate.of_mean)(sample))}
        for point, sample in samples.entries
    ],
    across="epsilon",
    block=1,
    edition=2,
)
