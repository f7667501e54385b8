"""What each check decides, and in which words, on made-up examinations near the limits of its conditions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, repeat
from typing import Any, cast

import numpy as np
import pytest

from overthink.core.estimate import Estimate
from overthink.doctor.ask.players import agreement
from overthink.doctor.checks import search
from overthink.doctor.checks.case import EngineRun, SearchCase
from overthink.doctor.checks.differences import Beside, Explanation
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
from overthink.doctor.checks.search import _no_better, friendly, memory, move_limit, not_the_search, worse_than_chance
from overthink.doctor.find.advice import falls_short
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.find.evidence import Doubt, Repetition, compare, falls
from overthink.doctor.finding import Check, Finding, compare_gains, examined, visible_from
from overthink.doctor.record import Examination, Record
from overthink.doctor.words import Cause, Fact
from overthink.measure.judgement import Knob, judge
from overthink.search.decide import decide
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
    usual = {1: [2] * 20 + [0] * 180, 3: [2] * 20 + [0] * 180}
    slow = [2] * 20 + some(60, 180)
    slower = finding(equal_wins, made({"player": {1: slow, 3: slow}, "minimax": usual}, SLOW))
    assert "at depth 3 the player keeps the result" in slower.why and slower.why.endswith("in 60 positions")
    assert nothing(equal_wins, beside({1: some(40), 3: [2] * 40 + some(0, 160)}, worth=SLOW))  # results are lost too


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
        (memory, DEPTHS, {"engine": ENGINE}),
        (move_limit, NODES, {}),
        (parity, NODES, {}),
        (tie_breaking, DEPTHS, {"engine": ENGINE}),
        (wrong_side, DEPTHS, {"engine": ENGINE}),
        (worse_than_chance, DEPTHS, {"game": Nim()}),
        (worse_than_chance, PLAIN, {"game": Nim()}),
        (worse_than_chance, NODES, {}),
    ],
)
def test_checks_without_a_meaning_say_nothing(check: Check, examination: Examination, things: Any) -> None:
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    assert check.run(SearchCase(examination, judgement, Doubt(None, None), **things)) is None


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
    assert trouble(rising, good).outcome == "ruled out"
    otherwise = trouble(rising, good, lambda state: 0.1)
    assert otherwise.outcome == "suspected" and "values 60 of 60 positions differently" in otherwise.why
    assert "values 1 of 60 positions differently" in trouble(rising, good, lambda state: float(state == 3)).why
    top, bottom = np.where(rising > 0.8, -1.0, good), np.where(rising < -0.8, 1.0, good)
    assert "look best are worse" in trouble(rising, top).why and "look worst are better" in trouble(rising, bottom).why
    assert trouble(rising, top).outcome == trouble(rising, bottom).outcome == "suspected"
    mixed = np.where(np.arange(300) % 7 < 4, 1.0, -1.0)  # the ends are no better than the middle, nor clearly worse
    assert trouble(rising, np.where(np.abs(rising) > 0.8, mixed, good)).outcome == "ruled out"
    assert trouble(rising, np.where(np.abs(rising) > 0.8, -mixed, good)).outcome == "ruled out"
    assert trouble(rising, np.where(np.arange(300) == 9, -0.1, good), start=1000).outcome == "ruled out"
    assert trouble(np.where(rising == 1.0, 2.0, rising), good, start=1000).outcome == "ruled out"  # one of 300
    few = trouble(rising[:150], good[:150])
    assert few.outcome == "not examined" and "150 evaluations are too few" in few.why
    large = np.where(rising > 0.95, 2.0, rising)
    beyond = trouble(large, good, start=1000)
    assert beyond.outcome == "suspected" and "values 3% of the moves beyond any result" in beyond.why
    assert trouble(large, good).outcome == "ruled out"  # no game is near its end
    assert trouble(rising, 0.5 * good, start=1000).outcome == "ruled out"  # with chance, only a result is a sure win
    assert trouble(large, good, start=1000, exact=False).outcome == "ruled out"
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


def test_a_few_differences_without_a_gain_are_no_bug() -> None:
    def told(wrong: int) -> list[Fact]:
        compared = Beside(beside({1: some(wrong, 70), 2: some(wrong, 70)}), "minimax", cast(Any, None), cast(Any, None))
        return _no_better(compared, (2, 1))

    assert told(12) and told(8) and not told(4)


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


def test_a_limit_that_hardly_matters_is_not_suspected() -> None:
    """To take one is best, and to take three in four of 62 positions, which a limit of two moves does not see."""
    game = Nim()
    states = [(left, side) for left in range(30, 61) for side in (1, -1)]
    special = lambda state: -state[1] * (1.0 if state[0] in (40, 50) else state[0] / 100.0)  # noqa: E731
    plain = [decide(game, s, depth=1, evaluate=special).moves for s in states]
    assert sum(moves == (3,) for moves in plain) == 4 and plain.count((1,)) >= 50
    player = [(1,) if moves == (3,) else moves for moves in plain]
    examination = at(beside({1: player, 2: plain}, {1: plain, 2: plain}, NIM), states)
    told = finding(move_limit, examination, game=game, evaluate=special)
    assert told.outcome == "not seen" and told.why.startswith("no limit on the moves") and "4 of 62" in told.why


def test_answers_that_depend_on_earlier_searches() -> None:
    def told(player: Any, **things: Any) -> Finding:
        return finding(memory, beside(player), **things)

    mixed = {1: [0] * 200, 3: [int(n % 4 < 2) for n in range(200)]}
    quiet = told(mixed, again=Repetition(160, 0, 0, empty=True, positions=40))
    assert quiet.outcome == "ruled out" and "0 of 40 positions differ; more than 7.2% would" in quiet.why
    late = told(mixed)
    assert late.outcome == "not examined" and late.why.startswith("the player was not asked again")
    changed = told(mixed, again=Repetition(160, 2, 0, empty=True))
    assert changed.outcome == "suspected" and changed.rest
    assert str(changed.headline).startswith("what it remembers changes")
    assert changed.why == "asked with an empty memory, it chooses differently in 2 of 160 cases"
    once = told(mixed, again=Repetition(160, 1, 0, empty=True, positions=40, differ=1))
    assert once.outcome == "not seen" and once.why.startswith("1 answer changed") and "1 of 40" in once.why
    unsteady = told(mixed, again=Repetition(160, 3, 1, positions=40, differ=4))
    assert unsteady.outcome == "not seen" and unsteady.why.startswith("it answers the same question differently")
    assert nothing(memory, beside(mixed), engine=ENGINE)
    alone = finding(memory, made({"minimax": mixed}))
    assert (alone.outcome, alone.why) == ("not examined", "give your search (--player)")
    kept = finding(memory, made({"player": mixed}), again=Repetition(160, 2, 0))
    assert kept.outcome == "suspected" and kept.rest is None and "asked again, it chooses differently" in kept.why


def test_the_choice_among_ties() -> None:
    """The first of two moves is right. Both tie at depth 3."""
    ties: dict[int, Any] = {1: [0] * 200, 3: [(0, 1)] * 200}
    bad = finding(tie_breaking, beside({1: [0] * 200, 3: some(160)}, ties))
    assert bad.why == "among ties it chooses worse moves than chance would: -30.0 points at depth 3, +0.0 at depth 1"
    assert bad.rest and bad.rest.accuracy("player")[3].mean() == 0.5
    assert finding(tie_breaking, beside({1: [0] * 200, 3: some(100)[::-1]}, ties)).outcome != "suspected"
    assert finding(tie_breaking, beside({1: [0] * 200, 3: some(50)}, ties)).outcome != "suspected"
    usual = finding(tie_breaking, beside({1: [0] * 200, 3: some(150)}))  # not a matter of ties
    assert usual.outcome == "ruled out" and "by more than 0.0 points;" in usual.why
    # Three of four ties taken badly is half of the worst, four of five is more; and less is enough for a drop.
    level: dict[int, Any] = {1: [(0, 1)] * 200, 3: [(0, 1)] * 200}
    assert finding(tie_breaking, beside({1: some(150), 3: some(148)}, level)).outcome != "suspected"
    assert finding(tie_breaking, beside({1: some(160), 3: some(160)}, level)).outcome == "suspected"
    drops = finding(tie_breaking, beside({1: some(100), 3: some(130)}, level))
    assert drops.outcome == "suspected" and "-15.0 points at depth 3, +0.0 at depth 1" in drops.why
    later = finding(tie_breaking, beside({1: [0] * 200, 2: some(160), 3: some(120)}, {**ties, 2: ties[3]}))
    assert "-30.0 points at depth 2, +0.0 at depth 1" in later.why
    few = finding(tie_breaking, beside({1: [0] * 6, 3: some(5, 6)}, {1: [0] * 6, 3: [(0, 1)] * 6}))
    assert few.outcome == "not seen"
    outside = finding(tie_breaking, beside({1: [0] * 200, 3: [(0, 1)] * 200}))  # one of its moves does not tie
    assert outside.outcome == "ruled out"
    assert "(--evaluate)" in finding(tie_breaking, made({"player": ALL})).why
    assert finding(tie_breaking, made({"minimax": ALL})).why == "give your search (--player)"


def test_choices_beside_random_ones() -> None:
    """One of two moves is right, and ends the game where three are left."""

    def chance(player: dict[int, Any], left: int = 9, side: Any = lambda n: 1) -> Finding:
        states = ((left + 100 * n, side(n)) if left == 9 else (1, 1) for n in count())
        return finding(worse_than_chance, at(made({"player": player}, name="nodes"), states), game=Ends())

    bad = chance({1: some(150), 9: some(160)})
    assert bad.why == "even at 1 nodes it is right in 25% of positions, a random move in 50%"
    assert str(bad.headline) == f"the player chooses worse than chance: {bad.why}"
    assert chance({1: some(100), 9: some(160)}).outcome != "suspected"
    ends = chance({1: some(100), 9: some(160)}, 1)
    assert "at 9 nodes it is right in 20% of the 200 positions in which a right move ends the game at once" in ends.why
    assert chance({1: some(100), 9: some(105)}, 1).outcome != "suspected"
    assert chance({1: [1] * 9, 9: [1] * 9}).why == "give more positions (--positions)"
    min_moves = lambda n: -1 if n < 100 else 1  # noqa: E731
    for_max = chance({1: some(80), 9: some(90)}, side=min_moves)
    assert for_max.why == "even at 1 nodes it is right in 20% of positions where Min moves, a random move in 50%"
    assert chance({1: some(50), 9: some(90)}, side=min_moves).outcome != "suspected"
    assert chance({1: some(9), 9: some(9)}, side=lambda n: -1 if n < 9 else 1).outcome != "suspected"
    fine = chance({1: some(90), 9: some(80)})
    assert fine.outcome == "not seen" and fine.why.startswith("its choices beside random ones in 200 positions; only")


class Ends(Nim):
    """Two moves, 0 and 1; the game is over after them where one stone is left."""

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [0, 1] if state[0] else []

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (0 if state[0] == 1 else state[0]), -state[1]


def test_limits_on_moves() -> None:
    game = Nim(9)
    limited = [search.limited_moves(game, 2, worth, (9, side)) for worth in (None, right) for side in (1, -1)]
    assert limited == [[1, 2], [1, 2], [1, 2], [1, 2]]
    far = lambda state: float(state[0])  # noqa: E731  # Max likes what is left
    assert [search.limited_moves(game, 2, far, (9, side)) for side in (1, -1)] == [[1, 2], [3, 2]]
    things: dict[str, Any] = {"game": game, "evaluate": right}
    same = finding(move_limit, beside(ALL), **things)
    assert same.outcome == "ruled out" and "0 of 200 positions differ; more than 1.5% would" in same.why
    refusals = (
        ("engines prune moves", finding(move_limit, beside(ALL), engine=ENGINE)),
        ("give an evaluator", finding(move_limit, beside(ALL), game=game)),
        ("give an evaluator", finding(move_limit, beside(ALL), evaluate=right)),
        ("give an evaluator", finding(move_limit, made({"player": ALL}), **things)),
        ("give your search", finding(move_limit, made({"minimax": ALL}))),
    )
    assert all(told.outcome == "not examined" and told.why.startswith(why) for why, told in refusals)
    other = made({"player": {1: some(9), 2: some(0)}, "expectimax": {1: some(0), 2: some(0)}})
    told = finding(move_limit, other, **things)
    assert told.outcome == "not examined" and told.why.startswith("limits are examined only in games of two players")


def test_a_limit_on_moves_is_found() -> None:
    """Nim with an evaluator that knows nothing: the player looks at two moves everywhere, or only at the root."""
    game = Nim()
    states = [(left, side) for left in range(5, 36) for side in (1, -1)]
    worth = lambda state: ((state[0] * 7) % 11 - 5) / 10.0  # noqa: E731
    limited = search.AlteredGame(game, moves=lambda state, ply: game.moves(state)[:2])
    whole = {(s, d): decide(game, s, depth=d, evaluate=worth) for s in states for d in (2, 3)}
    two = {(s, d): decide(limited, (s, 0), depth=d, evaluate=lambda at: worth(at[0])).moves for s, d in whole}
    values = {at: {o.move: o.value for o in d.options if o.move < 3} for at, d in whole.items()}
    root = {at: [m for m in worth if worth[m] == max(worth.values())] for at, worth in values.items()}
    last = dict.fromkeys(whole, (3,))

    def examined(player: Any) -> Finding:
        own = {d: [tuple(player[s, d]) for s in states] for d in (2, 3)}
        plain = {d: [whole[s, d].moves for s in states] for d in (2, 3)}
        return finding(move_limit, at(beside(own, plain, NIM), states), game=game, evaluate=worth)

    everywhere, first, none = (examined(player) for player in (two, root, last))
    assert everywhere.outcome == first.outcome == "suspected" and everywhere.rest is not None
    assert all(agreement(everywhere.rest, "minimax", depth).min() == 1.0 for depth in (2, 3))
    assert "it chooses as if it tried only the 2 first moves, in 100%" in everywhere.why
    assert "it chooses as if it tried only some moves, in 100%" in first.why
    assert examined({at: two[at] if at[0][0] % 5 else (3,) for at in whole}).outcome == "not seen"  # not all of them
    assert none.outcome == "not seen" and none.why.startswith("no limit on the moves explains where it differs")


def test_a_search_that_is_not_what_it_says() -> None:
    def search(examination: Examination, **things: Any) -> Finding:
        examination = at(examination, zip(count(20), repeat(1)))
        given = {"game": Nim(), "evaluate": right, "comparison": compare(examination, Nim(), right)} | things
        return finding(not_the_search, examination, **given)

    plain = {1: [1] * 100, 2: [1] * 100, 3: [1] * 100}
    same = search(made({"player": plain, "minimax": plain}, NIM))
    assert same.outcome == "ruled out" and "at every depth: 0 of 100 positions differ" in same.why
    differs = {1: [2] * 100, 2: [1] * 100}
    other = compare(made({"player": differs, "minimax": {1: [1] * 100, 2: [1] * 100}}, NIM), Nim(), right)
    explained = search(made({"player": plain, "minimax": plain}, NIM), comparison=other)
    assert explained.why == "a check above explains what differs"
    bug = search(made({"player": {**plain, 2: [2] * 30 + [1] * 70}, "minimax": plain}, NIM))
    assert bug.outcome == "suspected" and bug.rest and bug.rest.accuracy("player")[2].mean() == 1.0
    assert str(bug.headline).startswith("the search is not what it says: ")
    assert "at depth 2 it decides worse than a plain search of the same depth, by 30.0 points" in bug.why
    assert "100.0% at depth 1, 70.0% at depth 2" in bug.why
    rare = search(made({"player": {**plain, 2: [2, *[1] * 99], 3: [2, *[1] * 99]}, "minimax": plain}, NIM))
    assert rare.outcome == "not seen" and rare.why.endswith("points would have been seen")
    assert rare.why.startswith("it differs from a plain search, with or without pruning, and is not worse")
    alone, nodes = search(made({"player": plain}, NIM)), search(made({"player": plain}, NIM, name="nodes"))
    assert alone.outcome == nodes.outcome == "not examined"
    assert alone.why == "give an evaluator (--evaluate)" and nodes.why.startswith("give depths (--depths)")


def test_another_rule_is_not_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player takes another right move than the plain search, as a rule would."""

    def told(other: int, explanation: Explanation | None, **things: Any) -> Finding:
        monkeypatch.setattr("overthink.doctor.checks.search.explain_player", lambda *_: explanation)
        plain = {1: [1] * 100, 2: [1] * 100}
        player = {depth: [2] * other + [1] * (100 - other) for depth in plain}
        search = at(made({"player": player, "minimax": plain}, (0, 1.0, 1.0, 0)), zip(count(20), repeat(1)))
        given = {"game": Nim(), "evaluate": right, "comparison": compare(search, Nim(), right)} | things
        return finding(not_the_search, search, **given)

    rule = Explanation("used the rule x", Cause.RULE, 1.0, 0.2, 1.0, 24, 96, mistake=False)
    sound = told(60, rule)
    assert sound.outcome == "ruled out" and "a search that used the rule x: 0 of 96 cases differ" in sound.why
    meant = told(10, rule)
    assert meant.outcome == "not seen" and meant.why.startswith("it differs from a plain search")
    assert told(60, replace(rule, chance=0.6)).outcome == "ruled out"  # it explains all
    loose = told(60, replace(rule, chance=0.8))  # so many moves tie that it explains any player
    often = "the search is not what it says: at depths 1, 2 it decides differently from a plain search"
    assert loose.outcome == "suspected" and loose.headline == told(60, None).headline and often in str(loose.headline)
    mistake = told(60, replace(rule, name="forgot x", mistake=True))
    says = "the search is not what it says: "
    assert str(mistake.headline).startswith(f"{says}where they differ, it chooses as if it forgot x")
    assert "it differs at depth" not in mistake.why and "asked twice" not in mistake.why
    unsteady = told(10, rule, again=Repetition(160, 0, 90))
    assert unsteady.outcome == "suspected" and str(unsteady.headline).startswith(f"{says}asked twice")
    assert unsteady.why.count("asked twice") == 1
    drawn = told(60, None, again=Repetition(160, 0, 90))  # suspected for what it chooses: the cause comes first
    assert drawn.cause == Cause.UNSTEADY and str(drawn.headline).startswith(f"{says}asked twice")
    assert told(60, rule, again=Repetition(160, 0, 90)).outcome == "ruled out"  # to draw alone is not a bug
    steady = told(60, None, again=Repetition(160, 0, 0))
    assert "asked twice, it gives the same answer" in steady.why
    several = told(60, replace(rule, name="", cause=None, mistake=True))  # several kinds explain it: nothing is named
    assert several.headline == told(60, None).headline and several.cause is None


def guess(state: tuple[int, int]) -> float:
    """An opinion on Nim that knows nothing."""
    return ((state[0] * 7) % 31 - 15) / 40.0


STATES = [(left, side) for left in range(5, 45) for side in (1, -1)]


def played(player: Any, values: Any = lambda plain, move: 1.0, **things: Any) -> Finding:
    """A player of Nim beside the plain search, with a truth made of what that chooses at depth 2."""
    plain = {(s, d): decide(Nim(), s, depth=d, evaluate=guess).moves for s in STATES for d in (1, 2, 3)}
    own = {d: [tuple(player(s, d, plain)) for s in STATES] for d in (1, 2, 3)}
    examination = at(beside(own, {d: [plain[s, d] for s in STATES] for d in own}), STATES)
    examination = replace(examination, positions=tuple(
        replace(p, values={move: values(plain[p.state, 2], move) for move in (1, 2, 3)}) for p in examination.positions
    ))  # fmt: skip
    comparison = compare(examination, Nim(), guess)
    return finding(not_the_search, examination, game=Nim(), evaluate=guess, comparison=comparison, **things)


def test_the_mistake_that_explains_a_player_is_named_once() -> None:
    def lazy(state: Any, depth: int, plain: Any) -> Any:
        return plain[state, max(1, depth - 1)]

    name = "it chooses as if it looked one ply less far"
    told = played(lazy)
    says = f"the search is not what it says: where they differ, {name}, in 100% of "
    assert str(told.headline).startswith(says) and told.why.count(name) == 1
    assert told.cause == Cause.FEWER_PLIES and told.mend.startswith("count plies from the root")
    worse = played(lazy, lambda plain, move: 1.0 if move in plain else -1.0)
    assert str(worse.headline).startswith(says) and "(by chance" in worse.why  # what is specific comes first
    assert "at depth 2 it decides worse than a plain search" in worse.why


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


@pytest.mark.parametrize(
    ("wrong", "flat", "outcome"),
    [(150, 60, "suspected"), (150, 150, "not seen"), (45, 60, "not seen"), (2, 60, "ruled out")],
)
def test_simulations_beside_our_own(wrong: int, flat: int, outcome: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own are right in all positions but two, and in a fifth of them if the opponent helps. A player that is as
    weak as one without a tree need not have a friend."""
    examination = at(made({"player": {10: some(0), 100: some(wrong)}}, name="simulations"), zip(count(20), repeat(1)))

    def simulate(case: SearchCase, state: Any, simulations: int, seed: int, errors: int) -> list[int]:
        assert simulations == 100
        return [int(seed < errors)]

    for name, errors in (("_simulate", 2), ("_with_a_friend", 160), ("_without_a_tree", flat)):
        monkeypatch.setattr(f"overthink.doctor.checks.search.{name}", partial(simulate, errors=errors))
    told = finding(friendly, examination, game=Nim())
    assert told.outcome == outcome
    assert outcome != "suspected" or (told.cause == Cause.FRIEND and "our own simulations in 99%" in told.why)
    assert nothing(friendly, DEPTHS, game=Nim())
