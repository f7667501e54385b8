"""Options of UCI engines: the usual ones, and values in the form that an engine declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overthink.core.errors import OverthinkError

if TYPE_CHECKING:
    from chess.engine import Option

USUAL: dict[str, object] = {"Threads": 1, "Number of Threads": 1, "Hash": 16, "OwnBook": False}


def fit(option: Option, value: object) -> str | int | bool:
    """Convert a value to the type of an option: clip a number to the declared range, or find a word in the list."""
    text = str(value).strip()
    if option.type == "spin":
        try:
            number = int(text)
        except ValueError:
            raise OverthinkError(f"The option {option.name} must be a whole number, not '{text}'.") from None
        number = max(number, option.min) if option.min is not None else number
        return min(number, option.max) if option.max is not None else number
    if option.type == "check":
        if text.lower() not in ("true", "false"):
            raise OverthinkError(f"The option {option.name} must be true or false, not '{text}'.")
        return text.lower() == "true"
    if option.type == "combo":
        choices = {choice.lower(): choice for choice in option.var or ()}
        if text.lower() not in choices:
            raise OverthinkError(
                f"The option {option.name} must be one of {', '.join(choices.values())}, not '{text}'."
            )
        return choices[text.lower()]
    return text
