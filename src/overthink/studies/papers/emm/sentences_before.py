"""[Zuckerman2018] before its own work: abstract, introduction and background."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

ABSTRACT = "[Zuckerman2018] abstract"
INTRODUCTION = "[Zuckerman2018] section 1"
BACKGROUND = "[Zuckerman2018] section 2"
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
        SUMMARY,
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
        EARLIER,
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
    Sentence(
        BACKGROUND,
        "In his original publication, Nau presented a mathematical proof that there exists a (large) class of games in "
        "which game-tree pathology was inevitable if the branching factor was sufficiently large.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "In later papers, Nau experimented with Pearl's game and showed experimentally that game-tree pathology was "
        "indeed more likely with large branching factors.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "Early on, Bratko and Gams as well as Pearl compared the granularity value of 2 to higher granularities and "
        "concluded that higher granularities do not prevent game-tree pathology.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "However, later on, Scheucher and Kaindl considered multivalued evaluation functions (ie, high granularities) "
        "and showed (using simulation studies) that the multivalued model did cause a sharp error reduction for deeper "
        "search using minimaxing.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "More recently, Luštrek et al also showed that as the branching factor increases, the granularity needed to "
        "avoid game-tree pathology also increases.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "Their experimental results on the King-Rook-King chess endgame show that although a heuristic evaluation may "
        "be increasingly inaccurate with deeper search, the decision accuracy may actually improve.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "All of the above methods for controlling local similarities showed that eliminating local similarity resulted "
        "in game-tree pathology.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "In other words, local similarities between the nodes, as often occurs in real games, reduce the phenomena of "
        "game-tree pathology in the game tree.",
        NAU,
    ),
    Sentence(
        BACKGROUND,
        "Specifically, Nau showed that a class of games normally pathological is shown to become non-pathological when "
        "the games are modified so that game positions can be reached by more than one path.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "Another factor is with respect to the reliability of evaluated nodes, that is, if sufficiently many nodes in "
        "a game tree are evaluated reliably compared to other nodes on their level, performing minimax to lower depths "
        "will reduce the heuristic error.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "Luštrek concluded that pathology has been observed even for consistent and admissible heuristic functions, "
        "and the reasons are still unknown.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "In that study, the authors defined the degree of pathology for a search of depth d as the fraction of correct "
        "decisions made by searching to depth d over the fraction of correct decisions made by searching one level "
        "deeper.",
        "about [Nau2010], which defines it otherwise: a ratio of decision errors, the deeper search above the line",
    ),
    Sentence(
        BACKGROUND,
        "Experimenting on synthetic trees, they discovered that, in general, pathology is more likely to occur, and "
        "has more severe effects, when searching with a higher branching factor, lower evaluation function "
        "granularity, and lower local node similarity.",
        NAU,
    ),
    Sentence(
        BACKGROUND,
        "Expanding their study to include real games, they showed that endgame databases exhibit some degree of local "
        "pathology despite being, overall, nonpathological (5.5%-9.2% of positions for chess were pathological).",
        NAU,
    ),
    Sentence(
        BACKGROUND,
        "They also showed that the African game of Kalah (for a sufficiently high branching factor) is the first real "
        "game to consistently exhibit pathology throughout the game.",
        NAU,
    ),
    Sentence(
        BACKGROUND,
        "In addition, experiments on the single-agent 8-puzzle showed that 19.7% of positions exhibit pathology.",
        NAU,
    ),
)
