"""A message in a column: node n's numbers stand side by side, from n · WIDTH on. And kernels that drop arguments.

A kernel's tuple has a length that is known when it is compiled. So reading and writing one of K numbers is that of one
of K - 1, and one number more. The usual two have kernels of their own, which are compiled sooner.

A rule's function may leave out the last arguments that it does not read: a kernel between it and the search drops them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel, Kernel, kernel
from overthink.core.kinds import Column, Integer

Message = tuple[float, ...]
WIDTH = np.uint64(1)
TWO = np.uint64(2)
LAST = np.uint64(1)
PLACE = 0


@kernel
def load(messages: Column, n: Integer) -> Message:
    """The message of node n, a number without a sign."""
    return (float(messages[n * WIDTH]),)


@kernel
def load_two(messages: Column, n: Integer) -> Message:
    return float(messages[n * TWO]), float(messages[n * TWO + LAST])


@kernel
def fewer(messages: Column, n: Integer) -> Message:
    """`load` of one number less."""
    raise NotImplementedError


@kernel
def load_more(messages: Column, n: Integer) -> Message:
    return (*fewer(messages, n), messages[n * WIDTH + LAST])


@kernel
def store(messages: Column, n: Integer, message: Message) -> None:
    """Enters the message of node n."""
    messages[n * WIDTH] = message[0]


@kernel
def store_two(messages: Column, n: Integer, message: Message) -> None:
    messages[n * TWO], messages[n * TWO + LAST] = message


@kernel
def store_fewer(messages: Column, n: Integer, message: Message) -> None:
    """`store` of one number less."""


@kernel
def store_more(messages: Column, n: Integer, message: Message) -> None:
    store_fewer(messages, n, message)
    messages[n * WIDTH + LAST] = message[PLACE]


@kernel
def from_side(message: Message, same: bool) -> Message:
    """A message as the player sees it to whom it belongs, or as the other does."""
    return (message[0] if same else -message[0],)


@kernel
def two_from_side(message: Message, same: bool) -> Message:
    return message[0] if same else -message[0], message[1]


@kernel
def first_from_side(message: Message, same: bool) -> Message:
    return (message[0] if same else -message[0], *message[1:])


@kernel
def turned(message: Message) -> Message:
    return message


@kernel
def whole_from_side(message: Message, same: bool) -> Message:
    return message if same else turned(message)


@cache
def loader(width: int) -> AnyKernel:
    """`load` of a message of so many numbers."""
    if width == 2:
        return load_two
    word = load.bind(WIDTH=np.uint64(width))
    for place in range(1, width):
        word = load_more.bind(fewer=word, WIDTH=np.uint64(width), LAST=np.uint64(place))
    return word


@cache
def storer(width: int) -> AnyKernel:
    """`store` of a message of so many numbers."""
    if width == 2:
        return store_two
    word = store.bind(WIDTH=np.uint64(width))
    for place in range(1, width):
        word = store_more.bind(store_fewer=word, WIDTH=np.uint64(width), LAST=np.uint64(place), PLACE=place)
    return word


def turner(width: int, own: AnyKernel | None) -> AnyKernel:
    """`from_side` of a rule: by its own word for it, or the first number turns its sign."""
    if own is not None:
        return whole_from_side.bind(turned=own)
    return {1: from_side, 2: two_from_side}.get(width, first_from_side)


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
