"""What a rule thought at every node: its type, the search's verdict, and whether the static value replaced it.

Type A: every move wins; D: every move loses; B/C: some do. [Zuckerman2018] section 3. Where the static evaluation is
surer than the search, the node is locally pathological: looking further ahead made its value less reliable.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overthink.core.checked import parse_depth
from overthink.core.errors import require
from overthink.core.plain import Fields, Result, Row, Tabular, plain
from overthink.core.tree import Tree, check_tree
from overthink.core.vocabulary import Message
from overthink.rules import rule_named
from overthink.rules.fold import add_child, begin, in_python, own_evaluation
from overthink.rules.rule import Rule
from overthink.search.subjects.bind import has_chance
from overthink.search.sweep import back_up_messages, check, columns, sweep


@dataclass(frozen=True)
class ExplainedNode(Result):
    """One node as a rule saw it. Values are to Max."""

    node: int
    ply: int
    kind: str  # "A", "B/C", "D"; "frontier" or "terminal" where the search stopped
    value: float
    error: float
    searched_value: float  # before the static evaluation was asked; the same where the search stopped
    searched_error: float
    replaced: bool  # the static evaluation took the search's place: local pathology


class Insight(tuple[ExplainedNode, ...], Tabular):
    """Every node of a search as a rule saw it, in breadth-first order."""

    def rows(self) -> list[Row]:
        """A row for each node."""
        return [plain(node) for node in self]

    def as_dict(self) -> Fields:
        """The rows, as the nodes of one dictionary."""
        return {"nodes": self.rows()}

    def __repr__(self) -> str:
        return f"<Insight: {len(self):,} nodes, {sum(node.replaced for node in self):,} of them replaced>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import table

        count = sum(node.replaced for node in self)
        local = f"{count} of them locally pathological: the static evaluation replaced the search"
        return table(
            self.rows(), f"{len(self):,} nodes" + (f", {local}" if count else ""), bold=lambda r: r["replaced"]
        )


def explain(tree: Tree, rule: str | Rule, depth: int, root: int = 0) -> Insight:
    """Every node that a search to this depth sees from one root, in breadth-first order.

    Args:
        tree: With evaluations.
        rule: Its name, or an `ot.Rule`.
        depth: Plies to look ahead.
        root: Its number.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> [(node.node, node.kind, node.replaced) for node in ot.explain(tree, "emm", depth=2)[:3]]
    [(0, 'B/C', False), (1, 'D', True), (2, 'B/C', False)]
    """
    rule = rule_named(rule)
    check_tree(tree)
    require(
        not rule.sums_depths,
        f"The rule '{rule.name}' sums whole searches and keeps no value inside; explain 'minimax'.",
    )
    require(not has_chance(tree), "`explain` does not support games with chance. Use ot.bounded or ot.expectimax.")
    require(len(tree.levels), "In a state space a position has a value for every depth; explain a tree.")
    require(root in tree.roots, f"Node {root} is not a root of this tree.")
    check(tree, rule, parse_depth(depth))
    cells = columns(tree, rule)
    messages = back_up_messages(tree, rule, depth)
    words = rule.interpreted
    read = in_python(own_evaluation, sweep.names, rule)
    start = in_python(begin, sweep.names, rule)
    add = in_python(add_child, sweep.names, rule)

    def message_of(node: int, side: int) -> Message:
        message: Message = words["from_side"](words["load"](messages, np.uint64(node)), side > 0)
        return message

    nodes, row = [], [root]
    for ply in range(depth + 1):
        for n in row:
            me = rule.goal or int(tree.mover[n])
            children = tree.children(n)
            message = message_of(n, me)
            value = me * float(words["value"](message)) + 0.0
            error = rule.error(message)
            if ply == depth or not len(children):
                kind = "frontier" if tree.utility[n] != tree.utility[n] else "terminal"
                nodes.append(ExplainedNode(n, ply, kind, value, error, value, error, False))
                continue
            fold = start(cells, n, me)
            wins = 0
            for edge, child in enumerate(children.tolist(), int(tree.first[n])):
                below = message_of(child, me)
                wins += bool(words["value"](below) > 0)
                fold = add(fold, below, cells, n, edge, child, me)
            kind = "A" if wins == len(children) else "B/C" if wins else "D"
            searched = words["aggregate"](fold)
            own = read(cells, n, me)
            replaced = rule.replaces and message == words["frontier"](*own) and message != searched
            searched_value = me * float(words["value"](searched))
            nodes.append(ExplainedNode(n, ply, kind, value, error, searched_value, rule.error(searched), replaced))
        row = [int(c) for n in row for c in tree.children(n)]
    return Insight(nodes)
