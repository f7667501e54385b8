"""Vote: every depth has its say. A move's score is the sum of its minimax scores at depths 1 to d.

Reads the same evaluations as EMM, and uses nothing but minimax.
"""

from __future__ import annotations

from overthink.rules.minimax import STEPS, add, aggregate, start
from overthink.rules.rule import Rule

VOTE = Rule(
    "vote",
    "sum of the minimax scores at depths 1 to d",
    "Overthink",
    *(start, add, aggregate),
    reads_inside=True,
    sums_depths=True,
    colour="pink",
    fold=("best",),
    steps=STEPS,
)
