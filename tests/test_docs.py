"""The documentation is true: its examples run and print what it says, its commands work, its links lead somewhere.

Python blocks of one page share one namespace and run in order. What a block prints must be what stands behind the
arrows `# →` in it, line by line, and then in the ```text block that follows it. A ```console block that also shows
output is a session: its commands are run where the page's Python was, and print first what it says, where a line may
end with `…`. Commands in other ```console blocks are run at a tiny scale, into a folder of the test's own.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import click
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core.bind import Kernel
from overthink.doctor.checks.case import SearchCase
from overthink.rules import _RULES as RULES
from overthink.studies import all_figures, collections
from overthink.studies.samples import Samples

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE = re.compile(r"# (\w+\.py)\n")  # the first line of a block that the reader puts into a file
SMALL = dict.fromkeys(("all", *collections()), "emm/fig2")  # tests/test_checksums.py runs every study
LARGEST_PICTURE = 150_000


@dataclass(frozen=True)
class Block:
    kind: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    text = PAGES[page]
    return [Block(m[1], m[2], text[: m.start()].count("\n") + 2) for m in BLOCK.finditer(text)]


def promised(block: Block, following: Block | None) -> list[str]:
    """The lines that a block of Python is said to print."""
    lines = [line.split("# → ", 1)[1] for line in block.text.splitlines() if "# → " in line]
    return lines + (following.text.splitlines() if following and following.kind == "text" else [])


def put_files(folder: Path) -> None:
    """Do what pages say: put blocks into files."""
    files: dict[str, str] = {}
    for page in PAGES:
        for block in blocks(page):
            if block.kind == "python" and (match := FILE.match(block.text)):
                assert files.setdefault(match[1], block.text) == block.text, f"{page} has another {match[1]}"
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def is_session(block: Block) -> bool:
    """Whether a block shows commands and what they print."""
    return block.kind == "console" and any(not line.startswith("$ ") for line in block.text.splitlines())


def is_example(block: Block) -> bool:
    return block.kind == "python" or is_session(block)


@pytest.mark.exhaustive(but=["docs/first-verdict.md", "docs/tutorials/teacher.md"])
@pytest.mark.parametrize("page", [page for page in PAGES if any(map(is_example, blocks(page)))])
def test_python(page: str, own_folder: Path) -> None:
    put_files(own_folder)
    # Compiled kernels remember the module they come from, and it must be there when they come back from the cache.
    names = {"__name__": "__main__"}
    if package := {"docs/nets.md": "onnxruntime", "docs/real-case.md": "mcts"}.get(page):
        pytest.importorskip(package)
    found = blocks(page)
    for block, following in zip(found, [*found[1:], None]):
        if block.kind == "python":
            printed = io.StringIO()
            code = compile("\n" * (block.line - 1) + block.text, f"<{page}>", "exec")
            with contextlib.redirect_stdout(printed), patch.dict(RULES):  # rules of a page stay there
                exec(code, names)
            assert printed.getvalue().splitlines() == promised(block, following), f"{page}, line {block.line}"
        elif is_session(block):
            check_session(page, block)


def check_session(page: str, block: Block) -> None:
    for part in block.text.removeprefix("$ ").split("\n$ "):
        command, *expected = part.splitlines()
        done = CliRunner().invoke(main, shlex.split(command)[1:])
        printed = done.stdout.splitlines()[: len(expected)]
        cut = [p[: len(e) - 1] + "…" if e.endswith("…") else p for p, e in zip(printed, expected)]
        assert cut == expected, f"{page}, line {block.line}: {done.output}"


def commands() -> list[str]:
    """Every line that a reader is told to type, once."""
    lines = [
        line
        for page in PAGES
        for b in blocks(page)
        if b.kind in ("console", "sh") and not is_session(b)
        for line in b.text.splitlines()
    ]
    return list(dict.fromkeys(line.removeprefix("$ ").strip() for line in lines if line.strip()))


def drawn_once(every: list[list[str]]) -> list[list[str]]:
    """Each once, and no figure of a study twice: commands that come down to the same study print it as JSON."""
    found = []
    drawn = set()
    for args in every:
        again = args[0] == "reproduce" and args[1] in drawn
        found += [[*args, "--json"] if again else args] if args not in found else []
        drawn |= {args[1]} if args[0] == "reproduce" else set()
    return found


def tiny(command: str, out: Path) -> list[str]:
    """The arguments of a command, brought down to a few observations, one process and this folder."""
    args = shlex.split(command)[1:]
    if args[0] in ("reproduce", "verify", "report", "cite"):
        if "--out" in args:
            del args[args.index("--out") : args.index("--out") + 2]
        own = any(arg.endswith(":STUDY") for arg in args)  # its report draws no other study's figures
        args += ["--out", str(out / "own" if own else out)]
        args[1:] = [SMALL.get(arg, arg) for arg in args[1:]]
    if args[0] == "reproduce":
        args += ["--scale", "20", *([] if "--cluster" in args else ["--jobs", "1"])]
    if args[0] == "doctor" and not args[1].endswith((".csv", "/")):
        few = (
            ["--most", "2", "--jobs", "1", "--reference-depth", "9"] if args[1][:4] == "uci:" else ["--positions", "4"]
        )
        made = args[1][:4] == "uci:" and args[args.index("--positions") + 1].isdecimal()
        args += [*few, *(["--positions", "2"] if made else [])]
    return args


MYGAME = """
from sticks import Sticks as MyGame, guess as my_eval
def my_mcts(state, simulations): return MyGame().moves(state)[0]
"""
RESULTS = "task,beam,score\n" + "".join(f"{task},{beam},{task + beam}\n" for task in range(9) for beam in (1, 5))


def run(*args: str) -> str:
    done = CliRunner().invoke(main, list(args))
    assert done.exit_code == 0, f"overthink {' '.join(args)}\n{done.output}"
    return done.output


@pytest.mark.exhaustive
@pytest.mark.timeout(600)  # every command, one after the other
def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/usr/games")
    put_files(tmp_path)
    (tmp_path / "mygame.py").write_text(MYGAME)
    (tmp_path / "results.csv").write_text(RESULTS)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "answers.csv").write_text(RESULTS.replace("beam", "reasoning_effort"))
    (tmp_path / "games.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n")
    engines = shutil.which("stockfish") and shutil.which("glaurung")
    typed = [
        tiny(command, tmp_path)
        for command in commands()
        # The lab would wait for a browser: tests/test_lab_server.py runs it. tests/test_engines.py says what lacks.
        if command.startswith("overthink ")
        and not command.startswith("overthink lab")
        and (engines or "uci:" not in command)
    ]
    for args in drawn_once(typed):
        if args[0] in ("verify", "cite"):  # so that there is a tiny run
            run(*tiny(f"overthink reproduce {args[1]} --json", tmp_path))
        assert run(*args)
    assert {path.name for path in tmp_path.iterdir()} >= {"overthink.sqlite", "report.html", "emm-fig6.png"}


@pytest.mark.exhaustive
def test_the_demo_fits_a_screen_and_leaves_a_report(tmp_path: Path) -> None:
    command = [sys.executable, str(DOCS / "demo.py"), str(tmp_path / "demo")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=200)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and 30 < len(lines) <= 40, done.stderr + done.stdout
    assert sum(line.startswith("   ✓") for line in lines) == 4 and any("deeper is worse" in line for line in lines)
    for name in re.findall(r"\S+\.html", lines[-1]):
        assert "</html>" in Path(name).read_text("utf-8")


def test_other_commands_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for command in commands():
        first, *rest = shlex.split(command)
        if first == "make":
            assert rest[0] in targets, command
        elif first != "overthink":
            file = ROOT / (rest[1].replace(".", "/") if rest[0] == "-m" else rest[0])
            there = file.is_file() or file.with_suffix(".py").is_file() or (file / "__main__.py").is_file()
            assert first == ".venv/bin/python" and there, command
    for page in PAGES:
        for target in re.findall(r"`make (\w+)`", PAGES[page]):
            assert target in targets, f"{page}: make {target}"


def anchors(text: str) -> set[str]:
    """The places in a page that a link can name: its headings, in small letters, without marks, with hyphens."""
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in HEADING.findall(BLOCK.sub("", text))}


@pytest.mark.parametrize("page", PAGES)
def test_links(page: str) -> None:
    for link in LINK.findall(BLOCK.sub("", PAGES[page])):
        if not link.startswith(("http://", "https://")):
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            assert (ROOT / target).exists(), f"{page}: {link}"
            assert not anchor or anchor in anchors(PAGES[target]), f"{page}: {link}"


CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
DOTTED = re.compile(r"(?<![\w.:/\"-])([a-z]\w*)((?:\.\w+)+)")
PLACE = re.compile(r"(?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|js|css|c)\b")
DATA = re.compile(r"[\w-]+\.(?:csv|html|jsonl?|npz|onnx|parquet|pem|pgn|svg|png|txt|epd|sqlite|pdf|eval|whl)\b")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
FROM = re.compile(r"`(?:\w+=)?(\w+)(?:\([^`]*)?`,? (?:in|of|from) `([\w/.]+)`")
VARIABLES: dict[str, Any] = {
    "ot": ot, "case": SearchCase, "decision": ot.Decision, "diagnosis": ot.Diagnosis, "game": ot.Kalah,
    "kernel": Kernel, "labels": ot.Labels, "model": ot.TopDown, "net": ot.Net, "samples": Samples,
    "stages": ot.Stages, "survey": ot.Survey, "tree": ot.Tree,
}  # fmt: skip
OF_OTHERS = {  # options, modules, files and folders of other programs, of scripts, and what a page makes up
    "--from", "--kills", "--no-deps", "--shuffle", "--spec", "--strict", "build", "cluster", "heap.py", "logs", "low",
    "m", "mygame.py", "mypackage", "myrule.py", "mystudy.py", "path",
    "results", "scripts", "tides", "torch", "v0", "win",
}  # fmt: skip


def has(thing: Any, name: str) -> bool:
    kinds = getattr(thing, "__mro__", (thing,))
    return hasattr(thing, name) or any(name in getattr(kind, "__annotations__", {}) for kind in kinds)


def follow(path: str) -> bool:
    """Whether a dotted name leads to something: a module, what is in it, a method or a field."""
    first, *rest = path.split(".")
    if first not in VARIABLES and not find_spec(first):
        return first in OF_OTHERS
    thing: Any = VARIABLES.get(first) or import_module(first)
    for name in rest:
        if not isinstance(thing, type | ModuleType):
            return True  # only a run knows what a field, a property or an answer has
        if not has(thing, name):
            with contextlib.suppress(ImportError):
                thing = import_module(f"{thing.__name__}.{name}")
                continue
            return False
        thing = getattr(thing, name, None)
    return True


def file_of(name: str) -> Path | None:
    """The file or folder of ours that a page names by its path, or by its name alone."""
    rooms = (ROOT, ROOT / "src" / "overthink", ROOT / "src" / "overthink_papers", DOCS, ROOT / "validation")
    found = [room / name for room in rooms if (room / name).exists()]
    return next(iter(found or ([] if "/" in name else [*(ROOT / "src").rglob(name)])), None)


def unknown_names(text: str) -> Iterator[str]:
    """What a page writes in code and is not there: dotted names, options, files, and names that are said to be in a
    file or module."""
    files, options = {*FILE.findall("".join(PAGES.values())), *OF_OTHERS}, {*OF_OTHERS, "--help", "--version"}
    for name in main.list_commands(click.Context(main)):
        command = main.get_command(click.Context(main), name)
        options |= {
            option
            for parameter in (command.params if command else ())
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
    for code in CODE.findall(BLOCK.sub("", text)):
        code = DATA.sub("", code)
        places = PLACE.findall(code)
        yield from (each for each in OPTION.findall(code) if each not in options)
        for place in places:
            known = {place, place.split("/")[0]} & {*files, *all_figures()}
            if not known and not file_of(place) and "://" not in code:
                yield place
        for first, rest in DOTTED.findall(code):
            if not any(first + rest in place for place in places) and not follow(first + rest):
                yield first + rest
    for name, place in FROM.findall(BLOCK.sub("", text)):
        file = file_of(place)
        if place.startswith("overthink"):
            yield from () if follow(f"{place}.{name}") else [f"{name} in {place}"]
        elif file and file.suffix == ".py" and not re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")):
            yield f"{name} in {place}"


@pytest.mark.parametrize("page", [page for page in PAGES if page != "CHANGELOG.md"])
def test_what_a_page_names_in_code_exists(page: str) -> None:
    assert not [*unknown_names(PAGES[page])]


def test_names_that_do_not_exist_are_seen() -> None:
    text = "`ot.none`, `case.ask`, `doctor decide --none`, `core/none.py`, `x=none` from `overthink.studies`, `ot.Tree`"
    assert [*unknown_names(text)] == ["ot.none", "case.ask", "--none", "core/none.py", "none in overthink.studies"]


def test_every_page_is_in_the_contents() -> None:
    contents = PAGES["docs/index.md"]
    for page in (page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")):
        assert page == "index.md" or f"({page})" in contents, page


def test_pages_and_captions_avoid_words_that_read_translated() -> None:
    odd = re.compile(r"\b(?:surely|in print|spoilt|mended|in families|some hundred|anew|glossary defines)\b")
    texts = {page: text for page, text in PAGES.items() if page != "CHANGELOG.md"}
    texts |= {name: f"{figure.title} {figure.caption}" for name, (_, figure) in all_figures().items()}
    assert not {name: odd.findall(text) for name, text in texts.items() if odd.search(text)}


def test_pictures_are_small_and_shown() -> None:
    text = "".join(PAGES.values())
    for picture in DOCS.rglob("*.png"):
        assert picture.stat().st_size < LARGEST_PICTURE, picture
        assert f"images/{picture.name}" in text, picture
