"""Evaluators of one solved tree as kernels, for a GPU, where each thread has one tree and no NumPy.

What is random or counted is the code that also runs on a processor. Each kernel fills the columns of values and errors,
and uses them as its room until then; a flaw is a second one that goes over them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from overthink.core.bind import AnyKernel, kernel
from overthink.core.kinds import Column, Key
from overthink.evaluate.artificial import Artificial, misjudge
from overthink.evaluate.evaluator import Spoiled
from overthink.evaluate.natural import Simulated, count_wins, natural, sample_wins
from overthink.evaluate.spoil import Sign


@kernel
def judge_artificially(
    first: Column, child: Column, utility: Column, truth: Column, keys: Column, seed: Key, numbers: Column,
    static: Column, error: Column
) -> None:  # fmt: skip
    rate, copied = numbers
    misjudge(first, child, keys, 1, seed, rate, copied, error)
    for n in range(len(truth)):
        static[n] = -truth[n] if error[n] else truth[n]
        error[n] = rate


@kernel
def count_share(
    first: Column, child: Column, utility: Column, truth: Column, keys: Column, seed: Key, numbers: Column,
    static: Column, error: Column
) -> None:  # fmt: skip
    """The share of wins, where the value will stand."""
    for n in range(len(truth)):
        static[n], error[n] = 0.0, 0.0
    count_wins(first, child, utility, static, error)
    for n in range(len(truth)):
        static[n] = static[n] / error[n]


@kernel
def sample_share(
    first: Column, child: Column, utility: Column, truth: Column, keys: Column, seed: Key, numbers: Column,
    static: Column, error: Column
) -> None:  # fmt: skip
    sample_wins(keys, seed, numbers[0], static)


@kernel
def judge_by_share(
    first: Column, child: Column, utility: Column, truth: Column, keys: Column, seed: Key, numbers: Column,
    static: Column, error: Column
) -> None:  # fmt: skip
    for n in range(len(truth)):
        share = static[n]
        static[n], error[n] = 2.0 * share - 1.0, min(share, 1.0 - share)


@kernel
def take_sign(
    first: Column, child: Column, utility: Column, truth: Column, keys: Column, seed: Key, numbers: Column,
    static: Column, error: Column
) -> None:  # fmt: skip
    for n in range(len(truth)):
        if static[n] == 0.0:
            static[n] = numbers[0]
        else:
            static[n] = 1.0 if static[n] > 0.0 else -1.0


@dataclass(frozen=True)
class Step:
    """One kernel of an evaluator, the word for its seed, and its parameters."""

    fill: AnyKernel
    word: str = ""
    numbers: tuple[Any, ...] = (0.0,)


def steps(evaluate: Callable[..., Any]) -> list[Step]:
    """The kernels of an evaluator, in order; None if it has no such form."""
    if isinstance(evaluate, Artificial):
        return [Step(judge_artificially, "artificial", (float(evaluate.error), float(evaluate.copied)))]
    if evaluate is natural:
        return [Step(count_share), Step(judge_by_share)]
    if isinstance(evaluate, Simulated):
        return [Step(count_share), Step(sample_share, "simulated", (evaluate.games,)), Step(judge_by_share)]
    if isinstance(evaluate, Spoiled) and isinstance(evaluate.spoil, Sign) and steps(evaluate.inner):
        return [*steps(evaluate.inner), Step(take_sign, "binary", (float(evaluate.spoil.tie),))]
    return []
