"""With NUMBA_DISABLE_JIT=1 kernels run interpreted and give the same bits: that is how they are debugged."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from overthink.core.bind import as_compiled
from tests.interpreted import PARTS, results

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", PARTS)
def test_results_are_the_same_bits_with_compiling_switched_off(part, compiled):
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.interpreted", part],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    there = json.loads(done.stdout)
    here = results(part)
    assert there.keys() == here.keys()
    for name, value in here.items():
        assert repr(there[name]) == repr(value), name  # as text, in which not-a-number equals itself


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (lambda x: x / 0.0, (1.0,), float("inf")),
        (lambda n: n * n, (1 << 32,), 0),
        (lambda n: n // 0, (7,), 0),
        (lambda key: key + np.uint64(1), ((1 << 64) - 1,), 0),
        (lambda pair: (pair[0] * 2, pair[1] / 0), ((1, -2.0),), (2, float("-inf"))),
    ],
)
def test_numbers_have_the_types_of_compiled_code(function, args, expected):
    found = as_compiled(function)(*args)
    assert found == expected and type(found) is type(expected)
    assert not isinstance(found, np.generic)
