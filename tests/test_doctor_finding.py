"""A finding says only what was examined, and its sentence agrees with its fields."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overthink.core.estimate import Estimate
from overthink.doctor.find.advice import advise
from overthink.doctor.find.evidence import Doubt, local_pathology, pair_of, swaps_of
from overthink.doctor.finding import (
    BLIND,
    HINT,
    SIGNIFICANT,
    VISIBLE,
    Check,
    Comparison,
    Finding,
    Outcome,
    compare_counts,
    compare_gains,
    examined,
    not_examined,
    not_seen,
    run_check,
    suspected,
)
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.doctor.words import THINGS, Seen, SeenInTable, fact
from overthink.measure.judgement import judge
from tests.test_doctor_decisions import made


def test_ruled_out_needs_a_comparison_that_could_have_failed() -> None:
    weak = Comparison("asked twice", 240, differ=0)
    blind = Comparison("asked twice", 3, differ=0, would_have_seen=0.6)
    assert not any(each.decisive for each in (compare_counts("asked twice", 0), weak, blind))
    with pytest.raises(TypeError, match="first"):
        suspected()  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="needs"):
        not_examined()
    with pytest.raises(ValueError, match="cannot differ"):
        compare_counts("asked twice", 3, 4)
    assert examined(compare_counts("asked twice", 0)).outcome == Outcome.NOT_EXAMINED
    assert examined(blind).outcome == Outcome.NOT_SEEN
    assert (
        not_seen(compare_counts("asked twice", 40, 3), "by chance").why
        == "by chance; asked twice: 3 of 40 positions differ"
    )
    assert not_seen(blind, "it moves").why == "it moves; asked twice: 0 of 3 positions differ; only more than 60.0% " \
        "would have been seen"  # fmt: skip


def test_the_sentence_of_the_design() -> None:
    found = examined(compare_counts("asked twice, in two orders,", 240))
    assert found.outcome == "ruled out"
    assert found.why == "asked twice, in two orders: 0 of 240 positions differ; more than 1.2% would have been seen"
    assert not_examined(needs=["--player"]).why == "give --player"
    told = fact("{at} it is {loss:points} points worse in {n:position}", at=fact("at {d:at}", d=(1, 3)), loss=0.1, n=1)
    assert str(told) == "at depths 1, 3 it is 10.0 points worse in 1 position"
    assert suspected("a {brace} of a user").why == "a {brace} of a user"


@given(st.integers(0, 400), st.data())
def test_a_comparison_and_its_sentence_agree(positions: int, data: st.DataObject) -> None:
    differ = data.draw(st.integers(0, positions))
    found = examined(compare_counts("asked twice", positions, differ))
    small = 1.0 - 0.05 ** (1.0 / positions) <= VISIBLE if positions else False
    assert found.outcome == ("ruled out" if small else "not seen" if positions else "not examined")
    assert ("only" in found.why or BLIND in found.why) == (found.outcome == "not seen" and not differ)
    assert not positions or (
        f"{positions:,} position" in found.why and f"{differ:,} of {positions:,} position" in found.why
    )


@given(st.floats(0, 0.4), st.integers(2, 500))
def test_a_gain_is_ruled_out_only_from_a_size_on(half: float, n: int) -> None:
    gain = Estimate(0.0, -half, half, n)
    found = examined(compare_gains("its accuracy", [gain], show=gain))
    assert found.compared and (found.outcome == "ruled out") == (found.compared.would_have_seen <= VISIBLE)


def test_a_check_that_fails_examined_nothing() -> None:
    def fails(case: object) -> Finding:
        raise ZeroDivisionError("no moon")

    found = run_check(Check("moon", "the moon", fails, doubts=False, mend="wait"), None)
    assert found and (found.name, found.outcome, found.doubts, found.mend) == ("moon", "not examined", False, "wait")
    assert found.why == "the check failed: ZeroDivisionError: no moon"
    assert run_check(Check("none", "", lambda case: None), None) is None
    assert found.as_dict()["outcome"] == "not examined" and found.as_dict()["headline"] == ""


AMOUNTS = {"points": (0.053, "5.3"), "gain": (-0.053, "-5.3"), "percent": (0.07, "7%"), "percents": (0.053, "5.3%"),
           "count": (7000, "7,000"), "at": ((1, 3), "depths 1, 3"), "shares": ({2: 0.5}, "50.0% at depth 2"),
           "": ("seven", "seven"), "g": (3.5, "3.5"), ".3g": (3.5, "3.5"), ".1f": (3.5, "3.5"), ".2f": (3.5, "3.50"),
           **{thing: (7, f"7 {thing}s") for thing in THINGS}}  # fmt: skip


@pytest.mark.parametrize("kind", [*Seen, *SeenInTable], ids=lambda kind: kind.name)
def test_every_sentence_shows_the_values_of_its_places(kind: str) -> None:
    places = [(name, form or "") for _, name, form, _ in Formatter().parse(kind) if name]
    text = str(fact(kind, **{name: AMOUNTS[form][0] for name, form in places}))
    assert "{" not in text and all(AMOUNTS[form][1] in text for _, form in places), text


def made_up(draw: random.Random, name: str) -> Finding:
    """A finding of any outcome, made as checks make them."""
    n, half = draw.choice((0, 1, 3, 20, 60, 400)), draw.choice((0.01, 0.06, 0.3, 0.9))
    counts = compare_counts("this beside that", n, draw.randint(0, n))
    gain = Estimate(mean := draw.uniform(-0.5, 0.5), mean - half, mean + half, max(n, 2))
    compared = draw.choice((counts, compare_gains("its accuracy", [gain], show=gain)))
    seen = fact(Seen.BROKEN_CLAIM, wrong=draw.randint(2, 9), n=90)
    headline = fact(Seen.NOT_WHAT_IT_CLAIMS, fact=seen) if draw.random() < 0.3 else None
    found = draw.choice((
        suspected(seen, headline=headline), examined(compared), not_examined(needs=["more"]), not_examined("it ended"),
        not_seen(compared, Seen.EXPECTED) if compared.positions else not_examined(Seen.NO_TIME),
    ))  # fmt: skip
    return replace(found, name=name, doubts=draw.random() < 0.8, mend=draw.choice(("", f"mend {name}")))


def made_up_report(draw: random.Random) -> Diagnosis:
    n, at = draw.choice((1, 12, 80)), draw.choice(((1, 2), (1, 2, 3), (2, 4, 6)))
    hard = {depth: draw.choice((0.0, 0.1, 0.5, 1.0)) for depth in at}
    examination = made({"minimax": {depth: [int(draw.random() < hard[depth]) for _ in range(n)] for depth in at}})
    judgement = judge(examination.accuracy("minimax"))
    found = tuple(made_up(draw, f"oddity {letter}") for letter in "abcdef")
    pair = pair_of(judgement)
    advice = advise(examination, judgement, found)
    return Diagnosis(examination, {"minimax": judgement}, found, Doubt(None, None),
                     local_pathology(examination, "minimax", pair), advice,
                     swaps=swaps_of(examination, "minimax", pair))  # fmt: skip


@given(st.integers(0, 10**9))
def test_no_line_of_a_report_contradicts_another(seed: int) -> None:
    found = made_up_report(random.Random(seed))
    text, brief = (re.sub(r"\s+", " ", re.sub(r"\[/?[a-z ]*\]", "", found._markup(short))) for short in (False, True))
    shares = {depth: share.mean for depth, share in found.judgement.accuracy.items()}
    bugs, told = (each.partition("Or is it a bug?")[2].partition("What to do")[0] for each in (text, brief))
    for each in found.imitators:  # each stands once, behind its own outcome
        assert f"{each.label} {each.name}: {each.why}".replace("  ", " ") in bugs and told.count(each.name) == 1
        before = told[: told.index(each.name)]
        assert max((*Outcome, HINT), key=lambda label: before.rfind(f" {label} ")) == each.label
        sized = "would have been seen" in each.why and "only" not in each.why
        assert each.outcome != "ruled out" or sized or SIGNIFICANT in each.why
        assert each.outcome != "not seen" or not sized or each.facts
        assert (BLIND in each.why) <= (each.outcome == "not seen")
        doubted = each.outcome == "suspected" and each.doubts
        assert doubted == (each in found.suspected) and doubted >= (each.name in found.verdict)
        assert doubted >= (f"mend {each.name}" in found.advice.sentence)
    assert bool(found.suspected) == found.advice.sentence.endswith("then examine it again")
    excused = found.judgement.kind != "better" or any(each.headline for each in found.suspected)
    assert (found.kind == "suspect") == (bool(found.suspected) and excused)
    if not found.suspected:
        rises = re.match(r"deeper is better: ([\d.]+) points from depth (\d) to (\d)", found.verdict)
        best = re.match(r"deeper is worse: depth (\d) is best", found.verdict)
        gain = 100 * (shares[int(rises[3])] - shares[int(rises[2])]) if rises else 0.0
        assert not rises or (found.kind == "better" and gain == pytest.approx(float(rises[1]), abs=0.06))
        assert not best or (found.kind == "worse" and shares[int(best[1])] == max(shares.values()))
        use = re.match(r"use minimax at depth (\d)", found.advice.sentence)
        assert not use or shares[int(use[1])] == max(shares.values())
    counts: Any = found.swaps
    assert counts.worsened == len(found.worsened) and counts.worsened + counts.improved <= counts.positions
    assert ("more worsened than" in counts.sentence) <= (counts.worsened > counts.improved)
    assert ("more improved than" in counts.sentence) <= (counts.improved > counts.worsened)


def test_made_up_reports_have_every_outcome_and_every_kind() -> None:
    reports = [made_up_report(random.Random(seed)) for seed in range(60)]
    assert {each.outcome for report in reports for each in report.imitators} == {*Outcome}
    assert {"better", "worse", "unclear", "suspect"} == {report.kind for report in reports}
