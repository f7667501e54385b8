"""The computations of the view Tree: a tree, and the traces of one or two searches."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.json_text import Fields, to_json
from overthink.lab.request import choice, number
from overthink.lab.workers.examples import examples
from overthink.lab.workers.pictures import Picture, offers, read_picture
from overthink.lab.workers.pseudo_code import lines_of
from overthink.lab.workers.trace_bounds import NAIVE, TEMPLATES, trace_bounds
from overthink.lab.workers.trace_rules import trace_rule
from overthink.measure.decision_error import mark_right
from overthink.rules import RULES
from overthink.search import SEARCHES


def choices() -> str:
    """The rules, the searches that fit them, the examples and the games."""
    rules = [
        {
            "name": rule.name,
            "label": rule.label,
            "summary": rule.summary,
            "source": rule.source,
            "searches": [s.name for s in SEARCHES.values() if not s.rules or rule.name in s.rules],
            "goal": rule.goal,
        }
        for rule in RULES.values()
    ]
    expectation = {
        "name": "expectation",
        "label": "expectation",
        "summary": "the value of the best child, or the mean over the outcomes of chance",
        "source": "[Atzmon2018] eq. 1",
        "searches": list(TEMPLATES),
        "goal": 0,
    }
    shown = [{"name": name, "title": e.title, "setting": e.setting} for name, e in examples().items()]
    sources = [offer.form() for offer in offers().values()]
    return to_json({"rules": [*rules, expectation], "examples": shown, "sources": sources})


def trace_tree(given: dict[str, str]) -> str:
    """The tree that a request describes, and the traces of its searches."""
    picture = read_picture(given)
    tree = picture.tree
    right = np.zeros(int(tree.first[1]), np.bool_)
    if not np.isnan(tree.truth[tree.children(0)]).any():
        mark_right.interpreted(tree.first, tree.child, tree.mover, tree.truth, tree.edge, 1, right)
    runs = [_run(picture, given, "")]
    if choice(given, "two", ("0", "1"), "0") == "1":
        runs.append(_run(picture, given, "2"))
    columns = {
        "first": tree.first.tolist(),
        "mover": tree.mover.tolist(),
        "edge": tree.edge.tolist() if tree.edge.any() else [],
        **{name: getattr(tree, name).tolist() for name in ("utility", "static", "error", "truth")},
        "levels": tree.levels.tolist(),
        "names": picture.names,
        "moves": picture.moves,
        "boards": picture.boards,
        "right": np.flatnonzero(right).tolist(),
        "says": picture.says,
        "low": picture.low,
        "high": picture.high,
    }
    return to_json({"tree": columns, "runs": runs})


def _run(picture: Picture, given: dict[str, str], which: str) -> Fields:
    rule = choice(given, f"rule{which}", [*RULES, "expectation"], "emm")
    chance = bool((picture.tree.mover == 0).any())
    if rule == "expectation":
        search = choice(given, f"search{which}", TEMPLATES, "full-width")
        epsilon = number(given, f"epsilon{which}", 0.0, 1e6, 1.0)
        ended = picture.tree.first[1:] == picture.tree.first[:-1]
        if search == NAIVE and (chance or (picture.tree.utility != picture.tree.utility)[ended].any()):
            raise OverthinkError(
                "The naive rule needs a tree without chance that ends with the game. Choose another tree."
            )
        trace = trace_bounds(picture.tree, search, picture.low, picture.high, picture.depth, epsilon)
    else:
        if chance:
            raise OverthinkError("This tree has chance moves. Choose the rule 'expectation'.")
        search = choice(given, f"search{which}", SEARCHES, "full-width")
        inner = picture.tree.first[1:] > picture.tree.first[:-1]
        if RULES[rule].reads_inside and (picture.tree.static != picture.tree.static)[inner].any():
            raise OverthinkError(
                f"The rule '{rule}' needs an evaluation at every node, but this tree has them only at its leaves. "
                "Choose minimax, or another tree."
            )
        trace = trace_rule(picture.tree, rule, search, picture.depth)
    settles = rule in RULES and RULES[rule].settles
    binary = rule in RULES and RULES[rule].binary
    return {
        **asdict(trace),
        "rule": rule,
        "search": search,
        "code": lines_of(rule, search),
        "settles": settles,
        "binary": binary,
    }
