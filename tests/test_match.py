"""Matches: repeatable, fair, and the same compiled as interpreted."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError
from overthink.evaluate.kalah import store_difference
from overthink.games.board_splitting import BoardSplitting
from overthink.games.kalah import Kalah
from overthink.search.decide import decide
from overthink.search.match import Player, play_pairs

RULES: dict[str, Any] = {"pits": 3, "seeds": 2, "plies": 4, "outcome": "win"}
GAME = Kalah.regularised(**RULES)
BY_STORES = store_difference(GAME)
MINIMAX = Player("minimax", 2, BY_STORES, search="alpha-beta")
EMM = Player("emm", 2, BY_STORES, error=0.2)


@cache
def openings() -> list[Any]:
    return [GAME.random_start(number) for number in range(60)]


def interpreted(game: Any) -> Any:
    """The game, to be played without compiling: some small searches are sooner done."""
    game.compiled = False
    return game


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_games() -> None:
    first, second = play_pairs(GAME, openings(), MINIMAX, EMM, seed=3)
    again = play_pairs(GAME, openings(), MINIMAX, EMM, seed=3)
    assert np.array_equal(again[0], first) and np.array_equal(again[1], second)
    other = play_pairs(GAME, openings(), MINIMAX, EMM, seed=4)
    assert not (np.array_equal(other[0], first) and np.array_equal(other[1], second))
    assert set(np.unique([first, second])) <= {0.0, 0.5, 1.0}


def test_players_who_swap_swap_points() -> None:
    game = interpreted(Kalah.regularised(**RULES))
    minimax = Player("minimax", 2, store_difference(game), search="alpha-beta")
    emm = Player("emm", 2, store_difference(game), error=0.2)
    starts = openings()[:20]
    first, second = play_pairs(game, starts, minimax, emm)
    other_first, other_second = play_pairs(game, starts, emm, minimax)
    assert np.array_equal(other_first, 1.0 - second) and np.array_equal(other_second, 1.0 - first)
    alone_first, alone_second = play_pairs(game, starts, emm, emm)
    assert np.array_equal(alone_first + alone_second, np.ones(len(starts)))
    assert len(np.unique([first, second])) > 1


def test_a_match_may_be_played_in_parts() -> None:
    game = interpreted(Kalah.regularised(**RULES))
    starts = openings()[:20]
    minimax, emm = (Player(rule, 2, store_difference(game), error=0.2) for rule in ("minimax", "emm"))
    whole = play_pairs(game, starts, minimax, emm)
    parts = play_pairs(game, starts[:12], minimax, emm), play_pairs(game, starts[12:], minimax, emm, offset=12)
    for side in (0, 1):
        assert np.array_equal(np.concatenate([part[side] for part in parts]), whole[side])


class OnlyPython:
    """A game of kernels seen as any Python game."""

    def __init__(self, game: Kalah):
        self.game = game

    def mover(self, state: Any) -> int:
        return self.game.mover(state)

    def moves(self, state: Any) -> Sequence[int]:
        return self.game.moves(state)

    def play(self, state: Any, move: int) -> Any:
        return self.game.play(state, move)

    def utility(self, state: Any) -> float:
        return self.game.utility(state)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", ["emm", "vote"])
def test_compiled_and_interpreted_matches_agree(rule: str) -> None:
    other = Player(rule, 2, BY_STORES, error=0.2)
    compiled = play_pairs(GAME, openings()[:12], MINIMAX, other)
    python = play_pairs(OnlyPython(GAME), openings()[:12], MINIMAX, other)
    mixed = play_pairs(GAME, openings()[:12], MINIMAX, Player(rule, 2, lambda state: BY_STORES(state), error=0.2))
    for points in (python, mixed):
        assert np.array_equal(points[0], compiled[0]) and np.array_equal(points[1], compiled[1])


def test_boards_too_wide_to_compile_play_too() -> None:
    game = Kalah.regularised(pits=12, seeds=12, plies=2)
    assert not game.compiled
    player = Player("minimax", 1, store_difference(game))
    first, second = play_pairs(game, [game.random_start(0), game.random_start(1)], player, player)
    assert np.array_equal(first + second, np.ones(2))


def test_a_match_plays_the_decisions_of_decide() -> None:
    """Deep enough to see the end, both play perfectly: the result is the value of the game."""
    game = interpreted(Kalah.regularised(**RULES))
    perfect = Player("minimax", 4, search="alpha-beta")
    first, second = play_pairs(game, openings()[:20], perfect, perfect)
    found: list[Decision] = [decide(game, start, depth=4) for start in openings()[:20]]
    assert len(np.unique(first)) > 1
    assert np.array_equal(first, [0.5 * (decision.value + 1.0) for decision in found])
    assert np.array_equal(second, 1.0 - first)


def test_points_belong_to_the_side_that_begins() -> None:
    """Min to move takes the last square: whoever begins from there wins."""
    game = interpreted(BoardSplitting([1, 1, 0, 0]))
    begins = game.position([1])
    player = Player("minimax", 1)
    first, second = play_pairs(game, [begins], player, player)
    assert (first[0], second[0]) == ((1.0, 0.0) if game.utility(game.play(begins, 0)) < 0 else (0.0, 1.0))


def test_a_game_that_is_over_is_scored_as_it_stands() -> None:
    game = interpreted(Kalah.regularised(**RULES))
    over = game.position([1] * 3, [1] * 3, (4, 2), left=0)
    first, second = play_pairs(game, [over], MINIMAX, EMM)
    assert (first[0], second[0]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Player("minimax", 0), "1 or more, not 0"),
        (lambda: Player("emm", 1, search="alpha-beta"), "not sound"),
        (lambda: Player("emm", 1, error=0.7), "outside"),
        (lambda: Player("minimin", 1), "cannot play a match"),
        (lambda: play_pairs(GAME, [], MINIMAX, EMM), "at least one position"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        wrong()
