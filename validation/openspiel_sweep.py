"""`overthink doctor openspiel:NAME --budget S --depths 1-4` on every sequential game of OpenSpiel for two players with
perfect information and zero sum: a verdict, or the one sentence instead, the positions, and the seconds.

Usage: python -m validation.openspiel_sweep [SECONDS [GAMES AT ONCE [NAME …]]]
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from overthink.adapters.openspiel import OpenSpiel
from overthink.core.errors import OverthinkError
from overthink.core.threads import cores

LATE = 1.2  # of the budget


def games() -> list[str]:
    """The names of the games that the adapter takes, with two players."""
    import pyspiel

    names = list[str]()
    for kind in pyspiel.registered_games():
        known = kind.default_loadable and kind.utility in (
            pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM
        )  # fmt: skip
        if known and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            try:
                names += [kind.short_name] if OpenSpiel(kind.short_name).game.num_players() == 2 else []
            except OverthinkError:
                continue
    return names


def examine(name: str, budget: float, jobs: int) -> tuple[str, bool, float, str]:
    """The game, whether there is a verdict with numbers, the seconds, and the verdict or the sentence instead."""
    command = [sys.executable, "-m", "overthink", "doctor", f"openspiel:{name}", "--budget", f"{budget:g}"]
    begun = time.monotonic()
    done = subprocess.run(
        [*command, "--depths", "1-4", "--jobs", str(jobs)], capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - begun
    if done.returncode:
        return name, False, seconds, (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    verdict, *rest = done.stdout.strip().splitlines()
    positions = next((line for line in rest if "truth:" in line), "")
    return name, True, seconds, f"{verdict[:110]} | {positions}"


def main(arguments: Sequence[str]) -> None:
    budget = float(arguments[0]) if arguments else 60.0
    at_once = int(arguments[1]) if arguments[1:] else 1
    names, verdicts, late = list(arguments[2:]) or games(), 0, 0
    jobs = max(1, cores() // at_once)
    with ThreadPoolExecutor(at_once) as pool:
        for name, fine, seconds, words in pool.map(lambda name: examine(name, budget, jobs), names):
            verdicts, late = verdicts + fine, late + (seconds > LATE * budget)
            print(f"{name:26} {'verdict' if fine else 'none':8} {seconds:6.1f} s  {words[:200]}", flush=True)
    print(f"{verdicts} of {len(names)} with a verdict; {late} took more than {LATE:g} times {budget:g} s")


if __name__ == "__main__":
    main(sys.argv[1:])
