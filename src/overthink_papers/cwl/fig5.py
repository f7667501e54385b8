"""Figure 5: accuracy of UCT against its number of simulations, on critical win-loss games. [Nguyen2024]

The paper scales evaluations to [0, 1]; here they lie in [-1, 1], so its exploration constant c counts double. As in
print there are no random games: a new node is worth its evaluation, values are running means, and the move with the
best mean is chosen. A decision is right if it names the one move that wins; moves that tie count by their share.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from overthink.evaluate.games import critical_opinions
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.rules import RULES
from overthink.search.subjects.kernels import of_kernels
from overthink.studies.checks import AlwaysBetter, Comparable, curve, for_each, pair
from overthink.studies.claim import own_claim, quote
from overthink.studies.samples import Cell, Point, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import own_seed
from overthink_papers.experiments.simulations import Question, accuracies, draw_accuracies

NAME = "cwl"  # of the random numbers
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
ENDS = (SIMULATIONS[0], SIMULATIONS[-1])
LAW = "chess-random"
SMALL = 0.001
BRANCHING = (2, 5, 8)
SETTINGS = grid(b=BRANCHING, gamma=(0.5, 0.9, 1.0), c=(SMALL, 0.01, 0.1, 1.0, 10.0, 1e6), evaluator=(LAW,))
SUSCEPTIBLE = "UCT is indeed susceptible to pathological behavior in a range of games drawn from this family"
ABSTRACT = "[Nguyen2024] abstract"


def _game_of(setting: Setting, number: int, seed: int) -> CriticalWinLoss:
    return CriticalWinLoss(setting["b"], setting["gamma"], number=number, seed=seed)


def ask(setting: Setting, simulations: tuple[int, ...], rule: str, start: int, stop: int, seed: int) -> Cell:
    """Whether the decision is right after this many simulations each, in games number start … stop - 1."""

    def question(number: int) -> Question:
        game = _game_of(setting, number, seed)
        position = of_kernels(game, game.initial(), critical_opinions(game, setting["evaluator"]), 0.0, RULES[rule])
        return position, lambda move: game.truth(game.play(game.initial(), move)) > 0

    return accuracies(NAME, RULES[rule], simulations, 2.0 * setting["c"], question, start, stop, seed)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Accuracy after each number of simulations: float[points, observations]."""
    return ask(setting, SIMULATIONS, "mean", start, stop, seed)


def together(chosen: Sequence[Setting], start: int, stop: int, seed: int) -> Iterator[tuple[int, Cell]]:
    """The same on a GPU, all games of one evaluator at once."""
    from overthink.gpu.simulations import Forest, accuracies_on_gpu  # needs a GPU

    points: list[Point] = [{"simulations": count} for count in SIMULATIONS]
    for law in dict.fromkeys(setting["evaluator"] for setting in chosen):
        which = [i for i, setting in enumerate(chosen) if setting["evaluator"] == law]
        pairs = [(chosen[i], number) for i in which for number in range(start, stop)]
        forest = Forest(
            [_game_of(setting, number, seed) for setting, number in pairs],
            law,
            [2.0 * setting["c"] for setting, _ in pairs],
            [own_seed(NAME, seed, number) for _, number in pairs],
        )
        shares = accuracies_on_gpu(forest, SIMULATIONS).reshape(len(points), len(which), stop - start)
        for place, i in enumerate(which):
            for unclear in np.flatnonzero((shares[:, place] < 0.0).any(axis=0)):
                number = start + int(unclear)
                shares[:, place, unclear] = run(chosen[i], number, number + 1, seed)[1][:, 0]
            yield i, (points, shares[:, place])


def _wide(b: int, gamma: float) -> list[Setting]:
    return [{"b": b, "gamma": gamma, "c": c} for c in (0.1, 1.0, 10.0, 1e6)]


def changes(sign: int, settings: Sequence[Setting], first: int, last: int) -> AlwaysBetter:
    """From `first` to `last` simulations accuracy rises (sign 1) or falls (-1), in every setting."""
    ends = [curve("simulations", (last, first)[::sign], **setting) for setting in settings]
    return AlwaysBetter(tuple((above, below) for above, below in ends))


STUDY = one_figure(
    name="cwl/fig5",
    title="more simulations, worse decisions",
    source="[Nguyen2024] Figure 5",
    settings=SETTINGS,
    run=run,
    scales={"quick": 2, "paper": 500},
    draw=draw_accuracies("c", "b = {b}, γ = {gamma:g}"),
    caption="With critical rate γ = 1 UCT decides worse the more it simulates, unless it hardly explores; with γ = .5 "
    "it decides better.",
    claims=(
        quote(SUSCEPTIBLE, for_each(BRANCHING, lambda b: changes(-1, _wide(b, 1.0), *ENDS)), source=ABSTRACT),
        own_claim(
            for_each(BRANCHING, lambda b: Comparable(*pair("simulations", ENDS[::-1], b=b, gamma=1.0, c=SMALL), 0.05))
        ),
        own_claim(changes(1, _wide(2, 0.5), *ENDS)),
        own_claim(for_each((5, 8), lambda b: changes(1, _wide(b, 0.5), *ENDS))),
    ),
    across="simulations",
    together=together,
    block=2,
    edition=2,
)
