"""What plies are worth with an evaluator that states its errors, beside counting and choosing by hand."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.estimate import Estimate
from overthink.doctor.find import advice
from overthink.doctor.find.advice import SEARCHES, Plies

GAME = ot.ConnectFour(4, 4)
LINES = ot.line_difference(GAME)
STATES = [GAME.random_start(number, 5 + number % 3) for number in range(50)]
STATES = [state for state in dict.fromkeys(STATES) if len(GAME.moves(state)) > 1]


class Asked:
    """An evaluator that states its errors and counts its answers."""

    calls = 0

    def __call__(self, state: Any) -> tuple[float, float]:
        self.calls += 1
        value = float(np.tanh(3 * LINES(state)))
        return value, 0.5 * (1 - abs(value))


@pytest.fixture(scope="module")
def diagnosis() -> ot.Diagnosis:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "FEWEST_TRIED", 20)
        return ot.diagnose(GAME, Asked(), depths=(1, 2, 3), positions=STATES, truth="solve")


def test_the_best_is_chosen_on_one_half_and_measured_on_the_other(diagnosis: ot.Diagnosis) -> None:
    """By full width, and by counting the evaluator's answers."""
    found, records = diagnosis.plies, diagnosis.examination.positions
    assert found and len(records) >= 20
    right = dict[Any, list[float]]()
    asked = dict[Any, int]()
    for rule, search in SEARCHES.items():
        for depth in (1, 2, 3):
            moves = [ot.decide(GAME, each.state, rule=rule, depth=depth, evaluate=Asked()).moves for each in records]
            right[rule, depth] = [np.mean([m in r.right for m in chosen]) for chosen, r in zip(moves, records)]
            count = Asked()
            ot.decide(GAME, rule=rule, depth=1, evaluate=count)  # asks whether it states its errors, once
            count.calls = 0
            for each in records:
                ot.decide(GAME, each.state, rule=rule, search=search, depth=depth, evaluate=count)
            asked[rule, depth] = count.calls
    best = max((at for at in right if at[1] > 1), key=lambda at: (np.mean(right[at][::2]), -asked[at]))
    assert (found.rule, found.depth) == best
    assert found.gain.mean == pytest.approx(np.mean(right[best][1::2]) - np.mean(right["minimax", 1][1::2]))
    assert found.ahead.mean == pytest.approx(np.mean(right[best][1::2]) - np.mean(right["minimax", 3][1::2]))
    assert found.minimax.mean == pytest.approx(np.mean(right["minimax", 3]) - np.mean(right["minimax", 1]))
    assert found.cost == pytest.approx(asked[best] / asked["minimax", 1])
    assert all(line in " ".join(str(diagnosis).split()) for line in found.lines())
    assert diagnosis.as_dict()["plies"]["rule"] == found.rule


def test_best_first_is_compared_at_equal_evaluations(diagnosis: ot.Diagnosis) -> None:
    found, records = diagnosis.plies, diagnosis.examination.positions
    assert found and found.grown
    every = Asked()
    for each in records:
        ot.decide(GAME, each.state, search="alpha-beta", depth=3, evaluate=every)
    assert found.evaluations == round(every.calls / len(records))
    limit = ot.Limit(evaluations=found.evaluations)
    gains = []
    for each in records:
        ours, theirs = Asked(), Asked()
        grown = ot.best_first(GAME, each.state, evaluations=found.evaluations, evaluate=ours).moves
        deepened = ot.deepen(GAME, each.state, limit=limit, search="alpha-beta", table=True, evaluate=theirs).moves
        assert max(ours.calls - len(GAME.moves(each.state)), theirs.calls) <= found.evaluations
        gains.append(np.mean([move in each.right for move in grown]) - np.mean([m in each.right for m in deepened]))
    assert found.grown.mean == pytest.approx(np.mean(gains))
    assert found.grown.n == len(records)


def test_a_gain_of_best_first_is_advised(diagnosis: ot.Diagnosis) -> None:
    gain = Estimate(0.024, 0.011, 0.037, 300)
    assert diagnosis.plies
    found = replace(diagnosis.plies, evaluations=300, grown=gain)
    assert found.lines()[2] == (
        "with your evaluator, 300 evaluations best-first are right in 2.4 points [1.1, 3.7] more positions than your "
        "alpha-beta with as many (300 positions)"
    )
    advised = advice.advise(diagnosis.examination, diagnosis.judgement, plies=found)
    assert advised.sentence == (
        "use best-first with 300 evaluations, as many as alpha-beta makes at depth 3: +2.4 points [+1.1, +3.7] on 300 "
        "positions"
    )
    assert advised.line == "ot.best_first(game, state, evaluations=300, evaluate=evaluate)"
    nothing = replace(found, grown=Estimate(0.001, -0.004, 0.006, 900))
    assert "not significantly better than your alpha-beta with as many: +0.1 points [-0.4, +0.6]" in nothing.lines()[2]
    assert "best-first" not in advice.advise(diagnosis.examination, diagnosis.judgement, plies=nothing).sentence


def test_without_errors_nothing_is_tried() -> None:
    assert ot.diagnose(GAME, LINES, depths=(1, 2), positions=STATES[:20], truth="solve").plies is None


def test_a_gain_and_none_are_told_apart() -> None:
    some, none = Estimate(0.019, 0.013, 0.025, 900), Estimate(0.001, -0.004, 0.006, 900)
    found = Plies(1, 5, none, "bayes", 3, some, some, 60.0)
    assert found.lines() == [
        "4 more plies of minimax gain nothing with this evaluator: +0.1 points [-0.4, +0.6] (900 positions)",
        "bayes at depth 3 gains 1.9 points [1.3, 2.5] for 60 times the evaluations of depth 1 (900 held-out positions)",
    ]
    assert Plies(1, 5, some, "bayes", 3, none, none, 60.0).lines() == [
        "4 more plies of minimax gain 1.9 points [1.3, 2.5] with this evaluator (900 positions)",
        "no rule at any depth gains on depth 1: the best on the other half, bayes at depth 3, is +0.1 points "
        "[-0.4, +0.6] ahead for 60 times the evaluations (900 held-out positions)",
    ]
