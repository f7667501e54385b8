"""The slides of [Wilson2009]."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

MOTIVATION = "[Wilson2009] Motivation"
SUBTREES = "[Wilson2009] Subtree Pathology"
AGGREGATION = "[Wilson2009] Aggregating Error in a Generic Tree"
EXAMPLE = "[Wilson2009] Search Example"
CONCLUSIONS = "[Wilson2009] Conclusions"
WORKED = "a worked example: tests/test_worked_examples.py"

SLIDES: tuple[Sentence, ...] = (
    Sentence(
        MOTIVATION,
        "Discovered 30 years ago, game-tree pathology is a phenomenon where deeper minimax search reduces decision "
        "accuracy",
        "history",
    ),
    Sentence(
        MOTIVATION,
        "Argue that even non-pathological games can have local pathologies",
        "said again in [Zuckerman2018] section 3; emm/types judges it there",
    ),
    Sentence(SUBTREES, "The error can be propagated based on branch type", "formulas, judged in emm/fig2"),
    Sentence(AGGREGATION, "Local Pathology (0.19 > 0.15)", WORKED),
    Sentence(AGGREGATION, "No Local Pathology (0.109 < 0.15)", WORKED),
    Sentence(EXAMPLE, "Greater than the error of the evaluation function (10%)", WORKED),
    Sentence(EXAMPLE, "Better error rate by the direct application of the evaluation function", WORKED),
    Sentence(
        "[Wilson2009] P-game Experimental Results",
        "EMM is not pathological with either evaluator in P-games (known pathological game for Minimax)",
    ),
    Sentence(
        "[Wilson2009] N-game Experimental Results",
        "EMM accuracy improves significantly faster than Minimax in N-games",
    ),
    Sentence(
        "[Wilson2009] N-game Experimental Results",
        "Evidence that detecting and accounting for local pathologies in non-pathological games can improve decision "
        "accuracy",
    ),
    Sentence(
        CONCLUSIONS,
        "We believe that local pathologies can occur in all interesting games",
        "said again in [Zuckerman2018] section 3; emm/types judges it there",
    ),
    Sentence(
        CONCLUSIONS,
        "Introduced EMM to identify such pathologies and reduce search depth appropriately",
        "said again in [Zuckerman2018] section 4; emm/types judges it there",
    ),
    Sentence(CONCLUSIONS, "EMM consistently outperformed Minimax"),
)
