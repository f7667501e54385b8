"""The costs of moves: every public search counts what one player pays, as a Dijkstra of this file does, or refuses it
in one sentence."""

import heapq
import math
from collections.abc import Callable
from inspect import isfunction, signature
from random import Random
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.rules import RULES

ENDS: dict[str, Any] = {"low": -100.0, "high": 100.0}
PLIES = 7  # no way through an acyclic graph is longer
WHOLE, NODES = ot.Limit(depth=PLIES), ot.Limit(nodes=10**6)


class Walk:
    """One player walks through a random graph; the last positions are ends. Costs are sixteenths, so that they add up
    without rounding."""

    def __init__(self, number: int, me: int, loops: bool = False):
        random = Random(number)
        self.me = me
        self.ways = dict[int, dict[str, tuple[int, float]]]()
        for state in range(PLIES):
            targets = range(0 if loops else state + 1, PLIES + 2)
            some = random.sample(targets, min(len(targets), random.randint(1, 3)))
            costs = [random.choice([0, 0, 1, 24, 160, random.randint(0, 99)]) / 16 for _ in some]
            self.ways[state] = {f"to {after}": (after, cost) for after, cost in zip(some, costs)}
        self.worth = {state: random.randint(-32, 32) / 16 for state in (PLIES, PLIES + 1)}

    def initial(self) -> Any:
        return 0

    def mover(self, state: Any) -> int:
        return self.me

    def moves(self, state: Any) -> list[str]:
        return list(self.ways.get(state, ()))

    def play(self, state: Any, move: str) -> Any:
        return self.ways[state][move][0]

    def utility(self, state: Any) -> float:
        return self.worth[state]


class Graph(Walk):
    """The player pays for moves."""

    def cost(self, state: int, move: str) -> float:
        return self.ways[state][move][1]


class Wallet(Walk):
    """Nothing costs: a position knows what was paid, and the end of the game is worth as much less."""

    def initial(self) -> Any:
        return 0, 0.0

    def moves(self, state: Any) -> list[str]:
        return super().moves(state[0])

    def play(self, state: Any, move: str) -> Any:
        after, cost = self.ways[state[0]][move]
        return after, state[1] + cost

    def utility(self, state: Any) -> float:
        return self.worth[state[0]] - self.me * state[1]


def dijkstra(game: Graph) -> dict[int, float]:
    """What each position is worth to Max by the cheapest way to an end; infinite without one."""
    queue = [(-game.me * worth, state) for state, worth in game.worth.items()]
    known = dict[int, float]()
    heapq.heapify(queue)
    while queue:
        loss, state = heapq.heappop(queue)
        if known.setdefault(state, loss) == loss:
            ways = [(before, *way) for before, each in game.ways.items() for way in each.values()]
            for before, cost in ((before, cost) for before, after, cost in ways if after == state):
                if before not in known:
                    heapq.heappush(queue, (loss + cost, before))
    return {state: -game.me * known.get(state, math.inf) for state in [*game.ways, *game.worth]}


def of_moves(game: Graph, known: dict[int, float]) -> list[float]:
    """What each first move is worth to the player."""
    return [game.me * known[after] - cost for after, cost in game.ways[0].values()]


# What a search says of a position: its value to Max, those of its moves to the player, the best moves; None: nothing.
def decided(decision: ot.Decision) -> Any:
    return decision.value, [option.value for option in decision.options], set(decision.moves)


def proven(bounds: ot.Bounds, me: int = 0) -> Any:
    assert bounds.low == bounds.high and not bounds.opinions
    return bounds.low, [me * option.low for option in bounds.options] if me else None, set(bounds.moves)


def swept(tree: ot.Tree, me: int) -> Any:
    rule = "maximax" if me > 0 else "minimin"
    value = float(ot.back_up(tree, rule, PLIES)[0][0])
    assert ot.explain(tree, rule, PLIES)[0].value == value
    return value, ot.move_scores(tree, rule, (PLIES,))[PLIES].tolist(), None


SEARCHES: dict[str, Callable[[Any, ot.Tree, int], Any]] = {
    "decide": lambda game, tree, me: decided(ot.decide(game, depth=PLIES)),
    "decide, tree": lambda game, tree, me: decided(ot.decide(tree, depth=PLIES)),
    "deepen": lambda game, tree, me: decided(ot.deepen(game, limit=WHOLE, evaluate=lambda state: 0.0)),
    "deepen, tree": lambda game, tree, me: decided(ot.deepen(tree.opinion(0.0), limit=WHOLE)),
    "move_values": lambda game, tree, me: (None, list(ot.move_values(game).values()), None),
    "solve, tree": lambda game, tree, me: (float(ot.solve(tree)[0]), None, None),
    "solved, tree": lambda game, tree, me: (None, None, {*np.flatnonzero(ot.right_moves(ot.solved(tree))).tolist()}),
    "back_up, move_scores, explain": lambda game, tree, me: swept(tree, me),
    "expectimax": lambda game, tree, me: proven(ot.expectimax(game), me),
    "expectimax, tree": lambda game, tree, me: proven(ot.expectimax(tree), me),
    "expectimax, star1": lambda game, tree, me: proven(ot.expectimax(game, search="star1", **ENDS)),
    "expectimax, star2, tree": lambda game, tree, me: proven(ot.expectimax(tree, search="star2", **ENDS)),
    "bounded": lambda game, tree, me: proven(ot.bounded(game, epsilon=0, table=True, **ENDS)),
    "bounded, tree": lambda game, tree, me: proven(ot.bounded(tree, epsilon=0, window="none", **ENDS), me),
    "anytime": lambda game, tree, me: proven(ot.anytime(game, limit=NODES, **ENDS)),
    "anytime, tree": lambda game, tree, me: proven(ot.anytime(tree, limit=NODES, **ENDS)),
    "naive_epsilon": lambda game, tree, me: (ot.naive_epsilon(game, epsilon=0).value, None, None),
    "naive_epsilon, tree": lambda game, tree, me: (ot.naive_epsilon(tree, epsilon=0).value, None, None),
    "state_space": lambda game, tree, me: (float(ot.state_space(game).tree.truth[0]), None, None),
}
# What takes a tree or a game and searches nothing, or asks one of the above; and what has a test of its own.
OTHERS = {
    "accuracy", "best_first", "branching_factor", "by_threshold", "calibrate", "check_evaluator", "check_search",
    "clustering_factor", "cop_distance",
    "critical_opinions", "diagnose", "features", "grow", "label", "line_difference", "mobility_difference",
    "natural", "p_err", "p_opt", "pathology", "pawn_difference", "picture", "place_difference", "play_pairs",
    "random_positions", "right_moves", "store_difference", "survey", "truth", "win_probability",
}  # fmt: skip


def test_no_search_is_left_out() -> None:
    public = {name: getattr(ot, name) for name in ot.__all__}
    first = {name: next(iter(signature(each).parameters), "") for name, each in public.items() if isfunction(each)}
    takes = {name for name in first if first[name] in ("subject", "game", "tree", "space")}
    assert takes - {name for search in SEARCHES for name in search.split(", ")} == OTHERS


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("me", [1, -1])
def test_every_search_counts_what_one_player_pays(search: str, me: int) -> None:
    for number in range(12):
        game = Graph(number, me)
        known = dijkstra(game)
        moves = of_moves(game, known)
        best = {i if "tree" in search else game.moves(0)[i] for i, worth in enumerate(moves) if worth == max(moves)}
        found = SEARCHES[search](game, ot.grow(game, depth=PLIES), me)
        assert [answer in (None, right) for answer, right in zip(found, (known[0], moves, best))] == [True] * 3, number


@pytest.mark.parametrize("me", [1, -1])
def test_positions_may_repeat(me: int) -> None:
    for number in range(40):
        game = Graph(number, me, loops=True)
        known = dijkstra(game)
        space = ot.state_space(game)
        finite = [value for state, value in known.items() if math.isfinite(value) and state in space.states]
        lost = me * (min(me * value for value in finite) - 1.0) if finite else -me * 1.0
        truths = [known[state] if math.isfinite(known[state]) else lost for state in space.states]
        assert space.tree.truth.tolist() == truths
        assert list(ot.move_values(game).values()) == of_moves(game, known)
        if np.isfinite(list(known.values())).all():  # an evaluator that is right: a search changes nothing
            assert ot.decide(game, depth=3, evaluate=known.__getitem__).value == known[0]
            errors = ot.survey(space, known.__getitem__, (1, 3), rule="maximax" if me > 0 else "minimin").mean_errors
            assert errors == {1: 0.0, 3: 0.0}
    with pytest.raises(ot.OverthinkError, match=r"the rule 'minimax' does not count costs. Use 'm"):
        ot.survey(space, known.__getitem__)


@pytest.mark.parametrize("me", [1, -1])
def test_simulations_count_costs(me: int) -> None:
    """The same tree, bit by bit, as that of a game whose positions know what was paid; also from a tree."""
    for number in range(6):
        how: dict[str, Any] = {"search": "uct", "simulations": 300, "seed": number}
        found = ot.decide(game := Graph(number, me), **how)
        assert found == ot.decide(Wallet(number, me), **how)
        assert decided(ot.decide(ot.grow(game, depth=PLIES), **how))[:2] == decided(found)[:2]
    with pytest.raises(ot.OverthinkError, match="solver=True keeps who wins, and here one player pays"):
        ot.decide(game, solver=True, **how)


class Dice(Graph):
    """After each move a coin may take the player on to the last position but one."""

    def mover(self, state: Any) -> int:
        return 0 if isinstance(state, tuple) else self.me

    def play(self, state: Any, move: Any) -> Any:
        return move if isinstance(state, tuple) else (super().play(state, move),)

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(state[0], 0.75), (PLIES, 0.25)] if state[0] < PLIES else [(state[0], 1.0)]

    def mean(self, state: Any) -> float:
        """What a position is worth to Max."""
        if state not in self.ways:
            return self.worth[state]
        means = [sum(p * self.mean(to) for to, p in self.outcomes((near,))) for near, _ in self.ways[state].values()]
        return self.me * max(self.me * mean - cost for mean, (_, cost) in zip(means, self.ways[state].values()))


@pytest.mark.parametrize("me", [1, -1])
def test_costs_count_beside_chance(me: int) -> None:
    for number in range(6):
        game = Dice(number, me)
        tree = ot.grow(game, depth=2 * PLIES)
        found = [ot.expectimax(game), ot.expectimax(tree), ot.bounded(game, epsilon=0, **ENDS)]
        found += [ot.expectimax(game, search="star2", **ENDS), ot.bounded(tree, epsilon=0, table=True, **ENDS)]
        values = [*(bounds.low for bounds in found), float(ot.state_space(game).tree.truth[0])]
        assert values == pytest.approx([game.mean(0)] * 6)
        with pytest.raises(ot.OverthinkError, match=r"Use ot\.expectimax"):
            ot.solve(tree)


class Duel(Graph):
    """Two players; the second comes in after some moves."""

    def __init__(self, second: int) -> None:
        super().__init__(0, -1)
        self.second = second
        self.ways = {n: {"on": (n + 1, 0.5), "far": (n + 2, n + 1.0)} for n in range(PLIES)}

    def mover(self, state: Any) -> int:
        return 1 if state == self.second else -1


def test_costs_that_two_players_pay_are_refused() -> None:
    player = ot.Player(evaluate=lambda state: 0.0)
    others: list[Callable[[Any, Any, int], Any]] = [
        lambda game, tree, me: ot.decide(game, search="uct", simulations=50),
        lambda game, tree, me: ot.play_pairs(game, [game.second - 1], player, player),
    ]
    for search in [search for name, search in SEARCHES.items() if "back_up" not in name] + others:
        for game in (Duel(1), Duel(3)):
            with pytest.raises(ot.OverthinkError, match=r"two players make them|for one player, and this game has two"):
                search(game, ot.grow(game, depth=PLIES), 1)


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if not rule.goal])
def test_a_rule_that_does_not_count_costs_is_refused(rule: str) -> None:
    game = Graph(2, -1)

    def opinion(state: Any) -> tuple[float, float]:
        return 0.5, 0.1

    tree = ot.grow(game, depth=2, evaluate=opinion)
    asked: list[Callable[[], Any]] = [
        lambda: ot.decide(game, depth=2, rule=rule, evaluate=opinion),
        lambda: ot.decide(tree, rule=rule, depth=2),
        lambda: ot.deepen(game, limit=ot.Limit(depth=2), rule=rule, evaluate=opinion),
        lambda: ot.back_up(tree, rule, 2),
        lambda: ot.move_scores(tree, rule, (2,)),
        lambda: ot.explain(tree, rule, 2),
        lambda: ot.decide(game, search="uct", simulations=50, rule=rule, evaluate=opinion),
    ]
    for ask in asked[: -1 if rule == "mean" else None]:
        with pytest.raises(ot.OverthinkError, match=r"does not count costs|true values|sums whole searches"):
            ask()


def test_the_rule_fits_the_player() -> None:
    with pytest.raises(ot.OverthinkError, match=r"does not suit one player who wants the largest gain. Use 'maximax'"):
        ot.decide(Graph(1, 1), rule="minimin", depth=2)


def test_a_compiled_game_with_costs_counts_them() -> None:
    """Kernels know no costs, so such a game runs as Python."""

    class Tolls(ot.RandomTree):
        def mover(self, state: Any) -> int:
            return -1

        def cost(self, state: Any, move: Any) -> float:
            return 4.0 - move

    game = Tolls(b=3, depth=2)
    assert ot.decide(game, depth=2).value == ot.expectimax(game).low == ot.solve(ot.grow(game, depth=2))[0]
