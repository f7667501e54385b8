"""What each check decides, and in which words, on made-up examinations near the limits of its conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from overthink.core.estimate import Estimate
from overthink.doctor.check import Case, EngineRun, Finding, Run, falls, unless_too_weak, visible_from
from overthink.doctor.checks.evaluator import evaluator_trouble, wrong_side
from overthink.doctor.checks.examination import ENGINE_TROUBLE, engine_trouble, nominal_depth, parity, weak_reference
from overthink.doctor.checks.search import move_limit, not_the_search, worse_than_chance
from overthink.doctor.checks.ties import equal_wins, near_ties, tie_breaking
from overthink.doctor.find.causes import Opinion
from overthink.doctor.find.evidence import Doubt
from overthink.doctor.record import Examination, Record
from overthink.measure.judgement import judge
from tests.test_doctor import Nim, right

Moves = Sequence[int | tuple[int, ...]]
WON = (1.0, -1.0)
SLOW = (1.0, 0.9, -1.0)  # a win, a slower win, a loss
ENGINE = EngineRun(0.3, False, 0, 0, {1: 10.0, 2: 2000.0})


def made(chosen: Mapping[str, Mapping[int, Moves]], worth: tuple[float, ...] = WON, **settings: Any) -> Examination:
    """Positions 0, 1, … whose moves 0, 1, … have these values, and what each rule chooses at each depth."""
    depths = tuple(next(iter(chosen.values())))
    number = len(next(iter(chosen.values()))[depths[0]])
    positions = [
        Record(
            n,
            dict(enumerate(worth)),
            {
                (rule, depth): (moves[n],) if isinstance(moves[n], int) else moves[n]
                for rule, by_depth in chosen.items()
                for depth, moves in by_depth.items()
            },
        )
        for n in range(number)
    ]
    return Examination(tuple(positions), tuple(chosen), depths, "a table", **({"exact": True} | settings), **REST)


REST: dict[str, Any] = {"failures": (), "decided": 0}


def some(wrong: int, n: int = 200) -> list[int]:
    """So many positions with the move 1, then those with the move 0."""
    return [1] * wrong + [0] * (n - wrong)


def finding(check: Run, examination: Examination, **things: Any) -> Finding:
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    case = Case(examination, judgement, things.pop("doubt", Doubt(None, None)), **things)
    result = check(case)
    assert isinstance(result, Finding)
    return result


def test_what_was_not_seen_was_not_there_if_it_would_have_been_seen() -> None:
    narrow, wide = Estimate(0.0, -0.05, 0.05, 100), Estimate(0.0, -0.2, 0.2, 100)
    assert visible_from(narrow, 0.99) == pytest.approx(0.05 * (1.0 + 0.8416 / 2.5758), abs=1e-5)
    ruled = unless_too_weak("it does not", "a loss", [narrow, narrow])
    assert (ruled.outcome, ruled.why) == ("ruled out", "it does not; a loss of 6.6 points would have been seen")
    weak = unless_too_weak("it does not", "a loss", [narrow, wide])
    assert (weak.outcome, weak.why[-46:]) == ("not tested", "only a loss of 26.5 points would have been seen"[-46:])
    judgement = judge(made({"minimax": {1: some(0), 2: some(60), 3: some(20), 4: some(60)}}).accuracy("minimax"))
    assert [(pair.shallow, pair.deep) for pair in falls(judgement)] == [(1, 2), (3, 4), (1, 3)]


def test_engines_that_fail() -> None:
    examination = made({"engine": {1: some(0), 2: some(0)}})
    assert ENGINE_TROUBLE.run(Case(examination, judge(examination.accuracy("engine")), Doubt(None, None))) is None
    told = {(r, lost): finding(engine_trouble, examination, engine=replace(ENGINE, restarts=r, lost=lost))
            for r, lost in ((0, 0), (1, 0), (3, 2))}  # fmt: skip
    assert [each.outcome for each in told.values()] == ["ruled out", "ruled out", "suspected"]
    assert told[0, 0].why == "every search succeeded the first time"
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
    assert (
        finding(near_ties, made({"engine": {1: some(40), 3: some(0)}}, (1.0, 0.6)), engine=ENGINE).outcome
        == "not tested"
    )
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
    assert few.outcome == "not tested" and few.why.endswith("examine more positions")
    alone = finding(equal_wins, made({"player": {1: some(80), 3: some(80)}}, SLOW))
    assert alone.outcome == "ruled out" and alone.why == "accuracy does not drop with depth"
    by_file = finding(equal_wins, made({"engine": worse}, SLOW), engine=replace(ENGINE, by_file=True))
    assert by_file.outcome == "not tested" and "the file names best moves" in by_file.why
    usual = {1: [2] * 20 + [0] * 180, 3: [2] * 20 + [0] * 180}
    slower = finding(
        equal_wins, made({"player": {1: [2] * 20 + some(60, 180), 3: [2] * 20 + some(60, 180)}, "minimax": usual}, SLOW)
    )
    assert "at depth 3 the player keeps the result" in slower.why and slower.why.endswith("in 60 positions")
    both = finding(
        equal_wins,
        made({"player": {1: some(40), 3: [2] * 40 + some(0, 160)}, "minimax": {1: some(0), 3: some(0)}}, SLOW),
    )
    assert both.outcome != "suspected"  # as many results are lost as time


def test_how_much_of_a_drop_slower_wins_must_explain() -> None:
    """More than of the errors before the drop: half of those are slower wins, so three quarters of the drop."""

    def drop(slow: int, lost: int, before: int = 20) -> Finding:
        wrong: list[Any] = [1] * before + [2] * before
        deep = [*wrong, *[(0, 1)] * (2 * slow), *[2] * lost]  # a tie with a slower win is half of an error
        chosen = {1: wrong + [0] * (400 - len(wrong)), 3: deep + [0] * (400 - len(deep))}
        return finding(equal_wins, made({"minimax": chosen}, SLOW))

    assert drop(72, 8).outcome == "suspected" and drop(56, 24).outcome == "ruled out"
    assert drop(8, 2, 10).outcome == "not tested"  # too few to tell from the errors before
    worse = {1: some(0), 3: [1] * 64 + [2] * 16 + [0] * 120}
    blind = made({"player": worse, "minimax": {1: [0] * 200, 3: [1] * 200}}, SLOW)  # no tie with a right move
    assert finding(equal_wins, blind).why.startswith("accuracy also drops")
    alone = finding(equal_wins, made({"player": {1: [0] * 200, 3: [(0, 1)] * 160 + [2] * 40}}, SLOW))
    assert alone.outcome == "suspected"  # its own ties count, where there is no plain search
    plain = {1: [0] * 200, 3: [0] * 200}
    seven, eight = (
        finding(equal_wins, made({"player": {1: some(n), 3: some(n)}, "minimax": plain}, SLOW)) for n in (7, 8)
    )
    assert seven.outcome != "suspected" and eight.why.endswith("in 8 positions")
    lost = {depth: [2] * 3 + some(60, 197) for depth in (1, 3)}
    assert finding(equal_wins, made({"player": lost, "minimax": plain}, SLOW)).outcome == "suspected"
    signs = finding(equal_wins, made({"minimax": {1: some(0), 3: some(80)}}))
    assert signs.why == "the truth distinguishes only wins, draws and losses"
    assert finding(equal_wins, made({"minimax": worse}, (-0.1, -0.9, -1.0))).why.startswith("the values do not show")
    assert "file" not in finding(equal_wins, made({"engine": worse}, SLOW), engine=ENGINE).why


NODES = made({"player": {1: some(9), 2: some(9)}}, name="nodes")
DEPTHS = made({"player": {1: some(9), 2: some(9)}, "minimax": {1: some(9), 2: some(9)}})
PLAIN = made({"minimax": {1: some(9), 2: some(9)}})


@pytest.mark.parametrize(
    ("check", "examination", "things"),
    [
        (evaluator_trouble, DEPTHS, {"engine": ENGINE}),
        (evaluator_trouble, NODES, {}),
        (near_ties, DEPTHS, {}),
        (near_ties, DEPTHS, {"engine": replace(ENGINE, by_file=True)}),
        (nominal_depth, DEPTHS, {}),
        (nominal_depth, NODES, {"engine": ENGINE}),
        (not_the_search, PLAIN, {}),
        (move_limit, NODES, {}),
        (parity, NODES, {}),
        (tie_breaking, DEPTHS, {"engine": ENGINE}),
        (wrong_side, DEPTHS, {"engine": ENGINE}),
        (worse_than_chance, DEPTHS, {"game": Nim()}),
        (worse_than_chance, PLAIN, {"game": Nim()}),
        (worse_than_chance, NODES, {}),
    ],
)
def test_checks_without_a_meaning_say_nothing(check: Run, examination: Examination, things: Any) -> None:
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    assert check(Case(examination, judgement, Doubt(None, None), **things)) is None


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


def opinions(static: Any, true: Any, start: int = 0) -> tuple[Opinion, ...]:
    """One move a position, with this evaluation and this true value; each position itself looks even."""
    return tuple(
        Opinion(Record(start + n, {0: t, 1: -t}, {}), 0.0, np.array([s]), np.array([t]), np.ones(1, np.int8))
        for n, (s, t) in enumerate(zip(static, true))
    )


def test_the_scale_of_an_evaluator() -> None:
    chosen = {1: some(0, 300), 2: some(0, 300)}

    def trouble(static: Any, true: Any, evaluate: Any = lambda state: 0.0, start: int = 0, **settings: Any) -> Finding:
        examination = made({"minimax": chosen}, **settings)
        places = [replace(p, state=start + n) for n, p in enumerate(examination.positions)]
        heard = opinions(static, true, start)
        return finding(evaluator_trouble, replace(examination, positions=tuple(places)), game=Far(), evaluate=evaluate,
                       opinions=heard)  # fmt: skip

    rising = np.linspace(-1.0, 1.0, 300)
    good = np.sign(rising)
    assert trouble(rising, good).outcome == "ruled out"
    otherwise = trouble(rising, good, lambda state: 0.1)
    assert otherwise.outcome == "suspected" and "values 60 of 60 positions otherwise" in otherwise.why
    assert "values 1 of 60 positions otherwise" in trouble(rising, good, lambda state: float(state == 3)).why
    top, bottom = np.where(rising > 0.8, -1.0, good), np.where(rising < -0.8, 1.0, good)
    assert "look best are worse" in trouble(rising, top).why and "look worst are better" in trouble(rising, bottom).why
    assert trouble(rising, top).outcome == trouble(rising, bottom).outcome == "suspected"
    mixed = np.where(np.arange(300) % 7 < 4, 1.0, -1.0)  # the ends are no better than the middle, nor clearly worse
    assert trouble(rising, np.where(np.abs(rising) > 0.8, mixed, good)).outcome == "ruled out"
    assert trouble(rising, np.where(np.abs(rising) > 0.8, -mixed, good)).outcome == "ruled out"
    assert trouble(rising, np.where(np.arange(300) == 9, -0.1, good), start=1000).outcome == "ruled out"
    assert trouble(np.where(rising == 1.0, 2.0, rising), good, start=1000).outcome == "ruled out"  # one of 300
    few = trouble(rising[:150], good[:150])
    assert few.outcome == "not tested" and "too few evaluations" in few.why
    large = np.where(rising > 0.95, 2.0, rising)
    beyond = trouble(large, good, start=1000)
    assert beyond.outcome == "suspected" and "values 3% of the moves beyond any result" in beyond.why
    assert trouble(large, good).outcome == "ruled out"  # no game is near its end
    assert trouble(rising, 0.5 * good, start=1000).outcome == "ruled out"  # with chance, only a result is a sure win
    assert trouble(large, good, start=1000, exact=False).outcome == "ruled out"
    none = finding(evaluator_trouble, made({"minimax": chosen}), game=Far(), evaluate=right)
    assert (none.outcome, none.why) == ("not tested", "the evaluator gives no finite values to compare")
    assert finding(evaluator_trouble, made({"minimax": chosen})).why == "there is no evaluator"


def test_evaluations_from_the_wrong_side() -> None:
    examination, values = made({"minimax": {1: some(0), 2: some(0)}}), np.linspace(-1.0, 1.0, 40)

    def side(static: Any, mover: int = 1) -> Finding:
        heard = [replace(opinion, side=np.full(1, mover, np.int8)) for opinion in opinions(static, values)]
        return finding(wrong_side, examination, opinions=tuple(heard))

    assert side(values).why == "evaluations rise with the truth, where Max moves; the other side was not tested"
    assert side(values, -1).why.endswith("where Min moves; the other side was not tested")
    assert side(-values).why.startswith("where Max is to move, positions that look good are bad (r = -1.00)")
    assert "where Min is to move" in side(-values, -1).why
    draw = np.random.default_rng(1).normal(size=40)
    assert side(draw).outcome == "not tested" and "hardly follow" in side(draw).why
    assert side(0.0 * values).why == "the evaluator has too few different values"
    assert finding(wrong_side, examination, opinions=opinions(-values[:9], values[:9])).outcome == "not tested"


def test_a_reference_beside_the_player() -> None:
    examination = made({"minimax": {1: some(20), 3: some(20)}}, exact=False)

    def doubted(low: float, high: float) -> Finding:
        share, against = Estimate(0.1, 0.05, 0.15, 200), Estimate((low + high) / 2, low, high, 200)
        return finding(weak_reference, examination, doubt=Doubt(None, None, "depth 5", share, against))

    assert doubted(0.6, 0.9).outcome == "suspected" and "depth 5 disagrees with it in 10.0%" in doubted(0.6, 0.9).why
    assert doubted(0.1, 0.4).outcome == "ruled out" and doubted(0.4, 0.6).outcome == "not tested"
    assert "its errors are not known" in finding(weak_reference, examination).why
    assert finding(weak_reference, made({"minimax": {1: some(0), 3: some(0)}})).outcome == "ruled out"
    itself, other, file = (
        finding(weak_reference, examination, engine=replace(ENGINE, judges_itself=itself, by_file=file)).why
        for itself, file in ((True, False), (False, False), (False, True))
    )
    assert "give --reference" in itself and "another engine" in other and "those of the file" in file
