"""Makes the paper and the page on citing, both with the sources of paper.bib.

.venv/bin/python paper/make_paper.py pdf      build/paper.pdf: pandoc resolves citations, Typst sets the pages
.venv/bin/python paper/make_paper.py citing   docs/citing.md

`make paper` does both. It fails if pandoc or Typst warns.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OPTIONS = ["--standalone", "--citeproc", "--fail-if-warnings", "--variable=papersize:a4", "--variable=fontsize:10pt"]
ENTRY = re.compile(r"^@\w+\{(\w+),\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
PAGE = """\
# Licence and citation

Overthink is free software under the MIT licence. If you use it, please cite it, and the paper whose study you use. \
`CITATION.cff` has the same for programs, and `paper/paper.bib` in the repository has BibTeX of every source below. \
These pages name a source by the word in brackets.

```bibtex
{own}
```
{lists}"""
MOST_AUTHORS = 5  # of a source are named


def make_pdf(target: Path = ROOT / "build" / "paper.pdf") -> list[str]:
    """Write the paper; what Typst warns of."""
    import pypandoc
    import typst

    target.parent.mkdir(parents=True, exist_ok=True)
    source = HERE / "paper.typ"
    command = [pypandoc.get_pandoc_path(), "paper.md", "--to=typst", *OPTIONS, f"--output={source}"]
    try:
        subprocess.run(command, cwd=HERE, check=True)
        pdf, warnings = typst.compile_with_warnings(str(source), root=str(ROOT))
    finally:
        source.unlink(missing_ok=True)
    target.write_bytes(pdf)
    return [warning.message for warning in warnings]


def entries(bib: str) -> dict[str, dict[str, str]]:
    """The fields of each source, by its key."""
    fields = re.compile(r"^  (\w+) += \{(.*)\},?$", re.MULTILINE)
    return {key: dict(fields.findall(text)) for key, text in ENTRY.findall(bib)}


def in_words(key: str, source: dict[str, str]) -> str:
    """One line on a source."""
    parts = [re.sub(r"[{}]", "", part) for part in source["author"].split(" and ")]
    names = [" ".join(reversed(part.split(", "))) for part in parts]
    authors = f"{names[0]} and others" if len(names) > MOST_AUTHORS else ", ".join(names)
    title = re.sub(r"[{}]", "", source["title"]).replace("*", r"\*")
    home = next((source[kind] for kind in ("journal", "booktitle", "howpublished", "school") if kind in source), "")
    place = f"*{home}*{' ' + source['volume'] if 'volume' in source else ''}" if home else ""
    where = ", ".join(filter(None, (place, source.get("year", ""))))
    links = {"doi": "doi:{}", "eprint": "arXiv {}", "url": "<{}>"}
    found = " ".join(form.format(source[kind]) for kind, form in links.items() if kind in source)
    stop = "" if title.endswith("?") else "."
    return " ".join(filter(None, (f"- [{key}] {authors}. {title}{stop}", where and f"{where}.", found)))


def citing(bib: str) -> str:
    """The page on citing."""
    sections = [part.partition("\n") for part in bib.split("%% ")[1:]]
    lists = ""
    for heading, _, text in sections[1:]:
        lines = (in_words(key, source) for key, source in entries(text).items())
        lists += f"\n## {heading}\n\n" + "\n".join(lines) + "\n"
    return PAGE.format(own=sections[0][2].strip(), lists=lists)


if __name__ == "__main__":
    if sys.argv[1:] == ["citing"]:
        (ROOT / "docs" / "citing.md").write_text(citing((HERE / "paper.bib").read_text("utf-8")), "utf-8")
    elif sys.argv[1:] == ["pdf"]:
        sys.exit("\n".join(make_pdf()) or 0)
    else:
        sys.exit(__doc__)
