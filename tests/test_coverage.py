"""The sentences of the papers and the claims of the studies belong together, and quotations are exact."""

import json
import os
import re
import unicodedata
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.core.estimate import Estimate
from overthink.studies import figures_named
from overthink.studies.claim import AS_WRITTEN, NOT_IN_PRINT, Reading, ReadingKind, Verdict
from overthink.studies.coverage import Sentence, published_collections, quotations, read_sentences, unjudged_sentences
from overthink.studies.verdicts import Held, JudgedClaim, count_statements, paper_of, statements, sum_up

PRINTED = published_collections()
QUOTATIONS = quotations(figure for _, figure in figures_named("all"))
ELSEWHERE = ("[Nguyen2024]",)  # only its abstract was at hand
TEXTS = os.environ.get("OVERTHINK_PAPERS")  # a folder with the papers as text; they are not part of this project


def test_a_quotation_may_leave_words_out():
    words = "EMM is best, and minimax is worst, in P-games."
    assert contains(words, "EMM is best … in P-games") and contains(words, "minimax is worst")
    assert not contains(words, "in P-games … EMM is best") and not contains(words, "minimax is best")


def test_sentences_are_read_from_paragraphs():
    text = "For readers.\n\n# [A] 1\n\nDeeper is\nbetter.\n> no\n\nIt is not.\n> a\n  reason\n\n# [A] 2\n\nSo?\n"
    assert list(read_sentences(text)) == [
        Sentence("[A] 1", "Deeper is better.", False, "not judged: no"),
        Sentence("[A] 1", "It is not.", False, "not judged: a reason"),
        Sentence("[A] 2", "So?", False, ""),
    ]


@pytest.mark.parametrize("paper", PRINTED)
def test_what_no_study_judges_says_why_and_is_not_judged(paper):
    for sentence in unjudged_sentences(paper):
        assert sentence.outcome, f"no reason why not: {sentence.words}"
        for source, printed in QUOTATIONS:
            same = paper_of(source) == paper_of(sentence.source)
            assert not (same and contains(sentence.words, printed)), f"judged by a claim: {sentence.words}"


STUDY = re.compile(r"\b(?:emm|althofer|nau|bab|cwl|beyond)/[\w-]+")
PLACE = re.compile(r"(?:(\[\w+\]) )?((?:sub)?sections?|Figures?) ((?:\d[\d.]*(?:\([a-d]\))?(?:, | and | to )?)+)", re.I)


def places_of(paper: str, reason: str) -> list[str]:
    """The sections and figures that a reason names, as claims name them: "[Nau2010] section 5.4"."""
    return [
        f"{other or paper} {'Figure' if 'igure' in word else 'section'} {number.rstrip('.')}"
        for other, word, numbers in PLACE.findall(reason)
        for number in re.findall(r"\d[\d.]*(?:\([a-d]\))?", numbers)
    ]


def unresolved(paper: str, reason: str) -> list[str]:
    """What a reason names and is not there: a file, a module, a study; a sentence or a place that is judged."""
    root = Path(__file__).parents[1]
    figures = {figure.name for _, figure in figures_named("all")}
    files = [name for name in re.findall(r"(?:tests|docs)/[\w/.-]+\.\w+", reason) if not (root / name).is_file()]
    modules = [name for name in re.findall(r"overthink_papers(?:\.\w+)+", reason) if not importable(name)]
    studies = [name for name in STUDY.findall(reason) if name not in figures]
    judged = re.search(r"judge", reason) is not None
    quoted = re.findall(r"“([^”]+)”", reason) if judged else []
    quotes = [words for words in quoted if words not in {printed for _, printed in QUOTATIONS}]
    sources = "\n".join((*(figure.source for _, figure in figures_named("all")), *(source for source, _ in QUOTATIONS)))
    places = places_of(paper, reason) if judged else []  # section 6.1 is in section 6
    there = [place for place in places if not re.search(rf"^{re.escape(place)}(?!\d)", sources, re.M)]
    return [*files, *modules, *studies, *quotes, *there]


def importable(name: str) -> bool:
    module, _, attribute = name.rpartition(".")
    return hasattr(import_module(module), attribute)


@pytest.mark.parametrize("paper", PRINTED)
def test_what_a_reason_names_is_there(paper):
    for sentence in unjudged_sentences(paper):
        reason = sentence.outcome.removeprefix("not judged: ")
        assert not unresolved(paper_of(sentence.source), reason), sentence.words


def test_a_reason_that_names_nothing_is_noticed():
    for reason in (
        "tests/test_bab_examples.py follows it",
        "overthink_papers.bab.proof.no_such_check checks it",
        "nau/fig99 asks it",
        "“no game has pathological situations”, which emm/types judges",
        "said in section 9.9 and judged there",
        "Figure 99 judges it",
    ):
        assert unresolved("[Nau2010]", reason), reason


@pytest.mark.skipif(TEXTS is None, reason="OVERTHINK_PAPERS names no folder with the texts of the papers")
def test_words_in_print_are_exact():
    assert TEXTS
    texts = [plain(path.read_text(encoding="utf-8")) for path in sorted(Path(TEXTS).glob("*.txt"))]
    rest = [(sentence.source, sentence.words) for paper in PRINTED for sentence in unjudged_sentences(paper)]
    for source, words in (*QUOTATIONS, *rest):
        parts = [plain(part) for part in words.split("…")]
        assert paper_of(source) in ELSEWHERE or any(in_order(parts, text) for text in texts), words


def test_a_statement_is_one_thing():
    """Held as written if all its claims as written hold, in all studies, and no open reading fails."""

    def judged(
        study: str, verdict: str, reading: Reading = AS_WRITTEN, printed: str = "deeper is better"
    ) -> JudgedClaim:
        estimate = Estimate.exactly(0.5)
        return JudgedClaim(study, "", "[A] 1", printed, "", estimate, Verdict(verdict), reading, "")

    other = Reading(ReadingKind.OPEN, "on average")
    fitted = replace(other, kind=ReadingKind.CLOSEST)
    for claims, held in (
        ([judged("a/1", "holds"), judged("a/2", "holds"), judged("a/2", "holds", other)], Held.AS_WRITTEN),
        ([judged("a/1", "holds"), judged("a/2", "fails", other)], Held.DEPENDS),
        ([judged("a/1", "holds"), judged("a/2", "fails"), judged("a/2", "holds", other)], Held.DEPENDS),
        ([judged("a/1", "holds"), judged("a/2", "fails", fitted)], Held.AS_WRITTEN),
        ([judged("a/1", "inconclusive"), judged("a/2", "holds", other)], Held.OPEN),
        ([judged("a/1", "fails"), judged("a/2", "holds", fitted)], Held.FITTED),
        ([judged("a/1", "holds"), judged("a/2", "inconclusive")], Held.UNDECIDED),
        ([judged("a/1", "fails"), judged("a/2", "inconclusive", other)], Held.NOT_AS_WRITTEN),
        ([judged("a/1", "fails"), judged("a/2", "fails", other), judged("a/3", "holds", other)], Held.NOWHERE),
        ([judged("a/1", "fails", other), judged("a/1", "inconclusive", replace(other, words="b"))], Held.UNDECIDED),
        ([judged("a/1", "fails", other)], Held.NOWHERE),
        ([judged("a/1", "fails", other), judged("a/2", "holds", replace(other, words="b"))], Held.DEPENDS),
    ):
        (statement,) = statements([*claims, judged("a/3", "fails", printed=NOT_IN_PRINT)])
        assert statement.held == held and count_statements(claims)[held] == 1
        assert statement.decisive.verdict == statement.verdict
        if held == Held.NOWHERE:
            tried = {1: "fails in the only reading tried", 2: "fails in every reading tried (2)"}
            assert statement.shown == tried[len(statement.in_readings())]
            once = len(claims) == 1
            ending = f"1 fail in every reading tried ({once:d} of these had only one reading)."
            assert sum_up(claims).endswith(ending)


def contains(words, quotation):
    """Whether a quotation is taken from these words; words between its parts may be left out."""
    return in_order([part.strip() for part in quotation.split("…")], words)


def in_order(parts: list[str], text: str) -> bool:
    """Whether all parts are in one text, one after the other."""
    place = 0
    for part in parts:
        if (at := text.find(part, place)) < 0:
            return False
        place = at + len(part)
    return True


LETTERS = {"alpha": "α", "beta": "β", "epsilon": "ϵ", "pi": "π", "log": "log"}


def plain(text: str) -> str:
    """Letters and digits only: how a text was set does not count, nor do the marks of notes and the words of TeX."""
    text = re.sub(r"\\(alpha|beta|epsilon|pi|log)(?![a-z])", lambda name: LETTERS[name[1]], text)
    text = re.sub(r"<sup>.*?</sup>|\\[a-zA-Z]+", "", text)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).lower()


def test_the_command_lists_sentences(tmp_path):
    done = CliRunner().invoke(main, ["verify", "emm", "--coverage", "--out", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    assert all({"source", "words", "judged", "outcome"} == set(row) for row in json.loads(done.stdout)["sentences"])


def test_an_unknown_paper_is_one_sentence(tmp_path):
    done = CliRunner().invoke(main, ["verify", "emn", "--coverage", "--out", str(tmp_path)])
    assert done.exit_code == 2 and "emm" in done.stderr and "Traceback" not in done.stderr
