"""One rule for the words of papers: what a vague word means as a check stands beside each claim that quotes it, and
the check is of that kind."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from overthink.studies import all_figures
from overthink.studies.checks import FLAT_CHANGE, GENERAL_SHARE, MOST_SHARE, AlwaysBetter, at, trend
from overthink.studies.claim import NOT_IN_PRINT, ClaimCheck
from overthink.studies.words import WORDS, meanings, rule
from overthink_papers.bab.ratios_and_widths import FallsByBin
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
    others = "can be adapted", "may also be considered", "one might expect", "strongest", "the generalization"
    for printed in ("wrong about 1 game state", "at most 50%", *others):
        assert not meanings(printed) and not rule(printed)


@pytest.mark.parametrize(("exceptions", "verdict"), [((), "holds"), ((7,), "holds"), ((7, 20), "fails")])
def test_a_trend_may_have_an_exception(exceptions, verdict):
    """39 of 40 steps are enough, 38 are not."""
    falling = trend([at(x=x) for x in range(41)])
    assert falling.judge(MadeUp(lambda at: 1.5 - at["x"] if at["x"] in exceptions else -at["x"])).verdict == verdict


def test_the_ends_of_a_trend_count():
    line = [at(x=x) for x in range(41)]
    assert trend(line).judge(MadeUp(lambda at: 100.0 if at["x"] == 40 else -at["x"])).verdict == "fails"


def all_of_few(part: object) -> bool:
    """More than 95 of 100 are all, if there are fewer than 20."""
    return isinstance(part, AlwaysBetter) and len(part.pairs) < 20


FITS = {  # by a word of the table: what a check of that kind has
    "general": lambda part: (
        getattr(part, "share", None) == GENERAL_SHARE or isinstance(part, FallsByBin) or all_of_few(part)
    ),
    "often": lambda part: MOST_SHARE in (getattr(part, "share", None), getattr(part, "limit", None)),
    "slight": lambda part: -FLAT_CHANGE in (getattr(part, "limit", None), getattr(part, "by", None)),
    "substantial": lambda part: getattr(part, "by", None) == FLAT_CHANGE,
    "nearly identical": lambda part: FLAT_CHANGE in (abs(getattr(part, "by", 0.0)), getattr(part, "tolerance", None)),
}
OTHERWISE = {  # claims by functions, and what is said of a slight drop that has vanished
    "EMM will be at a serious disadvantage if a game tree does not contain pathological nodes",
    "with the true node types, we obtained better results, and the slight drop had vanished",
    "When a game or a model is pathological for some values of i and j, usually it will also be pathological for other "
    "values.",
    "the precise numeric correspondence between s values and f values will generally be different in different "
    "game-tree models",
    "the maximally similar tree often seemed to overwhelm the independent one at relatively low values of s",
    "all three games are mostly nonpathological",
    "lookahead pathology … occurs at most granularities when the branching factor b = 6",
    "the observation that the advantage of a deeper search is not overwhelming is true quite generally in the 8-puzzle",
}


def parts(check: object) -> Iterator[object]:
    """A check and all within it; a check by a function is that of another check, if the function is its method."""
    yield check
    inner = [getattr(check, each.name) for each in fields(check)] if is_dataclass(check) else []
    inner.append(getattr(getattr(check, "function", None), "__self__", None))
    for value in inner:
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, ClaimCheck):
                yield from parts(each)


@pytest.mark.parametrize("name", all_figures())
def test_a_check_means_what_its_words_say(name):
    for claim in all_figures()[name][1].claims:
        for meaning in meanings(claim.printed).values() if claim.printed not in (*OTHERWISE, NOT_IN_PRINT) else ():
            word = next(words for words, means in WORDS.items() if means == meaning).split(",")[0]
            assert word not in FITS or any(map(FITS[word], parts(claim.check))), (word, claim.says)
