"""The paper, its findings and its sources: every number in them is one that was measured, every source has an entry."""

import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from paper import findings, make_paper

import overthink
from overthink.report import shipped
from overthink.studies import coverage, study_named
from overthink.studies.verdicts import JudgedClaim, sum_up
from tests import checksums
from tests.test_numbers import PAGES, measured

ROOT = Path(__file__).parents[1]
PAPER = (ROOT / "paper" / "paper.md").read_text("utf-8").split("---\n", 2)[2]
FINDINGS = findings.PAGE.read_text("utf-8")
BIB = (ROOT / "paper" / "paper.bib").read_text("utf-8")
SOURCES = make_paper.entries(BIB)
NUMBER = r"(?<![\w.,])-?\d*\.?\d+(?!\w)(?!,\d)"
# Words of the paper with numbers; the figures that measured them, or the page that has them; 100: points or percent.
FACTS = [
    ("at depth 7 EMM is right in .893 and minimax in .616", "emm/fig6", 1),
    (".830 at depth 3 and .746 at depth 9", "emm/fig6", 1),
    ("exact inference decides .997 of games right", "beyond/ceiling", 1),
    ("30 to 39 points more than every published rule", "beyond/ceiling", 100),
    ("at depth 5 it is .514 where .37 is published", "bab/fig4a", 1),
    ("52 of 55 programs with a bug at work", "docs/doctor-rates.md", "| 52 of 55: .945 [.851, .981] |"),
    ("none of 31 sound ones", "docs/doctor-rates.md", "| 0 of 31: .000 [.000, .110] |\n"),
    ("50 and 2 in the first run", "docs/doctor-rates.md", "| 50 of 55: .909"),
    ("27 of 28 named causes", "docs/doctor-rates.md", "| 27 of 28: "),
    ("Of 18 evaluators with a bug it suspected 15 (7)", "docs/doctor-rates.md", ".614] | 15 of 18: "),
    ("worth 6.3 points in Othello; the .7 points in Connect Four", "beyond/strong-plies", 100),
    ("between nets depth is worth more: 10.6 and 2.8", "docs/strong-evaluators.md", "| 2.8 [.5, 5.1] | 10.6 |"),
    ("gains 1.5 points on minimax in Connect Four and .8 in Othello", "beyond/strong", 100),
    ("it scores .399 and .354 against alpha-beta", "beyond/net-play", 1),
    ("of 50,000 games", "emm/fig6", 1),
    ("in 50,000 random P-games", "emm/fig6", 1),
    ("was 151 to 279 times as fast", "docs/compared.md", "1 / 151 to 1 / 279 (Connect Four)"),
]  # fmt: skip
# Settings, and numbers of the texts that are judged.
SETTINGS = "|".join(
    (
        r"Figure 6", r"probability \.\d", r"depths? 1, 3 and 5", r"[Dd]epth \d+(?: to \d+)?", r"b = \d", r"seed 0",
        r"\.37 is published", r"\d00 questions", r"3 degrees", r"4 plies", r"8-puzzle", r"x86-64|aarch64", r"emm/fig6",
        r"[ec] (?:=|from|up to) \.\d", r"published \.\d+", r"\.9 and \.4", r"not in \.95", r"where \.05",
        r"\.58, \.37 and \.73",
    )
)  # fmt: skip


def half(number: str) -> float:
    """How far a number may be off that is rounded to this text."""
    return 0.5 * 10.0 ** -len(number.partition(".")[2]) * 1.001


@pytest.mark.parametrize(("words", "source", "how"), FACTS)
def test_a_number_of_the_paper_was_measured(words: str, source: str, how: int | str) -> None:
    assert words in PAPER
    if isinstance(how, str):
        assert how in PAGES[source]
        return
    known = [*measured(source), *(claim["estimate"]["n"] for claim in shipped.claims_of(source))]
    for number in re.findall(NUMBER, re.sub(SETTINGS, "", words).replace(",0", "0")):
        assert any(abs(abs(x * how) - abs(float(number))) <= half(number) for x in known), number


def test_the_paper_counts_the_statements() -> None:
    claims = [JudgedClaim.read(claim) for name in shipped.names() for claim in shipped.claims_of(name)]
    rest = sum(len(coverage.unjudged_sentences(paper)) for paper in coverage.published_collections())
    assert f"{sum_up(claims)} Another {rest} sentences" in PAPER


def test_the_paper_has_no_other_number_and_is_short() -> None:
    assert len(PAPER.split()) <= 1500
    text = re.sub(r"Of \d+ published statements.*?sentences|!\[.*?\}|@\w+", "", PAPER)
    for words, _, _ in FACTS:
        text = text.replace(words, "")
    assert not re.findall(r"\d[\d.,]*", re.sub(SETTINGS, "", text))


def test_numbers_of_the_findings_were_measured() -> None:
    prose = FINDINGS[FINDINGS.index("## The ceiling") : FINDINGS.index("## What to run")]
    studies = re.findall(r"`([\w-]+/[\w-]+)`", prose)
    figures = [figure.name for name in studies for figure in study_named(name).figures]
    known = [x * scale for figure in figures for x in measured(figure) for scale in (1, 100)]
    said = re.findall(r"(?<![\w.])\d*\.\d+", re.sub(SETTINGS, "", prose))
    assert len(said) > 50
    assert not [number for number in said if not any(abs(abs(x) - float(number)) <= half(number) for x in known)]
    assert sorted(studies) == sorted(row[2] for row in findings.ROW.finditer(FINDINGS))


def test_rows_of_the_findings_are_those_of_their_studies() -> None:
    known = json.loads(checksums.FILE.read_text())["cells"]
    for row in findings.ROW.finditer(FINDINGS):
        study = study_named(row[2])
        assert known[row[2]]["sha256"].startswith(row[4]), f"{row[2]}: `python -m paper.findings write`"
        assert f" {len(study.settings):,} × {study.observations('paper'):,} " in row[0]
        assert ("◆" in row[0]) == (study.together is not None)


def test_a_changed_checksum_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "findings.md"
    monkeypatch.setattr(findings, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["findings", "cells", "althofer/rate"])
    page.write_text(FINDINGS, "utf-8")
    assert findings.main() == 0
    (kept,) = (row[4] for row in findings.ROW.finditer(FINDINGS) if row[2] == "althofer/rate")
    page.write_text(FINDINGS.replace(kept, "0" * 12), "utf-8")
    assert findings.main() == 1
    first, _, second, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"same    althofer/rate {kept} (")
    assert second.startswith(f"differs althofer/rate {kept} instead of {'0' * 12} (")
    assert last == "1 differs"


def plain(name: str) -> str:
    """A name without accents."""
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


def test_every_source_that_a_page_names_has_an_entry() -> None:
    authors = {
        (plain(author.split(",")[0]), source.get("year", ""))
        for source in SOURCES.values()
        for author in source["author"].split(" and ")
    }
    for page, text in {**PAGES, "paper.md": PAPER, "findings.md": FINDINGS}.items():
        keys = {*re.findall(r"\[([A-Z][a-z]+\d{4})\b", text), *re.findall(r"@(\w+)", PAPER)}
        assert keys <= SOURCES.keys(), (page, keys - SOURCES.keys())
        text = re.sub(r"^(?:- )?\[\w+\].*$", "", text, flags=re.MULTILINE)  # lines that are a source
        for name, year in re.findall(r"\b([A-Z][\w-]+)(?: et al\.)?,? \(?((?:19|20)\d\d)\b(?![-–:])", text):
            assert name == "November" or (plain(name), year) in authors, (page, name, year)


def test_the_page_on_citing_is_that_of_the_sources() -> None:
    assert PAGES["docs/citing.md"] == make_paper.citing(BIB), "`python paper/make_paper.py citing`"
    version = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert version and version[1] == SOURCES["Overthink2026"]["version"] == overthink.__version__


@pytest.mark.exhaustive
def test_the_paper_is_made_without_a_warning(tmp_path: Path) -> None:
    for tool in ("pypandoc", "typst"):
        pytest.importorskip(tool, reason="requirements/paper.txt is not installed: `make paper`")
    assert make_paper.make_pdf(tmp_path / "paper.pdf") == []
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")
