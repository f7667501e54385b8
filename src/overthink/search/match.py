"""Whole games between two players, each a rule that looks some plies ahead. Searches and game run as one kernel, and
searches by best-first as one for each move.

A tie between moves is broken by a hash of the seed, the number of the start and the ply, whoever is to move: a player
that meets itself wins with one side what it loses with the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import level, mix, start_key
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import check_whole, parse_seed, require
from overthink.core.game import Evaluate, Game, KernelGame
from overthink.core.kinds import Context, Foreign, Key, Seed, State
from overthink.core.tree import Column, check_error
from overthink.core.vocabulary import WIDTH, child, count, edge, load, mover, score, slack, utility
from overthink.rules import rule_named
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import Rule
from overthink.rules.tempered import steps_of
from overthink.search import SEARCHES
from overthink.search.best_first import BEST_FIRST, best_first, check_effort
from overthink.search.best_first import RULE as BEST_FIRST_RULE
from overthink.search.look import ENDLESS_NODES, bound_look, look_at, search_named
from overthink.search.minimax import look
from overthink.search.subjects.bind import check_errors, made_of_kernels
from overthink.search.subjects.kernels import of_kernels
from overthink.search.subjects.played import PlayedPosition, of_python
from overthink.search.subjects.subject import Subject


@check_arguments
@dataclass(frozen=True)
class Player:
    """How one side chooses its moves; the arguments are those of `decide`.

    Args:
        rule: By default minimax, and for best-first its own.
        depth, search: How it decides.
        evaluate, error: Its opinion of positions.
        evaluations: Of each move, in place of a depth, with `search="best-first"`.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> deep = ot.Player("minimax", depth=5, evaluate=ot.store_difference(game))
    >>> shallow = ot.Player("minimax", depth=1, evaluate=ot.store_difference(game))
    >>> first, second = ot.play_pairs(game, [game.initial()], deep, shallow)
    >>> print(ot.win_rate(first, second).mean)
    1.0
    """

    rule: str | Rule | None = None
    depth: int = 1
    evaluate: Evaluate | None = None
    error: float = 0.0
    search: str = "full-width"
    evaluations: int | None = None

    def __post_init__(self) -> None:
        check_effort(self.search, self.evaluations, None if self.depth == 1 else self.depth)
        check_error(self.error)
        if self.evaluations:
            steps_of(self.thinking)
            return
        search_named(self.search, self.thinking, BEST_FIRST)
        check_whole("The depth of a player", self.depth, 1)
        require(
            not self.thinking.needs_truth and not self.thinking.goal,
            f"The rule '{self.thinking.name}' cannot play a match: it is for one player, or needs true values.",
        )

    @cached_property
    def thinking(self) -> Rule:
        """The rule itself."""
        return rule_named(self.rule or (BEST_FIRST_RULE if self.evaluations else MINIMAX))


@kernel
def choose(player: Context, state: State, chance: Context) -> int:
    """The number of the best-scored move, scores summed over the depths looked to; one of those that tie by chance."""
    game, shallowest, depth = player
    moves = count(game, state)
    messages, exact = np.empty(moves * int(WIDTH)), np.empty(moves, np.bool_)
    scores, slacks = np.zeros(moves), np.zeros(moves)
    for looked in range(shallowest, depth + 1):
        look(game, state, looked, True, ENDLESS_NODES, messages, exact)
        for i in range(moves):
            message = load(messages, np.uint64(i))
            cost = edge(game, state, i)
            scores[i] += score(message, cost) if exact[i] else -math.inf
            slacks[i] += slack(message, cost)
    level((0, moves), 0, 1, scores, slacks)
    best = -math.inf
    ties = 0
    for i in range(moves):
        best = max(best, scores[i])
    for i in range(moves):
        ties += scores[i] == best
    skip = int(chance % np.uint64(ties))
    for i in range(moves):
        if scores[i] == best:
            if skip == 0:
                return i
            skip -= 1
    return -1


@kernel
def choose_a(player: Context, state: State, chance: Context) -> int:
    """The number of the move of player a, a `choose` that is bound to its game and rule."""
    return 0


@kernel
def choose_b(player: Context, state: State, chance: Context) -> int:
    """The same for player b."""
    return 0


@kernel
def play_game(a: Context, b: Context, state: State, a_plays: int, key: Key) -> float:
    """What one game between a, who plays +1 or -1, and b is worth to Max."""
    game, _, _ = a
    ply = 0
    while count(game, state) > 0:
        chance = mix(np.uint64(key), ply)
        if mover(game, state) == a_plays:
            i = choose_a(a, state, np.uint64(chance))
        else:
            i = choose_b(b, state, np.uint64(chance))
        state = child(game, state, i)
        ply += 1
    return utility(game, state)


def play_pairs(
    game: Game[State] | KernelGame, starts: Sequence[State], a: Player, b: Player, seed: Seed = 0, offset: int = 0
) -> tuple[Column, Column]:
    """The points (win 1, draw ½, loss 0) of a from every start when it moves first, and when it moves second.

    A match of a game and evaluators made of kernels runs compiled. The game must come to an end by itself.
    [Zuckerman2018] section 5.3

    Args:
        game: For two players.
        starts: Positions.
        a, b: An `ot.Player` each.
        seed: Of chance and ties.
        offset: Starts are numbered from it on, and chance depends on the seed and the number.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> deep, shallow = (ot.Player(depth=depth, evaluate=ot.store_difference(game)) for depth in (5, 1))
    >>> first, second = ot.play_pairs(game, [game.initial()], deep, shallow)
    >>> first.tolist(), second.tolist()
    ([1.0], [1.0])
    """
    require(len(starts), "A match needs at least one position to start from.")
    seed = parse_seed(seed)
    kernels = made_of_kernels(a.evaluate, game) and made_of_kernels(b.evaluate, game)
    of: Foreign = of_kernels if kernels else of_python
    seat_a, seat_b = (of(game, starts[0], player.evaluate, player.error, player.thinking) for player in (a, b))
    for seat, player in ((seat_a, a), (seat_b, b)):
        check_errors(seat, player.thinking, player.evaluate, player.error)
        # Without opinions it is refused, unless it sees the end of the game from every start.
        if kernels and not seat.opinions and not player.evaluations:
            for start in starts:
                look_at(
                    replace(seat, state=start),
                    player.thinking,
                    SEARCHES[player.search],
                    player.depth,
                    True,
                    ENDLESS_NODES,
                )
    run = _bound_game(game, seat_a, a, seat_b, b)
    playing_a = _playing(seat_a, a)
    playing_b = _playing(seat_b, b)
    first, second = np.empty(len(starts)), np.empty(len(starts))
    for number, start in enumerate(starts):
        key = start_key("match", seed=seed, number=offset + number)
        side = game.mover(start)
        state = start if kernels else PlayedPosition(game, start)
        first[number] = side * run(playing_a, playing_b, state, side, key)
        second[number] = -side * run(playing_a, playing_b, state, -side, key)
    return 0.5 * (np.sign(first) + 1.0), 0.5 * (np.sign(second) + 1.0)


def _playing(seat: Subject, player: Player) -> tuple[Context, int, int]:
    """What `choose` knows of a player."""
    return seat.context, 1 if player.thinking.sums_depths else player.depth, player.depth


def _bound_game(game: Game[State] | KernelGame, seat_a: Subject, a: Player, seat_b: Subject, b: Player) -> Foreign:
    """`play_game` for these two players."""
    run = play_game.bind(**seat_a.names)
    if a.evaluations or b.evaluations:
        choosers = [
            _chooser(game, player) if player.evaluations else _runnable(_bound_choice(seat, player), seat)
            for seat, player in ((seat_a, a), (seat_b, b))
        ]
        return run.replacing(mix=mix.compiled, choose_a=choosers[0], choose_b=choosers[1])
    run = run.bind(choose_a=_bound_choice(seat_a, a), choose_b=_bound_choice(seat_b, b))
    return _runnable(run, seat_a)


def _runnable(template: AnyKernel, seat: Subject) -> Foreign:
    """The hash is compiled even in a Python game: numpy's own integers would warn of the overflow that it lives on."""
    return template.compiled if seat.compiled else template.bind(mix=mix.compiled).interpreted


def _bound_choice(seat: Subject, player: Player) -> AnyKernel:
    """`choose` for a player who looks some plies ahead."""
    look = bound_look(seat, player.thinking, SEARCHES[player.search])
    return choose.bind(**seat.names, **player.thinking.vocabulary, look=look)


def _chooser(game: Game[State] | KernelGame, player: Player) -> Callable[[Context, State, Key], int]:
    """The same for one whose tree grows by evaluations."""
    evaluations = player.evaluations or 1

    def choose_by_growth(_: Context, state: State, chance: Key) -> int:
        here = state.state if isinstance(state, PlayedPosition) else state
        found = best_first(
            game, here, evaluations=evaluations, evaluate=player.evaluate, error=player.error, rule=player.rule
        )
        move = found.moves[int(chance) % len(found.moves)]
        return [option.move for option in found.options].index(move)

    return choose_by_growth
