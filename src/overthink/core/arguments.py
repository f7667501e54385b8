"""What a user gives to a public function is compared with its annotations, before anything runs.

A value of the wrong type gets the same kind of sentence everywhere. What a type cannot say, such as a range, each
function checks by itself. A public function is wrapped where `overthink/__init__.py` hands it out, so calls inside the
package are not checked again. A class, or a method, that does not check all of its arguments itself says
`@check_arguments` where it is defined.
"""

from __future__ import annotations

import functools
import inspect
import math
import os
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, cast

from overthink.core.errors import OverthinkError, Unchecked, is_whole, shown, unknown
from overthink.core.game import callable_evaluator

Fits = Callable[[Unchecked], bool]
WORDS: dict[Any, str] = {
    int: "a whole number", float: "a number", bool: "True or False", str: "text", type(None): "None",
    Callable: "a function", Path: "a path", Mapping: "a dictionary", tuple: "a tuple",
}  # fmt: skip
LISTS = {(int,): "a list of whole numbers", (float,): "a list of numbers", (str,): "a list of texts"}
MADE_BY = {"StateSpace": "game.state_space()", "Tree": "ot.grow"}
ITEMS_LOOKED_AT = 100  # items of a list that are looked at
FREE = ("seed", "state", "self", "number", "message")  # what has a check of its own, or any type
AS_VALUES = ("truth", "natural")  # functions that are handed over more often than they are called
Checked = TypeVar("Checked", bound=Callable[..., Any])


def public(name: str, thing: object) -> Any:
    """What `ot` hands out under a name: a function, which checks its arguments, or the thing itself."""
    if not isinstance(thing, types.FunctionType) or name in AS_VALUES:
        return thing
    checked = check_arguments(thing)
    checked.__module__ = "overthink"  # where other processes find it
    checked.__qualname__ = name
    return checked


def check_arguments(function: Checked) -> Checked:
    """The function, which refuses arguments that do not fit its annotations; of a class, how one is made."""
    if isinstance(function, type):
        function.__init__ = check_arguments(function.__init__)  # type: ignore[misc]
        return function

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        plan = _plan(function)
        if "evaluate" in plan:
            place = list(plan).index("evaluate")
            args = (*args[:place], *map(callable_evaluator, args[place : place + 1]), *args[place + 1 :])
            named |= {name: callable_evaluator(value) for name, value in named.items() if name == "evaluate"}
        for name, value in (*zip(plan, args), *named.items()):
            if name not in plan and "**" not in plan:
                raise unknown("argument", name, plan)
            kind, fits = plan.get(name) or plan["**"]
            if not fits(value):
                raise OverthinkError(f"{name} must be {words(kind)}, not {shown(value)}.")
        return function(*args, **named)

    return cast("Checked", call)


@functools.cache
def _plan(function: Any) -> dict[str, tuple[Any, Fits]]:
    """The arguments of a function, each with its type and what says whether a value fits it."""
    plan: dict[str, tuple[Any, Fits]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        kind = Any if name in FREE else _evaluate(parameter.annotation, function)
        if parameter.kind is parameter.VAR_KEYWORD:
            known = typing.get_type_hints(typing.get_args(kind)[0]) if typing.get_args(kind) else {"**": Any}
            plan |= {key: (each, _fits(each)) for key, each in known.items() if key not in FREE}
            plan["seed"] = Any, _anything
        elif parameter.kind is not parameter.VAR_POSITIONAL:
            plan[name] = kind, _fits(kind)
    return plan


def _anything(value: object) -> bool:
    return True


def _evaluate(annotation: object, function: object) -> Any:
    """The type that an annotation names; any type where only a type checker knows the name."""
    try:
        names = {**vars(sys.modules[function.__module__]), **getattr(function, "__globals__", {})}
        return eval(annotation, names) if isinstance(annotation, str) else annotation
    except Exception:
        return Any


def _fits(kind: Any) -> Fits:
    """What says whether a value is of a type; `_anything` for a type that says nothing."""
    origin = typing.get_origin(kind)
    inner = typing.get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin in (Union, types.UnionType):
        parts = list(map(_fits, inner))
        return _anything if _anything in parts else lambda value: any(part(value) for part in parts)
    if origin is Literal:
        return lambda value: isinstance(value, str | int) and value in inner
    if origin is Callable or kind is Callable:
        return callable
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return lambda value: isinstance(value, Mapping)
    if getattr(origin, "__module__", "") in ("collections.abc", "builtins") and issubclass(origin, Iterable):
        each = _fits(inner[0]) if len({*inner} - {...}) == 1 else _anything
        length = len(inner) if origin is tuple and ... not in inner else None
        return functools.partial(_is_list, each, length, issubclass(origin, Sequence))
    if isinstance(kind, type) and kind.__module__.startswith("overthink") and not hasattr(kind, "_is_protocol"):
        return _anything if issubclass(kind, dict) else lambda value: isinstance(value, kind)
    return _anything


def _is_list(each: Fits, length: int | None, by_place: bool, value: Unchecked) -> bool:
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__") or getattr(value, "ndim", 1) != 1:
        return False
    if by_place and not hasattr(value, "__getitem__"):  # a set, or what can be gone through once
        return False
    if not isinstance(value, list | tuple) and not hasattr(value, "tolist"):
        return True
    return length in (None, len(value)) and all(map(each, value[:ITEMS_LOOKED_AT]))


def _is_number(value: Unchecked) -> bool:
    try:
        return not isinstance(value, str | bytes | bool) and not math.isnan(value)
    except (TypeError, ValueError, OverflowError):
        return False


PLAIN: dict[Any, Fits] = {
    int: is_whole,
    float: _is_number,
    bool: lambda value: type(value).__name__ in ("bool", "bool_") or (type(value) is int and value in (0, 1)),
    str: lambda value: isinstance(value, str),
    type(None): lambda value: value is None,
    Path: lambda value: isinstance(value, os.PathLike),
}


def words(kind: Any) -> str:
    """A type, in words."""
    origin = typing.get_origin(kind) or kind
    if origin in (Union, types.UnionType):
        parts = list(dict.fromkeys(map(words, typing.get_args(kind))))
        return f"{', '.join(parts[:-1])} or {parts[-1]}" if len(parts) > 1 else parts[0]
    if origin is Literal:
        return " or ".join(map(repr, typing.get_args(kind)))
    if origin in WORDS:
        return WORDS[origin]
    if isinstance(origin, type) and issubclass(origin, Iterable) and not origin.__module__.startswith("overthink"):
        inner = typing.get_args(kind)[:1]
        known = inner and _fits(inner[0]) is not _anything
        return LISTS.get(inner) or (f"a list (each {words(inner[0])})" if known else "a list")
    made = f" ({MADE_BY[origin.__name__]} gives one)" if getattr(origin, "__name__", "") in MADE_BY else ""
    return f"an ot.{origin.__name__}{made}" if hasattr(origin, "__name__") else str(origin)
