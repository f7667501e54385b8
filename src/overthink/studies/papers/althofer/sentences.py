"""Every sentence of the paper that claims something: what judges it, or why nothing does."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

ABSTRACT, S1, S2, S3, S4, S5 = (
    f"[Abdelbar2012] {place}" for place in ("abstract", *(f"section {number}" for number in range(1, 6)))
)
HABIT = "about what programs use, not about a search"
WORKED = "a worked example: tests/test_abdelbar.py checks its numbers, windows and cuts"
PROVEN = "tests/test_abdelbar.py checks it node by node, on random trees and for the search of this library"
BY_OTHERS = "about other people's work, which is not described here"

SENTENCES: tuple[Sentence, ...] = (
    Sentence(
        ABSTRACT,
        "The minimax algorithm, also called the negamax algorithm, remains today the most widely used search technique "
        "for two-player perfect-information games.",
        HABIT,
    ),
    Sentence(
        ABSTRACT,
        "However, minimaxing has been shown to be susceptible to game tree pathology, a paradoxical situation in which "
        "the accuracy of the search can decrease as the height of the tree increases.",
    ),
    Sentence(ABSTRACT, "Althöfer's alternative minimax algorithm has been proven to be invulnerable to pathology."),
    Sentence(
        ABSTRACT,
        "In this brief paper, we show how alpha-beta pruning can be adapted to Althöfer's algorithm.",
        "section 1 says it again, and is judged",
    ),
    Sentence(
        S1,
        "A criticism of minimaxing is that because the evaluation function applied to the leaf nodes is itself an "
        "estimate rather than an exact measurement, evaluation errors introduced at the search frontier can become "
        "amplified as they are propagated up the tree, leading to an incorrect root evaluation.",
        "section 1 says that errors can grow, and is judged",
    ),
    Sentence(
        S1,
        "Researchers [1–14] have found that in models of game trees with an erroneous evaluation function, evaluation "
        "errors are not always eliminated by minimaxing and can, in fact, grow with the height of the tree, leading to "
        "a situation known as game tree pathology where increasing the depth of search results in loss of accuracy.",
    ),
    Sentence(
        S1,
        "Recent work [9] suggests that the pathology phenomenon may be even more common than previously thought.",
        BY_OTHERS,
    ),
    Sentence(
        S1,
        "As an alternative to conventional minimaxing, Ingo Althöfer's [15] alternative minimax algorithm, which uses "
        "evaluation values of all nodes in the tree, rather than only leaf nodes, in the evaluation of the root, has "
        "been proven not to suffer from pathology.",
    ),
    Sentence(
        S1,
        "Therefore, in the remainder of this paper, we show how full alpha-beta pruning can be adapted to Althöfer's "
        "algorithm.",
    ),
    Sentence(
        S2,
        "Most tournament-oriented programs are based on iterative deepening, which means they already apply the "
        "evaluation function to internal nodes as well as leaf nodes.",
    ),
    Sentence(
        S2,
        "Using an earlier theorem by Karp and Pearl [16], Althöfer showed in [15] that with Equation (2), the "
        "probability of an incorrect root evaluation decreases at an exponential rate as the height of the tree "
        "increases.",
    ),
    Sentence(
        S3,
        'Alpha-Beta pruning [17] is a mathematically sound technique to detect and prune away "dead branches" in a '
        "game tree, i.e., branches that cannot have an effect on the outcome of the search.",
        "tests/test_searches.py compares alpha-beta with full width on random trees",
    ),
    Sentence(
        S3,
        "Today, alpha-beta pruning remains a crucial component of any practical game program that uses minimaxing.",
        HABIT,
    ),
    Sentence(
        S3,
        "When the algorithm begins processing a new node x, the parameter α represents the current maximum valuation "
        "of any node of x's parity that is an ancestor of x.",
        PROVEN,
    ),
    Sentence(
        S3,
        "The parameter β represents the negative of the current maximum valuation of any node of the opposite parity "
        "to x that is an ancestor of x.",
        PROVEN,
    ),
    Sentence(S3, "For example, in Figure 2, x is passed α = -2 and β = 1.", WORKED),
    Sentence(S3, "The α = -2 indicates the fact that u has a value of -2.", WORKED),
    Sentence(S3, "The β = 1 represents the fact that y currently has a value of -(1).", WORKED),
    Sentence(
        S3,
        'When z returns to x a value of 2 > β (note that when we say "return to x" we mean the value returned by z '
        "after x has negated it), it becomes clear that the remaining children of x do not need to be examined.",
        WORKED,
    ),
    Sentence(
        S3,
        "This is because the value that x will return to y will be less than or equal to -2, which means that y will "
        "prefer v over x.",
        WORKED,
    ),
    Sentence(S3, "Therefore, the remaining children of x become irrelevant and can be safely pruned.", WORKED),
    Sentence(
        S3,
        "Since the child of x will be of opposite parity to x, the value that will be passed for β will correctly be "
        "the negative of the maximum value of an ancestor of opposite parity.",
        PROVEN,
    ),
    Sentence(
        S3,
        "This value will either be the negation of the α that x received from its own parent, or it will be the "
        "negation of the value of one of the earlier siblings of z (represented in the algorithm in Figure 1 by the "
        "variable m), if that sibling returned a value greater than α.",
        PROVEN,
    ),
    Sentence(
        S3,
        "If w returns to x a value less than the α of x (e.g., -4), then the maximum value of an ancestor of z of x's "
        "own parity will still be the α that x received from y.",
        WORKED,
    ),
    Sentence(
        S3,
        "Therefore, z will be passed a value of β equal to the negation of the value x received from w, which is a "
        "sibling of z.",
        WORKED,
    ),
    Sentence(
        S3,
        "In this way, the values of α and β are propagated throughout the tree, where for each node, they represent a "
        "window within which the node must score or else it will be irrelevant.",
        PROVEN,
    ),
    Sentence(
        S4,
        "In Althöfer's algorithm, as described by Equation (2), the valuation of a node u is equal to the value of the "
        "optimal path from a leaf node to u.",
        PROVEN,
    ),
    Sentence(
        S4,
        "The Althöfer valuation W_u of a node u at a given point in the execution of the search is equal to the "
        "optimal value of Q_{x,u} such that x belongs to the set of leaf nodes examined thus far",
        "a slip: equation 5 takes the largest Q of all leaves; tests/test_abdelbar.py shows where that is not eq. 2",
    ),
    Sentence(
        S4,
        "As soon as it is discovered that W_z = 4, the remaining children of x are cut off because -W_z + f(x) ≥ β_x.",
    ),
    Sentence(
        S4,
        "In the application of alpha-beta pruning to standard negamax, as discussed earlier, the parameters α_x and "
        "β_x that are passed to a node x are equal to",
        PROVEN,
    ),
    Sentence(S4, "In our algorithm, the meanings are", PROVEN),
    Sentence(S4, "because y is the node that maximizes Equation (9) for x.", WORKED),
    Sentence(S4, "because u is the node that maximizes Equation (8) for x.", WORKED),
    Sentence(
        S5,
        "The issue of pathology in game trees might be expected to become more problematic as technological advances "
        "allow us to search deeper and deeper game trees.",
        "an expectation about the future",
    ),
    Sentence(
        S5,
        "With more difficult games, such as Go [18], game tree pathology could come to the fore as a prohibitive "
        "factor.",
        "an expectation about a game that is not among these",
    ),
    Sentence(
        S5,
        "With Althöfer's algorithm, there is a guarantee that evaluation errors will not grow to dominate the search, "
        "and, for programs that use iterative deepening, Althöfer's algorithm will not add much additional "
        "computational burden.",
    ),
    Sentence(
        S5,
        "In this brief paper, we have shown how alpha-beta pruning, an important component of realistic game programs, "
        "can be added to the algorithm, making its practical application more feasible.",
        "section 1 says it first, and is judged",
    ),
)
