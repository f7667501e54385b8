"""What a vague word of a paper means as a check: one rule for every claim, printed beside each that quotes the word."""

from __future__ import annotations

import re

from overthink.studies.checks import ABOUT, FLAT, GENERAL, SELDOM

POINTS = f"{FLAT * 100:g} points in 100"
WORDS = {  # by the forms of the word in print
    r"general(?:ly)?|trends?": f"more than {GENERAL:.0%} of the steps or cases, and from end to end; an exception that "
    "the text names is left out",
    r"often|mostly|usually|(?:in|for|at) most(?= (?:of|cases|gran))": "more than half of the cases",
    r"about(?= [.\d])|around|approximately|roughly": f"within {ABOUT:.0%} of the number, or half of its last digit if "
    "that is more",
    r"slight(?:ly)?": f"significant, and at most {POINTS}",
    r"substantial(?:ly)?|strong|serious(?:ly)?": f"significant, and more than {POINTS}",
    r"nearly identical|comparabl[ey]": f"within {POINTS}",
    r"never|(?<!not )always": "at every point that was tried",
    r"may|might|can|sometimes|not always|not necessarily": "one example is enough; denied where it surely happens "
    f"less often than once in {1 / SELDOM:,.0f}",
}


def meanings(printed: str) -> dict[str, str]:
    """The words of a quotation that have a rule, each as it is printed, with what it means."""
    found = {}
    for forms, meaning in WORDS.items():
        if match := re.search(rf"\b(?:{forms})\b", printed):
            found[match[0]] = meaning
    return found


def rule(printed: str, tolerance: str = "") -> str:
    """How a claim is judged: what the words of its quotation mean, and how far a number may be off."""
    words = [f"“{word}”: {meaning}" for word, meaning in meanings(printed).items()]
    return "; ".join([*words, *([f"tolerance: {tolerance}"] if tolerance else [])])
