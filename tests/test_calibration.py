"""Calibration: probabilities that are right are left alone, others are mended, and some are refused."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.measure import calibration
from overthink.measure.calibration import _bins, _error, _isotonic, calibration_error
from tests.test_net import made


class Coins:
    """Positions are (number, player to move); each has one move, which ends the game."""

    def mover(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        return [0] if state[0] < N else []

    def play(self, state: Any, move: int) -> Any:
        return N, -state[1]

    def utility(self, state: Any) -> float:
        return 0.0


N = 3000
RANDOM = np.random.default_rng(5)
ODDS = RANDOM.normal(size=N) * 2
CHANCE = 1 / (1 + np.exp(-ODDS))
STATES = [(n, 1 if n % 3 else -1) for n in range(N)]
WON = RANDOM.random(N) < CHANCE
TRUTH = {state: (1.0 if WON[state[0]] else -1.0) * state[1] for state in STATES}


def found(chance: Any, states: Any = STATES, errors: bool = True) -> ot.Calibration:
    """The calibration of an evaluator that gives these chances to the player to move."""

    def judge(state: Any) -> Any:
        value = state[1] * (2 * chance[state[0]] - 1)
        return (value, 0.5 * (1 - abs(value))) if errors else 7 * value

    return ot.calibrate(Coins(), judge, states, TRUTH)


def test_right_probabilities_stay_and_wrong_ones_are_mended() -> None:
    right = found(CHANCE)
    assert right.method == "temperature" and not right.doubt and right.before
    assert right.before.mean < right.by_chance * 2 and right.error.mean < right.by_chance * 2
    boastful = found(1 / (1 + np.exp(-3 * ODDS)))
    assert boastful.before and boastful.before.low > 0.08 and boastful.error.high < 0.05
    shifted = found(1 / (1 + np.exp(-ODDS - 1.5)))
    assert shifted.method == "logistic" and shifted.error.high < 0.05
    bent = found(1 / (1 + np.exp(-np.where(ODDS > 0, 3 * ODDS, 0.2 * ODDS))))
    assert bent.method == "isotonic" and bent.error.high < 0.05
    for each, given in ((boastful, 3 * ODDS), (shifted, ODDS + 1.5)):
        values, errors = each.evaluator.many(STATES).T
        said = 0.5 + 0.5 * values * [state[1] for state in STATES]
        assert np.abs(said - CHANCE).mean() < 0.02, given
        np.testing.assert_array_equal(errors, 0.5 * (1 - np.abs(values)))
        assert each.evaluator(STATES[3]) == tuple(each.evaluator.many(STATES[3:4])[0])


def test_values_without_a_probability_get_one() -> None:
    values = found(CHANCE, errors=False)
    assert values.before is None and values.error.high < 0.05 and not values.doubt
    said = 0.5 + 0.5 * values.evaluator.many(STATES)[:, 0] * [state[1] for state in STATES]
    assert np.abs(said - CHANCE).mean() < 0.03


def test_what_cannot_be_called_a_probability_is_refused() -> None:
    few = found(CHANCE, STATES[:120])
    assert few.doubt and "Label more positions" in str(few)
    with pytest.raises(OverthinkError, match="These numbers are not called probabilities: they may be off by"):
        _ = few.evaluator
    blind = found(np.random.default_rng(6).random(N))
    assert "does not tell won positions from lost ones" in blind.doubt
    backwards = found(1 - CHANCE)
    assert "does not tell" in backwards.doubt
    for states, sentence in ((STATES[:50], "calibration needs 100"), ([s for s in STATES if WON[s[0]]], "same result")):
        with pytest.raises(OverthinkError, match=sentence):
            found(CHANCE, states)
    with pytest.raises(OverthinkError, match="The truth"):
        ot.calibrate(Coins(), lambda state: 0.0, STATES, {})


@pytest.mark.exhaustive
def test_noise_is_not_called_probabilities() -> None:
    def accepted(seed: int) -> bool:
        noise = np.random.default_rng(seed).normal(size=1000)
        values = noise + (seed % 3) * np.abs(noise).max()  # also above 0 everywhere, which tells only who is to move
        return not ot.calibrate(Coins(), lambda state: float(values[state[0]]), STATES[:1000], TRUTH).doubt

    assert sum(map(accepted, range(20))) <= 1


@pytest.mark.parametrize(("scale", "offset"), [(1e160, 0.0), (1e-200, 0.0), (1.0, 1000.0), (1e-3, -1e3)])
def test_values_of_any_size_and_centre_are_worth_the_same(scale: float, offset: float) -> None:
    def worth(scale: float, offset: float) -> Any:
        given = scale * ODDS + offset * np.array([state[1] for state in STATES])
        made = ot.calibrate(Coins(), lambda state: float(state[1] * given[state[0]]), STATES, TRUTH)
        return made.evaluator.many(STATES)[:, 0]

    np.testing.assert_allclose(worth(scale, offset), worth(1.0, 0.0), atol=0.1)


def test_one_value_far_away_does_not_hide_the_others() -> None:
    odds = np.where(np.arange(N) == 7, 1e9, ODDS)
    made = ot.calibrate(Coins(), lambda state: float(state[1] * odds[state[0]]), STATES, TRUTH)
    said = 0.5 + 0.5 * made.evaluator.many(STATES)[:, 0] * [state[1] for state in STATES]
    assert np.abs(said - CHANCE).mean() < 0.03


def test_the_error_is_the_mean_distance_over_bins() -> None:
    said, won = np.repeat([0.2, 0.8], 50), np.repeat([0.0, 1.0], 50)
    assert _error(said, won) == pytest.approx(0.2)
    rows = list(_bins(said, won))
    assert len(rows) == 10 and rows[0]["said"] == pytest.approx(0.2) and rows[-1]["won"] == 1.0
    error = calibration_error(CHANCE, WON.astype(float))
    assert error.low <= error.mean <= error.high and error.n == N


def test_isotonic_is_the_nearest_that_rises() -> None:
    """Against all rising step functions on a few points."""
    odds = np.arange(6.0)
    won = np.array([0.0, 1.0, 0.0, 1.0, 0.5, 1.0])
    rising = _isotonic(odds, won)(odds)
    assert (np.diff(rising) >= 0).all()
    best = np.inf
    levels = np.linspace(0, 1, 13)
    for choice in combinations_with_replacement(levels, 6):
        best = min(best, float(((choice - won) ** 2).sum()))
    blocks = np.array([0.0, 0.5, 0.5, 0.75, 0.75, 1.0])  # by hand
    assert ((blocks - won) ** 2).sum() == pytest.approx(best, abs=1e-9)
    smooth = (np.array([0.0, 1.0, 1.0, 1.5, 1.5, 1.0]) + 0.5) / (np.array([1, 2, 2, 2, 2, 1]) + 1.0)
    assert rising[0] == pytest.approx(smooth[0]) and rising[-1] == pytest.approx(smooth[-1])


@pytest.mark.exhaustive
def test_a_calibrated_net_is_compiled_into_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "WORST_ERROR", 1.0)
    monkeypatch.setattr(calibration, "LEAST_DIFFERENCE", -1.0)
    monkeypatch.setattr(calibration, "BY_CHANCE", -np.inf)
    game = ot.ConnectFour(4, 4)
    states = [game.random_start(number, 3 + number % 8) for number in range(300)]
    truth = {state: float(np.sign(hash(state) % 7 - 3)) for state in states}
    net = made(game, "win/draw/loss")[1].on(game)
    for judge, rule in ((net, "emm"), (ot.line_difference(game), "minimax")):
        calibrated = ot.calibrate(game, judge, states, truth).evaluator
        assert isinstance(calibrated, ot.KernelEvaluator)
        values = calibrated.many(states)[:, 0]
        slow = [calibrated.static.interpreted(calibrated.context, state) for state in states[:20]]
        assert slow == values[:20].tolist()
        assert [calibrated.static(calibrated.context, state) for state in states] == values.tolist()
        ways = (calibrated, calibrated.plain)
        ours, theirs = (ot.decide(game, depth=2, rule=rule, evaluate=each) for each in ways)
        assert ours.moves == theirs.moves and ours.value == theirs.value


def test_the_diagram_is_rows_text_and_a_picture() -> None:
    right = found(CHANCE)
    assert sum(row["n"] for row in right.rows()) == N and "said    won" in str(right)
    assert "<svg" in right._repr_html_() and right.as_dict()["error"]["n"] == N
