"""Every sentence of section 4 that claims something: what judges it, or why nothing does."""

from __future__ import annotations

from overthink.studies.papers.nau.sentences_front import ASSUMPTION, DEFINITION, HISTORY, said

LRTS = "about a learning algorithm that is not described well enough to run"

SECTION_4 = (
    said("4", "One factor, graph structure (Subsection 4.1), can be mapped directly into local similarity."),
    said(
        "4",
        "reliably evaluated nodes (Subsection 4.3), maps into local similarity but only in an approximate fashion "
        "(the mapping involves applying the evaluation function in cases where one already knows the exact value)",
    ),
    said(
        "4",
        "A third factor, improved evaluations deeper in the game tree (Section 4.3), is related (though there is not "
        "a direct mapping) to evaluation-function granularity.",
        "it says how the authors see two factors, with nothing to measure",
    ),
    said(
        "4.1",
        "Pathology has been shown to vanish if there are sufficiently many different paths to the same position [10].",
    ),
    said(
        "4.1",
        "If n_i is a node of G and there are p paths from G’s root to n_i, then there are nodes … in T that are "
        "“duplicates” of n_i, and all of these duplicates have the same utility value as n_i.",
    ),
    said(
        "4.1",
        "The more children n_i and n_j have in common, the more duplication there will be among the children of … and "
        "…, hence the higher T’s local similarity will be.",
    ),
    said(
        "4.1",
        "No two terminal nodes of G have the same utility value; but there are multiple paths to nearly every "
        "terminal node, hence T contains many duplicates of G’s terminal nodes.",
        "it describes Figure 1, and every graph listed in nau/background-fig1 fits it",
    ),
    said(
        "4.1",
        "Consequently, in 3 of the 7 pairs of sibling nodes in T, the siblings have the same the utility value.",
    ),
    said(
        "4.2",
        "If sufficiently many nodes in a game tree are evaluated reliably (i.e., without error or with a very small "
        "error) compared to other nodes on their level, minimaxing reduces the heuristic error, which means that a "
        "larger search depth is beneficial.",
    ),
    said(
        "4.2",
        "One place where reliable evaluations are likely to occur is in subtrees with homogenous utilities, in which "
        "most of the terminal nodes are either all lost or all won [6].",
        ASSUMPTION,
    ),
    said(
        "4.2",
        "It is easy to see that this is a special case of local similarity, by noticing that for nearly every node in "
        "the subtree, most or all of the nearby nodes will have the same utility (e.g., see the two rightmost "
        "subtrees in Fig. 2).",
    ),
    said(
        "4.2",
        "Another place where reliable evaluations occur is at terminal nodes encountered by lookahead search, such as "
        "early checkmates in chess [8, 24].",
        "true by definition: the utility of a terminal node is known",
    ),
    said(
        "4.2",
        "Early terminal nodes may also be considered as a case of local similarity, since they can be interpreted as "
        "the roots of subtrees in which all the nodes have the same value.",
    ),
    said(
        "4.3",
        "Scheucher and Kaindl [12] proposed a game-tree model in which heuristic values have a local similarity "
        "inspired by chess: after each player’s move, only a limited change of value in favor of the moving player is "
        "possible, reflecting the change in material caused by that move.",
        DEFINITION,
    ),
    said("4.3", "As the search depth increases, the heuristic values tend to get ever further apart."),
    said(
        "4.3",
        "Scheucher and Kaindl observed that a lost position is less likely to be mistaken for a won one or vice versa "
        "in positions with extreme (strongly positive or negative) heuristic values, since those positions are more "
        "clearly decided in favor of one of the players.",
        ASSUMPTION,
    ),
    said(
        "4.3",
        "Since heuristic values lower in the tree tend to be further apart, the frequency of extreme values increases "
        "with the search depth and the probability of a miscalculation decreases.",
    ),
    said(
        "4.3",
        "This depth-related decrease—probably combined with the effect of local similarity itself—was shown to be "
        "sufficient to eliminate lookahead pathology.",
    ),
    said(
        "4.3",
        "It was later shown that if the heuristic error is modeled appropriately, lookahead pathology disappears for "
        "a similar reason as in the work of Scheucher and Kaindl even without local similarity [14].",
    ),
    said(
        "4.3",
        "If real-valued utilities drawn … from a uniform distribution are assigned to terminal nodes of the game "
        "tree, they are also further apart lower in the tree.",
    ),
    said(
        "4.3",
        "The mechanism that achieves this is minimaxing itself: the player who is maximizing the utility eliminates "
        "low values, and the opponent, who is minimizing the utility, eliminates high values.",
    ),
    said(
        "4.3",
        "Moving from terminal nodes towards the root, this results in an ever narrower range of utilities.",
    ),
    said(
        "4.3",
        "If the heuristic values and utilities are mapped to losses and wins using a threshold, it is more likely "
        "that both the heuristic value of a node and its utility are on the same side of the threshold lower in the "
        "game tree.",
    ),
    said(
        "4.3",
        "This happens because utilities lower in the tree are further apart and thus also further from the threshold, "
        "as is illustrated in Fig. 3.",
    ),
    said(
        "4.3, Figure 3",
        "Utilities (circles) and heuristic values (dashed curves showing probability densities) are more likely on "
        "the same side of the threshold lower in the game tree.",
    ),
    said(
        "4.3",
        "Since a loss is mistaken for a win or vice versa when a heuristic value is on the opposite side of the "
        "threshold from the corresponding utility, the probability of such a mistake decreases with the search depth.",
    ),
    said("4.3", "This decrease is sufficient to eliminate lookahead pathology."),
    said(
        "4.3",
        "It is clear that sufficiently improved evaluations deeper in the game tree can reduce or eliminate lookahead "
        "pathology.",
    ),
    said(
        "4.3",
        "The papers discussed in this subsection are not trying to show that, but rather how such improved "
        "evaluations can be achieved realistically through increased granularity.",
        HISTORY,
    ),
    said(
        "4.4",
        "Lookahead pathology in one-player games has not been studied in as much detail as that in two-player games, "
        "probably because it was discovered more than 20 years later [13].",
        HISTORY,
    ),
    said(
        "4.4",
        "The first factor that influences lookahead pathology in one-player games is h(x) is optimistic or "
        "pessimistic.",
        "the next sentence says in which direction, and is judged",
    ),
    said(
        "4.4",
        "Pessimistic functions were found to be less prone to lookahead pathology in synthetic game trees [16], in "
        "the 8-puzzle [25, 18] and in path-finding [19].",
    ),
    said(
        "4.4",
        "Monotonically non-decreasing functions (the heuristic value of a node is not smaller than the heuristic "
        "value of its parent) were also found to be less prone to lookahead pathology [16].",
    ),
    said(
        "4.4",
        "Two factors were shown to influence lookahead pathology in synthetic trees [16]: how the utilities of the "
        "children of the root node's optimal successor compared to the utilities of the children of the root node's "
        "other successors, and how the utilities of the root node's successors compared to each other.",
        "it says that two factors matter, not how, and the heuristic function is not described",
    ),
    said(
        "4.4",
        "However, the influence of these two factors seems to be tied to the heuristic function in [16], which was an "
        "artificial one that is only suitable for one-player games.",
        "the heuristic function is not described",
    ),
    said("4.4", "A shallower search benefits more from learning than a deeper search.", LRTS),
    said(
        "4.4",
        "This makes decisions based on a shallower search better than mere depth would suggest and thus closer to a "
        "deeper search.",
        LRTS,
    ),
    said(
        "4.4",
        "Learning was therefore found to increase the degree of pathology and if turned off, the degree of pathology "
        "decreased (although the quality of decisions also decreased).",
        LRTS,
    ),
    said(
        "4.4",
        "Thus if a deeper search sends the player in a wrong direction, the mistake is larger than if a shallower "
        "search does so, which again increases the degree of pathology.",
        LRTS,
    ),
    said(
        "4.4",
        "These results appear to be specific to … the LRTS algorithm, which is only one of the algorithms used for the "
        "real-time search in one-player games.",
        LRTS,
    ),
    said(
        "4.4",
        "The factors discussed in this subsection, while certainly having an influence on lookahead pathology in "
        "one-player games, are either not present in two-player games or are of little interest in that domain.",
        "it says why the authors leave them out",
    ),
)
