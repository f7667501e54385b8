"""Best-first against a slow oracle that computes everything from scratch, and what can be proven about it."""

import itertools
import math
import random
from dataclasses import fields, replace
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.search import best_first as module
from overthink.search.best_first import LEAF, OVER, SUREST, GrownTree, Growth, choose_leaf
from overthink.search.subjects.bind import subject_of
from overthink_papers.beyond.strong.positions import game_of, net_of, random_position

getcontext().prec = 60
WEIGHTS = (0.0, 154 / 1024, 1.0)  # a weight is kept in steps of 1/1024
RESULTS = {"no draws": (1.0, -1.0), "draws": (1.0, 0.0, -1.0)}


def random_game(seed, results=RESULTS["no draws"], depth=4, again=False):
    """A random tree: its players may move twice, and evaluations state random errors."""
    draw = random.Random(seed)

    def node(depth):
        if depth == 0 or (draw.random() < 0.15 and depth < 3):
            return draw.choice(results)
        kids = [node(depth - 1) for _ in range(draw.randint(1, 3))]
        turn = draw.random() < 0.5 if again else depth % 2
        return (ot.Max if turn else ot.Min)(*kids)

    top = ot.Max(*(node(depth - 1) for _ in range(3)))
    tree = ot.nested(top)
    static = np.array([draw.choice([1.0, -1.0]) for _ in range(len(tree))])
    return tree.opinion(static, np.array([draw.uniform(0.01, 0.5) for _ in range(len(tree))]))


def search_of(tree, weight, batch=1):
    position = subject_of(tree, None, ot.tempered(weight), 0, None, 0.0)
    return Growth(replace(position, compiled=False), lambda state: range(len(tree.children(int(state)))),
                  ot.tempered(weight), batch)  # fmt: skip


class Oracle:
    """The tree of a search, computed from scratch with 60 digits: each node as a distribution over results, by
    enumeration. Roots are no fractions, so 60 digits stand for exact. `flying`: rows that are being evaluated."""

    def __init__(self, tree, grown, weight, flying=()):
        self.tree, self.grown, self.flying = tree, grown, flying
        self.weight = Decimal(weight)
        self.node = {0: 0}  # rows to nodes
        self.above = {}  # rows to the row above
        for row in range(len(grown.first)):
            self.node.update(zip(grown.children(row), tree.children(self.node.get(row, 0))))
            self.above.update(dict.fromkeys(grown.children(row), row))

    def own(self, row):
        """p, to the player to move."""
        node = self.node[row]
        right = self.tree.static[node] * self.tree.mover[node] > 0
        error = Decimal(min(max(self.tree.error[node], SUREST), 1 - SUREST))
        return 1 - error if right else error

    def evaluated(self, row):
        return self.grown.visits[row] > 0 and row not in self.flying

    def unknown(self, row):
        """f, of the moves of a row that are not over."""
        p = self.own(row)
        odds = (p / (1 - p)) ** (1 - self.weight)
        return (1 / (1 + odds)) ** (Decimal(1) / self.moves(row))

    def moves(self, row):
        """How many moves of a row are unknown: those that are not over, once they are listed."""
        kids = self.grown.children(row)
        return sum(not self.over(kid) for kid in kids) or len(self.tree.children(self.node[row]))

    def over(self, row):
        return not len(self.tree.children(self.node[row]))

    def chances(self, row, changed=None):
        """The probabilities that Max wins, draws and loses. `changed`: a row and what its probability is raised by."""
        step = changed[1] if changed and changed[0] == row else Decimal(0)
        if self.over(row):
            worth = self.tree.utility[self.node[row]]
            return {result: Decimal(int(worth == result)) for result in (1, 0, -1)}
        if not self.evaluated(row):
            me = int(self.tree.mover[self.node[self.above[row]]])
            f = self.unknown(self.above[row]) + step
            return {me: 1 - f, 0: Decimal(0), -me: f}
        me, p = int(self.tree.mover[self.node[row]]), self.own(row)
        kids = self.grown.children(row)
        if not len(kids):  # as many unknown moves
            f = self.unknown(row)
            lost = f ** (self.moves(row) - 1) * (f + step)
            return self.weighed({me: 1 - lost, 0: Decimal(0), -me: lost}, me, p)
        below = [self.chances(kid, changed) for kid in kids]
        found = dict.fromkeys((1, 0, -1), Decimal(0))
        for results in itertools.product((1, 0, -1), repeat=len(kids)):
            best = me * max(me * result for result in results)
            found[best] += math.prod(each[result] for each, result in zip(below, results))
        return found if self.proven(row) else self.weighed(found, me, p)

    def weighed(self, found, me, p):
        """With the node's own evaluation."""
        pull = (p / (1 - p)) ** (self.weight / 2)
        found = {me: found[me] * pull, 0: found[0], -me: found[-me] / pull}
        return {result: found[result] / sum(found.values()) for result in found}

    def proven(self, row):
        low, high = self.bounds(row)
        return low == high

    def bounds(self, row):
        if self.over(row):
            return (self.tree.utility[self.node[row]],) * 2
        kids = self.grown.children(row)
        if not len(kids):
            return -1, 1
        below = [self.bounds(kid) for kid in kids]
        me = int(self.tree.mover[self.node[row]])
        pick = max if me > 0 else min
        return pick(low for low, _ in below), pick(high for _, high in below)

    def value(self, row, me, changed=None):
        chances = self.chances(row, changed)
        return chances[me] + chances[0] / 2

    def leaves(self, row):
        """The rows below that an evaluation may be spent on: without one, or with moves that are not listed."""
        kids = self.grown.children(row)
        if self.over(row) or row in self.flying or (len(kids) and self.proven(row)):
            return []
        return [leaf for kid in kids for leaf in self.leaves(kid)] if len(kids) else [row]

    def influence(self, row, leaf, me):
        """Of one evaluation at or just below a leaf, by the difference quotient."""
        f, step = self.unknown(leaf if self.evaluated(leaf) else self.above[leaf]), Decimal(10) ** -20
        change = self.value(row, me, (leaf, step)) - self.value(row, me, (leaf, -step))
        return abs(change) / (2 * step) * (f * (1 - f)).sqrt()

    def next(self, visits):
        """The rows to which the next evaluation may go, of equal influence, and the influence of each move."""
        moves = list(self.grown.children(0))
        ranked = sorted(moves, key=lambda row: (-round(self.value(row, 1), 40), row))
        open_moves = [row for row in ranked if self.leaves(row)]
        best_two = {ranked[0], *[row for row in open_moves if row != ranked[0]][:1]} & set(open_moves)
        each = {row: {leaf: self.influence(row, leaf, 1) for leaf in self.leaves(row)} for row in best_two}
        gain = {row: max(influences.values()) for row, influences in each.items()}
        fresh = [row for row in open_moves if visits[row] == 0]
        if fresh:
            return {min(fresh)}, gain
        per_visit = {row: gain[row] / Decimal(int(visits[row])).sqrt() for row in best_two}
        first = [row for row in best_two if alike(per_visit[row], max(per_visit.values()))]
        return {leaf for row in first for leaf, size in each[row].items() if alike(size, gain[row])}, gain


def alike(one, other):
    return abs(one - other) <= Decimal("1e-12") * other


@pytest.mark.exhaustive(but=["0-0.0", "0-0.150390625", "1-1.0"])
@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("seed", range(4))
def test_the_next_evaluation_is_that_of_an_oracle_that_tries_every_leaf(seed, weight):
    """Without draws influence is exact, and the oracle knows it from difference quotients over the whole tree."""
    tree = random_game(seed, depth=6)
    search = search_of(tree, weight)
    found = search.advance(1)
    for evaluations in range(2, 20):
        if found.stopped:
            break
        grown, path = found.tree, search.path[: search.length + 1].tolist()
        best, gain = Oracle(tree, grown, weight).next(grown.visits)
        for row, influence in gain.items():
            assert grown.influence[row] == pytest.approx(float(influence), rel=1e-12)
        assert path[-1] in best
        before = grown.visits.copy()
        found = search.advance(evaluations)
        assert np.flatnonzero(found.tree.visits[: len(before)] > before).tolist() == path


@pytest.mark.exhaustive(but=["0-0.0", "0-0.150390625", "1-1.0"])
@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("seed", range(4))
def test_a_batch_is_that_of_an_oracle_for_which_what_is_in_flight_is_known(seed, weight):
    tree = random_game(seed, depth=6)
    search = search_of(tree, weight, batch=3)
    bound, flying, asked = search._bound, [], []

    def watched(template, *arguments):
        run = bound(template, *arguments)

        def choose(*given):
            what, length, used, state = run(*given)
            if what == LEAF:
                flying[:] = flying if asked and asked[-1] == search.done else []
                asked.append(search.done)
                grown = GrownTree(*(search.nodes[each.name][:used] for each in fields(GrownTree)))
                best, _ = Oracle(tree, grown, weight, flying).next(grown.visits)
                leaf = int(search.path[length])
                assert leaf in best
                flying.append(leaf)
            return what, length, used, state

        return choose if template is choose_leaf else run

    search._bound = watched
    found = search.advance(13)
    assert found.stopped or sorted(set(asked)) == [1, 4, 7, 10]


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_values_are_those_of_all_results_enumerated(seed, again, weight):
    tree = random_game(seed, RESULTS["draws"], again=again)
    search = search_of(tree, weight)
    for evaluations in range(1, 30, 3):
        grown = search.advance(evaluations).tree
        oracle = Oracle(tree, grown, weight)
        for row in range(len(grown.first)):
            if grown.visits[row] or grown.width[row] == OVER:
                chances = oracle.chances(row)
                found = grown.won[row], grown.drawn[row], grown.lost[row]
                assert found == pytest.approx([float(chances[result]) for result in (1, 0, -1)], abs=1e-14)


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("p", [1e-5, 0.2, 0.5, 0.93, 1 - 1e-5])
@pytest.mark.parametrize("moves", [1, 2, 3, 7, 30])
def test_opening_a_node_changes_nothing(moves, p, weight):
    deeper = [[1.0, -1.0]] * moves
    tree = ot.Tree.literal(deeper, static=1.0 if p >= 0.5 else -1.0, error=min(p, 1 - p))
    grown = search_of(tree, weight).advance(1).tree
    assert list(grown.children(0)) == list(range(1, 1 + moves))
    assert grown.won[0] == pytest.approx(p, abs=1e-9)
    assert grown.lost[0] == pytest.approx(1 - p, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_with_even_moves_values_are_those_of_product_propagation(seed):
    tree = random_game(seed, depth=8)
    moves = np.array([len(tree.children(node)) for node in range(len(tree))])
    likely = 0.5 ** np.maximum(moves, 1)  # to lose
    tree = tree.opinion(np.where(tree.mover < 0, -1.0, 1.0), likely)
    search = search_of(tree, 0.0)

    def propagated(grown, row):
        """The probability that Max wins; a position that is not expanded is worth a half."""
        kids = grown.children(row)
        if not grown.visits[row]:
            return Fraction(1, 2)
        me = int(grown.turn[row])
        wins = [propagated(grown, kid) for kid in kids] or [Fraction(1, 2)] * int(grown.width[row])
        lost = math.prod(1 - each if me > 0 else each for each in wins)
        return 1 - lost if me > 0 else lost

    for evaluations in range(1, 16):
        grown = search.advance(evaluations).tree
        assert not (grown.width == OVER).any()
        assert grown.won[0] == pytest.approx(float(propagated(grown, 0)), rel=1e-14)


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("kind", RESULTS)
@pytest.mark.parametrize("seed", range(10))
def test_it_ends_with_the_exact_value_however_wrong_the_evaluator_is(seed, kind, weight):
    tree = random_game(seed, RESULTS[kind], again=seed % 2 == 1)
    wrong = tree.opinion(-tree.static, np.zeros(len(tree)))
    found = search_of(wrong, weight).advance(10_000)
    solved = ot.solved(tree).truth
    assert found.stopped
    best = {i for i, node in enumerate(tree.children(0)) if solved[node] == max(solved[tree.children(0)])}
    assert set(found.moves) <= best
    if found.stopped == "proven":
        assert found.value == solved[0]


def same(one, other):
    """Whether two results have the same decision and the same bits in their trees."""
    trees = vars(one.tree), vars(other.tree)
    return one == other and all(np.array_equal(trees[0][name], trees[1][name]) for name in trees[0])


GAME = ot.ConnectFour(4, 4)


@ot.kernel
def hopeful(context, state):
    """An evaluation from the bits of a position: the result of no search."""
    return ((state[0] * 40503 + state[1] * 30103) % 1009) / 505.0 - 1.0


EVALUATE = ot.KernelEvaluator(GAME, hopeful, probable=True)


def test_in_several_goes_it_is_the_same_search():
    whole = ot.best_first(GAME, evaluations=200, evaluate=EVALUATE)
    parts = ot.best_first(GAME, evaluations=1, evaluate=EVALUATE).more(2).more(57).more(140)
    assert same(whole, parts)
    assert whole.evaluations == 200
    with pytest.raises(OverthinkError, match="resumed already"):
        first = ot.best_first(GAME, evaluations=5, evaluate=EVALUATE)
        first.more(1)
        first.more(1)


class InPython:
    """The same game as ordinary Python; counts how often its evaluator is asked, and about what."""

    def __init__(self):
        self.asked = []
        self.batches = []

    mover = staticmethod(GAME.mover)
    moves = staticmethod(GAME.moves)
    play = staticmethod(GAME.play)
    utility = staticmethod(GAME.utility)
    initial = staticmethod(GAME.initial)

    def evaluate(self, state):
        self.asked.append(state)
        value = hopeful.interpreted(0, state)
        return value, 0.5 * (1.0 - abs(value))


class Many(InPython):
    def __call__(self, state):
        return self.evaluate(state)

    def many(self, states):
        self.batches.append(len(states))
        return np.array([self.evaluate(state) for state in states])


@pytest.mark.parametrize("rule", ["product", ot.tempered(0.15), "bayes"])
def test_compiled_interpreted_and_python_games_grow_the_same_tree(rule):
    game = InPython()
    plain = ot.best_first(game, evaluations=60, evaluate=game.evaluate, rule=rule)
    assert len(game.asked) == plain.evaluations
    compiled = ot.best_first(GAME, evaluations=60, evaluate=EVALUATE, rule=rule)
    assert same(plain, compiled)


def test_evaluations_are_asked_in_batches_and_a_batch_of_one_changes_nothing():
    one_by_one, one, eight = Many(), Many(), Many()
    plain = ot.best_first(one_by_one, evaluations=100, evaluate=one_by_one.evaluate)
    assert same(plain, ot.best_first(one, evaluations=100, evaluate=one, batch=1))
    found = ot.best_first(eight, evaluations=100, evaluate=eight)
    assert found.evaluations == 100
    assert max(eight.batches) == 8
    assert len(eight.batches) < 25
    assert found.tree.visits[0] == 100
    assert (found.tree.influence >= 0).all()


def test_a_compiled_search_in_batches_is_that_of_a_python_game():
    game = Many()
    assert same(
        ot.best_first(GAME, evaluations=100, evaluate=EVALUATE, batch=8),
        ot.best_first(game, evaluations=100, evaluate=game, batch=8),
    )


@pytest.mark.parametrize("rule", ["product", ot.tempered(0.15), "bayes"])
def test_where_everything_is_evaluated_values_are_those_of_full_width(rule):
    draw = random.Random(1)
    leaves = [[[draw.choice([1.0, -1.0]) for _ in range(3)] for _ in range(3)] for _ in range(3)]
    tree = ot.Tree.literal(leaves, static=[draw.choice([1.0, -1.0]) for _ in range(13)], error=0.1)
    wide = ot.decide(tree, rule=rule, depth=3)
    found = ot.best_first(tree, evaluations=100, rule=rule)
    assert found.evaluations == len(tree)
    assert found.moves == wide.moves
    for one, other in zip(found.options, wide.options):
        assert one.error == pytest.approx(other.error)
        assert np.sign(one.value) == other.value


@pytest.mark.exhaustive(but=["kalah"])
@pytest.mark.parametrize("setup", ["connect-four", "kalah"])
def test_a_game_with_a_net_is_searched_to_the_number_of_evaluations(setup):
    game = game_of(setup)
    state = random_position(setup, np.uint64(5))
    found = ot.best_first(game, state, evaluations=80, evaluate=net_of(setup, "weak", 1))
    assert found.evaluations == 80 or found.stopped
    assert found.tree.visits[0] == found.evaluations
    assert set(found.line[:1]) <= set(found.moves)
    assert sum(option.visits for option in found.options) == found.evaluations - 1


def test_it_stops_where_there_is_nothing_to_decide():
    tree = ot.nested(ot.Max(ot.Min(1, 1), ot.Min(-1, 1))).opinion(np.ones(7), np.full(7, 0.2))
    found = ot.best_first(tree, evaluations=50)
    assert found.stopped == "proven"
    assert found.value == 1
    assert found.next == ()
    assert "stopped: the value is proven" in str(found)
    alone = ot.nested(ot.Max(ot.Min(1, -1))).opinion(np.ones(4), np.full(4, 0.2))
    assert ot.best_first(alone, evaluations=50).stopped == "decided"
    assert ot.best_first(alone, evaluations=50).evaluations == 1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: ot.best_first(GAME, evaluations=0, evaluate=EVALUATE), "number of evaluations must be a whole number"),
        (lambda: ot.best_first(GAME, evaluations=9), "Give evaluate="),
        (lambda: ot.best_first(GAME, evaluations=9, evaluate=EVALUATE, batch=0), "batch must be a whole number"),
        (lambda: ot.best_first(GAME, evaluations=9, evaluate=EVALUATE, rule="emm"), "needs the rule 'product'"),
        (lambda: ot.best_first(GAME, evaluations=9, evaluate=ot.line_difference(GAME)), "ot.calibrate"),
        (lambda: ot.best_first(ot.Pig(target=20), evaluations=9, evaluate=lambda state: 0.0), "game with chance"),
        (lambda: ot.decide(GAME, search="uct", simulations=9, evaluations=9), "is for search='best-first'"),
        (lambda: ot.Player(search="best-first", evaluations=9, depth=3), "has no depth"),
        (lambda: ot.Player(search="best-first"), "needs a number of evaluations"),
        (lambda: ot.Player(evaluations=9), "is for search='best-first'"),
        (lambda: ot.Player("emm", search="best-first", evaluations=9), "needs the rule 'product'"),
        (lambda: ot.decide(GAME, search="best-first", evaluate=EVALUATE), "needs a number of evaluations"),
        (lambda: ot.decide(GAME, search="best-first", depth=3, evaluations=9, evaluate=EVALUATE), "has no depth"),
        (lambda: ot.decide(GAME, depth=3, evaluations=9, evaluate=EVALUATE), "is for search='best-first'"),
        (lambda: ot.best_first(GAME, evaluations=9, evaluate=EVALUATE).more(0), "number of evaluations must be"),
    ],
)  # fmt: skip
def test_what_cannot_be_searched_is_refused_in_a_sentence(call, sentence):
    with pytest.raises(OverthinkError, match=sentence):
        call()


def test_the_search_of_ot_decide_is_the_same():
    direct = ot.best_first(GAME, evaluations=30, evaluate=EVALUATE)
    assert same(direct, ot.decide(GAME, search="best-first", evaluations=30, evaluate=EVALUATE))


@pytest.mark.exhaustive
def test_a_player_in_a_match_decides_as_best_first_does():
    game = Many()
    python = ot.Player(search="best-first", evaluations=12, evaluate=game.evaluate)
    compiled = ot.Player(search="best-first", evaluations=12, evaluate=EVALUATE)
    wide, wide_python = (ot.Player(depth=2, evaluate=each) for each in (EVALUATE, game.evaluate))
    starts = [GAME.random_start(number, 4) for number in range(6)]
    points = ot.play_pairs(GAME, starts, compiled, wide)
    assert all(map(np.array_equal, points, ot.play_pairs(game, starts, python, wide_python)))
    swapped = ot.play_pairs(GAME, starts, wide, compiled)
    assert np.array_equal(swapped[0], 1 - points[1])
    start = GAME.random_start(0, 12)
    last = ot.Player(search="best-first", evaluations=10_000, evaluate=EVALUATE)
    value = GAME.mover(start) * ot.decide(GAME, start, depth=16).value
    assert ot.play_pairs(GAME, [start], last, last)[0][0] == 0.5 + 0.5 * value


def test_memory_that_is_not_there_is_refused_before_it_is_taken(monkeypatch):
    monkeypatch.setattr("overthink.search.monte_carlo.free_memory", lambda: 1 << 20)
    monkeypatch.setattr(module, "FIRST_ROWS", 64)
    with pytest.raises(OverthinkError, match="100,000 evaluations do not fit into memory"):
        ot.best_first(GAME, evaluations=100_000, evaluate=EVALUATE)


def test_a_tree_that_outgrows_its_first_rows_is_the_same(monkeypatch):
    whole = ot.best_first(GAME, evaluations=150, evaluate=EVALUATE)
    monkeypatch.setattr(module, "FIRST_ROWS", 64)
    monkeypatch.setattr(module, "PATH_NODES", 3)
    assert same(whole, ot.best_first(GAME, evaluations=150, evaluate=EVALUATE))
