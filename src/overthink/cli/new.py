"""`overthink new`: begin a study, a rule or a game of your own from a template that runs as it stands."""

import importlib.util
import keyword
import re
from collections.abc import Iterable
from pathlib import Path
from string import Template

import click

from overthink.cli import options
from overthink.core.errors import as_sentence, require

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
    module = name.removesuffix(".py")
    path = Path(f"{module}.py")
    group = module.replace("_", "-")
    named = re.fullmatch("[a-z][a-z0-9_]*", module) and not keyword.iskeyword(module)
    require(named, f"'{name}' cannot be the name of a module. Use small letters, digits and _, as in my_study.")
    another = f"Choose another name, such as my_{module}."  # the file would hide the other, or would not be found
    free = path.exists() or importlib.util.find_spec(module) is None
    require(free, f"Python has a module named {module} here already. {another}")
    require(group not in built_in(kind), f"The library has a {kind} named '{group}'. {another}")
    template = Template((TEMPLATES / f"{kind}.txt").read_text(encoding="utf-8"))
    text = template.substitute(module=module, group=group, label=group.replace("-", " ").capitalize())
    there = as_sentence(f"{path} is there already and was not changed. Choose another name.", FileExistsError)
    with as_sentence(f"{path} cannot be written ({{}}).", OSError), there, path.open("x", encoding="utf-8") as file:
        file.write(text)
    click.echo(f"written: {path}\n")
    click.echo("\n".join(commands(text)))


def commands(text: str) -> list[str]:
    """The commands in the first lines of a template."""
    head = text.split('"""')[1]
    return [line for line in head.splitlines() if line.lstrip().startswith("overthink ")]


def built_in(kind: str) -> Iterable[str]:
    """The names of the library that a study, a rule or a game of your own cannot have."""
    if kind == "study":
        from overthink.studies import collections

        return collections()
    return (options.RULE if kind == "rule" else options.GAME).known()
