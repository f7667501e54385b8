"""UCT beside OpenSpiel's bot, on every kind of game, with every rule; what the solver proves, against solved games."""

import hashlib
import random

import numpy as np
import pytest

import overthink as ot
from overthink.adapters.openspiel import OpenSpiel
from overthink.games.connect_four import ConnectFour
from overthink.rules import RULES
from overthink.rules.mean import MEAN
from overthink.search import monte_carlo
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subjects.bind import subject_of
from tests.test_monte_carlo import LAW, Nim, grow


class AsPython:
    """A game of kernels through the methods of a Python game."""

    def __init__(self, game):
        self.game = game
        self.initial, self.mover, self.moves, self.play, self.utility = (
            getattr(game, name) for name in ("initial", "mover", "moves", "play", "utility")
        )
        if hasattr(game, "outcomes"):
            self.outcomes = game.outcomes


class OneMoveBefore(AsPython):
    """The same with one forced move at the start, so that the old root is a node like all others."""

    def __init__(self, game):
        super().__init__(game)
        start = game.initial()
        movers = self.mover
        moves = self.moves
        play = self.play
        self.initial = lambda: ()
        self.mover = lambda state: movers(start) if state == () else movers(state)
        self.moves = lambda state: ["begin"] if state == () else moves(state)
        self.play = lambda state, move: start if state == () else play(state, move)


def opinion(text):
    """A number in (-1, 1) from a position's text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**47 - 1.0


def first_untried(begin, moves, tried, visits, draw):
    return next(i for i in range(moves) if visits[begin + i] == 0)


@pytest.mark.parametrize("exploration", [0.3, 2.0])
def test_openspiel_grows_the_same_tree(exploration, monkeypatch):
    """Both try moves in order and see the same evaluations: all visits and means agree. OpenSpiel evaluates its root
    first, so ours stands one move before it."""
    pyspiel, mcts = pytest.importorskip("pyspiel"), pytest.importorskip("open_spiel.python.algorithms.mcts")
    simulations = 400

    class Judge:
        def evaluate(self, state):
            return np.array([1, -1]) * opinion(str(state))

        def prior(self, state):
            return [(action, 1.0) for action in state.legal_actions()]

    class InOrder:
        def shuffle(self, actions):
            pass

    load = pyspiel.load_game("connect_four")
    bot = mcts.MCTSBot(load, exploration, simulations, Judge(), solve=False, random_state=InOrder())
    theirs = bot.mcts_search(load.new_initial_state())

    words_of = monte_carlo.words_of
    monkeypatch.setattr(monte_carlo, "words_of", lambda *args: {**words_of(*args), "untried": first_untried})
    game = OneMoveBefore(OpenSpiel("connect_four"))
    position = subject_of(game, None, MEAN, 0, lambda state: opinion(str(state.state)) if state != () else 0.0, 0.0)
    tree = grow(position, MEAN, MonteCarlo(simulations, exploration))

    def compare(n, node):
        assert tree.visits[n] == node.explore_count
        if node.explore_count:
            side = 1 if node.player == 0 else -1
            assert tree.messages[n][0] == pytest.approx(side * node.total_reward / node.explore_count, abs=1e-12)
        for kid, child in zip(tree.children(n), node.children):
            compare(kid, child)

    compare(1, theirs)
    assert (tree.visits > 0).sum() == simulations + 1


@pytest.mark.exhaustive
def test_kernels_and_python_grow_the_same_tree():
    for game in (ConnectFour(), ot.Kalah(pits=3, seeds=2), ot.Pig(target=6)):
        how = MonteCarlo(60, 0.7, seed=2)
        one, other = (grow(subject_of(each, None, MEAN, 0, None, 0.0), MEAN, how) for each in (game, AsPython(game)))
        np.testing.assert_array_equal(one.visits, other.visits)
        np.testing.assert_array_equal(one.messages, other.messages)


def test_a_tree_and_its_game_agree():
    game = ot.CriticalWinLoss(2, 0.7, depth=5)
    judge = ot.critical_opinions(game, LAW)
    tree = ot.grow(game, game.initial(), depth=5, evaluate=judge)
    one = ot.decide(game, search="uct", simulations=200, exploration=0.4, evaluate=judge)
    other = ot.decide(tree, search="uct", simulations=200, exploration=0.4)
    assert [(o.visits, o.value) for o in one.options] == [(o.visits, o.value) for o in other.options]


def test_chance_is_as_likely_as_it_says():
    tree = ot.nested(ot.Max(ot.Chance((0.7, 1.0), (0.2, -1.0), (0.1, 0.5))))
    grown = grow(subject_of(tree, None, MEAN, 0, None, 0.0), MEAN, MonteCarlo(5000, 1.0))
    chance = next(iter(grown.children(0)))
    shares = grown.visits[list(grown.children(chance))] / (grown.visits[chance] - 1)
    np.testing.assert_allclose(shares, [0.7, 0.2, 0.1], atol=0.03)
    assert grown.messages[chance][0] == pytest.approx(0.55, abs=0.05)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_works_or_is_refused_in_a_sentence(rule):
    options = {"search": "uct", "simulations": 60, "rule": rule, "evaluate": lambda state: 0.1 * (state[0] % 4)}
    if RULES[rule].needs_truth or RULES[rule].goal:
        with pytest.raises(ot.OverthinkError, match=r"for one player|Use 'mean'|solved Tree"):
            ot.decide(Nim(), error=0.2, **options)
    else:
        decision = ot.decide(Nim(), error=0.2, **options)
        assert set(decision.moves) <= {1, 2, 3} and sum(option.visits for option in decision.options) == 60


def random_tree(rng, depth):
    """Nested nodes with results of -1, 0 and 1, of uneven depth, and their minimax values by node."""
    if depth == 0 or (depth < 4 and rng.random() < 0.2):
        return float(rng.choice((-1, 0, 1)))
    kind = rng.choice((ot.Max, ot.Min))
    return kind(*(random_tree(rng, depth - 1) for _ in range(rng.randint(1, 3))))


@pytest.mark.parametrize("rule", ["mean", "minimax", "implicit-minimax"])
def test_what_is_proven_is_true(rule):
    proofs = 0
    for seed in range(25):
        rng = random.Random(seed)
        tree = ot.nested(ot.Max(*(random_tree(rng, 4) for _ in range(3))))
        truth = ot.solve(tree)
        position = subject_of(tree, 0, RULES[rule], 0, None, 0.0)
        simulation = Simulation(position, RULES[rule], MonteCarlo(400, 1.0, solver=True, seed=seed))
        simulation.advance(400)
        grown = simulation.tree
        nodes = {0: 0}
        for n in range(len(grown.width)):
            for kid, below in zip(grown.children(n), tree.children(nodes[n])):
                nodes[kid] = int(below)
        for n in np.flatnonzero(grown.proven):
            assert truth[nodes[n]] == grown.proven[n]
            proofs += 1
        if grown.proven[0]:
            decision = simulation.decision()
            assert decision.value == truth[0]
            assert all(truth[tree.children(0)[move]] == truth[0] for move in decision.moves)
    assert proofs > 100


def test_the_solver_finds_the_winning_move_at_once():
    """Three in a row: the only move that wins is proven, and the search stops."""
    game = ConnectFour()
    state = game.initial()
    for column in (3, 0, 3, 0, 3, 1):
        state = game.play(state, column)
    decision = ot.decide(game, state, search="uct", simulations=100_000, solver=True)
    assert decision.moves == (3,) and decision.value == 1.0
    assert sum(option.visits for option in decision.options) < 100
