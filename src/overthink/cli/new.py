"""`overthink new`: begin a study, a rule or a game of your own from a template that runs as it stands."""

from __future__ import annotations

import importlib.util
import keyword
import re
from collections.abc import Iterable
from pathlib import Path
from string import Template

import click

from overthink.cli import options
from overthink.core.errors import OverthinkError

TEMPLATES = Path(__file__).with_name("templates")
KINDS = ("study", "rule", "game")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
def new(kind: str, name: str) -> None:
    """Write NAME.py in this folder: a study, a rule or a game of your own that runs as it stands.

    Its first lines say how to run it. A file that is there already is not changed.

    \b
    overthink new study mystudy
    overthink new rule myrule
    overthink new game mygame
    """
    module = checked_module(name)
    group = module.replace("_", "-")
    check_not_taken(kind, module, group)
    path = Path(f"{module}.py")
    text = template(kind).substitute(module=module, group=group, label=group.replace("-", " ").capitalize())
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise OverthinkError(f"{path} is there already and was not changed. Choose another name.") from None
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be written ({exc.strerror}).") from None
    click.echo(f"written: {path}\n")
    click.echo("\n".join(commands(text)))


def template(kind: str) -> Template:
    return Template((TEMPLATES / f"{kind}.txt").read_text(encoding="utf-8"))


def commands(text: str) -> list[str]:
    """The commands in the first lines of a template."""
    head = text.split('"""')[1]
    return [line for line in head.splitlines() if line.lstrip().startswith("overthink ")]


def checked_module(name: str) -> str:
    """NAME as a module: mystudy, or mystudy.py."""
    module = name.removesuffix(".py")
    if not re.fullmatch("[a-z][a-z0-9_]*", module) or keyword.iskeyword(module):
        raise OverthinkError(
            f"'{name}' cannot be the name of a module. Use small letters, digits and _, as in my_study."
        )
    return module


def check_not_taken(kind: str, module: str, group: str) -> None:
    """Refuse a name that Python or the library uses: the file would hide it, or would not be found."""
    if not Path(f"{module}.py").exists() and importlib.util.find_spec(module) is not None:
        raise OverthinkError(
            f"Python has a module named {module} here already. Choose another name, such as my_{module}."
        )
    if group in built_in(kind):
        raise OverthinkError(f"The library has a {kind} named '{group}'. Choose another name, such as my_{module}.")


def built_in(kind: str) -> Iterable[str]:
    """The names of the library that a study, a rule or a game of your own cannot have."""
    if kind == "study":
        from overthink.studies import collections

        return collections()
    return (options.RULE if kind == "rule" else options.GAME).known()
