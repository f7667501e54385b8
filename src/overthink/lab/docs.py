"""The documentation in the package: Markdown, sent as HTML. The page asks for the figures of studies, which are shipped
apart. After a mark such as `<!-- claims: emm/fig6 -->`, up to the next empty line, every claim of the figure is shown
with its verdict instead of what stands there."""

import posixpath
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from overthink.lab.pool import refusal
from overthink.report import shipped

OUTSIDE = re.compile(r"[a-z]+:")
MARK = re.compile(r"^<!-- claims: (\S+) -->\n(?:[^\n]+\n)*", re.MULTILINE)


def folder() -> Path:
    """The folder of the documentation, in the wheel or in the checkout."""
    packed = Path(__file__).parents[1] / "docs"
    return packed if packed.is_dir() else Path(__file__).parents[3] / "docs"


def pages() -> dict[str, Path]:
    """The pages that are written, by their names in links. Only these are read."""
    return {path.relative_to(folder()).as_posix(): path for path in folder().rglob("*.md")}


async def page(request: Request) -> Response:
    name = request.query_params.get("page", "index.md")
    if name not in (written := pages()):
        return refusal(f"There is no page docs/{name[:60]}.", 404)
    return Response(to_html(written[name].read_text("utf-8"), name), media_type="text/html")


def expand(page: str) -> str:
    """A page with every claim of its figures."""
    return MARK.sub(lambda mark: claims(mark[1]), page)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in line)} |\n" for line in lines)


def claims(name: str) -> str:
    """Every claim of a figure: its verdict, what it says, its source in the paper, and what was measured."""
    from overthink.studies.verdicts import JudgedClaim  # loads NumPy, which the server does without

    judged = [JudgedClaim.read(claim) for claim in shipped.claims_of(name)]
    if not judged:
        return f"`overthink verify {name}` judges the claims of this study after a run.\n"
    rows = []
    for claim in judged:
        source = "our own question" if claim.own else f"“{claim.printed}” ({claim.reading})"
        found = claim.estimate
        interval = f"estimate {found.mean:.4g} [{found.low:.4g}, {found.high:.4g}], n = {found.n:,}"
        measured = "; ".join(filter(None, (claim.words, claim.rule, interval)))
        rows.append([f"**{claim.verdict}**", claim.says, source, measured])
    return table(["verdict", "claim", "published as", "measured"], rows)


def to_html(text: str, name: str) -> str:
    """Convert a page. Links lead to other pages in the lab; links to anything else are removed."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(re.sub(r"<!--.*?-->", "", expand(text), flags=re.DOTALL))
    for start, words in pairwise(tokens):
        if start.type == "heading_open":
            start.attrs["id"] = anchor(words.content)
    for token in (inner for block in tokens for inner in block.children or ()):
        if token.type == "image":
            source = str(token.attrs.pop("src"))
            figure = shipped.names_of_files().get(source.rpartition("figures/")[2])
            token.attrs |= {"data-figure": figure} if figure else {"src": f"docs/{_place(source, name)}"}
        elif token.type == "link_open":
            link = str(token.attrs.pop("href"))
            path, _, at = link.partition("#")
            place = "" if OUTSIDE.match(link) else _place(path, name) if path else name
            if place.endswith(".md") and not place.startswith(".."):
                token.attrs["href"] = f"#/docs?page={place}" + (f"&at={at}" if at else "")
    return str(parser.renderer.render(tokens, parser.options, {}))


def anchor(heading: str) -> str:
    """The name of a heading in links: small letters, no marks, hyphens."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _place(link: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
