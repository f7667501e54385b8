"""A net in whole numbers on a GPU: one thread evaluates one position, with the kernel of the processor."""

from collections.abc import Sequence

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, State
from overthink.core.machine import STACK_NUMBERS
from overthink.evaluate.net import NetEvaluator, net_value
from overthink.games.planes import STATE_OF, state_of
from overthink.gpu import device
from overthink.gpu.device import array, cuda, launch

POSITIONS_AT_ONCE = 1 << 17  # positions in parallel


@kernel
def judge_positions(context: Context, rows: Column, sums: Column, active: Column, values: Column) -> None:
    """`values[n]`: that of the position in `rows[n]`, one per thread. `sums` and `active`, [numbers, positions], are
    room for the layers of the net."""
    n = cuda.grid(1)
    if n < len(values):
        values[n] = net_value(context, state_of(rows[n]), sums[:, n], active[:, n])


def values_on_gpu(evaluate: NetEvaluator, states: Sequence[State]) -> Column:
    """The value of each position to Max, from a GPU."""
    device.require()
    values = np.empty(len(states))
    context = _to_device(evaluate.context)
    judge = judge_positions.bind(**evaluate.static.names, state_of=STATE_OF[len(states[0])])
    for begin in range(0, len(states), POSITIONS_AT_ONCE):
        rows = np.array(states[begin : begin + POSITIONS_AT_ONCE], np.int64)
        found = array("net values", (len(rows),), np.float64)
        room = (
            array(name, (STACK_NUMBERS, len(rows)), kind)
            for name, kind in (("net sums", np.int32), ("net active", np.int16))
        )
        launch(judge, len(rows), context, cuda.to_device(rows), *room, found)
        values[begin : begin + POSITIONS_AT_ONCE] = found.copy_to_host()
    return values


def _to_device(context: object) -> Context:
    if isinstance(context, tuple):
        return tuple(map(_to_device, context))
    return cuda.to_device(context) if isinstance(context, np.ndarray) else context
