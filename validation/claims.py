"""Every planted player and what it claims: sound ones must pass, and bugs must be shown, with the right cause if one is
named.

`STYLES` are sound ways to search.

Usage: python -m validation.claims FILE [positions] [pattern of names]
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.doctor.claims.claim import examine_search
from validation.bugs import BUGS as SMALL_BUGS
from validation.locked import SOUND as LOCKED_SOUND
from validation.locked_games import game_named
from validation.locked_players import BUGS as LOCKED_BUGS
from validation.players import INFINITE, AlphaBeta, Maker, PlainSearch, deeper_table, make_player
from validation.players import SOUND as SMALL_SOUND
from validation.small_games import GAMES

DEPTHS, POSITIONS, SEED = (1, 2, 3), 300, 57


class Driver(AlphaBeta):
    """MTD(f): windows of no width around a guess, with a table of bounds for each search."""

    def choose(self, state: Any) -> Any:
        values = {}
        for move in self.moves(state, 0):
            self.known: dict[Any, tuple[float, float]] = {}
            after = self.game.play(state, move)
            values[move] = -self.driven(after, self.depth - 1)
        return max(values, key=values.__getitem__)

    def driven(self, state: Any, remaining: int) -> float:
        low, high, guess = -INFINITE, INFINITE, 0.0
        while low < high:
            beta = np.nextafter(guess, INFINITE) if guess == low else guess
            guess = self.bounded(state, remaining, np.nextafter(beta, -INFINITE), beta, 1)
            low, high = (low, guess) if guess < beta else (guess, high)
        return guess

    def bounded(self, state: Any, remaining: int, low: float, high: float, ply: int) -> float:
        least, most = self.known.get((state, remaining), (-INFINITE, INFINITE))
        if least >= high:
            return least
        if most <= low:
            return most
        value = super().bounded(state, remaining, low, high, ply)
        self.known[state, remaining] = (least, value) if value < high else (value, most)
        return value


class Killers(AlphaBeta):
    """The move that cut last at a ply comes first."""

    def moves(self, state: Any, ply: int) -> Any:
        killer = self.__dict__.setdefault("killers", {}).get(ply)
        return sorted(self.game.moves(state), key=lambda move: move != killer)

    def bounded(self, state: Any, remaining: int, low: float, high: float, ply: int) -> float:
        value = super().bounded(state, remaining, low, high, ply)
        if value >= high and remaining > 0 and len(self.game.moves(state)):
            self.__dict__.setdefault("killers", {})[ply] = next(iter(self.moves(state, ply)))
        return value


class WinsFirst(PlainSearch):
    """Takes a win that is proven within the depth before it looks at evaluations."""

    def choose(self, state: Any) -> Any:
        solver = PlainSearch(self.game, lambda _: -INFINITE * self.game.mover(state), self.depth, self.seed)
        won = {move: value for move, value in solver.children(state, self.depth, 0).items() if value > 0}
        return max(won, key=won.__getitem__) if won else super().choose(state)


class Extended(PlainSearch):
    """Looks one ply further where there is one move only."""

    def value(self, state: Any, remaining: int, ply: int) -> float:
        return super().value(state, remaining + (len(self.game.moves(state)) == 1), ply)


class HashOrder(PlainSearch):
    """Breaks ties by hash()."""

    def choose(self, state: Any) -> Any:
        values = self.children(state, self.depth, 0)
        return min((move for move in values if values[move] == max(values.values())), key=lambda move: hash(str(move)))


class AllValues(PlainSearch):
    """Says what each move is worth."""

    def choose(self, state: Any) -> Any:
        return self.children(state, self.depth, 0)


def history(game: Any, evaluate: Any, seed: int) -> Any:
    """Deepens, and remembers for all searches which moves were best."""
    often: dict[Any, int] = {}

    class Sorted(AlphaBeta):
        def moves(self, state: Any, ply: int) -> Any:
            return sorted(self.game.moves(state), key=lambda move: -often.get(move, 0))

    def player(state: Any, depth: int) -> Any:
        for each in range(1, depth + 1):
            chosen = Sorted(game, evaluate, each, seed).choose(state)
            often[chosen] = often.get(chosen, 0) + 1
        return chosen

    return player


STYLES: dict[str, tuple[Maker, str]] = {
    "MTD(f)": (make_player(Driver), "plain"),
    "killer moves": (make_player(Killers), "plain"),
    "ties by hash": (make_player(HashOrder), "plain"),
    "a value for each move": (make_player(AllValues), "plain"),
    "deepening with a history": (history, "plain"),
    "a win first": (make_player(WinsFirst), "deeper"),
    "extensions": (make_player(Extended), "deeper"),
    "a table that is kept": (deeper_table(kept=True), "deeper"),
    "a table that is kept, beside others": (deeper_table(kept=True), "other"),
}
NOT_PLAIN = {"quiescence": "deeper", "the rule vote": "other", "the rule althofer": "other"}


def players() -> list[tuple[str, str, str, str, Any, Any, str]]:
    """Kind, name, game, claim, the game, the player's maker, and a pattern of right causes."""
    listed: list[tuple[str, str, str, str, Any, Any, str]] = []
    for game_name, game in GAMES.items():
        for name, maker in SMALL_SOUND.items():
            listed.append(("sound", name, game_name, NOT_PLAIN.get(name, "plain"), game, maker, "-"))
        for name, (maker, claim) in STYLES.items():
            listed.append(("sound", name, game_name, claim, game, maker, "-"))
    for number, (name, maker) in enumerate(SMALL_BUGS.items()):
        game_name = list(GAMES)[number % len(GAMES)]
        listed.append(("bug", name, game_name, "plain", GAMES[game_name], maker, ""))
    for name, (kind, game_name) in LOCKED_SOUND.items():
        maker = lambda game, judge, seed, kind=kind: kind(game, judge, seed).choose  # noqa: E731
        claim = NOT_PLAIN.get(name, "plain")
        listed.append(("sound", name, game_name, claim, game_named(game_name), maker, "-"))
    for name, bug in LOCKED_BUGS.items():
        maker = lambda game, judge, seed, bug=bug: bug.player(game, judge, seed).choose  # noqa: E731
        listed.append(("bug", name, bug.game, "plain", game_named(bug.game), maker, bug.cause))
    return listed


def examine(entry: tuple[str, str, str, str, Any, Any, str], n: int) -> dict[str, Any]:
    """One player."""
    kind, name, game_name, claim, game, maker, cause = entry
    random.seed(SEED)
    begun = time.process_time()
    checked = examine_search(game, maker(game, game.judge, 1), game.judge, DEPTHS, claim, n, seed=SEED)
    seconds = time.process_time() - begun
    example = checked.example
    return {
        "kind": kind, "name": name, "game": game_name, "claim": claim, "answers": checked.answers,
        "wrong": checked.wrong, "size": example.size if example else None,
        "repeats": example.repeats if example else None, "before": len(example.before) if example else 0,
        "named": checked.cause.name if checked.cause else "", "cause": str(checked.cause.kind) if checked.cause else "",
        "right": bool(checked.cause and cause and re.search(cause, checked.cause.name)), "judged": bool(cause),
        "seconds": round(seconds, 1), "text": checked.text if checked.wrong else "",
    }  # fmt: skip


def summarise(rows: list[dict[str, Any]]) -> str:
    """Shares with intervals."""
    sound = [row for row in rows if row["kind"] == "sound" and row["claim"] != "other"]
    bugs = [row for row in rows if row["kind"] == "bug"]
    shown = [row for row in bugs if row["wrong"]]
    named = [row for row in shown if row["named"] and row["judged"]]
    sizes = [row["size"] for row in shown if row["size"]]
    groups = {
        "sound players accused": [bool(row["wrong"]) for row in sound],
        "bugs shown": [bool(row["wrong"]) for row in bugs],
        "causes right, of those named": [row["right"] for row in named],
    }
    lines = [
        f"{name}: {sum(seen)} of {len(seen)}: {Estimate.share(np.array(seen))}" for name, seen in groups.items() if seen
    ]
    lines.append(f"answers of sound players: {sum(row['answers'] for row in sound):,}")
    lines += [f"the median tree has {np.median(sizes):g} positions"] if sizes else []
    return "\n".join([*lines, f"processor time of one: {np.mean([row['seconds'] for row in rows]):.1f} s"])


def main() -> None:
    path, n = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
    pattern = sys.argv[3] if len(sys.argv) > 3 else ""
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(row["kind"], row["name"], row["game"]) for row in rows}
    for entry in players():
        if entry[:3] not in done and re.search(pattern, entry[1]):
            rows.append(examine(entry, n))
            with path.open("a") as file:
                print(json.dumps(rows[-1]), file=file, flush=True)
    print(summarise(rows))


if __name__ == "__main__":
    main()
