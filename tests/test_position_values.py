"""Solving positions to the end of the game: against whole games solved backwards, and against alpha-beta."""

import math
import random

import numpy as np
import pytest

import overthink as ot
from overthink.core.game import KernelGame
from overthink.rules.minimax import MINIMAX
from overthink.search.minimax import MOST_PLIES
from overthink.search.plain import PlainSearch
from overthink.search.solving.proof import NODES_LEFT, ProofSearch
from overthink.search.subjects.bind import subject_of
from overthink.search.table import EVERY, TableSearch

SMALL = (
    ot.ConnectFour(3, 4),
    ot.Othello(4, 4, outcome="difference"),
    ot.Breakthrough(4, 3),
    ot.Domineering(4, 3),
    ot.Kalah(3, 1),
    ot.Kalah(2, 2, outcome="win", sweep=False),
    ot.Kalah.regularised(2, 2, 6),
)


def random_position(game: KernelGame, plies: int, seed: int) -> object:
    draw = random.Random(seed)
    while True:
        state = game.initial()
        for _ in range(plies):
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, draw.choice(moves))
        if len(game.moves(state)) > 1:
            return state


@pytest.mark.exhaustive(only=[repr(SMALL[1]), repr(SMALL[2])])
@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_outlook_and_a_sample_of_values_are_those_of_the_whole_game(game, request):
    if game not in SMALL[:3]:  # small enough
        request.getfixturevalue("interpreted")
    space = ot.state_space(game)
    truth = dict(zip(space.states, space.tree.truth.tolist()))
    states = random.Random(0).sample(list(truth), min(300, len(truth)))
    outlook = game.kernels.get("outlook")
    for state in states:
        moves = game.moves(state)
        me = game.mover(state)
        if outlook is not None:
            with np.errstate(over="ignore"):
                least, most, _ = outlook.interpreted(game.context, state)
            assert least <= me * truth[state] <= most
    for state in [game.initial(), *states[:40]]:
        moves = game.moves(state)
        me = game.mover(state)
        if len(moves):
            assert ot.move_values(game, state) == {move: me * truth[game.play(state, move)] for move in moves}


def test_values_are_those_of_alpha_beta():
    game = ot.ConnectFour()
    for seed in range(6):
        state = random_position(game, 24, seed)
        position = subject_of(game, state, MINIMAX, MOST_PLIES, None, 0.0)
        decision, finished = TableSearch(position, 1 << 18).look(MOST_PLIES, EVERY)
        assert finished and list(ot.move_values(game, state).values()) == [each.value for each in decision.options]


@pytest.mark.exhaustive
def test_mirror_images_are_one_where_the_root_is_its_own_image():
    """The same values with fewer nodes; elsewhere the nodes are the same."""
    game, plain = ot.Domineering(5, 4), ot.Domineering(5, 4)
    plain.kernels = {name: word for name, word in plain.kernels.items() if name != "mirror"}
    for state, fewer in ((game.initial(), True), (game.play(game.initial(), "a1"), False)):
        found = []
        for each in (game, plain):
            search = ProofSearch(subject_of(each, state, MINIMAX, MOST_PLIES, None, 0.0), 1 << 16)
            values, why = search.values(state, len(each.moves(state)), -1.0, 1.0, 1 << 20)
            assert not why
            found.append((values.tolist(), (1 << 20) - int(search.memory[NODES_LEFT])))
        assert found[0][0] == found[1][0] and (found[0][1] < found[1][1]) == fewer


@pytest.mark.exhaustive
def test_a_position_takes_the_same_nodes_whatever_was_solved_before():
    game = ot.ConnectFour(4, 5)
    first, second = (random_position(game, 6, seed) for seed in (1, 2))
    search = ProofSearch(subject_of(game, first, MINIMAX, MOST_PLIES, None, 0.0), 1 << 16)
    nodes = []
    for state in (first, second, first):
        search.values(state, len(game.moves(state)), -1.0, 1.0, 1 << 20)
        nodes.append((1 << 20) - int(search.memory[NODES_LEFT]))
    assert nodes[0] == nodes[2] > 0


@ot.kernel
def count(game, state):
    return 300 if state[0] > 0 else 0


@ot.kernel
def child(game, state, i):
    return state[0] - 1, state[1] * 7 % 1000 + i, -state[2]


@ot.kernel
def mover(game, state):
    return state[2]


@ot.kernel
def utility(game, state):
    return math.nan if state[1] == 999_999 else float(state[1] % 1000)


class Wide(KernelGame):
    """More moves than are rated; utilities of many values, and no range given."""

    context = 0
    kernels = {"count": count, "child": child, "mover": mover, "utility": utility}  # noqa: RUF012

    def initial(self):
        return 2, 1, 1


@pytest.mark.exhaustive
def test_more_moves_than_are_rated_and_any_utilities():
    game = Wide()
    values = {}
    for i in game.moves(game.initial()):
        after = game.play(game.initial(), i)
        values[i] = min(game.utility(game.play(after, j)) for j in game.moves(after))
    assert ot.move_values(game) == values


@ot.kernel
def two(game, state):
    return 2


@ot.kernel
def further(game, state, i):
    return state[0] + 1 + i, state[1], -state[2]


class Endless(Wide):
    kernels = {"count": two, "child": further, "mover": mover, "utility": utility}  # noqa: RUF012


@pytest.mark.exhaustive
def test_a_game_without_an_end_and_too_few_nodes_are_refused():
    with pytest.raises(ot.OverthinkError, match="may last more than 255 plies"):
        ot.move_values(Endless())
    with pytest.raises(ot.OverthinkError, match="needs more than 5 nodes"):
        ot.move_values(ot.ConnectFour(), nodes=5)


class Plain:
    """Domineering as a game of Python, with positions as tuples or as lists, which have no hash."""

    def __init__(self, game, kind=tuple):
        self.game = game
        self.kind = kind
        self.asked = []

    def initial(self):
        return self.kind(self.game.initial())

    def mover(self, state):
        return self.game.mover(tuple(state))

    def moves(self, state):
        self.asked.append(tuple(state))
        return self.game.moves(tuple(state))

    def play(self, state, move):
        return self.kind(self.game.play(tuple(state), move))

    def utility(self, state):
        return self.game.utility(tuple(state))


def opinion(state):
    return float(sum(state[:2]) * 7 % 11 - 5) / 10.0


def test_a_game_of_python_has_the_same_values_and_is_asked_once():
    game = ot.Domineering(4, 4)
    plain = Plain(ot.Domineering(4, 4))
    for seed in range(5):
        state = random_position(game, 3, seed)
        plain.asked.clear()
        assert ot.move_values(plain, state) == ot.move_values(game, state)
        below = [each for each in plain.asked if each != state]
        assert len(below) <= len(set(below)) + 50  # but for the checks of the door
        assert ot.move_values(Plain(game, list), list(state)) == ot.move_values(game, state)


def test_plain_search_to_any_depth_is_full_width():
    game = Plain(ot.Domineering(4, 4))
    state = random_position(game.game, 2, 1)
    search = PlainSearch(subject_of(game, state, MINIMAX, 4, opinion, 0.0))
    for depth in (1, 2, 3, 4, 2):  # what was proven to another depth is not taken for this one
        wanted = ot.decide(game, state, depth=depth, evaluate=opinion, search="full-width")
        look = search.look(depth, 1e9)
        assert look.values == [option.value for option in wanted.options] and look.opinions > 0
    assert PlainSearch(subject_of(game, state, MINIMAX, 4, opinion, 0.0)).look(4, 3).values is None


class Roads:
    """A walk on a graph with roads back: the players take turns, and a place without a road ends the game."""

    def __init__(self, seed: int, places: int = 7):
        draw = random.Random(seed)
        self.roads = [draw.sample(range(places), draw.choice([0, 2, 3, 3])) for _ in range(places)]
        self.roads[0] = draw.sample(range(places), 3)
        self.worth = [draw.randint(-9, 9) / 10 for _ in range(places)]

    def mover(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return self.roads[state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return move, -state[1]

    def utility(self, state: tuple[int, int]) -> float:
        return self.worth[state[0]]


def test_plain_search_through_a_position_that_comes_again_is_full_width() -> None:
    """Such a position is searched inside its own search, and its moves must not change their order there."""
    for seed in range(40):
        game = Roads(seed)
        search = PlainSearch(subject_of(game, (0, 1), MINIMAX, 7, game.utility, 0.0))
        for depth in range(1, 8):
            wanted = ot.decide(game, (0, 1), depth=depth, evaluate=game.utility)
            assert search.look(depth, 1e9).values == [option.value for option in wanted.options]


@ot.kernel
def real_count(game, state):
    return 3 if state[1][1] < 5 else 0


@ot.kernel
def real_child(game, state, i):
    return state[0] != (i == 1), ((0.5 * state[1][0] + 0.27 * i) % 1.0, state[1][1] + 1)


@ot.kernel
def real_mover(game, state):
    return 1 if state[1][1] % 2 == 0 else -1


@ot.kernel
def real_utility(game, state):
    return math.floor(97.0 * state[1][0]) % 7 - (2.0 if state[0] else 0.0)


class Real(Wide):
    """Positions are tuples of a truth value, a number with a part after the point, and a whole number."""

    kernels = {"count": real_count, "child": real_child, "mover": real_mover, "utility": real_utility}  # noqa: RUF012

    def __init__(self, start, compiled):
        self.start, self.compiled = start, compiled

    def initial(self):
        return False, (self.start, 0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("compiled", [True, False])
def test_positions_that_hold_floats_are_known_apart(compiled):
    def value(state):
        below = [value(game.play(state, i)) for i in game.moves(state)]
        return (max(below) if game.mover(state) > 0 else min(below)) if below else game.utility(state)

    for start in (0.27, 0.54, 0.0, -0.0):
        game = Real(start, compiled)
        values = {i: value(game.play(game.initial(), i)) for i in range(3)}
        best = max(values.values())
        assert ot.move_values(game) == values == ot.label(game, [game.initial()]).values[0]
        judge = ot.KernelEvaluator(game, game.kernels["utility"])
        deep = ot.deepen(game, search="alpha-beta", table=True, limit=ot.Limit(depth=9), evaluate=judge)
        assert (deep.moves, deep.value) == (tuple(i for i in values if values[i] == best), best)
        ends = {"low": -9, "high": 9}
        proven = ot.bounded(game, epsilon=0, table=True, **ends), ot.anytime(game, limit=ot.Limit(nodes=9_999), **ends)
        assert all(found.low == found.high == best == values[found.moves[0]] for found in proven)
