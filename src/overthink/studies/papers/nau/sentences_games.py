"""Section 6: chess, kalah and the 8-puzzle."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

GAMES_START, CHESS, KALAH, PUZZLE = (f"[Nau2010] section {n}" for n in ("6", "6.1", "6.2", "6.3"))
VALUE = "says what is worth knowing, not what is so"
GAMES: tuple[Sentence, ...] = (
    Sentence(
        GAMES_START,
        "The simulations described in the previous section predict how the degree of pathology depends on the "
        "granularity, local similarity, and branching factor.",
        "the predictions are the trends of section 5.4, and each is judged in the games below",
    ),
    Sentence(
        CHESS,
        "Although virtually all the positions in, say, KBBK are won for the stronger side, a fallible player may have "
        "difficulties in actually mating in 50 moves (the number of moves to mate allowed by the rules of chess).",
    ),
    Sentence(
        CHESS,
        "Such an imperfect player will have much better chances to win in a position where mate is possible in two "
        "moves, than in a position that requires 20 moves.",
        "no fallible player is described that could be run",
    ),
    Sentence(
        CHESS,
        "Natural heuristic functions for playing a specific endgame also typically exhibit preference for shorter wins "
        "and should thus also have some correlation with our distance to mate.",
        "no such function is described",
    ),
    Sentence(
        "[Nau2010] Figure 11",
        "Degree of pathology as a function of granularity in KBBK chess endgames (average b = 13.52 and f = 0.58) and "
        "KQKR chess endgames (average b = 16.93 and f = 0.37).",
    ),
    Sentence(
        CHESS,
        "For g ≥ 10, an increasing granularity increases the benefit of a deeper search, which is consistent with the "
        "predictions of the simulations described in the previous section.",
    ),
    Sentence(
        CHESS,
        "Some pathology can be observed at granularities up to 10, but this depends on the depths of search i and j "
        "used to measure the degree of pathology p(root, i, j).",
    ),
    Sentence(
        CHESS,
        "The boundary between the pathological and nonpathological parts of the space in Fig. 10 is also around g = "
        "10.",
    ),
    Sentence(
        CHESS,
        "Fig. 10 also illustrates that in cases where b and f have opposite effects, it can be hard to say much about "
        "either of them individually.",
        "means Figure 11; what it rests on, both orders and the crossing curves, is judged",
    ),
    Sentence(
        CHESS,
        "The KBBK’s average branching factor (b = 13.52) is lower than the KQKR’s (b = 16.93), which might lead one to "
        "expect KBBK to be less pathological than KQKR.",
    ),
    Sentence(
        CHESS,
        "But the KBBK’s average clustering factor (f = 0.58) is higher than the KQKR’s (f = 0.37), which might lead "
        "one to expect the opposite.",
    ),
    Sentence(CHESS, "In Fig. 11, sometimes KBBK is less pathological than KQKR, and sometimes the reverse."),
    Sentence(
        CHESS,
        "Apparently it is quite rare for an entire game to be pathological, but lookahead pathology in some game "
        "positions is more common.",
        "a guess about games in general; docs/whole-games.md counts both in several games",
    ),
    Sentence(
        CHESS,
        "In 5.5% to 9.2% of the positions (depending on the program), we observed that the other programs chose "
        "Rybka’s move at their smallest search depths but chose other moves at depth 5.",
    ),
    Sentence(
        CHESS,
        "Assuming that these other moves were worse than Rybka’s (which seems likely since Rybka is a better player "
        "and is searching considerably deeper), this suggests that lookahead pathology occurred for these programs in "
        "5.5% to 9.2% of positions.",
    ),
    Sentence(
        CHESS,
        "It should be noted, though, that Rybka’s move is not guaranteed to be correct, and that occasionally several "
        "moves are all roughly comparable and can thus be considered equally best; so these results are not entirely "
        "conclusive.",
    ),
    Sentence(
        CHESS,
        "Having pathology in some positions is not nearly as alarming as it would be to have pathology most positions, "
        "or to have larger average errors at deeper search depths than at shallower search depths.",
        VALUE,
    ),
    Sentence(
        CHESS,
        "However, pathological positions are still of interest—firstly, because they are undesirable if unrecognized, "
        "and secondly, because we could select the best move with less effort than required by a default-depth search "
        "if we were able to recognize them.",
        VALUE,
    ),
    Sentence(
        KALAH,
        "The game is normally played until no seeds are left on the board, but computability requires limiting the "
        "game to a small number of moves (in our case, 8 moves).",
        "about the authors' computers; the whole game is no part of the experiment",
    ),
    Sentence(
        KALAH,
        "As shown in Figs. 12 and 13, our experimental results with modified kalah are qualitatively consistent with "
        "the predictions produced by the simulations in the previous section.",
        "the sum of the sentences that follow, which are judged",
    ),
    Sentence(
        KALAH,
        "Fig. 12 shows that lookahead pathology (i.e., p(x, 5, 1) > 1) occurs at most granularities when the branching "
        "factor b = 6, at small granularities when b = 5, and at granularity 3 (the smallest we tried) when b = 4.",
    ),
    Sentence(
        KALAH,
        "In general, when the granularity g is small, increases in g cause sharp decreases in p(x, 5, 1), but when g "
        "is large, increases in g have little effect.",
    ),
    Sentence(
        KALAH,
        "Fig. 13 shows that p(x, 5, 1) decreases with increasing local similarity, which is again consistent with the "
        "simulations.",
    ),
    Sentence(KALAH, "This figure also shows that lookahead pathology is stronger when b is large, as expected."),
    Sentence(
        "[Nau2010] Figure 13",
        "The higher clustering factor, the lower the local similarity.",
        "by definition of the clustering factor; nau/similarity compares it with the models' s",
    ),
    Sentence(
        PUZZLE,
        "A similar relation between lookahead pathology and granularity to that in chess and modified kalah was "
        "observed in the 8-puzzle [25].",
        "announces Figure 14, which is judged",
    ),
    Sentence(
        "[Nau2010] Figure 14",
        "Degree of pathology as a function of granularity in the 8-puzzle, using two different heuristic functions. On "
        "average, b = 2.67 and f = 0.73.",
    ),
    Sentence(
        PUZZLE,
        "Both functions exhibit an increased benefit of a deeper search with increasing granularity, which agrees with "
        "the simulations in the previous section.",
    ),
    Sentence(
        PUZZLE,
        "According to Fig. 14, on average the 8-puzzle is pathological only at small granularities and only if the "
        "Gaussian-noise evaluation function is used.",
    ),
    Sentence(
        PUZZLE,
        "With the Manhattan-distance heuristic evaluation function, in 31.0% of positions a search to depth 5 gives "
        "better decisions than a search to depth 1, in 19.7% depth 1 is preferable, and in 49.3% it does not matter.",
    ),
    Sentence(
        PUZZLE,
        "Other pairs of depths give different percentages, but the observation that the advantage of a deeper search "
        "is not overwhelming is true quite generally in the 8-puzzle.",
    ),
)
