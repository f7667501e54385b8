"""A small net in whole numbers: inputs of 0 and 1, weights of 8 or 16 bits, sums of 32. It is a kernel like any other,
and gives the same bits on every machine, interpreted, compiled and on a GPU.

A layer adds up its weights times what the layer before gives. What a hidden layer gives is its sum, shifted to the
right and cut off below 0 and above 255. Nothing is rounded in between, so that the order of the sums does not matter.
The last layer's sums are read as a value, as the log-odds of a win, or as those of win, draw and loss, through a table
of exponentials that is computed with decimals: it does not depend on a machine's own.
"""

from __future__ import annotations

import decimal
import io
import json
import math
import warnings
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.bind import inlined, kernel
from overthink.core.errors import (
    OverthinkError,
    Unchecked,
    check_known,
    check_number,
    counted,
    parse_file_name,
    read_file,
    require,
)
from overthink.core.game import callable_evaluator
from overthink.core.kinds import Column, Context, Integer, State
from overthink.core.machine import STACK_NUMBERS, lowest, room16, room32
from overthink.core.plain import Fields
from overthink.core.threads import in_parts
from overthink.core.user_code import load, make
from overthink.core.vocabulary import marks, mover
from overthink.evaluate.encoded import Encoded, load_onnx
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.whole_numbers import LARGEST_ACTIVATION, LARGEST_SUM, Layer, in_whole_numbers, rows_of
from overthink.games.planes import STATE_OF, PlaneGame, state_of

Output = Literal["value", "probability", "win/draw/loss"]
OUTPUTS: dict[str, int] = {"value": 1, "probability": 1, "win/draw/loss": 3}
EXPONENTIALS = 4096  # entries of the table of exponentials
FRACTION_BITS = 8  # after the point, of the numbers that they are taken of
CHUNK_POSITIONS = 1 << 13  # positions at the same time
FEW_SAMPLES = 1_000  # different positions below which there is a warning
SMALLEST_UNIT = 1e-9
LARGEST_UNIT = 1e9
MOST_INTERPRETED_POSITIONS = 2_000  # sooner evaluated than the kernel is compiled, which is 3 times as fast
FORMAT = "overthink net 1"
NETS = Path(__file__).with_name("nets.zip")  # those that come with Overthink, by training.make_nets

# The sizes of a net, in capitals: nets of one form share their compiled code. What differs is in tables: weights of
# int16; biases, shifts and what `coarse` says, int32; exponentials, or the unit of a value; and the places of inputs.
WORDS = 2
BITS = 64
INPUTS = 84
FIRST = 64
SECOND = 64
THIRD = 0
LAST = 3
PROBABLE = True


@inlined
def add_up(weights: Column, begin: Integer, active: Column, before: int, numbers: Column, at: Integer, after: int,
           sums: Column) -> None:  # fmt: skip
    """The sums of a layer, from what the layer before gives."""
    for k in range(np.uint64(after)):
        total = numbers[at + k]
        row = begin + k * np.uint64(before)
        for j in range(np.uint64(before)):
            total = np.int32(total + np.int32(weights[row + j]) * np.int32(active[j]))
        sums[k] = total


@inlined
def activate(sums: Column, numbers: Column, at: Integer, after: int, active: Column) -> None:
    """What a hidden layer gives."""
    for k in range(np.uint64(after)):
        active[k] = min(max(np.int32(sums[k] >> numbers[at + k]), np.int32(0)), np.int32(LARGEST_ACTIVATION))


@inlined
def net_outputs(context: Context, state: State, sums: Column, active: Column) -> None:
    """The sums of the last layer, in the first places of `sums`. `active`: room for what the layers give."""
    game, weights, numbers, _, places = context
    for k in range(np.uint64(FIRST)):
        sums[k] = numbers[k]
    half = np.uint64(0 if mover(game, state) > 0 else WORDS * BITS)
    for word in range(WORDS):
        bits = marks(game, state, word)
        while bits:
            row = np.uint64(places[half + np.uint64(word * BITS + lowest(bits))]) * np.uint64(FIRST)
            for k in range(np.uint64(FIRST)):
                sums[k] = np.int32(sums[k] + weights[row + k])
            bits &= bits - 1
    activate(sums, numbers, np.uint64(FIRST), FIRST, active)
    begin, at = np.uint64(INPUTS * FIRST), np.uint64(2 * FIRST)
    add_up(weights, begin, active, FIRST, numbers, at, SECOND, sums)
    activate(sums, numbers, at + np.uint64(SECOND), SECOND, active)
    begin, at = begin + np.uint64(FIRST * SECOND), at + np.uint64(2 * SECOND)
    if THIRD:
        add_up(weights, begin, active, SECOND, numbers, at, THIRD, sums)
        activate(sums, numbers, at + np.uint64(THIRD), THIRD, active)
        begin, at = begin + np.uint64(SECOND * THIRD), at + np.uint64(2 * THIRD)
    add_up(weights, begin, active, THIRD if THIRD else SECOND, numbers, at, LAST, sums)


@inlined
def exponential(context: Context, below: Integer) -> float:
    """e to the power of what is so far below the largest output."""
    numbers, odds = context[2], context[3]
    return float(odds[min(below >> numbers[len(numbers) - 1], EXPONENTIALS - 1)])


@inlined
def net_value(context: Context, state: State, sums: Column, active: Column) -> float:
    """The value to Max."""
    net_outputs(context, state, sums, active)
    me = mover(context[0], state)
    if not PROBABLE:
        return float(me * sums[0]) * float(context[3][0])
    win = sums[0]
    draw = -LARGEST_SUM
    loss = 0
    if LAST > 1:
        draw, loss = sums[1], sums[2]
    top = max(win, draw, loss)
    won, lost = exponential(context, top - win), exponential(context, top - loss)
    even = exponential(context, top - draw) if LAST > 1 else 0.0
    return me * (won - lost) / (won + even + lost)


@kernel
def net_static(context: Context, state: State) -> float:
    """The value of a position to Max."""
    return net_value(context, state, room32(), room16())


@kernel
def judge_rows(context: Context, rows: Column, values: Column, begin: int, end: int) -> None:
    """The values of positions begin … end - 1."""
    sums = room32()
    active = room16()
    for n in range(begin, end):
        values[n] = net_value(context, state_of(rows[n]), sums, active)


@kernel
def net_error(context: Context, state: State) -> float:
    """The probability that the sign of the value is wrong, if the value is an expectation."""
    return 0.5 * (1.0 - abs(net_static(context, state)))


@check_arguments
@dataclass(frozen=True, eq=False, repr=False)
class Net:
    """A small net in whole numbers. Make one from a trained net with `ot.Net.quantise`, or read one with `ot.Net.load`.
    `net.on(game)` is the evaluator; searches with it run compiled where the game's do.

    Args:
        layers: Two or three hidden ones and the last.
        output: What the last one gives to the player to move: a "value", the log-odds of a "probability" to win, or
            three numbers for "win/draw/loss", whose exponentials are the odds.
        unit: What 1 is worth in its outputs.
        card: Texts and numbers about it, for people.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> sizes = [(16, 84), (16, 16), (3, 16)]
    >>> trained = [(random.normal(size=size) / 4, random.normal(size=size[0]) / 4) for size in sizes]
    >>> game = ot.ConnectFour()
    >>> seen = game.planes([game.random_start(number, 12) for number in range(2_000)])
    >>> net = ot.Net.quantise(trained, seen, output="win/draw/loss")
    >>> net
    <Net: 84-16-16-3, win/draw/loss, 16 bits>
    >>> ot.decide(game, depth=2, rule="emm", evaluate=net.on(game)).moves
    (1,)
    """

    layers: tuple[Layer, ...]
    output: Output = "value"
    unit: float = 1.0
    card: Fields = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_known("output", self.output, tuple(OUTPUTS))
        check_number("unit", self.unit, SMALLEST_UNIT, LARGEST_UNIT)
        require(3 <= len(self.layers) <= 4, f"A net has two or three hidden layers, not {len(self.layers) - 1}.")
        inputs = math.prod(np.shape(self.layers[0][0])[1:])
        for number, layer in enumerate(self.layers, 1):
            kinds = [getattr(part, "dtype", None) for part in layer]
            whole = isinstance(layer, Layer) and kinds[0] in (np.int8, np.int16) and kinds[1:] == [np.int32, np.int32]
            require(
                whole, f"Layer {number} of the net must be a Layer of int8 or int16 weights, int32 biases and shifts."
            )
            after = layer.weights.shape[:1]
            fits = 0 not in after and layer.weights.shape == (*after, inputs)
            fits = fits and layer.biases.shape == layer.shifts.shape == after
            require(fits, f"Layer {number} of the net does not fit the layer before: it needs {inputs} inputs.")
            small = number == len(self.layers) or layer.weights.shape[0] <= STACK_NUMBERS
            require(small, f"A hidden layer has at most {STACK_NUMBERS} numbers, unlike layer {number}.")
            most = np.abs(layer.weights.astype(np.int64)).sum(axis=1) * (1 if number == 1 else LARGEST_ACTIVATION)
            most += np.abs(layer.biases.astype(np.int64))
            require(most.max() <= LARGEST_SUM, f"The sums of layer {number} can outgrow 32 bits.")
            top = 0 if number == len(self.layers) else 30
            require(
                0 <= layer.shifts.min() <= layer.shifts.max() <= top, f"Layer {number} has shifts outside 0 … {top}."
            )
            inputs = len(layer.biases)
        wanted = OUTPUTS[self.output]
        require(inputs == wanted, f"A net that gives {self.output} has {wanted} outputs, not {inputs}.")

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, and what each layer gives."""
        return (self.layers[0].weights.shape[-1], *(len(layer.biases) for layer in self.layers))

    @property
    def bits(self) -> int:
        """Bits of a weight, 8 or 16."""
        return 8 * int(self.layers[0].weights.itemsize)

    @property
    def coarse(self) -> int:
        """Bits of an output that the table of exponentials does not tell apart."""
        steps = 2.0**-FRACTION_BITS / self.unit  # outputs in one entry of the table
        return max(0, int(np.floor(np.log2(steps))))

    @cached_property
    def odds(self) -> Column:
        """float64[4096]: e to the power of minus each step of the outputs, rounded once."""
        step = decimal.Decimal(self.unit) * (1 << self.coarse)
        with decimal.localcontext(prec=30):
            return np.array([float((-step * number).exp()) for number in range(EXPONENTIALS)])

    def __repr__(self) -> str:
        return f"<Net: {'-'.join(map(str, self.sizes))}, {self.output}, {self.bits} bits>"

    def outputs(self, inputs: Column) -> Column:
        """What the last layer gives for planes of 0 and 1: int64[positions, outputs]."""
        rows = rows_of(inputs)
        require(rows.shape[1] == self.sizes[0], f"The net needs {self.sizes[0]} inputs, not {rows.shape[1]}.")
        found = np.empty((len(rows), self.sizes[-1]), np.int64)
        for begin in range(0, len(rows), CHUNK_POSITIONS):
            chunk = slice(begin, begin + CHUNK_POSITIONS)
            numbers = rows[chunk].astype(np.float64)  # whole numbers that a float64 holds exactly
            for layer in self.layers[:-1]:
                sums = (numbers @ layer.weights.T.astype(np.float64)).astype(np.int64) + layer.biases
                numbers = np.clip(sums >> layer.shifts, 0, LARGEST_ACTIVATION).astype(np.float64)
            last = self.layers[-1]
            found[chunk] = (numbers @ last.weights.T.astype(np.float64)).astype(np.int64) + last.biases
        return found

    def values(self, inputs: Column) -> Column:
        """The value of each position to the player to move; for probabilities, that of a win less that of a loss."""
        sums = self.outputs(inputs)
        if self.output == "value":
            return sums[:, 0] * self.unit
        classes = sums if self.output == "win/draw/loss" else np.stack([sums[:, 0], np.zeros(len(sums), np.int64)], 1)
        below = np.minimum((classes.max(axis=1, keepdims=True) - classes) >> self.coarse, EXPONENTIALS - 1)
        odds = self.odds[below]
        total = odds[:, 0] + odds[:, 1] + odds[:, 2] if odds.shape[1] == 3 else odds[:, 0] + odds[:, 1]
        values: Column = (odds[:, 0] - odds[:, -1]) / total
        return values

    def on(self, game: Any) -> Any:
        """The net as an evaluator of a game's positions: an `ot.KernelEvaluator` for a game of kernels, an `ot.Encoded`
        for a Python game with `planes(states)`."""
        planes = callable(getattr(game, "planes", None))
        require(planes, f"A net needs planes, and {type(game).__name__} does not give its positions as planes().")
        if not isinstance(game, PlaneGame):
            return Encoded(game, self.values, "value" if self.output == "value" else "expectation")
        inputs = int(np.prod(game.plane_shape))
        fits = inputs == self.sizes[0]
        require(fits, f"The net has {self.sizes[0]} inputs, and the planes of {game!r} have {inputs}.")
        words = {word: game.kernels[word] for word in ("marks", "mover")}
        sizes = dict(zip(("FIRST", "SECOND", "THIRD"), (*self.sizes[1:-1], 0)))
        probable = self.output != "value"
        names = {
            **words, **sizes, "INPUTS": inputs, "LAST": self.sizes[-1], "PROBABLE": probable,
            "WORDS": game.places.shape[1], "BITS": game.places.shape[2],
        }  # fmt: skip
        value, error = net_static.bind(**names), net_error.bind(**names)
        tables = (*self.tables, np.ascontiguousarray(game.places).ravel())
        return NetEvaluator(game, value, error if probable else None, tables, probable, net=self)

    @cached_property
    def tables(self) -> tuple[Column, Column, Column]:
        """Weights, the first layer's by input; biases and shifts; exponentials: what the kernels read."""
        first, *others = (layer.weights.astype(np.int16) for layer in self.layers)
        numbers = [part for layer in self.layers for part in (layer.biases, layer.shifts)]
        return (
            np.concatenate([first.T.ravel(), *(weights.ravel() for weights in others)]),
            np.concatenate([*numbers, [self.coarse]]).astype(np.int32),
            np.array([self.unit]) if self.output == "value" else self.odds,
        )

    @classmethod
    def quantise(
        cls,
        layers: Sequence[tuple[Any, Any]],
        samples: Column,
        output: Output = "probability",
        bits: Literal[8, 16] = 16,
        card: Fields | None = None,
    ) -> Net:
        """The net in whole numbers that is nearest to a trained one.

        `layers`: pairs of weights [after, before] and biases [after], such as `weight` and `bias` of PyTorch's
        `Linear`, with a rectifier (ReLU) after each but the last. `samples`: planes of a few thousand positions like
        those to come, from which each hidden number gets its scale. `output`, `card`: as for `Net`. `bits`: of a
        weight.
        """
        check_known("output", output, tuple(OUTPUTS))
        require(bits in (8, 16), "Weights have 8 or 16 bits, not {}.", bits)
        require(3 <= len(layers) <= 4, f"A net has two or three hidden layers, not {len(layers) - 1}.")
        rows = rows_of(samples)
        require(len(rows), "Give the planes of some positions, from which the scales are found.")
        different = len(np.unique(rows, axis=0))
        if different < FEW_SAMPLES:
            seen = counted(different, "different position")
            advice = "In others its values may be far off. Give a few thousand."
            warnings.warn(f"The scales of this net come from {seen}. {advice}", stacklevel=2)
        found, unit = in_whole_numbers(layers, rows, bits)
        return cls(found, output, unit, card or {})

    def save(self, path: str | Path) -> Path:
        """Write the net to one file, whose name ends with .npz. The same net gives the same bytes."""
        path = parse_file_name("A net", path, ".npz")
        facts = {"format": FORMAT, "output": self.output, "unit": self.unit, "card": self.card}
        arrays = {"facts": np.frombuffer(json.dumps(facts, sort_keys=True).encode(), np.uint8)}
        for number, layer in enumerate(self.layers, 1):
            arrays |= {f"{name}{number}": part for name, part in layer._asdict().items()}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in arrays.items():
                content = io.BytesIO()
                np.lib.format.write_array(content, np.ascontiguousarray(part), allow_pickle=False)
                entry = zipfile.ZipInfo(f"{name}.npy")  # with a date of its own, not that of the clock
                archive.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED, 9)
        return path

    @classmethod
    def load(cls, path: str | Path) -> Net:
        """Read a net from the file that `save` wrote."""
        return _read(read_file(Path(path)), str(path))

    @classmethod
    def shipped(cls, game: str, strength: str = "strong", seed: int = 1) -> Net:
        """A net that comes with Overthink; its card says how it was made and how good it is.

        `game`: "connect-four", "othello" (6 × 6), "breakthrough" (6 × 6), "kalah" (6 pits, 4 seeds) or "domineering"
        (6 × 6). `strength`: "weak", "fair", "good" or "strong", trained on solved positions, or "played", trained on
        results of games. `seed`: 1 to 8.

        >>> ot.Net.shipped("connect-four", "strong")
        <Net: 84-128-32-3, win/draw/loss, 8 bits>
        """
        with zipfile.ZipFile(NETS) as archive:
            names = [tuple(name.removesuffix(".npz").rsplit("-", 2)) for name in archive.namelist()]
            check_known("game with a net", game, tuple(dict.fromkeys(name[0] for name in names)))
            check_known("strength", strength, tuple(dict.fromkeys(name[1] for name in names)))
            check_known("seed", str(seed), tuple(dict.fromkeys(name[2] for name in names)))
            return _read(archive.read(f"{game}-{strength}-{seed}.npz"), f"The net of {game}")


def _read(content: bytes, name: str) -> Net:
    """The net in a file's bytes."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as parts:
            facts = json.loads(parts["facts"].tobytes())
            known = facts["format"] == FORMAT
            count = sum(name.startswith("weights") for name in parts.files)
            layers = tuple(Layer(*(parts[f"{name}{n + 1}"] for name in Layer._fields)) for n in range(count))
            net = Net(layers, facts["output"], facts["unit"], facts["card"]) if known else None
    except OverthinkError as exc:
        raise OverthinkError(f"{name} is not a net that can be used: {exc}") from None
    except Exception:  # a broken file fails in many ways
        net = None
    require(net, f"{name} is not a net of overthink. Write one with net.save(…).")
    assert net is not None
    return net


@dataclass(frozen=True, eq=False)
class NetEvaluator(KernelEvaluator):
    """A net as the evaluator of one game: called with a state it gives a value to Max, and, unless it only gives
    values, the probability that it is wrong. `many` gives both for many states at once."""

    net: Net = field(kw_only=True)

    def __call__(self, state: State) -> float | tuple[float, float]:
        answer = self.many([state])[0]
        return (float(answer[0]), float(answer[1])) if self.probable else float(answer)

    def many(self, states: Sequence[State]) -> Column:
        """float64[states], or float64[states, 2]: the value to Max and its error."""
        game: Any = self.game
        if game.compiled and len(states) > MOST_INTERPRETED_POSITIONS and len(states[0]) in STATE_OF:
            for state in states:
                game.check(state)
            judge = self.static.names | {"state_of": STATE_OF[len(states[0])]}
            values = np.empty(len(states))
            in_parts(len(states), judge_rows.bind(**judge), self.context, np.array(states, np.int64), values)
        else:
            inputs, movers = game.seen(states)
            values = self.net.values(inputs) * movers
        return np.stack([values, 0.5 * (1.0 - np.abs(values))], axis=1) if self.probable else values


def load_evaluator(text: str, game: Unchecked, encode: str | None = None, gives: Unchecked | None = None) -> Unchecked:
    """The evaluator that a command is given: MODULE:NAME, a net in an .npz file, or model.onnx with its encoder and
    what it gives."""
    suffix = Path(text).suffix.lower() if ":" not in text else ""
    given = "--encode" if encode else "--gives"
    require(suffix == ".onnx" or not (encode or gives), f"{given} is for a net in an ONNX file: --evaluate model.onnx.")
    if suffix == ".onnx":
        return load_onnx(text, game, gives, load(encode) if encode else None)
    return Net.load(text).on(game) if suffix == ".npz" else callable_evaluator(make(text))
