"""Every public name has a docstring with an example that runs, and stands in the reference with its first sentence."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest

import overthink as ot

CONSTANTS = {"RULES": "overthink.rules", "SEARCHES": "overthink.search"}
REFERENCE = Path(__file__).resolve().parent.parent / "docs" / "reference.md"


def docstring(name: str) -> str:
    """The docstring of a public name; that of a constant stands below it in its file."""
    if name not in CONSTANTS:
        return inspect.getdoc(getattr(ot, name)) or ""
    body = ast.parse(inspect.getsource(importlib.import_module(CONSTANTS[name]))).body
    for statement, following in pairwise(body):
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == name:
            assert isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            return inspect.cleandoc(str(following.value.value))
    return ""


@pytest.mark.exhaustive(only=["calibrate"])
@pytest.mark.parametrize("name", sorted(ot.__all__))
def test_example(name: str) -> None:
    text = docstring(name)
    assert text.split(">>>")[0].strip(), f"ot.{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(text, {"ot": ot, "__name__": "__main__"}, name, None, None)
    assert any(example.want for example in examples.examples), f"ot.{name} has no example that prints something"
    report: list[str] = []
    assert not doctest.DocTestRunner(verbose=False).run(examples, out=report.append).failed, "".join(report)


def line(name: str) -> str:
    """The line of docs/reference.md for a public name: where it is defined, and the first sentence of its docstring."""
    module = CONSTANTS.get(name) or inspect.unwrap(getattr(ot, name)).__module__
    file = inspect.getsourcefile(importlib.import_module(module)) or ""
    first = re.split(r"(?<=\.)\s", " ".join(docstring(name).partition("\n\n")[0].split()))[0]
    return f"- [`ot.{name}`](../src{file.rpartition('/src')[2]}): {first}"


def test_the_reference_has_every_name_once_with_its_first_sentence() -> None:
    lines = re.findall(r"^- \[`ot\..*$", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(lines) == sorted(map(line, ot.__all__))
