"""Yardsticks in C: the programs beside this file, built with -O3 where they are used."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from overthink.core.errors import OverthinkError

_FOLDER = tempfile.TemporaryDirectory(prefix="overthink-bench-")


@cache
def built(name: str, *flags: str) -> Path:
    """The C program of this name, compiled."""
    program = Path(_FOLDER.name) / "-".join([name, *flags]).replace("=", "-")
    source = Path(__file__).with_name(f"{name}.c")
    try:
        subprocess.run(["cc", "-O3", "-o", program, *flags, source, "-lm"], check=True)
    except FileNotFoundError:
        raise OverthinkError("The comparison with C needs a C compiler, cc; there is none.") from None
    except subprocess.CalledProcessError:
        raise OverthinkError(f"The C compiler refused {name}.c.") from None
    return program


@cache
def library(name: str) -> ctypes.CDLL:
    """The C functions of this name, built for the processor at hand; called from Python, they let its lock go."""
    return ctypes.CDLL(str(built(name, "-shared", "-fPIC", "-march=native")))


def answer(program: Path, *arguments: object) -> list[str]:
    """The words that it prints."""
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def variants(name: str, branching: int) -> dict[str, Path]:
    """Built for any branching factor, as our searches are, and for one known beforehand, which the compiler unrolls."""
    return {"C -O3, any b": built(name), f"C -O3, b = {branching} fixed": built(name, f"-DBRANCHING={branching}")}
