"""The public names by group, each group a page of the reference, and links to them from all pages."""

import posixpath
import re

FOLDER = "api/"
TYPES, OTHERS = "types.md", "Other types"
OF_OTHERS = "Types that signatures name and `ot` does not: what functions take or return"
GROUPS = {
    "search.md": (
        "Decisions",
        "Ask for a decision, see why it was made, and the rules and searches that can make it.",
        "decide deepen best_first BestFirst move_values label Labels random_positions explain picture TreePicture "
        "Decision Option Nodes Limit RULES SEARCHES Rule implicit_minimax heir tempered learn LearnedRule load_rule "
        "back_up move_scores",
    ),
    "trees.md": (
        "Trees and games",
        "What can be searched: a tree that is written down, a game of your own, all positions of a game.",
        "Game KernelGame ChanceGame kernel Tree nested Max Min Chance grow solve solved StateSpace state_space",
    ),
    "games.md": (
        "Built-in games and models",
        "Games with their rules, and models: distributions over random trees.",
        "BoardSplitting Kalah ConnectFour Othello Breakthrough Domineering SlidingPuzzle ChessEndgame endgame Pig "
        "CopsAndRobbers RandomTree CriticalWinLoss "
        "BoardSplittingModel TopDown BottomUp OnePlayer",
    ),
    "evaluators.md": (
        "Evaluators",
        "Opinions about positions, and ways to worsen them.",
        "truth artificial natural simulated flipped noisy granular binary optimistic pessimistic Mirrored by_threshold "
        "store_difference features line_difference mobility_difference pawn_difference place_difference "
        "manhattan cop_distance win_probability critical_opinions Net Encoded load_onnx calibrate Calibration "
        "KernelEvaluator",
    ),
    "measures.md": (
        "Measures",
        "A choice against the truth, two depths or rules on the same positions, and how sure a number is.",
        "accuracy Curve pathology Estimate survey Survey Comparison degree_of_pathology right_moves p_opt p_err "
        "difference ratio mcnemar branching_factor clustering_factor Player play_pairs win_rate",
    ),
    "votes.md": (
        "Votes and best of N",
        "More answers to one question: how often a majority is right, how many votes are best, and what the highest of "
        "N noisy scores is worth. Nothing is drawn.",
        "vote_accuracy best_votes forecast_votes VoteForecast best_of",
    ),
    "doctor.md": (
        "The doctor",
        "Does depth help in your own game, with your own evaluator or search?",
        "check_search check_evaluator diagnose Diagnosis diagnose_table TableDiagnosis Check",
    ),
    "bounds.md": (
        "Chance and bounds",
        "Exact values of games with chance, and intervals that are proven to hold a value.",
        "expectimax bounded anytime Bounds naive_epsilon",
    ),
    "own.md": (
        "Your own",
        "A name for your own rule, game, check or study; studies in Python; progress; limits; errors.",
        "register Preset Parameter Setup Whole reproduce StudyResult Verdicts Stages jobs OverthinkError",
    ),
}
LIKE_A_FUNCTION = ("Survey",)  # classes with the letters of a function, whose heading must differ
PAGE_OF = {name: FOLDER + page for page, (_, _, names) in GROUPS.items() for name in names.split()}
BLOCK = re.compile(r"^(?:```.*?^```|#[^\n]*)$", re.MULTILINE | re.DOTALL)  # code, and headings: what has no links
NAME = re.compile(r"\[(`ot\.(\w+)[^`\n]*`)\]\([^)\s]*\.pyi?\)|(?<![\[`])(`ot\.(\w+)[^`\n]*`)(?![\]`])")


def heading(name: str) -> str:
    """The heading of a public name in the reference: a class that is spelled like a function is called a class."""
    return f"{name} class" if name in LIKE_A_FUNCTION else name


def anchor(name: str) -> str:
    """The part of an address after #, which leads to that heading."""
    return heading(name).lower().replace(" ", "-")


def link_names(text: str, page: str) -> str:
    """A page of the repository in which every `ot.name` leads to the reference, also where it led to the source."""

    def link(match: re.Match[str]) -> str:
        words, name = (match[1], match[2]) if match[1] else (match[3], match[4])
        if name not in PAGE_OF:
            return match[0]
        return f"[{words}]({posixpath.relpath(f'docs/{PAGE_OF[name]}', posixpath.dirname(page) or '.')}#{anchor(name)})"

    parts = []
    end = 0
    for block in BLOCK.finditer(text):
        parts += [NAME.sub(link, text[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*parts, NAME.sub(link, text[end:])])
