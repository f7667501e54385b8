"""Runs a set of players and keeps a row for each, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def run(
    players: Mapping[str, Any],
    examine: Callable[[str, str, int], Row],
    summarise: Callable[[list[Row]], list[str]],
    usual: int,
) -> None:
    """Examine what FILE does not have yet, a line of JSON each, and print the rates: FILE [POSITIONS [WORDS]]."""
    path, positions = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else usual
    words = sys.argv[3] if len(sys.argv) > 3 else ""
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(row["name"], row["game"]) for row in rows}
    for name, each in players.items():
        for where in each.games:
            if (name, where) not in done and words in name:
                rows.append(examine(name, where, positions))
                with path.open("a") as file:
                    print(json.dumps(rows[-1]), file=file, flush=True)
    print("\n".join(summarise(rows)))
