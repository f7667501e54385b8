"""Options and types that commands share, and names that the shell completes: of rules, games and studies. A name may
also be MODULE:NAME, something of the user's own, or the FILE.json of a learned rule."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from overthink.core.errors import Unchecked, as_sentence, parse_file_name, require, shown, whole_of
from overthink.stopping import COMMAND

if TYPE_CHECKING:
    from overthink.presets import Preset


Command = TypeVar("Command", bound=Callable[..., Any])
PICTURES = (".pdf", ".svg", ".png")
GIVES = ("value", "expectation", "probability", "win/draw/loss", "logits")  # as `ot.Encoded` has them
LARGEST_NUMBER = 1_000_000  # the largest number in a list


class NumberList(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """Whole numbers in a list of numbers and spans: 1-5, or 2-10,20."""

    def __init__(self, name: str, example: str, least: int, most: int = LARGEST_NUMBER):
        self.name, self.example, self.least, self.most = name, example, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        if isinstance(value, list):
            return value
        parts = [part.split("-") for part in value.split(",")]
        fine = all(len(part) in (1, 2) and all(number.strip().isdecimal() for number in part) for part in parts)
        require(fine, f"'{value}' is not a list of {self.name}. Write {self.example}.")
        ends = [(int(part[0]), int(part[-1])) for part in parts]
        rising = all(low <= high for low, high in ends)
        require(rising, f"The {self.name} {value} run backwards. Write the smaller one first.")
        inside = all(self.least <= low and high <= self.most for low, high in ends)
        require(inside, f"The {self.name} go from {self.least} to {self.most:,}; {value} was given.")
        return [number for low, high in ends for number in range(low, high + 1)]


class Finite(click.ParamType):  # type: ignore[type-arg]
    """A finite number; with `whole`, a whole one, also if it is written like 1e3."""

    name = "number"

    def __init__(self, least: float = -math.inf, whole: bool = False):
        self.least, self.whole = least, whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value) if not self.whole else whole_of(str(value))
        except ValueError:
            number = None
        option, some = param.opts[0] if param else "This option", "" if self.least < 0 else f" from {self.least:g} on"
        kind = "a whole number, such as 1000 or 1e3," if self.whole else "a number"
        fits = number is not None and math.isfinite(number) and number >= self.least
        require(fits, f"{option} takes {kind}{some}; '{value}' was given.")
        return number or 0


class NewFile(click.ParamType):  # type: ignore[type-arg]
    """A file that can be written."""

    name = "file"

    def __init__(self, *pictures: str):
        self.endings = (".html", ".htm", "", *pictures)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        require(value, "The name of the file is empty. Give a file, such as report.html.")
        path = parse_file_name("A report", value, *self.endings)
        with as_sentence(f"{value} cannot be written ({{}}). Give a file in a folder that exists.", OSError):
            path.open("r+b").close() if path.exists() else tempfile.TemporaryFile(dir=path.absolute().parent).close()
        return str(value)


class Picture(NewFile):
    """A file for one figure, of a kind that its ending names."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        fits = Path(value).suffix.lower() in PICTURES
        require(fits, f"A figure is written as {', '.join(PICTURES)}; '{value}' was given.")
        return super().convert(value, param, ctx)


class Folder(click.ParamType):  # type: ignore[type-arg]
    """A folder of results, there or not."""

    name = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            wrong = "the name is empty" if not value else "it is a file" if Path(value).is_file() else ""
        except (OSError, ValueError):
            wrong = "this is not the name of a folder"
        require(not wrong, f"{shown(value)} cannot be used for results: {wrong}. Give a folder.")
        return str(value)


COUNT = Finite(1, whole=True)
SEED = click.IntRange(0, 2**62 - 1)
DEPTHS = NumberList("depths", "1-5 or 1,3,5", 1, 100)
GRANULARITIES = NumberList("granularities", "5 or 2-10,20", 2)
PICTURE = Picture(*PICTURES)
RESULTS = "results"

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


def _hush(ctx: click.Context, param: click.Parameter, quiet: bool) -> None:
    COMMAND.quiet = quiet


quiet = click.option("--quiet", is_flag=True, expose_value=False, callback=_hush, help="Show no progress.")
verbose = click.option("-v", "--verbose", is_flag=True, help="Also print the evidence.")
device = click.option(
    "--device", type=click.Choice(["cpu", "gpu"]), default="cpu", show_default=True,
    help="Where to compute. The numbers are the same.",
)  # fmt: skip
threads = click.option(
    "--jobs", type=click.IntRange(1, 256), help="Threads. Any number gives the same results. [default: one per core]"
)
workers = click.option(
    "--jobs", type=click.IntRange(1, 256),
    help="Worker processes. Any number gives the same results. [default: one per core]",
)  # fmt: skip
report_file = click.option("--out", type=NewFile(), metavar="FILE", help="Write a report: one HTML file.")
results_folder = click.option(
    "--out",
    type=Folder(),
    default=RESULTS,
    show_default=True,
    metavar="DIR",
    help="Folder of the results. Created if missing.",
)


class EvaluatorName(NamedTuple):
    """An evaluator as it was typed."""

    name: str  # MODULE:NAME or a file
    encode: str | None
    gives: str | None

    def load(self, game: Unchecked) -> Unchecked:
        from overthink.evaluate.net import load_evaluator

        return load_evaluator(self.name, game, self.encode, self.gives)


def evaluate(command: Command) -> Command:
    """The options --evaluate, --encode and --gives, which a command gets as one."""

    @wraps(command)
    def joined(*args: Any, evaluate: str | None, encode: str | None, gives: str | None, **others: Any) -> Any:
        require(evaluate or not (encode or gives), "--encode and --gives are for a net: --evaluate model.onnx.")
        return command(*args, evaluate=EvaluatorName(evaluate, encode, gives) if evaluate else None, **others)

    for option in (
        click.option("--gives", type=click.Choice(GIVES), help="What FILE.onnx gives to the player to move."),
        click.option("--encode", metavar="MODULE:NAME",
                     help="Your encoder for FILE.onnx: a function that makes an array of a list of positions."),
        click.option("--evaluate", metavar="MODULE:NAME",
                     help="Your evaluator: a function of a position, more is better for Max; or a net, FILE.onnx or "
                          "FILE.npz."),
    ):  # fmt: skip
        joined = option(joined)
    return cast(Command, joined)


def seed(help: str) -> Callable[[Command], Command]:
    return click.option("--seed", type=SEED, default=0, show_default=True, help=help)


def _rules() -> Iterable[str]:
    from overthink.rules import RULES

    return RULES


def _searches() -> Iterable[str]:
    from overthink.search import SEARCHES
    from overthink.search.best_first import BEST_FIRST
    from overthink.search.monte_carlo import UCT

    return [*SEARCHES, UCT, BEST_FIRST]


def _games(fits: Callable[[Preset], object], *others: str) -> Iterable[str]:
    from overthink.presets import PRESETS

    return [*(name for name, preset in PRESETS.items() if fits(preset)), *others]


def _studies() -> Iterable[str]:
    from overthink.studies import all_figures, all_studies, collections

    return dict.fromkeys(("all", *collections(), *all_studies(), *all_figures()))


class Name(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """A name that the shell completes. MODULE:NAME of an own `kind` is imported and registered."""

    def __init__(self, name: str, known: Callable[[], Iterable[str]], kind: str = "", several: bool = False):
        self.name, self.known, self.kind, self.several = name, known, kind, several

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not self.kind or value.lstrip().startswith("["):  # a tree may be given instead of a game
            return str(value)
        texts = [text.strip() for text in value.split(",")] if self.several else [value]
        return ",".join(self._own(text) for text in texts)

    def _own(self, text: str) -> str:
        """The name of what the user brings; a name of the library stays as it is."""
        if ":" not in text and not (self.kind == "rule" and text.endswith(".json")):
            return text
        from overthink.registration import load_own

        return load_own(self.kind, text)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        return [CompletionItem(before + comma + name) for name in self.known() if name.startswith(last)]


RULE = Name("rule", _rules, "rule")
RULE_NAMES = Name("rules", _rules, "rule", several=True)
SEARCH = Name("search", _searches)
GAME = Name("game", lambda: _games(lambda preset: True), "any game")
WHOLE_GAME = Name("game", lambda: _games(lambda preset: preset.whole), "any game")
EXAMINED = Name("game", lambda: _games(lambda preset: preset.setup, "openspiel:", "uci:"))
STUDY = Name("study", _studies)  # MODULE:NAME is imported by `studies`, which workers use too
