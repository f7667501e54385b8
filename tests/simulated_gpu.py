"""Run by tests/test_gpu.py with NUMBA_ENABLE_CUDASIM=1: every GPU kernel as Python, against the processor's own.

Prints one line for each group of models compared; fails at the first number that differs."""

import sys
import tempfile
import threading
from dataclasses import replace

import numpy as np
from numba.cuda.simulator import kernel as simulator

from overthink.core.errors import OverthinkError
from overthink.evaluate.solved import artificial, natural, simulated
from overthink.evaluate.spoil import binary
from overthink.gpu import forest as on_gpu
from overthink.gpu import games, simulations, whole_games
from overthink.gpu.whole_games import errors_on_gpu
from overthink.measure.accuracy import right_moves
from overthink.measure.granular_sweep import granular_errors
from overthink.models import board_splitting
from overthink.models.board_splitting import BoardSplittingModel
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.rules import RULES
from overthink.studies import runner as pool
from overthink.studies.gpu import gpu
from overthink.studies.runner import processes, run
from overthink.studies.samples import grid
from overthink.studies.store import Store
from overthink.studies.study import Study
from overthink.whole_games.survey import errors_by_depth
from overthink_papers.cwl import fig5
from overthink_papers.experiments.accuracy import accuracy_study
from overthink_papers.experiments.granularity import errors_study, with_ratios
from overthink_papers.nau import fig11
from tests.test_sweeps import graph

SIMILAR = (0.0, 0.6, 1.0)
CASES: list[tuple[type[GranularModel], dict, tuple[int, int], tuple[int, ...]]] = [
    # model, options, shallow depth and trees in an observation, granularities
    (TopDown, {"b": 3, "height": 2}, (1, 2), (2, 9, 60)),
    (TopDown, {"b": 2, "height": 4, "reading": "real"}, (2, 1), (3, 17)),
    (TopDown, {"b": 2, "height": 3, "normalise": "fixed", "sigma": 0.3}, (2, 1), (2, 5)),
    (BottomUp, {"b": 2, "height": 3}, (1, 2), (2, 4, 11)),
    (BottomUp, {"b": 3, "height": 2, "reading": "real", "mixing": "even"}, (1, 1), (8, 60)),
    (OnePlayer, {"b": 2, "height": 3}, (1, 1), (2, 30, 300)),
    (OnePlayer, {"b": 2, "height": 3, "clip": True, "reading": "real"}, (2, 1), (6,)),
]


def in_order(backwards: bool) -> None:
    """Lets the simulator run a block's threads one after the other, the first or the last first. Its threads of Python
    would mostly wait for each other; no kernel here does (one that called `cuda.syncthreads` would fail)."""

    def run(block, place: tuple[int, int, int], *arguments) -> None:
        this = threading.current_thread()
        this.blockIdx = simulator.Dim3(*place)
        for point in sorted(np.ndindex(*block._block_dim), reverse=backwards):
            this.threadIdx = simulator.Dim3(*point)
            block._f(*arguments)

    simulator.BlockManager.run = run


def compare(make: type[GranularModel], options: dict, shallow: int, each: int, grains: tuple[int, ...]) -> None:
    """Observations 1 to 3 of models of every similarity, in batches of few trees."""
    models = [make(s=s, **options) for s in SIMILAR]
    there = on_gpu.mean_errors(models, 1, 4, each, 7, shallow, grains, ratios=True)
    for model, found in zip(models, there):
        own = model.decision_errors(each, 4 * each, 7, shallow, grains)
        every = np.concatenate([own, with_ratios(own)])
        np.testing.assert_array_equal(found, every.reshape(4, len(grains), 3, each).mean(axis=3), str(model))
    print("agrees:", make.word, options, flush=True)


def study() -> Study:
    return errors_study(
        "nau/fig7", lambda at: TopDown(b=at["b"], s=at["s"], height=2), (2, 9), block=2,
        batches=lambda model, start, stop: [(start, stop, 2)], scales={"quick": 5, "paper": 5},
        caption="", **{**NOTHING, "settings": grid(b=(2, 3), s=(0.0, 0.5))},
    )  # fmt: skip


EVALUATORS = {
    "artificial": artificial(0.2),
    "families": artificial(0.3, 0.5),
    "natural": natural,
    "binary": binary(natural, tie=1),
    "ties": binary(natural),
    "simulated": simulated(5),
}
GAMES = {
    "P-games": BoardSplittingModel(height=4, p=0.5),
    "N-games": BoardSplittingModel(height=4, mixing=0.0),
    "mixed games": BoardSplittingModel(height=3, branching=3, p=0.4, mixing=0.6, edge_p=0.6),
    "any games": BoardSplittingModel(height=3, nontrivial=False),
}


NOTHING = {"title": "", "source": "", "settings": ({},), "draw": lambda samples, rows: None}  # to see


def compare_games(name: str, model: BoardSplittingModel, every: bool) -> None:
    """Every rule with every evaluator, or each once, at every depth and one beyond the end of the game."""
    judges = list(EVALUATORS)
    contest = [(rule, judge) for rule in RULES for judge in judges]
    if not every:
        contest = [(rule, judges[i % len(judges)]) for i, rule in enumerate(RULES)]
    played = accuracy_study(
        "emm/fig6", lambda at: model, [(f"{rule} {judge}", rule, judge) for rule, judge in contest],
        tuple(range(1, model.height + 2)), "", lambda at: EVALUATORS, **NOTHING,
    )  # fmt: skip
    assert played.together
    ((number, (points, found)),) = played.together([{}], 3, 6, 1)
    here = played.run({}, 3, 6, 1)
    assert (number, points) == (0, here[0])
    np.testing.assert_array_equal(found, here[1], name)
    assert len(np.unique(found)) > 1
    print("agrees:", name, found.shape, flush=True)


def compare_ceiling() -> None:
    """The ceiling of P-games, with errors that are copied and with such that are not."""
    for judge in ("artificial", "families"):
        played = accuracy_study(
            "emm/fig6", lambda at: GAMES["P-games"], [("minimax", "minimax", "artificial")], (1, 2, 4), "",
            lambda at, judge=judge: {"artificial": EVALUATORS[judge]}, ceiling=True, **NOTHING,
        )  # fmt: skip
        assert played.together
        ((_, (points, found)),) = played.together([{}], 3, 8, 1)
        assert [point["rule"] for point in points] == ["minimax"] * 3 + ["heir"] * 3
        np.testing.assert_array_equal(found, played.run({}, 3, 8, 1)[1], judge)
    print("agrees: ceiling", found.shape, flush=True)


def compare_sweeps(nodes: int, granularities: tuple[int, ...], shallow: int) -> None:
    """All granularities of a state space in which some roots are asked twice, as on a processor."""
    tree = graph(nodes, nodes, True, False)
    roots = np.flatnonzero(np.diff(tree.first))
    asked = np.concatenate([roots, roots[: len(roots) // 2]])
    given = 3, granularities, -1.0, 1.0, shallow
    there = whole_games.Sweeps(tree, right_moves(tree), asked).errors(tree, *given)
    np.testing.assert_array_equal(there, granular_errors(tree, right_moves(tree), asked, *given))
    assert len(np.unique(there)) > 1
    print("agrees:", len(tree), "positions,", there.shape, flush=True)


def compare_endgames() -> None:
    """The study of endgames, with a small state space for one."""
    tree = graph(4, 10, True, False)
    roots = np.flatnonzero(np.diff(tree.first))
    fig11.endgame_of = lambda *which: fig11.Endgame(tree, right_moves(tree), roots, 0.3)
    setting = {"endgame": "KRK", "variant": "plies"}
    ((place, (points, there)),) = fig11.together([setting], 1, 3, 5)
    here = fig11.run(setting, 1, 3, 5)
    assert (place, points) == (0, here[0])
    np.testing.assert_array_equal(there, here[1])
    print("agrees: nau/fig11", there.shape, flush=True)


def compare_surveys() -> None:
    """P_err of every position at some depths, by every rule."""
    tree = replace(graph(3, 14, True, False), error=np.full(14, 0.2))
    given = (1, 3, 4), 12, lambda stage, share: None
    for rule in RULES.values():
        here = errors_by_depth(tree, rule, *given)
        there = errors_on_gpu(tree, rule, *given)
        assert list(here) == list(there) == [1, 3, 4]
        for depth in here:
            np.testing.assert_array_equal(there[depth], here[depth], f"{rule.name}, depth {depth}")
            assert there[depth].dtype == np.float32
    print("agrees: surveys by", ", ".join(RULES), flush=True)


def compare_simulations() -> None:
    """UCT on critical win-loss games, with too little room at first; moves tie that are no more than .01 apart."""
    fig5.SIMULATIONS = (5, 12, 40)
    simulations.ROWS_PER_SIMULATION = 1
    simulations.PIECE_ROWS = 16
    simulations.NEAR = 0.01
    chosen = [{"b": b, "gamma": g, "c": c, "evaluator": fig5.LAW} for b, g, c in ((2, 1.0, 0.01), (5, 0.5, 0.1))]
    chosen.append({**chosen[0], "c": 1e6})
    run = fig5.run
    unclear = []
    fig5.run = lambda *which: unclear.append(which) or run(*which)
    there = dict(fig5.together(chosen, 3, 6, 1))
    fig5.run = run
    assert 0 < len(unclear) < 9  # the processor decides these
    for number, setting in enumerate(chosen):
        points, right = fig5.run(setting, 3, 6, 1)
        assert there[number][0] == points
        np.testing.assert_array_equal(there[number][1], right, str(setting))
    print("agrees: cwl/fig5", right.shape, flush=True)


def give_up() -> None:
    """Where no board is nontrivial, both say so in the same words."""
    board_splitting.MOST_DRAWN_SQUARES = 1
    never = BoardSplittingModel(height=2, p=0.0)
    said = []
    for draw in (lambda: never.draw(0, 3), lambda: games.Games(never, 0, 3, 0)):
        try:
            draw()
        except OverthinkError as error:
            said.append(str(error))
    assert len(said) == 2 and said[0] == said[1], said
    print("agrees:", said[0], flush=True)


def compare_stores() -> None:
    """A study by the GPU's workers and by a process, cell by cell."""
    small = study()
    pool.find = lambda name, edition: small
    stores = [Store(tempfile.mkdtemp()) for _ in range(2)]
    for store, workers in zip(stores, (gpu(1, lambda text: None), processes(1))):
        run(store, [small], "3", 0, workers)
        run(store, [small], "5", 0, workers)
    assert stores[0].finished(small, 0) == stores[1].finished(small, 0)
    for (point, one), (_, other) in zip(*(store.samples(small, 0, 5).entries for store in stores)):
        np.testing.assert_array_equal(one, other, str(point))
    print("agrees: stores", flush=True)


if __name__ == "__main__":
    np.seterr(over="ignore")  # hashes wrap around
    games.ATTEMPTS_AT_ONCE = 8  # attempts: a simulated thread is slow
    whole_games.POSITIONS_AT_ONCE = 4  # positions
    on_gpu.device.BLOCK_THREADS = 32  # threads that are there whether they have something to do or not
    few = "small" in sys.argv
    in_order(backwards=few)
    if few:  # as on a GPU with little memory: a few trees at a time, observations in pieces
        on_gpu.device.room = lambda: 20_000
    for make, options, (shallow, each), grains in CASES[::3][:2] if few else CASES:
        compare(make, options, shallow, each, grains)
    if not few:
        compare(TopDown, {"b": 2, "height": 2}, 1, 1, tuple(range(2, 70)))  # more than one search takes
    for name, model in list(GAMES.items())[: 1 if few else None]:
        compare_games(name, model, every=not few and name == "P-games")
    compare_sweeps(12, (2, 3, 5, 60), 1)
    if not few:
        compare_ceiling()
        compare_sweeps(9, tuple(range(2, 42)), 2)
        compare_endgames()
        compare_surveys()
    compare_simulations()
    give_up()
    compare_stores()
