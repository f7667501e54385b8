"""Writes a small net as an ONNX file, byte by byte: what PyTorch's exporter would write, without the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def field(number: int, value: bytes | int) -> bytes:
    """One field of a protocol buffer."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def tensor(name: str, array: Any) -> bytes:
    array = np.asarray(array, np.float32)
    shape = b"".join(field(1, int(size)) for size in array.shape)
    return shape + field(2, 1) + field(8, name.encode()) + field(9, array.tobytes())


def node(kind: str, inputs: list[str], output: str, *attributes: bytes) -> bytes:
    names = b"".join(field(1, name.encode()) for name in inputs) + field(2, output.encode())
    return names + field(4, kind.encode()) + b"".join(field(5, each) for each in attributes)


def whole(name: str, value: int) -> bytes:
    """An attribute that is a whole number."""
    return field(1, name.encode()) + field(3, value) + field(20, 2)


def value_info(name: str, columns: int, batch: int | None) -> bytes:
    first = field(2, b"batch") if batch is None else field(1, batch)
    shape = field(1, first) + field(1, field(1, columns))
    return field(1, name.encode()) + field(2, field(1, field(1, 1) + field(2, shape)))


def write_onnx(path: str | Path, layers: Any, last: str = "Identity", batch: int | None = None) -> Path:
    """Layers of weights [after, before] and biases, with a rectifier between, and `last` ("Softmax", …) at the end."""
    nodes = []
    tensors = []
    name = "planes"
    for n, (weights, biases) in enumerate(layers):
        tensors += [tensor(f"w{n}", weights), tensor(f"b{n}", biases)]
        nodes.append(node("Gemm", [name, f"w{n}", f"b{n}"], f"s{n}", whole("transB", 1)))
        name = f"s{n}"
        if n < len(layers) - 1:
            nodes.append(node("Relu", [name], f"a{n}"))
            name = f"a{n}"
    nodes.append(node(last, [name], "out"))
    graph = b"".join(field(1, each) for each in nodes) + field(2, b"net") + b"".join(field(5, each) for each in tensors)
    graph += field(11, value_info("planes", layers[0][0].shape[1], batch))
    graph += field(12, value_info("out", layers[-1][0].shape[0], batch))
    path = Path(path)
    path.write_bytes(field(1, 8) + field(7, graph) + field(8, field(2, 17)))
    return path
