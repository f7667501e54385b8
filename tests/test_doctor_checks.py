"""What the doctor measures, each against a slow version that says it in other words; and players with planted bugs."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from validation.cases import CASES, KINDS, TIES, false_alarm, right
from validation.planted import Known, Planted

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.doctor.ask.players import player_choice
from overthink.doctor.ask.positions import make_positions, plies_left
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.checks.examination import few_positions, parity, tie_breaking
from overthink.doctor.checks.search import not_the_search
from overthink.doctor.find.causes import HeardOpinion, calibration, errors_of, within
from overthink.doctor.find.evidence import Doubt, breakdown, clearest, local_pathology
from overthink.doctor.record import Examination, Record
from overthink.doctor.truths import TO_THE_END, Cheapest, Deeper, Solved, truth_of
from overthink.measure.judgement import Pair, judge
from overthink.measure.paired import apart, apart_in_clusters
from tests.test_doctor import Nim
from tests.test_doctor import right as told
from tests.test_doctor_decisions import finding, made


def seen(rows: list[dict[int, tuple[int, ...]]]) -> Examination:
    """Positions whose moves 0, 1, 2 are worth 1, 0, -1, and what was chosen at each depth."""
    return made({"minimax": {d: [row[d] for row in rows] for d in rows[0]}}, (1.0, 0.0, -1.0), exact=False)


choices = st.lists(st.tuples(*[st.sampled_from([(0,), (1,), (2,), (0, 1), (1, 2)])] * 2), min_size=1, max_size=6)


@given(choices)
@settings(max_examples=80, deadline=None)
def test_the_least_number_of_wrong_labels_that_undo_a_gain(pairs: list[Any]) -> None:
    """Against trying every set of positions and every label there."""
    found = seen([{1: shallow, 3: deep} for shallow, deep in pairs])
    accuracy = found.accuracy("minimax")
    gains = accuracy[3] - accuracy[1]
    if gains.sum() <= 0.0:
        return

    def worst(shallow: tuple[int, ...], deep: tuple[int, ...]) -> float:
        labels = [{c for c, r in enumerate(bits) if r} for bits in product((0, 1), repeat=3) if any(bits)]
        share = lambda moves, label: sum(m in label for m in moves) / len(moves)  # noqa: E731
        return min(share(deep, label) - share(shallow, label) for label in labels)

    least = [worst(*pair) for pair in pairs]
    undone = breakdown(found, "minimax", Pair(1, 3, Estimate(1.0, 0.5, 1.5, 2)))
    best = next(
        size
        for size in range(len(pairs) + 1)
        if np.sort(gains - np.array(least))[::-1][:size].sum() >= gains.sum() - 1e-12
    )
    assert round(undone * len(pairs)) <= best  # never says that it takes more than it does
    if all(len(moves) == 1 for pair in pairs for moves in pair):
        assert round(undone * len(pairs)) == best


def test_two_groups_as_in_a_textbook() -> None:
    found = apart(np.array([1.0, 2.0, 3.0, 4.0]), np.array([2.0, 2.0, 4.0]))
    half = 1.959964 * np.sqrt((5 / 3) / 4 + (4 / 3) / 3)
    assert (found.mean, found.high - found.mean) == pytest.approx((2.5 - 8 / 3, half))
    with pytest.raises(OverthinkError, match="two observations"):
        apart(np.zeros(1), np.zeros(5))


def test_observations_of_one_cluster_count_once() -> None:
    generator = np.random.default_rng(5)
    a, b = generator.normal(size=300), generator.normal(0.2, 2.0, 400)
    alone = apart_in_clusters(a, b, np.arange(300), np.arange(300, 700))
    usual = apart(a, b)
    assert (alone.low, alone.high, alone.n) == pytest.approx((usual.low, usual.high, 700), abs=0.002)
    again = apart_in_clusters(*(np.repeat(each, 4) for each in (a, b, np.arange(300), np.arange(300, 700))))
    assert (again.mean, again.low, again.n) == pytest.approx((alone.mean, alone.low, 700))
    paired = apart_in_clusters(a, a + 1.0, np.arange(300), np.arange(300))  # what both share takes no part
    assert (paired.low, paired.high) == pytest.approx((-1.0, -1.0))
    with pytest.raises(OverthinkError, match="two clusters"):
        apart_in_clusters(a, b, np.zeros(300), np.zeros(400))


def test_correlation_within_groups_is_what_was_put_in() -> None:
    generator = np.random.default_rng(3)
    for shared in (0.0, 0.5, 0.9):
        own = np.sqrt(1 - shared)
        groups = [np.sqrt(shared) * generator.normal() + own * generator.normal(size=4) for _ in range(4000)]
        assert within(groups) == pytest.approx(shared, abs=0.04)


def test_calibration_errors_and_their_correlations() -> None:
    generator = np.random.default_rng(4)
    heard, rows = [], []
    for n in range(900):
        shared = generator.normal()
        true = 3.0 * generator.normal(size=3)
        values = dict(enumerate(true))
        place = Record(n, values, {("minimax", 1): (0,), ("minimax", 2): (1,)}, estimates={("minimax", 1): true[0]})
        blur = 0.1 if n > 450 else 1.0  # many plies are left where n is large: early in the game it sees better
        said = 2.0 * (true + shared + blur * generator.normal(size=3)) + 5.0
        heard.append(HeardOpinion(place, 2.0 * (true.max() + shared) + 5.0, said, true, np.ones(3, np.int8)))
        rows.append(place)
    found = errors_of(Examination(tuple(rows), ("minimax",), (1, 2), "", True, (), ()), heard, np.arange(900.0))
    assert found.siblings > 0.5 and found.parent > 0.7
    assert found.by_depth[1].mean < 1e-9 and 2 not in found.by_depth
    assert set(found.by_phase) == {"early", "middle", "late"} and sum(e.n for e in found.by_phase.values()) == 900
    assert found.by_phase["early"].high < found.by_phase["late"].low
    said, worth = zip(*((said, true.mean) for said, true in found.calibration.items()))
    assert list(said) == sorted(said) and list(worth) == sorted(worth) and len(said) == 8
    coarse = calibration(np.array([1.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 2.0, 4.0]))
    assert [(said, true.mean) for said, true in coarse.items()] == [(1.0, 0.5), (2.0, 3.0)]


def test_worsened_positions() -> None:
    hurt, fine = {1: (0,), 2: (2,)}, {1: (2,), 2: (0,)}
    pair = Pair(1, 2, Estimate(0.2, 0.0, 0.4, 50))
    worsened = local_pathology(seen([hurt] * 20 + [fine] * 30), "minimax", pair)
    assert [each.number for each in worsened] == list(range(20)) and worsened[0].chosen == (2,)


def test_odd_and_even_depths() -> None:
    rows = [{d: (0,) if d % 2 or n % 2 else (1,) for d in (1, 2, 3, 4)} for n in range(200)]
    found = seen(rows)
    assert finding(parity, found).outcome == "suspected"
    better = finding(parity, seen([{**row, 2: (1,)} for row in rows]))
    assert better.outcome == "suspected" and better.headline is None  # a rise needs no excuse
    flat = seen([dict.fromkeys((1, 2, 3, 4), (0,) if n % 2 else (1,)) for n in range(200)])
    assert finding(parity, flat).outcome == "ruled out"
    assert finding(few_positions, flat).outcome == "suspected"
    rising = seen([{1: (0,) if n % 2 else (1,), 3: (0,)} for n in range(200)])
    judgement = judge(rising.accuracy("minimax"), rising.knob)
    assert few_positions.run(SearchCase(rising, judgement, Doubt(None, None))) is None  # there is a verdict


def test_positions_are_made_by_random_openings_and_then_by_play() -> None:
    asked = []

    def best(state: Any) -> Any:
        asked.append(state)
        return 1

    states = make_positions(Nim(60), 40, 0, best)
    assert len(set(states)) == 40 and asked and states == make_positions(Nim(60), 40, 0, best)
    assert states != make_positions(Nim(60), 40, 1, best) and all(len(Nim().moves(state)) > 1 for state in states)
    assert len(make_positions(Nim(6), 1000)) < 12  # all there are
    assert plies_left(Nim(), (2, 1), np.uint64(1)) in (1, 2)


def test_planted_values_are_what_perfect_play_makes_of_them() -> None:
    for numbers in ({"b": 3, "plies": 5, "steps": 4, "span": 3, "keep": 0.2}, {"b": 4, "plies": 4, "span": 1}):
        game = Planted(**numbers)  # type: ignore[arg-type]
        for state in game.starts(25, 7):
            assert Solved(game).values(state) == pytest.approx(Known(game).values(state))


@pytest.mark.exhaustive(but=["tie-breaking"])
@pytest.mark.parametrize("case", CASES)
def test_what_was_planted_is_found(case: str) -> None:
    """Once; the study validation/doctor-power counts how often, over many seeds."""
    found = CASES[case](400, 101)
    if case != "nothing to find":  # by design, one verdict in twenty is chance
        assert not false_alarm(case, found)
        assert right(case, found), (found.verdict, found.suspected)
        assert any(words in found.verdict for words in ("may explain", "check also", "is not what")) == (
            case not in (*KINDS, TIES)
        )


def test_a_player_of_ones_own() -> None:
    game = Nim()
    states = [(left, 1) for left in range(5, 21)]
    answers: dict[str, Any] = {"one": 2, "ties": [1, 3], "values": {1: 0.0, 2: 5.0, 3: 5.0}, "tuple": (1, 2)}
    chosen = {name: player_choice(lambda s, d, a=answer: a, game, (9, 1), 1).moves for name, answer in answers.items()}
    assert chosen == {"one": (2,), "ties": (1, 3), "values": (2, 3), "tuple": (1, 2)}
    found = ot.diagnose(game, told, depths=(1, 2, 3), player=lambda s, d: max(1, s[0] % 4), positions=states)
    assert found.examination.rules == ("player", "minimax") and found.judgements["player"].accuracy[1].mean == 1.0
    assert {check.name for check in (not_the_search, tie_breaking)} <= {each.name for each in found.imitators}
    wild = ot.diagnose(game, told, depths=(1, 2), player=lambda s, d: 7 if s[0] == 9 else 1, positions=states)
    (failure,) = wild.examination.failures
    assert "The player answered 7 in the position (9, 1)" in str(failure)
    alone = ot.diagnose(game, depths=(1, 2), player=lambda s, d: 1, positions=states)
    assert alone.examination.rules == ("player",) and alone.factors is None


def test_the_truth_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(truth_of(None, Nim(), told, 3, (21, 1)), Solved)

    class Large(Nim):
        def moves(self, state: tuple[int, int]) -> list[int]:
            return [1, 2, 3] if state[0] else []

        def play(self, state: Any, move: int) -> Any:
            return state[0] - 1, -state[1], *state[2:], move  # no two ways lead to one position

    large = truth_of(None, Large(), told, 3, (21, 1))
    assert isinstance(large, Cheapest)
    near = large.values((9, 1))
    monkeypatch.setattr("overthink.doctor.truths.MORE", 10)
    far = large.values((14, 1))
    assert near.how == TO_THE_END and near == Solved(Large()).values((9, 1)) and not near.weaker
    assert far.how == "to depth 5" and far.weaker
    with pytest.raises(OverthinkError, match="Give smaller depths=, more budget="):
        Cheapest(Large(), told, 3, seconds=1e-9).values((14, 1))
    with pytest.raises(OverthinkError, match="deeper than depth 3"):
        truth_of(3, Nim(), told, 3, (21, 1))
    full = ot.decide(Nim(), (11, 1), depth=5, evaluate=told)
    assert Deeper(Nim(), told, 5).values((11, 1)) == {option.move: option.value for option in full.options}
    weaker = Deeper(Nim(), told, 5).weaker()
    assert weaker and weaker.depth == 3 and Deeper(Nim(), told, 2).weaker() is None


def test_how_much_the_reference_could_matter() -> None:
    game = Planted(b=4, span=1, keep=0.2, flip=0.18)
    found = ot.diagnose(game, game.opinion(), depths=(1, 2, 3), positions=game.starts(150, 5), truth=5)
    assert found.doubt and found.doubt.disagrees and "to depth 3" in found.doubt.weaker
    assert {i.name: i.outcome for i in found.imitators}["a reference no better than the player"] == "suspected"
    pair = clearest(found.judgements["minimax"])
    assert (pair is None) == (found.judgements["minimax"].kind == "unclear")
    assert "a search to depth 3 would prefer other moves" in str(found)
