"""MODULE:NAME: something from a user's own file."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError


def load(text: str) -> Any:
    """Import MODULE:NAME, from the current folder."""
    name, _, attribute = text.partition(":")
    if not name or not attribute:
        raise OverthinkError(f"'{text}' is not MODULE:NAME, such as mygame:MyGame.")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as exc:
        if exc.name != name.split(".")[0]:
            raise OverthinkError(f"{name} cannot be imported: it needs {exc.name}.") from None
        raise OverthinkError(f"There is no module {name}. Is {name}.py in this folder?") from None
    except Exception as exc:
        raise OverthinkError(f"{name} cannot be imported: {type(exc).__name__}: {exc}") from None
    if not hasattr(module, attribute):
        raise OverthinkError(f"{name} has no {attribute}.")
    return getattr(module, attribute)
