"""The documentation as the site and the lab show it: links lead to pages and headings that are there."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from overthink.lab import docs

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def make_site() -> ModuleType:
    return script("make_site")


def test_links_in_the_lab() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    shown = {page: docs.to_html((DOCS / page).read_text("utf-8"), page) for page in pages}
    places = {page: set(re.findall(r'<h\d id="([^"]+)"', text)) for page, text in shown.items()}
    links = [
        link
        for text in shown.values()
        for link in re.findall(r'href="#/docs\?page=([^"&]+)(?:&amp;at=([^"]+))?"', text)
    ]
    assert ("doctor.md", "any-knob") in links
    for page, at in links:
        assert page in pages and (not at or at in places[page]), f"{page}#{at}"


@pytest.mark.parametrize(
    ("page", "text", "there"),
    [
        ("docs/papers/emm.md", "[a](../beyond.md#b)", "[a](../beyond.md#b)"),
        ("docs/papers/emm.md", "![a](../images/fig6.png)", "![a](../images/fig6.png)"),
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
    listed = re.findall(
        r"^[\w/-]+$", "".join(re.findall(r"^```{toctree}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)), re.MULTILINE
    )
    assert sorted(listed) == sorted(pages - {"index"})


def test_broken_links_are_seen(make_site: ModuleType, tmp_path: Path) -> None:
    good = '<a id="x" href="b.html#y">b</a><a href="#x">here</a><a href="https://example.org">there</a>'
    (tmp_path / "a.html").write_text(good, encoding="utf-8")
    (tmp_path / "b.html").write_text('<h1 id="y">b</h1><a href="a.html">a</a>', encoding="utf-8")
    assert make_site.broken(tmp_path) == []
    (tmp_path / "b.html").write_text(
        '<a href="a.html#z">a</a><img src="c.png"><a href="c.html">c</a>', encoding="utf-8"
    )
    assert sorted(make_site.broken(tmp_path)) == [
        *("a.html: b.html#y", "b.html: a.html#z", "b.html: c.html", "b.html: c.png"),
    ]


def test_the_site(make_site: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pages of it, made as `make docs` makes all of them: no warning, no broken link, a search."""
    for tool in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(tool, reason="`make docs` installs what makes the site")
    root = tmp_path / "project"
    shutil.copytree(DOCS, root / "docs", ignore=lambda _, names: {*names} - {"conf.py", "glossary.md", "citing.md"})
    (root / "docs" / "images").mkdir()
    (root / "docs" / "index.md").write_text(
        "# Index\n\n## Start\n\n[a](glossary.md) [b](citing.md) [c](glossary.md#rules)\n", "utf-8"
    )
    for page in ("CONTRIBUTING.md", "CHANGELOG.md"):
        (root / page).write_text("---\norphan: true\n---\n\n# A page\n", encoding="utf-8")
    monkeypatch.setattr(make_site, "ROOT", root)
    monkeypatch.setattr(make_site, "DOCS", root / "docs")
    assert make_site.main(tmp_path / "site") == 0
    assert "granular" in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8")
    assert "http" not in "".join(
        re.findall(r'(?:src|href)="([^"]+\.(?:js|css)[^"]*)"', (tmp_path / "site" / "index.html").read_text("utf-8"))
    )


def test_versions_of_the_site(make_site: ModuleType, tmp_path: Path) -> None:
    make_versions = script("make_versions")
    for version in ("0.9.0", "0.10.0", "0.2.1", "0.9.0"):
        site = tmp_path / version
        site.mkdir(exist_ok=True)
        (site / "index.html").write_text(f"<h1>{version}</h1>", encoding="utf-8")
        versions = make_versions.add(site, tmp_path / "pages", version)
    assert versions == ["0.10.0", "0.9.0", "0.2.1"]
    assert "0.10.0" in (tmp_path / "pages" / "latest" / "index.html").read_text(encoding="utf-8")
    assert make_site.broken(tmp_path / "pages") == []


def test_a_release_runs_what_is_there() -> None:
    steps = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"setup", "check", "docs"} == set(re.findall(r"\bmake (\w+)$", steps, re.MULTILINE)) <= targets
    assert steps.index("run: make docs") < steps.index("tar -C build"), "what is packed is made before"
    for path in re.findall(r"\bdocs/\w+\.py", steps):
        assert (ROOT / path).is_file()
