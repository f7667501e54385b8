"""Players with nets at equal cost: each pays for a position once in a search, whoever asks and however often.

Those of `beyond/strong` are alpha-beta with a table, iterative deepening and ordered moves, UCT, and `tempered` at full
width, pruned. Others grow a tree. PUCT's numbers, and how unbounded minimax answers, were chosen on 150 positions of
random play in Connect Four and in Othello that no study uses, with two strong nets and 100 and 1,000 evaluations. All
numbers that were tried for PUCT are within a point and a half of each other; `training/tune_players.py` compares them
again.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from overthink.core.kinds import Key, State
from overthink.rules.rule import Rule
from overthink.rules.tempered import ONE, tempered
from overthink.search.best_first import LEAF, RULE, Growth
from overthink.search.subjects.subject import Subject
from overthink_papers.beyond.best_first import rivals
from overthink_papers.beyond.best_first.rivals import Way
from overthink_papers.beyond.strong import players
from overthink_papers.beyond.strong.players import ALPHA_BETA, UCT_MEAN, Judge, Think, Thought, bench_of

BEST_FIRST, BY_PRODUCT = "best-first", "best-first, λ = 0"
UNBOUNDED, PROPAGATION, PUCT, PLAIN_PUCT = "unbounded minimax", "product propagation", "PUCT", "PUCT, no prior"
FULL_WIDTH = "tempered"  # at full width
ALL_INFLUENCE, ALL_VISITS, ALL_RANDOM = "all moves, by influence", "all moves, by visits", "all moves, at random"
WEIGHTS = {BY_PRODUCT: 0.0, **{f"best-first, λ = {weight:g}": weight for weight in (0.5, 1.0)}}
GROWN: dict[str, Rule] = {BEST_FIRST: RULE, **{name: tempered(weight) for name, weight in WEIGHTS.items()}}
WAYS: dict[str, Way] = {
    UNBOUNDED: Way(rivals.MINIMAX, rivals.BY_VALUE, 1),
    PROPAGATION: Way(rivals.PRODUCT, rivals.BY_VALUE),
    PUCT: Way(rivals.MEAN, rivals.BY_PRIOR, 1, 0.5, ONE // 2),
    PLAIN_PUCT: Way(rivals.MEAN, rivals.BY_PRIOR, 1, 0.5, 0),
    ALL_INFLUENCE: Way(rivals.PRODUCT, rivals.BY_INFLUENCE),
    ALL_VISITS: Way(rivals.PRODUCT, rivals.BY_VISITS),
    ALL_RANDOM: Way(rivals.PRODUCT, rivals.AT_RANDOM),
}
PLAYERS = (ALPHA_BETA, UCT_MEAN, FULL_WIDTH, BEST_FIRST, BY_PRODUCT, *WAYS)
ROWS = 4  # of a tree, for each evaluation


def answers(name: str, kind: str, seed: int, player: str, state: State, limits: Sequence[int], key: Key) -> list[int]:
    """The numbers of the moves that a player answers with these limits of evaluations."""
    thoughts = list(thinker(name, kind, seed, player, limits)(state, limits[-1], key))
    return [next((move for spent, move in reversed(thoughts) if spent <= limit), thoughts[0][1]) for limit in limits]


@lru_cache(maxsize=500)
def thinker(name: str, kind: str, seed: int, player: str, limits: Sequence[int] = ()) -> Think:
    """One answer after another in a state, with a limit of evaluations. Trees are asked at these limits."""
    bench = bench_of(name, kind, seed)
    if player in GROWN:
        rule = GROWN[player]
        return lambda state, limit, chance: grow_best(bench.judge, bench.at(state), rule, limits or (limit,))
    if player in WAYS:
        way = WAYS[player]
        return lambda state, limit, chance: grow_all(bench.judge, bench.at(state), way, limits or (limit,), chance)
    return players.thinker(name, kind, seed, player)


def grow_best(judge: Judge, position: Subject, rule: Rule, limits: Sequence[int]) -> Iterator[Thought]:
    """`best_first`. A position that it meets again in another place of its tree costs nothing."""
    judge.begin(limits[-1])
    growth = Growth(position, lambda state: range(1000), rule, 1)  # the line of play is not asked for
    for limit in limits:
        before = -1
        while judge.spent < limit and before < growth.done < ROWS * limit:
            before = growth.done
            stop = growth.done + limit - judge.spent
            growth._grow_to(stop, stop)
        yield limit, position.moves.index(growth.result().moves[0])
        if growth.what != LEAF:
            return


def grow_all(judge: Judge, position: Subject, way: Way, limits: Sequence[int], key: Key) -> Iterator[Thought]:
    """A tree that opens all moves of a position at once."""
    judge.begin(limits[-1])
    run = rivals.grow.bind(**position.names).compiled
    rows = ROWS * limits[-1] + 8192
    whole, real = np.zeros((rivals.WHOLE, rows), np.int64), np.zeros((4, rows))
    columns = (*whole, *real)
    path = np.zeros(rivals.LONGEST, np.int64)
    used = 0
    for limit in limits:
        used = run(position.context, position.state, tuple(way), judge.counts, limit, columns, used, key, path)
        if columns[rivals.FIRST][0]:
            yield limit, int(rivals.answer.compiled(way.by_visits, columns))
