"""Board-splitting games on a GPU: drawn, judged and searched by any rule, a game to a thread.

A thread runs the processor's own kernels on one game: `draw_game` of the model, the evaluator's, `sweep` with the
rule's words, and the share of its best moves that are right. So a rule or a game is written once. Columns have a row
for each node and a place in it for each game, so that neighbouring threads read neighbouring numbers; who moves and who
is whose child is the same in all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from overthink.core import gpu
from overthink.core.bind import Kernel, kernel
from overthink.core.gpu import array, cuda, launch
from overthink.core.randomness import mix, seed_key
from overthink.core.ties import level
from overthink.core.tree import Column
from overthink.evaluate.one_tree import Step
from overthink.measure.decision_error import mark_right, share_right
from overthink.models.board_splitting import NODE, WORD, BoardSplittingModel, draw_game, fill_keys
from overthink.rules import rule_named
from overthink.search.sweep import bound, columns, score_moves, sweep

SHARE = 0.2  # of the GPU's free memory that games take at a time, and as much that attempts at them take
AT_ONCE = 1 << 17  # attempts at games that are made side by side


@kernel
def opinion(
    first: Any, child: Any, utility: Any, truth: Any, keys: Any, seed: Any, numbers: Any, static: Any, error: Any
) -> None:  # fmt: skip
    """What an evaluator does to one tree: the word that each gives a meaning of its own."""


@kernel
def seek(
    seed: Any, numbers: Any, done: int, each: int, b: int, height: int, p: float, mixing: float, edge_p: float,
    sums: Any, squares: Any, truth: Any, nontrivial: Any,
) -> None:  # fmt: skip
    """Attempts number done … done + each - 1 at some games, a thread for each: is it nontrivial?"""
    i = cuda.grid(1)
    if i < len(nontrivial):
        _, nontrivial[i] = draw_game(
            seed, numbers[i // each], done + i % each, 0, 1, b, height, p, mixing, edge_p, sums[:, i], squares[:, i],
            truth[:, i],
        )  # fmt: skip


@kernel
def draw(
    seed: Any, start: int, attempts: Any, b: int, height: int, p: float, mixing: float, edge_p: float, shape: Any,
    sums: Any, squares: Any, truth: Any, keys: Any, utility: Any, right: Any,
) -> None:  # fmt: skip
    """Games number start, start + 1, …, the right attempt at each, and which of their first moves are right."""
    g = cuda.grid(1)
    if g < truth.shape[1]:
        first, child, mover, edge = shape
        key, _ = draw_game(
            seed, start + g, attempts[g], 0, 1, b, height, p, mixing, edge_p, sums[:, g], squares[:, g], truth[:, g]
        )  # fmt: skip
        fill_keys(mix(key, NODE), 0, 1, b, height, keys[:, g])
        for n in range(len(truth)):
            utility[n, g] = truth[n, g] if first[n] == first[n + 1] else np.nan
        mark_right(first, child, mover, truth[:, g], edge, 1, right[:, g])


@kernel
def judge(
    shape: Any, utility: Any, truth: Any, keys: Any, seed: Any, numbers: Any, static: Any, error: Any
) -> None:  # fmt: skip
    """One step of an evaluator."""
    g = cuda.grid(1)
    if g < truth.shape[1]:
        opinion(shape[0], shape[1], utility[:, g], truth[:, g], keys[:, g], seed, numbers, static[:, g], error[:, g])


@kernel
def decide(
    shape: Any, utility: Any, static: Any, error: Any, truth: Any, messages: Any, levels: Any, depths: Any,
    adds_up: bool, scores: Any, slacks: Any, leveled: Any, right: Any, shares: Any,
) -> None:  # fmt: skip
    """P_opt of a rule's decision at each depth, shares[depth, game]."""
    g = cuda.grid(1)
    if g < truth.shape[1]:
        first, child, mover, edge = shape
        tree = first, child, mover, utility[:, g], static[:, g], error[:, g], truth[:, g], edge
        own, score, slack = messages[:, g], scores[:, g], slacks[:, g]
        place = 0
        for depth in range(1, depths[-1] + 1):
            if adds_up or depth == depths[place]:
                for ply in range(min(depth, len(levels) - 2), -1, -1):
                    sweep(tree, own, own, depth - ply, levels[ply], levels[ply + 1])
                if depth == 1 or not adds_up:
                    for e in range(len(score)):
                        score[e], slack[e] = 0.0, 0.0
                score_moves(tree, own, 1, score, slack)
            if depth == depths[place]:
                for e in range(len(score)):
                    leveled[e, g] = score[e]
                level(first, 0, 1, leveled[:, g], slack)
                share_right(first, 1, leveled[:, g], right[:, g], shares[place, g : g + 1])
                place += 1


@cache
def judging(fill: Kernel[Any, Any]) -> Kernel[Any, Any]:
    """`judge` by one step; one object for each, so that it is compiled once."""
    return judge.bind(opinion=fill)


def p_opt_on_gpu(
    model: BoardSplittingModel,
    first: int,
    last: int,
    seed: int,
    evaluators: Mapping[str, Sequence[Step]],
    contest: Sequence[tuple[str, str]],
    depths: Sequence[int],
) -> Column:
    """P_opt of every player at every depth, rising, in games first … last - 1: float64[players, depths, games]. A
    player is the name of a rule and that of an evaluator."""
    gpu.require()
    assert list(depths) == sorted(set(depths))
    squares = model.branching**model.height
    batch = max(1, int(SHARE * gpu.room()) // (2 * squares * 60))
    parts = [
        Games(model, start, min(start + batch, last), seed).p_opt(evaluators, contest, depths)
        for start in range(first, last, batch)
    ]
    return np.concatenate(parts, axis=2)


def right_attempts(model: BoardSplittingModel, first: int, last: int, seed: int) -> Column:
    """Which attempt at each game is the first nontrivial one. The fewer games are left, the more attempts at each are
    made at once, so that a game that takes hundreds keeps nobody waiting."""
    found = np.zeros(last - first, np.int64)
    squares, nodes = model.branching**model.height, sum(model.branching**ply for ply in range(model.height + 1))
    threads = max(1, min(AT_ONCE, int(SHARE * gpu.room()) // (13 * nodes)))
    left, done = np.arange(first, last) if model.nontrivial else np.arange(0), 0
    while len(left):
        each = max(1, min(threads // len(left), model.attempts - done))
        still = []
        for part in np.split(left, range(threads, len(left), threads)):
            size = len(part) * each
            room = array("tried sums", (squares, size), np.int32), array("tried squares", (squares, size), np.bool_)
            nontrivial = array("nontrivial", (size,), np.bool_)
            launch(
                seek, size, seed_key(WORD, seed), cuda.to_device(part), done, each, model.branching, model.height,
                *model.chances, *room, array("tried truth", (nodes, size), np.float64), nontrivial,
            )  # fmt: skip
            tried = nontrivial.copy_to_host().reshape(len(part), each)
            found[part - first] = done + tried.argmax(axis=1)
            still.append(part[~tried.any(axis=1)])
        left, done = np.concatenate(still), done + each
        if len(left) and done >= model.attempts:
            raise model.hopeless()
    return found


class Games:
    """Games number first … last - 1 of a model, solved, on the GPU."""

    def __init__(self, model: BoardSplittingModel, first: int, last: int, seed: int):
        self.seed, self.games, self.shapes = seed, last - first, dict[str, tuple[Any, ...]]()
        self.like = replace(model, nontrivial=False).draw(first, first + 1, seed)  # all have its shape
        nodes, squares, moves = len(self.like), model.branching**model.height, model.branching
        attempts = right_attempts(model, first, last, seed)
        self.truth, self.utility = self._column("truth", nodes), self._column("utility", nodes)
        self.keys, self.right = self._column("keys", nodes, np.uint64), self._column("right", moves, np.bool_)
        room = self._column("sums", squares, np.int32), self._column("squares", squares, np.bool_)
        launch(
            draw, self.games, seed_key(WORD, seed), first, cuda.to_device(attempts), model.branching, model.height,
            *model.chances, self._shape("minimax"), *room, self.truth, self.keys, self.utility, self.right,
        )  # fmt: skip

    def p_opt(
        self, evaluators: Mapping[str, Sequence[Step]], contest: Sequence[tuple[str, str]], depths: Sequence[int]
    ) -> Column:
        """P_opt of every player at every depth: float64[players, depths, games]."""
        found = np.empty((len(contest), len(depths), self.games))
        nodes, moves = len(self.truth), len(self.right)
        static, error = (self._column(name, nodes) for name in ("static", "error"))
        scores, slacks, leveled = (self._column(name, moves) for name in ("scores", "slacks", "leveled"))
        shares = self._column("shares", len(depths))
        levels, looked = cuda.to_device(self.like.levels), cuda.to_device(np.array(depths))
        for name, steps in evaluators.items():
            for step in steps:
                launch(
                    judging(step.fill), self.games, self._shape("minimax"), self.utility, self.truth, self.keys,
                    seed_key(step.word, self.seed), step.numbers, static, error,
                )  # fmt: skip
            for place, (rule, evaluator) in enumerate(contest):
                if evaluator == name:
                    what = rule_named(rule)
                    messages = self._column(f"messages of {len(what.message)}", nodes * len(what.message))
                    launch(
                        bound(decide, what), self.games, self._shape(rule), self.utility, static, error, self.truth,
                        messages, levels, looked, what.sums_depths, scores, slacks, leveled, self.right, shares,
                    )  # fmt: skip
                    found[place] = shares.copy_to_host()
        return found

    def _shape(self, rule: str) -> tuple[Any, ...]:
        """What all games have in common, as a rule sees it: first, child, mover and edge."""
        if rule not in self.shapes:
            first, child, mover, *_, edge = columns(self.like, rule_named(rule))
            self.shapes[rule] = tuple(map(cuda.to_device, (first, child, mover, edge)))
        return self.shapes[rule]

    def _column(self, name: str, rows: int, kind: Any = np.float64) -> Any:
        return array(f"{name} of games", (rows, self.games), kind)
