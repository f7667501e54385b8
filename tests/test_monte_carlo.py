"""UCT against a plain version in dictionaries, node by node; its rules, its proofs, and what it refuses."""

import math
from dataclasses import replace

import numpy as np
import pytest

import overthink as ot
from overthink.core.arithmetic import logarithm, mix, root_of_log, seed_key
from overthink.core.arithmetic import uniform as uniform_of
from overthink.evaluate.games import critical_opinions
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.rules import RULES, implicit_minimax
from overthink.rules.mean import MEAN
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subjects.bind import subject_of

LAW = "chess-random"  # one for all tests: each distribution is compiled into the search


def grow(position, rule, how):
    simulation = Simulation(position, rule, how)
    simulation.advance(how.simulations)
    return simulation.tree


class Nim:
    """Take one to three; who takes the last one wins."""

    def initial(self):
        return (7, 1)

    def mover(self, state):
        return state[1]

    def moves(self, state):
        return list(range(1, min(3, state[0]) + 1))

    def play(self, state, move):
        return (state[0] - move, -state[1])

    def utility(self, state):
        return -float(state[1])


def hashed(key, word):
    return np.uint64(mix(np.uint64(key), np.uint64(word)))


def uniform(key):
    return uniform_of(np.uint64(key))


class Node:
    def __init__(self, state, value):
        self.state = state
        self.value = value
        self.visits = 1
        self.kids = {}
        self.own = value


def plain_uct(game, state, value_of, simulations, exploration, seed):
    """As printed: running means, one node a simulation, in dictionaries."""
    root = Node(state, 0.0)
    root.visits = 0
    own = np.uint64(seed_key("uct", seed))
    for simulation in range(simulations):
        key = hashed(own, simulation)
        node = root
        path = []
        while True:
            moves = list(game.moves(node.state))
            if not moves:
                reward = game.utility(node.state)
                break
            path.append(node)
            draw = uniform(hashed(key, len(path) - 1))
            me = game.mover(node.state)
            left = [move for move in moves if move not in node.kids]
            if left:
                move = left[int(draw * len(left))]
                after = game.play(node.state, move)
                over = not list(game.moves(after))
                reward = game.utility(after) if over else value_of(after, hashed(key, len(path)))
                node.kids[move] = Node(after, reward)
                node = None
                break
            scale = exploration * math.sqrt(math.log(node.visits))
            node = max(
                (node.kids[move] for move in moves),
                key=lambda kid: me * kid.value + scale / math.sqrt(kid.visits),
            )
        if node is not None:
            path.append(node)
        for each in path:
            each.visits += 1
            each.value += (reward - each.value) / each.visits
    return root


def compare(tree, n, node, game):
    """The same visits and values, everywhere below."""
    assert tree.visits[n] == node.visits
    if node.kids or n:
        assert tree.messages[n][0] == pytest.approx(node.value, abs=1e-9)
    if node.kids:
        children = list(tree.children(n))
        for i, move in enumerate(game.moves(node.state)):
            if move in node.kids:
                compare(tree, children[i], node.kids[move], game)
            else:
                assert tree.visits[children[i]] == 0


@pytest.mark.parametrize(("b", "gamma", "exploration"), [(2, 1.0, 0.1), (3, 0.5, 1.0), (5, 0.9, 10.0)])
def test_every_node_is_that_of_a_plain_version(b, gamma, exploration, interpreted):
    game = CriticalWinLoss(b, gamma, depth=6, number=b)
    judge = critical_opinions(game, LAW)
    position = subject_of(game, None, MEAN, 0, judge, 0.0)
    tree = grow(position, MEAN, MonteCarlo(400, exploration, seed=3))
    compare(tree, 0, plain_uct(game, 1, lambda state, key: judge(state), 400, exploration, 3), game)


def test_random_games_are_those_of_a_plain_version():
    game = Nim()

    def playout(state, key):
        step = 0
        while moves := game.moves(state):
            state = game.play(state, moves[int(uniform(hashed(key, step)) * len(moves))])
            step += 1
        return game.utility(state)

    tree = grow(subject_of(game, None, MEAN, 0, None, 0.0), MEAN, MonteCarlo(300, 0.7, seed=1))
    compare(tree, 0, plain_uct(game, game.initial(), playout, 300, 0.7, 1), game)


@pytest.mark.exhaustive(but=["mean"])
@pytest.mark.parametrize("rule", ["minimax", "implicit-minimax", "althofer", "bayes", "product", "emm", "mean", "vote"])
def test_compiled_and_interpreted_agree(rule):
    game = CriticalWinLoss(3, 0.8, depth=7)
    judge = critical_opinions(game, LAW)
    position = subject_of(game, None, RULES[rule], 0, judge, 0.3)
    how = MonteCarlo(150, 0.5, solver=rule == "minimax")
    compiled = grow(position, RULES[rule], how)
    with np.errstate(over="ignore"):  # hashes overflow
        interpreted = grow(replace(position, compiled=False), RULES[rule], how)
    np.testing.assert_array_equal(compiled.visits, interpreted.visits)
    np.testing.assert_allclose(compiled.messages, interpreted.messages, rtol=1e-12, atol=1e-12)


def test_the_running_mean_and_its_magnitude_are_the_fold(interpreted):
    game = CriticalWinLoss(3, 0.8, depth=7)
    judge = critical_opinions(game, LAW)
    fold = implicit_minimax(0.0)  # the same mean, folded over children again and again
    one, other = (grow(subject_of(game, None, r, 0, judge, 0.0), r, MonteCarlo(500, 0.5)) for r in (MEAN, fold))
    np.testing.assert_array_equal(one.visits, other.visits)
    np.testing.assert_allclose(one.messages[1:, [0, 2]], other.messages[1:, [0, 4]], atol=1e-12)


def test_with_enough_simulations_minimax_is_full_width():
    game = CriticalWinLoss(2, 0.7, depth=5)
    judge = critical_opinions(game, LAW)
    by_tree = ot.decide(game, rule="minimax", search="uct", simulations=4000, exploration=100.0, evaluate=judge)
    tree = ot.grow(game, game.initial(), depth=5, evaluate=judge)
    assert by_tree.value == ot.decide(tree, depth=5).value == 1.0


def test_the_solver_proves_nim():
    for stones in range(2, 12):
        found = ot.decide(Nim(), (stones, 1), search="uct", simulations=3000, solver=True)
        right = [move for move in (1, 2, 3) if move <= stones and (stones - move) % 4 == 0]
        assert found.value == (1.0 if right else -1.0)
        if right:
            assert list(found.moves) == right


def test_chance_is_averaged():
    tree = ot.nested(ot.Max(ot.Chance((0.5, 1.0), (0.5, 0.0)), 0.4))
    found = ot.decide(tree, search="uct", simulations=2000, exploration=0.5)
    assert found.moves == (0,) and found.options[0].value == pytest.approx(0.5, abs=0.1)


def test_the_same_seed_gives_the_same_tree():
    first, again, other = (ot.decide(Nim(), search="uct", simulations=200, seed=seed) for seed in (1, 1, 2))
    assert first == again and first != other


def test_in_several_goes():
    game = CriticalWinLoss(4, 0.9)
    simulation = Simulation(
        subject_of(game, None, MEAN, 0, critical_opinions(game, LAW), 0.0), MEAN, MonteCarlo(900, 0.3)
    )
    for simulations in (4, 30, 31, 900):
        simulation.advance(simulations)
        again = ot.decide(
            game, search="uct", simulations=simulations, exploration=0.3, evaluate=critical_opinions(game, LAW)
        )
        assert simulation.decision() == again


def test_the_final_move_by_visits():
    found = ot.decide(Nim(), search="uct", simulations=500, final="visits")
    assert found.moves == (max(found.options, key=lambda option: option.visits).move,)


def test_a_tree_grows_beyond_its_first_room(monkeypatch):
    game = CriticalWinLoss(3)
    judge = critical_opinions(game, LAW)
    small, large = [], []
    for rows, path, trees in ((40, 3, small), (1 << 20, 1 << 10, large)):
        monkeypatch.setattr("overthink.search.monte_carlo.FIRST_ROWS", rows)
        monkeypatch.setattr("overthink.search.monte_carlo.PATH_NODES", path)
        for rule in (MEAN, RULES["minimax"]):
            trees.append(grow(subject_of(game, None, rule, 0, judge, 0.0), rule, MonteCarlo(600, 0.1)))
    for one, other in zip(small, large):
        np.testing.assert_array_equal(one.visits, other.visits)
        np.testing.assert_array_equal(one.messages, other.messages)


def test_vote_is_the_mean_of_the_depths():
    """A tree of two moves, both opened: each depth of the grown tree votes."""
    tree = ot.nested(ot.Max(ot.Min(0.2, 0.4), ot.Min(0.3, 0.5))).opinion(np.array([0.0, 0.9, 0.1, 0, 0, 0, 0]))
    found = ot.decide(tree, search="uct", simulations=40, rule="vote", exploration=10.0)
    assert [option.value for option in found.options] == pytest.approx([(0.9 + 0.2) / 2, (0.1 + 0.3) / 2])


@pytest.mark.parametrize("n", [1, 2, 3, 4095, 4096, 5000, 1 << 20, (1 << 20) + 12345, 10**9 + 7, 1 << 61])
def test_logarithms_are_right_and_the_same_interpreted(n):
    assert logarithm(n) == logarithm.interpreted(n) == pytest.approx(math.log(n), rel=3e-16)
    assert root_of_log(n) == math.sqrt(logarithm(n))


def test_a_critical_game_is_what_it_says():
    """Values follow from the children, one root move is right, and others turn as often as γ says."""
    turned = choices = 0
    for number in range(60):
        game = CriticalWinLoss(3, 0.6, number=number)
        layer = [game.initial()]
        assert sum(game.truth(game.play(1, move)) > 0 for move in game.moves(1)) == 1
        for _ in range(4):
            below = []
            for state in layer:
                kids = [game.play(state, move) for move in game.moves(state)]
                me = game.mover(state)
                assert me * game.truth(state) == max(me * game.truth(kid) for kid in kids)
                if me * game.truth(state) > 0 and state != 1:
                    choices += 1
                    turned += sum(game.truth(kid) != game.truth(state) for kid in kids)
                below += kids
            layer = below
    assert turned / (2 * choices) == pytest.approx(0.6, abs=0.04)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "simulations"),
        ({"simulations": 2}, "3 moves and 2 simulations"),
        ({"simulations": 0}, "whole number"),
        ({"simulations": 1.5}, "whole number"),
        ({"simulations": 100, "exploration": -1.0}, "exploration"),
        ({"simulations": 100, "final": "luck"}, "'value' or 'visits'"),
        ({"simulations": 100, "depth": 3}, "has no depth"),
        ({"simulations": 100, "rule": "minimin"}, "for one player"),
        ({"simulations": 100, "seed": "x"}, "seed"),
        ({"simulations": 10, "search": "full-width", "depth": 3}, "for search='uct'"),
        ({"search": "full-width"}, "needs a depth"),
    ],
)
def test_bad_input_is_one_sentence(options, words):
    with pytest.raises(ot.OverthinkError, match=words):
        ot.decide(Nim(), **{"search": "uct", **options})


def test_a_tree_that_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr("overthink.search.monte_carlo.free_memory", lambda: 100_000)
    monkeypatch.setattr("overthink.search.monte_carlo.FIRST_ROWS", 500)
    with pytest.raises(ot.OverthinkError, match="do not fit into memory"):
        ot.decide(Nim(), (40, 1), search="uct", simulations=10_000)


def test_a_budget_far_beyond_memory_is_refused_at_once(monkeypatch):
    monkeypatch.setattr("overthink.search.monte_carlo.FIRST_ROWS", 500)
    with pytest.raises(ot.OverthinkError, match=r"after \d\d\d of them"):
        ot.decide(Nim(), (40, 1), search="uct", simulations=10**13)


@pytest.mark.parametrize(
    "options",
    [
        *({"b": 1}, {"b": 2.5}, {"gamma": 1.5}, {"gamma": -0.1}, {"gamma": "x"}, {"gamma": math.nan}),
        *({"depth": 0}, {"depth": 1000}, {"depth": 2.5}, {"forced": 0}),
    ],
)
def test_bad_games_are_one_sentence(options):
    with pytest.raises(ot.OverthinkError):
        CriticalWinLoss(**options)


@pytest.mark.parametrize("law", ["nonsense", 7, (0.1, 0.2, 0.3), (0.1, "x", 0.3, 0.1), (0.1, -0.2, 0.3, 0.1)])
def test_bad_laws_are_one_sentence(law):
    with pytest.raises(ot.OverthinkError):
        critical_opinions(CriticalWinLoss(), law)


def test_a_random_game_without_end_is_refused_after_a_few():
    tree = ot.grow(Nim(), Nim().initial(), depth=1)
    with pytest.raises(ot.OverthinkError, match="the tree stops before the game is over"):
        ot.decide(tree, search="uct", simulations=10**9)


def test_the_root_states_its_own_error() -> None:
    game = ot.ConnectFour(4, 4)
    unsure = lambda state: (0.1, 0.4)  # noqa: E731
    found = ot.decide(game, rule="emm", search="uct", simulations=50, evaluate=unsure)
    assert found.error > 0.0
