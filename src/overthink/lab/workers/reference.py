"""The reference of the library: a page of Markdown for each group of public names, from their docstrings.

A heading for each name: how it is called, its docstring, its fields and its methods. The site and the view Docs make
the pages when they need them.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import re
from functools import cached_property
from itertools import pairwise
from textwrap import wrap
from types import FunctionType
from typing import Any

import overthink as ot
from overthink.core.bind import Kernel
from overthink.core.errors import OverthinkError

FOLDER = "api/"
METHODS = (FunctionType, Kernel, classmethod, staticmethod, property, cached_property)
GROUPS = {
    "search.md": (
        "Decide",
        "Ask for a decision, see why it was made, and the rules and searches that can make it.",
        "decide deepen move_values label Labels random_positions explain picture TreePicture Decision Option Nodes "
        "Limit RULES SEARCHES Rule implicit_minimax heir tempered learn LearnedRule load_rule back_up move_scores",
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
        "BoardSplittingModel TopDown BottomUp OnePlayer exact_errors",
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
        "diagnose Diagnosis diagnose_table TableDiagnosis Check",
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
CONSTANTS = {"RULES": "overthink.rules", "SEARCHES": "overthink.search"}
SHORT_DEFAULT = re.compile("[^<>]{0,40}")  # a default that is written out
EXAMPLE = re.compile(r"(?:^>>> .*\n(?:(?!>>> |\n).+\n?)*)+", re.MULTILINE)


def docstring(name: str) -> str:
    """The docstring of a public name; that of a constant stands below it in its file."""
    if name not in CONSTANTS:
        return inspect.getdoc(getattr(ot, name)) or ""
    body = ast.parse(inspect.getsource(importlib.import_module(CONSTANTS[name]))).body
    for statement, following in pairwise(body):
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == name:
            assert isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            return inspect.cleandoc(str(following.value.value))
    return ""


def prose(text: str) -> str:
    """A docstring as Markdown: its examples become blocks of code."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", text + "\n").strip()


def call(name: str, thing: Any) -> str:
    """How a function, a class or a method is called, without types, which the docstring explains, and what it gives."""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return name
    items = [item.replace(annotation=item.empty) for item in signature.parameters.values() if item.name != "self"]
    for i, item in enumerate(items):
        if item.default is not item.empty and not SHORT_DEFAULT.fullmatch(repr(item.default)):
            items[i] = item.replace(default=...)
    text = f"{name}{signature.replace(parameters=items, return_annotation=signature.empty)}"
    given = "" if signature.return_annotation in ("None", signature.empty) else f" → {signature.return_annotation}"
    return text.replace("=Ellipsis", "=…").replace("(*args, **kwargs)", "(…)").replace(", /", "") + given


def first_line(text: str | None) -> str:
    return re.split(r"(?<=\.)\s", " ".join((text or "").split()))[0]


def members(thing: type) -> list[str]:
    """The fields of a class and its public methods, one line each."""
    rows = []
    if dataclasses.is_dataclass(thing):
        names = [field.name for field in dataclasses.fields(thing)]
        comments = dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(thing), re.MULTILINE))
        rows = [f"- `.{name}`: {' '.join(comments[name].split())}" for name in names if name in comments]
    for name, raw in vars(thing).items():
        text = inspect.getdoc(raw) if isinstance(raw, METHODS) else None  # not that of a field's default
        if name.startswith("_") or not text:
            continue
        plain = getattr(thing, name)
        shown = call(f".{name}", plain) if callable(plain) else f".{name}"
        rows.append(f"- `{shown}`: {first_line(text)}")
    return [*rows, ""] if rows else []


def entry(name: str) -> str:
    thing = getattr(ot, name)
    usage = f"ot.{name}" if name in CONSTANTS or isinstance(thing, dict) else call(f"ot.{name}", thing)
    lines = [f"## {name}", "", "```", *wrap(usage, 88, subsequent_indent="    "), "```", "", prose(docstring(name)), ""]
    if isinstance(thing, type):
        lines += members(thing)
    return "\n".join(lines)


def page(name: str) -> str:
    """The text of a page such as api/search.md."""
    group = GROUPS.get(name.removeprefix(FOLDER))
    if group is None:
        raise OverthinkError(f"There is no page docs/{name[:60]}.")
    title, words, names = group
    begin = "The examples begin with `import overthink as ot`."
    return "\n".join([f"# {title}", "", f"{words} {begin}", "", *(entry(each) for each in names.split())])


def pages() -> dict[str, str]:
    """The text of every page, by its name in docs/."""
    return {FOLDER + name: page(FOLDER + name) for name in GROUPS}
