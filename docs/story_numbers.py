"""The numbers of the view Story: one small game, what errors do to it, and curves over many games.

`docs/make_shipped.py story` writes them to the page, so that the story needs no worker when the lab starts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from overthink.core.plain import Fields
from overthink.lab.workers.depth_curve import MOST_GAMES, curve, styles
from overthink.lab.workers.trace import AGGREGATE, DONE
from overthink.lab.workers.tree import trace_tree

GAME = {"source": "board-splitting", "height": "6", "error": "0.2", "seed": "152"}
DEEP = 3  # moves that the computer looks ahead
ERRORS = [round(0.05 * step, 2) for step in range(11)]  # on the slider of the story's tree
NAMES = ("minimax", "emm", "vote")
SCATTERED = {"subject": "board-splitting", "error": "0.2", "height": "11", "seed": "0", "rules": ",".join(NAMES)}
COUNTED = {"subject": "board-splitting-natural", "g": "60", "height": "11", "seed": "0", "rules": "minimax"}
CURVES = {
    "many": SCATTERED,
    "small": {**SCATTERED, "height": "6", "rules": "minimax"},
    "scattered": {**COUNTED, "mixing": "1"},
    "alike": {**COUNTED, "mixing": "0"},
}


def traced(**more: object) -> Mapping[str, Any]:
    """The small game as the view Tree shows it."""
    trace: Mapping[str, Any] = json.loads(trace_tree({**GAME, **{name: str(value) for name, value in more.items()}}))
    return trace


def small_game() -> Fields:
    """The 64 pieces in the order of the game's ends, 1 for Max's; at which error each node is first guessed wrong; and
    what EMM makes of the guesses."""
    trees = [traced(depth=GAME["height"], rule="minimax", error=error)["tree"] for error in ERRORS]
    truth = trees[0]["truth"]
    wrong = [[guess != true for guess, true in zip(tree["static"], truth)] for tree in trees]
    assert all(not before or after for less, more in pairwise(wrong) for before, after in zip(less, more))
    (emm,) = traced(depth=DEEP, rule="emm")["runs"]
    return {
        "setting": GAME,
        "pieces": "".join("1" if value > 0 else "0" for value in truth[len(truth) // 2 :]),
        "wrong": [next((e for e, row in zip(ERRORS, wrong) if row[node]), 1) for node in range(len(truth))],
        "emm": {
            "moves": emm["moves"],
            "searched": {event[1]: event[2:4] for event in emm["events"] if event[0] == AGGREGATE},
            "worth": {event[1]: event[2] for event in emm["events"] if event[0] == DONE},
            "own": [event[1] for event in emm["events"] if event[0] == DONE and event[5]],
        },
    }


def last_curves(setting: Mapping[str, str]) -> Fields:
    """The curves that the view Depth curve ends with."""
    result = next(found for found in curve(setting) if found and found["n"] == MOST_GAMES)
    accuracy = {name: found["accuracy"] for name, found in result["rules"].items()}
    return {"setting": setting, "n": result["n"], "rules": accuracy}


def boards() -> dict[str, str]:
    """The first boards of 64 pieces of the two kinds that step 6 compares."""
    trees = {
        kind: traced(depth=6, rule="minimax", seed=1, mixing=CURVES[kind]["mixing"])["tree"]["truth"]
        for kind in ("scattered", "alike")
    }
    return {kind: "".join("1" if value > 0 else "0" for value in truth[63:]) for kind, truth in trees.items()}


def story() -> Fields:
    """All numbers of the story."""
    looks = styles()
    return {
        "looks": {name: looks[name] for name in NAMES},
        "game": small_game(),
        "boards": boards(),
        "curves": {name: last_curves(setting) for name, setting in CURVES.items()},
    }
