"""Chess engines that studies ask: how each is started, and which other one judges it."""

from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec

from overthink.adapters.uci import Engine, engine_path
from overthink.doctor.ask.chess import make_chess_position

JUDGED_BY = {  # by an engine of another family
    "stockfish": "ethereal-chess",
    "glaurung": "ethereal-chess",
    "ethereal-chess": "stockfish",
    "gnuchess": "stockfish",
}
COMMANDS = {"gnuchess": "gnuchess --uci"}
NEUTRAL: dict[str, dict[str, object]] = {"ethereal-chess": {"ContemptDrawPenalty": 0, "ContemptComplexity": 0}}
MAKER = "stockfish"  # plays the games that positions come from
MADE: dict[tuple[int, int], str] = {}  # positions by number and seed: every engine is asked about the same ones


def contests(name: str, start: int, stop: int, seed: int) -> Iterator[tuple[int, str, Engine, Engine]]:
    """The numbers start … stop - 1, each with its position, the engine of this name and the one that judges it."""
    judge = JUDGED_BY[name]
    with (
        closing(Engine(MAKER)) as maker,
        closing(Engine(judge, NEUTRAL.get(judge))) as reference,
        closing(Engine(COMMANDS.get(name, name))) as player,
    ):
        for number in range(start, stop):
            if (number, seed) not in MADE:
                MADE[number, seed] = make_chess_position(maker, number, seed)
            yield number, MADE[number, seed], player, reference


def lacking(study: str) -> str:
    """One sentence on what is not installed here; nothing if all is."""
    if find_spec("chess") is None:
        return f'{study} needs the package chess: pip install "overthink[chess]".'
    absent = [name for name in JUDGED_BY if engine_path(name) is None]
    if not absent:
        return ""
    return (
        f"{study} needs chess engines that are not installed here: {', '.join(absent)} "
        f"(on Debian, 'apt-get install --no-install-recommends {' '.join(absent)}')."
    )
