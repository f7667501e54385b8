"""A finding says only what was examined, and its sentence agrees with its fields."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overthink.core.estimate import Estimate
from overthink.doctor.finding import (
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
from overthink.doctor.words import fact


def test_ruled_out_needs_a_comparison_that_could_have_failed() -> None:
    weak = Comparison("asked twice", 240, differ=0)
    blind = Comparison("asked twice", 3, differ=0, would_have_seen=0.6)
    for compared in (None, compare_counts("asked twice", 0), weak, blind):
        with pytest.raises(ValueError, match="ruled out"):
            Finding(Outcome.RULED_OUT, compared=compared)
    for outcome in (Outcome.SUSPECTED, Outcome.NOT_SEEN, Outcome.NOT_EXAMINED):
        with pytest.raises(ValueError, match=outcome):
            Finding(outcome)
    with pytest.raises(ValueError, match="cannot differ"):
        compare_counts("asked twice", 3, 4)
    assert examined(compare_counts("asked twice", 0)).outcome == Outcome.NOT_EXAMINED
    assert examined(blind).outcome == Outcome.NOT_SEEN
    assert not_seen(blind, "it moves").why == "it moves; asked twice in 3 positions, 0 differ; only more than 60.0% " \
        "would have been seen"  # fmt: skip


def test_the_sentence_of_the_design() -> None:
    found = examined(compare_counts("asked twice, in two orders,", 240))
    assert found.outcome == "ruled out"
    assert found.why == "asked twice, in two orders, in 240 positions, 0 differ; more than 1.2% would have been seen"
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
    assert ("only" in found.why) == (found.outcome == "not seen")
    assert not positions or (f"{positions:,} position" in found.why and f", {differ:,} differ" in found.why)


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
