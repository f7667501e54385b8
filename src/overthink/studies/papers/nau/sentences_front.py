"""Every sentence of the abstract and of sections 1 to 3 that claims something: what judges it, or why nothing does."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

ABSTRACT, INTRODUCTION = "[Nau2010] abstract", "[Nau2010] section 1"
SUMMARY = "a summary: the sentences of sections 5 and 6 that it stands for are judged one by one"
HISTORY = "about what others published or did"
DEFINITION = "a definition"
ASSUMPTION = "an assumption of the model, which is built in"


def said(section: str, words: str, unjudged: str = "") -> Sentence:
    return Sentence(f"[Nau2010] section {section}", words, unjudged)


FRONT = (
    Sentence(
        ABSTRACT,
        "However, it was shown 30 years ago that there are “pathological” situations in which looking ahead is "
        "counterproductive.",
    ),
    Sentence(
        ABSTRACT,
        "The simulations show the interplay between lookahead pathology and several factors that affect it; and the "
        "experiments confirm the trends predicted by the simulation models.",
        SUMMARY,
    ),
    Sentence(
        ABSTRACT,
        "The experiments also show that lookahead pathology is more common than has been thought: all three games "
        "contain situations where it occurs.",
    ),
    Sentence(
        INTRODUCTION,
        "There have been some dramatic demonstrations of … this principle in board games such as chess and checkers, "
        "where the performance of computer programs has greatly improved as improvements in computers and algorithms "
        "have made it possible to look farther ahead in the same amount of time",
        HISTORY,
    ),
    Sentence(
        INTRODUCTION,
        "On the other hand, there are theoretical results saying that looking ahead does not always lead to better "
        "decisions.",
    ),
    Sentence(
        INTRODUCTION,
        "Thirty years ago a class of games was discovered [3] having a counterintuitive property called lookahead "
        "pathology, in which searching farther ahead consistently led to worse decisions rather than better ones.",
    ),
    Sentence(
        INTRODUCTION,
        "Furthermore, a game-tree model that was considered realistic at the time turned out to be pathological [4].",
    ),
    Sentence(
        INTRODUCTION,
        "They have typically focused on a single factor at a time, without giving a clear understanding of the "
        "interplay among the factors.",
        HISTORY,
    ),
    Sentence(
        INTRODUCTION,
        "Consequently, several researchers have claimed—erroneously, in our view—that one or another of these factors "
        "was the reason for the absence of lookahead pathology in most real-world situations.",
        "a view of other people's papers",
    ),
    Sentence(
        INTRODUCTION,
        "Although lookahead pathology occurs in mathematical models and “artificial” games such as Pearl’s game [5], "
        "it has remained unclear as to whether lookahead pathology occurs in real-world decision-making or is just a "
        "mathematical curiosity.",
    ),
    Sentence(
        INTRODUCTION,
        "The simulations show that the benefit provided by a deeper search increases with granularity, decreases with "
        "branching factor, and increases with local similarity.",
    ),
    Sentence(
        INTRODUCTION,
        "Consequently, lookahead pathology is most likely to occur with a low granularity, a high branching factor, "
        "and a low local similarity.",
    ),
    Sentence(
        INTRODUCTION,
        "Experimental tests on substantially different games (two chess endgames, modified kalah, … and the 8-puzzle) "
        "show that the benefit provided by a deeper search follows the trends predicted by the simulations.",
        SUMMARY,
    ),
    Sentence(
        INTRODUCTION,
        "The experimental tests also show that even though all three games are mostly nonpathological, they all "
        "contain situations in which lookahead pathology occurs.",
        SUMMARY,
    ),
    Sentence(
        INTRODUCTION,
        "This suggests that similar situations may occur in many decision-making environments; and our models may be "
        "useful in helping to predict what these situations are and how to deal with them.",
        "a hope, with no measure given",
    ),
    Sentence(
        INTRODUCTION,
        "We made some simple modifications (see Section 6.2) to ensure a constant branching factor, strict "
        "alternation of play, and a uniform-depth game tree.",
        "rules of the game: tests/test_nau_kalah.py holds them",
    ),
)

DEFINITIONS = (
    said(
        "2.1",
        "From the Minimax Theorem [20] it follows that each node x has a unique value …, which is the utility value "
        "that will be obtained if both players play optimally",
        "a theorem: `solve` computes the value, and tests compare it with independent solvers",
    ),
    said(
        "2.1",
        "The minimax algorithm produces optimal play (i.e., … = 1) if e is completely accurate (i.e., e = u) or if d "
        "exceeds the height of the game tree.",
    ),
    said(
        "2.1",
        "Neither is usually the case in practice, but variants of the minimax algorithm such as alpha-beta [22] and "
        "its derivatives are still widely and successfully used.",
        HISTORY,
    ),
    said(
        "2.1",
        "When a game or a model is pathological for some values of i and j, usually it will also be pathological for "
        "other values.",
    ),
    said(
        "2.1, footnote 3",
        "For example, in the studies of Pearl’s game in [5], p(x, i, j) > 1 for all x such that a depth-i search "
        "reaches neither the terminal nodes (all of which are at the same depth) nor their parents.",
    ),
)

FACTORS = (
    said(
        "3",
        "several of them can be viewed as special cases of the three factors mentioned above",
        "said of each factor in section 4, and judged there",
    ),
    said(
        "3.1",
        "Nau [3] showed mathematically that for an infinitely large class of games, lookahead pathology was "
        "inevitable if b was sufficiently large.",
    ),
    said(
        "3.1",
        "Intuitively, this happened because of the minimax algorithm’s tendency to eliminate low values at Max’s move "
        "and high values at Min’s move.",
    ),
    said(
        "3.1",
        "Increasing the values of b and d made it more and more likely that all values but one would be eliminated.",
    ),
    said(
        "3.1",
        "This increased the probability that all successors of the current node would get the same heuristic value, "
        "regardless of which successors were the best moves.",
    ),
    said(
        "3.1",
        "In Nau’s experiments with Pearl’s game, a simple game designed for the analysis of search algorithms [5], "
        "lookahead pathology was indeed more likely with large branching factors [9].",
    ),
    said(
        "3.1",
        "In Beal’s [4] game-tree models, for large branching factors, the error at the root of the tree increased by "
        "approximately log b with every additional level of the search.",
    ),
    said(
        "3.2",
        "Luštrek et al. [17] discovered that as the branching factor increases, the granularity (discussed in the "
        "next subsection) required to avoid lookahead pathology also increases.",
    ),
    said(
        "3.2",
        "Intuitively, decreasing the granularity of an evaluation function makes it less able to distinguish among "
        "situations that are similar but not identical, and makes it more likely that a deeper search will return the "
        "same value for every child of the current node, making it less likely that the search will tell us which of "
        "the children are actually better.",
    ),
    said(
        "3.2",
        "In some of the early research on lookahead pathology (e.g., the work of Beal [4]), only granularity 2 was "
        "considered.",
        HISTORY,
    ),
    said(
        "3.2",
        "Bratko and Gams [6] and Pearl [8] compared granularity 2 to higher granularities and concluded that higher "
        "granularities do not prevent lookahead pathology.",
    ),
    said(
        "3.2",
        "Scheucher and Kaindl [12], however, considered multi-valued evaluation functions (i.e., high granularities) "
        "essential to the prevention of lookahead pathology.",
    ),
    said(
        "3.3",
        "Local similarity is probably the most widely accepted inhibitor of lookahead pathology; it generally is "
        "present in real games but absent in pathological models such as Pearl’s game [5].",
    ),
    said(
        "3.3",
        "Intuitively, local similarity inhibits pathology in the following manner: if node a is better than node b, "
        "then the higher the amount of local similarity, the more likely it will be that most of a’s descendants are "
        "better than most of b’s descendants, making it more likely that a deeper search will return a higher value "
        "for a than for b.",
    ),
    said(
        "3.3",
        "All of the above types of local similarity resulted in the elimination of lookahead pathology, although it "
        "should be noted that in the work of Scheucher and Kaindl, other factors described in Subsections 3.2 and 4.3 "
        "are also important.",
    ),
    said(
        "3.3",
        "If f is low then s is high, and vice versa, but the precise numeric correspondence between s values and f "
        "values will generally be different in different game-tree models.",
    ),
)
