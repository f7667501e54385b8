"""Words for what a processor does and Python cannot say: memory asked for ahead of its use, steps that no other thread
can come between, and rows of 32 small numbers that are compared at once.

Each is a plain function, which is what it means and what runs interpreted, and the instruction that it is compiled to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel, body
from overthink.core.kinds import Context

LANES = 32  # numbers of a row: the longest that one instruction takes on any processor in use here


class Word(AnyKernel):
    """A kernel whose compiled form is not made from its Python."""

    def __init__(self, function: Callable[..., Any], emit: Callable[..., Any]):
        super().__init__(function)
        self.emit = emit

    def bind(self, types_: tuple[Any, ...] = (), /, **names: Any) -> Word:
        return self

    @cached_property
    def fingerprint(self) -> str:
        parts = [super().fingerprint, *_parts(Word._through_numba), *_parts(self.emit)]
        return hashlib.sha256("|".join(parts).encode()).hexdigest()

    def _through_numba(self, **more: bool) -> Any:
        from numba import config, extending

        return self.interpreted if config.DISABLE_JIT else extending.intrinsic(self.emit)  # type: ignore[attr-defined]


def _parts(emit: Any) -> list[str]:
    """What a way of compiling does, as text without addresses."""
    given = [cell.cell_contents for cell in emit.__closure__ or ()]
    inner = [part for each in given for part in (_parts(each) if callable(each) else [repr(each)])]
    return [*body(emit.__code__), *inner]


def word(emit: Callable[..., Any]) -> Callable[[Callable[..., Any]], Word]:
    """Decorates what a word means with how it is compiled."""
    return lambda function: Word(function, emit)


def _place(context: Context, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """The address of array[index], of the beginning of a row where rows have 32 numbers. Nothing is checked."""
    from llvmlite import ir

    wide = ir.IntType(64)
    if index.type.width < 64:
        index = builder.zext(index, wide)
    if kind.ndim == 2:
        index = builder.mul(index, wide(LANES))
    return builder.gep(context.make_array(kind)(context, builder, array).data, [index])


def _prefetch(typing: Any, array: Any, index: Any) -> Any:
    from llvmlite import ir
    from numba import types

    def emit(context: Context, builder: Any, signature: Any, values: Any) -> Any:
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        place = builder.bitcast(_place(context, builder, signature.args[0], *values), byte)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        )
        builder.call(instruction, [place, number(0), number(3), number(1)])  # to be read, soon, as data
        return context.get_dummy_value()

    return types.void(array, index), emit


def _atomic(operation: str) -> Callable[..., Any]:
    def step(typing: Any, array: Any, index: Any, number: Any) -> Any:
        def emit(context: Context, builder: Any, signature: Any, values: Any) -> Any:
            kind, given = signature.args[0], signature.args[2]
            operand = context.cast(builder, values[2], given, kind.dtype)
            return builder.atomic_rmw(
                operation, _place(context, builder, kind, values[0], values[1]), operand, "monotonic"
            )

        return array.dtype(array, index, number), emit

    return step


@cache
def _row() -> tuple[Any, Any]:
    """The type of a row, for Numba and for LLVM."""
    from llvmlite import ir
    from numba import extending, types

    vector = ir.VectorType(ir.IntType(8), LANES)

    class Row(types.Type):
        def __init__(self) -> None:
            super().__init__(name="Row")

    class Model(extending.models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, vector)  # type: ignore[no-untyped-call]

    extending.register_model(Row)(Model)
    return Row(), vector


def _row_at(typing: Any, rows: Any, index: Any) -> Any:
    kind, vector = _row()

    def emit(context: Context, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], *values)
        return builder.load(builder.bitcast(place, vector.as_pointer()), align=1)

    return kind(rows, index), emit


def _put_row(typing: Any, rows: Any, index: Any, row: Any) -> Any:
    from numba import types

    _, vector = _row()

    def emit(context: Context, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], *values[:2])
        builder.store(values[2], builder.bitcast(place, vector.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(rows, index, row), emit


def _lane_by_lane(operation: Callable[..., Any]) -> Callable[..., Any]:
    def combine(typing: Any, row: Any, other: Any) -> Any:
        def emit(context: Context, builder: Any, signature: Any, values: Any) -> Any:
            return operation(builder, *values)

        return row(row, other), emit

    return combine


def _equal(builder: Any, row: Any, other: Any) -> Any:
    return builder.zext(builder.icmp_unsigned("==", row, other), row.type)


def _where(builder: Any, row: Any, condition: Any) -> Any:
    return builder.select(condition, row, row.type(None))


@word(_prefetch)
def prefetch(array: Any, index: Any) -> None:
    """Asks for the memory of array[index], which need not exist."""


@word(_atomic("add"))
def add_at(array: Any, index: Any, number: Any) -> Any:
    """array[index] += number, at once; what stood there before."""
    before = array[index]
    array[index] += number
    return before


@word(_atomic("xchg"))
def swap_at(array: Any, index: Any, number: Any) -> Any:
    """array[index] = number, at once; what stood there before."""
    before = array[index]
    array[index] = number
    return before


@word(_row_at)
def row_at(rows: Any, index: Any) -> Any:
    """Row number so-and-so of uint8[…, 32]."""
    return rows[index].copy()


@word(_put_row)
def put_row(rows: Any, index: Any, row: Any) -> None:
    """rows[index] = row."""
    rows[index] = row


@word(_lane_by_lane(lambda builder, *rows: builder.select(builder.icmp_unsigned(">", *rows), *rows)))
def larger(row: Any, other: Any) -> Any:
    """The larger number of two, lane by lane."""
    return np.maximum(row, other)


@word(_lane_by_lane(lambda builder, *rows: builder.select(builder.icmp_unsigned("<", *rows), *rows)))
def smaller(row: Any, other: Any) -> Any:
    """The smaller number of two, lane by lane."""
    return np.minimum(row, other)


@word(_lane_by_lane(_equal))
def equal(row: Any, other: Any) -> Any:
    """1 where two rows are equal, 0 elsewhere."""
    return (row == other).astype(np.uint8)


@word(_lane_by_lane(lambda builder, *rows: builder.add(*rows)))
def plus(row: Any, other: Any) -> Any:
    """The sum of two rows; above 255 it starts from 0 again."""
    return row + other


@word(_lane_by_lane(_where))
def where(row: Any, condition: Any) -> Any:
    """The row if the condition holds, else 0 in all lanes."""
    return row if condition else np.zeros_like(row)
