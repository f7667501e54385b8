"""The costs of moves: every public search counts what one player pays, as a Dijkstra of this file does, or refuses it
in one sentence."""

from __future__ import annotations

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

LOW, HIGH, LIMIT = -100.0, 100.0, ot.Limit(nodes=10**6)
PLIES = 7  # no way through an acyclic graph is longer
END_OF_ALL = ot.Limit(depth=PLIES)


class Walk:
    """One player walks through a random graph; the last positions are ends. Costs are sixteenths, so that they add up
    without rounding."""

    def __init__(self, number: int, mover: int, loops: bool = False):
        random, self.me = Random(number), mover
        self.ways: dict[int, dict[str, tuple[int, float]]] = {}
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
    queue, known = [(-game.me * worth, state) for state, worth in game.worth.items()], dict[int, float]()
    heapq.heapify(queue)
    while queue:
        loss, state = heapq.heappop(queue)
        if state not in known:
            known[state] = loss
            for before, ways in game.ways.items():
                for after, cost in ways.values():
                    if after == state:
                        heapq.heappush(queue, (loss + cost, before))
    return {state: -game.me * known.get(state, math.inf) for state in [*game.ways, *game.worth]}


def of_moves(game: Graph, known: dict[int, float]) -> list[float]:
    """What each first move is worth to the player."""
    return [game.me * known[after] - cost for after, cost in game.ways[0].values()]


def decided(decision: ot.Decision) -> Any:
    return decision.value, [option.value for option in decision.options], set(decision.moves)


def proven(bounds: ot.Bounds, me: int, every: bool) -> Any:
    assert bounds.low == bounds.high and not bounds.opinions
    return bounds.low, [me * option.low for option in bounds.options] if every else None, set(bounds.moves)


def swept(tree: ot.Tree, me: int) -> Any:
    rule = RULES["maximax" if me > 0 else "minimin"]
    scores = ot.move_scores(tree, rule, (PLIES,))[PLIES].tolist()
    return float(ot.back_up(tree, rule, PLIES)[0][0]), scores, None


END: dict[str, Any] = {"low": LOW, "high": HIGH}
SEARCHES: dict[str, Callable[[Any, ot.Tree, int], Any]] = {
    "decide": lambda game, tree, me: decided(ot.decide(game, depth=PLIES)),
    "decide, tree": lambda game, tree, me: decided(ot.decide(tree, depth=PLIES)),
    "deepen": lambda game, tree, me: decided(ot.deepen(game, limit=END_OF_ALL, evaluate=nothing)),
    "deepen, tree": lambda game, tree, me: decided(ot.deepen(tree.opinion(0.0), limit=END_OF_ALL)),
    "move_values": lambda game, tree, me: (None, list(ot.move_values(game).values()), None),
    "solve": lambda game, tree, me: (float(ot.solve(tree)[0]), None, None),
    "solved": lambda game, tree, me: (float(ot.solved(tree).truth[0]), None, set(right(game, ot.solved(tree)))),
    "back_up, move_scores": lambda game, tree, me: swept(tree, me),
    "explain": lambda game, tree, me: (ot.explain(tree, swept_by(me), PLIES)[0].value, None, None),
    "expectimax": lambda game, tree, me: proven(ot.expectimax(game), me, True),
    "expectimax, tree": lambda game, tree, me: proven(ot.expectimax(tree), me, True),
    "star1": lambda game, tree, me: proven(ot.expectimax(game, search="star1", **END), me, False),
    "star2": lambda game, tree, me: proven(ot.expectimax(tree, search="star2", **END), me, False),
    "bounded": lambda game, tree, me: proven(ot.bounded(game, epsilon=0, table=True, **END), me, False),
    "bounded, order": lambda game, tree, me: proven(ot.bounded(tree, epsilon=0, window="none", **END), me, True),
    "anytime": lambda game, tree, me: proven(ot.anytime(game, limit=LIMIT, **END), me, False),
    "anytime, tree": lambda game, tree, me: proven(ot.anytime(tree, limit=LIMIT, **END), me, False),
    "naive_epsilon": lambda game, tree, me: (ot.naive_epsilon(game, epsilon=0).value, None, None),
    "naive_epsilon, tree": lambda game, tree, me: (ot.naive_epsilon(tree, epsilon=0).value, None, None),
}
# What takes a tree or a game and searches nothing, or asks one of the above.
OTHERS = {
    "accuracy", "branching_factor", "calibrate", "clustering_factor", "cop_distance", "critical_opinions", "features",
    "grow", "line_difference", "mobility_difference", "natural", "p_err", "p_opt", "pathology", "pawn_difference",
    "picture", "place_difference", "right_moves", "store_difference", "truth", "win_probability",
}  # fmt: skip
ELSEWHERE = {"diagnose", "play_pairs", "state_space", "survey"}  # tested below


def nothing(state: Any) -> float:
    return 0.0


def swept_by(me: int) -> str:
    return "maximax" if me > 0 else "minimin"


def right(game: Graph, tree: ot.Tree) -> list[str]:
    return [move for move, good in zip(game.moves(0), ot.right_moves(tree)) if good]


def test_no_search_is_left_out() -> None:
    public = {name: getattr(ot, name) for name in ot.__all__}
    first = {name: next(iter(signature(each).parameters), "") for name, each in public.items() if isfunction(each)}
    takes = {name for name in first if first[name] in ("subject", "game", "tree", "space")}
    named = {name for search in SEARCHES for name in search.split(", ")}
    assert takes - named == OTHERS | ELSEWHERE


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_counts_what_one_player_pays(search: str) -> None:
    for number in range(12):
        for me in (1, -1):
            game = Graph(number, me)
            known = dijkstra(game)
            moves = of_moves(game, known)
            best = {move for move, worth in zip(game.moves(0), moves) if worth == max(moves)}
            value, values, chosen = SEARCHES[search](game, ot.grow(game, depth=PLIES), me)
            numbers = ", tree" in search or search == "star2" or search == "bounded, order"
            chosen = {game.moves(0)[i] for i in chosen} if chosen and numbers else chosen
            assert value in (None, known[0]), (number, me)
            assert values in (None, moves) and chosen in (None, best), (number, me)


@pytest.mark.parametrize("me", [1, -1])
def test_positions_may_repeat(me: int) -> None:
    for number in range(40):
        game = Graph(number, me, loops=True)
        known, space = dijkstra(game), ot.state_space(game)
        finite = [value for state, value in known.items() if math.isfinite(value) and state in space.states]
        lost = me * (min(me * value for value in finite) - 1.0) if finite else -me * 1.0
        truths = [known[state] if math.isfinite(known[state]) else lost for state in space.states]
        assert space.tree.truth.tolist() == truths
        assert list(ot.move_values(game).values()) == of_moves(game, known)
        decision = ot.decide(game, depth=3, evaluate=lambda state, known=known: max(min(known[state], HIGH), LOW))
        if math.isfinite(known[0]):
            assert decision.value == known[0]  # an evaluator that is right: a search changes nothing


def test_a_survey_counts_costs() -> None:
    for number in range(6):
        game = Graph(number, -1, loops=True)
        space, known = ot.state_space(game), dijkstra(game)
        if np.isfinite(list(known.values())).all():
            assert ot.survey(space, known.__getitem__, (1, 3), rule="minimin").mean_errors == {1: 0.0, 3: 0.0}
    with pytest.raises(ot.OverthinkError, match=r"the rule 'minimax' does not count costs. Use 'minimin'"):
        ot.survey(space, known.__getitem__)


@pytest.mark.parametrize("me", [1, -1])
def test_simulations_count_costs(me: int) -> None:
    """The same tree, bit by bit, as that of a game whose positions know what was paid; also from a tree."""
    for number in range(6):
        game, wallet = Graph(number, me), Wallet(number, me)
        how: dict[str, Any] = {"search": "uct", "simulations": 300, "seed": number}
        found = ot.decide(game, **how)
        assert found == ot.decide(wallet, **how)
        tree = ot.decide(ot.grow(game, depth=PLIES), **how)
        assert decided(tree)[:2] == decided(found)[:2]


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
        after = (
            (sum(p * self.mean(to) for to, p in self.outcomes((near,))), c) for near, c in self.ways[state].values()
        )
        return self.me * max(self.me * value - cost for value, cost in after)


@pytest.mark.parametrize("me", [1, -1])
def test_costs_count_beside_chance(me: int) -> None:
    for number in range(6):
        game = Dice(number, me)
        tree, value = ot.grow(game, depth=2 * PLIES), game.mean(0)
        found = [ot.expectimax(game), ot.expectimax(tree), ot.bounded(game, epsilon=0, **END)]
        found += [ot.expectimax(game, search="star2", **END), ot.bounded(tree, epsilon=0, table=True, **END)]
        assert [bounds.low for bounds in found] == pytest.approx([value] * 5)
        assert float(ot.state_space(game).tree.truth[0]) == pytest.approx(value)
        with pytest.raises(ot.OverthinkError, match=r"Use ot.expectimax"):
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
    others: dict[str, Callable[[Any, Any, int], Any]] = {
        "state_space": lambda game, tree, me: ot.state_space(game),
        "uct": lambda game, tree, me: ot.decide(game, search="uct", simulations=50),
    }
    for name, search in {**SEARCHES, **others}.items():
        for game in (Duel(1), Duel(3)) if name not in ("explain", "back_up, move_scores") else ():
            with pytest.raises(ot.OverthinkError, match=r"two players make them|for one player, and this game has two"):
                search(game, ot.grow(game, depth=PLIES), 1)


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if not rule.goal])
def test_a_rule_that_does_not_count_costs_is_refused(rule: str) -> None:
    game = Graph(2, -1)
    tree = ot.grow(game, depth=2, evaluate=lambda state: (0.5, 0.1))
    opinion: dict[str, Any] = {"rule": rule, "evaluate": lambda state: (0.5, 0.1)}
    asked: list[Callable[[], Any]] = [
        lambda: ot.decide(game, depth=2, **opinion),
        lambda: ot.decide(tree, rule=rule, depth=2),
        lambda: ot.deepen(game, limit=ot.Limit(depth=2), **opinion),
        lambda: ot.back_up(tree, rule, 2),
        lambda: ot.move_scores(tree, rule, (2,)),
        lambda: ot.explain(tree, rule, 2),
    ]
    for ask in asked + ([] if rule == "mean" else [lambda: ot.decide(game, search="uct", simulations=50, **opinion)]):
        with pytest.raises(ot.OverthinkError, match=r"does not count costs|true values|sums whole searches"):
            ask()


def test_the_rule_and_the_search_fit_the_player() -> None:
    with pytest.raises(ot.OverthinkError, match="solver=True keeps who wins, and here one player pays"):
        ot.decide(Graph(1, 1), search="uct", simulations=50, solver=True)
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
