"""A rule's function may leave out the last arguments that it does not read: a kernel between it and the search drops
them."""

from __future__ import annotations

from typing import Any

from overthink.core.bind import AnyKernel, Kernel, kernel
from overthink.rules.message import Message

Node = Any  # what is known of a node on the way: a tuple of floats of the rule's own choosing


@kernel
def given(*args: Any) -> Any:
    """The function of a rule that takes fewer arguments."""


@kernel
def start_of_none(static: float, static_error: float) -> Node:
    return given()


@kernel
def add_of_two(node: Node, message: Message, edge: float, truth: float, static: float, static_error: float) -> Node:
    return given(node, message)


@kernel
def add_of_three(node: Node, message: Message, edge: float, truth: float, static: float, static_error: float) -> Node:
    return given(node, message, edge)


@kernel
def add_of_four(node: Node, message: Message, edge: float, truth: float, static: float, static_error: float) -> Node:
    return given(node, message, edge, truth)


FEWER: dict[str, dict[int, AnyKernel | None]] = {
    "start": {0: start_of_none, 2: None},
    "add": {2: add_of_two, 3: add_of_three, 4: add_of_four, 6: None},
}


def arguments(function: Any) -> int:
    """How many arguments a function, or a kernel, takes."""
    code = (function.function if isinstance(function, Kernel) else function).__code__
    count: int = code.co_argcount
    return count
