"""The command `overthink solve`; and small games solved whole, with cycles, against plain value iteration."""

import json
import math
import random
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame
from overthink.doctor.truths import Solved
from overthink.presets import PRESETS
from overthink.report import progress
from overthink.search.bounds import Bounds
from overthink.search.solving.listing import reachable
from overthink.search.solving.solve import state_space
from tests.test_cli import overthink, refused


def solved(*args: str) -> dict:
    done = overthink("solve", *args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.exhaustive
def test_pig_is_proven_and_shown():
    done = overthink("solve", "pig", "--epsilon", "0.01", "--depth", "4")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Pig to 100 points") and lines[1].startswith("value in [0.5") and "safe roll" in lines[1]
    assert lines[-1] == "Proven to within ε = 0.01, 4 moves ahead."
    told = done.stderr.splitlines()
    assert len(told) > 2 and all(line.startswith("value in [") and " nodes" in line for line in told)
    found = solved("pig", "--epsilon", "0", "--depth", "2")
    assert found["proven"] and found["low"] == pytest.approx(0.530592, abs=1e-6) and found["moves"] == ["roll"]


def test_what_rests_on_opinions_is_not_called_proven_or_safe():
    """The evaluator prefers to take 3 of 9 stones, which loses: 1 leaves 8."""
    from tests.test_doctor import Nim

    def opinion(state):
        return 0.5 if state[0] == 6 else -0.5

    for depth, words in ((1, "best by the evaluator 3"), (9, "safe 1")):
        found = ot.bounded(Nim(9), epsilon=0, low=-1, high=1, depth=depth, evaluate=opinion)
        assert words in str(found) and found.opinions == (depth == 1)
    done = overthink("solve", "kalah", "--epsilon", "2", "--depth", "2")
    assert "Proven" not in done.stdout and "safe" not in done.stdout and "if the evaluator is right" in done.stdout


@pytest.fixture
def interpreted(monkeypatch):
    """Games whose searches are not compiled: where they are small, that is sooner done."""
    monkeypatch.setattr(KernelGame, "compiled", False)
    monkeypatch.setattr("overthink.games.kalah.WORD_BITS", 0)


@pytest.mark.exhaustive
def test_it_is_the_library_s():
    found = solved("cops-and-robbers", "--epsilon", "1.5", "--seed", "3")
    game = ot.CopsAndRobbers(obstacles=0.2, p=0.8, number=3)
    exact = ot.bounded(game, epsilon=0, low=0, high=12, depth=3, evaluate=ot.cop_distance(game))
    assert found["proven"] and found["range"] == [0, 12] and found["width"] <= 1.5 + 1e-9
    assert found["low"] - 1e-9 <= exact.low <= found["high"] + 1e-9


def test_options_reach_the_library(interpreted):
    tree = ot.RandomTree(4, 4, 0.8, number=7)
    known = ot.bounded(tree, epsilon=0, low=0, high=100)
    found = solved("random-tree", "--epsilon", "0", "--depth", "4", "--seed", "7")
    assert found["low"] == pytest.approx(known.low) and found["depth"] == 4
    assert found["moves"] == list(known.moves) and {o["move"] for o in found["options"]} == {0, 1, 2, 3}
    spent = solved("random-tree", "--epsilon", "9", "--depth", "4", "--seed", "7", "--spend", "0.5")
    assert spent["proven"] and spent["width"] <= 9 + 1e-9 and spent["low"] - 1e-9 <= known.low <= spent["high"] + 1e-9


def test_kalah_and_limits(interpreted):
    found = solved("kalah", "--epsilon", "0", "--depth", "3")
    exact = ot.decide(ot.Kalah.real(outcome="win"), depth=3, search="alpha-beta",
                      evaluate=ot.store_difference(ot.Kalah.real(outcome="win")))  # fmt: skip
    assert found["opinions"] and not found["proven"]  # Kalah is not over after three moves
    assert found["low"] == found["high"] == exact.value and found["range"] == [-1, 1]
    done = overthink("solve", "random-tree", "--epsilon", "0", "--budget", "2000")
    assert done.exit_code == 0 and "Not within ε = 0: the limit was reached at a width of" in done.stdout
    found = solved("random-tree", "--epsilon", "0", "--depth", "8", "--seconds", "0.05")
    assert not found["proven"] and found["low"] <= found["high"]


def test_a_stopped_search_keeps_what_is_proven(monkeypatch):
    def stopped(*args, tell, **kwargs):
        tell(Bounds(0.25, 0.75, ("roll",), 10, 20))
        raise KeyboardInterrupt

    monkeypatch.setattr("overthink.search.bounds.anytime", stopped)
    done = overthink("solve", "pig", "--epsilon", "0.1")
    assert (
        done.exit_code == 130 and "value in [0.25, 0.75]" in done.stdout and "stopped at a width of 0.5" in done.stdout
    )


def test_the_interval_closes_on_a_terminal(monkeypatch, capsys):
    assert progress.bar(0, 10, Bounds(2, 5, (), 0, 0), 10) == "0 ··███····· 10"
    assert progress.bar(0, 10, Bounds(10, 10, (), 0, 0), 10) == "0 ·········█ 10"
    assert progress.bar(3, 3, Bounds(3, 3, (), 0, 0), 4) == "3 █··· 3"
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress.Closing(0.0, 10.0) as closing:
        closing.show(Bounds(2.0, 5.0, (), 1, 2))
    assert "█" in capsys.readouterr().err


def test_help_teaches():
    text = overthink("solve", "--help").output
    for word in ("interval that holds", "overthink solve pig --epsilon 0.01", "--spend", "safe"):
        assert word in text
    assert "overthink solve" in overthink("--help").output
    assert all(name in text for name in ("random-tree", "cops-and-robbers", "pig", "kalah")) and PRESETS


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("poker", "--epsilon", "1"), "no game 'poker'"),
        (("pig", "--epsilon", "-1"), "0 or more, not -1.0"),
        (("pig", "--epsilon", "much"), "--epsilon takes a number; 'much' was given"),
        (("pig", "--epsilon", "nan"), "'nan' was given"),
        (("pig", "--epsilon", "0.1", "--low", "2"), "low must not be above high"),
        (("pig", "--epsilon", "0", "--high", "0.3"), "lies outside [0, 0.3]"),
        (("random-tree", "--epsilon", "0", "--depth", "3", "--high", "50"), "lies outside [0, 50]"),
        (("random-tree", "--epsilon", "0", "--depth", "40"), "too many leaves"),
        (("pig", "--epsilon", "1", "--depth", "0"), "from 1 to 1,000, not 0"),
        (("pig", "--epsilon", "1", "--seconds", "0"), "above 0 seconds"),
        (("pig", "--epsilon", "1", "--spend", "all"), "no way to spend ε 'all'"),
        (("pig", "--epsilon", "1", "--spend", "1.5"), "between 0 (equal) and 1 (carry)"),
    ],
)
def test_bad_input_is_one_sentence(interpreted, args, says):
    assert says in refused("solve", *args)


class Graph:
    """A random graph as a game: a state is a node, a move the number of an edge."""

    def __init__(self, seed: int, players: int = 2):
        draw = random.Random(seed)
        size = draw.randint(2, 12)
        self.below = [
            [draw.randrange(size) for _ in range(draw.choice((0, 1, 2, 2, 3)))] for _ in range(size)
        ]  # with loops, double edges and dead ends
        self.below[0] = self.below[0] or [size - 1]
        self.side = [draw.choice((1, -1)) for _ in range(size)]
        if players == 1:
            self.side = [draw.choice((1, -1))] * size
            self.prices = {(n, e): draw.choice((0, 1, 1, 2)) for n in range(size) for e in range(3)}
            self.cost = lambda state, move: self.prices[state, move]
        self.worth = [draw.choice((-2, -1, 0, 0, 1, 2)) for _ in range(size)]

    def initial(self) -> int:
        return 0

    def mover(self, state: int) -> int:
        return self.side[state]

    def moves(self, state: int) -> range:
        return range(len(self.below[state]))

    def play(self, state: int, move: int) -> int:
        return self.below[state][move]

    def utility(self, state: int) -> float:
        return self.worth[state]


def swept(game: Graph) -> list[float]:
    """As many sweeps as there are positions, from 0: what can be forced at all can be forced in this many moves."""
    values = [0.0 if below else float(worth) for below, worth in zip(game.below, game.worth)]
    for _ in game.below:
        values = [
            (max if game.side[n] > 0 else min)(values[child] for child in below) if below else float(game.worth[n])
            for n, below in enumerate(game.below)
        ]
    return values


def paid(game: Graph) -> list[float]:
    """The same for one player who pays: what he loses, infinite until an end is found."""
    me = game.side[0]
    losses = [math.inf if below else -me * float(worth) for below, worth in zip(game.below, game.worth)]
    for _ in game.below:
        losses = [
            min(losses[child] + game.prices[n, e] for e, child in enumerate(below)) if below else losses[n]
            for n, below in enumerate(game.below)
        ]
    return losses


def test_two_players_with_cycles() -> None:
    for game in map(Graph, range(300)):
        space = state_space(game)
        oracle = swept(game)
        assert space.tree.truth.tolist() == [oracle[state] for state in space.states]
        solver = Solved(game)
        for state in reversed(space.states):  # from several starts, each position once
            assert solver.worth(state) == oracle[state]


@pytest.mark.parametrize("seeds", [range(150), range(150, 300)])
def test_one_player_who_pays_with_cycles(seeds: range) -> None:
    for seed in seeds:
        check_payments(Graph(seed, players=1))


def check_payments(game: Graph) -> None:
    space = state_space(game)
    oracle = paid(game)
    me = game.side[0]
    losses = np.array([oracle[state] for state in space.states])
    finite = np.isfinite(losses)
    np.testing.assert_array_equal(-me * space.tree.truth[finite], losses[finite])
    if finite.any() and not finite.all():
        assert (-me * space.tree.truth[~finite] == losses[finite].max() + 1).all()
    values = Solved(game).values(0)
    best = min(losses[space.node(game.play(0, move))] + game.prices[0, move] for move in game.moves(0))
    right = {move for move in game.moves(0) if oracle[game.play(0, move)] + game.prices[0, move] == best}
    if math.isfinite(best):
        assert {move for move, value in values.items() if value == max(values.values())} == right
    assert all(math.isfinite(value) for value in values.values())


class Lights:
    """Lights Out on 3 × 3: a button turns its light and the neighbours'; each press costs 1."""

    def initial(self) -> tuple[int, ...]:
        return (1, 0, 1, 0, 1, 0, 1, 0, 1)

    def mover(self, state: tuple[int, ...]) -> int:
        return -1

    def moves(self, state: tuple[int, ...]) -> range:
        return range(9) if any(state) else range(0)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        row, column = divmod(move, 3)
        near = {(row, column), (row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        return tuple(light ^ (divmod(square, 3) in near) for square, light in enumerate(state))

    def utility(self, state: tuple[int, ...]) -> float:
        return 0.0

    def cost(self, state: tuple[int, ...], move: int) -> float:
        return 1.0


@pytest.mark.exhaustive
def test_lights_out_comes_to_a_verdict() -> None:
    def lit(state: tuple[int, ...]) -> float:
        return sum(state) / 3

    space = state_space(Lights())
    assert len(space.states) == 512
    presses = [bin(buttons).count("1") for buttons in range(512)]  # on this board every set of buttons is its own way
    assert sorted(space.tree.truth.tolist()) == sorted(map(float, presses))
    survey = ot.survey(space, lit, depths=(1, 2), rule="minimin")
    assert survey.positions == 511
    diagnosis = ot.diagnose(Lights(), lit, depths=(1, 2, 3), positions=40)
    assert diagnosis.examination.rules == ("minimin",) and diagnosis.examination.exact
    position = diagnosis.examination.positions[0]
    least = min(space.tree.truth[space.node(Lights().play(position.state, m))] for m in range(9))
    assert position.best == -least - 1


class Corridor:
    """Six squares in a row. The walker may turn round for ever; the ends are worth 1 and -1, and Min wants the left."""

    def initial(self) -> tuple[int, int]:
        return 2, 1

    def mover(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [] if state[0] in (0, 5) else [-1, 1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, -state[1]

    def utility(self, state: tuple[int, int]) -> float:
        return 1.0 if state[0] == 5 else -1.0


def test_a_game_that_repeats_is_solved_and_endless_play_is_a_draw() -> None:
    solver = Solved(Corridor())
    assert solver.worth((2, 1)) == solver.worth((3, -1)) == 0.0
    assert solver.worth((4, 1)) == 1.0 and solver.worth((1, -1)) == -1.0
    found = ot.diagnose(Corridor(), lambda s: (s[0] - 2.5) / 3, depths=(1, 2), positions=6)
    assert found.examination.exact and found.examination.truth == "solved to the end of the game"


def test_what_is_too_large_is_refused_and_bounds_are_named() -> None:
    class Count(Corridor):
        def moves(self, state: Any) -> list[int]:
            return [1, 2]

    with pytest.raises(OverthinkError, match="does not seem to end"):
        state_space(Count())
    with pytest.raises(OverthinkError, match="more than 100 positions"):
        state_space(Lights(), most=100)
    with pytest.raises(OverthinkError, match=r"in 0 s, and there are more"):
        reachable(Lights(), seconds=0)
    with pytest.raises(OverthinkError, match="cost less than 0"):
        state_space(type("Paid", (Lights,), {"cost": lambda self, state, move: -1.0})())


class Coin:
    """Two players throw a coin in turn until one of them has heads and wins. Only chance goes round in circles."""

    def initial(self) -> str:
        return "Max throws"

    def mover(self, state: str) -> int:
        return 0 if "throws" in state else -1

    def outcomes(self, state: str) -> list[tuple[str, float]]:
        return [("Max", 0.5), ("Min throws", 0.5)] if state == "Max throws" else [("asked", 0.5), ("Max throws", 0.5)]

    def moves(self, state: str) -> list[str]:
        return ["Min", "half"] if state == "asked" else []

    def play(self, state: str, move: str) -> str:
        return move

    def utility(self, state: str) -> float:
        return {"Max": 1.0, "half": -0.5, "Min": -1.0}[state]


def test_chance_that_goes_round_in_circles_is_solved() -> None:
    """The first player wins two games of three."""
    space = state_space(Coin())
    assert space.tree.truth[0] == pytest.approx(2 / 3 - 1 / 3, abs=1e-11)
    assert dict(zip(space.states, space.tree.truth))["Min throws"] == pytest.approx(-1 / 3, abs=1e-11)


def test_chance_and_moves_that_go_round_in_circles_are_refused() -> None:
    class Waiting(Coin):
        def moves(self, state: str) -> list[str]:
            return ["Min", "half", "asked"] if state == "asked" else []

        def utility(self, state: str) -> float:
            return -super().utility(state)

    with pytest.raises(OverthinkError, match="can repeat, by chance and by moves"):
        state_space(Waiting())
