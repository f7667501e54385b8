"""Nets in whole numbers: the same bits everywhere, near to the trained net, one file, and searches with them."""

import warnings
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.evaluate import net as nets
from overthink.evaluate.encoded import expectation
from overthink.evaluate.net import NETS, OUTPUTS, Net
from overthink.evaluate.whole_numbers import LARGEST_ACTIVATION, LARGEST_SUM, Layer
from overthink.games.planes import PlaneGame
from tests.test_planes import positions

GAMES: list[PlaneGame] = [ot.ConnectFour(), ot.Othello(), ot.Breakthrough(6, 6), ot.Domineering(), ot.Kalah()]
Trained = list[tuple[Any, Any]]


def trained(sizes: tuple[int, ...], seed: int = 0) -> Trained:
    """A net in floating point, with weights as they are before training."""
    random = np.random.default_rng(seed)
    return [
        (random.normal(size=(after, before)) * np.sqrt(2.0 / before), random.normal(size=after) * 0.1)
        for before, after in pairwise(sizes)
    ]


def in_floats(layers: Trained, inputs: Any) -> Any:
    """What a trained net gives."""
    numbers = inputs.reshape(len(inputs), -1).astype(float)
    for number, (weights, biases) in enumerate(layers, 1):
        numbers = numbers @ weights.T + biases
        numbers = np.maximum(numbers, 0.0) if number < len(layers) else numbers
    return numbers


def in_python(net: Net, inputs: Any) -> list[int]:
    """What the net gives for one position, by Python's own whole numbers."""
    numbers = [int(number) for number in inputs.ravel()]
    for layer in net.layers:
        sums = [int(b) + sum(int(w) * n for w, n in zip(row, numbers)) for row, b in zip(layer.weights, layer.biases)]
        assert all(abs(each) <= LARGEST_SUM for each in sums)
        numbers = [min(max(each >> int(shift), 0), LARGEST_ACTIVATION) for each, shift in zip(sums, layer.shifts)]
    return sums


def made(game: PlaneGame, output: str, bits: int = 16, hidden: tuple[int, ...] = (16, 8)) -> tuple[Trained, Net]:
    seen = game.planes(positions(game))
    layers = trained((seen[0].size, *hidden, OUTPUTS[output]))
    return layers, Net.quantise(layers, seen, output, bits)  # type: ignore[arg-type]


SHAPES = {"value": (16, (16, 8)), "probability": (8, (8, 24, 8)), "win/draw/loss": (16, (16, 8))}
# Every kind of output in one game, every game with one kind: each pair is compiled.
PAIRS = [*((GAMES[0], output) for output in SHAPES), *zip(GAMES[1:], [*SHAPES, "win/draw/loss"])]


@pytest.mark.parametrize(("game", "output"), PAIRS, ids=repr)
def test_a_net_gives_the_same_bits_interpreted_compiled_and_in_arrays(
    game: PlaneGame, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, net = made(game, output, *SHAPES[output])
    judge = net.on(game)
    states = positions(game)
    arrays = judge.many(states)
    values = arrays[:, 0] if judge.probable else arrays
    seen = game.planes(states)
    for n in range(0, len(states), 40):
        assert net.outputs(seen[n : n + 1])[0].tolist() == in_python(net, seen[n])
        assert judge.static.interpreted(judge.context, states[n]) == values[n]
        assert judge(states[n]) == (tuple(arrays[n]) if judge.probable else arrays[n])
    compiled = [judge.static(judge.context, state) for state in states]
    np.testing.assert_array_equal(compiled, values)
    monkeypatch.setattr(nets, "MOST_INTERPRETED_POSITIONS", 0)
    np.testing.assert_array_equal(judge.many(states), arrays)
    assert len(set(values.tolist())) > len(states) // 4


def test_probabilities_are_those_of_the_outputs() -> None:
    game = GAMES[0]
    states = positions(game)
    for output in ("probability", "win/draw/loss"):
        net = made(game, output)[1]
        logits = net.outputs(game.planes(states)) * net.unit
        odds = np.exp(logits if output == "win/draw/loss" else np.hstack([logits, 0.0 * logits]))
        expected = (odds[:, 0] - odds[:, -1]) / odds.sum(axis=1)
        values, errors = net.on(game).many(states).T
        np.testing.assert_allclose(values * [game.mover(state) for state in states], expected, atol=0.006)
        np.testing.assert_array_equal(errors, 0.5 * (1.0 - abs(values)))


@pytest.mark.parametrize(("bits", "off", "share"), [(16, 0.1, 0.02), (8, 0.4, 0.08)])
def test_few_choices_change_by_whole_numbers(bits: int, off: float, share: float) -> None:
    """The best move at depth 1 by the trained net and by its whole numbers, in random positions."""
    changed = asked = 0
    for game in GAMES:
        layers, net = made(game, "probability", bits, (32, 32))
        states = [state for state in positions(game) if len(game.moves(state)) > 1]
        seen = game.planes(states)
        floats = in_floats(layers, seen)
        assert abs(net.outputs(seen) * net.unit - floats).max() < off * np.std(floats)
        for state in states[::5]:
            after = [game.play(state, move) for move in game.moves(state)]
            me = game.mover(state) * np.array([game.mover(each) for each in after])
            seen = game.planes(after)
            best = {int(np.argmax(me * found[:, 0])) for found in (in_floats(layers, seen), net.outputs(seen))}
            asked, changed = asked + 1, changed + (len(best) > 1)
    assert asked > 150 and changed <= share * asked


@pytest.mark.exhaustive(but=["alpha-beta"])
@pytest.mark.parametrize("search", ["full-width", "alpha-beta", "a table", "uct"])
def test_searches_with_a_net_are_those_of_a_python_evaluator(search: str) -> None:
    """Compiled as in Python."""
    game = ot.ConnectFour(4, 5)
    judge = made(game, "win/draw/loss")[1].on(game)
    states = [state for state in positions(game) if len(game.moves(state)) > 1][::60]

    def plain(state: Any) -> Any:
        return judge(state)

    for state in states:
        asked: dict[str, Any] = {
            "full-width": {"rule": "emm", "depth": 2},
            "uct": {"rule": "mean", "search": "uct", "simulations": 50},
        }.get(search, {"search": "alpha-beta", "depth": 3})
        theirs = ot.decide(game, state, evaluate=plain, **asked)
        if search == "a table":
            limit = ot.Limit(depth=3)
            ours = ot.deepen(game, state, evaluate=judge, limit=limit, search="alpha-beta", table=True)
        else:
            ours = ot.decide(game, state, evaluate=judge, **asked)
            assert ours.value == theirs.value and (search != "alpha-beta" or ours.nodes == theirs.nodes)
        assert ours.moves == theirs.moves


def test_a_net_evaluates_a_state_once_for_value_and_error(interpreted: None) -> None:
    """EMM reads an error at every leaf. A probability says it by itself."""
    game = ot.ConnectFour(4, 5)
    judge = made(game, "probability")[1].on(game)
    wrong = replace(judge, static_error=judge.static)  # would be seen if it were asked
    assert ot.decide(game, depth=2, rule="product", evaluate=wrong).value == ot.decide(
        game, depth=2, rule="product", evaluate=judge
    ).value  # fmt: skip


def test_a_net_is_one_file_with_the_same_bytes(tmp_path: Path) -> None:
    game = GAMES[0]
    for output, bits in (("value", 8), ("win/draw/loss", 16)):
        net = replace(made(game, output, bits)[1], card={"accuracy": 0.9})
        one, two = net.save(tmp_path / "one.npz"), Net.load(tmp_path / "one.npz").save(tmp_path / "two.npz")
        assert one.read_bytes() == two.read_bytes()
        again = Net.load(two)
        assert again.card == {"accuracy": 0.9} and repr(again) == repr(net)
        states = positions(game)
        np.testing.assert_array_equal(again.on(game).many(states), net.on(game).many(states))


def test_bad_nets_are_refused_in_a_sentence(tmp_path: Path) -> None:
    game = GAMES[0]
    seen = game.planes(positions(game))
    layers, net = made(game, "probability")

    def refused(sentence: str, **other: Any) -> None:
        with pytest.raises(OverthinkError, match=sentence):
            Net.quantise(**{"layers": layers, "samples": seen, "output": "probability"} | other)

    refused("two or three hidden layers, not 1", layers=trained((84, 8, 1)))
    refused("has 3 outputs, not 1", output="win/draw/loss")
    refused("Layer 2 must have weights", layers=[layers[0], layers[2], layers[1]])
    refused("Layer 1 must have weights", samples=seen[:, :1])
    refused(
        "Layer 1 has weights or biases that are not finite", layers=[(layers[0][0] * np.nan, layers[0][1]), *layers[1:]]
    )
    refused("Layer 1 must be a pair", layers=[("a", "b"), *layers[1:]])
    refused("planes of 0 and 1", samples=seen * 2)
    refused("planes of some positions", samples=seen[:0])
    refused("8 or 16", bits=4)
    refused("outgrow 32 bits", layers=[(layers[0][0], layers[0][1] * 1e12), *layers[1:]])
    with pytest.raises(OverthinkError, match="has 84 inputs, and the planes of Othello"):
        net.on(ot.Othello())
    with pytest.raises(OverthinkError, match=r"does not give its positions as planes"):
        net.on(ot.Pig())  # type: ignore[arg-type]
    with pytest.raises(OverthinkError, match="needs 84 inputs, not 42"):
        net.values(seen[:, :1])
    with pytest.raises(OverthinkError, match="planes of 0 and 1"):
        net.values(seen * np.nan)
    second = net.layers[1]
    huge = Layer(second.weights, np.full_like(second.biases, LARGEST_SUM), second.shifts)
    with pytest.raises(OverthinkError, match="sums of layer 2 can outgrow 32 bits"):
        Net((net.layers[0], huge, net.layers[2]), "probability")
    path = tmp_path / "net.npz"
    for content in (b"", b"PK nothing", net.save(path).read_bytes()[:-300]):
        path.write_bytes(content)
        with pytest.raises(OverthinkError, match="is not a net of overthink"):
            Net.load(path)
    with pytest.raises(OverthinkError, match="cannot be read"):
        Net.load(tmp_path / "nothing.npz")
    with pytest.raises(OverthinkError, match=r"ends with \.npz"):
        net.save(tmp_path / "net.txt")


CHANGES: dict[str, Any] = {
    "as floats": lambda part: part.astype(float),
    "in 64 bits": lambda part: part.astype(np.int64) + 2**31,
    "as a list": lambda part: part.tolist(),
    "with an axis more": lambda part: part[:, None],
    "without the last": lambda part: part[:-1],
    "empty": lambda part: part[:0],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_part_of_a_layer_that_is_none_is_refused(change: str) -> None:
    """Each part of each layer; and units, and inputs."""
    _, net = made(GAMES[0], "probability")
    for number, layer in enumerate(net.layers):
        for name, part in layer._asdict().items():
            broken = layer._replace(**{name: CHANGES[change](part)})
            with pytest.raises(OverthinkError, match=r"Layer \d of the net"):
                Net((*net.layers[:number], broken, *net.layers[number + 1 :]), "probability", net.unit)


def test_units_and_inputs_are_numbers_of_a_net() -> None:
    _, net = made(GAMES[0], "probability")
    for unit in (0, 0.0, -1.0, 1e-300, 1e300, np.inf, np.nan, "1"):
        with pytest.raises(OverthinkError, match="unit must be a number"):
            replace(net, unit=unit)  # type: ignore[arg-type]
    ending = net.layers[-1]._replace(shifts=net.layers[-1].shifts + 1)
    with pytest.raises(OverthinkError, match="Layer 3 has shifts outside 0 … 0"):
        replace(net, layers=(*net.layers[:-1], ending))
    for inputs in ([], 3, [1], ["a"], [["a"] * 84], [None], np.zeros(84), [[0.5] * 84]):
        with pytest.raises(OverthinkError, match="are planes of 0 and 1"):
            net.values(inputs)
    for none in (net.values(np.zeros((0, 2, 6, 7))), net.on(GAMES[0]).many([])):
        assert len(none) == 0


@cache
def many_planes() -> Any:
    return GAMES[0].planes([GAMES[0].random_start(number, number % 30 + 1) for number in range(6_000)])


@pytest.mark.parametrize("positions", [30, 999, 6000])
def test_a_net_with_scales_from_too_few_positions_says_so(positions: int) -> None:
    seen = many_planes()
    for seed, output in product(range(2), OUTPUTS):
        layers = trained((84, 16, 16, OUTPUTS[output]), seed)
        floats = in_floats(layers, seen)
        exact = floats[:, 0] if output == "value" else expectation(floats)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            net = Net.quantise(layers, seen[:positions], output)  # type: ignore[arg-type]
        off = np.abs(net.values(seen) - exact).max() / (np.abs(exact).max() if output == "value" else 1.0)
        assert bool(said) == (positions < 1000)
        assert said or off < 0.1


@pytest.mark.exhaustive
def test_nets_that_come_with_overthink_fit_their_games() -> None:
    """All of them load, are small together, and judge positions of their game; others are refused."""
    games: dict[str, Any] = {
        "connect-four": ot.ConnectFour(), "othello": ot.Othello(6, 6), "breakthrough": ot.Breakthrough(6, 6),
        "kalah": ot.Kalah.real(6, 4, "win"), "domineering": ot.Domineering(6, 6),
    }  # fmt: skip
    assert NETS.stat().st_size < 2_100_000
    for name, game in games.items():
        for strength in ("weak", "fair", "good", "strong", "played"):
            for seed in range(1, 9):
                net = Net.shipped(name, strength, seed)
                assert net.card["game"] == name and net.card["seed"] == seed
            assert abs(net.on(game)(game.initial())[0]) <= 1.0
    for wrong, sentence in ((("chess",), "game"), (("kalah", "huge"), "strength"), (("kalah", "weak", 9), "seed")):
        with pytest.raises(OverthinkError, match=sentence):
            Net.shipped(*wrong)  # type: ignore[arg-type]
