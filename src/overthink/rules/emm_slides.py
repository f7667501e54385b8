"""The first EMM: minimax with the error of the node's type beside it, and the static evaluation wherever that error
exceeds its own. [Wilson2009] slides, "Error Minimizing Minimax (EMM)", for any number of children.

It comes to Algorithm 1 of [Zuckerman2018] less the flip; a test holds it to the slides' own words.
"""

from __future__ import annotations

from overthink.rules.emm import add, aggregate_error, settle, start
from overthink.rules.rule import Rule
from overthink.rules.win_probability import frontier, score, terminal

EMM_SLIDES = Rule(
    "emm-slides",
    "the first EMM: static value wherever the search's error exceeds its own",
    "[Wilson2009]",
    *(start, add, aggregate_error, settle, frontier, terminal, score),
    reads_inside=True,
    replaces=True,
    binary=True,
)
