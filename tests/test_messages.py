"""A message has a shape of its own: a rule that passes up four numbers, of which the first is not its value, and that
reads the evaluation of a node before its children and of each child beside its message. Every way to search it is
compared with plain recursion."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.bind import kernel
from overthink.core.tree import Tree
from overthink.lab.workers.trace import DONE, LEAF, trace_rule
from overthink.rules import RULES
from overthink.search import SEARCHES, look
from overthink.search.look import ENDLESS_NODES, look_at
from overthink.search.subjects.tree import of_tree
from overthink.search.sweep import back_up, back_up_messages, move_scores
from overthink.whole_games.survey import errors_by_depth
from tests.sketches import Sketch, sketches, tree_of
from tests.test_sweeps import spaces

pytestmark = pytest.mark.usefixtures("compiled_sweeps")

# --- the rule: a mean over all that was seen below, how much that was, and the worst and best of it -------------------


@kernel
def start(static, static_error):
    """Weight and total so far, begun by the node's own evaluation; the best of the children's worst and best."""
    trust = 1.0 - static_error
    return trust, trust * static, -math.inf, -math.inf


@kernel
def add(node, message, edge, truth, static, static_error):
    weight, total, worst, best = node
    seen, mean, low, high = message
    trust = 0.25 * (1.0 - static_error)
    return weight + seen + trust, total + seen * mean + trust * static, max(worst, low), max(best, high)


@kernel
def aggregate(node):
    weight, total, worst, best = node
    return weight, total / weight, worst, best


@kernel
def settle(message, static, static_error, remaining):
    weight, mean, low, high = message
    return weight, mean + (static - mean) / (8.0 * (remaining + 1)), min(low, static), max(high, static)


@kernel
def frontier(static, static_error):
    return 1.0 - 0.5 * static_error, static, static - static_error, static + static_error


@kernel
def terminal(utility, remaining):
    return 2.0 + remaining, utility, utility, utility


@kernel
def turned(message):
    return message[0], -message[1], -message[3], -message[2]


@kernel
def mean_of(message):
    return message[1]


@kernel
def score(message, edge):
    return message[1] + 0.125 * message[2] - 0.0625 * edge


BELIEF = ot.Rule(
    "belief",
    "the mean of all below, its weight, its worst and its best",
    "tests",
    *(start, add, aggregate, settle, frontier, terminal, score),
    turned=turned,
    value=mean_of,
    message=("weight", "mean", "low", "high"),
)
BARE = replace(BELIEF, name="bare", settle=RULES["minimax"].settle)
PAIR = [BELIEF, BARE]


# --- the same by plain recursion over columns -----------------------------------------------------------------------


def oracle(tree: Tree, n: int, depth: int, settles: bool, whole: int | None = None) -> tuple[float, ...]:
    """The message of a node, to its mover. The root of a tree has `whole` as its number: it may have no opinion."""
    me = int(tree.mover[n])
    if not math.isnan(tree.utility[n]):
        worth = me * tree.utility[n]
        return 2.0 + depth, worth, worth, worth
    own = me * float(tree.static[n])
    wrong = float(tree.error[n])
    kids = range(tree.first[n], tree.first[n + 1])
    if depth == 0 or not kids:
        return 1.0 - 0.5 * wrong, own, own - wrong, own + wrong
    weights, parts, worst, best = [1.0 - wrong], [(1.0 - wrong) * own], [], []
    for e in kids:
        c = int(tree.child[e])
        seen, mean, low, high = seen_from(me, tree, c, depth - 1, settles)
        over = not math.isnan(tree.utility[c])
        trust = 0.25 if over else 0.25 * (1.0 - float(tree.error[c]))
        weights += [seen, trust]
        parts += [seen * mean, trust * me * float(tree.utility[c] if over else tree.static[c])]
        worst.append(low)
        best.append(high)
    weight = math.fsum(weights)
    mean = math.fsum(parts) / math.fsum(weights)
    if not settles:
        return weight, mean, max(worst), max(best)
    return weight, mean + (own - mean) / (8.0 * (depth + 1)), min(max(worst), own), max(max(best), own)


def seen_from(me: int, tree: Tree, n: int, depth: int, settles: bool) -> tuple[float, float, float, float]:
    weight, mean, low, high = oracle(tree, n, depth, settles)
    return (weight, mean, low, high) if tree.mover[n] == me else (weight, -mean, -high, -low)


def scores(tree: Tree, n: int, depth: int, settles: bool) -> list[float]:
    found = []
    for e in range(tree.first[n], tree.first[n + 1]):
        _, mean, low, _ = seen_from(int(tree.mover[n]), tree, int(tree.child[e]), depth - 1, settles)
        found.append(mean + 0.125 * low - 0.0625 * float(tree.edge[e]))
    return found


SKETCHES = sketches(turns=None, errors=("one", "eighths", "unsure"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", PAIR, ids=lambda rule: rule.name)
@given(root=SKETCHES, depth=st.integers(1, 4))
def test_sweeps_over_trees(rule: ot.Rule, root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    settles = rule is BELIEF
    messages = back_up_messages(tree, rule, depth).reshape(-1, 4)
    weight, mean, low, high = oracle(tree, 0, depth, settles)
    to_max = (weight, mean, low, high) if root.mover > 0 else (weight, -mean, -high, -low)
    assert messages[0] == pytest.approx(to_max)
    values, errors = back_up(tree, rule, depth)
    assert values[0] == messages[0, 1] and not errors.any()
    assert move_scores(tree, rule, [depth])[depth] == pytest.approx(scores(tree, 0, depth, settles))


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", PAIR, ids=lambda rule: rule.name)
@given(space=spaces(), depth=st.integers(1, 3))
@settings(max_examples=40)
def test_sweeps_over_state_spaces(rule: ot.Rule, space: Tree, depth: int) -> None:
    settles = rule is BELIEF
    values, _ = back_up(space, rule, depth)
    expected = [space.mover[n] * oracle(space, n, depth, settles)[1] for n in range(len(space))]
    assert values == pytest.approx(expected)
    found = move_scores(space, rule, [depth])[depth]
    assert found == pytest.approx([each for n in range(len(space)) for each in scores(space, n, depth, settles)])
    wrong = errors_by_depth(space, rule, [depth], len(space), lambda stage, share: None)[depth]
    assert np.isnan(wrong).tolist() == (np.diff(space.first) == 0).tolist()


def check(decision: ot.Decision, tree: Tree, depth: int, settles: bool) -> None:
    me = int(tree.mover[0])
    expected = scores(tree, 0, depth, settles)
    assert [option.score for option in decision.options] == pytest.approx(expected)
    kids = [seen_from(me, tree, int(c), depth - 1, settles) for c in tree.children(0)]
    assert [option.value for option in decision.options] == pytest.approx([mean for _, mean, _, _ in kids])
    assert decision.value == pytest.approx(me * oracle(tree, 0, depth, settles)[1])
    assert decision.error == 0.0 and all(option.error == 0.0 for option in decision.options)
    best = max(expected)
    moves = [option.move for option in decision.options]
    assert {moves.index(move) for move in decision.moves} >= {i for i, each in enumerate(expected) if each == best}
    assert all(expected[moves.index(move)] == pytest.approx(best) for move in decision.moves)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", PAIR, ids=lambda rule: rule.name)
@given(root=SKETCHES, depth=st.integers(1, 4))
def test_decide_on_trees_interpreted_and_compiled(rule: ot.Rule, root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    check(ot.decide(tree, rule=rule, depth=depth), tree, depth, rule is BELIEF)
    position = replace(of_tree(tree, 0, rule, depth), compiled=True)
    decision, _ = look_at(position, rule, SEARCHES["full-width"], depth, True, ENDLESS_NODES)
    check(decision, tree, depth, rule is BELIEF)


class Plain:
    """Kalah as any Python game, which is searched interpreted."""

    def __init__(self, game: ot.Kalah):
        self.initial, self.mover, self.moves = game.initial, game.mover, game.moves
        self.play, self.utility = game.play, game.utility


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", PAIR, ids=lambda rule: rule.name)
def test_decide_in_games(rule: ot.Rule, monkeypatch: pytest.MonkeyPatch, compiled: None) -> None:
    game = ot.Kalah.real(3, 2)
    judge = ot.store_difference(game)
    tree = ot.grow(game, game.initial(), depth=5, evaluate=judge, error=0.125)
    check(ot.decide(game, rule=rule, depth=4, evaluate=judge, error=0.125), tree, 4, rule is BELIEF)
    check(ot.decide(Plain(game), rule=rule, depth=4, evaluate=judge, error=0.125), tree, 4, rule is BELIEF)
    monkeypatch.setattr(look, "CUT_NODES", 1)
    with ot.jobs(2):
        check(ot.decide(game, rule=rule, depth=5, evaluate=judge, error=0.125), tree, 5, rule is BELIEF)
    if not rule.settles:
        return  # one of them in a match is enough
    players = ot.Player(rule, 2, judge, 0.125), ot.Player("minimax", 1, judge)
    first, second = ot.play_pairs(game, [game.initial()], *players)
    again = ot.play_pairs(Plain(game), [game.initial()], *players)
    assert ([*first], [*second]) == ([*again[0]], [*again[1]])


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", PAIR, ids=lambda rule: rule.name)
@given(root=SKETCHES, depth=st.integers(1, 3))
@settings(max_examples=30)
def test_explain_and_trace(rule: ot.Rule, root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    seen = {each.node: each.value for each in ot.explain(tree, rule, depth)}
    trace = trace_rule(tree, rule, "full-width", depth)
    assert {event[1]: event[2] for event in trace.events if event[0] in (LEAF, DONE)} == pytest.approx(seen)
    assert seen[0] == pytest.approx(root.mover * oracle(tree, 0, depth, rule is BELIEF)[1])


# --- what is refused ------------------------------------------------------------------------------------------------


@kernel
def lonely(node):
    return node


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"message": ()}, "1 to 8 numbers"),
        ({"message": ("a", "a")}, "a name of its own"),
        ({"frontier": RULES["minimax"].frontier}, "give frontier= and terminal="),
        ({"add": lonely}, "'add' of the rule 'belief' takes one of 2, 3, 4, 6 arguments"),
    ],
)
def test_what_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ot.OverthinkError, match=message):
        replace(BELIEF, **change)


def test_what_follows_from_a_rule_s_functions() -> None:
    assert BELIEF.reads_inside and BELIEF.reads_at_start and BELIEF.reads_children and BELIEF.settles
    assert BARE.reads_inside and not BARE.settles
    minimax = RULES["minimax"]
    assert not (minimax.reads_inside or minimax.reads_at_start or minimax.reads_children or minimax.settles)


@kernel
def far_off(message, static, static_error, remaining):
    return (message[0] + 100.0 * static,)


def test_a_rule_that_sums_depths_settles_in_no_search() -> None:
    rule = replace(RULES["vote"], name="odd", settle=far_off)
    tree = Tree.literal([[[1.0, -3.0], [2.0, 5.0]], [[0.5, 4.0], [-1.0, 0.25]]], static=0.5)
    scores = [option.score for option in ot.decide(tree, rule=rule, depth=3).options]
    assert scores == move_scores(tree, rule, [3])[3].tolist() == move_scores(tree, "vote", [3])[3].tolist()
