"""What a vague word of a paper means as a check: one rule for every claim, printed beside each that quotes the word."""

from __future__ import annotations

import re

from overthink.studies.checks import ABOUT_SHARE, FLAT_CHANGE, GENERAL_SHARE, SELDOM_SHARE

POINTS = f"{FLAT_CHANGE * 100:g} points in 100"
GENERALLY = (
    f"more than {GENERAL_SHARE:.0%} of the steps or cases, and from end to end; a published exception is left out"
)
NEAR = f"within {ABOUT_SHARE:.0%} of the number, or half of its last digit if that is more"
EXAMPLE = (
    f"one example is enough; denied where it happens significantly less often than once in {1 / SELDOM_SHARE:,.0f}"
)
MEANINGS = {  # by the words, and the forms of them that have this meaning
    ("general, trend", r"general(?:ly)?|trends?"): GENERALLY,
    ("often, mostly", r"often|mostly|usually|(?:in|for|at) most(?= (?:of|cases|gran))"): "more than half of the cases",
    ("about, around", r"(?<!wrong )about(?= [.\d])|around|approximately|roughly"): NEAR,
    ("slight", r"slight(?:ly)?"): f"significant, and at most {POINTS}",
    ("substantial, strong, serious", r"substantial(?:ly)?|strong|serious(?:ly)?"): f"significant, and over {POINTS}",
    ("nearly identical, comparable", r"nearly identical|comparabl[ey]"): f"within {POINTS}",
    ("never, always", r"never|(?<!not )always"): "at every point that was tried",
    ("may, can, not always", r"can(?! be)|may(?! also)|might(?! expect)|sometimes|not always|not necessarily"): EXAMPLE,
}
WORDS = {names: meaning for (names, _), meaning in MEANINGS.items()}


def meanings(printed: str) -> dict[str, str]:
    """The words of a quotation that have a rule, each as it is printed, with what it means."""
    found = ((re.search(rf"\b(?:{forms})\b", printed), meaning) for (_, forms), meaning in MEANINGS.items())
    return {match[0]: meaning for match, meaning in found if match}


def rule(printed: str, tolerance: str = "") -> str:
    """How a claim is judged: what the words of its quotation mean, and how far a number may be off."""
    words = [f"“{word}”: {meaning}" for word, meaning in meanings(printed).items()]
    return "; ".join([*words, *([f"tolerance: {tolerance}"] if tolerance else [])])
