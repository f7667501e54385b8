"""OpenSpiel's games as games: the same values as OpenSpiel's own searches find."""

from typing import Any

import pytest

import overthink as ot
from overthink.adapters.openspiel import MonteCarloBot, OpenSpiel, Playouts
from overthink.core.errors import OverthinkError
from overthink.doctor.truths import Solved

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its games are not compared")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")


def numbers(state: object) -> float:
    """An opinion that depends on the position and nothing else."""
    return (sum(map(ord, str(state))) % 17) / 17.0


@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 4), ("connect_four", 3), ("breakthrough", 2)])
def test_values_and_moves_are_those_of_openspiel(name: str, depth: int) -> None:
    game = OpenSpiel(name)
    value, action = minimax.alpha_beta_search(
        game.game, value_function=numbers, maximum_depth=depth, maximizing_player_id=0
    )
    found = ot.decide(game, depth=depth, evaluate=lambda position: numbers(position.state))
    assert found.value == pytest.approx(value)
    start = game.initial().state
    assert start.action_to_string(0, action) in found.moves


def test_games_where_a_player_may_move_twice() -> None:
    game = OpenSpiel("mancala")
    for depth in (1, 2, 3):
        tree = ot.grow(game, game.initial(), depth, evaluate=lambda position: numbers(position.state))
        found = ot.decide(game, depth=depth, evaluate=lambda position: numbers(position.state))
        assert found.value == ot.decide(tree, depth=depth).value


def test_chance_as_openspiel_has_it() -> None:
    game = OpenSpiel("pig(winscore=15)")
    start = game.initial().state

    def opinion(state: Any) -> float:
        """OpenSpiel asks about positions where chance moves; there, what the outcomes are worth on average."""
        if not state.is_chance_node():
            return numbers(state) if not state.is_terminal() else float(state.returns()[0])
        return sum(p * opinion(state.child(outcome)) for outcome, p in state.chance_outcomes())

    value, _ = minimax.expectiminimax(start, 2, opinion, 0)
    found = ot.expectimax(game, depth=2, evaluate=lambda position: numbers(position.state))
    assert found.low == pytest.approx(value)
    pruned = ot.expectimax(
        game, depth=2, evaluate=lambda position: numbers(position.state), search="star2", low=-1, high=1
    )
    assert pruned.low == pytest.approx(found.low)
    bounds = ot.bounded(game, epsilon=0.1, low=-1, high=1, depth=2, evaluate=lambda p: numbers(p.state))
    assert bounds.low - 1e-9 <= found.low <= bounds.high + 1e-9 and bounds.width <= 0.1


def test_playouts_are_the_same_each_time_and_know_a_won_game() -> None:
    game = OpenSpiel("tic_tac_toe")
    evaluate = Playouts(game, games=20)
    assert evaluate(game.initial()) == evaluate(game.initial())
    state = game.initial()
    for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)", "x(0,2)"):
        state = game.play(state, move)
    assert evaluate(state) == 1.0 == game.utility(state)


def mean(state: Any) -> float:
    """What random play is worth to player 0, exactly."""
    if state.is_terminal():
        return float(state.returns()[0])
    chances = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
    return sum(p * mean(state.child(action)) for action, p in chances) / sum(p for _, p in chances)


@pytest.mark.parametrize("moves", [("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"), ("x(0,0)", "o(1,1)", "x(2,1)")])
def test_playouts_are_random_games_told_to_max(moves: tuple[str, ...]) -> None:
    game = OpenSpiel("tic_tac_toe")
    state = game.initial()
    for move in moves:
        state = game.play(state, move)
    assert Playouts(game, 20_000)(state) == pytest.approx(mean(state.state), abs=0.03)


def test_playouts_where_chance_moves_are_the_mean_of_its_outcomes() -> None:
    game = OpenSpiel("pig(winscore=6)")
    evaluate = Playouts(game, 20)
    rolled = game.play(game.initial(), "roll")
    outcomes = [(chance, game.play(rolled, move)) for move, chance in game.outcomes(rolled)]
    assert game.mover(rolled) == 0 and len(outcomes) == 6
    assert evaluate(rolled) == pytest.approx(sum(chance * evaluate(state) for chance, state in outcomes))


def test_of_many_outcomes_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.adapters.openspiel.MOST_OUTCOMES", 5)
    game = OpenSpiel("pig(winscore=6)")
    drawn = list[Any]()
    evaluate = Playouts(game, 20)
    rolled = game.play(game.initial(), "roll")
    values = {move: evaluate(game.play(rolled, move)) for move, _ in game.outcomes(rolled)}
    play = game.play
    monkeypatch.setattr(game, "play", lambda position, move: drawn.append(move) or play(position, move))
    assert evaluate(rolled) == pytest.approx(sum(values[move] for move in drawn) / 5) and len(drawn) == 5


def test_the_monte_carlo_reference_finds_what_is_proven() -> None:
    game = OpenSpiel("tic_tac_toe")
    solved = Solved(game)
    reference = MonteCarloBot(game, 20_000)
    state = game.initial()
    for move in ("x(0,0)", "o(1,0)", "x(1,1)", "o(2,2)"):
        state = game.play(state, move)
        assert reference.values(state) == pytest.approx(solved.values(state), abs=0.35)
        best = max(solved.values(state).values())
        found = reference.values(state)
        right = {move for move, value in solved.values(state).items() if value == best}
        assert max(found, key=found.__getitem__) in right
    assert reference.weaker().simulations == 5_000 and reference.values(state) == reference.values(state)


def test_the_monte_carlo_reference_where_chance_moves() -> None:
    """Pig has been solved by value iteration."""
    pig = ot.Pig(target=20)
    pig.solve()
    game = OpenSpiel("pig(winscore=20)")
    found = MonteCarloBot(game, 20_000).values(game.initial())
    after = {
        move: ot.win_probability(pig)(pig.play(pig.initial(), "hold" if move == "stop" else move)) for move in found
    }
    assert found["stop"] == pytest.approx(2.0 * float(after["stop"]) - 1.0, abs=0.2)  # type: ignore[arg-type]
    assert found["roll"] > found["stop"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no_such_game", "no game of OpenSpiel"),
        ("kuhn_poker", "hides information"),
        ("goofspiel", "at the same time"),
        ("chinese_checkers(players=3)", "3 players"),
    ],
)
def test_what_cannot_be_searched_is_refused(name: str, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        OpenSpiel(name)


@pytest.mark.exhaustive(only=["pig", "breakthrough(rows=6,columns=5)"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "mancala", "breakthrough(rows=6,columns=5)", "pig"])
def test_the_doctor_on_openspiel(name: str) -> None:
    game = OpenSpiel(name)
    found = ot.diagnose(game, Playouts(game), depths=(1, 2), positions=4)
    rule = "expectimax" if name == "pig" else "minimax"
    assert found.examination.rules == (rule,) and found.judgements[rule].kind in ("better", "unclear")
    assert (
        found.examination.exact == (name == "tic_tac_toe")
        and len(found.examination.positions) + found.examination.decided == 4
    )
