"""Every public name has a docstring with an example that runs, and the reference shows them all."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

import overthink as ot
from overthink.rules import RULES

DOCS = Path(__file__).resolve().parent.parent / "docs"


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


make_api = module("make_api")


@pytest.mark.parametrize("name", sorted(ot.__all__))
def test_example(name: str) -> None:
    text = make_api.docstring(name)
    assert text.split(">>>")[0].strip(), f"ot.{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(text, {"ot": ot, "__name__": "__main__"}, name, None, None)
    assert any(example.want for example in examples.examples), f"ot.{name} has no example that prints something"
    report: list[str] = []
    with patch.dict(RULES):
        assert not doctest.DocTestRunner(verbose=False).run(examples, out=report.append).failed, "".join(report)


def test_every_name_is_in_the_reference_once() -> None:
    names = [name for _, _, group in make_api.GROUPS.values() for name in group.split()]
    assert sorted(names) == sorted(ot.__all__), "put new names into GROUPS in docs/make_api.py"


def test_the_reference_is_up_to_date() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md")}
    assert there == make_api.pages(), "run docs/make_api.py again"
