"""Instructions of a processor that Python does not have: prefetching, atomic counts, the comparison of 32 small numbers
at once, and memory on the stack.

Each is a plain Python function, which runs interpreted, and the instruction that it is compiled to. Rows gain most: a
sweep over two million nodes takes 4.5 times as long if a loop compares them lane by lane (x86-64).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, cached_property

import numpy as np

from overthink.core.bind import STOP, AnyKernel, body
from overthink.core.kinds import Column, Context, Foreign, Integer, State

STACK_NUMBERS = 512  # numbers of an array that ends with the call
LANES = 32  # numbers of a row: the longest that one instruction takes on any processor in use here


class Word(AnyKernel):
    """A kernel whose compiled form is not made from its Python."""

    def __init__(self, function: Callable[..., Foreign], emit: Callable[..., Foreign]):
        super().__init__(function)
        self.emit = emit

    def bind(self, types_: tuple[Foreign, ...] = (), /, **names: Foreign) -> Word:
        """The word itself: it refers to nothing that could be bound."""
        return self

    @cached_property
    def fingerprint(self) -> str:
        """A hash of its Python and of what it is compiled to."""
        parts = [super().fingerprint, *_parts(Word._through_numba), *_parts(self.emit)]
        return hashlib.sha256("|".join(parts).encode()).hexdigest()

    def _through_numba(self, **more: bool) -> Foreign:
        from numba import config, extending

        return self.interpreted if config.DISABLE_JIT else extending.intrinsic(self.emit)


def _parts(emit: Foreign) -> list[str]:
    """What a way of compiling does, as text without addresses."""
    given = [cell.cell_contents for cell in emit.__closure__ or ()]
    inner = [part for each in given for part in (_parts(each) if callable(each) else [repr(each)])]
    return [*body(emit.__code__), *inner]


def word(emit: Callable[..., Foreign]) -> Callable[[Callable[..., Foreign]], Word]:
    """Decorates what a word means with how it is compiled."""
    return lambda function: Word(function, emit)


def _place(context: Context, builder: Foreign, kind: Foreign, array: Foreign, index: Foreign) -> Foreign:
    """The address of array[index], of the beginning of a row where rows have 32 numbers. Nothing is checked."""
    from llvmlite import ir

    wide = ir.IntType(64)
    if index.type.width < 64:
        index = builder.zext(index, wide)
    if kind.ndim == 2:
        index = builder.mul(index, wide(LANES))
    return builder.gep(context.make_array(kind)(context, builder, array).data, [index])


def _prefetch(typing: Foreign, array: Foreign, index: Foreign) -> Foreign:
    from llvmlite import ir
    from numba import types

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        number = ir.IntType(32)
        byte = ir.IntType(8).as_pointer()
        place = builder.bitcast(_place(context, builder, signature.args[0], *values), byte)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        )
        builder.call(instruction, [place, number(0), number(3), number(1)])  # to be read, soon, as data
        return context.get_dummy_value()

    return types.void(array, index), emit


def _atomic(operation: str) -> Callable[..., Foreign]:
    def step(typing: Foreign, array: Foreign, index: Foreign, number: Foreign) -> Foreign:
        def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
            kind, given = signature.args[0], signature.args[2]
            operand = context.cast(builder, values[2], given, kind.dtype)
            return builder.atomic_rmw(
                operation, _place(context, builder, kind, values[0], values[1]), operand, "monotonic"
            )

        return array.dtype(array, index, number), emit

    return step


@cache
def _row() -> tuple[Foreign, Foreign]:
    """The type of a row, for Numba and for LLVM."""
    from llvmlite import ir
    from numba import extending, types

    vector = ir.VectorType(ir.IntType(8), LANES)

    class Row(types.Type):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(name="Row")

    class Model(extending.models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager: Foreign, kind: Foreign) -> None:
            super().__init__(manager, kind, vector)

    extending.register_model(Row)(Model)
    return Row(), vector


def _row_at(typing: Foreign, rows: Foreign, index: Foreign) -> Foreign:
    kind, vector = _row()

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        place = _place(context, builder, signature.args[0], *values)
        return builder.load(builder.bitcast(place, vector.as_pointer()), align=1)

    return kind(rows, index), emit


def _put_row(typing: Foreign, rows: Foreign, index: Foreign, row: Foreign) -> Foreign:
    from numba import types

    _, vector = _row()

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        place = _place(context, builder, signature.args[0], *values[:2])
        builder.store(values[2], builder.bitcast(place, vector.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(rows, index, row), emit


def _lane_by_lane(operation: Callable[..., Foreign]) -> Callable[..., Foreign]:
    def combine(typing: Foreign, row: Foreign, other: Foreign) -> Foreign:
        def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
            return operation(builder, *values)

        return row(row, other), emit

    return combine


def _equal(builder: Foreign, row: Foreign, other: Foreign) -> Foreign:
    return builder.zext(builder.icmp_unsigned("==", row, other), row.type)


def _where(builder: Foreign, row: Foreign, condition: Foreign) -> Foreign:
    return builder.select(condition, row, row.type(None))


def _lowest(typing: Foreign, bits: Foreign) -> Foreign:
    from llvmlite import ir
    from numba import types

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        return builder.cttz(values[0], ir.IntType(1)(1))

    return types.int64(types.int64), emit


def _room(width: int) -> Callable[..., Foreign]:
    def make(typing: Foreign) -> Foreign:
        from llvmlite import ir
        from numba import types
        from numba.core import cgutils
        from numba.np.arrayobj import populate_array

        kind = types.Array(getattr(types, f"int{width}"), 1, "C")
        item = ir.IntType(width)

        def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
            place = builder.bitcast(cgutils.alloca_once(builder, ir.ArrayType(item, STACK_NUMBERS)), item.as_pointer())
            array = context.make_array(kind)(context, builder)
            length, size = (context.get_constant(types.intp, number) for number in (STACK_NUMBERS, width // 8))
            populate_array(array, place, [length], [size], size, None)
            return array._getvalue()

        return kind(), emit

    return make


def _parts_of(typing: Foreign, state: Foreign) -> Foreign:
    from llvmlite import ir
    from numba import errors, types

    def parts(kind: Foreign) -> list[Foreign]:
        inner = [parts(each) for each in kind] if isinstance(kind, types.BaseTuple) else [[kind]]
        return [each for several in inner for each in several]

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        def bits(kind: Foreign, value: Foreign) -> list[Foreign]:
            if isinstance(kind, types.BaseTuple):
                return [each for i, part in enumerate(kind) for each in bits(part, builder.extract_value(value, i))]
            if isinstance(kind, types.Float):
                return [builder.bitcast(context.cast(builder, value, kind, types.float64), ir.IntType(64))]
            return [context.cast(builder, value, kind, types.int64)]

        return context.make_tuple(builder, signature.return_type, bits(signature.args[0], values[0]))

    if not all(isinstance(part, types.Integer | types.Float | types.Boolean) for part in parts(state)):
        raise errors.TypingError("a position holds something that is not a number")
    return types.UniTuple(types.int64, len(parts(state)))(state), emit


def _alike(typing: Foreign, after: Foreign, state: Foreign) -> Foreign:
    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        return context.cast(builder, values[0], *signature.args)

    return state(after, state), emit


def _stopped(typing: Foreign) -> Foreign:
    from llvmlite import ir
    from numba import types

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        number = ir.IntType(64)
        flag = builder.module.globals.get(STOP) or ir.GlobalVariable(builder.module, number, STOP)
        return builder.icmp_unsigned("!=", builder.load(flag), number(0))

    return types.boolean(), emit


@word(_stopped)
def stopped() -> bool:
    """Whether Ctrl-C was pressed. Interpreted, Python itself hears it."""
    return False


@word(_parts_of)
def parts_of(state: State) -> tuple[Integer, ...]:
    """The numbers of a state as int64, whole ones as they are and others by their bits: what a hash is made of."""
    if isinstance(state, tuple):
        return tuple(part for each in state for part in parts_of(each))
    return (np.float64(state).view(np.int64) if isinstance(state, float | np.floating) else np.int64(state),)


@word(_alike)
def alike(after: State, state: State) -> State:
    """A state with its numbers in the types of another, for which a recursive kernel was compiled."""
    return after


@word(_lowest)
def lowest(bits: int) -> int:
    """The place of the lowest bit that is 1; there must be one."""
    place = 0
    while not (bits >> place) & 1:
        place += 1
    return place


@word(_room(32))
def room32() -> Column:
    """int32[512] for the time of the call, not filled in."""
    return np.zeros(STACK_NUMBERS, np.int32)


@word(_room(16))
def room16() -> Column:
    """int16[512] for the time of the call, not filled in."""
    return np.zeros(STACK_NUMBERS, np.int16)


@word(_prefetch)
def prefetch(array: Column, index: Integer) -> None:
    """Asks for the memory of array[index], which need not exist."""


@word(_atomic("add"))
def add_at(array: Column, index: Integer, number: Integer) -> Integer:
    """array[index] += number, at once; what stood there before."""
    before: Integer = array[index]
    array[index] += number
    return before


@word(_atomic("xchg"))
def swap_at(array: Column, index: Integer, number: Integer) -> Integer:
    """array[index] = number, at once; what stood there before."""
    before: Integer = array[index]
    array[index] = number
    return before


@word(_row_at)
def row_at(rows: Column, index: Integer) -> Column:
    """Row number n of uint8[…, 32]."""
    row: Column = rows[index].copy()
    return row


@word(_put_row)
def put_row(rows: Column, index: Integer, row: Column) -> None:
    """rows[index] = row."""
    rows[index] = row


@word(_lane_by_lane(lambda builder, *rows: builder.select(builder.icmp_unsigned(">", *rows), *rows)))
def larger(row: Column, other: Column) -> Column:
    """The larger number of two, lane by lane."""
    return np.maximum(row, other)


@word(_lane_by_lane(lambda builder, *rows: builder.select(builder.icmp_unsigned("<", *rows), *rows)))
def smaller(row: Column, other: Column) -> Column:
    """The smaller number of two, lane by lane."""
    return np.minimum(row, other)


@word(_lane_by_lane(_equal))
def equal(row: Column, other: Column) -> Column:
    """1 where two rows are equal, 0 elsewhere."""
    same: Column = (row == other).astype(np.uint8)
    return same


@word(_lane_by_lane(lambda builder, *rows: builder.add(*rows)))
def plus(row: Column, other: Column) -> Column:
    """The sum of two rows; above 255 it starts from 0 again."""
    return row + other


@word(_lane_by_lane(_where))
def where(row: Column, condition: Column) -> Column:
    """The row if the condition holds, else 0 in all lanes."""
    return row if condition else np.zeros_like(row)
