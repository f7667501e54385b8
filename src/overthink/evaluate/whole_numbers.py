"""A trained net in whole numbers: each layer's weights, biases and shifts, with scales from a sample of positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from overthink.core.errors import OverthinkError, Unchecked, require
from overthink.core.kinds import Column

LARGEST_ACTIVATION = 255  # the largest number that a hidden layer gives
LARGEST_SUM = 2**31 - 1
MOST_SHIFT_BITS = 20  # bits that sums may be shifted by
HEADROOM = 1.125  # how far beyond the largest number of a sample a hidden layer can go
WHOLE_INPUTS = "The inputs of a net in whole numbers are planes of 0 and 1 for each position."


class Layer(NamedTuple):
    """The whole numbers of one layer. A shift is one of a hidden layer's sums; the last layer has none."""

    weights: Column  # int16[after, before], or int8
    biases: Column  # int32[after]
    shifts: Column  # int32[after]


def rows_of(inputs: Unchecked) -> Column:
    """Planes of 0 and 1, a row a position."""
    planes = np.asarray(inputs)
    require(planes.ndim > 1 and bool(((planes == 0) | (planes == 1)).all()), WHOLE_INPUTS)
    return planes.reshape(len(planes), math.prod(planes.shape[1:]))


def _floats(pair: Unchecked, number: int, before: int) -> tuple[Column, Column]:
    """The weights and biases of a trained layer, checked."""
    try:
        weights, biases = (np.asarray(part, np.float64) for part in pair)
    except (TypeError, ValueError):
        raise OverthinkError(f"Layer {number} must be a pair of arrays: weights and biases.") from None
    fits = weights.ndim == 2 and biases.ndim == 1 and weights.shape == (len(biases), before)
    require(fits, f"Layer {number} must have weights [{len(biases)}, {before}] for its biases and inputs, not "
                  f"{list(weights.shape)}.")  # fmt: skip
    finite = np.isfinite(weights).all() and np.isfinite(biases).all()
    require(finite, f"Layer {number} has weights or biases that are not finite numbers.")
    return weights, biases


def in_whole_numbers(layers: Sequence[tuple[Any, Any]], rows: Column, bits: int) -> tuple[tuple[Layer, ...], float]:
    """The layers in whole numbers, with scales from some positions, and what 1 is worth in their outputs."""
    numbers = rows.astype(np.float64)
    worth = np.ones(rows.shape[1])  # of 1 of each input
    found: list[Layer] = []
    for number, pair in enumerate(layers, 1):
        weights, biases = _floats(pair, number, len(worth))
        last = number == len(layers)
        numbers = numbers @ weights.T + biases
        units = np.ones(len(biases))
        silent = np.zeros(len(biases), bool)
        if not last:
            numbers = np.maximum(numbers, 0.0)
            widest = np.abs(weights * worth).max(axis=1)  # by what one step of one input may move it
            silent = numbers.max(axis=0) == 0.0  # never more than 0: it stays without effect
            units = np.maximum(HEADROOM * numbers.max(axis=0) / LARGEST_ACTIVATION, widest / (2 ** (bits - 1) - 1))
            units[silent] = np.maximum(widest, np.abs(biases))[silent] + 1.0
        most = 1 if number == 1 else LARGEST_ACTIVATION
        layer = _whole(weights * worth / units[:, None], biases / units, bits, most, last)
        if layer is None:
            raise OverthinkError(f"The sums of layer {number} can outgrow 32 bits: its numbers are too large.")
        found.append(layer)
        worth = np.where(silent, 0.0, units)
    unit = 2.0 ** -int(found[-1].shifts[0])
    ending = found[-1]._replace(shifts=np.zeros_like(found[-1].shifts))
    return (*found[:-1], ending), unit


def _whole(weights: Column, biases: Column, bits: int, top: int, last: bool) -> Layer | None:
    """The layer in whole numbers, each row shifted to the left as far as 32 bits allow, and half a step added for
    rounding; the rows of the last layer all the same, since they are compared. None if it does not fit."""
    shifts = np.full(len(biases), -1)
    for shift in range(MOST_SHIFT_BITS + 1):
        rows = np.abs(np.rint(weights * 2.0**shift))
        sums = rows.sum(axis=1) * top + np.abs(biases) * 2.0**shift + 2.0**shift
        shifts[(rows.max(axis=1) <= 2 ** (bits - 1) - 1) & (sums <= LARGEST_SUM)] = shift
    if last:
        shifts[:] = shifts.min()
    if shifts.min() < 0:
        return None
    scale = 2.0**shifts
    half = np.zeros(len(biases)) if last else np.where(shifts > 0, scale / 2.0, 0.0)
    kind = np.int8 if bits == 8 else np.int16
    return Layer(
        np.rint(weights * scale[:, None]).astype(kind),
        np.rint(biases * scale + half).astype(np.int32),
        shifts.astype(np.int32),
    )
