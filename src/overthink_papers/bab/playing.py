"""Choosing moves by the bounds that a search leaves, and playing whole games with them.

`bab/choosing`: by the highest L, as the text says, or by the highest U. Max follows one search from the root in all of
the tree, and Min plays the best response. Measured is how much less Max is sure of than the true value, in units of ε.
Where the search did not look, Max plays the first move. By the highest U a move that was not looked at is left out, or
("unseen" moves) has the U that C1 gives it, the highest value there is.

`bab/play`: games between bounded alpha-beta with ε > 0 and with ε = 0.
Cops and robbers without chance, 6×6 cells, 3 cops. Each player deepens until it has expanded 200,000 nodes for a move,
and takes the safe move of the last search that it finished: the highest lower bound for the robber, the lowest upper
bound for the cops, the first of those that tie. Each board is played twice, once with each player as the robber; the
player whose robber lasted longer wins. Time starts again with every search, so that its values stay in [0, 12].

Readings: what a capture scores in a search. With "time", as published, a capture in two plies scores 2, and cops who
stand nearer than that on average see no reason to make it; with "zero" it is the best that cops can get. The players
have no memory, so that a position seen before comes back for ever: the robber is never caught, and lasts for 100 plies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial

import numpy as np

from overthink.core.estimate import LEVEL, Estimate
from overthink.evaluate.games import cop_distance
from overthink.games.cops_and_robbers import HIGH as LONGEST
from overthink.games.cops_and_robbers import CopsAndRobbers
from overthink.games.random_tree import RandomTree
from overthink.search.bounds import BoundedSearch
from overthink.studies.checks import FEWEST_OBSERVATIONS, SELDOM, Computed, some_above
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind, Verdict, quote
from overthink.studies.samples import Row, Samples, Setting, grid, shares
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import Bounds, Spot, Within, find_bounds, value, write_out
from overthink_papers.experiments.scaffold import one_by_one, plot

# Choosing

EPSILONS = (4, 8, 16, 32, 64)
HIGH = 100.0
POLICIES = ("highest L", "highest U", "highest U, unseen too")
LOSS_LABELS = {"x": "ε", "y": "share of trees on which more than ε is lost"}
KINDS: tuple[Setting, ...] = (
    *({"b": b, "depth": depth, "p": None} for b, depth in ((3, 3), (3, 4), (4, 4), (2, 6))),
    *({"b": 2, "depth": depth, "p": 0.75} for depth in (2, 3)),
)


def follow(place: Spot, bounds: Bounds, policy: str) -> Spot:
    children = [child for child in place.children if child in bounds or policy == POLICIES[2]] or place.children
    end = 0 if policy == POLICIES[0] else 1
    scores = [bounds.get(child, (0.0, HIGH))[end] for child in children]
    return children[scores.index(max(scores))]


def loss(root: Spot, epsilon: float, policies: Sequence[str] = POLICIES) -> list[float]:
    """What Max gives away with each policy, in units of ε."""
    bounds = find_bounds(root, epsilon, HIGH)
    best = value(root, {1: None, -1: None})
    kept = [value(root, {1: partial(follow, bounds=bounds, policy=policy), -1: None}) for policy in policies]
    return [(best - worth) / epsilon for worth in kept]


@one_by_one(grid(epsilon=EPSILONS, policy=POLICIES))
def run_choosing(setting: Setting, number: int, seed: int) -> list[float]:
    game = RandomTree(**setting, shared=False, whole=True, number=number, seed=seed)
    root = Spot(write_out(game, game.initial()))
    return [lost for epsilon in EPSILONS for lost in loss(root, epsilon)]


def rows_of_losses(samples: Samples) -> list[Row]:
    """The share of trees on which more than ε is lost. p is 1 where there is no chance."""
    far = [({**point, "p": point["p"] or 1.0}, (sample > 1.0).astype(float)) for point, sample in samples.entries]
    return shares(Samples(far))


def kind_of(row: Row) -> str:
    return f"b = {row['b']}, depth {row['depth']}" + (", chance" if row["p"] < 1.0 else "")


def too_much(samples: Samples) -> Evidence:
    kinds = [samples.curve("epsilon", EPSILONS, policy=POLICIES[1], **setting) for setting in KINDS]
    share = Estimate.share(np.concatenate([np.max(curve, axis=0) > 1.0 for curve in kinds]))
    most = max(float(np.max(curve)) for curve in kinds)
    return some_above([share], f"on {100 * share.mean:.1f}% of trees, for some ε; the most is {most:.3g} ε", SELDOM)


CHOOSING = one_figure(
    name="bab/choosing",
    title="choosing a move by the highest L or by the highest U",
    source="[Atzmon2018] Choosing a Bounded-Suboptimal Action",
    settings=KINDS,
    run=run_choosing,
    scales={"quick": 50, "paper": 400},
    draw=plot("epsilon", kind_of, "policy", LOSS_LABELS, keep=lambda row: row["policy"] != POLICIES[0]),
    caption="Random trees: how often Max, who follows the highest U of one search, is sure of less than the true value "
    "minus ε. By the highest L this never happens.",
    claims=(
        quote(
            "This policy is guaranteed (on expectation) to provide at least a bounded-suboptimal minimax value",
            Within(tuple(({**kind, "epsilon": e, "policy": POLICIES[0]}, 1.0) for kind in KINDS for e in EPSILONS)),
            says="by the highest L Max never loses more than ε, on any tree",
        ),
        quote(
            "choosing the action that leads to the highest U values may end up with a strategy whose expected value is "
            "smaller than the minimax value by more than ϵ",
            Computed(too_much, "more than ε is lost on some trees", lambda point: 2.0, lambda point: 1.0),
            says="by the highest U of the moves that were looked at, more than ε is lost on some trees",
        ),
    ),
    rows=rows_of_losses,
    across="epsilon",
    block=50,
)

# Whole games

BUDGET = 200_000
DEEPEST = 10
FOREVER = 100
PLAYED = (1, 2, 4, 8)
RESULTS = ("won", "drew", "lost")
PRINTED = {
    1: ("BAB with ϵ = 1 won 11 times, lost 6 times, and had a draw 33 times", {"won": 11, "lost": 6, "drew": 33}),
    2: ("BAB with ϵ=2 it won 6 times, lost 12 times, and had a draw 32 times", {"won": 6, "lost": 12, "drew": 32}),
}
CAPTURES = {"time": AS_WRITTEN, "zero": Reading(ReadingKind.OPEN, "a capture is the best that cops can get")}
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
    state, past = game.initial(), set[tuple[int, ...]]()
    while game.moves(state):
        here = (game.mover(state), *game.men(state))
        if here in past or game.ply(state) >= FOREVER:
            return FOREVER
        past.add(here)
        state = game.play(state, choose(game, state, robber if game.mover(state) > 0 else cops))
    return game.ply(state)


@one_by_one(grid(result=(*RESULTS, "my robber", "their robber")))
def run_play(setting: Setting, number: int, seed: int) -> list[float]:
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


def as_counted(capture: str, epsilon: int) -> Claim:
    printed, counts = PRINTED[epsilon]
    total = sum(counts.values())

    def judge(samples: Samples) -> Evidence:
        results = {name: samples(capture=capture, epsilon=epsilon, result=name) for name in counts}
        here, n = [round(float(sample.sum())) for sample in results.values()], len(results["won"])
        p_value = exact_test(here, list(counts.values()))
        shown = ", ".join(f"{name} {count}" for name, count in zip(results, here))
        gap = Estimate.of_mean(results["won"] - results["lost"])
        words = f"{shown} of {n}; exact test against print: p = {p_value:.2g}"
        if n < FEWEST_OBSERVATIONS:
            return Evidence(Verdict.INCONCLUSIVE, gap, f"{words}; too few observations to judge")
        # That a difference is not seen on 50 boards does not show that there is none.
        same = here == [round(n * count / total) for count in counts.values()]
        return Evidence(Verdict.of(same, p_value < 1.0 - LEVEL), gap, words)

    words = ", ".join(f"{name} {count}" for name, count in counts.items())
    check = Computed(
        judge, words, lambda point: counts[point["result"]] / total, lambda point: float(point["result"] == "won")
    )
    return quote(
        printed,
        check,
        CAPTURES[capture],
        tolerance="fails by an exact test of two rows of counts, at 5%; holds if the counts are the published ones",
        says=f"capture scores {capture}, ε = {epsilon}: {words}",
    )


PLAY = one_figure(
    name="bab/play",
    title="cops and robbers: playing with ε against playing without",
    source="[Atzmon2018] Game playing with BAB",
    settings=grid(capture=CAPTURES, epsilon=PLAYED),
    run=run_play,
    scales={"quick": 2, "paper": 50},
    draw=plot(
        "epsilon",
        "result",
        "capture scores {capture}",
        {"x": "ε", "y": "share of boards"},
        keep=lambda row: row["result"] in RESULTS,
    ),
    caption="Boards that bounded alpha-beta with ε wins, draws and loses against alpha-beta, both with 200,000 nodes "
    "expanded a move, once as robber and once as cops.",
    claims=tuple(as_counted(capture, epsilon) for capture in CAPTURES for epsilon in PRINTED),
    rows=lambda samples: [
        {**point, **asdict((Estimate.share if point["result"] in RESULTS else Estimate.of_mean)(sample))}
        for point, sample in samples.entries
    ],
    across="epsilon",
    block=1,
    edition=2,
)
