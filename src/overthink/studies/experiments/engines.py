"""Chess engines that studies ask: how each is started, and which other one judges it."""

from __future__ import annotations

from importlib.util import find_spec

from overthink.adapters.uci import engine_path

JUDGED_BY = {  # by an engine of another family
    "stockfish": "ethereal-chess",
    "glaurung": "ethereal-chess",
    "ethereal-chess": "stockfish",
    "gnuchess": "stockfish",
}
COMMANDS = {"gnuchess": "gnuchess --uci"}
NEUTRAL: dict[str, dict[str, object]] = {"ethereal-chess": {"ContemptDrawPenalty": 0, "ContemptComplexity": 0}}
MAKER = "stockfish"  # plays the games that positions come from


def lacking(study: str) -> str:
    """One sentence on what is not installed here; nothing if all is."""
    if find_spec("chess") is None:
        return f"{study} needs the package chess, which is not installed here; install overthink[chess]."
    absent = [name for name in JUDGED_BY if engine_path(name) is None]
    if not absent:
        return ""
    return (
        f"{study} needs chess engines that are not installed here: {', '.join(absent)} "
        f"(on Debian, 'apt-get install --no-install-recommends {' '.join(absent)}')."
    )
