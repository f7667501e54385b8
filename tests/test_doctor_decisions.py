"""What each check decides, and in which words, on made-up examinations near the limits of its conditions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from overthink.core.estimate import Estimate
from overthink.doctor.checks import CHECKS, run_all_checks
from overthink.doctor.checks.case import EngineRun, SearchCase
from overthink.doctor.checks.evaluator import evaluator_trouble, unsteady_evaluator, wrong_side
from overthink.doctor.checks.examination import (
    engine_trouble,
    equal_wins,
    few_positions,
    near_ties,
    nominal_depth,
    parity,
    tie_breaking,
    weak_reference,
)
from overthink.doctor.checks.search import not_the_search
from overthink.doctor.claims.claim import CheckedSearch
from overthink.doctor.claims.name import Named
from overthink.doctor.find.advice import falls_short
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.find.evidence import Doubt, falls
from overthink.doctor.finding import Check, Finding, compare_gains, examined, visible_from
from overthink.doctor.record import Examination, Record
from overthink.doctor.words import Cause
from overthink.measure.judgement import Knob, judge
from tests.test_doctor import Nim, right

Moves = Sequence[int | tuple[int, ...]]
WON = (1.0, -1.0)
NIM = (0.0, 1.0, -1.0, -1.0)  # the moves 1, 2, 3 of Nim; 0 is none
SLOW = (1.0, 0.9, -1.0)  # a win, a slower win, a loss
ENGINE = EngineRun(0.3, False, 0, 0, {1: 10.0, 2: 2000.0})


def made(chosen: Mapping[str, Mapping[int, Moves]], worth: tuple[float, ...] = WON, **settings: Any) -> Examination:
    """Positions 0, 1, … whose moves 0, 1, … have these values, and what each rule chooses at each depth."""
    depths = tuple(next(iter(chosen.values())))
    number = len(next(iter(chosen.values()))[depths[0]])
    every = {(rule, depth): moves for rule, by_depth in chosen.items() for depth, moves in by_depth.items()}
    choices = (
        {at: (moves[n],) if isinstance(moves[n], int) else moves[n] for at, moves in every.items()}
        for n in range(number)
    )
    positions = tuple(Record(n, dict(enumerate(worth)), chosen) for n, chosen in enumerate(choices))
    rest: dict[str, Any] = {"exact": True, "failures": (), "alike": ()}
    return Examination(positions, tuple(chosen), depths, "a table", **(rest | settings))


def at(examination: Examination, states: Iterable[Any]) -> Examination:
    """The same positions, with these states."""
    return replace(examination, positions=tuple(replace(p, state=s) for p, s in zip(examination.positions, states)))


def some(wrong: int, n: int = 200) -> list[int]:
    """This many positions with the move 1, then those with the move 0."""
    return [1] * wrong + [0] * (n - wrong)


def finding(check: Check, examination: Examination, **things: Any) -> Finding:
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    case = SearchCase(examination, judgement, things.pop("doubt", Doubt(None, None)), **things)
    result = check.run(case)
    assert isinstance(result, Finding)
    return result


def nothing(check: Check, examination: Examination, **things: Any) -> bool:
    """Whether the check has no meaning in this case."""
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    return check.run(SearchCase(examination, judgement, Doubt(None, None), **things)) is None


def test_what_was_not_seen_was_not_there_if_it_would_have_been_seen() -> None:
    narrow, wide = Estimate(0.0, -0.05, 0.05, 100), Estimate(0.0, -0.2, 0.2, 100)
    assert visible_from(narrow, 0.99) == pytest.approx(0.05 * (1.0 + 0.8416 / 2.5758), abs=1e-5)
    ruled = examined(compare_gains("accuracy", [narrow, narrow]))
    assert (ruled.outcome, ruled.why) == ("ruled out", "accuracy in 100 positions; 6.6 points would have been seen")
    weak = examined(compare_gains("accuracy", [narrow, wide]))
    assert (weak.outcome, weak.why[-40:]) == ("not seen", "s; only 26.5 points would have been seen")
    gained = examined(compare_gains("accuracy", [replace(wide, mean=0.3, low=0.1, high=0.5)]))
    assert gained.outcome == "ruled out" and gained.why.endswith("every difference is significant")
    judgement = judge(made({"minimax": {1: some(0), 2: some(60), 3: some(20), 4: some(60)}}).accuracy("minimax"))
    assert [(pair.shallow, pair.deep) for pair in falls(judgement)] == [(1, 2), (3, 4), (1, 3)]


def test_engines_that_fail() -> None:
    examination = made({"engine": {1: some(0), 2: some(0)}})
    assert engine_trouble.run(SearchCase(examination, judge(examination.accuracy("engine")), Doubt(None, None))) is None
    told = {(r, lost): finding(engine_trouble, examination, engine=replace(ENGINE, restarts=r, lost=lost))
            for r, lost in ((0, 0), (1, 0), (3, 2))}  # fmt: skip
    assert [each.outcome for each in told.values()] == ["ruled out", "not seen", "suspected"]
    assert "0 of 200 positions got no" in told[0, 0].why
    assert "restarted once; then every search" in told[1, 0].why and "3 times; 2 positions" in told[3, 2].why
    nodes = finding(nominal_depth, examination, engine=ENGINE).why
    assert nodes.endswith("nodes per position: 1: 10, 2: 2,000")
    assert "all results were stored" in finding(nominal_depth, examination, engine=replace(ENGINE, nodes={})).why


def test_another_margin_gives_another_verdict() -> None:
    """By half a pawn both moves are right, by less only the first."""
    worse = made({"engine": {1: some(0), 3: some(40)}}, (1.0, 0.6))
    matters = finding(near_ties, worse, engine=ENGINE)
    assert matters.outcome == "suspected" and "the margin of 0.3 pawns matters; with 0.5 pawns: no diff" in matters.why
    assert "with 0 pawns" not in matters.why
    better = finding(near_ties, made({"engine": {1: some(40), 3: some(0)}}, (1.0, 0.6)), engine=ENGINE)
    assert better.outcome == "not seen"
    clear = finding(near_ties, made({"engine": {1: some(0), 3: some(40)}}), engine=ENGINE)
    assert clear.outcome == "ruled out" and "0, 0.1, 0.5 pawns" in clear.why


def test_slower_wins_explain_a_drop() -> None:
    """Four fifths of what is lost are slower wins. Where those tie in the search, that is enough."""
    worse = {1: some(0), 3: [1] * 64 + [2] * 16 + [0] * 120}
    ties = finding(equal_wins, made({"player": worse, "minimax": {1: [0] * 200, 3: [(0, 1)] * 200}}, SLOW))
    assert ties.outcome == "suspected" and ties.why.endswith("a smaller drop remains") and ties.rest is not None
    sure = finding(equal_wins, made({"player": worse, "minimax": {1: [0] * 200, 3: [0] * 200}}, SLOW))
    assert sure.outcome == "ruled out" and sure.why.startswith("accuracy also drops")
    whole = finding(equal_wins, made({"minimax": {1: some(0), 3: some(80)}}, SLOW))
    assert whole.outcome == "suspected" and whole.why.endswith("no drop remains")
    few = finding(equal_wins, made({"minimax": {1: some(0), 3: some(6)}}, SLOW))
    assert few.outcome == "not seen" and "examine more positions" in few.why
    assert nothing(equal_wins, made({"player": {1: some(80), 3: some(80)}}, SLOW))
    assert nothing(equal_wins, made({"engine": worse}, SLOW), engine=replace(ENGINE, by_file=True))


NODES = made({"player": {1: some(9), 2: some(9)}}, name="nodes")
DEPTHS = made({"player": {1: some(9), 2: some(9)}, "minimax": {1: some(9), 2: some(9)}})
PLAIN = made({"minimax": {1: some(9), 2: some(9)}})


@pytest.mark.parametrize(
    ("check", "examination", "things"),
    [
        (evaluator_trouble, NODES, {}),
        (near_ties, DEPTHS, {}),
        (near_ties, DEPTHS, {"engine": replace(ENGINE, by_file=True)}),
        (nominal_depth, DEPTHS, {}),
        (nominal_depth, NODES, {"engine": ENGINE}),
        (parity, NODES, {}),
    ],
)
def test_checks_without_a_meaning_say_nothing(check: Check, examination: Examination, things: Any) -> None:
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    assert check.run(SearchCase(examination, judgement, Doubt(None, None), **things)) is None


def test_of_an_engine_neither_the_evaluator_nor_the_search_is_seen() -> None:
    examination = made({"engine": {1: some(9), 2: some(9)}})
    case = SearchCase(examination, judge(examination.accuracy("engine")), Doubt(None, None), engine=ENGINE)
    assert not {each.name for each in run_all_checks(case)[0]} & {each.name for each in CHECKS.values() if each.about}


class Far:
    """Positions are numbers; the game is over in those that are below 0."""

    def mover(self, state: int) -> int:
        return 1

    def moves(self, state: int) -> list[int]:
        return [] if state < 0 else [0, 1]

    def play(self, state: int, move: int) -> int:
        return -1 if state >= 1000 and move == 0 else state + 1

    def utility(self, state: int) -> float:
        return 1.0


def opinions(static: Any, true: Any, start: int = 0) -> tuple[HeardOpinion, ...]:
    """One move a position, with this evaluation and this true value; each position itself looks even."""
    return tuple(
        HeardOpinion(Record(start + n, {0: t, 1: -t}, {}), 0.0, np.array([s]), np.array([t]), np.ones(1, np.int8))
        for n, (s, t) in enumerate(zip(static, true))
    )


def test_the_scale_of_an_evaluator() -> None:
    chosen = {1: some(0, 300), 2: some(0, 300)}

    def trouble(static: Any, true: Any, evaluate: Any = lambda state: 0.0, start: int = 0, **settings: Any) -> Finding:
        examination = at(made({"minimax": chosen}, **settings), count(start))
        heard = opinions(static, true, start)
        asked = finding(unsteady_evaluator, examination, game=Far(), evaluate=evaluate, opinions=heard)
        scale = finding(evaluator_trouble, examination, game=Far(), evaluate=evaluate, opinions=heard)
        return asked if asked.outcome == "suspected" else scale

    rising = np.linspace(-1.0, 1.0, 300)
    good = np.sign(rising)
    assert trouble(rising, good).outcome == "not seen"
    otherwise = trouble(rising, good, lambda state: 0.1)
    assert otherwise.outcome == "suspected" and "values 60 of 60 positions differently" in otherwise.why
    assert "values 1 of 60 positions differently" in trouble(rising, good, lambda state: float(state == 3)).why
    top, bottom = np.where(rising > 0.8, -1.0, good), np.where(rising < -0.8, 1.0, good)
    assert "look best are worse" in trouble(rising, top).why and "look worst are better" in trouble(rising, bottom).why
    assert trouble(rising, top).outcome == trouble(rising, bottom).outcome == "suspected"
    mixed = np.where(np.arange(300) % 7 < 4, 1.0, -1.0)  # the ends are no better than the middle, nor clearly worse
    assert trouble(rising, np.where(np.abs(rising) > 0.8, mixed, good)).outcome == "not seen"
    assert trouble(rising, np.where(np.abs(rising) > 0.8, -mixed, good)).outcome == "not seen"
    assert trouble(rising, np.where(np.arange(300) == 9, -0.1, good), start=1000).outcome == "not seen"
    assert trouble(np.where(rising == 1.0, 2.0, rising), good, start=1000).outcome == "not seen"  # one of 300
    few = trouble(rising[:150], good[:150])
    assert few.outcome == "not examined" and "150 evaluations are too few" in few.why
    large = np.where(rising > 0.95, 2.0, rising)
    beyond = trouble(large, good, start=1000)
    assert beyond.outcome == "not seen" and str(beyond.headline).startswith("3% of the evaluations lie beyond any")
    for fine in (
        trouble(rising, 0.5 * good, start=1000),  # with chance, only a result is a sure win
        trouble(large, good, start=1000, exact=False),
    ):
        assert fine.outcome == "not seen" and fine.headline is None
    none = finding(evaluator_trouble, made({"minimax": chosen}), game=Far(), evaluate=right)
    assert (none.outcome, none.why) == ("not examined", "the evaluator gives no finite values to compare")
    assert finding(evaluator_trouble, made({"minimax": chosen})).why == "give an evaluator (--evaluate)"


def test_evaluations_from_the_wrong_side() -> None:
    examination = made({"minimax": {1: some(0), 2: some(0)}})
    values = np.linspace(-1.0, 1.0, 40)

    def side(static: Any, mover: int = 1) -> Finding:
        heard = [replace(opinion, side=np.full(1, mover, np.int8)) for opinion in opinions(static, values)]
        return finding(wrong_side, examination, opinions=tuple(heard))

    for_max = "evaluations rise with the truth where Max moves; the other side was not examined"
    assert side(values).why.startswith(for_max) and side(values).outcome == "ruled out"
    assert "in 40 positions; a correlation of -0.41 would have been seen" in side(values).why
    assert "where Min moves; the other side was not examined" in side(values, -1).why
    assert side(-values).why.startswith("where Max is to move, positions that look good are bad (r = -1.00)")
    assert "where Min is to move" in side(-values, -1).why
    draw = np.random.default_rng(1).normal(size=40)
    assert side(draw).outcome == "not seen" and "hardly follow" in side(draw).why
    assert side(0.0 * values).why == "the evaluator has too few different values"
    assert finding(wrong_side, examination, opinions=opinions(-values[:9], values[:9])).outcome == "not examined"


def test_a_reference_beside_the_player() -> None:
    examination = made({"minimax": {1: some(20), 3: some(20)}}, exact=False)

    def doubted(low: float, high: float) -> Finding:
        share, against = Estimate(0.1, 0.05, 0.15, 200), Estimate((low + high) / 2, low, high, 200)
        return finding(weak_reference, examination, doubt=Doubt(None, None, "depth 5", share, against))

    assert doubted(0.6, 0.9).outcome == "suspected" and "depth 5 disagrees with it in 10.0%" in doubted(0.6, 0.9).why
    assert doubted(0.1, 0.4).outcome == "ruled out" and doubted(0.4, 0.6).outcome == "not seen"
    assert "its errors are not known" in finding(weak_reference, examination).why
    assert nothing(weak_reference, made({"minimax": {1: some(0), 3: some(0)}}))
    itself, other, file = (
        finding(weak_reference, examination, engine=replace(ENGINE, judges_itself=itself, by_file=file)).why
        for itself, file in ((True, False), (False, False), (False, True))
    )
    assert "(--reference)" in itself and "another engine" in other and "those of the file" in file


ALL = {1: [0] * 200, 2: [0] * 200, 3: [0] * 200, 4: [0] * 200}


def beside(player: dict[int, Any], plain: dict[int, Any] | None = None, worth: Any = WON) -> Examination:
    return made({"player": player, "minimax": plain or {d: [0] * len(moves) for d, moves in player.items()}}, worth)


def test_odd_depths_beside_even_ones() -> None:
    assert "at least three depths" in finding(parity, made({"minimax": {1: some(0), 2: some(40)}})).why
    assert "at least three depths" in finding(parity, made({"minimax": {1: some(0), 3: some(40), 5: some(40)}})).why
    worse = finding(parity, made({"minimax": {1: some(0), 2: some(0), 3: some(40)}}))
    assert worse.outcome == "ruled out" and worse.why.startswith(
        "accuracy also drops between depths of the same parity"
    )
    drops = finding(parity, made({"minimax": {1: some(0), 2: some(40), 3: some(0), 4: some(40)}}))
    assert drops.why == "accuracy drops from depth 1 to 2, 3 to 4, but not between depths of the same parity"
    assert not drops.headline
    likely = finding(parity, made({"minimax": {1: some(0), 2: some(6), 3: some(0)}}))
    assert likely.outcome == "not seen" and "from depth 1 to 2, but not clearly enough" in likely.why
    small = finding(parity, made({"minimax": {1: some(0, 4000), 2: some(30, 4000), 3: some(0, 4000)}}))
    assert small.outcome == "not seen"  # clear, but less than a point


def test_few_positions_are_counted() -> None:
    flat = finding(few_positions, made({"minimax": {1: some(90), 3: some(90)[::-1]}}))
    assert flat.outcome == "suspected" and flat.why.startswith("200 positions; ")
    assert flat.why.endswith("more would settle a 2-point difference")
    enough = finding(few_positions, made({"minimax": {1: some(2, 400), 3: some(1, 400)}}))
    assert (enough.outcome, enough.why) == (
        "ruled out", "accuracy at two depths in 400 positions; 2.0 points would have been seen"
    )  # fmt: skip
    assert nothing(few_positions, made({"minimax": {1: some(0), 3: some(90)}}))


def test_the_choice_among_ties() -> None:
    """The first of two moves is right. Both tie at depth 3."""
    ties: dict[int, Any] = {1: [0] * 200, 3: [(0, 1)] * 200}
    bad = finding(tie_breaking, beside({1: [0] * 200, 3: some(160)}, ties))
    worse = "among ties it chooses worse moves than chance would: -30.0 points at depth 3, +0.0 at depth 1"
    assert bad.outcome == "not seen" and bad.why.startswith(f"{worse}; the verdict shares ties equally: its own drop")
    assert bad.rest and bad.rest.accuracy("player")[3].mean() == 0.5
    usual = finding(tie_breaking, beside({1: [0] * 200, 3: some(150)}))  # not a matter of ties
    assert usual.outcome == "ruled out" and "by more than 0.0 points;" in usual.why
    level: dict[int, Any] = {1: [(0, 1)] * 200, 3: [(0, 1)] * 200}
    drops = finding(tie_breaking, beside({1: some(100), 3: some(130)}, level))
    assert "-15.0 points at depth 3, +0.0 at depth 1" in drops.why
    later = finding(tie_breaking, beside({1: [0] * 200, 2: some(160), 3: some(120)}, {**ties, 2: ties[3]}))
    assert "-30.0 points at depth 2, +0.0 at depth 1" in later.why
    few = finding(tie_breaking, beside({1: [0] * 6, 3: some(5, 6)}, {1: [0] * 6, 3: [(0, 1)] * 6}))
    assert few.outcome == "not seen"
    outside = finding(tie_breaking, beside({1: [0] * 200, 3: [(0, 1)] * 200}))  # one of its moves does not tie
    assert outside.outcome == "ruled out"
    assert "(--evaluate)" in finding(tie_breaking, made({"player": ALL})).why
    assert finding(tie_breaking, made({"minimax": ALL})).why == "give your search (--player)"


def test_a_player_that_differs_is_asked_what_it_claims() -> None:
    alike = finding(not_the_search, beside(ALL))
    assert alike.outcome == "ruled out" and "0 of 200 positions differ" in alike.why
    other = beside({1: [0] * 200, 2: some(20)})
    asked = finding(not_the_search, other)
    assert asked.outcome == "not seen" and "this position proves that it is not" in asked.why
    assert str(asked.headline) == (
        "it chooses outside the ties of a plain search in 20 of 200 positions (worse in 20, better in 0)"
    )
    broken = CheckedSearch("plain", 600, 20, "text", cause=Named("looked one ply less far", Cause.FEWER_PLIES, 9, 9))
    told = finding(not_the_search, other, claim=broken)
    assert told.outcome == "suspected" and told.cause == Cause.FEWER_PLIES and told.mend.startswith("count plies")
    assert str(told.headline).startswith("this search is not what it claims, so the curve is its own: 20 of 600")
    kept = finding(not_the_search, other, claim=CheckedSearch("deeper", 600, 0, "text"))
    assert kept.outcome == "ruled out" and "0 of 600 answers differ" in kept.why
    none = finding(not_the_search, other, claim=CheckedSearch("other", 0, 0, "text"))
    assert none.outcome == "not examined" and finding(not_the_search, made({"minimax": ALL})).outcome == "not examined"


def test_choices_beside_random_ones() -> None:
    """One of two moves is right."""
    told = finding(not_the_search, made({"player": {1: some(150), 9: some(160)}}, name="nodes"))
    assert told.outcome == "not examined" and "depths (--depths)" in told.why
    assert told.why.startswith("at 9 nodes it is right in 20% of the positions, a random move in 50%")


class Ends(Nim):
    """Two moves, 0 and 1; the game is over after them where one stone is left."""

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [0, 1] if state[0] else []

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (0 if state[0] == 1 else state[0]), -state[1]


def guess(state: tuple[int, int]) -> float:
    """An opinion on Nim that knows nothing."""
    return ((state[0] * 7) % 31 - 15) / 40.0


STATES = [(left, side) for left in range(5, 45) for side in (1, -1)]


VALUES = np.linspace(-1.0, 1.0, 40)


def test_both_sides_must_be_seen_rightly() -> None:
    """Where Max moves evaluations follow the truth; where Min moves they say nothing, or the opposite."""
    noise = np.random.default_rng(1).normal(size=40)
    for static, outcome in ((VALUES, "ruled out"), (noise, "not seen"), (-VALUES, "suspected")):
        for first, second in ((1, -1), (-1, 1)):
            good = [replace(opinion, side=np.full(1, first, np.int8)) for opinion in opinions(VALUES, VALUES)]
            other = [replace(opinion, side=np.full(1, second, np.int8)) for opinion in opinions(static, VALUES)]
            result = finding(wrong_side, PLAIN, opinions=(*good, *other))
            assert result.outcome == outcome
            assert outcome != "ruled out" or result.why.startswith("evaluations rise with the truth for both sides;")


def test_a_depth_that_is_right_five_points_less_often_is_no_advice() -> None:
    shares = {1: 70, 2: 80, 3: 84, 4: 76}  # of 100
    samples = {depth: np.repeat([1.0, 0.0], [share, 100 - share]) for depth, share in shares.items()}
    found = judge(samples, Knob("depth", tuple(shares)))
    assert [falls_short(found, depth) for depth in shares] == [True, False, False, True]
