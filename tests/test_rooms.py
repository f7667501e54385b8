"""No circles of imports, also not inside functions or for types, and rooms of a size that one can hold."""

import ast
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
LONGEST, FULLEST = 600, 20  # lines of a file, files of a folder
FILES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}


def imports_of(path: Path) -> Iterator[str]:
    """The modules of the packages that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in FILES else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def order(graph: dict[Any, set[Any]]) -> list[Any]:
    return list(TopologicalSorter(graph).static_order())


def test_no_circles() -> None:
    graph = {name: set(imports_of(path)) & FILES.keys() for name, path in FILES.items()}
    assert graph["overthink.search.decide"] > {"overthink.core.errors", "overthink.search.look"}
    assert set(order(graph)) == FILES.keys()


BY_NAME = {  # what is named by a view, a collection of studies, a pickled kernel, a user, or the list of public names
    "overthink.lab.worker", "overthink.studies.study", "overthink.core.bind", "overthink.core.user_code",
}  # fmt: skip


def named_imports(source: str) -> list[str]:
    """The modules that `import_module` gets as text; "?" where the text is made, or is a name."""
    if "import_module" not in source:
        return []
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    asked = [node.args[0] for node in calls if node.args and ast.unparse(node.func).split(".")[-1] == "import_module"]
    return [str(each.value) if isinstance(each, ast.Constant) else "?" for each in asked]


def test_no_import_is_hidden_in_a_text() -> None:
    """Only what is named below is imported by its name."""
    assert named_imports("importlib.import_module('overthink.gpu')\nimport_module(f'overthink.{x}')") == [
        "overthink.gpu", "?"
    ]  # fmt: skip
    hidden = {name: named_imports(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
    assert not [name for name, asked in hidden.items() if any(each.startswith("overthink") for each in asked)]
    assert {name for name, asked in hidden.items() if "?" in asked} == BY_NAME


def test_a_circle_is_seen() -> None:
    with pytest.raises(CycleError):
        order({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def test_no_file_is_too_long_and_no_folder_too_full() -> None:
    assert not [name for name, path in FILES.items() if path.read_text(encoding="utf-8").count("\n") > LONGEST]
    held = Counter(path.parent for path in FILES.values() if path.name != "__init__.py")  # that is the contents
    assert not [folder for folder, n in held.items() if n > FULLEST]


@pytest.mark.parametrize(("room", "folders"), [("overthink.doctor", 5), ("overthink_papers.nau", 3)])
def test_folders_of_a_room_stand_one_above_the_other(room: str, folders: int) -> None:
    """Also those that are not packages of their own: the room itself is the lowest."""
    own = {name: path.parent for name, path in FILES.items() if name.startswith(room)}
    graph: dict[Path, set[Path]] = {folder: set() for folder in own.values()}
    for name, folder in own.items():
        graph[folder] |= {own[other] for other in imports_of(FILES[name]) if other in own} - {folder}
    assert order(graph)[0] == SOURCE / room.replace(".", "/") and len(graph) >= folders


LONGEST_FUNCTION, MOST_PARAMETERS = 60, 8
# Keywords for users, which become a plan at once.
PUBLIC = {"diagnose", "diagnose_engine", "diagnose_table", "check_search", "examine_search"}


def test_functions_of_the_doctor_can_be_held_in_the_head() -> None:
    """Lines without the docstring. A command has a parameter for each option."""
    paths = [path for name, path in FILES.items() if name.startswith(("overthink.doctor", "overthink.cli.doctor"))]
    long, wide = list[str](), list[str]()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                doc = ast.get_docstring(node, clean=False) or ""
                lines = (node.end_lineno or 0) - node.body[0].lineno + 1 - (doc.count("\n") + 1 if doc else 0)
                long += [f"{path.name}:{node.name}"] * (lines > LONGEST_FUNCTION)
                arguments = [*node.args.args, *node.args.kwonlyargs]
                public = node.name in PUBLIC or any("command" in ast.dump(each) for each in node.decorator_list)
                wide += [f"{path.name}:{node.name}"] * (len(arguments) > MOST_PARAMETERS and not public)
    assert not long and not wide, (long, wide)


def test_findings_of_the_doctor_have_no_sentences_of_their_own() -> None:
    """What they say is a template of `words`, so that code asks for its kind; only users' checks may write a text."""
    makers = {"suspected", "examined", "not_seen", "not_examined", "fact"}
    texts = list[str]()
    for name, path in FILES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if "overthink.doctor" in name else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                written = [each for each in node.args if isinstance(each, ast.Constant | ast.JoinedStr)]
                texts += [f"{path.name}:{each.lineno}" for each in written]
    assert not texts
