"""A search that claims something: sound ones pass, a bug is shown in the smallest position, and its cause is right."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from validation.bugs import BUGS
from validation.players import SOUND, deeper_table
from validation.small_games import GAMES

import overthink as ot
from overthink.adapters.openspiel import OpenSpiel
from overthink.core.checked import moves_of
from overthink.doctor.ask.positions import make_positions
from overthink.doctor.claims.claim import CheckedSearch
from overthink.doctor.claims.plain import Plain, best_of
from overthink.doctor.truths import Deeper
from overthink.doctor.words import Cause
from tests.test_doctor_chance import Race, guess

SMALL = GAMES["stones that fall"]
KALAH = ot.Kalah(pits=3, seeds=2)
LEAD = ot.store_difference(KALAH)
RACE = Race()
NOT_PLAIN = {"quiescence", "the rule vote", "the rule althofer"}


def check(
    game: Any, player: Any, evaluate: Any, claims: Any = "plain", positions: Any = 40, **more: Any
) -> CheckedSearch:
    try:
        return ot.check_search(game, player, evaluate, claims=claims, positions=positions, **more)
    except AssertionError as broken:
        found: CheckedSearch = broken.args[0]
        return found


def lead(state: Any) -> float:
    value: Any = LEAD(state)
    return float(value)


def plain_player(plain: Plain, choose: Callable[[Any], Any] = lambda moves: moves[0]) -> Any:
    return lambda state, depth: choose(plain.best(state, depth))


@pytest.mark.parametrize("game, evaluate", [(KALAH, LEAD), (SMALL, SMALL.judge)])
def test_the_plain_search_is_the_one_by_alpha_beta(game: Any, evaluate: Any) -> None:
    for state in make_positions(game, 30):
        for depth in (1, 2, 3, 4):
            assert Plain(game, evaluate).values(state, depth) == Deeper(game, evaluate, depth).values(state)


def test_the_plain_search_of_a_game_with_chance_is_expectimax() -> None:
    for state in make_positions(RACE, 20):
        for depth in (1, 2, 3):
            values = ot.expectimax(RACE, state, depth=depth, evaluate=guess)
            assert best_of(Plain(RACE, guess).values(state, depth)) == values.moves


@pytest.mark.parametrize("name", [name for name in SOUND if name not in NOT_PLAIN])
def test_sound_searches_keep_their_claim(name: str) -> None:
    checked = check(SMALL, SOUND[name](SMALL, SMALL.judge, 1), SMALL.judge)
    assert checked.kept and str(checked) == "no difference in 120 answers"


@pytest.mark.parametrize("name", ["quiescence", "transpositions", "a plain search", "sooner wins first"])
def test_a_search_that_looks_further_keeps_the_claim_of_at_least_this_depth(name: str) -> None:
    assert check(SMALL, SOUND[name](SMALL, SMALL.judge, 1), SMALL.judge, "deeper").kept
    assert check(SMALL, deeper_table(kept=True)(SMALL, SMALL.judge, 1), SMALL.judge, "deeper").kept


CAUSES = {
    "one ply less everywhere": Cause.FEWER_PLIES,
    "never more than two plies": Cause.FEWER_PLIES,
    "finished games count as even": Cause.ENDS,
    "only the two best-looking moves": Cause.SOME_MOVES,
    "the last of equal bounds": Cause.PLACE,
}


@pytest.mark.parametrize("name", CAUSES)
def test_a_bug_is_shown_with_its_cause(name: str) -> None:
    player = BUGS[name](SMALL, SMALL.judge, 1)
    checked = check(SMALL, player, SMALL.judge)
    assert checked.example and checked.cause and checked.cause.kind == CAUSES[name]
    difference = checked.example.difference
    again = player(difference.answer.call.state, int(difference.answer.call.depth))
    assert again not in difference.best and f"Repeat: player({difference.answer.call.state!r}" in str(checked)


def test_a_search_that_sees_nothing_at_depth_1_has_a_cause() -> None:
    def short_range(state: Any, depth: int) -> Any:
        moves = list(moves_of(SMALL, state))
        for each in range(1, depth):
            moves = list(Plain(SMALL, SMALL.judge).best(state, each))
        return moves[0]

    checked = check(SMALL, short_range, SMALL.judge, positions=100)
    assert checked.cause and checked.cause.kind == Cause.FEWER_PLIES


def test_a_player_that_breaks_its_claim_later_is_suspected() -> None:
    """What was checked is not ruled out where the examination has a counterexample."""
    asked = list[Any]()

    def tires(state: Any, depth: int) -> Any:
        asked.append(state)
        best = Plain(SMALL, SMALL.judge).best(state, depth)
        others = [move for move in moves_of(SMALL, state) if move not in best]
        return others[0] if others and len(asked) > 120 else best[0]

    found = ot.diagnose(
        SMALL, SMALL.judge, player=tires, claims="plain", positions=make_positions(SMALL, 60), depths=(1, 2), jobs=1
    )
    suspected = {each.name: each for each in found.suspected}
    assert found.claim and found.claim.kept and "a search that is not what it says" in suspected
    assert "may remember earlier calls" in suspected["a search that is not what it says"].why and not found.advice.line


def test_with_two_moves_a_cause_is_not_named() -> None:
    """Any mistake chooses the other move, wherever the best one is not chosen."""
    states = [state for state in make_positions(SMALL, 600) if len(moves_of(SMALL, state)) == 2]
    checked = check(SMALL, BUGS["one ply less everywhere"](SMALL, SMALL.judge, 1), SMALL.judge, positions=states)
    assert len(states) > 5 and checked.wrong and checked.cause is None


def test_the_smallest_tree_is_shown() -> None:
    wrong = Plain(SMALL, lambda state: -SMALL.judge(state))
    checked = check(SMALL, plain_player(wrong), SMALL.judge)
    assert checked.example and checked.example.size <= 4 and checked.example.difference.answer.call.depth == 1
    assert "<- best" in str(checked) and "<- the player's" in str(checked)


def test_a_game_without_a_start_is_searched_where_its_positions_are() -> None:
    class Given:
        def __init__(self) -> None:
            self.moves, self.play, self.mover, self.utility = SMALL.moves, SMALL.play, SMALL.mover, SMALL.utility

    game: Any = Given()
    player = BUGS["one ply less everywhere"](SMALL, SMALL.judge, 1)
    assert not check(game, player, SMALL.judge, positions=make_positions(SMALL, 60)).kept


def test_a_table_without_depths_is_shown_with_the_calls_before() -> None:
    player = BUGS["a table without depths"](SMALL, SMALL.judge, 1)
    checked = check(SMALL, player, SMALL.judge)
    assert checked.example and checked.example.repeats is False and 0 < len(checked.example.before) <= 2
    fresh = BUGS["a table without depths"](SMALL, SMALL.judge, 1)
    for call in checked.example.before:
        fresh(call.state, int(call.depth))
    call = checked.example.difference.answer.call
    assert fresh(call.state, int(call.depth)) not in checked.example.difference.best
    assert "remembers earlier calls" in str(checked)
    assert ("does the player's table keep the depth" in str(checked)) == (
        {each.state for each in checked.example.before} == {call.state}
    )


def test_what_does_not_repeat_is_said() -> None:
    source = random.SystemRandom()
    checked = check(SMALL, lambda state, depth: source.choice(list(moves_of(SMALL, state))), SMALL.judge)
    assert not checked.kept
    assert checked.example and (checked.example.repeats or "at random" in str(checked) or checked.example.before)


def test_noisy_moves_are_searched_further_and_extensions_take_no_ply() -> None:
    def storm(state: Any, move: Any) -> bool:
        return KALAH.mover(KALAH.play(state, move)) == KALAH.mover(state)

    calm, longer = Plain(KALAH, LEAD, noisy=storm), Plain(KALAH, LEAD, extend=storm)
    for player, how in ((plain_player(calm), {"noisy": storm}), (plain_player(longer), {"extend": storm})):
        assert check(KALAH, player, LEAD, positions=12, **how).kept
        assert not check(KALAH, player, LEAD, positions=12, depths=(1, 2)).kept


def test_an_own_search_is_the_claim() -> None:
    slow = Plain(KALAH, LEAD)
    own: Any = slow.values
    assert check(KALAH, plain_player(slow), LEAD, own).kept
    checked = check(KALAH, plain_player(Plain(KALAH, lambda state: 0.0)), LEAD, own)
    assert not checked.kept and "is worth" in str(checked)


def test_evaluations_to_the_mover_are_said() -> None:
    def own(state: Any) -> float:
        return KALAH.mover(state) * lead(state)

    player = plain_player(Plain(KALAH, LEAD))
    assert check(KALAH, player, own, side="mover").kept and not check(KALAH, player, own).kept


def test_rolls_may_count_as_plies() -> None:
    player = plain_player(Plain(RACE, guess, rolls=1))
    assert check(RACE, player, guess, plies="rolls", positions=20).kept
    checked = check(RACE, player, guess, positions=20)
    assert not checked.kept and (checked.cause is None or checked.cause.kind == Cause.ROLLS)


def test_a_value_before_chance_is_said_to_be_a_mean_and_rounding_is_nothing() -> None:
    checked = check(RACE, lambda state, depth: moves_of(RACE, state)[0], lambda state: guess(state) or 1e-17)
    assert not checked.kept and "(the mean of what chance may do)" in str(checked) and "e-17" not in str(checked)


def test_positions_may_be_evaluated_before_chance_moves() -> None:
    player = plain_player(Plain(RACE, guess, early=True))
    assert check(RACE, player, guess, plies="early", positions=30).kept
    checked = check(RACE, player, guess, positions=100, depths=(1, 2))
    assert not checked.kept and (checked.cause is None or checked.cause.kind == Cause.EARLY)


def test_a_turn_that_is_always_passed_on_is_named() -> None:
    def negamax(state: Any, depth: int) -> float:
        if not len(KALAH.moves(state)):
            return KALAH.mover(state) * KALAH.utility(state)
        if depth == 0:
            return KALAH.mover(state) * lead(state)
        return max(-negamax(KALAH.play(state, move), depth - 1) for move in KALAH.moves(state))

    def bot(state: Any, depth: int) -> Any:
        return {move: -negamax(KALAH.play(state, move), depth - 1) for move in KALAH.moves(state)}

    checked = check(KALAH, bot, LEAD, positions=100)
    assert checked.cause and checked.cause.name == "turned the sign after every move, whoever moves next"
    with pytest.raises(AssertionError, match="the player is not a plain search with this evaluator"):
        ot.check_search(KALAH, bot, LEAD, positions=40)


def test_one_player_with_costs() -> None:
    game = ot.SlidingPuzzle(2, 3)
    evaluate = ot.manhattan(game)
    assert check(game, plain_player(Plain(game, evaluate)), evaluate, positions=12).kept
    checked = check(game, plain_player(Plain(game, evaluate, free=True)), evaluate, positions=12)
    assert checked.kept or checked.cause is None or checked.cause.kind == Cause.COSTS


def test_simulations_are_compared_with_ours() -> None:
    def ours(state: Any, simulations: int, seed: int = 0) -> Any:
        found = ot.decide(
            KALAH, state, search="uct", rule="mean", simulations=simulations, evaluate=LEAD, seed=seed + 9
        )
        return found.moves[0]

    def worst(state: Any, simulations: int) -> Any:
        return min(values := Plain(KALAH, LEAD).values(state, 3), key=values.__getitem__)

    assert check(KALAH, ours, LEAD, "simulations", depths=(8, 32)).kept
    checked = check(KALAH, worst, LEAD, "simulations", depths=(8, 32))
    assert not checked.kept and "This is a statistic" in str(checked)


def test_what_is_not_a_claim_is_refused() -> None:
    for more in ({"claims": "plane"}, {"plies": "throws"}, {"side": "min"}, {"player": 3}, {"evaluate": "lead"}):
        given = {"player": plain_player(Plain(KALAH, LEAD)), "evaluate": LEAD, **more}
        with pytest.raises(ot.OverthinkError):
            ot.check_search(KALAH, given.pop("player"), given.pop("evaluate"), **given)
    assert check(KALAH, print, LEAD, "other").kept


def test_a_player_that_fails_now_and_then_has_a_counterexample() -> None:
    sound = plain_player(Plain(KALAH, LEAD))

    def fails(state: Any, depth: int) -> Any:
        return sound(state, depth) if len(moves_of(KALAH, state)) > 2 else 99

    with pytest.raises(AssertionError, match=r"The player answered 99\.\nRepeat: player.*->  fails") as error:
        ot.check_search(KALAH, fails, LEAD, positions=40)
    state, depth = error.value.args[0].place
    assert len(moves_of(KALAH, state)) == 2 and depth == 1
    with pytest.raises(ot.OverthinkError, match="The player answered 99 in the position"):
        ot.check_search(KALAH, lambda state, depth: 99, LEAD, positions=40)


def test_after_the_budget_and_ctrl_c_what_was_found_is_shown() -> None:
    asked = list[Any]()

    def stops(state: Any, depth: int) -> Any:
        asked.append(state)
        if len(asked) == 30:
            raise KeyboardInterrupt
        return list(moves_of(KALAH, state))[-1]

    checked = check(KALAH, stops, LEAD)
    assert not checked.kept and checked.answers == 29 and "there was no time for 91 more" in str(checked)
    asked[:] = range(29)
    with pytest.raises(KeyboardInterrupt):  # nothing was found
        check(KALAH, stops, LEAD)
    assert check(KALAH, plain_player(Plain(KALAH, LEAD)), LEAD, budget=0).answers == 1
    with pytest.raises(ot.OverthinkError, match="A budget in seconds"):
        check(KALAH, stops, LEAD, budget=-1.0)


def test_an_evaluator_on_another_scale_than_results_is_pointed_out() -> None:
    shown = check(SMALL, plain_player(Plain(SMALL, SMALL.judge)), lambda state: 50.0 * SMALL.judge(state))
    assert not shown.kept and "counts more than the result of a game" in str(shown)
    assert "counts more" not in str(check(SMALL, plain_player(Plain(SMALL, lambda state: 0.0)), SMALL.judge))


def test_a_position_that_cannot_be_typed_is_shown_by_its_moves() -> None:
    pytest.importorskip("pyspiel")
    game: Any = OpenSpiel("tic_tac_toe")

    def stones(position: Any) -> float:
        text = str(position.state)
        return (2 * text.count("x") + text.startswith("x") - 2 * text.count("o")) / 20.0

    checked = check(game, lambda state, depth: moves_of(game, state)[-1], stones)
    moves = re.search(r"Repeat: player\(after\((.*?)\), \d\)", str(checked))
    assert moves and checked.place and "after(moves) is the position after" in str(checked)
    state = game.initial()
    for move in ast.literal_eval(moves[1]):
        state = game.play(state, move)
    assert state == checked.place[0]
