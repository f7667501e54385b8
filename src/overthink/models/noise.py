"""Normal numbers from hashes, at a few nanoseconds each.

The upper half of the normal density is covered by 128 layers of equal area; a point drawn in a layer nearly always lies
under the curve. If not, it is drawn again from the next hash of the same key. The numbers are exactly normal.
(Marsaglia and Tsang 2000, *The ziggurat method for generating random variables*.)"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.arithmetic import mix, uniform
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Key, Number

LAYERS = 128
LAYER = np.uint64(LAYERS - 1)
AGAIN = np.uint64(6)
TAIL_BEGIN = 3.442619855899  # where the tail begins, for 128 layers
LEAST = 2.0**-53
ROOT = math.sqrt(2.0)


def _edges() -> Column:
    """The right ends of the layers, from the lowest up; the first is that of a box as large as layer and tail."""
    density = math.exp(-0.5 * TAIL_BEGIN * TAIL_BEGIN)
    area = TAIL_BEGIN * density + math.sqrt(0.5 * math.pi) * math.erfc(TAIL_BEGIN / math.sqrt(2.0))
    ends = [area / density, TAIL_BEGIN]
    while len(ends) < LAYERS:
        ends.append(math.sqrt(-2.0 * math.log(area / ends[-1] + math.exp(-0.5 * ends[-1] ** 2))))
    return np.array([*ends, 0.0])


EDGES = _edges()
DENSITY = np.array([math.exp(-0.5 * edge * edge) for edge in EDGES])  # the normal density there, but for a factor
INSIDE = EDGES[1:] / EDGES[:-1]  # the share of each layer that lies under the curve over its whole height


@kernel
def beyond(key: Key) -> float:
    """A normal number given that it exceeds TAIL_BEGIN."""
    word = 0
    while True:
        x = -math.log(1.0 - uniform(mix(key, word))) / TAIL_BEGIN
        y = -math.log(1.0 - uniform(mix(key, word + 1)))
        if 2.0 * y > x * x:
            return TAIL_BEGIN + x
        word += 2


@kernel
def drawn_with_care(key: Key) -> float:
    """A standard normal number from a hash whose point may lie above the curve: the rare case of `gauss`."""
    drawn = key
    word = 0
    while True:
        layer, side = drawn & LAYER, 2.0 * uniform(drawn) - 1.0
        x: float = side * EDGES[layer]
        if abs(side) < INSIDE[layer]:
            return x
        other = mix(key, word)
        if layer == 0:
            return beyond(other) if side > 0.0 else -beyond(other)
        below, above = DENSITY[layer], DENSITY[layer + 1]
        if below + uniform(other) * (above - below) < math.exp(-0.5 * x * x):
            return x
        drawn, word = mix(key, word + 1), word + 2


@kernel
def gauss(key: Key) -> float:
    """A standard normal number from a hash."""
    layer, side = key & LAYER, 2.0 * uniform(key) - 1.0
    if abs(side) < INSIDE[layer]:
        return float(side * EDGES[layer])
    return drawn_with_care(key)


@kernel
def bounded_gauss(key: Key, limit: float) -> float:
    """A standard normal number within `limit` of 0; numbers beyond it are drawn again."""
    x = gauss(key)
    while abs(x) > limit:
        key = mix(key, AGAIN)
        x = gauss(key)
    return x


@kernel
def fill_gauss(key: Key, number: int, scale: float, limit: float, out: Column) -> None:
    """out[i] = scale · bounded_gauss(mix(key, number + i), limit). All are drawn without a branch first, so that many
    are drawn at once, in half the time; the few that this leaves in doubt are drawn again with care."""
    for i in range(len(out)):
        drawn = mix(key, number + i)
        layer, side = drawn & LAYER, 2.0 * uniform(drawn) - 1.0
        x = side * EDGES[layer]
        sure = (abs(side) < INSIDE[layer]) & (abs(x) <= limit)
        out[i] = np.float32(scale * x if sure else np.nan)
    for i in range(len(out)):
        if np.isnan(out[i]):
            out[i] = np.float32(scale * bounded_gauss(mix(key, number + i), limit))


@kernel
def standard(u: float) -> Number:
    """A number with mean 0 and standard deviation 1 from a uniform one. Noise that is not normal binds its own."""
    raise NotImplementedError


@kernel
def flat(u: float) -> float:
    """Uniform noise."""
    return math.sqrt(12.0) * (u - 0.5)


@kernel
def peaked(u: float) -> float:
    """Exponential noise to both sides: small and very large errors are more frequent than with normal noise."""
    return math.log(2.0 * u + LEAST) / ROOT if u < 0.5 else -math.log(2.0 - 2.0 * u) / ROOT


@kernel
def skewed(u: float) -> float:
    """Exponential noise less its mean: most errors are low and some are very high."""
    return -math.log(1.0 - u) - 1.0


@kernel
def fill(key: Key, number: int, scale: float, out: Column) -> None:
    """out[i] = scale · standard(uniform(mix(key, number + i)))."""
    for i in range(len(out)):
        out[i] = np.float32(scale * standard(uniform(mix(key, number + i))))
