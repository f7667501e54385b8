"""[Zuckerman2018] sections 3 and 4: analysis and algorithm."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

THEORY = "[Zuckerman2018] section 3"
ALGORITHM = "[Zuckerman2018] section 4"
WORKED = "a worked example: tests/test_worked_examples.py"
DERIVED = "the derivation of a formula, which is judged"

ANALYSIS: tuple[Sentence, ...] = (
    Sentence(
        THEORY,
        "In the following analysis, we show that the question is not a binary one; rather, we claim that every game "
        "has pathological situations.",
        "made exact at the end of the section, and judged there",
    ),
    Sentence(
        THEORY,
        "In this case, the evaluation error will simply be that of the static evaluation function, ie, e.",
        DERIVED,
    ),
    Sentence(THEORY, "Notice that only type-D nodes increase the error", "the same as in the text, judged there"),
    Sentence(THEORY, "error(A) = e²"),
    Sentence(THEORY, "error(B) = e(1 - e)"),
    Sentence(THEORY, "error(C) = error(B)", "by symmetry: both are one type in emm/fig2"),
    Sentence(THEORY, "error(D) = 1 - (1 - e)²"),
    Sentence(
        THEORY,
        "Mislabeling a child occurs at the probability of e (as this is the error of the evaluation function); "
        "therefore, as we need both to be mislabeled, we arrive at",
        DERIVED,
    ),
    Sentence(
        THEORY,
        "Therefore, in order for him to “loss,” or in order for this “win” label to be false and changed to a “loss” "
        "label, it must be the case that both his “win” children are wrong (probability of e) and the “loss” child "
        "stays true (probability of 1-e); therefore, we arrive at e(1-e).",
        DERIVED,
    ),
    Sentence(
        THEORY,
        "We simply compute as all possibilities minus the possibility that both children are labeled correctly with a "
        "“loss.” Therefore, we arrive at 1 - (1 - e)(1 - e).",
        DERIVED,
    ),
    Sentence(THEORY, "error(D) ≥ e ≥ error(B) ≥ error(A) for any error e ∈ [0, 0.5]."),
    Sentence(
        THEORY,
        "That is, the error resulting from searching below type-D nodes exceeds the error resulting from simply "
        "applying the static evaluation directly, whereas for nodes of types A, B, and C, the error for depth-1 search "
        "is less than that for simply applying the evaluation function.",
        "the inequality before it in words",
    ),
    Sentence(
        THEORY,
        "Only in type-D nodes is the error at the root greater than the error at the leaves, and, since any depth-d "
        "search can be seen as a combination of d depth-1 searches, we can conclude that type-D nodes are the source "
        "of search pathology.",
    ),
    Sentence(
        THEORY,
        "This is not to say that any time one reaches a type-D node, a shallower search should be preferred—it may be "
        "that each child of a type-D node is a type-A node, in which case the error at the root will be 1 - (1 - e)(1 "
        "- e), which is less than e.",
    ),
    Sentence(
        THEORY,
        "However, if the entire tree consisted of nodes of type A, B, or C, then there could not be evaluation "
        "pathology.",
    ),
    Sentence(THEORY, "We expect all interesting games to contain nodes of type D."),
    Sentence(
        THEORY,
        "This is especially true for zero-sum games as they are not interesting if 1 player always wins, and without "
        "type-D nodes, it would be impossible for another player to win!",
        "an argument for the sentence before it, which is judged",
    ),
    Sentence(
        THEORY,
        "having nodes of types C and B will always result in the root player winning, unless he decides to choose the "
        "losing action on purpose",
        "by definition of the types",
    ),
    Sentence(
        ALGORITHM,
        "However, since this value is in error if either of the static evaluations for node D or E is in error, we "
        "have a 19% chance that the evaluation at node B is in error.",
        WORKED,
    ),
    Sentence(
        ALGORITHM,
        "In node C, EMM concludes that the node is a win for player 2 with a 9% chance of error, as node F would have "
        "to have been evaluated correctly (90% chance) and node G incorrectly (10% chance).",
        WORKED,
    ),
    Sentence(ALGORITHM, "We can now conclude that node A is a win, with a 9.1% error rate.", WORKED),
    Sentence(
        ALGORITHM,
        "Only if node B turns out to be incorrect (10%) and … node C stays correct (91%) will node A be incorrectly "
        "labeled.",
        WORKED,
    ),
    Sentence(
        ALGORITHM,
        "This could be compared to when we did not prefer the statically evaluated error rates, in which case, node A "
        "would be incorrect with a probability of 17.29%.",
        WORKED,
    ),
    Sentence(
        ALGORITHM,
        "By keeping track of both the error from searching and the error from evaluating, the algorithm naturally "
        "distinguishes between pathological nodes (type D) and nonpathological nodes (types A, B, and C).",
    ),
    Sentence(
        ALGORITHM,
        "However, it is important to note that as the true node type is not explicitly known to the algorithm (just an "
        "estimation that is based on the propagated values), the algorithm might often misestimate the node type and "
        "propagate according to incorrect rules.",
    ),
    Sentence(
        ALGORITHM,
        "Further, notice that the algorithm is not limited to a branching factor of 2.",
        "a fact of the algorithm; emm/branching and emm/fig11 run it with b = 3 and 4",
    ),
)
