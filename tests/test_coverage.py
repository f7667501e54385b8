"""The sentences of the papers and the claims of the studies belong together, and quotations are exact."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.studies import figures_named
from overthink.studies.coverage import Sentence, cover, quotations, read_sentences
from overthink.studies.sentences import published, sentences_of

PRINTED = published()
SENTENCES = [sentence for paper in PRINTED for sentence in sentences_of(paper)]
FIGURES = [figure for _, figure in figures_named("all")]
ELSEWHERE = ("[Nguyen2024]",)  # only its abstract was at hand
TEXTS = os.environ.get("OVERTHINK_PAPERS")  # a folder with the papers as text; they are not part of this project


def test_a_quotation_may_leave_words_out():
    sentence = Sentence("[A] 1", "EMM is best, and minimax is worst, in P-games.")
    assert sentence.contains("EMM is best … in P-games") and sentence.contains("minimax is worst")
    assert not sentence.contains("in P-games … EMM is best") and not sentence.contains("minimax is best")


def test_sentences_are_read_from_paragraphs():
    text = "For readers.\n\n# [A] 1\n\nDeeper is\nbetter.\n\nIt is not.\n> a\n  reason\n\n# [A] 2\n\nSo?\n"
    assert list(read_sentences(text)) == [
        Sentence("[A] 1", "Deeper is better."),
        Sentence("[A] 1", "It is not.", "a reason"),
        Sentence("[A] 2", "So?"),
    ]


@pytest.mark.parametrize("paper", PRINTED)
def test_every_sentence_is_judged_or_says_why_not(paper):
    for covered in cover(sentences_of(paper), FIGURES):
        judged, reason = bool(covered.claims), bool(covered.sentence.unjudged)
        assert judged != reason, f"judged: {judged}, a reason why not: {reason}: {covered.sentence.words}"


def test_every_claim_quotes_a_sentence():
    for figure, claim, paper in quotations(FIGURES):
        quoted = [sentence for sentence in SENTENCES if sentence.paper == paper and sentence.contains(claim.printed)]
        assert quoted, f"{figure.name} quotes no sentence of {paper}: {claim.printed}"


@pytest.mark.skipif(TEXTS is None, reason="OVERTHINK_PAPERS names no folder with the texts of the papers")
def test_sentences_are_exact():
    assert TEXTS
    texts = [plain(path.read_text(encoding="utf-8")) for path in sorted(Path(TEXTS).glob("*.txt"))]
    for sentence in (sentence for sentence in SENTENCES if sentence.paper not in ELSEWHERE):
        parts = [plain(part) for part in sentence.words.split("…")]
        assert any(in_order(parts, text) for text in texts), sentence.words


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
