"""Runs kernels on a GPU, through numba-cuda (extra `gpu`). The one file that names numba.cuda.

`launch` compiles a kernel and all that it calls for the GPU, and runs it in as many threads as are asked for; which one
it is, a kernel knows from `cuda.grid(1)`. Tables that a kernel refers to are kept on the GPU.

A GPU adds to a product without rounding it in between, unless told otherwise, and so finds other numbers than a
processor. In double precision every product is told otherwise here (`emit_product`), in single precision those by the
word `product`. `floor` and `whole` let an addition do the rounding, which is quicker than to turn a number into a whole
one: next to 1.5·2²³ there are no bits left for a fraction.
"""

import hashlib
import math
import operator
import sys
import warnings
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numba
import numba.cuda
import numpy as np

from overthink.core.bind import AnyKernel, Kernel
from overthink.core.errors import OverthinkError, need
from overthink.core.kinds import Column, Context, Foreign, Integer
from overthink.core.plain import Fields

need("A GPU needs", "numba_cuda")

cuda: Foreign = numba.cuda
settings: Foreign = numba.config
SIMULATED = bool(settings.ENABLE_CUDASIM)  # NUMBA_ENABLE_CUDASIM=1: every thread runs as Python, for tests
libdevice: Foreign = None if SIMULATED else cuda.libdevice
BLOCK_THREADS = 128  # threads
MOST_MEMORY = 2**40  # bytes; a simulated GPU has no end of it
LARGE, ZERO = np.float32(1.5 * 2**23), np.float32(0.0)
_kept: Fields = {}
ITS_BITS = np.int32(LARGE.view(np.int32))


def product(x: float, g: float) -> Foreign:
    """x × g, rounded before anything is added to it."""
    return libdevice.fmul_rn(x, g)


def floor(x: float) -> np.int32:
    """The largest whole number that is not above x."""
    return np.int32(libdevice.float_as_int(libdevice.fadd_rd(x, LARGE)) - ITS_BITS)


def whole(x: float) -> np.int32:
    """The same, and 0 for a number below 0."""
    return np.int32(libdevice.float_as_int(libdevice.fadd_rd(libdevice.fmaxf(x, ZERO), LARGE)) - ITS_BITS)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def increase(column: Column, by: int) -> Foreign:
    """Adds to the first number of a column, one thread after the other. Returns what it was before."""
    return cuda.atomic.add(column, 0, by)


def prefetch(column: Column, place: Integer) -> None:
    """Asks for the memory of column[place], which may be read soon."""


def emit_prefetch(typing: Foreign, column: Foreign, place: Foreign) -> Foreign:
    """What `prefetch` is compiled to."""
    from llvmlite import ir

    def emit(context: Context, builder: Foreign, signature: Foreign, values: Foreign) -> Foreign:
        array = context.make_array(signature.args[0])(context, builder, values[0])
        whole = ir.IntType(64)
        distance = builder.mul(values[1], builder.extract_value(array.strides, 0))
        address = builder.add(builder.ptrtoint(array.data, whole), distance)
        kind = ir.FunctionType(ir.VoidType(), [whole])
        builder.call(ir.InlineAsm(kind, "prefetch.global.L2 [$0];", "l", side_effect=True), [address])
        return context.get_dummy_value()

    return cuda.types.void(column, cuda.types.int64), emit


def emit_product(context: Context, builder: Foreign, signature: Foreign, factors: Foreign) -> Foreign:
    """What `*` of two doubles is compiled to: a product that is rounded before anything is added to it."""
    return context.get_function(libdevice.dmul_rn, signature)(builder, factors)


if not SIMULATED:
    try:
        from numba.cuda import cudaimpl
    except AttributeError as exc:  # it names a function that NumPy has no more
        raise OverthinkError(
            f"numba-cuda {version('numba-cuda')} does not work with NumPy {np.__version__} ({exc}). Install a newer "
            "numba-cuda or an older NumPy."
        ) from None
    from numba.cuda.extending import intrinsic

    prefetch: Foreign = intrinsic(emit_prefetch)  # type: ignore[no-redef]

    compiled_to: Foreign = cudaimpl.lower
    for times in (operator.mul, operator.imul):
        compiled_to(times, cuda.types.float64, cuda.types.float64)(emit_product)


def arithmetic() -> Fields:
    """Words of the models' search that a GPU has its own meaning for; the same numbers come of them."""
    if SIMULATED:
        return {}
    return {word.__name__: cuda.jit(device=True, forceinline=True)(word) for word in (product, floor, whole)}


def require() -> None:
    """Refuses, in one sentence, where there is no GPU."""
    if not cuda.is_available():
        raise OverthinkError("No GPU that CUDA can use was found on this machine; leave out '--device gpu'.")


def launch(kernel: AnyKernel, threads: int, *arguments: Foreign, block: int = 0) -> None:
    """Runs a kernel in this many threads, or a few more; BLOCK_THREADS of them in a block, or as many as are given."""
    block = block or BLOCK_THREADS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that so few threads do not fill the GPU
        _compile(kernel)[-(-threads // block), block](*arguments)


def room() -> int:
    """Bytes of the GPU's memory that are free, or kept here to be used again."""
    free = min(cuda.current_context().get_memory_info()[0], MOST_MEMORY)
    return int(free + sum(kept.size * kept.dtype.itemsize for kept in _kept.values()))


def array(name: str, shape: tuple[int, ...], kind: Foreign) -> Foreign:
    """An array on the GPU, in the place of the last one of that name: to ask for memory again takes as long as to fill
    it."""
    size = math.prod(shape)
    if name not in _kept or _kept[name].size < size:
        _kept.pop(name, None)
        _kept[name] = cuda.device_array(size, kind)
    return _kept[name][:size].reshape(shape)


@cache
def _compile(kernel: AnyKernel) -> Foreign:
    """Kept on disk as a processor's kernels are, under a name that hashes all it refers to, but for tables: compiled
    code has the address that they have in this process."""
    function = _translate(kernel)
    if SIMULATED or _has_tables(kernel):
        return cuda.jit(function)
    identity = f"{kernel.fingerprint}|{Path(__file__).read_text('utf-8')}|{version('numba-cuda')}|{sys.version}"
    function.__qualname__ += f"_{hashlib.sha256(identity.encode()).hexdigest()[:16]}"
    try:
        return cuda.jit(cache=True)(function)
    except RuntimeError:  # no folder for the cache can be written
        return cuda.jit(function)


def _has_tables(kernel: AnyKernel) -> bool:
    references = kernel.references.values()
    return any(
        isinstance(value, np.ndarray) or (isinstance(value, Kernel) and _has_tables(value)) for value in references
    )


@cache
def _compile_callee(kernel: AnyKernel) -> Foreign:
    function = _translate(kernel)
    return function if SIMULATED else cuda.jit(device=True, forceinline=True)(function)


def _translate(kernel: AnyKernel) -> Foreign:
    """The kernel's code, with all that it refers to on the GPU."""
    names = {name: _on_gpu(value) for name, value in kernel.references.items()}
    return kernel.rebuild({**names, "__name__": kernel.function.__module__}, kernel.function.__qualname__)


def _on_gpu(value: Foreign) -> Foreign:
    if isinstance(value, Kernel):
        return _compile_callee(value)
    return _table(value.tobytes(), value.dtype.str) if isinstance(value, np.ndarray) else value


@cache
def _table(numbers: bytes, kind: str) -> Foreign:
    return cuda.to_device(np.frombuffer(numbers, kind))
