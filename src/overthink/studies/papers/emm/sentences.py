"""Every sentence of [Zuckerman2018] and of [Wilson2009] that claims something, in their order."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence
from overthink.studies.papers.emm.sentences_analysis import ANALYSIS
from overthink.studies.papers.emm.sentences_background import BACKGROUND_SENTENCES
from overthink.studies.papers.emm.sentences_before import BEFORE
from overthink.studies.papers.emm.sentences_slides import SLIDES

BOARDS = "[Zuckerman2018] section 5.1"
PRODUCT = "[Zuckerman2018] section 5.2"
KALAH = "[Zuckerman2018] section 5.3"
DISCUSSION = "[Zuckerman2018] section 6"
CONCLUSIONS = "[Zuckerman2018] section 7"

EXPERIMENTS: tuple[Sentence, ...] = (
    Sentence(
        BOARDS,
        "Minimax has been shown to be pathological on P-games using a natural evaluator.",
        "earlier work; Figure 7 judges it here",
    ),
    Sentence(
        BOARDS,
        "This construction was introduced by Nau to emulate the dependence of heuristic values among siblings, in "
        "order to create nonpathological instances of the game.",
    ),
    Sentence(
        BOARDS,
        "Since these 2 versions of the game are considered to be on opposite ends of a spectrum (in terms of degree of "
        "pathology), we also experiment on games that fall in between, where we suspect that the game tree might be "
        "more similar to that of a real game.",
        "a suspicion about real games without a measure of likeness",
    ),
    Sentence(
        BOARDS,
        "They showed that this similarity measure is inversely correlated with the degree of pathology.",
        "about [Nau2010], whose figures 7 to 10 are judged on their own",
    ),
    Sentence(
        BOARDS,
        "Therefore, we expect that our analogous game construction will generate games with a greater amount of local "
        "pathology as the mixing factor varies from 0.0 to 1.0.",
    ),
    Sentence(BOARDS, "Scenarios with different branching factors produced similar results."),
    Sentence(BOARDS, "EMM clearly outperforms minimax as the search depth increases."),
    Sentence(
        BOARDS,
        "Both games achieve a perfect decision rate of 1.0 at search depth 11 since this equates to searching the "
        "complete game tree.",
    ),
    Sentence(
        BOARDS,
        "We can also see that EMM does not exhibit pathological characteristics, whereas minimax does.",
    ),
    Sentence(
        BOARDS,
        "In fact, at a search depth of 7, EMM is making over 20% more correct decisions than minimax (P < 0.05 in a t "
        "test for depths 5, 7, and 9).",
    ),
    Sentence(
        BOARDS,
        "The slight drop from depth 7 to depth 9 is due to the fact that EMM does not always identify the correct node "
        "type to work on.",
    ),
    Sentence(
        BOARDS,
        "In another series of experiments with the true node types, we obtained better results, and the slight drop "
        "had vanished.",
    ),
    Sentence(
        BOARDS,
        "Here, EMM is still nonpathological, whereas minimax search is pathological and loses approximately 10% "
        "accuracy by searching ahead just 3 moves to depth 7.",
    ),
    Sentence(
        BOARDS,
        "Here, we can see that even using a more realistic evaluation function, with an estimated error, EMM still "
        "outperforms minimax with increasing search depth (in depth 7, P < 0.01 in a t test).",
    ),
    Sentence(
        BOARDS,
        "Figure 8 shows that EMM also performs well on N-games (versions of the game that were constructed to be "
        "completely nonpathological).",
    ),
    Sentence(
        BOARDS,
        "EMM performs comparably with minimax, which, given our independence assumption and the strong dependence "
        "among N-game siblings, is very promising.",
    ),
    Sentence(
        BOARDS,
        "For the artificial evaluator (Figure 9), EMM always outperforms minimax, even in N-games, but it performs "
        "better as the games shift more toward P-games (m = 1.0) where it makes 26% more correct decisions.",
    ),
    Sentence(
        BOARDS,
        "With respect to the natural evaluator (Figure 10), we see that around m = 0.5 and higher is where EMM begins "
        "to outperform minimax.",
    ),
    Sentence(
        BOARDS,
        "This indicates that EMM is better not only in strongly pathological games (P-games) but also in games with "
        "smaller degrees of pathology.",
        "drawn from Figures 9 and 10, which are judged at every m",
    ),
    Sentence(
        PRODUCT,
        "The major difference between EMM and product rule … search is in the short-cutting of the aggregation up the "
        "tree when the static evaluation function is less erroneous than the minimaxed value.",
        "a fact of the two algorithms: tests/test_rules.py shows that EMM without it is the product rule",
    ),
    Sentence(
        PRODUCT,
        "This limits the search below nodes with pathological characteristics: when searching below a node produces "
        "more erroneous values, the error associated with that search will be higher and the results of the search "
        "will be more likely to be thrown away.",
        "said in section 4 as well; emm/types judges it there",
    ),
    Sentence(
        PRODUCT,
        'In this fashion, EMM can be said to "recognize" the pathological portions of a game tree, avoiding them, '
        "while doing full-depth search on nonpathological portions of the tree.",
        "said in section 4 as well; emm/types judges it there",
    ),
    Sentence(
        PRODUCT,
        "EMM clearly outperforms the other algorithms as the search depth … increases (in depth 5, P < 0.01 in a t "
        "test against both algorithms).",
    ),
    Sentence(
        PRODUCT,
        "In this set of experiments, EMM is the only algorithm that does not exhibit pathological characteristics.",
    ),
    Sentence(
        PRODUCT,
        "Figure 12 shows that EMM significantly outperforms both of the other algorithms and is not pathological.",
    ),
    Sentence(
        PRODUCT,
        "The results show that EMM and the product rule both perform substantially better than minimax with increasing "
        "search depth (in depth 5, P < 0.05 in a t test).",
    ),
    Sentence(
        KALAH,
        "We used a real heuristic function that provides solid performance in real games.",
        "its features are named and not their weights, so that it cannot be played in real games",
    ),
    Sentence(KALAH, "We used a static error value of 0.2 that was found using trial and error."),
    Sentence(
        KALAH,
        "The results show quite convincingly that in this setting, EMM has the upper hand across all depths.",
    ),
    Sentence(
        DISCUSSION,
        "Generally, if one finds a static evaluation function that is wrong 10% of the time, those errors do not occur "
        "independently at random (as we assume in our error propagation equations).",
        "made exact by the next sentence, which is judged",
    ),
    Sentence(
        DISCUSSION,
        "Instead, for many natural static evaluation functions, when they are wrong about 1 game state, they are "
        "likely to also be wrong about children of that game state.",
    ),
    Sentence(
        DISCUSSION,
        "Incorporating the dependence among sibling nodes is an important next step as that is the primary difference "
        "between the performance of the artificial and natural evaluators.",
    ),
    Sentence(
        DISCUSSION,
        "However, even with an independent assumption among nodes, we saw that EMM performed better than minimax in "
        "games where node values were not completely independent (ie, games with degrees of pathology between P-games "
        "and N-games).",
    ),
    Sentence(
        DISCUSSION,
        "In a recent extension to this work, we exemplify how the static evaluation error can be better estimated and "
        "utilized using learning techniques.",
        "about another paper",
    ),
    Sentence(
        DISCUSSION,
        "Finally, alpha-beta pruning presents a challenge for EMM, because EMM cannot calculate the errors unless it "
        "visits the nodes alpha-beta would prune.",
    ),
    Sentence(
        DISCUSSION,
        "Consequently, EMM will be at a serious disadvantage if a game tree does not contain pathological nodes—but if "
        "it does contain pathological nodes, then the deeper searches performed by minimax with alpha-beta can "
        "actually degrade performance!",
    ),
    Sentence(
        DISCUSSION,
        "Monte Carlo tree search showed promising results in difficult games such as Go, Chess, and others; however, "
        "to the best of our knowledge, game-tree pathology has not yet been researched with respect this technique, "
        "and it will be worthwhile exploring this point in future research.",
        "about the work of others",
    ),
    Sentence(
        CONCLUSIONS,
        "We have shown that, of the 4 possible types of nodes, only 1 kind of node (ie, type-D nodes) increases the "
        "evaluation error and, therefore, causes local pathologies in game trees.",
        "said in section 3 and judged there",
    ),
    Sentence(
        CONCLUSIONS,
        "Using these rules, we have argued that such nodes exist in all interesting games, even those not known to be "
        "pathological.",
        "said in section 3 and judged there",
    ),
    Sentence(
        CONCLUSIONS,
        "The algorithm uses the error estimates to recognize and avoid searching pathological portions of a game tree, "
        "while still searching nonpathological portions of the tree.",
        "said in section 4 and judged there",
    ),
    Sentence(
        CONCLUSIONS,
        "In experiments performed on a board-splitting game and the Kalah game, the algorithm performed well: it "
        "always performed best or nearly identical to minimax.",
    ),
    Sentence(
        CONCLUSIONS,
        "The results show that the performance of EMM varies as the degree of local pathology in the game changes.",
        "Figures 9 and 10, which are judged at every m",
    ),
    Sentence(
        CONCLUSIONS,
        "This leads us to conclude that EMM will be most beneficial when used in games with a medium-to-high degree of "
        "local pathology, not just purely pathological games, such as P-games.",
    ),
    Sentence(
        CONCLUSIONS,
        "In conclusion, we can say that by incorporating the error of the static evaluation function in the search, we "
        "were able to improve upon the abilities of minimax in situations where such search previously performed "
        "badly.",
        "a summary of the figures",
    ),
)
SENTENCES: tuple[Sentence, ...] = (*BEFORE, *BACKGROUND_SENTENCES, *ANALYSIS, *EXPERIMENTS, *SLIDES)
