"""Anybody's net as an evaluator: positions are encoded, a model reads many of them at once, and its numbers, which are
to the player to move, become values to Max with the probability that they are wrong.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.checked import mover_of
from overthink.core.errors import (
    OverthinkError,
    Unchecked,
    as_sentence,
    check_known,
    need,
    read_file,
    refuse,
    require,
    shown,
)
from overthink.core.game import Game
from overthink.core.kinds import Column, Foreign, State

Gives = Literal["value", "expectation", "probability", "win/draw/loss", "logits"]
COLUMNS: dict[str, tuple[int, ...]] = {
    "value": (1,), "expectation": (1,), "probability": (1,), "win/draw/loss": (3,), "logits": (1, 3),
}  # fmt: skip
SUM_TOLERANCE = 1e-3  # how far from 1 the probabilities of win, draw and loss may sum
RANGE_TOLERANCE = 1e-6  # how far outside its range a number may lie, for rounding in single precision
LARGEST_LOG_ODDS = 40.0  # log-odds beyond which a double says certain


@check_arguments
@dataclass(frozen=True)
class Encoded:
    """An evaluator made of an encoder and a model, such as a PyTorch module.

    Args:
        game: Whose positions are evaluated.
        model: An array of encoded positions in, an array of numbers out, a row a position, to the player to move.
        gives: What these numbers are: a "value" of any size; an "expectation", the probability of a win less that of a
            loss; a "probability" of a win; the three of "win/draw/loss"; or "logits", one for the log-odds of a win, or
            three before a softmax. All but a value say how likely they are wrong.
        encode: Positions in, an array out; without it, the game's `planes`.

    >>> game = ot.ConnectFour()
    >>> judge = ot.Encoded(game, lambda planes: planes[:, 0].mean(axis=(1, 2)), gives="probability")
    >>> judge(game.play(game.initial(), 3))  # a value to Max, and the probability that it is wrong
    (1.0, 0.0)
    """

    game: Game[State]
    model: Callable[[Column], Unchecked]
    gives: Gives = "value"
    encode: Callable[[Sequence[State]], Column] | None = field(default=None)

    def __post_init__(self) -> None:
        check_known("kind of number that a net gives", self.gives, COLUMNS)
        given = self.encode or callable(getattr(self.game, "planes", None))
        require(given, f"{type(self.game).__name__} has no planes(states). Give an encoder: encode= (--encode).")

    def __call__(self, state: State) -> float | tuple[float, float]:
        answer = self.many([state])[0]
        return float(answer) if self.gives == "value" else (float(answer[0]), float(answer[1]))

    def many(self, states: Sequence[State]) -> Column:
        """float64[states], or float64[states, 2]: the value to Max and the probability that it is wrong."""
        values = self.values(states) * np.array([mover_of(self.game, state) for state in states])
        return values if self.gives == "value" else np.stack([values, 0.5 * (1.0 - np.abs(values))], axis=1)

    def values(self, states: Sequence[State]) -> Column:
        """The value of each position to the player to move, checked."""
        encode: Any = self.encode or self.game.planes  # type: ignore[attr-defined]
        who = "The encoder"
        try:
            inputs = np.asarray(encode(states))
            who = "The net"
            numbers = np.asarray(self.model(inputs), np.float64)
        except Exception as exc:
            refuse(who, exc, states[0])
        rows = numbers[:, None] if numbers.ndim == 1 else numbers
        fits = rows.ndim == 2 and len(rows) == len(states) and rows.shape[1] in COLUMNS[self.gives]
        wanted = " or ".join(f"({len(states)}, {count})" for count in COLUMNS[self.gives])
        require(fits, f"The net gave numbers of the shape {numbers.shape} for {len(states)} positions; "
                      f"for {self.gives} it must give {wanted}.")  # fmt: skip
        self._check(rows, states)
        if self.gives == "logits":
            return expectation(rows)
        if self.gives == "win/draw/loss":
            return np.clip(rows[:, 0] - rows[:, 2], -1.0, 1.0)
        if self.gives == "probability":
            return 2.0 * np.clip(rows[:, 0], 0.0, 1.0) - 1.0
        return np.clip(rows[:, 0], -1.0, 1.0) if self.gives == "expectation" else rows[:, 0]

    def _check(self, rows: Column, states: Sequence[State]) -> None:
        """Refuses numbers that cannot be what the net is said to give."""
        low, high = {"expectation": (-1.0, 1.0), "value": (-np.inf, np.inf), "logits": (-np.inf, np.inf)}.get(
            self.gives, (0.0, 1.0)
        )
        wrong = ~np.isfinite(rows) | (rows < low - RANGE_TOLERANCE) | (rows > high + RANGE_TOLERANCE)
        if wrong.any():
            n, column = np.argwhere(wrong)[0]
            number = rows[n, column]
            where = f"for the position {shown(states[n])}"
            require(np.isfinite(number), f"The net gave {number} {where}; it must give finite numbers.")
            raise OverthinkError(
                f"The net gave {number:.6g} {where}, which is not {_article(self.gives)}: it must lie from {low:g} to "
                f"{high:g}. Say what it gives: {', '.join(repr(kind) for kind in COLUMNS)}."
            )
        off = np.abs(rows.sum(axis=1) - 1.0) > SUM_TOLERANCE
        if self.gives == "win/draw/loss" and off.any():
            raise OverthinkError(
                f"The net gave win, draw and loss that sum to {rows[off][0].sum():.6g} for the position "
                f"{shown(states[int(np.argmax(off))])}; they must sum to 1. Before a softmax they are 'logits'."
            )


def expectation(logits: Column) -> Column:
    """The probability of a win less that of a loss, from the log-odds of a win, or three numbers before a softmax."""
    classes = logits if logits.shape[1] == 3 else np.hstack([logits, np.zeros_like(logits)])
    odds = np.exp(np.maximum(classes - classes.max(axis=1, keepdims=True), -LARGEST_LOG_ODDS))
    expected: Column = (odds[:, 0] - odds[:, -1]) / odds.sum(axis=1)
    return expected


def _article(gives: str) -> str:
    return f"{'an' if gives[0] == 'e' else 'a'} {gives}"


@dataclass(frozen=True)
class OnnxModel:
    """A model in an ONNX file, by its path and checksum. Each process opens it for itself, with one thread."""

    path: str
    checksum: str

    def __call__(self, inputs: Column) -> Column:
        session = _session(self.path, self.checksum, os.getpid())
        wanted = session.get_inputs()[0]
        outputs = []
        kind = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16}
        require(wanted.type in kind, f"{self.path} reads {wanted.type}; a net for positions reads floats.")
        if len(wanted.shape) == 2:
            inputs = inputs.reshape(len(inputs), -1)
        inputs, first = inputs.astype(kind[wanted.type]), wanted.shape[0] if wanted.shape else None
        each = first if isinstance(first, int) and first > 0 else max(1, len(inputs))
        for begin in range(0, len(inputs), each):
            part = inputs[begin : begin + each]
            whole = np.concatenate([part, np.zeros((each - len(part), *part.shape[1:]), part.dtype)])
            outputs.append(session.run(None, {wanted.name: whole})[0][: len(part)])
        found: Column = np.concatenate(outputs)
        return found

    @property
    def columns(self) -> int | None:
        """How many numbers the model says it gives for a position."""
        shape = _session(self.path, self.checksum, os.getpid()).get_outputs()[0].shape
        last = shape[-1] if len(shape) == 2 else 1
        return last if isinstance(last, int) else None


def _checksum(path: str) -> str:
    return hashlib.sha256(read_file(Path(path))).hexdigest()


@cache
def _session(path: str, checksum: str, process: int) -> Foreign:
    need("An ONNX file needs", "onnxruntime")
    import onnxruntime

    require(_checksum(path) == checksum, f"{path} changed after it was loaded. Load it again with ot.load_onnx.")
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    with as_sentence(f"{path} is not an ONNX file that onnxruntime can read.", Exception):
        return onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])


def load_onnx(
    path: str | Path,
    game: Game[State],
    gives: Gives | None = None,
    encode: Callable[[Sequence[State]], Column] | None = None,
) -> Encoded:
    """The net in an ONNX file as an evaluator; it needs onnxruntime (extra `nets`).

    Args:
        path: Of the file.
        game, encode: As for `ot.Encoded`.
        gives: As there; without it, three numbers are win/draw/loss. One number may be anything, so it must be said.

    >>> try:
    ...     ot.load_onnx("nothing.onnx", ot.ConnectFour())
    ... except ot.OverthinkError as exc:
    ...     print(exc)
    nothing.onnx cannot be read (No such file or directory).
    """
    model = OnnxModel(str(path), _checksum(str(path)))
    kinds = ", ".join(repr(kind) for kind in COLUMNS if 1 in COLUMNS[kind])
    require(
        gives or model.columns == 3,
        f"{path} gives one number for a position. Say what it is: gives= (--gives), one of {kinds}.",
    )
    return Encoded(game, model, gives or "win/draw/loss", encode)
