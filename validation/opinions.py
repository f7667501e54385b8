"""Evaluators of more styles, each with what it claims: how many that break their claim are found by one position, how
many sound ones are accused; and what the doctor says of them without a claim. `evaluators` has the older ones.

    python -m validation.opinions FILE [part of a name]

writes a row for each into FILE. `opinions_first.jsonl` is the first run.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import overthink as ot
from overthink.core.arithmetic import seed_key, uniform
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from validation import evaluators
from validation.small_games import Drop, Remembered
from validation.style_games import Clobber, Isolation

Opinion = Callable[[Any, Any], float]  # of a game and a state
Kept = dict[str, tuple[Opinion, tuple[str, ...]]]  # with what it claims
GAMES: dict[str, Any] = {"drop": Drop, "clobber": Clobber, "isolation": Isolation}
EVERY = "symmetric", "max", "probability"
POSITIONS, DEPTHS = 150, (1, 2, 3)
CELLS = {"drop": 16, "clobber": 12}


def limit(value: float) -> float:
    return max(-0.95, min(0.95, value))


def logistic(value: float) -> float:
    """Twice a probability, less 1."""
    return 2.0 / (1.0 + math.exp(-value)) - 1.0


def weight(*words: Any) -> float:
    return float(uniform(seed_key("opinions", *map(str, words)))) - 0.5


def net(own: list[int], other: list[int], hidden: int = 8) -> float:
    """A small net of two layers with weights drawn once, to the player whose stones come first."""
    total = 0.0
    for unit in range(hidden):
        inside = sum(weight("own", unit, k) for k in own) + sum(weight("other", unit, k) for k in other)
        mirrored = sum(weight("own", unit, k) for k in other) + sum(weight("other", unit, k) for k in own)
        total += weight("out", unit) * (max(0.0, inside) - max(0.0, mirrored)) + 0.1 * (len(own) - len(other))
    return math.tanh(total)


def stones(s: Any, me: int) -> list[int]:
    return [k for k, cell in enumerate(s[0]) if cell == me]


def by_net(g: Any, s: Any) -> float:
    """The mover's stones first, and the value turned for Min."""
    return float(s[1] * net(stones(s, s[1]), stones(s, -s[1])))


def absolute(g: Any, s: Any) -> float:
    """Max's stones first, whoever moves; the value turned for Min."""
    return float(s[1] * (net(stones(s, 1), stones(s, -1)) + 0.2))


def free(g: Any, s: Any, me: int) -> int:
    return len({k for k, _ in g.takes(s[0], me)}) if hasattr(g, "takes") else len(g.steps(s, me))


def ply(g: Any, s: Any, judge: Opinion) -> float:
    """The judge after the best move."""
    side, after = g.mover(s), [g.play(s, move) for move in g.moves(s)]
    return float(side * max(side * (judge(g, each) if g.moves(each) else g.utility(each)) for each in after))


def walks(g: Any, s: Any, dice: np.random.Generator, games: int = 6) -> float:
    """The mean of random games."""
    total = 0.0
    for _ in range(games):
        here = s
        while moves := g.moves(here):
            here = g.play(here, moves[int(dice.integers(len(moves)))])
        total += g.utility(here)
    return total / (games + 1)


def judge(g: Any, s: Any) -> float:
    return float(g.judge(s))


def mobility(g: Any, s: Any) -> float:
    return limit((free(g, s, 1) - free(g, s, -1)) / 7.0)


def own_dice(g: Any, s: Any) -> np.random.Generator:
    return np.random.default_rng(int(seed_key("walks", str(s))) % (1 << 32))


def end_squares(g: Any, s: Any) -> float:
    """Squares that each can reach, step by step."""

    def reach(me: int) -> int:
        seen = set[int]()
        wave = {s[1] if me > 0 else s[2]}
        while wave := {
            k
            for at in wave
            for k in range(12)
            if max(abs(k // 4 - at // 4), abs(k % 4 - at % 4)) == 1 and s[0] >> k & 1 and k not in seen | {*s[1:3]}
        }:
            seen |= wave
        return len(seen)

    return limit((reach(1) - reach(-1)) / 8.0 + 0.05 * s[3])


SOUND: Kept = {
    "drop: as it comes": (judge, EVERY),
    "drop: a net for the mover, turned": (by_net, ("max", "probability")),
    "drop: a net for the mover": (lambda g, s: net(stones(s, s[1]), stones(s, -s[1])), ("mover", "probability")),
    "drop: to the player to move, said so": (lambda g, s: s[1] * judge(g, s), ("symmetric", "mover", "probability")),
    "drop: a probability": (lambda g, s: logistic(4.0 * judge(g, s)), EVERY),
    "drop: one ply further": (partial(ply, judge=judge), EVERY),
    "drop: coarse": (lambda g, s: round(3.0 * judge(g, s)) / 3.0, EVERY),
    "drop: weights with errors": (
        lambda g, s: limit(sum((1 + 0.5 * weight("cell", k)) * cell for k, cell in enumerate(s[0])) / 9.0),
        ("max", "probability"),
    ),
    "drop: the mean of random games": (lambda g, s: walks(g, s, own_dice(g, s)), ("probability",)),
    "clobber: as it comes": (judge, EVERY),
    "clobber: a net for the mover, turned": (by_net, ("max", "probability")),
    "clobber: pairs that can clash": (
        lambda g, s: limit((len(g.takes(s[0], 1)) % 2 - 0.5) * s[1] + 0.05 * (free(g, s, 1) - free(g, s, -1))),
        EVERY,
    ),
    "clobber: with a bonus for the move": (lambda g, s: limit(mobility(g, s) + 0.1 * s[1]), EVERY),
    "clobber: in the whole range": (lambda g, s: math.tanh(3.0 * mobility(g, s)), EVERY),
    "clobber: noise": (lambda g, s: limit(mobility(g, s) + 0.3 * weight("noise", s)), ("probability",)),
    "isolation: as it comes": (judge, EVERY),
    "isolation: steps": (mobility, EVERY),
    "isolation: squares within reach": (end_squares, EVERY),
    "isolation: steps, for the mover": (lambda g, s: s[3] * mobility(g, s), ("symmetric", "mover", "probability")),
    "isolation: a bias for who begins": (lambda g, s: limit(0.1 + 0.8 * mobility(g, s)), ("symmetric", "probability")),
    "isolation: one ply further": (partial(ply, judge=mobility), EVERY),
    "isolation: the mean of random games": (lambda g, s: walks(g, s, own_dice(g, s)), ("probability",)),
    "isolation: in pawns": (lambda g, s: 2.5 * mobility(g, s), ("symmetric", "max")),
}  # fmt: skip

BUGS: Kept = {
    "drop: a net fed with absolute colours for Min": (absolute, ("max", "probability")),
    "drop: a net, not turned for Min": (lambda g, s: net(stones(s, s[1]), stones(s, -s[1])), ("max", "probability")),
    "drop: the planes of the mover, one square higher for Min": (
        lambda g, s: s[1] * net([k + (s[1] < 0) for k in stones(s, s[1])], stones(s, -s[1])), ("max", "probability")),
    "drop: a probability from 0 to 1": (lambda g, s: 0.5 + 0.5 * logistic(4.0 * judge(g, s)), EVERY),
    "drop: the last column is not looked at": (
        lambda g, s: limit(sum(cell * (4 - k % 4) for k, cell in enumerate(s[0][:12])) / 30.0), EVERY),
    "drop: turned where few stones are left": (lambda g, s: judge(g, s) * (-1 if s[0].count(0) < 8 else 1), EVERY),
    "clobber: a net fed with absolute colours for Min": (absolute, ("max", "probability")),
    "clobber: stones of Max alone": (lambda g, s: limit(free(g, s, 1) / 6.0 - 0.5), EVERY),
    "clobber: the move counts for Max": (lambda g, s: limit(mobility(g, s) + 0.1 * (s[1] > 0)), EVERY),
    "clobber: columns taken for rows": (
        lambda g, s: limit(sum(cell * (2.0 - k // 3) for k, cell in enumerate(s[0])) / 8.0), EVERY),
    "clobber: large numbers": (lambda g, s: 3.0 * (free(g, s, 1) - free(g, s, -1)), EVERY),
    "isolation: steps of the wrong player": (lambda g, s: s[3] * mobility(g, s), EVERY),
    "isolation: the edge of the right side is missed": (
        lambda g, s: limit(mobility(g, s) + 0.3 * (s[1] % 4 == 0) - 0.3 * (s[2] % 4 == 0)), EVERY),
    "isolation: Min's steps count twice": (lambda g, s: limit((free(g, s, 1) - 2 * free(g, s, -1)) / 9.0), EVERY),
    "isolation: a logit where a probability was meant": (lambda g, s: 6.0 * mobility(g, s), EVERY),
}  # fmt: skip
# The older evaluators claim as much, with these exceptions.
LESS = {
    "drop: noise on top": ("probability",),
    "pawns: a constant for Max, who begins": ("symmetric", "probability"),
    "pawns: noise on top": ("probability",),
    "othello: learned by hand, not quite even": ("max", "probability"),
    "dominoes: Max's places count more": ("symmetric", "probability"),
    "heaps: as it comes": ("probability",),
    "heaps: the rule, with noise": ("probability",),
}
EVERY_SET: dict[tuple[str, str], Kept] = {
    ("sound", "opinions"): SOUND,
    ("with a bug", "opinions"): BUGS,
    ("sound", "evaluators"): {name: (each, LESS.get(name, EVERY)) for name, each in evaluators.SOUND.items()},
    ("with a bug", "evaluators"): {name: (each, EVERY) for name, each in evaluators.BUGS.items()},
}


def examine(kind: str, source: str, name: str) -> dict[str, Any]:
    """What `ot.check_evaluator` says of the claims; and what the doctor suspects that is not told of them. The older
    evaluators are examined by `validation.evaluators`."""
    opinion, claims = EVERY_SET[kind, source][name]
    make = (GAMES if source == "opinions" else evaluators.GAMES)[name.partition(":")[0]]
    game = Remembered(make())
    evaluate: Callable[[Any], float] = partial(opinion, make())
    texts = list[str]()
    kept = True
    for claim in claims:
        try:
            texts.append(f"{claim}: {ot.check_evaluator(game, evaluate, claim, POSITIONS)}")
        except AssertionError as exc:
            kept = False
            texts.append(str(exc))
        except OverthinkError as exc:  # a symmetry that is not found in how the game writes its positions
            texts.append(f"{claim}: not checked ({exc})")
    told = "; ".join(texts)
    row = {"kind": kind, "set": source, "name": name, "claims": claims, "kept": kept, "text": told}
    if source == "evaluators":
        return row
    if "mover" in claims:  # the doctor takes values for Max
        opinion_of_mover = evaluate
        evaluate = lambda state: game.mover(state) * opinion_of_mover(state)  # noqa: E731
    found = ot.diagnose(game, evaluate, depths=DEPTHS, positions=POSITIONS)
    return {**row, "suspected": [each.name for each in found.suspected], "verdict": found.verdict}


def summarise(rows: list[dict[str, Any]]) -> list[str]:
    lines = []
    for kind, source in EVERY_SET:
        chosen = [row for row in rows if (row["kind"], row["set"]) == (kind, source)]
        broken = np.array([not row["kept"] for row in chosen])
        alarms = [any("evaluat" in name for name in row["suspected"]) for row in chosen if "suspected" in row]
        for what, seen in (("breaks its claim", broken), ("suspected without a claim", np.array(alarms))):
            if len(seen):
                lines.append(f"{kind}, {source}: {what} {seen.sum()} of {len(seen)}: {Estimate.share(seen)}")
    return lines


def main() -> None:
    path, words = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(row["kind"], row["set"], row["name"]) for row in rows}
    for kind, source, name in ((*at, name) for at, each in EVERY_SET.items() for name in each):
        if (kind, source, name) not in done and words in name:
            rows.append(examine(kind, source, name))
            with path.open("a") as file:
                print(json.dumps(rows[-1]), file=file, flush=True)
    print("\n".join(summarise(rows)))


if __name__ == "__main__":
    main()
