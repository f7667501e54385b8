"""A tree, and what searches did to it: what workers do for the view Tree."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.json_text import to_json
from overthink.lab.request import choice, number
from overthink.lab.workers.examples import examples
from overthink.lab.workers.pictures import offers, pictured
from overthink.lab.workers.pseudo_code import lines_of
from overthink.lab.workers.trace_bounds import NAIVE, TEMPLATES, trace_bounds
from overthink.lab.workers.trace_rules import trace_rule
from overthink.measure.decision_error import mark_right
from overthink.rules import RULES
from overthink.search import SEARCHES


def known() -> str:
    """What can be chosen: rules, the searches that fit them, examples."""
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
        "summary": "a node is worth its best child, or the mean of chance's outcomes",
        "source": "[Atzmon2018] eq. 1",
        "searches": list(TEMPLATES),
        "goal": 0,
    }
    worked = [{"name": name, "title": one.title, "setting": one.setting} for name, one in examples().items()]
    sources = [offer.form() for offer in offers().values()]
    return to_json({"rules": [*rules, expectation], "examples": worked, "sources": sources})


def looked(given: dict[str, str]) -> str:
    """The tree that is asked for, and what the searches that are asked for did to it."""

    found = pictured(given)
    tree = found.tree
    right = np.zeros(int(tree.first[1]), np.bool_)
    if not np.isnan(tree.truth[tree.children(0)]).any():
        mark_right.interpreted(tree.first, tree.child, tree.mover, tree.truth, tree.edge, 1, right)
    runs = [_run(found, given, "")]
    if choice(given, "two", ("0", "1"), "0") == "1":
        runs.append(_run(found, given, "2"))
    picture = {
        "first": tree.first.tolist(),
        "mover": tree.mover.tolist(),
        "edge": tree.edge.tolist() if tree.edge.any() else [],
        **{name: getattr(tree, name).tolist() for name in ("utility", "static", "error", "truth")},
        "levels": tree.levels.tolist(),
        "names": found.names,
        "moves": found.moves,
        "right": np.flatnonzero(right).tolist(),
        "says": found.says,
        "low": found.low,
        "high": found.high,
    }
    return to_json({"tree": picture, "runs": runs})


def _run(found: Any, given: dict[str, str], which: str) -> dict[str, Any]:

    rule = choice(given, f"rule{which}", [*RULES, "expectation"], "emm")
    chance = bool((found.tree.mover == 0).any())
    if rule == "expectation":
        search = choice(given, f"search{which}", TEMPLATES, "full-width")
        epsilon = number(given, f"epsilon{which}", 0.0, 1e6, 1.0)
        ended = found.tree.first[1:] == found.tree.first[:-1]
        if search == NAIVE and (chance or (found.tree.utility != found.tree.utility)[ended].any()):
            raise OverthinkError("The naive rule looks to the end of games without chance; choose such a tree.")
        trace = trace_bounds(found.tree, search, found.low, found.high, found.depth, epsilon)
    else:
        if chance:
            raise OverthinkError("Chance moves in this tree; choose the rule 'expectation'.")
        search = choice(given, f"search{which}", SEARCHES, "full-width")
        inner = found.tree.first[1:] > found.tree.first[:-1]
        if RULES[rule].reads_inside and (found.tree.static != found.tree.static)[inner].any():
            raise OverthinkError(
                f"The rule '{rule}' asks for an evaluation of every node, and this tree has them at its leaves only; "
                "choose minimax, or another tree."
            )
        trace = trace_rule(found.tree, rule, search, found.depth)
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
