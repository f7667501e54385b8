"""What the doctor makes of its checks, on made-up examinations: the order of checks, the verdict and the advice."""

from dataclasses import replace
from itertools import count, repeat
from typing import Any

import pytest

import overthink as ot
from overthink.doctor.checks import run_all_checks
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.find.advice import Advice, Trial, advise
from overthink.doctor.find.evidence import Doubt, compare, fair_choices, plain_choices
from overthink.doctor.finding import (
    EVALUATOR,
    SEARCH,
    Check,
    Finding,
    Outcome,
    as_check,
    compare_counts,
    examined,
    not_examined,
    suspected,
)
from overthink.doctor.record import Examination, Failure
from overthink.doctor.show.diagnosis import Diagnosis, _bugs
from overthink.doctor.words import Cause, Fact, Seen, fact
from overthink.measure.judgement import Cost, Kind, judge
from overthink.rules.learned import Height, Learning, odds_rule
from tests.test_doctor import Nim, right
from tests.test_doctor_decisions import NIM, at, beside, made, some


def test_choices_of_the_plain_search_take_their_place() -> None:
    examination = beside({1: [0, 1, 1, (0, 1)]}, {1: [0, (0, 1), 0, 0]})
    assert plain_choices(examination, "minimax").accuracy("player")[1].tolist() == [1.0, 0.5, 1.0, 1.0]
    assert fair_choices(examination, "minimax").accuracy("player")[1].tolist() == [1.0, 0.5, 0.0, 0.5]


def test_an_evaluator_does_not_silence_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is compared with one that has the same evaluator."""
    examination = beside({1: some(0), 3: some(80)})
    case = SearchCase(examination, judge(examination.accuracy("player")), Doubt(None, None))
    looks = [as_check(name, "", **more)(lambda case: suspected("seen")) for name, more in (
        ("evaluator", {"explains": True, "about": EVALUATOR}), ("search", {"explains": True, "about": SEARCH}),
        ("costly search", {"about": SEARCH, "costly": True}), ("other", {}))]  # fmt: skip
    for given, heard in ((looks, [0, 1]), (looks[:1] + looks[2:], [0, 1]), (looks[1:], [0])):
        monkeypatch.setattr("overthink.doctor.checks.CHECKS", {check.name: check for check in given})
        found, _ = run_all_checks(case)
        assert [n for n, each in enumerate(found) if each.outcome == Outcome.SUSPECTED] == heard


def test_what_one_check_explains_is_taken_from_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    examination = beside({1: some(0), 3: some(80)})
    half = plain_choices(replace(examination, positions=examination.positions[:40]), "minimax").positions
    rest = replace(examination, positions=(*half, *examination.positions[40:]))
    case = SearchCase(examination, judge(examination.accuracy("player")), Doubt(None, None))
    drops = list[float]()
    fine = examined(compare_counts("this beside that", 200))

    def look(case: SearchCase) -> Finding:
        drops.append(round(-case.judgement.pairs[0].gain.mean, 3))
        return suspected("seen")

    def checks(*given: Check) -> Any:
        drops.clear()
        monkeypatch.setattr("overthink.doctor.checks.CHECKS", {check.name: check for check in given})
        imitators, remains = run_all_checks(case)
        return {i.name: (i.outcome, i.why, i.explains) for i in imitators}, remains

    explains = Check("half", "", lambda case: suspected("half of it", rest=rest), explains=True)
    look_later = Check("later", "", look)
    told, remains = checks(look_later, explains)
    assert told["half"][1] == "half of it; it explains 20.0 points of the drop of 40.0 points from depth 1 to 3"
    assert told["half"][2] == pytest.approx(20.0) and drops == [0.2] and remains is None
    told, remains = checks(explains, Check("fine", "", lambda case: fine))
    assert remains is not None and remains.pairs[0].gain.mean == pytest.approx(-0.2)
    whole = Check("all", "", lambda case: suspected("it", rest=plain_choices(examination, "minimax")), explains=True)
    assert checks(whole)[0]["all"][1].endswith("; it explains all of the drop of 40.0 points from depth 1 to 3")
    unknown = Check("unknown", "", lambda case: suspected("something"), explains=True)
    costly = Check("costly", "", look, explains=True, costly=True)
    harmless = Check("harmless", "", look, doubts=False)
    told, remains = checks(unknown, costly, look_later, harmless, Check("fine", "", lambda case: fine))
    assert remains is None and [told[name][0] for name in ("unknown", "costly", "later", "harmless", "fine")] == [
        "suspected", "not examined", "not examined", "suspected", "ruled out"]  # fmt: skip
    assert told["later"][1] == "first rule out unknown" and len(drops) == 2
    assert "ZeroDivisionError" in checks(Check("fails", "", lambda case: 1 // 0))[0]["fails"][1]
    case = replace(case, hurry=True)
    assert checks(costly)[0]["costly"][:2] == (
        Outcome.NOT_EXAMINED, "the time was over; give more time (--budget)") and not drops  # fmt: skip
    assert checks(look_later)[0]["later"][0] == Outcome.SUSPECTED
    assert not checks(Check("none", "", lambda case: None))[0] and not_examined("x").outcome == Outcome.NOT_EXAMINED


def imitator(name: str, outcome: Outcome = Outcome.SUSPECTED, **more: Any) -> Finding:
    made = {
        Outcome.SUSPECTED: suspected("why"),
        Outcome.RULED_OUT: examined(compare_counts("this beside that", 200)),
        Outcome.NOT_EXAMINED: not_examined("why"),
    }
    return replace(made[outcome], name=name, **more)


def findings(examination: Examination, *imitators: Finding, rest: Any = None) -> Diagnosis:
    judgement = judge(examination.accuracy(examination.rules[0]), examination.knob)
    return Diagnosis(examination, {examination.rules[0]: judgement}, imitators, Doubt(None, None), (), Advice(""),
                    rest=rest)  # fmt: skip


def test_the_words_of_a_verdict() -> None:
    worse, better = beside({1: some(0), 3: some(40)}), beside({1: some(40), 3: some(0)})
    plain = findings(worse, imitator("x", Outcome.RULED_OUT), imitator("few", doubts=False))
    assert (plain.kind, plain.verdict) == ("worse", "deeper is worse: depth 1 is best, depth 3 loses 20.0 points")
    alone = findings(made({"player": {1: some(0), 3: some(40)}}))
    loses = "accuracy drops with depth (depth 1 is best, depth 3 loses 20.0 points)"
    assert alone.verdict.startswith(f"{loses}; whether depth or")
    nodes = findings(made({"player": {1: some(0), 3: some(40)}}, name="nodes"))
    assert "decide worse: 1 nodes are best" in nodes.verdict
    assert findings(made({"player": {1: some(40), 3: some(0)}})).verdict.startswith("deeper is better")
    doubted = findings(worse, imitator("x"), imitator("y"), imitator("z", Outcome.NOT_EXAMINED))
    assert doubted.kind == "suspect"
    assert doubted.verdict == f"{loses}, but x or y may explain it: check that first"
    rise = findings(better, imitator("x"))
    assert (rise.kind, rise.verdict) == ("better", "deeper is better: 20.0 points from depth 1 to 3; check also x")
    assert rise.best is None and findings(better, imitator("y", headline=Fact("it is y"))).kind == "suspect"
    for lost, verdict in ((10, plain.verdict), (11, "no verdict: 11 of 211 positions could not be examined")):
        left = findings(replace(worse, failures=(Failure("It failed."),) * lost))
        assert left.verdict == verdict and left.no_verdict == (lost > 10) == (left.kind == "unclear")
    flat = findings(made({"minimax": {1: some(90), 3: some(90)[::-1]}}, name="nodes"), imitator("x"))
    assert flat.verdict.startswith("accuracy does not change clearly with more nodes (")
    remains = judge(worse.accuracy("player"))
    part = findings(worse, imitator("x"), rest=remains).verdict
    assert part.endswith("may explain a part of it: check that first; apart from that, " + remains.sentence)
    assert findings(worse, imitator("x"), rest=judge(better.accuracy("player"))).verdict.endswith("check that first")
    own = findings(worse, imitator("x"), imitator("y", headline=Fact("it is y")), rest=remains)
    assert own.verdict == f"it is y; apart from that, {remains.sentence}; check also x"
    assert findings(worse, imitator("y", headline=Fact("it is y"))).verdict == "it is y"


def costly(examination: Examination, *seconds: float) -> Examination:
    costs = {("player", depth): Cost(time) for depth, time in zip(examination.depths, seconds)}
    return replace(examination, positions=tuple(replace(p, costs=costs) for p in examination.positions))


def test_the_price_of_more_effort() -> None:
    worse = costly(beside({1: some(0), 3: some(40)}), 0.001, 0.09)
    assert findings(worse).verdict.endswith("depth 1 is best, depth 3 loses 20.0 points, at 90 times the time")
    flat = findings(costly(beside({1: some(90), 3: some(90)[::-1]}), 0.001, 0.09))
    assert flat.verdict.endswith("; going from depth 1 to 3 takes 90 times the time") and flat.best is None
    best = findings(worse).best
    assert best and best.value == 1 and findings(worse, imitator("x")).best is None
    rises = costly(beside({1: some(40), 2: some(0), 3: some(0)}), 0.001, 0.01, 0.09)
    stay = advise(rises, judge(rises.accuracy("player"))).sentence
    assert stay.startswith("stay with the player at depth 3; depth 2 may do, at 1/9 of the time")
    level = costly(beside({1: some(2, 400), 3: some(1, 400)}), 0.001, 0.09)
    judgement = judge(level.accuracy("player"))
    assert judgement.kind == Kind.UNCLEAR and not judgement.needed
    assert findings(level).best is not None
    advice = advise(level, judgement)
    assert advice.sentence.startswith(
        "nothing is significantly better than the player at depth 3; depth 1 may do, at 1/90"
    )


def test_advice_is_chosen_on_one_half_and_measured_on_the_other() -> None:
    """Every second position drops: a gain on the half that chooses is not one."""
    halves: dict[str, Any] = {"player": {1: [0] * 200, 3: [int(n % 2 == 0 and n < 100) for n in range(200)]}}
    drop = made(halves)
    none = advise(drop, judge(drop.accuracy("player")))
    assert none.sentence.startswith(
        "use the player at depth 1: right in 100.0% of positions, 75.0% at depth 3; too few"
    )
    sure = made({"player": {1: [0] * 200, 3: some(60)}})
    advice = advise(sure, judge(sure.accuracy("player")))
    assert advice.sentence.startswith("use the player at depth 1 instead of the player at depth 3: +30.0 points [")
    assert advice.sentence.endswith("on 100 held-out positions") and advice.line == "player(state, 1)"
    least = made({"player": {1: [0] * 200, 2: [0] * 200, 3: some(60)}})
    assert advise(least, judge(least.accuracy("player"))).depth == 1  # of equals, the smallest
    other = made({"minimax": {1: some(60), 3: some(60)}, "emm": {1: some(60), 3: some(0)}})
    advice = advise(other, judge(other.accuracy("minimax")))
    assert (advice.rule, advice.depth) == ("emm", 3) and 'rule="emm", depth=3, evaluate=evaluate)' in advice.line
    trial = advise(replace(other, rules=("minimax",)), judge(other.accuracy("minimax")), trial=Trial(other), error=0.2)
    assert "evaluate=evaluate, error=0.2)" in trial.line and set(trial.other_rules) == {"emm"}
    flat = made({"minimax": {1: some(60), 3: some(60)}, "emm": {1: some(60), 3: some(60)}})
    none = advise(replace(flat, rules=("minimax",)), judge(flat.accuracy("minimax")), trial=Trial(flat))
    assert none.sentence.endswith("; other rules were tried") and not none.rule
    learning = Learning("game", "judge", 200, 100, 0.0, 1.0, 0.1, -1.0, 1.0, (Height(0.0, 1.0, 0.0),))
    taught = made({"minimax": {1: some(60), 3: some(60)}, "learned-odds": {1: some(60), 3: some(0)}})
    minimax = replace(taught, rules=("minimax",))
    learned = odds_rule("learned-odds", learning)
    advice = advise(minimax, judge(taught.accuracy("minimax")), trial=Trial(taught, learned))
    assert "rule=diagnosis.advice.learned, depth=3" in advice.line and advice.learned.learned == learning
    assert advice.other_rules["learned-odds"][3].n == 100 and not none.learning  # it learned from the other half
    engine = made({"engine": {1: some(0), 1000: some(60)}}, name="nodes")
    fewer = advise(engine, judge(engine.accuracy("engine"), engine.knob))
    assert fewer.line == "go nodes 1" and fewer.sentence.startswith("use the engine at 1 nodes instead of the en")


def test_the_mend_comes_before_any_other_advice() -> None:
    worse = beside({1: some(0), 3: some(40)})
    mend = advise(worse, judge(worse.accuracy("player")), [imitator("x", mend="mend x"), imitator("y")])
    assert mend.sentence == "mend x; rule out y; then examine it again" and not mend.line
    other = [imitator("x", Outcome.RULED_OUT, mend="mend x"), imitator("y", doubts=False, mend="mend y")]
    assert "mend" not in advise(worse, judge(worse.accuracy("player")), other).sentence
    player = {1: [1] * 40, 3: [1] * 38 + [2] * 2}
    search = at(beside(player, {1: [1] * 40, 3: [1] * 40}, NIM), zip(count(20), repeat(1)))
    comparison = compare(search)
    assert comparison and comparison.lines()[0].endswith("of the plain search everywhere; no difference")
    assert "95.0% of positions; 2 decided worse, 0 better" in comparison.lines()[1]
    assert "-5.0 points [" in comparison.lines()[1]


def test_a_player_beside_a_plain_search() -> None:
    player = {1: [1, 1, 2, (1, 2), 3], 2: [2, 1, 2, 1, 1]}
    search = at(beside(player, {1: [1] * 5, 2: [1] * 5}, NIM), zip(count(21, 4), repeat(1)))
    comparison = compare(search)
    improved = beside({1: [2, 1, 1, 1, 1], 2: [2, 1, 1, 1, 1]}, {1: [2] * 5, 2: [2] * 5}, NIM)
    other = compare(at(improved, [p.state for p in search.positions]))
    assert other and (other.by_depth[1].worsened, other.by_depth[1].improved) == (0, 4)
    assert other.by_depth[1].p_value == pytest.approx(0.125) and other.by_depth[1].gain.mean == pytest.approx(0.8)
    assert (
        comparison and comparison.by_depth[1].worsened == 3 and comparison.by_depth[1].agrees.mean == pytest.approx(0.5)
    )


def test_a_short_report_makes_no_prediction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kernels take seconds to compile."""
    monkeypatch.setattr("overthink.doctor.show.diagnosis.predict", lambda *given: "foretold")
    found = ot.diagnose(Nim(20), right, depths=(1, 2), positions=12)
    assert "foretold" not in "".join(found._describe(brief=True)) and "foretold" in str(found)


def test_advice_with_a_broken_search_is_about_the_break() -> None:
    """Every suspicion has a cause for programs."""
    others = imitator("x", mend="do something else"), imitator("z", Outcome.RULED_OUT)
    broken = imitator("y", mend="mend the search", headline=Fact("it is y"))
    worse = made({"player": {1: some(0), 3: some(40)}})
    judgement = judge(worse.accuracy("player"))
    assert advise(worse, judgement, [others[0], broken]).sentence == "mend the search; then examine it again"
    assert advise(worse, judgement, others).sentence == "do something else; then examine it again"
    causes = [each.as_dict()["cause"] for each in (*others, replace(broken, cause=Cause.SIDES))]
    assert causes == ["x", None, Cause.SIDES]
    assert suspected(fact(Seen.VALUED_TWICE, changed=1, asked=9)).as_dict()["cause"] == "valued twice"


def test_hints_stand_at_the_end_and_are_called_so() -> None:
    worse = beside({1: some(0), 3: some(40)})
    found = findings(worse, imitator("h", doubts=False), imitator("x"), imitator("z", Outcome.RULED_OUT))
    lines = [line.split()[0] for line in _bugs(found, True).splitlines()[1:]]
    assert lines == ["[red]suspected", "[green]ruled", "[yellow]hint"]
