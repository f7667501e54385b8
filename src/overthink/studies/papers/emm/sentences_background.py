"""[Zuckerman2018] section 2: background and related work."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

BACKGROUND = "[Zuckerman2018] section 2"
EARLIER = "about earlier work"
NAU = "about [Nau2010], which is judged on its own"

BACKGROUND_SENTENCES: tuple[Sentence, ...] = (
    Sentence(
        BACKGROUND,
        "This principle has been demonstrated many times with automated Chess and Checkers players who were using "
        "the minimax algorithm and showed tremendous improvement with an improvement in the processing power that "
        "allowed them to search deeper in the game tree.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "Nau and Beal independently found out that there is a class of games in which searching farther ahead "
        "consistently led to worse decisions rather than better ones.",
        "about earlier work; nau/background-errors builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "The first of the factors that has been shown to correlate with game-tree pathology is the game tree's "
        "branching factor.",
        "the next sentences say how",
    ),
    Sentence(
        BACKGROUND,
        "In his original publication, Nau presented a mathematical proof that there exists a (large) class of games in "
        "which game-tree pathology was inevitable if the branching factor was sufficiently large.",
        "about earlier work; nau/background-errors builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "This is so because of a tendency in the minimax algorithm to eliminate low values at Max's move and high "
        "values at Min's move.",
        "about earlier work; nau/background-errors builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "In later papers, Nau experimented with Pearl's game and showed experimentally that game-tree pathology was "
        "indeed more likely with large branching factors.",
        "about earlier work; nau/background-pearl builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "Early on, Bratko and Gams as well as Pearl compared the granularity value of 2 to higher granularities and "
        "concluded that higher granularities do not prevent game-tree pathology.",
        "about earlier work; nau/background-granularity builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "However, later on, Scheucher and Kaindl considered multivalued evaluation functions (ie, high granularities) "
        "and showed (using simulation studies) that the multivalued model did cause a sharp error reduction for deeper "
        "search using minimaxing.",
        "about earlier work; nau/background-material builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "More recently, Luštrek et al also showed that as the branching factor increases, the granularity needed to "
        "avoid game-tree pathology also increases.",
        "about earlier work; nau/background-granularity builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "Consequently, deeper search is more likely to return the same value for every child in the current node, "
        "thus reducing its accuracy.",
        "about earlier work; nau/background-granularity builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "Their experimental results on the King-Rook-King chess endgame show that although a heuristic evaluation may "
        "be increasingly inaccurate with deeper search, the decision accuracy may actually improve.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "The bias is similar among all nodes on the search frontier so the relative ordering among nodes is preserved.",
        "a reason for the sentence before, which is about earlier work",
    ),
    Sentence(
        BACKGROUND,
        "All of the above methods for controlling local similarities showed that eliminating local similarity resulted "
        "in game-tree pathology.",
        "about earlier work; nau/background-similarity builds the model and asks it",
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
        "about earlier work; nau/background-graphs builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "Another factor is with respect to the reliability of evaluated nodes, that is, if sufficiently many nodes in "
        "a game tree are evaluated reliably compared to other nodes on their level, performing minimax to lower depths "
        "will reduce the heuristic error.",
        "about earlier work; nau/background-reliable builds the model and asks it",
    ),
    Sentence(
        BACKGROUND,
        "Nevertheless, in a recent paper, Nau et al showed that both of those factors can be considered specific "
        "cases of the local similarity factor discussed above.",
        NAU,
    ),
    Sentence(
        BACKGROUND,
        "the authors showed that game-tree pathology can also be found in a single-agent search, that is, even "
        "when there is no opponent in the game.",
        "about earlier work; nau/puzzle and nau/path-finding have no opponent",
    ),
    Sentence(
        BACKGROUND,
        "His experiments showed that the distribution of true values is just one cause for pathology, the other "
        "being the heuristic function itself.",
        EARLIER,
    ),
    Sentence(
        BACKGROUND,
        "Luštrek concluded that pathology has been observed even for consistent and admissible heuristic functions, "
        "and the reasons are still unknown.",
        "about earlier work; Manhattan distance in nau/puzzle is such a function",
    ),
    Sentence(
        BACKGROUND,
        "We do know that pessimistic heuristic functions (functions that never underestimate the difficulty of "
        "the problem) were found to be less prone to game-tree pathology in synthetic game trees, the 8-puzzle "
        "problem, and path-finding problems in which an empirical study showed a degree of pathology in over 90% "
        "of the problems considered.",
        "about earlier work; nau/one-player-trees, nau/pessimism and nau/path-finding ask it, on maps of their own",
    ),
    Sentence(
        BACKGROUND,
        "Game-tree pathology has also been observed in multiplayer game-tree search, where the straightforward "
        "extension of the minimax algorithm, … has been shown to also suffer from pathological behavior.",
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
