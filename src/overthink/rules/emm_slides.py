"""The first EMM: minimax with the error of the node's type beside it, and the static evaluation wherever that error
exceeds its own. [Wilson2009] slides, "Error Minimizing Minimax (EMM)", for any number of children.

It comes to Algorithm 1 of [Zuckerman2018] less the flip; a test holds it to the slides' own words.
"""

from __future__ import annotations

from dataclasses import replace

from overthink.rules.emm import EMM_NO_FLIP, NO_FLIP

EMM_SLIDES = replace(
    EMM_NO_FLIP,
    name="emm-slides",
    summary="the first EMM: static value wherever the search's error exceeds its own",
    source="[Wilson2009]",
    label="EMM of 2009",
    colour="purple",
    steps=NO_FLIP._replace(settle="own evaluation, if its error is smaller"),
)
