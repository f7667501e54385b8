"""Options of `overthink doctor` that belong to one kind of subject: others refuse them before any work."""

from __future__ import annotations

import click
from click.core import ParameterSource

from overthink.core.errors import OverthinkError

GAME = {"evaluate", "player", "search", "exploration", "rules", "error", "repeats"}
ENGINE = {"reference", "reference_depth", "settings"}
BOTH = {"depths", "positions", "most", "truth", "jobs", "budget", "seed", "keep"}
KINDS = {"a game": GAME | BOTH, "an engine": ENGINE | BOTH, "a table": {"less_is_better"}}
EVERYWHERE = {"game", "knob", "out", "as_json"}


def check_options(ctx: click.Context, kind: str) -> None:
    """Refuse an option that the doctor would ignore for this kind of subject."""
    for param in ctx.command.params:
        name = param.name or ""
        typed = ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE
        if typed and name not in KINDS[kind] | EVERYWHERE:
            others = " or ".join(other for other, names in KINDS.items() if name in names)
            raise OverthinkError(f"{param.opts[0]} is for {others}; the doctor cannot use it for {kind}. Leave it out.")
