"""Every sentence of the paper that claims something: what judges it, or why nothing does."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence
from overthink.studies.papers.bab.sentences_analysis import ANALYSIS, EXAMPLE
from overthink.studies.papers.bab.sentences_results import RESULTS

ABSTRACT, INTRODUCTION, BACKGROUND, FINDING, NAIVE, RULE, ALGORITHM, CHOOSING = (
    f"[Atzmon2018] {section}"
    for section in (
        "Abstract",
        "Introduction",
        "Background",
        "Finding a Bounded-Suboptimal Solution",
        "Naïve Approach",
        "Bounded-Suboptimal Pruning Rule",
        "The Bounded Alpha-Beta (BAB) Algorithm",
        "Choosing a Bounded-Suboptimal Action",
    )
)
PROVEN = "proved in print; tests/test_proof.py tests it for searches that look anywhere"
TESTED = "tests/test_bounded.py tests it in exact fractions, on random trees with and without chance"
KNOWN = "about algorithms that were known before"
LATER = "the sentences on the experiments say it again, and are judged"

SENTENCES: tuple[Sentence, ...] = (
    Sentence(
        ABSTRACT,
        "Classical algorithms such as the Minimax algorithm can be used to find the minimax value, but require "
        "iterating over the entire game tree, which is in many cases too large.",
        KNOWN,
    ),
    Sentence(
        ABSTRACT,
        "Alpha-Beta pruning identifies portions of the game tree that are not necessary for finding the minimax value, "
        "but in many cases the remaining part of the game tree is still too large to search in reasonable time.",
        KNOWN,
    ),
    Sentence(
        ABSTRACT,
        "For such cases, we propose a class of algorithms that accepts a parameter ϵ and returns a value that is "
        "guaranteed to be at most ϵ away from the true minimax value.",
        TESTED,
    ),
    Sentence(
        ABSTRACT,
        "Experimentally, we show that our algorithm allows controlling this runtime/solution quality tradeoff "
        "effectively.",
        LATER,
    ),
    Sentence(
        INTRODUCTION,
        "Such algorithms, which we refer to as bounded-suboptimal game tree algorithms, are guaranteed to return a "
        "value that is at most ϵ from the true minimax value, where ϵ is a user-provided parameter.",
        TESTED,
    ),
    Sentence(
        INTRODUCTION,
        "These pruning rules can be applied to a wide range of game tree search algorithms.",
        "ot.check_proof checks them for any search; tests/test_proof.py does so for searches that look anywhere",
    ),
    Sentence(
        INTRODUCTION,
        "Experimentally, BAB shows that it indeed provides the desired tradeoff of runtime for optimality on two "
        "domains.",
        LATER,
    ),
    Sentence(
        INTRODUCTION,
        "While the focus of this work is not on developing a new AI game playing algorithm, we also provide "
        "preliminary evidence that suggests the pruning done by a player using bounded-suboptimal search algorithm can "
        "be effective also for game-playing.",
        "the sentences on the games are judged",
    ),
    Sentence(
        BACKGROUND,
        "When using a heuristic, however, the value obtained when running the Minimax algorithm can be different from "
        "the minimax value of the game.",
        "what all other papers here are about",
    ),
    Sentence(
        FINDING,
        "The pruning done by Alpha-Beta and *-Minimax are safe, in the sense that the minimax value the search ends up "
        "with is exactly the same as the minimax value obtained without the pruning.",
        "tests/test_bounded.py and tests/test_searches.py compare both with searches that see everything",
    ),
    Sentence(
        FINDING,
        "In the best case, one can obtain a square root reduction in the number of generated states for uniform game "
        "trees (Knuth and Moore 1975; Ballard 1983).",
        KNOWN,
    ),
    Sentence(FINDING, "In the worst case, however, no pruning occurs.", KNOWN),
    Sentence(
        FINDING,
        "Naturally an effective bounded-suboptimal game tree search algorithm is also expected to provide stronger "
        "pruning for larger values of ϵ.",
        LATER,
    ),
    Sentence(
        FINDING,
        "To the best of our knowledge, there are no boundedsuboptimal game tree search algorithms in the literature.",
        "about the literature",
    ),
    Sentence(
        NAIVE,
        "While this simple Alpha-Beta adaption may prune larger parts of the game tree compared to regular Alpha-Beta, "
        "the resulting suboptimality, however, is not bounded by ϵ.",
    ),
    Sentence(
        NAIVE,
        "We explore first the root and then its leftmost child, update α(A) = X, and transmit it to node B.",
        EXAMPLE,
    ),
    Sentence(
        NAIVE,
        "We explore the left child of node B and update β(B) = X + ϵ, then we prune its right child, return its value "
        "of X + ϵ up to A, update α(A) to X + ϵ, and transmits it to node C.",
        EXAMPLE,
    ),
    Sentence(
        NAIVE,
        "After we explored the left child of node C, we update β(C) = X + 2ϵ, prune its right child and return X+2ϵ to "
        "the root.",
        EXAMPLE,
    ),
    Sentence(
        NAIVE,
        "This procedure can go on and on until X + mϵ (node D) for every possible positive value of m.",
        "the next sentence gives the root's value, and is judged",
    ),
    Sentence(
        NAIVE,
        "At the end of the algorithm execution, the value of the root is X + mϵ despite the fact that the minimax "
        "value in this example is X and that this gap is greater than the value of ϵ.",
    ),
    Sentence(
        NAIVE,
        "Next, we present our pruning rule, which is guaranteed to preserves the desired suboptimality bound and is "
        "applicable to both deterministic games and games with chance.",
    ),
    Sentence(
        RULE,
        "If for every leaf node n it holds that V(n) ∈ [L(n), U(n)], then it also holds for all other nodes in A(G).",
        PROVEN,
    ),
    Sentence(RULE, "For any node n, L(n) ≤ α(n) and β(n) ≤ U(n).", PROVEN),
    Sentence(
        RULE,
        "If β(n) < α(n) + ϵ holds for all leaf nodes and all partially expanded nodes, then it also holds for all "
        "other nodes in A(G).",
        "a slip: the proof has ≤; tests/test_proof.py tests it with ≤",
    ),
    Sentence(
        RULE,
        "For a game tree G, a game tree search algorithm A, and any ϵ ≥ 0, if all the following conditions hold",
        f"{PROVEN}, with C5 and C6 for the root's children too, which print leaves out",
    ),
    Sentence(
        RULE,
        "Therefore, if the conditions in Theorem 1 hold, then it is also true that V(n_1) ∈ [U(n_1) - ϵ, U(n_1)].",
        PROVEN,
    ),
    Sentence(
        ALGORITHM,
        "In addition, we initialize best_L and best_U to … for MIN nodes and … for MAX nodes, respectively.",
        "a slip: lines 4 and 5 of Algorithm 1 do the opposite, which is right",
    ),
    Sentence(
        ALGORITHM,
        "These values keep track of the highest L and the lowest U in the generated children, are used later to update "
        "L(n) and U(n) (see lines 25-26).",
        "a slip: lines 14 and 17 keep the highest U and the lowest L, which is right",
    ),
    Sentence(
        ALGORITHM,
        "Note that ϵ = 0 correspond to the standard alpha-beta algorithm.",
        "tests/test_bab_examples.py compares the nodes that both see; with < in line 24, as printed, they would differ",
    ),
    Sentence(
        CHOOSING,
        "As proven in Theorem 1, the minimax value is in that range, and the size of the range is at most ϵ.",
        TESTED,
    ),
    Sentence(
        CHOOSING,
        "Thus, any value chosen in that range can serve as a bounded-suboptimal solution for the given ϵ.",
        TESTED,
    ),
    Sentence(
        CHOOSING,
        "This policy is guaranteed (on expectation) to provide at least a bounded-suboptimal minimax value, for any "
        "action the MIN player may choose.",
    ),
    Sentence(
        CHOOSING,
        "By contrast, choosing the action that leads to the highest U values may end up with a strategy whose expected "
        "value is smaller than the minimax value by more than ϵ.",
    ),
    *ANALYSIS,
    *RESULTS,
)
