"""Every public name has a docstring with an example that runs, and the reference shows them all."""

from __future__ import annotations

import doctest
import inspect
import re

import pytest

import overthink as ot
from overthink.lab.names import GROUPS, PAGE_OF, heading, link_names
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
    names = [name for _, _, group in GROUPS.values() for name in group.split()]
    assert sorted(names) == sorted(ot.__all__), "put new names into GROUPS in lab/names.py"


def plain(text: str) -> str:
    """Without links and what guards a bracket from becoming one."""
    return (
        re.sub(r"\[([^\[\]]*)\]\([^)]*\)", r"\1", text.replace("\\[", "⟨").replace("\\]", "⟩"))
        .replace("⟨", "[")
        .replace("⟩", "]")
    )


def test_every_field_of_a_type_has_a_sentence() -> None:
    listed = re.findall(r"^- `\w+` \(.*$", reference.page("api/types.md"), re.MULTILINE)
    assert len(listed) > 100 and not [line for line in listed if not re.search(r"\): \S.*\.$", line)]


@pytest.mark.parametrize("name", sorted(name for name in ot.__all__ if callable(getattr(ot, name))))
def test_the_reference_has_parameters_types_and_what_is_returned(name: str) -> None:
    thing = getattr(ot, name)
    shown = re.split(r"^## ", reference.page(PAGE_OF[name]), flags=re.MULTILINE)
    section = plain(next(text for text in shown if text.startswith(f"{heading(name)}\n")))
    signature = inspect.signature(thing)
    listed = dict(re.findall(r"^- `\**(\w+)` \((.*)$", section, re.MULTILINE))
    for parameter in signature.parameters.values():
        if parameter.name in ("args", "named", "kwargs", "iterable") or (name, parameter.name) == (
            "decide",
            "monte_carlo",
        ):
            continue
        if name == "LearnedRule" and parameter.name != "learning":
            continue  # the page of `ot.Rule` has them
        if name == "BestFirst" and parameter.name in inspect.signature(ot.Decision).parameters:
            continue  # the page of `ot.Decision` has them
        line = listed[parameter.name]
        assert line.startswith(str(parameter.annotation)), parameter
        assert re.search(r"\): \S.*\.$", line), f"{name}: what is {parameter.name}?"
    if isinstance(thing, type):
        assert "**Returns**" not in section and "→ None" not in section
    else:
        assert f"**Returns** {signature.return_annotation}\n" in section


def test_what_a_class_has_from_classes_without_a_name_and_what_is_handed_on() -> None:
    assert "- `simulations` (int): how many." in reference.page("api/search.md")
    assert "- `.suspected` → tuple" in reference.page("api/doctor.md").partition("## diagnose_table")[0]
    games = reference.page("api/games.md")
    assert games.count("- `.random_start(number: int, plies: int, seed: Seed = 0)` → ") >= 4 and "P.args" not in games


@pytest.mark.parametrize(
    ("page", "text", "there"),
    [
        ("docs/votes.md", "Use `ot.decide(tree)`.", "Use [`ot.decide(tree)`](api/search.md#decide)."),
        ("docs/papers/emm.md", "`ot.Tree`", "[`ot.Tree`](../api/trees.md#tree)"),
        ("CHANGELOG.md", "`ot.Tree.literal`", "[`ot.Tree.literal`](docs/api/trees.md#tree)"),
        ("docs/reference.md", "[`ot.solve`](../src/overthink/search/sweep.py)", "[`ot.solve`](api/trees.md#solve)"),
        ("docs/votes.md", "[`ot.decide`](which-rule.md)", "[`ot.decide`](which-rule.md)"),
        (
            "docs/votes.md",
            "# `ot.decide`\n```\n`ot.decide`\n```\n`ot.x`",
            "# `ot.decide`\n```\n`ot.decide`\n```\n`ot.x`",
        ),
    ],
)
def test_names_lead_to_the_reference(page: str, text: str, there: str) -> None:
    assert link_names(text, page) == there


def test_a_sentence_belongs_to_the_first_parameter_that_it_names() -> None:
    text = "The `a` of all. More.\n\n`a`: one. Of it. With `b=2` and `a`, two; `c` three. `a` and `b`: both."
    rest, about = reference.told_apart(text, ["a", "b", "c"])
    assert rest == "The `a` of all. More."
    assert about["a"] == ["`a`: one.", "Of it.", "`a` and `b`: both."]
    assert about["b"] == ["With `b=2` and `a`, two.", "`a` and `b`: both."] and about["c"] == ["`c` three."]
