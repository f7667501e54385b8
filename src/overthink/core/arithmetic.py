"""Numbers that are the same on every machine: random numbers, comparisons with room for rounding, logarithms.

**Randomness is a hash, not a stream**: a node's numbers depend on the seed and its path, and on nothing else. So a
lazy, pruned or parallel run sees the same tree, and a position reached twice gets the same noise. The mixing step is
the SplitMix64 finaliser (Steele, Lea, Flood 2014, *Fast splittable pseudorandom number generators*).

**A tie is a tie**: numbers that are equal in exact arithmetic count as equal, whatever rounding did to them. Rules that
only pick numbers (minimax) round nothing and compare exactly. Rules that multiply and add are arranged so that no step
loses digits: probabilities of a win and of a loss are both kept, and both are products and sums of numbers that are not
negative; sums carry the sum of their magnitudes along. Each step then adds at most 2⁻⁵³ of what it handles. A
comparison allows for 2⁻⁴⁰, which covers thousands of such steps in the worst case.

**Logarithms** of whole numbers use only sums, products and quotients, which round alike everywhere: the C library of
each system rounds logarithms in its own way, and a GPU in yet another.
"""

from __future__ import annotations

import hashlib
import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import parse_seed
from overthink.core.kinds import Column, Integer, Key
from overthink.core.threads import in_parts

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
ONE = np.uint64(1)
S11, S27, S30, S31 = np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31)
UNIT = 2.0**-53
TURN = 2.0 * math.pi


@kernel
def mix(key: Key, word: Key) -> Key:
    """The hash of a key and one more word, both uint64."""
    z = key + (np.uint64(word) + ONE) * GOLDEN
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


def draw(key: Key, word: Integer) -> np.uint64:
    """`mix` where a few hashes are wanted: loading the compiler would take longer."""
    with np.errstate(over="ignore"):
        return np.uint64(mix.interpreted(np.uint64(key), np.uint64(word)))


@kernel
def uniform(key: Key) -> float:
    """A number in [0, 1) from a hash, 53 bits of it."""
    return float(key >> S11) * UNIT


@kernel
def whole_power(x: float, n: int) -> float:
    """x to the power n, from 0 on. Numba's ** may raise an error: then it counts references in the function around
    it."""
    made = 1.0
    while n > 0:
        if n & 1:
            made *= x
        x *= x
        n >>= 1
    return made


ROOT_DIGITS = 48


@kernel
def root(x: float, n: int) -> float:
    """x to the power 1/n, for x from 0 on: the product of √x, √√x, … for each binary digit of 1/n that is 1."""
    if n == 1:
        return x
    made = 1.0
    rest = 1
    for _ in range(ROOT_DIGITS):
        x = math.sqrt(x)
        rest *= 2
        if rest >= n:
            made *= x
            rest -= n
        if rest == 0:
            break
    return made


@kernel
def normal(key: Key) -> float:
    """A standard normal number from a hash (Box and Muller's cosine branch, of two hashes of it)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(mix(key, 0))))
    return radius * math.cos(TURN * uniform(mix(key, 1)))


@kernel
def fill_mix(keys: Column, word: Key, out: Column) -> None:
    """out[i] = mix(keys[i], word)."""
    for i in range(len(keys)):
        out[i] = mix(keys[i], word)


@kernel
def fill_uniform(keys: Column, out: Column) -> None:
    """out[i] = uniform(keys[i])."""
    for i in range(len(keys)):
        out[i] = uniform(keys[i])


@kernel
def fill_normal(keys: Column, out: Column) -> None:
    """out[i] = normal(keys[i])."""
    for i in range(len(keys)):
        out[i] = normal(keys[i])


def seed_key(*words: object) -> np.uint64:
    """A key from anything with a stable text: `seed_key(0, "emm/fig6", 0.5)`."""
    digest = hashlib.blake2b("\x1f".join(map(repr, words)).encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))


def start_key(*words: str, seed: object, number: object) -> np.uint64:
    """The key of a start or a draw that a user asks for by its number."""
    return seed_key(*words, parse_seed(seed), parse_seed(number, "The number of a draw"))


def subkeys(keys: Column, word: Key) -> Column:
    """`mix` of every key with one word."""
    out = np.empty(len(keys), np.uint64)
    in_parts(len(keys), lambda low, high: fill_mix(keys[low:high], np.uint64(word), out[low:high]))
    return out


def uniforms(keys: Column) -> Column:
    """`uniform` of every key."""
    out = np.empty(len(keys))
    in_parts(len(keys), lambda low, high: fill_uniform(keys[low:high], out[low:high]))
    return out


def normals(keys: Column) -> Column:
    """`normal` of every key."""
    out = np.empty(len(keys))
    in_parts(len(keys), lambda low, high: fill_normal(keys[low:high], out[low:high]))
    return out


Numbers = Column | list[float]
ROUNDING = 2.0**-40


@kernel
def slack_of(magnitude: float) -> float:
    """How far rounding may have moved a number made from parts of this magnitude."""
    return magnitude * ROUNDING if magnitude < math.inf else 0.0


SUM_ROUNDING = 256.0 * UNIT  # of a sum along a line of play, which is rarely longer than 256 steps
STEPS_A_VISIT = 8.0  # of a mean that is corrected with each visit
ROUNDS = 1.001 * UNIT  # one rounding moves a number by at most UNIT of it; the rest is for sums of these


@kernel
def slack_of_sum(magnitude: float) -> float:
    """The same of a sum along a line of play, so that values far from 0 are told apart."""
    return SUM_ROUNDING * magnitude if magnitude < math.inf else 0.0


@kernel
def finite_slack(moved: float) -> float:
    """How far a number was moved; 0 if it is infinite."""
    return moved if moved < math.inf else 0.0


@kernel
def at_most(a: float, b: float) -> bool:
    """a <= b for numbers that are not negative, with room for rounding."""
    return a <= b + slack_of(b)


@kernel
def level(first: Column | tuple[int, int], start: int, stop: int, scores: Numbers, slacks: Numbers) -> None:
    """Gives the moves of nodes start … stop that tie with the best its score. A move is worse only if its score, with
    all that rounding may have taken from it, stays below the least that another is worth."""
    for n in range(start, stop):
        best, sure = -math.inf, -math.inf
        for e in range(first[n], first[n + 1]):
            best = max(best, scores[e])
            sure = max(sure, scores[e] - slacks[e])
        for e in range(first[n], first[n + 1]):
            if scores[e] + slacks[e] >= sure:
                scores[e] = best


LN2 = 0.6931471805599453
THIRD, SIXTH = 1.0 / 3.0, 1.0 / 6.0
BITS = 12
TABLE = 1 << BITS  # smaller numbers are looked up


def _logarithms() -> Column:
    """ln 1 … ln 4095: n is x 2^k with x from 1 to 2, and ln x = 2 artanh((x - 1) / (x + 1))."""
    powers = np.array([int(n).bit_length() - 1 for n in range(1, TABLE)])
    x = np.arange(1, TABLE) / 2.0**powers
    s = (x - 1.0) / (x + 1.0)
    total = np.zeros(TABLE - 1)
    for odd in range(35, 0, -2):
        total = total * (s * s) + 1.0 / odd
    return np.concatenate([[0.0], powers * LN2 + 2.0 * s * total])


LOGARITHMS = _logarithms()
ROOTS = np.sqrt(LOGARITHMS)


@kernel
def logarithm(n: Integer) -> float:
    """ln n, for n from 1 on: that of its first 12 bits, and a short series for the others."""
    bits = 0
    head = n
    while head >= TABLE:
        head >>= 4
        bits += 4
    r = float(n - (head << bits)) / float(head << bits)
    return (
        bits * LN2 + float(LOGARITHMS[head]) + r * (1.0 - r * (0.5 - r * (THIRD - r * (0.25 - r * (0.2 - r * SIXTH)))))
    )


@kernel
def root_of_log(n: int) -> float:
    """√ln n; 0 for n = 0."""
    return float(ROOTS[n]) if n < TABLE else math.sqrt(logarithm(n))
