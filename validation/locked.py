"""The locked set: how often is the doctor right about bugs that were written down before its checks were changed?

60 players with a bug and 20 evaluators with one, each as a public game program had it, and players and evaluators that
are sound. A bug is at work if it changes at least 3 of 100 choices at some depth, compared with its sound twin.

Usage: python -m validation.locked FILE [positions] [pattern of names]
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.doctor.subjects.game import diagnose
from overthink.doctor.truths import Solved
from validation.locked_games import game_named, limit
from validation.locked_players import BIG, BUGS, HUB, WIKI, AlphaBeta, Deepening, Minimax, Sorted, Tabled, slot

DEPTHS, AT_WORK, POSITIONS, SEED = (1, 2, 3, 4), 0.03, 80, 35
PLIES = {"boxes": (1, 8), "othello": (8, 14), "nim": (0, 8), "morris": (0, 10), "dominoes": (0, 5), "fall": (0, 11)}
# Suspicions that name no cause of a bug in a player
VAGUE = {"a search that is not what it says", "too few positions"}

SOUND: dict[str, tuple[type[Minimax], str]] = {}


def sound(name: str, game: str, base: type[Minimax] = Minimax, **methods: Any) -> None:
    SOUND[name] = type(name, (base,), methods), game


def ties(values: dict[Any, float]) -> list[Any]:
    return [move for move in values if values[move] == max(values.values())]


class Scout(AlphaBeta):
    def child(self, state: Any, move: Any, number: int, depth: int, ply: int, low: float, high: float) -> float:
        if number and ply and high - low > 0.001:
            near = (low, low + 0.001) if self.mover(state, ply) > 0 else (high - 0.001, high)
            value = super().child(state, move, number, depth, ply, *near)
            if not low < value < high:
                return value
        return super().child(state, move, number, depth, ply, low, high)


class Bounds(AlphaBeta):
    """A table of bounds that are used as bounds."""

    def ready(self) -> None:
        self.known: dict[Any, tuple[float, float]] = {}

    def value(self, state: Any, depth: int, ply: int, low: float = -BIG, high: float = BIG) -> float:
        least, most = self.known.get((state, depth), (-BIG, BIG))
        if least >= high or most <= low or least == most:
            return least if least >= high or least == most else most
        value = super().value(state, depth, ply, low, high)
        self.known[state, depth] = (value if value > low else least, value if value < high else most)
        return value


class History(AlphaBeta):
    """Moves that were chosen often come first, also those of earlier searches."""

    def ready(self) -> None:
        self.often: Counter[Any] = Counter()

    def moves(self, state: Any, ply: int) -> list[Any]:
        return sorted(self.game.moves(state), key=lambda move: -self.often[move] if ply else 0)

    def choose(self, state: Any, depth: int) -> Any:
        chosen = super().choose(state, depth)
        self.often[chosen] += 1
        return chosen


def aspire(me: AlphaBeta, state: Any, depth: int) -> Any:
    guess, values = me.leaf(state), {}
    for move in me.moves(state, 0):
        values[move] = me.child(state, move, 0, depth, 0, guess - 0.12, guess + 0.12)
        if abs(values[move] - guess) >= 0.12:
            values[move] = me.child(state, move, 0, depth, 0, -BIG, BIG)
    return me.pick({move: me.mover(state, 0) * value for move, value in values.items()}, state)


def look_further(me: Any, state: Any) -> float:
    """Quiescence: where a move ends the game, one ply further."""
    stormy = any(not me.game.moves(me.play(state, move)) for move in me.game.moves(state))
    return Minimax.value(me, state, 1, 1) if stormy and not me.quiet else float(me.evaluate(state))


def win_at_once(me: Minimax, state: Any, depth: int) -> Any:
    for move in me.game.moves(state):
        after = me.play(state, move)
        if not me.game.moves(after) and me.game.mover(state) * me.game.utility(after) > 0:
            return move
    return Minimax.choose(me, state, depth)


def by_levels(me: Minimax, state: Any, depth: int, ply: int) -> float:
    """Level by level, without recursion."""
    levels = [[state]]
    while len(levels) <= depth:
        levels.append([me.play(s, move) for s in levels[-1] for move in me.game.moves(s)])
    values = [me.leaf(s) if me.game.moves(s) else me.end(s, 0) for s in levels.pop()]
    for level in reversed(levels):
        below = iter(values)
        values = [
            (max if me.game.mover(s) > 0 else min)(next(below) for _ in moves)
            if (moves := me.game.moves(s))
            else me.end(s, 0)
            for s in level
        ]
    return values[0]


def mirrored(me: Tabled, state: Any, depth: int) -> Any:
    cells = state[0]
    return min(cells, cells[12:] + cells[8:12] + cells[4:8] + cells[:4]), state[1], depth


def clear(me: Tabled, state: Any, depth: int) -> Any:
    me.known.clear()
    return Minimax.choose(me, state, depth)


for _game in ("nim", "morris"):
    sound(f"a plain search, {_game}", _game)
    sound(f"a table, {_game}", _game, Tabled)
    sound(f"iterative deepening, {_game}", _game, Deepening)
sound("alpha-beta", "othello", AlphaBeta)
sound("sorted moves", "boxes", Sorted)
sound("the last of equal moves", "dominoes", pick=lambda me, values, s: ties(values)[-1])
sound("ties by a seed", "nim", pick=lambda me, values, s: me.dice.choice(ties(values)))
sound("ties at random", "othello", pick=lambda me, values, s: random.choice(ties(values)))
sound("ties by a checksum", "nim", pick=lambda me, values, s: min(ties(values), key=lambda move: slot((s, move), 999)))
sound("all moves that tie", "morris", pick=lambda me, values, s: ties(values))
sound("a value for each move", "boxes", pick=lambda me, values, s: values)
sound("sooner wins", "fall", end=lambda me, s, ply: me.game.utility(s) * (1.0 - 0.001 * ply))
sound("windows of no width", "dominoes", Scout)
sound("a narrow window, and a second search", "othello", AlphaBeta, choose=aspire)
sound("a table of bounds", "dominoes", Bounds)
sound("a table for each search", "boxes", Tabled, choose=clear)
sound("a table of mirrored positions", "fall", Tabled, key=mirrored)
sound("moves sorted by history", "othello", History)
sound("quiescence", "fall", leaf=look_further, quiet=False)
sound("a win at once", "morris", choose=win_at_once)
sound("level by level", "dominoes", value=by_levels)
sound(
    "the middle first",
    "fall",
    AlphaBeta,
    moves=lambda me, s, ply: sorted(me.game.moves(s), key=lambda c: abs(2 * c - 3)),
)

Evaluator = Callable[[Any], float]
EVALUATORS: dict[str, tuple[Callable[[Any, Evaluator], Evaluator], str, str]] = {}


def wrong(name: str, address: str, game: str, change: Callable[[Any, Evaluator, Any], float]) -> None:
    """An evaluator with a bug, made of the game, the right evaluator and the position."""
    site = address if address.startswith("http") else HUB + address.replace("#", "/issues/")
    EVALUATORS[name] = (lambda play, judge: lambda state: change(play, judge, state)), site, game


def accumulate() -> Any:
    total = [0.0]

    def change(game: Any, judge: Evaluator, state: Any) -> float:
        total[0] = 0.7 * total[0] + judge(state)
        return limit(total[0])

    return change


def one_behind() -> Any:
    last = [0.0]

    def change(game: Any, judge: Evaluator, state: Any) -> float:
        last.append(judge(state))
        return last.pop(0)

    return change


def cached() -> Any:
    kept: dict[Any, float] = {}
    return lambda game, judge, s: kept.setdefault(tuple(map(abs, s[0])), judge(s))


WEIGHTS = (9, 2, 3, 2, 6, 2, 1, 1, 1, 2, 2, 1, 1, 1, 2, 5, 2, 3, 2, 4)
wrong("for who moves, Othello", "google-deepmind/open_spiel#521", "othello", lambda g, f, s: f(s) * s[1])
wrong("for who moves, dominoes", "Mind-Sports-Games/lila#1301", "dominoes", lambda g, f, s: f(s) * s[1])
wrong("the wrong sign", "jsboige/CoursIA#7827", "nim", lambda g, f, s: -f(s))
wrong("swapped where Min moves", "sroelants/simbelmyne#118", "fall", lambda g, f, s: f(s) if s[1] > 0 else -0.5 * f(s))
wrong("an offset for Max", "pychess/pychess#140", "morris", lambda g, f, s: limit(f(s) + 0.5))
wrong("a bonus for who moves", f"{WIKI}Tempo", "dominoes", lambda g, f, s: limit(f(s) + 0.5 * s[1]))
wrong(
    "an overflow", "cosmobobak/viridithas#456", "othello", lambda g, f, s: ((int(f(s) * 300) + 128) % 256 - 128) / 300
)
wrong("clipped, dominoes", "Adam-Kulju/Patricia#32", "dominoes", lambda g, f, s: max(-0.12, min(0.12, f(s))))
wrong("clipped, Othello", "Adam-Kulju/Patricia#32", "othello", lambda g, f, s: max(-0.1, min(0.1, f(s))))
wrong("whole numbers", f"{WIKI}Centipawns", "morris", lambda g, f, s: float(int(2 * f(s))))
wrong("beyond a win", "lantonov/asmFish#40", "fall", lambda g, f, s: 20.0 * f(s))
wrong("noise", "herohde/morlock#2", "othello", lambda g, f, s: limit(f(s) + random.gauss(0.0, 0.3)))
wrong("not reset", "official-stockfish/Stockfish#3818", "dominoes", accumulate())
wrong("one position old", f"{WIKI}Incremental_Updates", "morris", one_behind())
wrong("kept without colours", "pychess/pychess#122", "othello", cached())
wrong("only pieces of Max", "schrum2/MM-NEATv2#456", "othello", lambda g, f, s: limit(s[0].count(1) / 10 - 0.5))
wrong(
    "squares rotated for Min",
    "thomasahle/sunfish#118",
    "othello",
    lambda g, f, s: limit(sum(c * WEIGHTS[k if c > 0 else 19 - k] for k, c in enumerate(s[0])) / 40),
)
wrong("random entries", "HiraokaTakuya/apery#7", "fall", lambda g, f, s: limit(f(s) + (s[0][5] - s[0][9]) * 0.8))
wrong(
    "two in a row count for the other",
    "sergiocruz/react-connect4#2",
    "morris",
    lambda g, f, s: limit(0.6 * s[0][4] - f(s)),
)
wrong("too large is nothing", f"{WIKI}Tapered_Eval", "boxes", lambda g, f, s: f(s) if abs(s[1]) < 2 else 0.0)


@cache
def positions_of(name: str, n: int) -> tuple[Any, ...]:
    """Different positions in which the moves are not all worth the same."""
    game, truth, draw = game_named(name), truth_of(name), random.Random(SEED)
    found: dict[Any, None] = {}
    for _ in range(100 * n):
        state = game.initial()
        for _ in range(draw.randint(*PLIES[name])):
            state = game.play(state, draw.choice(game.moves(state))) if game.moves(state) else state
        if len(game.moves(state)) > 1 and state not in found and len(set(truth.values(state).values())) > 1:
            found[state] = None
        if len(found) >= n:
            break
    return tuple(found)


@cache
def truth_of(name: str) -> Solved:
    return Solved(game_named(name))


def at_work(player: Minimax, twin: Minimax, states: tuple[Any, ...]) -> float:
    """The largest share of choices that differ at a depth."""
    shares = [sum(player.choose(s, depth) != twin.choose(s, depth) for s in states) / len(states) for depth in DEPTHS]
    return float(max(shares))


def read(diagnosis: Diagnosis, cause: str) -> dict[str, Any]:
    """What the doctor suspects, what it names, and whether that is a right cause."""
    suspected = {each.name: each for each in diagnosis.suspected if each.name != "too few positions"}
    named = [name for name in suspected if name not in VAGUE]
    for each in suspected.values():
        named += [str(each.cause)] if each.cause else []
        named += [str(seen.values["cause"]) for seen in each.facts if "cause" in seen.values]
    return {
        "suspected": list(suspected),
        "named": sorted(set(named)),
        "right": bool(named) and any(re.search(cause, each) for each in named),
        "worse": str(diagnosis.kind) == "worse" or diagnosis.verdict.startswith(("deeper is worse", "depth")),
        "verdict": diagnosis.verdict,
        "accuracy": {who: [round(x.mean, 3) for x in j.accuracy.values()] for who, j in diagnosis.judgements.items()},
    }


def examine(kind: str, name: str, n: int) -> dict[str, Any]:
    """One player or evaluator."""
    if kind == "bug":
        player, game_name, cause = BUGS[name].player, BUGS[name].game, BUGS[name].cause
    elif kind == "sound":
        (player, game_name), cause = SOUND[name], "-"
    else:
        game_name, cause = EVALUATORS[name][2] if name in EVALUATORS else name, r"evaluat|side|opinion"
    game = game_named(game_name)
    states, judge = positions_of(game_name, n), game.judge
    row: dict[str, Any] = {"kind": kind, "name": name, "game": game_name, "positions": len(states)}
    options: Any = {"depths": DEPTHS, "positions": list(states), "truth": truth_of(game_name)}
    if kind == "evaluator":
        evaluate = EVALUATORS[name][0](game, judge) if name in EVALUATORS else judge
        row["at work"] = round(at_work(Minimax(game, evaluate, 1), Minimax(game, judge, 1), states), 3)
        return {**row, **read(diagnose(game, evaluate, **options), cause)}
    if kind == "bug":
        row["at work"] = round(at_work(player(game, judge, 1), BUGS[name].twin(game, judge, 1), states), 3)
    options["claims"] = "deeper" if name == "quiescence" else "plain"
    return {**row, **read(diagnose(game, judge, player=player(game, judge, 1).choose, **options), cause)}


def summarise(rows: list[dict[str, Any]]) -> str:
    """Shares with intervals."""
    lines = []
    working = [row for row in rows if row.get("at work", 0.0) >= AT_WORK]
    groups = {
        "players with a bug at work": [row for row in working if row["kind"] == "bug"],
        "evaluators with a bug at work": [row for row in working if row["kind"] == "evaluator"],
        "sound": [
            r for r in rows if r["kind"] == "sound" or (r["kind"] == "evaluator" and r["name"] not in EVALUATORS)
        ],
    }
    for label, group in groups.items():
        named = [row for row in group if row["named"]]
        shares = {
            "suspected": [bool(row["suspected"]) for row in group],
            "right cause, of those named": [row["right"] for row in named],
            "worse and not suspected": [row["worse"] and not row["suspected"] for row in group],
        }
        for share, seen in shares.items():
            if seen:
                lines.append(f"{label}: {share} {sum(seen)} of {len(seen)}: {Estimate.share(np.array(seen))}")
    return "\n".join(lines)


def main() -> None:
    path, n = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
    pattern = sys.argv[3] if len(sys.argv) > 3 else ""
    names = [("bug", name) for name in BUGS] + [("sound", name) for name in SOUND]
    names += [("evaluator", name) for name in (*EVALUATORS, *PLIES)]
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(row["kind"], row["name"]) for row in rows}
    for kind, name in names:
        if (kind, name) not in done and re.search(pattern, name):
            rows.append(examine(kind, name, n))
            with path.open("a") as file:
                print(json.dumps(rows[-1]), file=file, flush=True)
    print(summarise(rows))


if __name__ == "__main__":
    main()
