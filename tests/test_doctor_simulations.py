"""The doctor on Monte Carlo search: planted answers, its command, bad input."""

import json

import pytest
from validation.cases import ANSWERS, SIMULATION_CASES

import overthink as ot
from tests.test_cli import overthink, refused
from tests.test_monte_carlo import Nim


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", SIMULATION_CASES)
def test_the_doctor_says_what_was_planted(case):
    for seed in (1, 2):
        diagnosis = SIMULATION_CASES[case](150, seed)
        assert diagnosis.kind in ANSWERS[case], diagnosis.verdict
        assert not diagnosis.suspected


@pytest.mark.exhaustive
def test_the_advice_asks_the_search_itself():
    line = SIMULATION_CASES["UCT, γ = 1"](150, 1).advice.line
    assert line.startswith('ot.decide(game, state, search="uct", rule="mean", simulations=10, exploration=')


@pytest.mark.exhaustive
def test_the_command_on_a_preset_with_parameters():
    given = ("--search", "uct", "--knob", "simulations=10,300", "--exploration", "0.2", "--positions", "130")
    done = overthink("doctor", "critical-win-loss(b=4,gamma=1)", *given, "--jobs", "1")
    assert done.exit_code == 0 and done.stdout.startswith("more simulations decide worse"), done.output
    assert "overthink decide 'critical-win-loss(b=4,gamma=1)' --search uct --exploration 0.2 --simulations 10" in (
        " ".join(done.output.split())
    )


def test_the_command_on_a_game_of_openspiel():
    pytest.importorskip("pyspiel")
    given = ("--search", "uct", "--knob", "simulations=9,40", "--positions", "30", "--jobs", "1", "--json")
    told = json.loads(overthink("doctor", "openspiel:tic_tac_toe", *given).stdout)
    assert told["knob"]["name"] == "simulations" and told["positions"] > 10


def test_another_rule_in_the_tree_of_a_python_game():
    diagnosis = ot.diagnose(
        Nim(), search="uct", rules="minimax", knob=("simulations", (4, 60)), positions=6, truth="solve"
    )
    assert diagnosis.examination.knob.name == "simulations"


class Judged(Nim):
    """Nim with an evaluator that says how likely it is wrong, and right mostly."""

    def judge(self, state):
        number, side = state[0], state[-1]
        return (side if number % 3 else -side), 0.2


def test_the_knob_may_be_the_evaluations_of_best_first():
    game = Judged()
    diagnosis = ot.diagnose(
        game, game.judge, search="best-first", knob=("evaluations", (1, 40)), positions=8, truth="solve"
    )
    assert diagnosis.examination.knob.name == "evaluations"
    assert diagnosis.examination.accuracy("player")[40].mean() == 1.0
    with pytest.raises(ot.OverthinkError, match="has evaluations, not simulations"):
        ot.diagnose(game, game.judge, search="best-first", knob=("simulations", (1, 40)), positions=8)
    with pytest.raises(ot.OverthinkError, match="Give evaluate="):
        ot.diagnose(game, search="best-first", positions=8)
    with pytest.raises(ot.OverthinkError, match="calibrate"):
        ot.diagnose(game, lambda state: 0.5, search="best-first", positions=8)


@pytest.mark.exhaustive
def test_the_command_advises_the_evaluations_of_best_first():
    given = ("--search", "best-first", "--knob", "evaluations=1,60", "--positions", "60", "--jobs", "1")
    done = overthink("doctor", "board-splitting", *given)
    assert done.exit_code == 0 and "evaluations" in done.stdout, done.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"search": "alpha-beta"}, "cannot examine the search 'alpha-beta'"),
        ({"player": lambda state, depth: 1}, "takes the place of a player"),
        ({"depths": (1, 2)}, "takes the place of a player and of depths"),
        ({"knob": ("nodes", (1, 2))}, "has simulations, not nodes"),
        ({"knob": ("simulations", (4, 4.5))}, "whole number"),
        ({"rules": ("mean", "minimax")}, "one rule; 2 were given"),
        ({"rules": "meen"}, "did you mean"),
        ({"exploration": -1.0}, "0 or more"),
    ],
)
def test_bad_input_is_one_sentence(options, words):
    with pytest.raises(ot.OverthinkError, match=words):
        ot.diagnose(Nim(), **{"search": "uct", "positions": 6, **options})


def test_exploration_needs_the_search():
    with pytest.raises(ot.OverthinkError, match="for search='uct'"):
        ot.diagnose(Nim(), lambda state: 0.0, exploration=1.0)
    assert "There is no parameter of critical-win-loss 'c'" in refused("doctor", "critical-win-loss(c=1)")
    assert "Write parameters like" in refused("doctor", "critical-win-loss(b=1")
    assert "from 2 to 20" in refused("doctor", "critical-win-loss(b=1)")
