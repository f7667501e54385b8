"""Writes what each dependency weighs to docs/install.md: megabytes on disk of what is installed here.

    .venv/bin/python docs/make_weights.py

A package that two parts need counts for the first of them; the base comes first.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "install.md"
MARKED = re.compile(r"(<!-- weights -->\n).*?(<!-- end -->)", re.DOTALL)
PURPOSE = {
    "numpy": "trees are columns of numbers",
    "numba": "compiles searches and sweeps",
    "rich": "tables and progress in the terminal",
    "jinja2": "reports",
    "click": "the command",
    "lazy_loader": "a quick `import overthink`",
    "matplotlib": "extras `figures` and `lab`: figures and reports",
    "chess": "extra `chess`: chess engines and positions",
    "distributed": "extra `cluster`: workers on other machines (Dask)",
    "numba-cuda": "extra `gpu`: an NVIDIA GPU",
    "plotly": "extra `lab`: charts",
    "starlette": "extra `lab`: requests",
    "uvicorn": "extra `lab`: the server",
    "open_spiel": "extra `openspiel`: the games of OpenSpiel",
    "sphinx": "extra `docs`: the documentation site",
    "myst-parser": "extra `docs`: Markdown for it",
    "furo": "extra `docs`: its looks",
}


def size(part: Distribution) -> float:
    """Megabytes of the files of a package, without what Python compiled."""
    paths = [Path(str(part.locate_file(file))) for file in part.files or () if file.suffix != ".pyc"]
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


def needs(name: str) -> list[str]:
    """The packages that a package needs here, without extras."""
    from packaging.requirements import Requirement

    wanted = [Requirement(line) for line in requires(name) or ()]
    return [item.name for item in wanted if not item.marker or item.marker.evaluate({"extra": ""})]


def with_needs(name: str, counted: set[str]) -> dict[str, float]:
    """The sizes of a package and of all it needs that no other brought along."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in counted:
        return {}
    counted.add(key)
    sizes = {name: size(distribution(name))}
    for other in needs(name):
        sizes |= with_needs(other, counted)
    return sizes


def table() -> str:
    counted: set[str] = set()
    own = size_of_overthink()
    rows = [("**overthink**", "the library, the lab's page, this documentation", own, "")]
    for name, purpose in PURPOSE.items():
        try:
            sizes = with_needs(name, counted)
        except PackageNotFoundError as missing:
            sys.exit(f"Install everything first: {missing}.")
        largest = sorted((other for other in sizes if other != name), key=lambda other: -sizes[other])
        with_it = ", ".join(f"{other} {sizes[other]:.1f}" for other in largest[:3] if sizes[other] >= 0.5)
        rows.append((name, purpose, sum(sizes.values()), with_it))
    lines = [f"| {name} | {purpose} | {weight:.1f} | {rest} |" for name, purpose, weight, rest in rows]
    return "\n".join(
        ["", "| package | what it is for | MB | of which it brings |", "| --- | --- | --- | --- |", *lines, "", ""]
    )


def size_of_overthink() -> float:
    import overthink

    source = Path(overthink.__file__).parent
    folders = [source, PAGE.parent] if not (source / "docs").is_dir() else [source]
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return sum(path.stat().st_size for path in files if path.suffix not in (".pyc", ".nbc", ".nbi")) / 1e6


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(MARKED.sub(lambda mark: mark[1] + table() + mark[2], text), encoding="utf-8")
