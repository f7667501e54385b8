"""An evaluator that claims something: one position is the proof that it is not so."""

from functools import partial
from typing import Any

import pytest
from validation.evaluators import GAMES
from validation.opinions import BUGS, SOUND
from validation.opinions import GAMES as MORE

import overthink as ot
from overthink.core.errors import OverthinkError
from tests.test_doctor_evaluators import Numbers

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
