"""[Zuckerman2018] before its own work: abstract and introduction."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

ABSTRACT = "[Zuckerman2018] abstract"
INTRODUCTION = "[Zuckerman2018] section 1"
EARLIER = "about earlier work"
NAU = "about [Nau2010], which is judged on its own"
SUMMARY = "a summary of the figures"
ARGUED = "said in section 3 and judged there"

BEFORE: tuple[Sentence, ...] = (
    Sentence(
        ABSTRACT,
        "We provide an analysis that shows that every game should have some sections that are locally pathological, "
        "assuming that both players can potentially win the game.",
        ARGUED,
    ),
    Sentence(
        ABSTRACT,
        "shallower search is more effective than deeper search when local pathologies occur",
        ARGUED,
    ),
    Sentence(
        ABSTRACT,
        "We show experimentally that our modified search procedure avoids local pathologies and consequently provides "
        "improved performance, in terms of decision accuracy, when compared with the minimax algorithm.",
        SUMMARY,
    ),
    Sentence(
        ABSTRACT,
        "In addition, we provide an experimental evaluation on the African game of Kalah, which shows the improved "
        "performances of our suggested error-minimizing minimax algorithm when there is a large degree of pathology.",
        "a summary of Figure 14, which is judged; how pathological its games are is not measured in print",
    ),
    Sentence(
        INTRODUCTION,
        "One of the state-of-the-art adversarial search algorithms is based on the minimax theorem, which is known to "
        "return an optimal move in 2-player, perfect information, zero-sum games, when allowed to search the entire "
        "game tree.",
        "a theorem; Figure 6 at depth 11 is a case of it",
    ),
    Sentence(
        INTRODUCTION,
        "Therefore, the move that takes him to node C would be the output of the minimax algorithm.",
        "an example whose leaves are in a figure only",
    ),
    Sentence(
        INTRODUCTION,
        "Although no theoretical model has supported this belief, in practice, in all popular games (eg, Chess and "
        "Checkers), algorithms that searched deeper almost always resulted in better automated players.",
        "about earlier work; nau/champions asks chess programs of today",
    ),
    Sentence(
        INTRODUCTION,
        "Nau and Beal independently discovered that there are infinitely many games that exhibit a phenomenon known as "
        "game-tree pathology, in which deeper minimax search results in worse performance.",
        "about earlier work; nau/background-errors builds the model and asks it",
    ),
    Sentence(
        INTRODUCTION,
        "Several years later, Mutchler proved that the … algorithm also suffers from the same pathology.",
        EARLIER,
    ),
    Sentence(
        INTRODUCTION,
        "Nevertheless, recent work has shown that pathological situations can occur in Chess (in 2 specific endgame "
        "positions), the African game of Kalah, and the single-player 8-puzzle.",
        NAU,
    ),
    Sentence(
        INTRODUCTION,
        "We analyze and detect local pathologies and show how they arise within a game tree and that local pathologies "
        "are likely to occur in all interesting games.",
        ARGUED,
    ),
    Sentence(
        INTRODUCTION,
        "We provide experimental results showing that the EMM provides improved decision accuracy compared to the "
        "minimax algorithm.",
        SUMMARY,
    ),
    Sentence(
        INTRODUCTION,
        "We also show that EMM exhibits no pathology even in situations where minimax does exhibit pathology.",
    ),
    Sentence(
        INTRODUCTION,
        "We evaluate experimentally the EMM algorithm in the African game of Kalah and show a setting in which it "
        "performs better than minimax for all depths.",
    ),
)
