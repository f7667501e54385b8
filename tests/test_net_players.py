"""Players at equal cost: what a net is asked, beside counting by hand, and answers beside full width."""

from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink_papers.beyond.strong import players
from overthink_papers.beyond.strong.players import ALPHA_BETA, UCT_MEAN, bench_of, opening_of, thinker
from overthink_papers.beyond.strong.positions import SEEDS, game_of, net_of

GAME, KIND = "domineering", "weak"
KEY = np.uint64(5)


def positions_below(game: Any, state: Any, depth: int) -> set[Any]:
    """Every position that is not over, one to `depth` plies below."""
    row = {state}
    seen = set[Any]()
    for _ in range(depth):
        row = {game.play(here, move) for here in row for move in game.moves(here)}
        seen |= {here for here in row if game.moves(here)}
    return seen


@pytest.mark.exhaustive
def test_a_position_is_asked_for_once_and_not_beyond_the_limit() -> None:
    game = game_of(GAME)
    net = net_of(GAME, KIND, 1)
    judge = bench_of(GAME, KIND, 1).judge
    states = [game.random_start(number, 8) for number in range(4)]
    judge.begin(3)
    for state in (*states[:3], *states[:3]):
        assert judge.evaluator(state) == pytest.approx(net(state)[0])
    assert judge.spent == 3 and judge.open
    assert judge.evaluator(states[3]) == 0.0 and not judge.open


@pytest.mark.exhaustive(but=["alpha-beta"])
@pytest.mark.parametrize("player", ["product", ALPHA_BETA])
def test_answers_are_those_of_the_rule_and_are_paid_for(player: str) -> None:
    game = game_of(GAME)
    net = net_of(GAME, KIND, 1)
    rule = "minimax" if player == ALPHA_BETA else player
    for number in range(3):
        state = game.random_start(number, 14)
        tree = ot.grow(game, state, 4, evaluate=net)
        thoughts = list(thinker(GAME, KIND, 1, player)(state, 3000, KEY))
        for depth, (spent, move) in enumerate(thoughts[:4], 1):
            assert move in ot.decide(tree, rule=rule, depth=depth).moves
            assert spent <= len(positions_below(game, state, depth))
        assert [spent for spent, _ in thoughts] == sorted(spent for spent, _ in thoughts)


def test_what_is_paid_for_twice_does_not_depend_on_earlier_searches() -> None:
    game = game_of(GAME)
    judge = bench_of(GAME, KIND, 1).judge
    states = [game.random_start(number, 20) for number in range(3000)]
    spent = []
    for _ in range(2):
        judge.begin(2 * len(states))
        for state in (*states, *states):
            judge.evaluator(state)
        spent.append(judge.spent)
    assert len(set(states)) < spent[0] == spent[1]


def test_openings_are_balanced_by_the_strong_nets() -> None:
    for number in range(5):
        state = opening_of(GAME, np.uint64(number))
        values = [net_of(GAME, "strong", seed).many([state])[0, 0] for seed in SEEDS]
        assert abs(np.mean(values)) <= players.BALANCED and len(game_of(GAME).moves(state)) > 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("player", [ALPHA_BETA, UCT_MEAN, "tempered"])
def test_a_player_pays_also_when_other_nets_have_played(player: str) -> None:
    """Few benches are kept. A player whose bench is forgotten asks the same judge as before."""
    state = game_of(GAME).random_start(1, 8)
    think = thinker(GAME, KIND, 1, player)
    before = list(think(state, 100, KEY))
    players.bench_of.cache_clear()
    assert list(think(state, 100, KEY)) == before
