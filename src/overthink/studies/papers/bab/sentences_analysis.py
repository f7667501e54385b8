"""The sentences of the paper on how much is pruned, and Figure 3."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

PRUNING = "[Atzmon2018] Pruning Analysis"
EXAMPLE = "a worked example: tests/test_bab_examples.py follows it node by node"

ANALYSIS: tuple[Sentence, ...] = (
    Sentence(
        PRUNING,
        "Like Alpha-Beta and *-Minimax, in the worst case we still may need to generate all nodes in the game tree "
        "before halting, as long as ϵ < v_max - v_min.",
    ),
    Sentence(
        PRUNING,
        "Such a worst case occurs, for example, when the children of MAX nodes all lead to v_min except one node and "
        "the children of MIN nodes all lead to v_max except one node, and this individual node is always generated "
        "last.",
    ),
    Sentence(PRUNING, "In the best case, however, significant pruning can be achieved.", "the next sentence is judged"),
    Sentence(
        PRUNING,
        "We conjecture that the best case cannot be better than that of Alpha Beta, except for the case where "
        "ϵ = v_max - v_min, in which only a single branch in the game tree will be expanded, but the resulting value "
        "is not helpful.",
    ),
    Sentence(
        PRUNING,
        "In general, we expect that BAB with ϵ_2 will prune more nodes than BAB with ϵ_1, if ϵ_2 > ϵ_1.",
        "the next sentence is judged",
    ),
    Sentence(PRUNING, "We verify experimentally later in this paper that this occurs in practice in most cases."),
    Sentence(PRUNING, "However, in some special cases, BAB with ϵ_2 actually prunes fewer nodes than BAB with ϵ_1."),
    Sentence(
        PRUNING,
        "Example of BAB pruning with different suboptimality values. Depending on the relative size of the subtrees "
        "rooted in D and E, ϵ=2 may lead to more or less pruning than ϵ=1.",
    ),
    Sentence(
        PRUNING,
        "In both cases, after we explored the left child of node A, we … update α=7 and β=10. These values transmitted "
        "down to B and from there to C.",
        EXAMPLE,
    ),
    Sentence(PRUNING, "After we explored the left child of node C, α=8 and β=10.", EXAMPLE),
    Sentence(
        PRUNING,
        "In this point, the left tree prune the right branch and the values that return to B are (8,10), we update the "
        "β value of node B to 10 and explore the right child.",
        EXAMPLE,
    ),
    Sentence(
        PRUNING,
        "In the right tree, the right child of C does not get pruned and the values that return to B are (8,8), we "
        "update the β value of node B to 8 and the right child get pruned.",
        EXAMPLE,
    ),
    Sentence(
        PRUNING,
        "Although these two examples explored the same amount of nodes, the branch of the right child of B and the "
        "branch of the right child of C could contain large sub-trees and hence a greater ϵ value might explore less, "
        "more or equal amount of nodes.",
    ),
)
