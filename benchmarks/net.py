"""A net in whole numbers, 84-64-64-3, on positions of Connect Four: against C, and against the same net in floats by
onnxruntime, which is given planes that are ready, one position at a time and in batches. All have one thread."""

from __future__ import annotations

import tempfile
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import Path

import numpy as np

from benchmarks.onnx_file import write_onnx
from benchmarks.searches import against_c
from benchmarks.timing import Row, build, in_turn, processor_seconds
from overthink.core.errors import OverthinkError
from overthink.evaluate.encoded import OnnxModel, load_onnx
from overthink.evaluate.net import Net, judge_rows
from overthink.games.connect_four import ConnectFour
from overthink.games.planes import STATE_OF

SIZES = (84, 64, 64, 3)
BATCH = 4_096


def net(quick: bool) -> list[Row]:
    """A row for C, and two for onnxruntime."""
    count, rounds = (1 << 14, 3) if quick else (1 << 17, 8)
    game = ConnectFour()
    random = np.random.default_rng(1)
    layers = [(random.normal(size=(b, a)) * (2.0 / a) ** 0.5, random.normal(size=b) / 10) for a, b in pairwise(SIZES)]
    some = [game.random_start(number, 6 + number % 20) for number in range(1 << 11)]
    planes = game.planes(some)
    whole = Net.quantise(layers, planes, "win/draw/loss")
    judge = whole.on(game)
    rows = np.array(some * (count >> 11), np.int64)
    run = judge_rows.bind(**judge.static.names, state_of=STATE_OF[4])
    values = np.empty(count)
    run(judge.context, rows, values, 0, count)  # compiles

    def ours() -> None:
        run(judge.context, rows, values, 0, count)

    task = f"a net of {'-'.join(map(str, SIZES))} in whole numbers, {count:,} positions"
    work = (count / 1e6, "Mpositions")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "net"
        path.write_bytes(b"".join(part.tobytes() for part in (np.int64(count), *judge.tables, rows)))
        found = (float(reduce(add, values.tolist())),)
        lines = against_c(
            task, ours, {"C -O3": build("net", "-ffp-contract=off")}, (path,), found, rounds, "all values", work
        )
        try:
            model = load_onnx(write_onnx(Path(folder) / "net.onnx", layers, "Softmax"), game).model
        except OverthinkError:  # onnxruntime is not installed
            return lines
        assert isinstance(model, OnnxModel)
        inputs = np.concatenate([planes] * (count >> 11))
        few = min(count, 1 << 13)
        for name, size, many in (("one position at a time", 1, few), (f"batches of {BATCH:,}", BATCH, count)):

            def theirs(size: int = size, many: int = many) -> float:
                parts = [inputs[begin : begin + size] for begin in range(0, many, size)]
                return processor_seconds(lambda: [model(part) for part in parts]) * count / many

            times = in_turn({"ours": lambda: processor_seconds(ours), "theirs": theirs}, rounds)
            how = f"floats, planes ready, one thread; fastest of {rounds} in turn"
            lines.append(Row(task, f"onnxruntime, {name}", times["ours"], times["theirs"], how, *work))
    return lines
