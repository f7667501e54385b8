"""One rule for the words of papers: what a vague word means as a check stands beside each claim that quotes it, and
the check is of that kind."""

from __future__ import annotations

import pytest

from overthink.studies.checks import at, trend
from overthink.studies.words import meanings, rule
from tests.made_up import MadeUp


@pytest.mark.parametrize(
    ("printed", "word"),
    [
        ("the general trend in which higher ϵ corresponds to lower ER", "general"),
        ("the algorithm often misestimates", "often"),
        ("loses approximately 10% accuracy", "approximately"),
        ("The slight drop from depth 7", "slight"),
        ("EMM will be at a serious disadvantage", "serious"),
        ("looking ahead does not always lead to better decisions", "not always"),
        ("it always performed best", "always"),
        ("but never beyond ϵ", "never"),
        ("we still may need to generate all nodes", "may"),
    ],
)
def test_a_word_has_one_meaning(printed, word):
    assert [*meanings(printed)] == [word] and f"“{word}”: " in rule(printed)
    assert rule(printed, "half a digit").endswith("; tolerance: half a digit")


def test_what_has_no_such_word_has_no_rule():
    for printed in "wrong about one game state", "at most 50%", "strongest", "the generalization":
        assert not meanings(printed) and not rule(printed)


@pytest.mark.parametrize(("exceptions", "verdict"), [((), "holds"), ((7,), "holds"), ((7, 20), "fails")])
def test_a_trend_may_have_an_exception(exceptions, verdict):
    """39 of 40 steps are enough, 38 are not."""
    falling = trend([at(x=x) for x in range(41)])
    assert falling.judge(MadeUp(lambda at: 1.5 - at["x"] if at["x"] in exceptions else -at["x"])).verdict == verdict


def test_the_ends_of_a_trend_count():
    line = [at(x=x) for x in range(41)]
    assert trend(line).judge(MadeUp(lambda at: 100.0 if at["x"] == 40 else -at["x"])).verdict == "fails"
