"""Section 7: conclusions."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

AGAIN = "says again, in short, what {} says, where it is judged"
GUESS = "a guess about games in general"
END = "[Nau2010] section 7"
CONCLUSIONS: tuple[Sentence, ...] = (
    Sentence(
        END,
        "Simulations with them showed similar behavior for both minimax and maximax: lookahead pathology was more "
        "likely when the granularity was low, the branching factor was high, and the local similarity was low.",
        AGAIN.format("section 5.4"),
    ),
    Sentence(
        END,
        "Furthermore, large branching factors amplified the difference in the degree of pathology between pathological "
        "and nonpathological regions.",
        AGAIN.format("section 5.4"),
    ),
    Sentence(
        END,
        "In several substantially different games—two chess endgames, modified kalah, and the 8-puzzle—our experiments "
        "confirmed that increasing the granularity generally increases the benefit of a deeper search.",
        AGAIN.format("section 6"),
    ),
    Sentence(
        END,
        "This effect of granularity was observed for many different combinations of the branching factor b and "
        "clustering factor f.",
        AGAIN.format("section 6"),
    ),
    Sentence(
        END,
        "In modified kalah, we performed additional experiments that confirmed two more of the simulation results: the "
        "degree of pathology (measured as p(x, 5, 1)) decreased when the local similarity was high, and increased when "
        "the branching factor was large.",
    ),
    Sentence(
        END,
        "In modified kalah when the branching factor was sufficiently high, lookahead pathology occurred (i.e., p(x, "
        "5, 1) > 1 on average) at almost every granularity.",
    ),
    Sentence(
        END,
        "To the best of our knowledge, this is the first known game (other purely artificial games such as P-games [5, "
        "9]) where lookahead pathology occurs throughout most of the game.",
        "about what was known in 2010",
    ),
    Sentence(END, "Apparently such games are quite rare.", GUESS),
    Sentence(
        END,
        "On the other hand, our experiments suggest that local pathologies, i.e., game positions where pathology "
        "occurs even though the game may be nonpathological on average, may be much more common.",
        f"{GUESS}; the examples that follow are judged",
    ),
    Sentence(
        END,
        "For example, in the chess championship matches, 6.9% to 8.5% of the positions were very likely pathological, "
        "and in the 8-puzzle, pathology occurred in 19.7% of the positions (i.e., p(x, 5, 1) > 1 at those positions).",
    ),
    Sentence(
        END,
        "Thus in many games it might be useful to look for ways to detect and overcome local pathologies [28].",
        "a suggestion",
    ),
    Sentence(
        END,
        "Generalizing beyond board games, we suspect that in many decision-making problems there may be particular "
        "kinds of situations where lookahead pathology is likely to occur.",
        "a guess about problems that are no games",
    ),
    Sentence(
        END,
        "For example, one should be cautious about lookahead pathology when the branching factor is high and the local "
        "similarity is low, and in such situations one might consider modifying the heuristic evaluation function to "
        "do finer-grained evaluations that capture more properties of the domain.",
        "advice; the trends that it rests on are judged",
    ),
)
