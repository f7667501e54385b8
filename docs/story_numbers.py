"""The numbers of the view Story: one small game, what its wrong guesses do, a thousand games, and a puzzle.

`docs/make_shipped.py story` writes them to the page, so that the story needs no worker when the lab starts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.evaluate.games import manhattan
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.lab.workers.depth_curve import curve, styles
from overthink.lab.workers.trace import AGGREGATE, DONE
from overthink.lab.workers.tree import trace_tree
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.survey import errors_by_depth
from overthink.presets import preset_named
from overthink.rules import RULES
from overthink.search.decide import decide

GAME = {"source": "board-splitting", "height": "6", "error": "0.2", "seed": "152"}
SHALLOW, DEEP = 1, 3  # depths to compare
GAMES = 1024
CURVE = {"subject": "board-splitting", "height": "11", "error": "0.2", "seed": "0", "rules": "minimax,emm,vote,heir"}
DRAWS = 2000  # of the small game
PUZZLE, BAIT = 16462, ("right", "down", "left", "left", "up")
PUZZLE_DEEP = 5


def traced(rule: str, depth: int, edits: str = "") -> Mapping[str, Any]:
    """The small game as the view Tree shows it."""
    trace: Mapping[str, Any] = json.loads(trace_tree({**GAME, "rule": rule, "depth": str(depth), "edits": edits}))
    return trace


def small_game() -> Fields:
    """The evaluations and the truth at every node, and what each depth chooses."""
    deep = traced("minimax", DEEP)
    tree, (emm,) = deep["tree"], traced("emm", DEEP)["runs"]
    return {
        "setting": GAME,
        "mover": tree["mover"],
        "first": tree["first"],
        "static": tree["static"],
        "truth": tree["truth"],
        "right": tree["right"],
        "shallow": {"depth": SHALLOW, "moves": traced("minimax", SHALLOW)["runs"][0]["moves"]},
        "deep": {"depth": DEEP, "moves": deep["runs"][0]["moves"]},
        "emm": {
            "moves": emm["moves"],
            "searched": {event[1]: event[2:4] for event in emm["events"] if event[0] == AGGREGATE},
            "worth": {event[1]: event[2:4] for event in emm["events"] if event[0] == DONE},
            "own": [event[1] for event in emm["events"] if event[0] == DONE and event[5]],
        },
    }


def what_if(game: Mapping[str, Any]) -> list[Fields]:
    """Minimax with every choice of guesses turned around: bit k of an entry's place is the k-th leaf."""
    leaves = [node for node, start in enumerate(game["first"][:-1]) if start == game["first"][node + 1]]
    entries = []
    for bits in range(2 ** len(leaves)):
        turned = [node for k, node in enumerate(leaves) if bits >> k & 1]
        (run,) = traced("minimax", DEEP, ",".join(f"{node}:{-game['static'][node]}" for node in turned))["runs"]
        worth = {event[1]: event[2] for event in run["events"] if event[0] == DONE}
        entries.append({"moves": run["moves"], "worth": "".join("+" if worth[n] > 0 else "-" for n in sorted(worth))})
    return entries


def typical() -> dict[str, int]:
    """Among the first draws: how often depth 1 surely chooses right, and what depth 3 then chooses."""
    draw = preset_named("board-splitting").draw
    assert draw
    values = preset_named("board-splitting").values({"height": int(GAME["height"]), "error": float(GAME["error"])})
    counts: Counter[str] = Counter(draws=DRAWS)
    for seed in range(DRAWS):
        tree: Tree = draw(values, 0, seed)(seed, seed + 1)
        right = {depth: float(p[0]) for depth, p in p_opt_by_depth(tree, "minimax", (SHALLOW, DEEP)).items()}
        if right[SHALLOW] == 1.0:
            counts["shallow"] += 1
            counts[{1.0: "stays", 0.5: "ties", 0.0: "spoils"}[right[DEEP]]] += 1
    return dict(counts)


def curves() -> Fields:
    """A thousand games, as the view Depth curve shows them."""
    for result in curve(CURVE):
        if result and result["n"] == GAMES:
            return {"setting": CURVE, **{name: result[name] for name in ("n", "rules", "coin", "end", "ceiling")}}
    raise AssertionError("the curve ended too soon")


def puzzle() -> Fields:
    """A position of the 8-puzzle that depth 5 spoils, and how often that happens over all positions."""
    game = SlidingPuzzle()
    guess, start = manhattan(game), game.random_start(PUZZLE)
    whole = preset_named("8-puzzle").whole
    assert whole
    space = whole({}, lambda stage, share: None).space
    tree = space.seen_by(guess)
    errors = errors_by_depth(tree, RULES["minimin"], (SHALLOW, PUZZLE_DEEP), len(tree), lambda stage, share: None)
    there = tree.first[1:] > tree.first[:-1]
    gain = errors[SHALLOW][there].astype(float) - errors[PUZZLE_DEEP][there]

    def shown(state: tuple[int, ...]) -> Fields:
        # Values are to Max, and this player is Min: less is better.
        return {"tiles": state, "guess": abs(float(guess(state))), "truth": abs(float(tree.truth[space.node(state)]))}

    states = [start]
    for move in BAIT:
        states.append(game.play(states[-1], move))
    return {
        "number": PUZZLE,
        "start": {**shown(start), "moves": {move: shown(game.play(start, move)) for move in game.moves(start)}},
        "choices": {
            depth: decide(game, start, rule="minimin", depth=depth, evaluate=guess).moves
            for depth in (SHALLOW, PUZZLE_DEEP)
        },
        "bait": {"moves": BAIT, "boards": [shown(state) for state in states[1:]]},
        "lines": decide(game, start, rule="minimin", depth=PUZZLE_DEEP, evaluate=guess).nodes.frontier,
        "home": game.goal,
        "positions": int(there.sum()),
        "better": float((gain > 0).mean()),
        "worse": float((gain < 0).mean()),
        "equal": float((gain == 0).mean()),
    }


def story() -> Fields:
    """All numbers of the story."""
    game, looks = small_game(), styles()
    names = ("minimax", "emm", "vote")
    return {
        "looks": {name: looks[name] for name in names},
        "game": game,
        "what_if": what_if(game),
        "typical": typical(),
        "curves": curves(),
        "puzzle": puzzle(),
    }
