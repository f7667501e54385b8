"""The C programs beside this file, built with -O3 when they are used."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from overthink.core.errors import OverthinkError

_FOLDER = tempfile.TemporaryDirectory(prefix="overthink-bench-")


@cache
def build(name: str, *flags: str) -> Path:
    """Compile the C program of this name."""
    program = Path(_FOLDER.name) / "-".join([name, *flags]).replace("=", "-")
    source = Path(__file__).with_name(f"{name}.c")
    try:
        subprocess.run(["cc", "-O3", "-o", program, *flags, source, "-lm"], check=True)
    except FileNotFoundError:
        raise OverthinkError("The comparison with C needs a C compiler. Install one that runs as cc.") from None
    except subprocess.CalledProcessError:
        raise OverthinkError(f"The C compiler could not compile {name}.c.") from None
    return program


@cache
def library(name: str) -> ctypes.CDLL:
    """The C functions of this name, built for this processor. They run without Python's lock."""
    return ctypes.CDLL(str(build(name, "-shared", "-fPIC", "-march=native")))


def run_program(program: Path, *arguments: object) -> list[str]:
    """Run a program and return the words that it prints."""
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def variants(name: str, branching: int) -> dict[str, Path]:
    """Build for any branching factor, as our searches are, and for a fixed one, which the compiler unrolls."""
    return {"C -O3, any b": build(name), f"C -O3, b = {branching} fixed": build(name, f"-DBRANCHING={branching}")}
