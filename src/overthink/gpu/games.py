"""Board-splitting games on a GPU: one thread draws, evaluates and searches one game.

A thread runs the same kernels as the processor: `draw_game` of the model, the evaluator, `sweep` with the rule, and the
share of best moves that are right. So each rule and game exists once. Columns have a row for each node and a place for
each game, so that neighbouring threads read neighbouring numbers. Movers and children are the same in all games.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from overthink.core.arithmetic import level, mix, seed_key
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column, Context, Foreign, Key
from overthink.evaluate.evaluator import Spoiled
from overthink.evaluate.solved import Artificial, Simulated, count_wins, misjudge, natural, sample_wins
from overthink.evaluate.spoil import Sign
from overthink.gpu import device
from overthink.gpu.device import array, cuda, launch
from overthink.measure.accuracy import mark_right, share_right
from overthink.measure.ceiling import fill_beliefs, fill_odds, models
from overthink.models.board_splitting import NODE, WORD, BoardSplittingModel, draw_game, fill_keys
from overthink.rules import rule_named
from overthink.search.sweep import columns, score_moves, sweep

MEMORY_SHARE = 0.2  # of the GPU's free memory for a batch of games, and again for attempts at them
ATTEMPTS_AT_ONCE = 1 << 17  # attempts in parallel
Evaluators = Mapping[str, Callable[..., Any]]
GameTree = tuple[Column, Column, Column, Column, Column]  # of one game: first, child, utility, truth, keys


@kernel
def opinion(tree: GameTree, seed: Key, numbers: Column, static: Column, error: Column) -> None:
    """A step of an evaluator on one tree, with `numbers` of its own: fills `static` and `error`, float64[nodes]."""


# Evaluators as kernels: each fills the columns of values and errors of one game, and uses them as its room until then.


@kernel
def judge_artificially(tree: GameTree, seed: Key, numbers: Column, static: Column, error: Column) -> None:
    """True values, wrong with probability `numbers[0]`; a node copies its parent's error with `numbers[1]`."""
    first, child, _, truth, keys = tree
    rate, copied = numbers
    misjudge(first, child, keys, 1, seed, rate, copied, error)
    for n in range(len(truth)):
        static[n] = -truth[n] if error[n] else truth[n]
        error[n] = rate


@kernel
def count_share(tree: GameTree, seed: Key, numbers: Column, static: Column, error: Column) -> None:
    """The share of finished games below each node that Max wins, in `static`, where the value will stand."""
    first, child, utility, truth, _ = tree
    for n in range(len(truth)):
        static[n], error[n] = 0.0, 0.0
    count_wins(first, child, utility, static, error)
    for n in range(len(truth)):
        static[n] = static[n] / error[n]


@kernel
def sample_share(tree: GameTree, seed: Key, numbers: Column, static: Column, error: Column) -> None:
    """The share of wins in `numbers[0]` random games, where the value will stand."""
    sample_wins(tree[4], seed, numbers[0], static)


@kernel
def judge_by_share(tree: GameTree, seed: Key, numbers: Column, static: Column, error: Column) -> None:
    """A share of wins as a value from -1 to 1, and its error."""
    for n in range(len(static)):
        share = static[n]
        static[n] = 2.0 * share - 1.0
        error[n] = min(share, 1.0 - share)


@kernel
def take_sign(tree: GameTree, seed: Key, numbers: Column, static: Column, error: Column) -> None:
    """The sign of each value; `numbers[0]` where it is even."""
    for n in range(len(static)):
        if static[n] == 0.0:
            static[n] = numbers[0]
        else:
            static[n] = 1.0 if static[n] > 0.0 else -1.0


@dataclass(frozen=True)
class Step:
    """One kernel of an evaluator, the word for its seed, and its parameters."""

    fill: AnyKernel
    word: str = ""
    numbers: tuple[float, ...] = (0.0,)


def steps(evaluate: Callable[..., Any]) -> list[Step]:
    """The kernels of an evaluator, in order."""
    if isinstance(evaluate, Artificial):
        return [Step(judge_artificially, "artificial", (float(evaluate.error), float(evaluate.copied)))]
    if evaluate is natural:
        return [Step(count_share), Step(judge_by_share)]
    if isinstance(evaluate, Simulated):
        return [Step(count_share), Step(sample_share, "simulated", (evaluate.games,)), Step(judge_by_share)]
    if isinstance(evaluate, Spoiled) and isinstance(evaluate.spoil, Sign):
        return [*steps(evaluate.inner), Step(take_sign, "binary", (float(evaluate.spoil.tie),))]
    raise OverthinkError("This evaluator has no GPU form. Run it without '--device gpu'.")


@kernel
def seek(
    seed: Key, numbers: Column, done: int, each: int, b: int, height: int, p: float, mixing: float, edge_p: float,
    sums: Column, squares: Column, truth: Column, nontrivial: Column,
) -> None:  # fmt: skip
    """Test attempts done … done + each - 1 at some games, one per thread: is the game nontrivial?"""
    i = cuda.grid(1)
    if i < len(nontrivial):
        _, nontrivial[i] = draw_game(
            seed, numbers[i // each], done + i % each, 0, 1, b, height, p, mixing, edge_p, sums[:, i], squares[:, i],
            truth[:, i],
        )  # fmt: skip


@kernel
def draw(
    seed: Key, start: int, attempts: Column, b: int, height: int, p: float, mixing: float, edge_p: float,
    shape: Context, sums: Column, squares: Column, truth: Column, keys: Column, utility: Column, right: Column,
) -> None:  # fmt: skip
    """Draw games number start, start + 1, …, by the right attempt at each, and mark their right first moves."""
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
    shape: Context, utility: Column, truth: Column, keys: Column, seed: Key, numbers: Column, static: Column,
    error: Column,
) -> None:  # fmt: skip
    """Run one step of an evaluator on each game, one per thread. The columns have a row for each node of `shape`, and a
    column for each game."""
    g = cuda.grid(1)
    if g < truth.shape[1]:
        tree = shape[0], shape[1], utility[:, g], truth[:, g], keys[:, g]
        opinion(tree, seed, numbers, static[:, g], error[:, g])


@kernel
def decide_games(
    shape: Context, utility: Column, static: Column, error: Column, truth: Column, messages: Column, levels: Column,
    depths: Column,
    adds_up: bool, scores: Column, slacks: Column, leveled: Column, right: Column, shares: Column,
) -> None:  # fmt: skip
    """Compute P_opt of a rule's decision at each depth, shares[depth, game]."""
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


@kernel
def infer(
    shape: Context, utility: Column, static: Column, levels: Column, depths: Column, error: float, copied: float,
    priors: Column, belief: Column, odds: Column, right: Column, shares: Column,
) -> None:  # fmt: skip
    """Compute P_opt of the ceiling at each depth, shares[depth, game]."""
    g = cuda.grid(1)
    if g < shares.shape[1]:
        first, _, mover, _ = shape
        b = len(right)
        for place in range(len(depths)):
            fill_beliefs(
                levels, mover, utility[:, g], static[:, g], b, depths[place], error, copied, priors[place],
                belief[:, :, g],
            )  # fmt: skip
            fill_odds(levels[1], b, b, error, belief[:, :, g], odds[:, g])
            share_right(first, 1, odds[:, g], right[:, g], shares[place, g : g + 1])


def p_opt_on_gpu(
    model: BoardSplittingModel,
    start: int,
    stop: int,
    seed: int,
    evaluators: Evaluators,
    contest: Sequence[tuple[str, str]],
    depths: Sequence[int],
    ceiling: bool = False,
) -> Column:
    """P_opt of each player at each depth, in rising order, in games start … stop - 1: float64[players, depths, games].
    A player is the name of a rule and the name of an evaluator. With `ceiling`, it is the last of them."""
    device.require()
    assert list(depths) == sorted(set(depths))
    squares = model.branching**model.height
    batch = max(1, int(MEMORY_SHARE * device.room()) // (2 * squares * 92))
    parts = [
        Games(model, first, min(first + batch, stop), seed).p_opt(evaluators, contest, depths, ceiling)
        for first in range(start, stop, batch)
    ]
    return np.concatenate(parts, axis=2)


def right_attempts(model: BoardSplittingModel, start: int, stop: int, seed: int) -> Column:
    """The first nontrivial attempt at each game. The fewer games are left, the more attempts at each run in parallel,
    so that a game that needs hundreds does not take long."""
    attempts = np.zeros(stop - start, np.int64)
    squares = model.branching**model.height
    nodes = sum(model.branching**ply for ply in range(model.height + 1))
    threads = max(1, min(ATTEMPTS_AT_ONCE, int(MEMORY_SHARE * device.room()) // (13 * nodes)))
    left = np.arange(start, stop) if model.nontrivial else np.arange(0)
    done = 0
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
            attempts[part - start] = done + tried.argmax(axis=1)
            still.append(part[~tried.any(axis=1)])
        left, done = np.concatenate(still), done + each
        if len(left) and done >= model.attempts:
            raise model.hopeless()
    return attempts


class Games:
    """Games start … stop - 1 of a model, solved, on the GPU."""

    def __init__(self, model: BoardSplittingModel, start: int, stop: int, seed: int):
        self.model = model
        self.seed = seed
        self.games = stop - start
        self.shapes = dict[str, tuple[Any, ...]]()
        self.like = replace(model, nontrivial=False).draw(start, start + 1, seed)  # all games have its shape
        nodes = len(self.like)
        squares = model.branching**model.height
        moves = model.branching
        attempts = right_attempts(model, start, stop, seed)
        self.truth, self.utility = self._column("truth", nodes), self._column("utility", nodes)
        self.keys, self.right = self._column("keys", nodes, kind=np.uint64), self._column("right", moves, kind=np.bool_)
        room = self._column("sums", squares, kind=np.int32), self._column("squares", squares, kind=np.bool_)
        launch(
            draw, self.games, seed_key(WORD, seed), start, cuda.to_device(attempts), model.branching, model.height,
            *model.chances, self._shape("minimax"), *room, self.truth, self.keys, self.utility, self.right,
        )  # fmt: skip

    def p_opt(
        self, evaluators: Evaluators, contest: Sequence[tuple[str, str]], depths: Sequence[int], ceiling: bool
    ) -> Column:
        """P_opt of each player at each depth: float64[players, depths, games]."""
        shares_of = np.empty((len(contest) + ceiling, len(depths), self.games))
        nodes, moves = len(self.truth), len(self.right)
        static, error = (self._column(name, nodes) for name in ("static", "error"))
        scores, slacks, leveled = (self._column(name, moves) for name in ("scores", "slacks", "leveled"))
        shares = self._column("shares", len(depths))
        levels, wanted = cuda.to_device(self.like.levels), cuda.to_device(np.array(depths))
        for name, evaluate in evaluators.items():
            for step in steps(evaluate):
                launch(
                    judge.bind(opinion=step.fill), self.games, self._shape("minimax"), self.utility, self.truth,
                    self.keys, seed_key(step.word, self.seed), step.numbers, static, error,
                )  # fmt: skip
            for place, (rule, evaluator) in enumerate(contest):
                if evaluator == name:
                    backup = rule_named(rule)
                    messages = self._column(f"messages of {len(backup.message)}", nodes * len(backup.message))
                    launch(
                        decide_games.bind(**backup.vocabulary), self.games, self._shape(rule), self.utility, static,
                        error, self.truth, messages, levels, wanted, backup.sums_depths, scores, slacks, leveled,
                        self.right, shares,
                    )  # fmt: skip
                    shares_of[place] = shares.copy_to_host()
            if ceiling and isinstance(evaluate, Artificial):
                known = models(self.model, evaluate, depths)
                priors = cuda.to_device(np.array([model.prior for model in known]))
                launch(
                    infer, self.games, self._shape("minimax"), self.utility, static, levels, wanted, known[0].error,
                    known[0].copied, priors, self._column("beliefs", nodes, 4), scores, self.right, shares,
                )  # fmt: skip
                shares_of[-1] = shares.copy_to_host()
        return shares_of

    def _shape(self, rule: str) -> tuple[Any, ...]:
        """The columns that all games share, for a rule: first, child, mover and edge."""
        if rule not in self.shapes:
            first, child, mover, *_, edge = columns(self.like, rule_named(rule))
            self.shapes[rule] = tuple(map(cuda.to_device, (first, child, mover, edge)))
        return self.shapes[rule]

    def _column(self, name: str, *rows: int, kind: Foreign = np.float64) -> Foreign:
        return array(f"{name} of games", (*rows, self.games), kind)
