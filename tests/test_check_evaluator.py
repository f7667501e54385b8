"""An evaluator that claims something: one position is the proof that it is not so."""

import json
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner
from validation.evaluators import GAMES
from validation.opinions import BUGS, SOUND
from validation.opinions import GAMES as MORE

import overthink as ot
from overthink.cli import main
from overthink.core.errors import OverthinkError

CAUGHT = (
    "drop: a net fed with absolute colours for Min",
    "clobber: the move counts for Max",
    "isolation: a logit where a probability was meant",
    "isolation: the edge of the right side is missed",
)
KEPT = (
    "drop: a net for the mover",
    "drop: weights with errors",
    "clobber: pairs that can clash",
    "isolation: a bias for who begins",
    "isolation: in pawns",
)


def asked(name: str, opinion: Any, claims: Any) -> str:
    game = MORE[name.partition(":")[0]]()
    return str(ot.check_evaluator(game, partial(opinion, game), claims, 60))


class Numbers:
    """Sticks, as one number: twice the sticks, and who moves. Nothing in it can be turned or exchanged."""

    def mover(self, state: int) -> int:
        return 1 - 2 * (state % 2)

    def moves(self, state: int) -> range:
        return range(1, min(3, state // 2) + 1)

    def play(self, state: int, move: int) -> int:
        return (state - 2 * move) ^ 1

    def utility(self, state: int) -> float:
        return -self.mover(state)


@pytest.mark.parametrize("name", CAUGHT)
def test_one_position_is_the_proof(name: str) -> None:
    with pytest.raises(AssertionError) as caught:
        asked(name, *BUGS[name])
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("the evaluator is not ") and lines[0].endswith(" differ.")
    assert lines[1] == "The smallest:" and lines[2].endswith(" to move") and "<- wanted: " in lines[-2]
    game = MORE[name.partition(":")[0]]()
    call, _, values = lines[-1].removeprefix("Repeat: ").partition("  ->  ")
    said = eval(call, {"evaluate": partial(BUGS[name][0], game)})
    assert said == eval(values)


@pytest.mark.parametrize("name", KEPT)
def test_what_keeps_its_claims_is_not_accused(name: str) -> None:
    assert asked(name, *SOUND[name]).startswith("no difference in ")


def test_an_evaluator_is_for_one_of_both() -> None:
    """Values of the wrong kind break the claim, whichever it is."""
    game = GAMES["drop"]()
    to_max = partial(SOUND["drop: as it comes"][0], game)
    for evaluate, right, wrong in ((to_max, "max", "mover"), (lambda s: s[1] * to_max(s), "mover", "max")):
        assert ot.check_evaluator(game, evaluate, right, 40).kept
        with pytest.raises(AssertionError, match="is not for"):
            ot.check_evaluator(game, evaluate, wrong, 40)


def test_what_cannot_be_compared_is_refused() -> None:
    states = list(range(6, 40, 2))
    for claim in ("symmetric", "max"):
        with pytest.raises(OverthinkError, match=f"No symmetry .* so '{claim}' cannot be checked"):
            ot.check_evaluator(Numbers(), lambda state: 0.1, claim, states)
    with pytest.raises(OverthinkError, match="not for both"):
        ot.check_evaluator(Numbers(), lambda state: 0.1, ("max", "mover"))
    with pytest.raises(OverthinkError, match="claim"):
        ot.check_evaluator(Numbers(), lambda state: 0.1, "even")
    kalah = ot.Kalah(pits=3, seeds=2)
    with pytest.raises(OverthinkError, match="A probability needs results from -1 to 1"):
        ot.check_evaluator(kalah, ot.store_difference(kalah), "probability", 20)


KALAH = ot.Kalah(pits=3, seeds=2)
LEAD = ot.store_difference(KALAH)
ASKED: dict[str, Any] = {"depths": (1, 2), "positions": 40}


def to_mover(state: Any) -> Any:
    return KALAH.mover(state) * LEAD(state)


def bot(state: Any, depth: int) -> Any:
    return ot.decide(KALAH, state, depth=depth, evaluate=LEAD).moves


def worst(state: Any, depth: int) -> Any:
    return ot.decide(KALAH, state, depth=1, evaluate=lambda state: -float(LEAD(state))).moves


def storm(state: Any, move: Any) -> bool:
    return KALAH.mover(KALAH.play(state, move)) == KALAH.mover(state)


@pytest.mark.exhaustive
def test_the_doctor_turns_an_evaluator_for_the_player_to_move() -> None:
    found = ot.diagnose(KALAH, to_mover, player=bot, claims=("plain", "mover", "symmetric"), **ASKED)
    assert found.claim and found.claim.kept and found.opinion and found.opinion.kept and not found.suspected
    assert "'symmetric' cannot be checked" in str(found.opinion)
    assert found.judgements["minimax"].accuracy == ot.diagnose(KALAH, LEAD, **ASKED).judgement.accuracy
    found = ot.diagnose(KALAH, to_mover, player=worst, claims=("other", "mover"), depths=(1, 2), positions=150)
    assert "evaluate=lambda state: game.mover(state) * evaluate(state)" in found.advice.line
    found = ot.diagnose(KALAH, to_mover, claims="max", **ASKED)
    assert [each.name for each in found.suspected] == ["an evaluator that is not what it claims"]
    assert "What your evaluator claims" in str(found) and found.as_dict()["opinion"]["wrong"]


def test_the_command_takes_claims_about_both() -> None:
    here = "tests.test_check_evaluator"
    options = ["--evaluate", f"{here}:to_mover", "--player", f"{here}:bot", "--depths", "1-2", "--positions", "40"]
    run = ["doctor", f"{here}:KALAH", *options, "--jobs", "1"]
    found = CliRunner().invoke(main, [*run, "--claims", "plain, mover", "--json"])
    shown = json.loads(found.stdout)
    assert shown["claim"]["wrong"] == shown["opinion"]["wrong"] == 0
    found = CliRunner().invoke(main, [*run, "--claims", "plain,mover", "--noisy", f"{here}:storm", "--json"])
    shown = json.loads(found.stdout)
    assert "the player is not a plain search with this evaluator, quiescence" in shown["claim"]["text"]


@pytest.mark.parametrize(
    "given, why",
    [
        ({"claims": "plain"}, "A player claims something"),
        ({"claims": "plain", "player": bot, "plies": "turns"}, "way to count plies"),
        ({"noisy": storm}, "belong to a claim"),
        ({"claims": ("plain", "deeper"), "player": bot}, "claims one thing"),
        ({"claims": "symetric"}, "did you mean 'symmetric'"),
    ],
)
def test_claims_that_do_not_fit_are_refused(given: Any, why: str) -> None:
    with pytest.raises(OverthinkError, match=why):
        ot.diagnose(KALAH, LEAD, **ASKED, **given)
    with pytest.raises(OverthinkError, match="is claimed of an evaluator"):
        ot.diagnose(KALAH, player=bot, claims="max", **ASKED)
