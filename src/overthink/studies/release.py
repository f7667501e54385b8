"""Which code this is: two machines whose answers are put together must run the same."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path

from overthink.core import user_code


@cache
def release() -> str:
    """Versions of all that numbers depend on, and a fingerprint of this package's own source."""
    python = ".".join(platform.python_version_tuple()[:2])
    others = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"overthink {version('overthink')} (source {fingerprint()}), Python {python}, {others}"


def fingerprint() -> str:
    """Eight letters that change with any file of this package, and of those that add studies."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parents[1], *user_code.folders("studies")):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:8]
