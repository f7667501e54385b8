"""The sentences of the paper from its experiments on."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

RESULTS_SECTION, DETERMINISTIC, CHANCE, RELATED, CONCLUSION, PLAYING = (
    f"[Atzmon2018] {section}"
    for section in (
        "Experimental Results",
        "Results for Deterministic Games",
        "Games with Chance",
        "Related Work",
        "Conclusion, Discussion, and Future Work",
        "Game playing with BAB",
    )
)
REASON = "an explanation of what the sentence before says"
BY_OTHERS = "about other people's work"

RESULTS: tuple[Sentence, ...] = (
    Sentence(
        RESULTS_SECTION,
        "ER is the amount of expansions divided by the amount of expansions done by the corresponding safe pruning "
        "method (i.e., BAB with ϵ=0).",
    ),
    Sentence(
        RESULTS_SECTION,
        "Smaller ER corresponds to a faster search.",
        "ER counts expansions, and print gives no times; beyond/bounded-search counts both for this library",
    ),
    Sentence(RESULTS_SECTION, "Theorem 1 ensures that AMB is no more than ϵ."),
    Sentence(
        DETERMINISTIC,
        "As expected, increasing ϵ decreases the ER value, as more pruning occurs and consequently less nodes are "
        "being expanded.",
    ),
    Sentence(
        DETERMINISTIC,
        "In addition, the impact of our bounded pruning increases for larger game trees: running BAB with the same ϵ "
        "for deeper trees yielded a smaller ER.",
    ),
    Sentence(
        DETERMINISTIC,
        "This occurs because increasing the size of the game tree creates larger sub-trees that can be exploited by "
        "BAB and get pruned.",
        REASON,
    ),
    Sentence(
        DETERMINISTIC,
        "As can be seen, for all depths, as we increase the ϵ value, the AMB is increased as well, but never beyond ϵ, "
        "as expected.",
    ),
    Sentence(
        DETERMINISTIC,
        "For example for depth of 9, the AMB for ϵ=0 is zero, the AMB for ϵ=32 is 30.97, and the AMB for ϵ=64 is "
        "61.88.",
    ),
    Sentence(
        DETERMINISTIC,
        "The impact of the depth of the tree on the average AMB is not as dramatic as on the average ER.",
    ),
    Sentence(
        DETERMINISTIC,
        "Still, the AMB for deeper trees is clearly larger, for the same value of ϵ, than for shallower trees.",
    ),
    Sentence(
        DETERMINISTIC,
        "For example for ϵ of 32, for depth of 3, 5, 7, and 9, the ER is 0.67, 0.37, 0.18, and 0.05, respectively.",
    ),
    Sentence(
        DETERMINISTIC,
        "This trend can be explained by the fact that increasing the size of the tree creates more pruning "
        "opportunities, and consequently more opportunities to increase the minimax bound.",
        REASON,
    ),
    Sentence(
        DETERMINISTIC,
        "It is easy to see that smaller ER correspond with larger AMB, as expected, extensive pruning causes smaller "
        "ER and wider gap between the values of the L and the U.",
    ),
    Sentence(DETERMINISTIC, "Same trend was observed in all couples of branching factor and depth that we tested."),
    Sentence(
        DETERMINISTIC,
        "The cops can not … catch the robber before v_min=0 because here the score is the time in which the cops catch "
        "the robber, and v_max=12 is the maximum manhattan distance of the grid.",
        "a slip: on 6 × 6 cells the greatest distance is 10; tests/test_bab_examples.py measures it",
    ),
    Sentence(DETERMINISTIC, "Here too, we see that increasing ϵ results in lower ER and higher AMB, as expected."),
    Sentence(
        DETERMINISTIC,
        "Also, we see the same trend with the impact of the depth of the tree on the average ER, however the impact of "
        "the depth on the average AMB here is not as conclusive.",
    ),
    Sentence(
        DETERMINISTIC,
        "S(c) shows the same division of all instances with depth 3 into bins as in figure S(c) and the same trend "
        "that observed in previous experiment.",
    ),
    Sentence(
        CHANCE,
        "Again, the general trend in which higher ϵ corresponds to lower ER and higher AMB is clearly observed.",
    ),
    Sentence(
        CHANCE,
        "For example for branching factor of 4, for ϵ of 0, 8, and 24, the ER is 1, 0.79, and 0.4, respectively, and "
        "the AMB is 0, 6.58, and 20.71, respectively.",
    ),
    Sentence(
        CHANCE,
        "Note that for the specific case of ϵ = 80 and branching factor=2 there is a slight increase in ER compared to "
        "ϵ = 60.",
    ),
    Sentence(CHANCE, "Such rare events are possible, as shown in Figure 3.", "the sentences on Figure 3 are judged"),
    Sentence(
        CHANCE,
        "The results show that increasing the branching factor for the same ϵ are in general that higher branching "
        "factor corresponds to lower ER and higher AMB.",
    ),
    Sentence(
        CHANCE,
        "The reason is similar to the explanation of how depth impacted ER and AMB in the deterministic case: larger "
        "branching factor corresponds to larger tree allowing more pruning opportunities.",
        REASON,
    ),
    Sentence(
        CHANCE,
        "In fact, we experimented with different branching factor and tree depth in both deterministic and stochastic "
        "cases and observed these trends in both setting.",
    ),
    Sentence(CHANCE, "Here too we see the same general trends: higher ϵ yields lower ER and higher AMB."),
    Sentence(
        CHANCE,
        "For example, for ϵ of 0, 4, and 8, the er is 1, 0.25, and 0.07, respectively, and the AMB is 0, 3.17, and "
        "7.19, respectively.",
    ),
    Sentence(
        CHANCE,
        "We experimented with a wide range of parameters and settings, and show this setting as a representative "
        "example.",
        "does not say which settings; the couples of depth and branching factor are in bab/couples",
    ),
    Sentence(
        RELATED,
        "If the minimax value is not withing the Alpha Beta window, the search fails.",
        BY_OTHERS,
    ),
    Sentence(
        RELATED,
        "In general, these algorithms either find the minimax value or fail (high or low).",
        "about other people's work; beyond/bounded-scout adds ε to one of them",
    ),
    Sentence(
        RELATED,
        "By contrast, a bounded-suboptimal algorithm finds a solution that is within ϵ of the minimax value.",
        "tests/test_bounded.py tests it in exact fractions, on random trees with and without chance",
    ),
    Sentence(
        RELATED,
        "While the latter also does pruning as we do, it does not provide the suboptimality guarantee that we do.",
        BY_OTHERS,
    ),
    Sentence(
        CONCLUSION,
        "Experimental results on two domains confirm that BAB can tradeoff solution quality for runtime effectively.",
        "the sentences on the results are judged",
    ),
    Sentence(
        CONCLUSION,
        "Our algorithm is based on classical Alpha-Beta and its extension to games of chance, but Theorem 1 applies "
        "directly to any other game tree search algorithms, including Monte Carlo Tree Search solver (Lanctot et al. "
        "2013) and Proof Number Search (Allis, van der Meulen, and Van Den Herik 1994).",
        "ot.check_proof checks it for any search; tests do so for searches that look anywhere and for this one",
    ),
    Sentence(
        CONCLUSION,
        "A deeper look on the proof … of Theorem 1 reveals that it is possible to have more flexibility in how ϵ is "
        "distributed between the children of a CHANCE node.",
        "the last sentence on it is judged",
    ),
    Sentence(
        CONCLUSION,
        "The following relation between ϵ(n) and ϵ(c) is sufficient to maintain the desired suboptimality.",
        "tests/test_bounded.py tests it for each way to spend ε, on random trees",
    ),
    Sentence(
        CONCLUSION,
        "Future work will investigate how to distribute ϵ to the children of CHANCE nodes according to Eq. (26) to "
        "allow further pruning and faster search.",
    ),
    Sentence(
        PLAYING,
        "The results showed that BAB with ϵ = 1 won 11 times, lost 6 times, and had a draw 33 times, but",
    ),
    Sentence(PLAYING, "BAB with ϵ=2 it won 6 times, lost 12 times, and had a draw 32 times."),
    Sentence(
        PLAYING, "This shows some potential for BAB but further research is needed.", "the counts before it are judged"
    ),
    Sentence(
        CONCLUSION,
        "The optimal policy for MAX and MIN players that use classical Alpha-Beta pruning is known to be a Nash "
        "equilibruim, that is, no player can gain by unilaterally deviating from its action.",
        "known before; the study of the conjecture has ε → 0 as a limit",
    ),
    Sentence(
        CONCLUSION,
        'Obviously, a the policy proposed in "The Bounded Alpha-Beta Algorithm" section obtained by BAB in not '
        "necessarily a Nash equilibruim.",
    ),
    Sentence(
        CONCLUSION,
        "However, we conjucture that this policy reaches an ϵ-equilibrium (Nisan et al. 2007), which is a joint policy "
        "in which no player can gain more than ϵ by unilaterally deviating from his strategy.",
    ),
)
