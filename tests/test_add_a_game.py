"""A game from outside the package: one class and one preset, and it is everywhere a game of the library is."""

import json

import pytest

import overthink as ot
from overthink.lab.workers.depth_curve import curve, describe
from overthink.lab.workers.play import games, position, think
from overthink.lab.workers.tree import choices, trace_tree
from tests.test_add_a_rule import Heap
from tests.test_cli import overthink, refused


def evaluate(state):
    return state[1] * (0.5 if state[0] % 3 else -0.5)


def setup(values, seed):
    game = Heap(values["stones"])
    return ot.Setup(game, game.initial(), evaluate, f"{values['stones']} stones", right=lambda state: [1])


def draw(values, seed, noise_seed):
    model = ot.BoardSplittingModel(values["height"], values["b"])
    return lambda start, stop: ot.artificial(0.1)(model.draw(start, stop, seed), noise_seed)


GAME = ot.Preset(
    "stones", "Stones", "take one or two", "folklore", (ot.Parameter("stones", "Stones", 7, 2, 20),), setup
)
MODEL = ot.Preset(
    "my-boards",
    "My boards",
    "drawn at random",
    "folklore",
    (ot.Parameter("b", "b", 2, 2, 3), ot.Parameter("height", "height", 4, 3, 6)),
    draw=draw,
)


@pytest.fixture(autouse=True)
def registered() -> None:
    ot.register(GAME)
    ot.register(MODEL)


def test_the_commands_know_it() -> None:
    decision = json.loads(overthink("decide", "stones", "--depth", "3", "--json").stdout)
    assert decision["moves"] == [1] and decision["right"] == [1]
    assert "truly best" in overthink("decide", "my-boards", "--rule", "emm").output
    assert "Proven" in overthink("solve", "stones", "--epsilon", "0", "--depth", "7").output
    assert "the preset 'stones' does not list them" in refused("survey", "stones")
    done = overthink("doctor", "stones", "--depths", "1-3", "--positions", "10")
    assert done.exit_code == 0 and "positions" in done.output.lower(), done.output


def test_the_lab_knows_it() -> None:
    sources = {source["name"]: source for source in json.loads(choices())["sources"]}
    assert sources["stones"]["parameters"][0] == {
        "name": "stones", "label": "Stones", "default": 7, "low": 2, "high": 20, "step": 1.0, "choices": {},
    }  # fmt: skip
    tree = json.loads(trace_tree({"source": "stones", "stones": "4", "depth": "3", "rule": "minimax"}))["tree"]
    assert tree["moves"] == ["1", "2"] and tree["says"] == "4 stones."
    with pytest.raises(ot.OverthinkError, match="'stones' must be a whole number from 2 to 20"):
        trace_tree({"source": "stones", "stones": "21"})
    assert describe()["my-boards"]["label"] == "My boards"
    first = next(batch for batch in curve({"subject": "my-boards", "rules": "minimax"}) if batch)
    assert first["n"] >= 32 and first["rules"]["minimax"]["accuracy"][0]["depth"] == 1


def test_the_lab_plays_it() -> None:
    assert "stones" in [form["name"] for form in games()["games"]]
    start = position({"game": "stones", "stones": "4"})
    assert start["moves"] == ["1", "2"] and "4" in start["board"]["text"] and start["mover"] == 1
    thought = think({"game": "stones", "stones": "4", "depth": "3", "rule": "minimax"})
    assert thought["move"] in ("1", "2") and len(thought["options"]) == 2
    assert "wins" in position({"game": "stones", "stones": "4", "moves": "2,2"})["result"]


class Stairs:
    """One player, who pays 1 for each move, climbs one or two steps."""

    def mover(self, state):
        return -1

    def moves(self, state):
        return [step for step in (1, 2) if state + step <= 5]

    def play(self, state, move):
        return state + move

    def utility(self, state):
        return 0.0

    def cost(self, state, move):
        return 1.0


def test_the_lab_plays_a_puzzle() -> None:
    def alone(values, seed):
        return ot.Setup(Stairs(), 0, lambda state: 5.0 - state, "five steps")

    ot.register(
        ot.Preset("stairs", "Stairs", "climb", "folklore", setup=alone, players=1, rules=("minimin", "minimin"))
    )
    start = position({"game": "stairs"})
    assert list(start["rules"]) == ["minimin"] and start["players"] == ["Player", "Player"]
    thought = think({"game": "stairs", "depth": "3"})
    assert thought["best"] == ["1", "2"] and {o["move"]: o["value"] for o in thought["options"]} == {"1": 3, "2": 3}
    assert position({"game": "stairs", "moves": "2,2,1"})["result"] == "The end, after 3 moves."


def test_a_name_of_the_library_is_kept() -> None:
    with pytest.raises(ot.OverthinkError, match="Give yours another name"):
        ot.register(ot.Preset("kalah", "Mine", "", "", setup=setup))
    with pytest.raises(ot.OverthinkError, match=r"Register an ot\.Rule"):
        ot.register("kalah")
