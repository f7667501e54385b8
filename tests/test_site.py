"""The documentation as the site and the lab show it: tables from shipped results, links that lead somewhere."""

import importlib.util
import json
import os
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

import overthink as ot
from overthink.lab import docs
from overthink.lab.shipped import SHIPPED
from overthink.report import shipped
from overthink.studies import all_figures, figure_named
from overthink.studies.claim import NOT_IN_PRINT
from overthink.studies.verdicts import sum_up
from tests.test_docs import BLOCK, LINK, PAGES, anchors

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    with patch.dict(sys.modules, {name: module}):  # where a data class looks for its module
        spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def make_site() -> ModuleType:
    return script("make_site")


@pytest.mark.parametrize("name", ["demo", *sorted(path.stem for path in DOCS.glob("*_*.py"))])
def test_scripts_start(name: str) -> None:
    assert script(name).__doc__


def test_every_study_has_a_place_in_the_pages() -> None:
    marked = [mark[1] for text in PAGES.values() for mark in docs.MARK.finditer(text)]
    assert sorted(marked) == sorted(all_figures())


def test_shipped_verdicts_are_those_of_the_studies() -> None:
    judged = {name: [claim["claim"] for claim in shipped.claims_of(name)] for name in shipped.names()}
    assert judged == {name: [claim.says for claim in figure_named(name)[1].claims] for name in judged}


def test_the_map_shows_the_trees_that_papers_judges() -> None:
    columns = [json.loads(line) for line in SHIPPED["top-down"].read_text().splitlines()[1:]]
    p = {each["b"]: each["mean"][0] for each in columns if each["s"] == 0 and each["n"] == 10_000}
    shown = [claim["measured"] for claim in shipped.claims_of("nau/fig10") if "two values" in claim["claim"]]
    assert [float(each) for each in shown[-1].split()[1:10]] == pytest.approx([p[b] for b in range(2, 11)], abs=0.006)


def test_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    def claim(says: str, verdict: str, kind: str, printed: str = "words") -> dict[str, object]:
        return {
            "study": "emm/fig2",
            "claim": says,
            "source": "[Zuckerman2018] Figure 2",
            "printed": printed,
            "reading": {"kind": kind, "words": ""},
            "measured": "seen",
            "tolerance": "half a digit",
            "verdict": verdict,
            "estimate": {"mean": 0.5, "low": 0.25, "high": 0.75, "n": 1000},
        }

    judged = [
        claim("a | b", "fails", "as written"),
        claim("b", "holds", "another reading"),
        claim("c", "holds", "as written", "other words"),
        claim("d", "holds", "as written", NOT_IN_PRINT),
    ]
    monkeypatch.setattr(shipped, "names", lambda: ["emm/fig2"])
    monkeypatch.setattr(shipped, "claims_of", lambda name: judged)
    page = "".join(f"<!-- {mark} -->\nold\n\n" for mark in ("claims: emm/fig2", "statements", "words"))
    assert (
        "| **fails** | a &#124; b | “words” (as written) | "
        "seen; tolerance: half a digit; estimate 0.5 [0.25, 0.75], n = 1,000 |"
    ) in docs.expand(page)
    write = script("statement_tables").write
    text = write(page, "../")
    assert "old" not in text and write(text, "../") == text
    assert "2 statements: " in text and "](../statements.md#zuckerman2018)" in text
    assert "| Zuckerman2018 | 1 | 0 | 1 | 0 | 0 |" in text
    assert "| *slight* | significant, and at most 2 points in 100 |" in text


def test_the_tally_in_a_sentence() -> None:
    assert sum_up(script("statement_tables").shipped_claims()) in PAGES["docs/verdicts.md"]


def test_pages_and_figures_are_those_of_the_shipped_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    made = script("make_shipped").made_pages()
    assert all(path.read_text("utf-8") == text for path, text in made.items()), "docs/make_shipped.py pages"
    figures = {*(DOCS / "figures").iterdir()}
    assert figures == {path for path in made if path.suffix == ".svg"}
    assert sum(path.stat().st_size for path in figures) < 3_000_000


def test_the_page_of_the_command_is_that_of_the_commands() -> None:
    assert PAGES["docs/command.md"] == script("make_command").page(), "docs/make_command.py"


def test_links_in_the_lab() -> None:
    pages = {page.removeprefix("docs/"): text for page, text in PAGES.items() if page.startswith("docs/")}
    shown = {page: docs.to_html(text, page) for page, text in pages.items()}
    places = {page: set(re.findall(r'<h\d id="([^"]+)"', text)) for page, text in shown.items()}
    links = [
        link
        for text in shown.values()
        for link in re.findall(r'href="#/docs\?page=([^"&]+)(?:&amp;at=([^"]+))?"', text)
    ]
    assert {("doctor-run.md", "any-knob"), ("reference.md", "")} <= {*links}
    for page, at in links:
        assert page in pages and (not at or at in places[page]), f"{page}#{at}"
    assert 'data-figure="emm/fig6"' in shown["papers/emm.md"]
    assert "<!--" not in "".join(shown.values())


@pytest.mark.parametrize(
    ("page", "text", "there"),
    [
        ("docs/papers/emm.md", "[a](../which-rule.md#b)", "[a](../which-rule.md#b)"),
        ("docs/papers/emm.md", "![a](../figures/emm-fig6.svg)", "![a](../figures/emm-fig6.svg)"),
        ("docs/index.md", "[a](../CONTRIBUTING.md)", "[a](contributing.md)"),
        ("docs/papers/emm.md", "[a](../../CHANGELOG.md)", "[a](../changes.md)"),
        ("CHANGELOG.md", "[a](docs/lab.md#story)", "[a](lab.md#story)"),
        ("docs/add-a-rule.md", "[`emm.py`](../src/overthink/rules/emm.py)", "`emm.py`"),  # the site has no source
        ("docs/index.md", "[a](https://example.org)", "[a](https://example.org)"),
        ("docs/index.md", "```\n[a](../CONTRIBUTING.md)\n```", "```\n[a](../CONTRIBUTING.md)\n```"),
    ],
)
def test_links_on_the_site(make_site: ModuleType, page: str, text: str, there: str) -> None:
    assert make_site.moved(text, page) == there


def test_every_page_has_a_place_on_the_site(make_site: ModuleType, tmp_path: Path) -> None:
    make_site.stage(tmp_path / "source")
    pages = {path.relative_to(tmp_path / "source").with_suffix("").as_posix() for path in tmp_path.rglob("*.md")}
    text = (tmp_path / "source" / "index.md").read_text(encoding="utf-8")
    contents = "".join(re.findall(r"^```{toctree}\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    assert sorted(re.findall(r"^[\w/-]+$", contents, re.MULTILINE)) == sorted(pages - {"index"})
    entries = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "source" / "api").glob("*.rst"))
    assert sorted(re.findall(r"^\.\. auto\w+:: (?:[\w.]+\.)?(\w+)$", entries, re.MULTILINE)) == sorted(ot.__all__)
    texts = {page: (tmp_path / "source" / f"{page}.md").read_text(encoding="utf-8") for page in pages}
    for page, text in texts.items():
        for link in LINK.findall(BLOCK.sub("", text)):
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else f"{page}.md"
            assert re.match("https?://", link) or (tmp_path / "source" / target).exists(), f"{page}: {link}"
            assert not anchor or anchor in anchors(texts[target.removesuffix(".md")]), f"{page}: {link}"


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("Use `ot.decide(tree)`.", "Use {py:obj}`ot.decide(tree) <overthink.decide>`."),
        ("[`ot.solve`](../src/overthink/search/sweep.py)", "{py:obj}`ot.solve <overthink.solve>`"),
        ("[`ot.decide`](which-rule.md)", "[`ot.decide`](which-rule.md)"),
        ("# `ot.decide`\n```\n`ot.decide`\n```", "# `ot.decide`\n```\n`ot.decide`\n```"),
    ],
)
def test_names_lead_to_the_reference(make_site: ModuleType, text: str, there: str) -> None:
    assert make_site.link_names(text) == there


def test_broken_links_are_seen(make_site: ModuleType, tmp_path: Path) -> None:
    good = '<a id="x" href="b.html#y">b</a><a href="#x">here</a><a href="https://example.org">there</a>'
    (tmp_path / "a.html").write_text(good, encoding="utf-8")
    (tmp_path / "b.html").write_text('<h1 id="y">b</h1><a href="a.html">a</a>', encoding="utf-8")
    assert make_site.broken(tmp_path) == []
    bad = '<a href="a.html#z">a</a><img src="c.png"><a href="c.html">c</a>'
    (tmp_path / "b.html").write_text(bad, encoding="utf-8")
    wrong = ["a.html: b.html#y", "b.html: a.html#z", "b.html: c.html", "b.html: c.png"]
    assert sorted(make_site.broken(tmp_path)) == wrong


@pytest.mark.exhaustive
def test_the_site(make_site: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pages of it, made as `make docs` makes all of them: no warning, no broken link, a search."""
    for tool in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(tool, reason="`make docs` installs what makes the site")
    root = tmp_path / "project"
    shutil.copytree(
        DOCS, root / "docs", ignore=lambda _, names: {*names} - {"conf.py", "glossary.md", "citing.md", "reference.md"}
    )
    (root / "docs" / "images").mkdir()
    (root / "docs" / "figures").mkdir()
    (root / "docs" / "figures" / "emm-fig6.svg").write_bytes((DOCS / "figures" / "emm-fig6.svg").read_bytes())
    (root / "docs" / "index.md").write_text(
        "# Index\n\n## Start\n\n[a](glossary.md) [b](citing.md) [c](glossary.md#rules) [d](reference.md) "
        "`ot.solve(tree)`\n\n<!-- claims: emm/fig2 -->\n"
        "\n![Errors](figures/emm-fig6.svg)\n",
        "utf-8",
    )
    for page in ("CONTRIBUTING.md", "CHANGELOG.md"):
        (root / page).write_text("---\norphan: true\n---\n\n# A page\n", encoding="utf-8")
    monkeypatch.setattr(make_site, "ROOT", root)
    monkeypatch.setattr(make_site, "DOCS", root / "docs")
    assert make_site.main(tmp_path / "site") == 0
    assert "granular" in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8")
    text = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "http" not in "".join(re.findall(r'(?:src|href)="([^"]+\.(?:js|css)[^"]*)"', text))
    assert "<strong>holds</strong>" in text and "emm-fig6.svg" in text
    assert 'href="api/trees-and-games.html#overthink.solve"' in text
    entry = (tmp_path / "site" / "api" / "trees-and-games.html").read_text("utf-8").partition('id="overthink.grow"')[2]
    assert "<strong>most</strong> (<em>int</em>) – A tree of more positions is refused." in entry


def test_versions_of_the_site(make_site: ModuleType, tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.0", "0.2.1", "0.9.0"):
        site = tmp_path / version
        site.mkdir(exist_ok=True)
        (site / "index.html").write_text(f"<h1>{version}</h1>", encoding="utf-8")
        versions = make_site.add_version(site, tmp_path / "pages", version)
    assert versions == ["0.10.0", "0.9.0", "0.2.1"]
    assert "0.10.0" in (tmp_path / "pages" / "latest" / "index.html").read_text(encoding="utf-8")
    assert make_site.broken(tmp_path / "pages") == []


def test_the_page_of_a_release_is_its_part_of_the_change_log(make_site: ModuleType) -> None:
    text = "# Changes\n\n## Unreleased\n\n## 0.4.0 (today)\n\n- [a](docs/a.md), [b](https://b)\n\n## 0.3.0\n\n- c"
    assert make_site.notes(text, "0.4.0", "https://x/") == "- [a](https://x/docs/a.md), [b](https://b)"
    assert make_site.notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), ot.__version__, "")
    with pytest.raises(SystemExit, match=r"no section 0\.4"):
        make_site.notes(text, "0.4", "")


def test_a_release_runs_what_is_there() -> None:
    steps = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"setup", "check", "docs"} == set(re.findall(r"\bmake (\w+)$", steps, re.MULTILINE)) <= targets
    assert steps.index("run: make docs") < steps.index("tar -C build"), "what is packed is made before"
    for path in re.findall(r"\bdocs/\w+\.py", steps):
        assert (ROOT / path).is_file()
