"""Makes the documentation site, `make docs`: the same pages that the repository and the lab show, with a search.

    .venv/bin/python docs/make_site.py build/docs

The pages are copied beside the output first. Contributing and changes stand outside docs/ and join them there; links
to other files of the repository, which the site does not have, become plain words. The contents of the site are those
of docs/index.md: each of its headings, with the pages listed below it. Sphinx must not warn, and then every link and
anchor of the site is checked.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md", "README.md": "index.md"}
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
PAGE = re.compile(r"\]\(([\w/-]+\.md)\)")


def place(page: str) -> str | None:
    """Where a file of the repository is on the site, if it is there."""
    if page in ELSEWHERE:
        return ELSEWHERE[page]
    inside = page.startswith("docs/") and page.endswith((".md", ".png", ".svg"))
    return page.removeprefix("docs/") if inside and (ROOT / page).is_file() else None


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

    parts = [0]
    for block in CODE.finditer(text):
        parts += [*block.span()]
    pieces = [text[start:stop] for start, stop in zip(parts, [*parts[1:], len(text)])]
    return "".join(piece if k % 2 else LINK.sub(link, piece) for k, piece in enumerate(pieces))


def contents(index: str) -> str:
    """For each heading of the index, the pages listed below it, as Sphinx wants them."""
    _, *sections = SECTION.split(index)
    trees = []
    for heading, body in zip(sections[::2], sections[1::2]):
        pages = "\n".join(dict.fromkeys(page.removesuffix(".md") for page in PAGE.findall(body)))
        trees.append(f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{pages}\n```\n")
    return "".join(trees)


def stage(source: Path) -> None:
    """Copy every page and picture to a folder that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(DOCS / "images", source / "images")
    files = [*DOCS.rglob("*.md"), *(ROOT / page for page in ELSEWHERE if page != "README.md")]
    for file in files:
        page = file.relative_to(ROOT).as_posix()
        there = place(page)
        assert there is not None
        text = moved(file.read_text(encoding="utf-8"), page)
        path = source / there
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + contents(text) if there == "index.md" else text, encoding="utf-8")


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
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]).resolve()))
