"""What `docs/lab.md` tells a teacher to show in class: every script is run at the setting that it names, and shows what
it promises. The story's own sentences are read in `tests/test_lab_story.py`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overthink.lab.workers.depth_curve import curve
from overthink.lab.workers.play import position, think
from overthink.lab.workers.simulations import show_simulations
from overthink.lab.workers.trace import DONE
from overthink.lab.workers.tree import trace_tree
from overthink.lab.workers.votes import best, votes

VALUE, BACK = 3, 4  # kinds of steps of a simulation
LAB = Path(__file__).resolve().parent.parent / "docs" / "lab.md"


def right(start: int, rule: str, depth: int) -> object:
    """Whether a machine's first move is right, in board splitting with 10 turns."""
    asked = {"game": "board-splitting", "height": "10", "seed": str(start), "rule": rule, "depth": str(depth)}
    found = think(asked)
    return found["move"] in found["right"]


def one_start() -> object:
    minimax = [right(0, "minimax", depth) for depth in (1, 3, 5, 7)]
    return minimax == [True, True, False, False] and all(right(0, "emm", depth) for depth in (1, 3, 5, 7))


def sixty_starts() -> object:
    counts = [
        sum(bool(right(start, rule, depth)) for start in range(60)) for rule in ("minimax", "emm") for depth in (1, 7)
    ]
    return counts == [43, 42, 43, 49]


def no_puzzle_home() -> object:
    results = []
    for start in range(5):
        asked = {"game": "8-puzzle", "seed": str(start), "depth": "3"}
        moves = list[str]()
        while not (found := position({**asked, "moves": ",".join(moves)}))["over"]:
            moves.append(think({**asked, "moves": ",".join(moves)})["move"])
        results.append(found["result"])
    return set(results) == {"Not home after 100 moves."}


def judged(games: int, **setting: object) -> dict[str, Any]:
    """The curves of a setting: the kind of each rule's, and its accuracy by depth."""
    found = curve({name: str(value) for name, value in setting.items()})
    rules = next(each for each in found if each and each["n"] >= games)["rules"]
    return {
        name: (each["kind"], {point["depth"]: point["mean"] for point in each["accuracy"]}, each["worst"])
        for name, each in rules.items()
    }


def without_errors() -> object:
    found = judged(256, error=0, rules="minimax,emm,vote,product")
    return all(share == 1.0 for _, shares, _ in found.values() for share in shares.values())


def small_errors() -> object:
    found = judged(2048, error=0.02, rules="minimax,emm")
    return found["minimax"][0] == "worse" and found["emm"][0] == "better"


def mixing() -> object:
    half, none = (judged(2048, mixing=mixing, rules="minimax")["minimax"][1] for mixing in (0.5, 0))
    return half[9] < half[1] - 0.05 and 0.005 < none[1] - none[5] < 0.025 and none[9] > none[5]


def copied() -> object:
    kind, _, worst = judged(2048, copied=0.9, rules="minimax")["minimax"]
    return kind == "worse" and (worst["shallow"], worst["deep"]) == (3, 9)


def simulated() -> object:
    (falls, by, _), (_, up, _) = (judged(256, subject="critical-win-loss", gamma=g)["mean"] for g in (1, 0.5))
    return falls == "worse" and abs(by[10] - 0.64) < 0.05 and abs(by[3000] - 0.27) < 0.05 and up[3000] == 1.0


def visits(exploration: float) -> list[int]:
    """The visits of each move at the root; the right one is the last."""
    run = json.loads(json.dumps(show_simulations({"seed": "4", "exploration": str(exploration)})))
    assert run["right"] == [3]
    seen = [sum(step[0] == VALUE and step[1] == move for step in run["steps"]) for move in (1, 2, 3)]
    folded = [[step[2] for step in run["steps"] if step[0] == BACK and step[1] == move] for move in (1, 2, 3)]
    return [max([first, *later]) for first, later in zip(seen, folded)]


def figure_3() -> object:
    (run,) = json.loads(trace_tree({"source": "example", "example": "emm-figure-3"}))["runs"]
    own = [event[1] for event in run["events"] if event[0] == DONE and event[5]]
    return round(run["error"], 3) == 0.091 and own == [1]


def figure_2() -> object:
    asked = {"rule": "expectation", "search": "naive", "rule2": "expectation", "search2": "bounded", "two": "1"}
    two = json.loads(trace_tree({"source": "example", "example": "bounded-figure-2", "epsilon": "1", **asked}))["runs"]
    return [(run["value"], run["interval"]) for run in two] == [(4.0, False), (1.0, True)]


def by_votes() -> object:
    said = {
        p2: votes({"share": "0.5", "easy": "0.9", "hard": p2, "votes": "101"})["says"] for p2 in ("0.4", "0.49", "0.3")
    }
    return "best at 3 votes" in said["0.4"] and "best at 7 votes" in said["0.49"] and "one vote is best" in said["0.3"]


def by_tails() -> object:
    asked = {"error": "1", "levels": "0", "samples": "1000"}
    normal, long = (best({**asked, "tail": tail})["says"] for tail in ("normal", "student"))
    return normal.startswith("Rises: the best of 1,000") and long.startswith("Rises, then falls: the best of 24 ")


SCRIPTS: dict[str, Callable[[], object]] = {
    "Step until node A shows .091, and ask why B keeps its own guess.": figure_3,
    "on the left the naive rule says 4 where the truth is 1, on the right two bounds are kept.": figure_2,
    "the right move (★) is never tried again. At 2": lambda: visits(0) == [38, 1, 1],
    "the visits are spread almost evenly, 13, 13 and 14.": lambda: visits(2) == [13, 13, 14],
    "start at *e* = 0, where every rule is right.": without_errors,
    "Raise *e*: at .02 minimax already drops, and EMM does not.": small_errors,
    "at 0 it is about a point, at depth 5, before the curve rises again.": mixing,
    "minimax is still worse at depth 9 than at depth 3 when nine nodes in ten copy their parent's error.": copied,
    "at γ = 1 accuracy falls from .64 with 10 simulations to .27 with 3,000, at γ = .5 it rises to 1.": simulated,
    "five and seven moves ahead it is wrong. Then let EMM play Max: its first move is right at each": one_start,
    "minimax begins right 43 times one move ahead and 42 times seven moves ahead, EMM 43 and 49 times": sixty_starts,
    "from the starts 0 to 4, three moves ahead, it does not get home in 100 moves.": no_puzzle_home,
    "up, and at .49 seven are best; at .3 one vote is best": by_votes,
    "ask what changes with long tails: the best of 24 is worth most.": by_tails,
}


@pytest.mark.exhaustive(
    only=[
        "minimax begins right 43 times one move ahead and 42 times seven moves ahead, EMM 43 and 49 times",
        "Raise *e*: at .02 minimax already drops, and EMM does not.",
        "from the starts 0 to 4, three moves ahead, it does not get home in 100 moves.",
    ]
)
@pytest.mark.parametrize("words", SCRIPTS)
def test_a_script_for_the_class(words: str) -> None:
    assert words in LAB.read_text("utf-8")
    assert SCRIPTS[words]()


def test_every_script_is_run() -> None:
    """Each paragraph for a class has two or more of the sentences that are run."""
    scripts = [line for line in LAB.read_text("utf-8").splitlines() if line.startswith("*In class*")]
    assert len(scripts) == 5 and all(sum(words in line for words in SCRIPTS) >= 2 for line in scripts)
