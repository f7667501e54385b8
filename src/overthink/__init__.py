"""Overthink: does looking further ahead make decisions better or worse, where, why, and what to do about it.

Names are loaded when first used, so that `import overthink` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overthink.core.bind import kernel as kernel
    from overthink.core.decision import Decision as Decision
    from overthink.core.decision import Limit as Limit
    from overthink.core.decision import Nodes as Nodes
    from overthink.core.decision import Option as Option
    from overthink.core.errors import OverthinkError as OverthinkError
    from overthink.core.estimate import Estimate as Estimate
    from overthink.core.game import ChanceGame as ChanceGame
    from overthink.core.game import Game as Game
    from overthink.core.game import KernelGame as KernelGame
    from overthink.core.grow import grow as grow
    from overthink.core.nested import Chance as Chance
    from overthink.core.nested import Max as Max
    from overthink.core.nested import Min as Min
    from overthink.core.nested import nested as nested
    from overthink.core.space import StateSpace as StateSpace
    from overthink.core.threads import jobs as jobs
    from overthink.core.tree import Tree as Tree
    from overthink.doctor.diagnosis import Diagnosis as Diagnosis
    from overthink.doctor.subjects.game import diagnose as diagnose
    from overthink.evaluate import Mirrored as Mirrored
    from overthink.evaluate import artificial as artificial
    from overthink.evaluate import binary as binary
    from overthink.evaluate import calibrate as calibrate
    from overthink.evaluate import cop_distance as cop_distance
    from overthink.evaluate import features as features
    from overthink.evaluate import flipped as flipped
    from overthink.evaluate import granular as granular
    from overthink.evaluate import manhattan as manhattan
    from overthink.evaluate import natural as natural
    from overthink.evaluate import noisy as noisy
    from overthink.evaluate import optimistic as optimistic
    from overthink.evaluate import pessimistic as pessimistic
    from overthink.evaluate import simulated as simulated
    from overthink.evaluate import store_difference as store_difference
    from overthink.evaluate import truth as truth
    from overthink.evaluate import win_probability as win_probability
    from overthink.evaluate.evaluator import KernelEvaluator as KernelEvaluator
    from overthink.games import BoardSplitting as BoardSplitting
    from overthink.games import ChessEndgame as ChessEndgame
    from overthink.games import CopsAndRobbers as CopsAndRobbers
    from overthink.games import Kalah as Kalah
    from overthink.games import Pig as Pig
    from overthink.games import RandomTree as RandomTree
    from overthink.games import SlidingPuzzle as SlidingPuzzle
    from overthink.games import endgame as endgame
    from overthink.measure.accuracy import accuracy as accuracy
    from overthink.measure.accuracy import pathology as pathology
    from overthink.measure.decision_error import p_err as p_err
    from overthink.measure.decision_error import p_opt as p_opt
    from overthink.measure.decision_error import right_moves as right_moves
    from overthink.measure.paired import difference as difference
    from overthink.measure.paired import mcnemar as mcnemar
    from overthink.measure.paired import ratio as ratio
    from overthink.measure.pathology import Comparison as Comparison
    from overthink.measure.pathology import degree_of_pathology as degree_of_pathology
    from overthink.measure.play import win_rate as win_rate
    from overthink.measure.similarity import branching_factor as branching_factor
    from overthink.measure.similarity import clustering_factor as clustering_factor
    from overthink.measure.survey import Survey as Survey
    from overthink.measure.survey import survey as survey
    from overthink.models import BoardSplittingModel as BoardSplittingModel
    from overthink.models import BottomUp as BottomUp
    from overthink.models import OnePlayer as OnePlayer
    from overthink.models import TopDown as TopDown
    from overthink.models.exact import exact_errors as exact_errors
    from overthink.rules import RULES as RULES
    from overthink.rules import Rule as Rule
    from overthink.search import SEARCHES as SEARCHES
    from overthink.search.bounds import Bounds as Bounds
    from overthink.search.bounds import anytime as anytime
    from overthink.search.bounds import bounded as bounded
    from overthink.search.decide import decide as decide
    from overthink.search.deepening import deepen as deepen
    from overthink.search.expectimax import expectimax as expectimax
    from overthink.search.explain import explain as explain
    from overthink.search.match import Player as Player
    from overthink.search.match import play_pairs as play_pairs
    from overthink.search.sweep import back_up as back_up
    from overthink.search.sweep import move_scores as move_scores
    from overthink.search.sweep import solve as solve
    from overthink.search.sweep import solved as solved

__version__ = "0.2.0"

_HOME = {
    "core.bind": ("kernel",),
    "core.decision": ("Decision", "Limit", "Nodes", "Option"),
    "core.errors": ("OverthinkError",),
    "core.estimate": ("Estimate",),
    "core.game": ("ChanceGame", "Game", "KernelGame"),
    "core.grow": ("grow",),
    "core.nested": ("Chance", "Max", "Min", "nested"),
    "core.space": ("StateSpace",),
    "core.threads": ("jobs",),
    "core.tree": ("Tree",),
    "doctor.diagnosis": ("Diagnosis",),
    "doctor.subjects.game": ("diagnose",),
    "evaluate": (
        *(
            "Mirrored",
            "artificial",
            "binary",
            "calibrate",
            "cop_distance",
            "features",
            "flipped",
            "granular",
            "manhattan",
            "natural",
            "noisy",
        ),
        *("optimistic", "pessimistic", "simulated", "store_difference", "truth", "win_probability"),
    ),
    "evaluate.evaluator": ("KernelEvaluator",),
    "games": (
        "BoardSplitting",
        "ChessEndgame",
        "CopsAndRobbers",
        "Kalah",
        "Pig",
        "RandomTree",
        "SlidingPuzzle",
        "endgame",
    ),
    "measure.decision_error": ("p_err", "p_opt", "right_moves"),
    "measure.paired": ("difference", "mcnemar", "ratio"),
    "measure.pathology": ("Comparison", "degree_of_pathology"),
    "measure.play": ("win_rate",),
    "measure.similarity": ("branching_factor", "clustering_factor"),
    "models": ("BoardSplittingModel", "BottomUp", "OnePlayer", "TopDown"),
    "models.exact": ("exact_errors",),
    "measure.survey": ("Survey", "survey"),
    "rules": ("RULES", "Rule"),
    "search": ("SEARCHES",),
    "measure.accuracy": ("accuracy", "pathology"),
    "search.bounds": ("Bounds", "anytime", "bounded"),
    "search.expectimax": ("expectimax",),
    "search.decide": ("decide",),
    "search.deepening": ("deepen",),
    "search.explain": ("explain",),
    "search.match": ("Player", "play_pairs"),
    "search.sweep": ("back_up", "move_scores", "solve", "solved"),
}
_WHERE = {name: home for home, names in _HOME.items() for name in names}
__all__ = ["__version__", *_WHERE]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'overthink' has no attribute '{name}'")
    return getattr(import_module(f"overthink.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_WHERE])
