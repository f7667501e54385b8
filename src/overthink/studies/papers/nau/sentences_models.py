"""Section 5: the models of game trees."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

CHOICE = "a choice of the authors', not a result"
START, TOP, BOTTOM, ONE, RESULTS = (f"[Nau2010] section {n}" for n in ("5", "5.1", "5.2", "5.3", "5.4"))
MODELS: tuple[Sentence, ...] = (
    Sentence(
        START,
        "These models were used to build 10,000 trees for each combination of the settings of the three factors of "
        "interest: g = 2, 3, …, 60 for the two-player models and g = 2, 3, …, 300 for the one-player model; b = 2, 3, "
        "…, 10; and s = 0.0, 0.1, …, 1.0.",
    ),
    Sentence(
        START,
        "The values of g went as high as was needed to obtain nonpathological trees for most of the settings of the "
        "remaining two factors.",
    ),
    Sentence(START, "It was limited to at most 10 because the size of the tree is exponential in b.", CHOICE),
    Sentence(
        START,
        "Building trees with large branching factors is thus computationally expensive and the few that we did build "
        "exhibited the behavior one might expect based on the smaller trees.",
        "does not say which trees were built, nor which behavior one might expect",
    ),
    Sentence(
        START,
        "Depth 5 (and not more) was chosen to ensure that enough trees could be generated in a reasonable time (i.e., "
        "a few weeks), to yield statistically reliable analyses.",
        "about the time of the authors' computers; here a grid takes minutes (docs/speed.md), and beyond/depth goes to "
        "depth 11",
    ),
    Sentence(
        START,
        "Depth 1 was chosen as the minimal depth needed for an informed move selection.",
        CHOICE,
    ),
    Sentence(
        START,
        "Some experiments were also performed with other pairs of depths, such as (6, 2) and (7, 1), giving similar "
        "results.",
    ),
    Sentence(
        START,
        "Minimax results with odd and even depths, such as (6, 1), were somewhat different due to one player having "
        "one move more.",
    ),
    Sentence(
        START,
        "All three models build subtrees in the same manner as the whole tree, so choosing a non-root node as the "
        "starting point would not give qualitatively different results.",
        "follows from how the models are built; trees of other heights are in nau/depth-pairs",
    ),
    Sentence(
        START,
        "Despite these limitations, we believe that the chosen evaluation function models a typical game situation "
        "reasonably well.",
        "a belief, not a result",
    ),
    Sentence(
        START,
        "The magnitude of the static heuristic error was chosen so that the error was not large compared to the "
        "utilities.",
        CHOICE,
    ),
    Sentence(
        START,
        "At the same time, we did not want it to be so small as to produce few wrong moves, since in that case too "
        "many game trees would have to be generated for statistically reliable analyses.",
        CHOICE,
    ),
    Sentence(
        START,
        "All three game-tree models model situations that are not strongly in favor of one of the players.",
        "an aim; nau/buckets shows what the two mechanisms reach",
    ),
    Sentence(
        START,
        "We use two mechanisms to ensure that the probabilities of a victory for both players are comparable.",
        "an aim; the mechanisms are judged where they are described (nau/buckets)",
    ),
    Sentence(
        TOP,
        "However, in trees with local similarity s = 0, at small granularities there is a tendency for the values "
        "towards the root of the tree to converge to a single bucket containing the value c_b (called w_b in [9] and "
        "also discussed in [4], [6], and other studies on lookahead pathology in two-player games).",
    ),
    Sentence(
        TOP,
        "This value is the solution of the equation …; c_2 … 0.38 and then c_b slowly decreases with increasing b.",
    ),
    Sentence(
        TOP,
        "The convergence to c_b happens because the player who is maximizing the utility eliminates all the low "
        "values, and the opponent, who is minimizing the utility, eliminates all the high values.",
        "a reason for the sentence before, which is judged",
    ),
    Sentence(
        TOP,
        "At the root of such a tree no meaningful choice of a move can be made.",
        "follows from the convergence, which is judged",
    ),
    Sentence(
        TOP,
        "By doing so, no single bucket contains the value c_b and thus at least the two buckets on each side of c_b "
        "have a reasonable chance of being represented at the root.",
    ),
    Sentence(
        TOP,
        "Consequently, the player to move at the root may decide between at least two different values.",
        "follows from the sentence before, which is judged",
    ),
    Sentence(
        TOP,
        "This also achieves different utility values for the moves available at the root of the game tree.",
        "how the boundary is found for s > 0 is left open; the errors of nau/fig7 at g = 2 show that moves differ",
    ),
    Sentence(
        BOTTOM,
        "We tried this method and the relations among lookahead pathology, granularity, local similarity and branching "
        "factor were qualitatively similar to the other models presented in the paper.",
    ),
    Sentence(
        BOTTOM,
        "However, the maximally similar tree often seemed to overwhelm the independent one at relatively low values of "
        "s, because inserting even a small number of utilities into a tree – if those are the ones that are actually "
        "propagated to the root – may completely change the situation at the root.",
    ),
    Sentence(
        BOTTOM,
        "This softened the impact of the maximally similar tree because most of the low and high utilities are not "
        "propagated to the root.",
    ),
    Sentence(
        ONE,
        "The problem of the convergence of the utilities toward the root of the game tree to a single value is even "
        "more pronounced in one-player games than in two-player games.",
    ),
    Sentence(
        ONE,
        "The phenomenon occurs as soon as every decision at the root of the tree leads to at least one terminal node "
        "with the maximal utility, which is quite likely if the granularity is not large.",
    ),
    Sentence(
        ONE,
        "We solve this by limiting the probability of the maximal utility being reached by each decision at the root "
        "to at most 50%, which ensures some variation in the values from among which the player is choosing.",
    ),
    Sentence(
        ONE,
        "Since x does not have the maximal utility only if none of the terminal nodes of the subtree rooted in x have "
        "the maximal utility, the following equations describe the relation",
        "a formula of the model; the 50% that it leads to are judged",
    ),
    Sentence(
        RESULTS,
        "In each case the results are qualitatively similar: the granularity needed to avoid lookahead pathology "
        "decreases with local similarity and increases with the branching factor.",
    ),
    Sentence(
        RESULTS,
        "We also tried varying the granularity, the branching factor, the lookahead depth, the way that local "
        "similarity was introduced, and other parameters, such as the magnitude and distribution of the heuristic "
        "error, but the results were still qualitatively similar to those in the three figures [14, 17].",
    ),
    Sentence(
        RESULTS,
        "We can observe the same relations among the factors affecting lookahead pathology as in Figs. 7, 8, and 9.",
    ),
    Sentence(
        RESULTS,
        "In addition, Fig. 10 reveals that the branching factor has two different effects on the degree of pathology.",
        "announces the two sentences that follow, which are judged",
    ),
    Sentence(RESULTS, "One effect is that as b increases, the size of the pathological region also increases."),
    Sentence(
        RESULTS,
        "This is consistent … with the results of related studies described in Subsection 3.1.",
        "what section 3.1 says is judged there",
    ),
    Sentence(
        RESULTS,
        "The other effect is that large values of b amplify the difference in the degree of pathology between the "
        "pathological and nonpathological regions.",
    ),
    Sentence(
        RESULTS,
        "As b increases, the difference between x’s degree of pathology and y’s degree of pathology also increases.",
    ),
    Sentence(
        RESULTS,
        "The findings from the experiments with these models are consistent with the early pathological models of "
        "two-player games [3, 4, 5, 6, 7, 8, 9]: lookahead pathology occurs when s = 0 and g = 2.",
    ),
    Sentence(
        RESULTS,
        "As shown in the following section, the findings are also consistent with real games and game-playing "
        "programs.",
        "announces section 6, whose sentences are judged",
    ),
)
