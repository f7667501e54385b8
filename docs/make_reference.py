"""Makes docs/reference.md, the public names with a line each. In the repository they lead to their source, and on the
site and in the lab to the reference.

.venv/bin/python docs/make_reference.py
"""

from __future__ import annotations

import inspect
from pathlib import Path

import overthink as ot
from overthink.lab.names import GROUPS
from overthink.lab.workers.reference import CONSTANTS, docstring, first_line

DOCS = Path(__file__).resolve().parent
BEGIN = """\
# Reference

Every public name, with what it does. In the repository a name leads to its source; on the site and in the lab, to its\
 parameters with their types, what it returns, and an example. In Python, `help(ot.decide)` prints the same text.\
 `docs/make_reference.py` makes this page.
"""


def source(name: str) -> str:
    module = CONSTANTS.get(name) or inspect.unwrap(getattr(ot, name)).__module__
    path = Path(*module.split("."))
    package = (DOCS.parent / "src" / path).is_dir()
    return f"../src/{path.as_posix()}{'/__init__' if package else ''}.py"


def section(title: str, words: str, names: str) -> str:
    lines = [
        f"| [`ot.{name}`]({source(name)}) | {first_line(docstring(name)).replace('|', '&#124;')} |"
        for name in names.split()
    ]
    return "\n".join([f"## {title}\n\n{words}\n\n| name | what it is |\n| --- | --- |", *lines])


def page() -> str:
    return "\n\n".join([BEGIN.strip(), *(section(*group) for group in GROUPS.values())]) + "\n"


if __name__ == "__main__":
    (DOCS / "reference.md").write_text(page(), encoding="utf-8")
