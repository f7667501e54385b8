"""UCT with several backups: in critical win-loss games, and in real games against alpha-beta.

`beyond/uct-cure`: which backup inside UCT does not get worse with more simulations? Critical win-loss games, every
rule, one tree each. Evaluations of won and lost positions are 1.5 standard deviations apart, and their sign is wrong as
often for won as for lost ones, so that rules on wins and losses read them as they are, with that error.

`beyond/uct-games` and `beyond/uct-time`: UCT with means and with implicit minimax backups, against alpha-beta at as
many evaluations, or in as much time. Both sides see the same evaluator. UCT makes n simulations a move, each of
which evaluates a position; alpha-beta deepens until it has seen as many nodes, or as many as fit into the time of the
simulations. That number was measured on an aarch64 Neoverse N1, one core, so that the same seed gives the same games on
every machine. An observation is a start after some random moves, played once by each side.
"""

import math
from collections.abc import Callable, Iterable

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.decision import Decision, Limit
from overthink.core.kinds import State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.games import critical_opinions, line_difference, pawn_difference
from overthink.evaluate.kalah import store_difference
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.games.kalah import Kalah
from overthink.rules import RULES
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.search.subjects.kernels import of_kernels
from overthink.studies.checks import FLAT_CHANGE, Above, AllOf, Better, at, for_each, pair
from overthink.studies.claim import own_claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.beyond.solved_games import score_of
from overthink_papers.experiments.scaffold import own_all, plot
from overthink_papers.experiments.simulations import ENDLESS, Question, accuracies, draw_accuracies, exploration

NAME = "beyond/uct-cure"
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000)
ENDS = SIMULATIONS[0], SIMULATIONS[-1]
LAW = (0.45, 0.2 / 3.0, 0.55, 0.2 / 3.0)  # d' = 1.5, even around the middle
ERROR = 0.5 * math.erfc(0.75 / math.sqrt(2.0))
MEAN = "mean"
CURES = ("implicit-minimax", "minimax", "vote", "althofer", "product", "bayes", "emm")
NARROW = 0.1
SETTINGS = grid(b=(5,), gamma=(0.5, 0.9, 1.0), c=(NARROW, ENDLESS), rule=(MEAN, *CURES))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Accuracy after each number of simulations: float[points, observations]."""
    rule = RULES[setting["rule"]]

    def question(number: int) -> Question:
        game = CriticalWinLoss(setting["b"], setting["gamma"], number=number, seed=seed)
        position = of_kernels(game, game.initial(), critical_opinions(game, LAW), ERROR, rule)
        return position, lambda move: game.truth(game.play(game.initial(), move)) > 0

    return accuracies(NAME, rule, SIMULATIONS, 2.0 * setting["c"], question, start, stop, seed)


def _changes(rules: Iterable[str], sign: int, by: float = 0.0) -> AllOf:
    places = grid(b=(5,), gamma=(1.0,), rule=rules, c=(NARROW, ENDLESS))
    return for_each(places, lambda place: Better(*pair("simulations", ENDS[::-sign], **place), by))


CURE = one_figure(
    name=NAME,
    title="which backup inside UCT does not get worse?",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 500},
    draw=draw_accuracies("rule", lambda row: f"γ = {row['gamma']:g}, {exploration(row['c'])}"),
    caption="Critical win-loss games, b = 5, evaluations 1.5 deviations apart. All rules grow trees of equal size.",
    claims=(
        own_claim(
            _changes((MEAN,), -1),
            "γ = 1, c = .1 and without end: means decide worse with 3,000 simulations than with 10",
        ),
        *(
            own_claim(
                _changes(rules, 1, -FLAT_CHANGE),
                f"γ = 1, c = .1 and without end: {words} no worse with 3,000 simulations than with 10, "
                f"within {FLAT_CHANGE:g}",
            )
            for rules, words in (
                (("implicit-minimax", "minimax", "vote"), "implicit minimax, minimax and vote decide"),
                (("product",), "the product rule decides"),
                (("althofer", "bayes", "emm"), "althofer, bayes and emm decide"),
            )
        ),
    ),
    across="simulations",
    block=20,
)

# Real games

GAMES_NAME = "beyond/uct-games"
BUDGETS = (100, 300, 1_000)
EXPLORATION = 0.3
IMPLICIT = "implicit-minimax"
EVALUATORS: dict[str, Callable[[], KernelEvaluator]] = {
    "connect-four": lambda: line_difference(ConnectFour()),
    "kalah": lambda: store_difference(Kalah(outcome="win")),
    "breakthrough": lambda: pawn_difference(Breakthrough(6, 6)),
}
GAMES = tuple(EVALUATORS)
NODES_IN_TIME = {"connect-four": 13, "kalah": 10, "breakthrough": 10}  # nodes of alpha-beta in the time of a simulation
GAME_SETTINGS = grid(game=GAMES, rule=(MEAN, IMPLICIT), budget=BUDGETS)


def play(setting: Setting, nodes: int, start: int, stop: int, seed: int) -> Cell:
    """Points of UCT against alpha-beta, which sees this many nodes a move."""
    judge = EVALUATORS[setting["game"]]()
    game = judge.game
    limit = Limit(nodes=nodes)
    options = {"rule": setting["rule"], "simulations": setting["budget"]}

    def uct(state: State, seed: int) -> Decision:
        return decide(game, state, search="uct", exploration=EXPLORATION, evaluate=judge, seed=seed, **options)

    def alpha_beta(state: State, seed: int) -> Decision:
        return deepen(game, state, limit=limit, search="alpha-beta", evaluate=judge, ties=False)

    keys = [seed_key(GAMES_NAME, seed, setting["game"], number) for number in range(start, stop)]
    return [{"opponent": "alpha-beta"}], np.array([[score_of(game, key, uct, alpha_beta) for key in keys]])


def _loses(rule: str) -> AllOf:
    return for_each(GAMES, lambda game: Above((-1.0 * at(game=game, rule=rule, budget=BUDGETS[-1]),), -0.5))


draw = plot("budget", "rule", "game", {"x": "simulations a move", "y": "points against alpha-beta"}, log_x=True)


GAMES_STUDY = one_figure(
    name=GAMES_NAME,
    title="UCT with and without implicit minimax backups, against alpha-beta",
    source="Overthink, after [Lanctot2014]",
    settings=GAME_SETTINGS,
    run=lambda setting, *which: play(setting, setting["budget"], *which),
    scales={"quick": 4, "paper": 400},
    draw=draw,
    caption="Points of UCT against alpha-beta with the same evaluator and equally many evaluations per move; a draw is "
    "half a point.",
    claims=(
        own_claim(
            for_each(grid(game=GAMES, budget=BUDGETS), lambda w: Better(*pair("rule", (IMPLICIT, MEAN), **w))),
            "every game and number of evaluations a move: implicit minimax backups score more than means",
        ),
        own_claim(
            _loses(MEAN),
            f"every game, {BUDGETS[-1]:,} evaluations a move: alpha-beta scores more than half against means",
        ),
    ),
    across="budget",
    block=4,
)

TIME = one_figure(
    name="beyond/uct-time",
    title="UCT against alpha-beta at equal time",
    source="Overthink, after [Lanctot2014]",
    settings=GAME_SETTINGS,
    run=lambda setting, *which: play(setting, NODES_IN_TIME[setting["game"]] * setting["budget"], *which),
    scales={"quick": 4, "paper": 400},
    draw=draw,
    caption="Points of UCT against alpha-beta with the same evaluator and equal time per move; a draw is half a point.",
    claims=(
        own_all(
            f"every game, the time of {BUDGETS[-1]:,} simulations a move: alpha-beta scores more than half against "
            "means and against implicit minimax backups",
            _loses(MEAN),
            _loses(IMPLICIT),
        ),
    ),
    across="budget",
    block=4,
)
