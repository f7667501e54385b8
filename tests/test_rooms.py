"""No circles of imports, also not inside a room, and every file is of a size that one can read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
LONGEST = 300
FILES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((SOURCE / "overthink").rglob("*.py"))
}


def imports_of(path: Path) -> Iterator[str]:
    """The modules of the package that are imported when a file is: not those in functions, nor for types alone."""
    nodes = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in FILES else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.Try | ast.With | ast.ClassDef):
            nodes += node.body


def order(graph: dict[str, set[str]]) -> list[str]:
    return list(TopologicalSorter(graph).static_order())


def test_no_circles() -> None:
    graph = {name: set(imports_of(path)) & FILES.keys() for name, path in FILES.items()}
    assert graph["overthink.search.decide"] > {"overthink.core.errors", "overthink.search.look"}
    assert set(order(graph)) == FILES.keys()


def test_a_circle_is_seen() -> None:
    with pytest.raises(CycleError):
        order({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def test_no_file_is_too_long() -> None:
    assert not [name for name, path in FILES.items() if path.read_text(encoding="utf-8").count("\n") > LONGEST]
