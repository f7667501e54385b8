"""`overthink doctor`: does more effort help a game, an evaluator, an engine, or the answers of a model?"""

from __future__ import annotations

import inspect
import math
import os
import pickle
import re
import shlex
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from overthink.cli import options
from overthink.cli.console import print_json, progress
from overthink.cli.doctor_table import (
    PICTURES,
    TABLE_NAMES,
    AskedTable,
    close_gate,
    command_of,
    examine_table,
    show_plan,
    table_options,
)
from overthink.core.errors import OverthinkError, check_known, require, whole_of
from overthink.core.user_code import load, make
from overthink.stopping import BEGUN, COMMAND

if TYPE_CHECKING:
    from overthink.doctor.ask.chess import ChessFile
    from overthink.doctor.find.advice import Advice
    from overthink.doctor.record import StageProgress
    from overthink.doctor.show import Showable
    from overthink.doctor.show.diagnosis import Diagnosis

ENGINE_DEPTHS = list(range(1, 9))
ENGINE_POSITIONS, MOST_ENGINE_POSITIONS = 300, 1_000  # by default, and if a budget ends them
KEPT = "Finished positions are kept; the same command resumes there."
NONE = "No new position was finished."
LOST = "With --keep FILE, the same command would resume where it stopped."
LATEST_SHARE = 1.1  # of the budget: then a process that has not ended by itself is ended
FASTER = "Give more budget=, fewer depths= or positions=, or a truth= that is faster."
NO_POSITIONS = "--positions must be a number, 2 or more, or a file of positions, not {}."
BM = "bm"  # the best moves in an EPD file
TABLES = (".eval", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet")
NO_TABLES = (".xlsx", ".xls", ".ods", ".yaml", ".yml")  # which a reader of tables refuses in one sentence

# The options for each kind of subject.
CLAIM = {"claims", "noisy", "extend", "plies"}
GAME = {"evaluate", "encode", "gives", "player", *CLAIM, "search", "exploration", "rules", "error", "repeats"}
ENGINE = {"reference", "reference_depth", "settings"}
BOTH = {"depths", "positions", "most", "truth", "jobs", "budget", "seed", "keep"}
KINDS = {"a game": GAME | BOTH, "an engine": ENGINE | BOTH, "a table": TABLE_NAMES}
AS_TYPED = ("depths", "repeats", "plies", "truth", "error", "seed", "keep", "jobs", "search", "exploration")
EVERYWHERE = {"game", "knob", "out", "verbose", "quiet", "as_json"}
SECTIONS = {
    "For a game": GAME,
    "For a game or an engine": BOTH,
    "For an engine": ENGINE,
    "For answers of models": TABLE_NAMES,
}


FIRST_EXAMPLES = 5  # on the first screen of the help: one for each subject, and two for a game


class BySubject(click.Command):
    """A command whose help groups its options by subject. Without a subject, it names them on one screen."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.obj = args[0] if args and not args[0].startswith("-") else None
        return super().parse_args(ctx, args)

    def sections(self, ctx: click.Context) -> dict[str, list[click.Parameter]]:
        """The options, by the words above them."""
        every = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        others = {name for names in SECTIONS.values() for name in names}
        shared = {"For every subject": {param.name for param in every} - others}
        return {words: [p for p in every if p.name in names] for words, names in {**shared, **SECTIONS}.items()}

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if ctx.obj:
            super().format_help(ctx, formatter)
            return
        what, *_, examples = inspect.cleandoc(self.help or "").split("\n\n")
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(what)
            formatter.write_paragraph()
            formatter.write("".join(f"  {line}\n" for line in examples.splitlines()[1 : FIRST_EXAMPLES + 1]))
        rows = [(words, ", ".join(p.opts[-1] for p in params)) for words, params in self.sections(ctx).items()]
        with formatter.section("Options; overthink doctor GAME --help explains those for this GAME"):
            formatter.write_dl(rows)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        kind = kind_of(ctx.obj)
        for words, params in self.sections(ctx).items():
            if fits := [param for param in params if param.name in KINDS[kind] | EVERYWHERE | {"help"}]:
                with formatter.section(words):
                    formatter.write_dl([record for param in fits if (record := param.get_help_record(ctx))])


@click.command(cls=BySubject)
@click.argument("game", type=options.EXAMINED, metavar="GAME", required=False)
@options.evaluate
@click.option("--player", metavar="MODULE:NAME", help="Your own search: a function of a position and a depth, or of a "
              "position and the value of another knob. It may take a keyword seed or rng.")  # fmt: skip
@click.option("--claims", metavar="A,B", help="What your --player is, checked first: plain (a full search to this "
              "depth), deeper (at least this depth), simulations, MODULE:NAME (your own slow search), or other. What "
              "your evaluator is: symmetric, probability, max or mover (whom it is for). [default: the doctor asks]",
              )  # fmt: skip
@click.option("--noisy", metavar="MODULE:NAME", help="For a claim: a function of a position and a move. Such moves are "
              "searched beyond the horizon.")  # fmt: skip
@click.option("--extend", metavar="MODULE:NAME", help="For a claim: such moves take no ply.")
@click.option("--plies", type=click.Choice(["moves", "rolls", "early"]), default="moves", show_default=True,
              help="For a claim: what the player counts, with chance.")  # fmt: skip
@click.option("--depths", type=options.DEPTHS, metavar="A-B",
              help="Plies to look ahead: 1-6, or 1,3,5. [default: as deep as is fast]")  # fmt: skip
@click.option("--knob", metavar="NAME=A,B,…", help="An effort other than depth: simulations=10,100,1e3 for your "
              "player; nodes=…, movetime=… (milliseconds) or depth=… for an engine; a column of a table, a setting of "
              "logs.",
              )  # fmt: skip
@click.option("--repeats", type=click.IntRange(1, 1000), default=1, show_default=True,
              help="How often to ask a player that draws random numbers, for each position.")  # fmt: skip
@table_options
@click.option("--search", type=click.Choice(["uct", "best-first"]), help="Examine Monte Carlo tree search, with "
              "--knob simulations=…, or best-first, with --knob evaluations=….  [default: a plain search]")  # fmt: skip
@click.option("--exploration", type=float, help="For --search uct: the weight of moves rarely tried.  [default: 1]")
@click.option("--rules", type=options.RULE_NAMES, metavar="A,B",
              help="Rules to try: see `list rules`, or MODULE:NAME of your own. [default: minimax]")  # fmt: skip
@click.option(
    "--positions",
    metavar="N|FILE",
    callback=lambda ctx, param, value: value and str(whole_of(value) or value),
    help="How many positions to generate, by random openings and then play; or a file of them: for a game one "
    "text or label on each line, for an engine chess games (PGN) or positions (EPD, FEN). [default: 1000, or fewer "
    "where a search takes long]",
)
@click.option("--most", type=options.Finite(2, whole=True), default=1000, show_default=True,
              help="How many positions to take from a file.")  # fmt: skip
@click.option("--truth", metavar="solve|DEPTH|FILE|bm",
              help="Where the truth comes from: the game solved to its end, a much deeper search, or a file of JSON "
              "lines with the value of every move. For an engine bm: the best moves in an EPD file. "
              "[default: solved if it is small]")  # fmt: skip
@click.option("--reference", metavar="ENGINE", help="The engine that judges. [default: the examined one]")
@click.option("--reference-depth", type=int, default=12, show_default=True, help="Search depth of the reference.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              help="An option of the examined engine, such as Hash=64. Can be repeated.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 64), default=lambda: min(64, os.cpu_count() or 1),
              show_default="one per core", help="Processes or engines side by side. Any number gives the same results.",
              )  # fmt: skip
@click.option("--budget", type=click.FloatRange(0, min_open=True), metavar="SECONDS",
              help="Do what can be done in this time, and say what was left out.")  # fmt: skip
@click.option("--error", type=float, default=0.2, show_default=True,
              help="How often evaluations are wrong, for rules that use it, such as emm.")  # fmt: skip
@options.seed("The seed of positions and noise.")
@click.option("--keep", metavar="FILE", help="Store each finished position there; a second run resumes from it.")
@click.option("--out", type=options.NewFile(*PICTURES), metavar="FILE",
              help="Write a report, one HTML file; for answers also a picture (.svg, .png).")  # fmt: skip
@options.verbose
@options.quiet
@options.as_json
def doctor(game: str | None, **typed: Any) -> None:
    """Does more effort help: a deeper search of a game or an engine, or longer thinking in answers of models?

    GAME is one of these: MODULE:NAME, a class or an object in your own file (mygame:MyGame in mygame.py); a built-in
    game such as kalah; a game of OpenSpiel with perfect information, openspiel:connect_four, evaluated by random games
    unless you give --evaluate; a chess engine, uci:stockfish, judged by a deeper search or by another engine; or
    answers of models to questions at several efforts: a folder of logs, or a table.

    For a game, the doctor decides each position at every depth, by a plain search and by your --player if you have one,
    and compares the choices with the truth. For answers, it compares the scores of the same questions. It prints the
    verdict, why, what else may explain it, and what to do; -v also prints each pair of values, every check with its
    reason, and where effort hurts.

    \b
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --depths 1-6
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --player mygame:my_search --claims plain
    overthink doctor uci:stockfish --positions games.pgn --knob nodes=1e3,1e4,1e5
    overthink doctor results.csv --knob beam
    overthink doctor logs/ --knob reasoning_effort
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --truth 12 --out doctor.html
    overthink doctor kalah-4x3 --depths 1-4 --truth 7 --positions 200
    overthink doctor mygame:MyGame --player mygame:my_mcts --knob simulations=10,100,1e3 --repeats 5
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --budget 60
    overthink doctor answers.parquet --knob budget --columns task=question_id,score=correct
    overthink doctor --plan 500x4
    overthink doctor openspiel:connect_four --search uct --knob simulations=10,100,1000
    overthink doctor "critical-win-loss(gamma=.5)" --search uct --knob simulations=10,100,1000 --exploration 0.2
    overthink doctor connect-four --evaluate net.npz --search best-first --knob evaluations=100,300,1000
    overthink doctor uci:glaurung --positions games.pgn --depths 1-8 --reference stockfish --reference-depth 14
    """
    from overthink.core.tree import check_error
    from overthink.report.charts import check_drawing

    own = Typed(**typed, table=AskedTable(**{name: typed[name] for name in TABLE_NAMES}))
    require(game != "", "The name of the game is empty. Give a game, an engine, a table or a folder.")
    if game is None:
        if not own.table.plan:
            raise click.UsageError("Missing argument 'GAME'.")
        check_options(click.get_current_context(), "a table")
        show_plan(own.table.plan, None, own.as_json)
        return
    check_error(own.error)
    if own.out:
        check_drawing()
    kind = kind_of(game)
    own_search = f"--claims is about your --player or --evaluate, which {kind} does not have here: leave it out."
    require(kind == "a game" or not own.claims, own_search)
    check_options(click.get_current_context(), kind)
    no_picture = f"A picture alone is made of a table, not of {kind}. Give a file whose name ends with .html."
    require(kind == "a table" or not (own.out or "").lower().endswith(PICTURES), no_picture)
    with progress("" if kind == "a table" else NONE if own.keep else LOST) as stage:
        tell = partial(_tell, stage, bool(own.keep))
        if kind == "a table":
            diagnosis = examine_table(game, own.knob, own.table, tell)
        else:
            diagnosis = (examine_engine if kind == "an engine" else examine_game)(game, own, tell)
    show_diagnosis(diagnosis, game, own)
    unkept = getattr(getattr(diagnosis, "examination", None), "unkept", False)  # a table has no examination
    require(
        not unkept, f"Not all positions could be written to {own.keep}: is the disk full? Give another --keep FILE."
    )


class Typed(SimpleNamespace):
    """The options by their names, as click read them; those of a table are together in `table`."""

    @property
    def time_left(self) -> float | None:
        """What is left of the budget: to begin took time too."""
        budget: float | None = self.budget
        return budget and max(0.5 * budget, budget - (time.monotonic() - BEGUN))


def _tell(stage: Callable[[str, float], None], keeps: bool, name: str, done: int, total: int) -> None:
    """Show progress; from the first examined position on, something is kept."""
    from overthink.doctor.ask.examine import EXAMINING

    stage(name, done / total)
    if keeps and name == EXAMINING:
        COMMAND.kept = lambda: KEPT


def examine_game(game: str, own: Typed, tell: StageProgress) -> Diagnosis:
    """The diagnosis of a game, with a line of advice that can be pasted."""
    from overthink.core.bind import is_interpreted
    from overthink.doctor.ask.settings import read_knob
    from overthink.doctor.subjects.game import diagnose

    if is_interpreted():
        slow = "a search may take a hundred times as long, and the synthetic model is left out"
        warnings.warn(f"NUMBA_DISABLE_JIT is set, so nothing is compiled: {slow}.", stacklevel=1)
    subject, opinion = subject_of(game, own.evaluate, own.error)
    ask = partial(
        diagnose,
        subject,
        opinion,
        knob=read_knob(own.knob) if own.knob else None,
        rules=None if own.rules is None else [rule.strip() for rule in own.rules.split(",")],
        player=make(own.player) if own.player else None,
        claims=[load(name) if ":" in name else name for name in re.split(r"\s*,\s*", own.claims or "") if name],
        noisy=load(own.noisy) if own.noisy else None,
        extend=load(own.extend) if own.extend else None,
        positions=positions_of(own.positions, own.most),
        budget=own.time_left,
        **{name: getattr(own, name) for name in AS_TYPED},
    )
    found = apart(ask, subject, tell, own.time_left)
    more = f" --exploration {own.exploration:g}" if own.exploration else ""
    flags = f"--search {own.search}{more} --{found.examination.knob.name}" if own.search else ""
    line = shell_line(found.advice, game, own.evaluate and own.evaluate.name, own.player, flags)
    return replace(found, advice=replace(found.advice, line=line))


def apart(ask: Callable[..., Diagnosis], game: Any, tell: StageProgress, budget: float | None) -> Diagnosis:
    """The diagnosis, made in another process where that is possible: a game, an evaluator or a player that crashes or
    does not return does not take the command along."""
    from overthink.core.processes import can_fork, within

    try:
        pickle.dumps((game, start := game.initial(), game.moves(start)))
    except Exception:  # what cannot be sent from one process to another, or fails, which the examination names
        return ask(tell=tell)
    if not can_fork():
        return ask(tell=tell)
    stage = "beginning"

    def hear(name: str, done: int, total: int) -> None:
        nonlocal stage
        stage = name
        tell(name, done, total)

    found = within(LATEST_SHARE * budget if budget else math.inf, lambda tell: ask(tell=tell), hear)
    if found is None:
        over = f"The time was over before there was a verdict, at this stage: {stage}."
        raise OverthinkError(f"{over} {FASTER}")
    return found


def check_options(ctx: click.Context, kind: str) -> None:
    """Refuse an option that the doctor would ignore for this kind of subject, before any work."""
    for param in ctx.command.params:
        name = param.name or ""
        typed = ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE
        others = " or ".join(other for other, names in KINDS.items() if name in names)
        fits = not typed or name in KINDS[kind] | EVERYWHERE
        require(fits, f"{param.opts[0]} is for {others}; the doctor cannot use it for {kind}. Leave it out.")


def show_diagnosis(diagnosis: Showable, game: str, own: Typed) -> None:
    """Print the diagnosis, or a plan with its noise, then write the page: the verdict is there even if the page cannot
    be written."""
    if own.table.plan:
        show_plan(own.table.plan, diagnosis, own.as_json)
        return
    if own.as_json:
        print_json(diagnosis.as_dict())
    elif own.table.markdown:
        click.echo(diagnosis.markdown(command_of(game, own.knob, own.table)))
    else:
        diagnosis.show(own.verbose)
        if not own.verbose:
            more = "" if own.out else "; --out report.html writes a page"
            click.echo(f"\n-v shows each pair of values, every check, and where it hurts{more}.")
    page = diagnosis.report(own.out, f"The doctor on {game}") if own.out else None
    if page and not (own.as_json or own.table.markdown):
        click.echo(f"\nreport: {page}")
    close_gate(diagnosis, own.table)
    require(not diagnosis.no_verdict, f"There is {diagnosis.verdict}.")


def kind_of(game: str) -> str:
    """Which of KINDS a subject is."""
    return "an engine" if game.startswith("uci:") else "a table" if is_table(game) else "a game"


def is_table(game: str) -> bool:
    """Whether this is a table or a folder of logs, and not MODULE:NAME or the name of a game."""
    if ":" in game:
        return False
    from overthink.presets import PRESETS

    folder = game.endswith("/") or (game not in PRESETS and Path(game).is_dir())
    name = Path(game.removesuffix(".gz").removesuffix(".zst"))
    return name.suffix.lower() in TABLES or folder or (name.suffix.lower() in NO_TABLES and Path(game).is_file())


def positions_of(positions: str | None, most: int) -> Any:
    """How many positions to generate, or the positions of a file."""
    from overthink.doctor.truths import read_labels

    if positions is None or (positions.isdecimal() and int(positions) > 1):
        return None if positions is None else int(positions)
    is_file = Path(positions).suffix or Path(positions).is_file()
    require(is_file and not positions.lstrip("+-").isdecimal(), NO_POSITIONS, positions)
    return read_labels(positions).spread(most)


def subject_of(game: str, evaluate: options.EvaluatorName | None, error: float) -> tuple[Any, Any]:
    from overthink.presets import PRESETS, preset_with

    if ":" in game:
        from overthink.registration import own_game

        own, its = own_game(game)
        return own, evaluate.load(own) if evaluate else its
    games = [name for name, preset in PRESETS.items() if preset.setup]
    name = game.partition("(")[0]
    is_file = Path(game).is_file()
    require(
        not game.endswith(".py"), f"Which game in {game}? Write {game}:NAME, the name of a class or of an object in it."
    )
    require(name in games or not is_file, f"{game} is not a game. A table of scores ends in {', '.join(TABLES[1:])}.")
    check_known("game", name, [*games, "openspiel:NAME", "uci:ENGINE", "MODULE:NAME"])
    preset, given = preset_with(game)
    assert preset.setup
    setup = preset.setup(preset.values({"error": error, **given}), 0)
    return setup.game, evaluate.load(setup.game) if evaluate else setup.evaluate


def shell_line(advice: Advice, game: str, evaluate: str | None, player: str | None, search: str) -> str:
    """The line of the advice, to be pasted where the command was typed: with the names that the command was given."""
    if not advice.line or advice.learning or (evaluate and ":" not in evaluate):
        return advice.line
    if ":" not in game:
        if search and advice.depth:
            return f"overthink decide {shlex.quote(game)} {search} {advice.depth}"
        return f"overthink decide {game} --rule {advice.rule} --depth {advice.depth:g}" if advice.depth else advice.line
    things = {"game": game, "evaluate": evaluate, "player": player}
    places = {name: text.rpartition(":") for name, text in things.items() if text}
    in_files = any(module.endswith(".py") for module, _, _ in places.values())
    if game.startswith("openspiel:") or in_files or (evaluate is None and "{evaluate}" in advice.template):
        return advice.line
    imports = [f"from {module} import {attribute.split('.')[0]}" for module, _, attribute in places.values()]
    names = {name: attribute for name, (_, _, attribute) in places.items()}
    names["game"] += "()" if isinstance(load(game), type) else ""
    line = advice.line_for(state=f"{names['game']}.initial()", **names)
    code = "; ".join(["import overthink as ot", *dict.fromkeys(imports), f"print({line})"])
    return f"python -c {shlex.quote(code)}"


def examine_engine(name: str, own: Typed, tell: StageProgress) -> Diagnosis:
    """The diagnosis of a chess engine, on positions of a file or of games that an engine plays."""
    from overthink.doctor.ask.settings import read_knob
    from overthink.doctor.subjects.engine import diagnose_engine, engine_knob

    reference = own.reference.removeprefix("uci:") if own.reference else None
    default = ENGINE_DEPTHS if own.depths is None and own.knob is None else own.depths
    deep = None if own.truth else own.reference_depth
    turned = engine_knob(default, read_knob(own.knob) if own.knob else None, deep)
    options = dict(setting.split("=", 1) for setting in own.settings if "=" in setting)
    require(len(options) >= len(own.settings), "--set takes NAME=VALUE, such as Hash=64, once for each option.")
    file = chess_file(own.positions, own.truth, reference, own.most)
    usual = MOST_ENGINE_POSITIONS if own.budget else ENGINE_POSITIONS
    return diagnose_engine(
        name.removeprefix("uci:"), file.fens if file else int(own.positions or usual), seed=own.seed, knob=turned,
        reference=reference, reference_depth=own.reference_depth, truth=file if own.truth else None, options=options,
        unread=file.failures if file else [], jobs=own.jobs, keep=own.keep, tell=tell, budget=own.time_left,
    )  # fmt: skip


def chess_file(positions: str | None, truth: str | None, reference: str | None, most: int) -> ChessFile | None:
    """The file of positions, if one is named. With --truth, only positions whose best moves it names."""
    from overthink.doctor.ask.chess import read_chess_file

    if truth is not None:
        bad = f"For an engine, --truth is bm, the best moves in an EPD file, not '{truth}'. A deeper search is "
        require(truth == BM, f"{bad}--reference-depth.")
        require(reference is None, "--truth and --reference both say which moves are right. Give one of them.")
        file_needed = "--truth bm needs an EPD file with best moves: --positions FILE.epd."
        require(positions and not positions.isdecimal(), file_needed)
    if positions is None or positions.lstrip("+-").isdecimal():
        require(not positions or int(positions) >= 2, NO_POSITIONS, positions)
        return None
    file = read_chess_file(Path(positions), most)
    for note in file.notes:
        warnings.warn(note, stacklevel=2)
    if truth is not None:
        return file.labelled()
    if file.known:
        warnings.warn(
            f"{file.path.name} names best moves for {len(file.known):,} positions; --truth bm judges by them.",
            stacklevel=2,
        )
    return file
