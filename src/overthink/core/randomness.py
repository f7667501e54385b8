"""Randomness is a hash, not a stream: a node's numbers depend on the seed and its path, and on nothing else.

So a lazy, pruned or parallel run sees the same tree, and a position reached twice gets the same noise.
The mixing step is the SplitMix64 finaliser (Steele, Lea, Flood 2014, *Fast splittable pseudorandom number generators*).
"""

from __future__ import annotations

import hashlib
import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Column, Key
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


@kernel
def uniform(key: Key) -> float:
    """A number in [0, 1) from a hash, 53 bits of it."""
    return float(key >> S11) * UNIT


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
