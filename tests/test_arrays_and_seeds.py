"""Arrays and seeds that people give: what does not fit is refused in one sentence, and whatever fits gives the same
games in every process."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError, parse_seed
from tests.test_doctor import Nim, right

GAMES = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 3))
SCORES = ot.move_scores(GAMES, "minimax", depths=(3,))[3]
RIGHT = ot.right_moves(GAMES)
TREE = ot.Tree.literal([[1, -1], [1, 1]], static=1, error=0.1)
SILENT = ot.Tree.literal([[1, -1], [1, 1]])
KALAH = ot.Kalah(pits=3, seeds=2)
KALAH.compiled = False  # some small searches are sooner done
BOARD = ot.BoardSplitting([0, 1, 1, 0])
PUZZLE = ot.SlidingPuzzle(2, 2)
SPACE = PUZZLE.state_space()
PLAYERS = tuple(ot.Player(depth=depth, evaluate=ot.store_difference(KALAH)) for depth in (1, 2))


class Circle:
    """One move leads round in a circle."""

    def initial(self) -> int:
        return 0

    def mover(self, state: int) -> int:
        return 1

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return (state + move) % 4

    def utility(self, state: int) -> float:
        return 0.0


def small(**columns: Any) -> Any:
    """A tree of three nodes with some columns replaced, searched."""
    own: dict[str, Any] = {"first": [0, 2, 2, 2], "child": [1, 2], "mover": [1, -1, -1], "static": [0, 1, 2]}
    return ot.decide(ot.Tree(**{**own, "levels": [0, 1, 3], **columns}), depth=1)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "too few scores": (lambda: ot.p_opt(GAMES, np.zeros(3), RIGHT), "scores.* must have 6 numbers; 3 were given"),
    "too few right moves": (lambda: ot.p_opt(GAMES, SCORES, RIGHT[:3]), "right.* must have 6 numbers; 3 were given"),
    "another tree": (lambda: ot.p_err(TREE, SCORES, RIGHT), "must have 2 numbers; 6 were given"),
    "scores in rows": (lambda: ot.p_err(GAMES, SCORES.reshape(3, 2), RIGHT), "must be a list: numbers, not array"),
    "scores of nothing": (lambda: ot.p_opt(GAMES, None, RIGHT), "not None"),
    "scores that are not numbers": (lambda: ot.p_opt(GAMES, SCORES * math.nan, RIGHT), "numbers without nan"),
    "right moves of 5": (lambda: ot.p_opt(GAMES, SCORES, RIGHT * 5), "true or false for each, not array"),
    "right moves of no tree": (lambda: ot.right_moves(None), "tree must be an ot.Tree .ot.grow gives one., not None"),
    "too few parents": (lambda: ot.clustering_factor(GAMES, np.ones(3, bool)), "parents.* must have 189 numbers"),
    "parents of text": (lambda: ot.clustering_factor(GAMES, "x"), "parents.* not 'x'"),
    "half a depth": (lambda: ot.move_scores(TREE, "minimax", (1, "a")), "not "),
    "no depths": (lambda: ot.move_scores(TREE, "minimax", ()), "at least one depth"),
    "a negative depth": (
        lambda: ot.back_up(TREE, "minimax", -1),
        "A depth must be a whole number from 1 to 1,000, not -1",
    ),
    "scores without opinions": (lambda: ot.move_scores(SILENT, "emm", (2,)), "some have none"),
    "values without opinions": (lambda: ot.back_up(SILENT, "minimax", 1), "some have none"),
    "a rule of 5": (lambda: ot.back_up(TREE, 5, 1), "rule.*5"),
    "no rule": (lambda: ot.accuracy(GAMES, None, (1, 2)), "rule.*None"),
    "a game for an evaluator": (lambda: ot.artificial(0.2)(KALAH), "needs a tree, not"),
    "nothing for a noisy evaluator": (lambda: ot.noisy(ot.truth, 0.1)(None), "needs a tree, not None"),
    "nothing for a natural one": (lambda: ot.natural(None), "needs a tree, not None"),
    "nothing for a reading": (lambda: ot.by_threshold(GAMES, 0.1)(None), "needs a tree, not None"),
    "a threshold of nan": (lambda: ot.by_threshold(GAMES, math.nan), "threshold must be a number"),
    "opinions of another tree": (lambda: TREE.opinion(GAMES.static), "'static' of a tree must have 7 numbers"),
    "an opinion of text": (lambda: TREE.opinion("a"), "'static' of a tree must be a list"),
    "no columns": (lambda: ot.Tree(None, None, None), "'mover' of a tree must be a list"),
    "a column of halves": (lambda: small(child=[1, 1.5]), "whole numbers"),
    "a column too short": (lambda: small(static=[0.0]), "'static' of a tree must have 3 numbers; 1 were given"),
    "a child that is not there": (lambda: small(child=[1, 7]), "do not fit together"),
    "a child of its own": (lambda: small(child=[1, 0]), "do not fit together"),
    "children that run backwards": (lambda: small(first=[0, 2, 1, 2]), "do not fit together"),
    "levels of another tree": (lambda: small(levels=[0, 1, 7]), "`levels` rises from 0 to 3"),
    "one level": (lambda: small(levels=[0]), "`levels` rises from 0 to 3"),
    "a mover of 5": (lambda: small(mover=[5, 1, 1]), "numbers from -1 to 1"),
    "an error of 0.7": (lambda: small(error=[0, 0.7, 0]), "outside"),
    "a cost of nan": (lambda: small(edge=[0, math.nan]), "'edge' of a tree must hold finite numbers"),
    "another child in a finished tree": (lambda: ot.solve(replace(GAMES, child=GAMES.child[::-1])), "do not fit"),
    "no such node": (lambda: TREE.children(99), "The number of a node must be a whole number from 0 to 6, not 99"),
    "a node from the end": (
        lambda: TREE.children(-1),
        "The number of a node must be a whole number from 0 to 6, not -1",
    ),
    "states of another space": (lambda: ot.StateSpace(SPACE.tree, SPACE.states[:5]), "one state for each of its 12"),
    "no states": (lambda: ot.StateSpace(SPACE.tree, None), "one state for each of its 12"),
    "an evaluator of another tree": (lambda: ot.survey(SPACE, lambda tree, seed: GAMES, rule="minimin"), "gives back"),
    "an evaluator of nothing": (lambda: ot.noisy(lambda tree, seed: None, 0.1)(TREE), "gives back"),
    "a sample with nan": (lambda: ot.difference([1, math.nan], [0, 1]), "finite numbers"),
    "a sample of text": (lambda: ot.ratio([1, 2], ["a", "b"]), "must be a list: numbers"),
    "a sample of rows": (lambda: ot.win_rate([[1]], [1]), "must be a list: numbers"),
    "no sample": (lambda: ot.win_rate(None, None), "not None"),
    "an empty sample": (lambda: ot.mcnemar([], []), "no observation"),
    "results of 2": (lambda: ot.mcnemar([1, 2], [1, 0]), "true or false for each"),
    "shares above 1": (lambda: ot.degree_of_pathology([1, 5], [1, 0.5]), "numbers from 0 to 1"),
    "a mean of infinity": (lambda: ot.Estimate.of_mean(np.array([1, math.inf])), "finite numbers"),
    "a level of 7": (lambda: ot.difference([1, 2, 4], [1, 2, 3], level=7), "between 0 and 1"),
    "no resamples": (lambda: ot.ratio([1, 2], [1, 2], resamples=0), "number of resamples"),
    "a square beyond the board": (lambda: BOARD.utility(999), "999 is not a position of this game"),
    "a search from there": (lambda: ot.decide(BOARD, 999, depth=1), "999 is not a position"),
    "a board of text": (lambda: BOARD.moves("abc"), "'abc' is not a position"),
    "pieces beyond the board": (lambda: ot.CopsAndRobbers(2, 2, 1).mover(999), "999 is not a position"),
    "squares without end": (lambda: ot.Othello().moves((-1, -1, 1)), "is not a position of this game"),
    "an evaluation of no position": (lambda: ot.line_difference(ot.ConnectFour())((-1, -1, 1, 0)), "not a position"),
    "expectimax in a circle": (lambda: ot.expectimax(Circle()), "too deep for Python"),
    "star1 in a circle": (lambda: ot.expectimax(Circle(), search="star1", low=0, high=1), "too deep for Python"),
    "bounds in a circle": (lambda: ot.bounded(Circle(), epsilon=0, low=0, high=1), "too deep for Python"),
    "the naive rule in a circle": (lambda: ot.naive_epsilon(Circle(), epsilon=0), "too deep for Python"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_in_one_sentence(case: str) -> None:
    call, says = REFUSED[case]
    with pytest.raises(OverthinkError, match=says) as caught:
        call()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400 and str(caught.value)[-1] == "."


def test_lists_and_arrays_of_other_kinds_are_read() -> None:
    shares = ot.p_opt(GAMES, SCORES, RIGHT).tolist()
    assert ot.p_opt(GAMES, SCORES.tolist(), RIGHT.tolist()).tolist() == shares
    assert ot.p_opt(GAMES, SCORES.astype(np.float32), RIGHT.astype(int)).tolist() == shares
    assert ot.p_opt(GAMES, np.repeat(SCORES, 2)[::2], RIGHT).tolist() == shares
    assert small().value == 2.0 and small(child=np.array([1, 2], np.int32)).value == 2.0


ENTRANCES: dict[str, Callable[[Any], Any]] = {
    "board splitting": lambda seed: ot.BoardSplittingModel(height=3).draw(0, 9, seed).truth.tolist(),
    "one board": lambda seed: [ot.BoardSplittingModel(height=5).board(0, seed).tolist()],
    "top-down": lambda seed: ot.TopDown(height=3).draw(0, 2, seed).static.tolist(),
    "decision errors": lambda seed: ot.TopDown(g=5, sigma=0.3, height=4).decision_errors(0, 9, seed).tolist(),
    "artificial": lambda seed: ot.artificial(0.2)(GAMES, seed).static.tolist(),
    "simulated": lambda seed: ot.simulated(5)(GAMES, seed).static.tolist(),
    "noisy": lambda seed: ot.noisy(ot.truth, 0.1)(GAMES, seed).static.tolist(),
    "noisy, of a position": lambda seed: ot.noisy(right, 0.1)((9, 1), seed),
    "mirrored": lambda seed: ot.Mirrored(ot.noisy(ot.truth, 0.1))(GAMES, seed).static.tolist(),
    "a survey": lambda seed: ot.survey(
        SPACE, ot.noisy(ot.truth, 1.0), (1, 2), "minimin", seed=seed
    ).tree.static.tolist(),
    "a match": lambda seed: [points.tolist() for points in ot.play_pairs(KALAH, [KALAH.initial()] * 9, *PLAYERS, seed)],
    "simulations": lambda seed: ot.decide(KALAH, search="uct", simulations=20, seed=seed).options,
    "the doctor": lambda seed: ot.diagnose(Nim(15), right, depths=(1, 2), positions=5, seed=seed).examination.positions,
    "a tied move": lambda seed: [ot.decide(ot.nested(ot.Max(*[1] * 99)), depth=1).pick(seed)],
    "Kalah": lambda seed: KALAH.random_start(3, seed),
    "a puzzle": lambda seed: ot.SlidingPuzzle(3, 3).random_start(3, seed),
    "a board": lambda seed: ot.ConnectFour().random_start(3, 4, seed),
    "an endgame": lambda seed: ot.ChessEndgame("KRK").random_start(3, seed),
    "cops": lambda seed: ot.CopsAndRobbers(seed=seed).initial(),
    "obstacles": lambda seed: sorted(ot.CopsAndRobbers(obstacles=0.3, seed=seed).grid.free),
    "critical": lambda seed: ot.CriticalWinLoss(seed=seed).context,
    "a random tree": lambda seed: ot.RandomTree(3, 3, seed=seed).context,
    "a study": lambda seed: ot.reproduce("emm/fig2", 2, seed=seed).seed,
}
NO_SEEDS = (None, "abc", "1", -1, 1.0, True, 10**40, np.array([1, 2]), [1], np.random.Generator, np.random, object())


@pytest.mark.exhaustive(but=["top-down"])
@pytest.mark.parametrize("name", ENTRANCES)
def test_a_seed_means_the_same_in_every_process_or_is_refused(name: str) -> None:
    draw = ENTRANCES[name]
    for seed in NO_SEEDS:
        with pytest.raises(OverthinkError, match="seed is a whole number"):
            draw(seed)
    assert draw(1) == draw(np.int64(1)) == draw(np.uint8(1))
    assert draw(np.random.default_rng(1)) == draw(4720721261117928063)
    assert draw(np.random.SeedSequence(1)) == draw(3717377837946358015)


def test_evaluators_without_noise_look_at_the_seed_too() -> None:
    for evaluate in (ot.truth, ot.natural, ot.by_threshold(GAMES, 0.1)):
        assert len(evaluate(GAMES, np.random.default_rng(1))) == len(GAMES)
        with pytest.raises(OverthinkError, match="seed is a whole number"):
            evaluate(GAMES, "abc")


def test_the_number_of_a_start_is_read_as_a_seed_is() -> None:
    assert KALAH.random_start(np.int64(3)) == KALAH.random_start(3)
    for number in (None, "abc", -1, 1.0):
        with pytest.raises(OverthinkError, match="number of a draw is a whole number"):
            KALAH.random_start(number)  # type: ignore[arg-type]


def test_a_generator_moves_on_and_a_sequence_does_not() -> None:
    generator = np.random.default_rng(5)
    sequence = np.random.SeedSequence(5)
    assert parse_seed(generator) != parse_seed(generator)
    assert parse_seed(sequence) == parse_seed(sequence)
    assert parse_seed(np.random.default_rng(5)) == parse_seed(np.random.PCG64(5))
