"""Makes docs/command.md, the page of the command, from the commands themselves.

.venv/bin/python docs/make_command.py
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import click

from overthink.cli import main
from overthink.cli.doctor import BySubject

DOCS = Path(__file__).resolve().parent
BEGIN = """\
# The command

Every command, its options and their defaults, as `overthink COMMAND --help` prints them.

## Exit codes

| code | meaning |
| --- | --- |
| 0 | the command did what was asked; a verdict of pathology is an answer, not a failure |
| 1 | the program that reads the output has ended |
| 2 | bad input, or something that cannot be done: one sentence on standard error says what is wrong and what to do |
| 3 | `doctor --fail-on`: what it names was found |
| 130 | stopped by Ctrl-C; what was finished is kept |

## JSON

With `--json`, a command that has a definition in [schema.json](schema.json) (JSON Schema, draft 2020-12) prints one\
 JSON object to standard output and nothing else; a refusal is `{"error": "…"}`. Within one version of the schema,\
 fields may be added; a field that goes or changes its meaning makes a new version.
"""


def told(command: click.Command) -> tuple[str, list[str]]:
    """What a command's help says, and its examples."""
    words = inspect.cleandoc(command.help or "").replace("\f", "")
    parts = words.split("\n\n")
    examples = [line.strip() for part in parts if part.startswith("\b") for line in part.splitlines()[1:]]
    text = [re.sub(r"\s+", " ", part).strip() for part in parts if not part.startswith("\b")]
    return "\n\n".join(text), examples


def item(parameter: click.Parameter, context: click.Context) -> str | None:
    """One line on an option; `--json` stands above the commands, and every command has `--help`."""
    record = parameter.get_help_record(context)
    if record is None or not record[1] or "--help" in parameter.opts or parameter.name == "as_json":
        return None
    names, words = (re.sub(r"\s+", " ", part) for part in record)
    return f"- `{names}`: {words}"


def section(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=f"overthink {name}")
    words, examples = told(command)
    lines = [
        f"## overthink {name}",
        f"`{' '.join([context.command_path, *command.collect_usage_pieces(context)])}`",
        words,
    ]
    if examples:
        lines.append("\n".join(["```", *examples, "```"]))
    sections = command.sections(context) if isinstance(command, BySubject) else {"": command.params}
    for title, parameters in sections.items():
        items = [found for parameter in parameters if (found := item(parameter, context))]
        lines += [f"{title}:" if title else "", "\n".join(items)]
    return "\n\n".join(line for line in lines if line)


def page() -> str:
    """The whole page."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return "\n\n".join([BEGIN.rstrip(), *(section(name, command) for name, command in found.items() if command)]) + "\n"


if __name__ == "__main__":
    (DOCS / "command.md").write_text(page(), encoding="utf-8")
