"""Games between bounded alpha-beta with ε > 0 and with ε = 0. [Atzmon2018] Game playing with BAB

Cops and robbers without chance, 6×6 cells, 3 cops. Each player deepens until it has expanded 200,000 nodes for a move,
and takes the safe move of the last search that it finished: the highest lower bound for the robber, the lowest upper
bound for the cops, the first of those that tie. Each board is played twice, once with each player as the robber; the
player whose robber lasted longer wins. Time starts anew with every search, so that its values stay in [0, 12].

Readings: what a capture scores in a search. With "time", as in print, a capture in two plies scores 2, and cops who
stand nearer than that on average see no reason to make it; with "zero" it is the best that cops can get. The players
have no memory, so that a position seen before comes back for ever: the robber is never caught, and lasts for 100 plies.
"""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from overthink.core.estimate import LEVEL, Estimate
from overthink.evaluate import cop_distance
from overthink.games.cops_and_robbers import HIGH, CopsAndRobbers
from overthink.measure.counts import exact_test
from overthink.report.curves import curves
from overthink.search.bounds import BoundedSearch
from overthink.studies.checks import FEWEST, above
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind, Verdict
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure

BUDGET, DEEPEST, FOREVER = 200_000, 10, 100
EPSILONS = (1, 2, 4, 8)
RESULTS = ("won", "drew", "lost")
PRINTED = {1: {"won": 11, "lost": 6, "drew": 33}, 2: {"won": 6, "lost": 12, "drew": 32}}
IN_PRINT = {
    1: "BAB with ϵ = 1 won 11 times, lost 6 times, and had a draw 33 times",
    2: "BAB with ϵ=2 it won 6 times, lost 12 times, and had a draw 32 times",
}
CAPTURES = {"time": Reading(), "zero": Reading(ReadingKind.OPEN, "a capture is the best that cops can get")}


def chosen(game: CopsAndRobbers, state: int, epsilon: float, budget: int = BUDGET) -> str:
    """The move of the last search that was finished within the budget."""
    robber, *cops = game.men(state)
    root, judge, left = game.position(robber, cops, game.ply(state) % 2), cop_distance(game), budget
    move = game.moves(root)[0]
    for depth in range(1, DEEPEST + 1):
        search = BoundedSearch(game, root, low=0.0, high=HIGH, depth=depth, evaluate=judge)
        result = search.run(epsilon, left)
        left -= result.expanded
        if left <= 0:
            break
        move = result.moves[0]
    return str(move)


def lasted(game: CopsAndRobbers, robber: float, cops: float) -> int:
    """Plies until the robber is caught, the two sides searching with these ε."""
    state, past = game.initial(), set[tuple[int, ...]]()
    while game.moves(state):
        here = (game.mover(state), *game.men(state))
        if here in past or game.ply(state) >= FOREVER:
            return FOREVER
        past.add(here)
        state = game.play(state, chosen(game, state, robber if game.mover(state) > 0 else cops))
    return game.ply(state)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Whether the player with ε > 0 won, drew or lost; and how long either's robber lasted."""
    boards = []
    for number in range(start, stop):
        game = CopsAndRobbers(6, 6, 3, capture=setting["capture"], number=number, seed=seed)
        mine, theirs = lasted(game, setting["epsilon"], 0.0), lasted(game, 0.0, setting["epsilon"])
        boards.append([mine > theirs, mine == theirs, mine < theirs, mine, theirs])
    points: list[Point] = [{"result": name} for name in (*RESULTS, "my robber", "their robber")]
    return points, np.array(boards, float).T


def rows(samples: Samples) -> list[Row]:
    return [
        {**point, **asdict((Estimate.share if point["result"] in RESULTS else Estimate.of_mean)(sample))}
        for point, sample in samples.entries
    ]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shares = [{**row, "game": f"capture scores {row['capture']}"} for row in rows if row["result"] in RESULTS]
    return curves(shares, "epsilon", "result", "game", {"x": "ε", "y": "share of boards"})


def better_than_none(samples: Samples, capture: str, epsilon: int, sign: int) -> Evidence:
    """The player with ε > 0 wins more boards than it loses, or fewer."""
    won, lost = (samples(capture=capture, epsilon=epsilon, result=result) for result in ("won", "lost"))
    words = f"won {won.mean():.0%}, lost {lost.mean():.0%}"
    return above(Estimate.of_mean(sign * (won - lost)), 0.0, words)


def as_counted(samples: Samples, capture: str, epsilon: int) -> Evidence:
    """Boards won, lost and drawn in print and here could come from the same distribution."""
    results = {name: samples(capture=capture, epsilon=epsilon, result=name) for name in PRINTED[epsilon]}
    here, printed = [int(sample.sum()) for sample in results.values()], list(PRINTED[epsilon].values())
    p_value, n = exact_test(here, printed), len(results["won"])
    shown = ", ".join(f"{name} {count}" for name, count in zip(results, here))
    gap = Estimate.of_mean(results["won"] - results["lost"])
    words = f"{shown} of {n}; exact test against print: p = {p_value:.2g}"
    if n < FEWEST:
        return Evidence(Verdict.INCONCLUSIVE, gap, f"{words}; too few observations to judge")
    return Evidence(Verdict.of(p_value >= 1.0 - LEVEL), gap, words)


def counted(capture: str, epsilon: int) -> Claim:
    counts = PRINTED[epsilon]
    return Claim(
        f"capture scores {capture}, ε = {epsilon}: won {counts['won']}, lost {counts['lost']}, drew {counts['drew']}",
        IN_PRINT[epsilon],
        lambda s: as_counted(s, capture, epsilon),
        reading=CAPTURES[capture],
        tolerance="an exact test of two rows of counts, at 5%",
    )


def compared(capture: str, epsilon: int, sign: int) -> Claim:
    return Claim(
        f"capture scores {capture}: with ε = {epsilon} it {'wins' if sign > 0 else 'loses'} more boards than it "
        f"{'loses' if sign > 0 else 'wins'}",
        NOT_IN_PRINT,
        lambda s: better_than_none(s, capture, epsilon, sign),
    )


STUDY = one_figure(
    name="bab/play",
    title="cops and robbers: playing with ε against playing without",
    source="[Atzmon2018] Game playing with BAB",
    settings=grid(capture=CAPTURES, epsilon=EPSILONS),
    run=run,
    scales={"quick": 2, "paper": 50},
    draw=draw,
    caption="Boards that bounded alpha-beta with ε wins, draws and loses against alpha-beta, both with 200,000 nodes "
    "expanded a move, as robber once and as cops once.",
    claims=(
        *(counted(capture, epsilon) for capture in CAPTURES for epsilon in PRINTED),
        *(compared(capture, epsilon, sign) for capture in CAPTURES for epsilon, sign in ((1, 1), (2, -1))),
    ),
    rows=rows,
    across="epsilon",
    block=1,
    edition=2,
)
