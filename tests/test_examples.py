"""Every public name has a docstring with an example that runs, and the reference shows them all."""

from __future__ import annotations

import doctest

import pytest

import overthink as ot
from overthink.lab.workers import reference


@pytest.mark.parametrize("name", sorted(ot.__all__))
def test_example(name: str) -> None:
    text = reference.docstring(name)
    assert text.split(">>>")[0].strip(), f"ot.{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(text, {"ot": ot, "__name__": "__main__"}, name, None, None)
    assert any(example.want for example in examples.examples), f"ot.{name} has no example that prints something"
    report: list[str] = []
    assert not doctest.DocTestRunner(verbose=False).run(examples, out=report.append).failed, "".join(report)


def test_every_name_is_in_the_reference_once() -> None:
    names = [name for _, _, group in reference.GROUPS.values() for name in group.split()]
    assert sorted(names) == sorted(ot.__all__), "put new names into GROUPS in lab/workers/reference.py"
