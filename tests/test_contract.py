"""The contract that every registered game keeps. A new game is added to SAMPLES, or the first test fails."""

import numpy as np
import pytest

import overthink as ot
from overthink.core.arithmetic import mix, seed_key
from overthink.core.bind import kernel, types_of
from overthink.core.game import Game, KernelGame
from overthink.core.grow import grow, state_key
from overthink.core.vocabulary import child, count, edge, mover, utility
from overthink.games.board_splitting import BoardSplitting
from overthink.games.breakthrough import Breakthrough
from overthink.games.chess.endgame import ChessEndgame
from overthink.games.connect_four import ConnectFour
from overthink.games.cops_and_robbers import CopsAndRobbers
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.games.pig import Pig
from overthink.games.random_tree import RandomTree
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.search.bounds import expectimax
from overthink.search.decide import decide
from overthink.search.subjects.bind import has_chance

SAMPLES = {
    "board-splitting": [
        BoardSplitting(np.random.default_rng(1).integers(2, size=2**6)),
        BoardSplitting(np.random.default_rng(2).integers(2, size=3**4), branching=3),
    ],
    "breakthrough": [Breakthrough(5, 3), Breakthrough(4, 2)],
    "chess-endgame": [ChessEndgame(name) for name in ("KRK", "KBBK", "KQKR", "KPK")],
    "connect-four": [ConnectFour(4, 4), ConnectFour(8, 9)],
    "cops-and-robbers": [
        CopsAndRobbers(3, 3, cops=1),
        CopsAndRobbers(2, 3, cops=2, obstacles={0}, p=0.8, capture="zero"),
        CopsAndRobbers(1, 4, cops=2, p=0.6, capture="zero"),
    ],
    "domineering": [Domineering(4, 4), Domineering(3, 5), Domineering(2, 12)],
    "kalah": [
        Kalah.real(pits=3, seeds=2, outcome="win"),
        Kalah.real(),
        Kalah.regularised(pits=4, seeds=3, plies=5),
        Kalah(pits=12, seeds=12, plies=6),  # too wide for 64 bits: runs interpreted
    ],
    "critical-win-loss": [CriticalWinLoss(3, 0.7, depth=6), CriticalWinLoss(2, 1.0, forced=1)],
    "othello": [
        Othello(4, 4),
        Othello(6, 6, outcome="difference"),
        Othello(8, 8),  # too wide for 64 bits: runs interpreted
    ],
    "pig": [Pig(10), Pig.piglet(3)],
    "random-tree": [
        RandomTree(b=3, depth=4),
        RandomTree(b=2, depth=3, p=0.8),
        RandomTree(b=3, depth=2, p=0.5, shared=False, whole=True),
    ],
    "sliding-puzzle": [SlidingPuzzle(), SlidingPuzzle(2, 3), SlidingPuzzle(4, 4)],
}
GAMES_IN_PLAY = [
    pytest.param(game, id=f"{name}-{i}") for name, games in SAMPLES.items() for i, game in enumerate(games)
]


@kernel
def told(game, state, depth):
    """How many positions there are to a depth, and a sum in which every mover, utility and chance shows."""
    moves = count(game, state)
    if moves == 0:
        return 1, float(utility(game, state))
    found = 1
    total = 0.25 * mover(game, state)
    for i in range(moves if depth > 0 else 0):
        more, below = told(game, child(game, state, i), depth - 1)
        found, total = found + more, total + (0.5 + i + edge(game, state, i)) * below
    return found, total


# The words of a search, answered by a game's methods.
METHODS = {
    "count": lambda game, state: len(game.moves(state)),
    "child": lambda game, state, i: game.play(state, game.moves(state)[i]),
    "mover": lambda game, state: game.mover(state),
    "utility": lambda game, state: game.utility(state),
    "edge": lambda game, state, i: 0.0 if game.mover(state) else game.outcomes(state)[i][1],
}


def test_every_game_is_sampled():
    sampled = {type(game) for games in SAMPLES.values() for game in games}
    public = (getattr(ot, name) for name in dir(ot))
    assert sampled == {
        kind for kind in public if isinstance(kind, type) and kind.__module__.startswith("overthink.games.")
    }


def plies(game: Game) -> int:
    """So far a search looks: both sides move, and there are not too many positions."""
    return 2 if isinstance(game, ChessEndgame) else 3


def walk(game: Game, seed: int, plies: int = 60):
    """The positions of one random game."""
    state = game.initial()
    key = seed_key("walk", seed)
    for ply in range(plies):
        yield state
        moves = game.moves(state)
        if not len(moves):
            return
        state = game.play(state, moves[int(mix(key, np.uint64(ply)) % np.uint64(len(moves)))])


@pytest.mark.parametrize("game", GAMES_IN_PLAY)
def test_positions_keep_the_protocol(game):
    assert isinstance(game, Game)
    for seed in range(3):
        for state in walk(game, seed):
            before = repr(state)
            moves = list(game.moves(state))
            assert len(moves) == len(set(moves))
            assert game.mover(state) in (1, -1) or sum(p for _, p in game.outcomes(state)) == pytest.approx(1.0)
            children = [game.play(state, move) for move in moves]
            assert repr(state) == before and children == [game.play(state, move) for move in moves]
            assert len(state_key(state).tobytes()) == 8 and state_key(state) == state_key(state)
            assert game.text(state)
            if not moves:
                assert isinstance(game.utility(state), float) and np.isfinite(game.utility(state))


@pytest.mark.parametrize("game", GAMES_IN_PLAY)
def test_an_illegal_move_is_refused(game):
    with pytest.raises(ValueError):
        game.play(game.initial(), "no such move")


@pytest.mark.parametrize("game", GAMES_IN_PLAY)
def test_a_search_of_the_game_equals_one_of_its_grown_tree(game):
    """The kernels (where the game has any) and the methods tell the same game."""
    depth = plies(game)
    if has_chance(game):  # chance is no ply of a search, and one of a tree
        tree = grow(game, game.initial(), 2 * depth, evaluate=lambda state: 0.25)
        known, found = expectimax(tree, depth=depth), expectimax(game, depth=depth, evaluate=lambda state: 0.25)
        assert found.moves == tuple(list(game.moves(game.initial()))[i] for i in known.moves)
        assert (found.low, found.expanded, found.leaves) == (known.low, known.expanded, known.leaves)
        return
    tree = grow(game, game.initial(), depth, evaluate=lambda state: 0.25)
    known = decide(tree, depth=depth)
    found = decide(game, depth=depth, evaluate=lambda state: 0.25)
    moves = list(game.moves(game.initial()))
    assert found.moves == tuple(moves[i] for i in known.moves)
    assert (found.value, found.nodes) == (known.value, known.nodes)


@pytest.mark.exhaustive(only=["chess-endgame-0"])
@pytest.mark.parametrize("game", [game for game in GAMES_IN_PLAY if isinstance(game.values[0], KernelGame)])
def test_kernels_tell_the_game_of_the_methods(game):
    """Every position some plies from the start, by kernels that call themselves as in a search, compiled and not."""
    start = game.initial()
    depth = plies(game)
    plain = told.bind(**METHODS).interpreted(game, start, depth)
    kernels = told.bind(types_of(game.context, start, 1) if game.compiled else (), **game.kernels)
    for run in (kernels.interpreted, *([kernels.compiled] if game.compiled else [])):
        with np.errstate(over="ignore"):  # hashes overflow
            assert run(game.context, start, depth) == plain
