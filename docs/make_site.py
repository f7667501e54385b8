"""Makes the documentation site, `make docs`: the same pages that the repository and the lab show, with a search.

    .venv/bin/python docs/make_site.py build/docs
    .venv/bin/python docs/make_site.py build/docs build/pages

The pages are copied beside the output first. Sphinx describes the names of docs/reference.md from their docstrings;
tables of claims and figures are made from the results that come with Overthink. Contributing and changes stand outside
docs/ and join them there; links to other files of the repository, which the site does not have, become plain words. The
contents of the site are those of docs/index.md: each of its headings, with the pages listed below it. Sphinx must not
warn, and then every link and anchor of the site is checked.

With a second folder, the finished site is put there as the site of its version, `build/pages/0.4.0/`; `latest/` is that
of the newest, and `index.html` lists all.

    .venv/bin/python docs/make_site.py notes ADDRESS

prints the page of a release, what the change log says of this version; links lead to the files below ADDRESS.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import starmap
from pathlib import Path
from urllib.parse import unquote

import overthink
from overthink.lab.docs import expand

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md", "README.md": "index.md"}
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
PAGE = re.compile(r"\]\(([\w/-]+\.md)\)")
BLOCK = re.compile(r"^(?:```.*?^```|#[^\n]*)$", re.MULTILINE | re.DOTALL)  # code, and headings: what has no links
NAME = re.compile(r"\[`(ot\.(\w+)[^`\n]*)`\]\([^)\s]*\.py\)|(?<![\[`])`(ot\.(\w+)[^`\n]*)`(?![\]`])")
ENTRY = re.compile(r"^- \[`ot\.(\w+)`\]\(\.\./src/([\w/]+)\.py\): ", re.MULTILINE)  # a line of docs/reference.md
TOCTREE = "\n```{{toctree}}\n{}\n```\n"
VERSION = re.compile(r"\d+(\.\d+)*")
VERSIONS = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Overthink: documentation of all versions</title>
<style>body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }}</style>
<h1>Overthink</h1>
<p><a href="latest/index.html">Documentation of the newest version</a></p>
<h2>All versions</h2>
<ul>
{versions}
</ul>
</html>
"""


def place(page: str) -> str | None:
    """Where a file of the repository is on the site, if it is there."""
    if page in ELSEWHERE:
        return ELSEWHERE[page]
    name = page.removeprefix("docs/")
    inside = page != name and page.endswith((".md", ".png", ".svg")) and (ROOT / page).is_file()
    return name if inside else None


def changed(text: str, kept: re.Pattern[str], change: Callable[[str], str]) -> str:
    """A text that is changed outside of some blocks."""
    parts = [0]
    for block in kept.finditer(text):
        parts += [*block.span()]
    pieces = [text[start:stop] for start, stop in zip(parts, [*parts[1:], len(text)])]
    return "".join(piece if k % 2 else change(piece) for k, piece in enumerate(pieces))


def moved(text: str, page: str) -> str:
    """The text of a page of the repository, with links as the site needs them."""

    def link(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        if target.startswith("#") or re.match(r"[a-z]+:", target):
            return match[0]
        path, _, anchor = target.partition("#")
        there = place(posixpath.normpath(posixpath.join(posixpath.dirname(page), path)))
        if there is None:
            return words
        here = place(page)
        assert here is not None
        near = posixpath.relpath(there, posixpath.dirname(here) or ".")
        return f"{picture}[{words}]({near}{'#' + anchor if anchor else ''})"

    return changed(text, CODE, lambda piece: LINK.sub(link, piece))


def link_names(text: str) -> str:
    """A page in which `ot.name` leads to the reference, also where it led to the source."""

    def link(match: re.Match[str]) -> str:
        words, name = (match[1], match[2]) if match[1] else (match[3], match[4])
        return f"{{py:obj}}`{words} <overthink.{name}>`"

    return changed(text, BLOCK, lambda piece: NAME.sub(link, piece))


def entry(name: str, module: str) -> str:
    """What Sphinx needs to describe a public name."""
    thing = getattr(overthink, name)
    if isinstance(thing, type):
        return f".. autoclass:: {name}\n   :members:\n"
    # The text of a constant stands below it in its file.
    module = module.removesuffix("/__init__").replace("/", ".")
    return f".. autofunction:: {name}\n" if callable(thing) else f".. autodata:: {module}.{name}\n   :no-value:\n"


def reference(names: str) -> dict[str, str]:
    """Pages that have Sphinx describe every public name, one for each heading of docs/reference.md."""
    _, *sections = SECTION.split(names)
    pages = {}
    for heading, body in zip(sections[::2], sections[1::2]):
        begin = f"{heading}\n{'=' * len(heading)}\n\n{body.strip().splitlines()[0]}\n\n.. currentmodule:: overthink\n"
        pages[f"api/{heading.lower().replace(' ', '-')}.rst"] = "\n".join([begin, *starmap(entry, ENTRY.findall(body))])
    return pages


def contents(index: str) -> str:
    """For each heading of the index, the pages listed below it, as Sphinx wants them."""
    _, *sections = SECTION.split(index)
    trees = []
    for heading, body in zip(sections[::2], sections[1::2]):
        pages = "\n".join(dict.fromkeys(page.removesuffix(".md") for page in PAGE.findall(body)))
        trees.append(TOCTREE.format(f":hidden:\n:caption: {heading}\n\n{pages}"))
    return "".join(trees)


def texts() -> dict[str, str]:
    """Every page by its place in the repository, with its tables and figures."""
    files = [*DOCS.rglob("*.md"), *(ROOT / page for page in ELSEWHERE if page != "README.md")]
    pages = {}
    for file in files:
        page = file.relative_to(ROOT).as_posix()
        pages[page] = expand(file.read_text(encoding="utf-8"))
    return pages


def stage(source: Path) -> None:
    """Write every page and picture to a folder that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(DOCS / "images", source / "images")
    shutil.copytree(DOCS / "figures", source / "figures")
    for page, written in texts().items():
        there = place(page)
        assert there is not None
        text = moved(link_names(written), page)
        text += contents(text) if there == "index.md" else ""
        if there == "reference.md":
            described = reference(written)
            text += TOCTREE.format(":hidden:\n\n" + "\n".join(name.removesuffix(".rst") for name in described))
            for name, listed in described.items():
                (source / "api").mkdir(exist_ok=True)
                (source / name).write_text(listed, encoding="utf-8")
        path = source / there
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Anchors(HTMLParser):
    """The links and the places that can be linked to, in one page of the site."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.places.add(value)


def broken(site: Path) -> list[str]:
    """Every link of a site that leads nowhere, or to another machine where the page needs it."""
    pages = {}
    for path in site.rglob("*.html"):
        pages[path] = parser = Anchors()
        parser.feed(path.read_text(encoding="utf-8"))
    wrong = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = unquote(link.split("?")[0]).partition("#")
            target = Path(os.path.normpath(path.parent / name)) if name else path
            there = target / "index.html" if target.is_dir() else target
            if not there.exists() or (anchor and there in pages and anchor not in pages[there].places):
                wrong.append(f"{path.relative_to(site)}: {link}")
    return wrong


def add_version(site: Path, pages: Path, version: str) -> list[str]:
    """Add the site of a version, or replace it. Returns all versions, the newest first."""
    shutil.rmtree(pages / version, ignore_errors=True)
    shutil.copytree(site, pages / version, ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))
    found = [path.name for path in pages.iterdir() if VERSION.fullmatch(path.name)]
    versions = sorted(found, key=lambda name: tuple(map(int, name.split("."))), reverse=True)
    shutil.rmtree(pages / "latest", ignore_errors=True)
    shutil.copytree(pages / versions[0], pages / "latest")
    items = "\n".join(f'<li><a href="{version}/index.html">{version}</a></li>' for version in versions)
    (pages / "index.html").write_text(VERSIONS.format(versions=items), encoding="utf-8")
    (pages / ".nojekyll").touch()  # folders that begin with an underscore are served too
    return versions


def notes(changes: str, version: str, address: str) -> str:
    """What a change log says of a version, with links below an address."""
    found = re.search(rf"^## {re.escape(version)}(?: .*?)?\n(.*?)(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL)
    if not found:
        raise SystemExit(f"CHANGELOG.md has no section {version}.")
    return re.sub(r"\]\((?![a-z]+:)", f"]({address}", found[1].strip())


def main(site: Path) -> int:
    from sphinx.cmd.build import main as sphinx

    source = site.parent / f"{site.name}-source"
    stage(source)
    options = ["-b", "html", "-W", "--keep-going", "-q", "-j", "auto", "-c", str(DOCS)]
    if code := sphinx([*options, str(source), str(site)]):
        return code
    for link in (wrong := broken(site)):
        print(f"Broken link: {link}")
    if not wrong:
        print(f"The documentation is at {site / 'index.html'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    if sys.argv[1] == "notes":
        print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), overthink.__version__, sys.argv[2]))
        sys.exit()
    site, *pages = (Path(folder).resolve() for folder in sys.argv[1:])
    if code := main(site):
        sys.exit(code)
    if pages:
        add_version(site, pages[0], overthink.__version__)
