"""The hashes of many positions at once: what `seed_key` gives for one, BLAKE2b of its text, as a kernel.

BLAKE2b is that of RFC 7693, without a key, for a hash of 8 bytes. The text of a position is what Python prints: a whole
number, or a tuple of them.
"""

from __future__ import annotations

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Column, Key
from overthink.core.threads import in_parts

BLOCK_WORDS = 16  # words of 8 bytes that are mixed in at once
ROUNDS = 12
MOST_DIGITS = 22  # letters of a whole number in a tuple, at most
START = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    np.uint64,
)  # fmt: skip
ABOUT = np.uint64(0x01010008)  # a hash of 8 bytes, no key, one leaf
ORDER = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ],
    np.int64,
)
TEN, WORD_BITS = np.uint64(10), np.uint64(64)
MINUS, COMMA, SPACE, OPEN, CLOSE, ZERO = map(ord, "-, ()0")


@kernel
def turned(word: Key, by: int) -> Key:
    """A word with its bits rotated to the right."""
    return (word >> np.uint64(by)) | (word << (WORD_BITS - np.uint64(by)))


@kernel
def mix_four(v: Column, a: int, b: int, c: int, d: int, x: Key, y: Key) -> None:
    """Mix two words into four of the state."""
    v[a] = v[a] + v[b] + x
    v[d] = turned(v[d] ^ v[a], 32)
    v[c] = v[c] + v[d]
    v[b] = turned(v[b] ^ v[c], 24)
    v[a] = v[a] + v[b] + y
    v[d] = turned(v[d] ^ v[a], 16)
    v[c] = v[c] + v[d]
    v[b] = turned(v[b] ^ v[c], 63)


@kernel
def digest(words: Column, length: int, h: Column, v: Column) -> Key:
    """The hash of a text of `length` bytes, eight in a word. `h` (uint64[8]) and `v` (uint64[16]) are room to work."""
    h[:] = START
    h[0] ^= ABOUT
    blocks = max(1, (length + 8 * BLOCK_WORDS - 1) // (8 * BLOCK_WORDS))
    for block in range(blocks):
        v[:8] = h
        v[8:] = START
        v[12] ^= np.uint64(min(length, 8 * BLOCK_WORDS * (block + 1)))
        if block == blocks - 1:
            v[14] = ~v[14]
        for number in range(ROUNDS):
            for i in range(8):  # four columns, then four diagonals
                turn = i // 4
                a, b, c, d = i & 3, 4 + (i + turn & 3), 8 + (i + 2 * turn & 3), 12 + (i + 3 * turn & 3)
                x, y = ORDER[number % 10, 2 * i], ORDER[number % 10, 2 * i + 1]
                mix_four(v, a, b, c, d, words[BLOCK_WORDS * block + x], words[BLOCK_WORDS * block + y])
        for i in range(8):
            h[i] ^= v[i] ^ v[8 + i]
    found: Key = h[0]
    return found


@kernel
def write(words: Column, length: int, letter: int) -> int:
    """Add a letter to a text; its length then."""
    words[length >> 3] |= np.uint64(letter) << np.uint64(8 * (length & 7))
    return length + 1


@kernel
def write_number(words: Column, length: int, number: int) -> int:
    """Add a whole number to a text; its length then."""
    rest = np.uint64(number)
    if number < 0:
        length = write(words, length, MINUS)
        rest = ~rest + np.uint64(1)
    size = 1
    power = np.uint64(1)
    while rest // power >= TEN:
        power *= TEN
        size += 1
    for _ in range(size):
        length = write(words, length, ZERO + int(rest // power % TEN))
        power //= TEN
    return length


@kernel
def fill_keys(rows: Column, is_tuple: bool, keys: Column) -> None:
    """The hash of each row: of a tuple, or of the one number in it."""
    words = np.zeros(BLOCK_WORDS * ((rows.shape[1] * MOST_DIGITS + 8 * BLOCK_WORDS) // (8 * BLOCK_WORDS)), np.uint64)
    h, v = np.empty(8, np.uint64), np.empty(16, np.uint64)
    for n in range(len(rows)):
        words[:] = np.uint64(0)
        length = write(words, 0, OPEN) if is_tuple else 0
        for part in range(rows.shape[1]):
            if part:
                length = write(words, write(words, length, COMMA), SPACE)
            length = write_number(words, length, rows[n, part])
        if is_tuple:
            length = write(words, length, COMMA) if rows.shape[1] == 1 else length
            length = write(words, length, CLOSE)
        keys[n] = digest(words, length, h, v)


def row_keys(rows: Column) -> Column:
    """`state_key` of every row (int64[N] for numbers, int64[N, parts] for tuples): uint64[N]."""
    keys = np.empty(len(rows), np.uint64)
    table = rows.reshape(len(rows), -1)
    in_parts(len(rows), lambda low, high: fill_keys(table[low:high], rows.ndim == 2, keys[low:high]))
    return keys
