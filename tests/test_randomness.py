"""Randomness is a hash: known values, sound statistics, and no dependence on order."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from overthink.core.arithmetic import draw, mix, normals, seed_key, subkeys, uniform, uniforms

MASK = (1 << 64) - 1
N = 100_000


def splitmix64(state: int) -> int:
    """The published finaliser, in Python's unbounded integers."""
    z = state & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def test_known_values() -> None:
    """The generator's first outputs from seed 0."""
    known = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [int(mix(np.uint64(0), np.uint64(i))) for i in range(3)] == known


@pytest.mark.parametrize("key", [0, 1, 12345678901234567890, MASK])
@pytest.mark.parametrize("word", [0, 1, 2**63, MASK])
def test_mix_is_splitmix64(key: int, word: int) -> None:
    assert int(mix(np.uint64(key), np.uint64(word))) == splitmix64(key + (word + 1) * 0x9E3779B97F4A7C15)


def keys(word: int = 0, n: int = N) -> np.ndarray:
    return subkeys(np.arange(n, dtype=np.uint64), word)


def test_uniform_lies_in_the_unit_interval() -> None:
    assert uniform(np.uint64(0)) == 0.0
    assert uniform(np.uint64(MASK)) == 1.0 - 2.0**-53


def test_uniforms_are_uniform() -> None:
    draws = uniforms(keys())
    counts = np.bincount((draws * 100).astype(int), minlength=100)
    chi_squared = ((counts - N / 100) ** 2 / (N / 100)).sum()
    assert 60 < chi_squared < 150  # 99 degrees of freedom: outside once in a thousand
    assert abs(draws.mean() - 0.5) < 4 * math.sqrt(1 / 12 / N)


def test_words_and_neighbouring_keys_are_independent() -> None:
    first, second = uniforms(keys(0)), uniforms(keys(1))
    limit = 4 / math.sqrt(N)
    assert abs(np.corrcoef(first, second)[0, 1]) < limit
    assert abs(np.corrcoef(first[1:], first[:-1])[0, 1]) < limit
    assert abs(np.corrcoef(first, uniforms(subkeys(keys(0), 0)))[0, 1]) < limit


def test_normals_are_normal() -> None:
    draws = normals(keys())
    assert abs(draws.mean()) < 4 / math.sqrt(N)
    assert abs(draws.std() - 1) < 4 / math.sqrt(2 * N)
    for z, share in ((-1.0, 0.158655), (0.0, 0.5), (1.96, 0.975002)):
        assert abs((draws < z).mean() - share) < 4 * math.sqrt(share * (1 - share) / N)


def test_any_chunking_gives_the_same_numbers() -> None:
    whole = np.arange(1_000, dtype=np.uint64)
    parts = [whole[:1], whole[1:400], whole[400:]]
    for fill in (uniforms, normals, lambda k: subkeys(k, 7)):
        np.testing.assert_array_equal(fill(whole), np.concatenate([fill(part) for part in parts]))
        np.testing.assert_array_equal(fill(whole[::-1].copy()), fill(whole)[::-1])


def test_seed_keys_are_the_same_everywhere_and_tell_words_apart() -> None:
    assert seed_key("board splitting", 0) == seed_key("board splitting", 0)
    assert int(seed_key(0)) == 0x75DFCD439D7D2B84
    words = [(), (0,), (1,), ("0",), (0, 0), ("a", "b"), ("a b",), (0.0,), (None,)]
    assert len({int(seed_key(*parts)) for parts in words}) == len(words)


def test_a_few_hashes_need_no_compiler():
    keys = [np.uint64(2**64 - 1), np.uint64(7)]
    assert [draw(key, word) for key in keys for word in (0, 5)] == [mix(key, word) for key in keys for word in (0, 5)]
    program = (
        "import sys; from validation.locked_games import Boxes;"
        "from overthink.doctor.ask.positions import make_position;"
        "from overthink.core.arithmetic import seed_key; game = Boxes();"
        "print([make_position(game, game.initial(), seed_key('doctor', 0, n), None) for n in range(3)]);"
        "assert 'numba' not in sys.modules"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parent.parent, check=False).returncode == 0
    )
