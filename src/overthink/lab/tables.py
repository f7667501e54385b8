"""Marks in the documentation, expanded to tables of claims and figures, from the results that come with the lab.

    <!-- claims: emm/fig6 -->               every claim of a figure with its verdict
    <!-- figure: emm/fig6 What it shows --> the figure itself
    <!-- gallery: emm/fig6 PAGE Words -->   the figure as a link to its page, with words and its command
    <!-- statements -->                     by paper, how many published statements hold in which reading
    <!-- words -->                          what the vague words of the papers mean as checks
    <!-- summary -->                        how many claims of each figure hold, fail or are inconclusive

A mark stands alone on its line. The site and the view Docs expand it when they are made or shown, so that pages in
the repository have no number that a program wrote, except `statements.md`, which a test compares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from overthink.core.plain import Fields
from overthink.report import shipped

if TYPE_CHECKING:
    from overthink.studies.verdicts import JudgedClaim

KINDS = "claims|figure|gallery|statements|summary|words"
MARK = re.compile(rf"^<!-- ({KINDS})(?:: (\S+)(?: ([^>]+))?)? -->$", re.MULTILINE)
VERDICTS = ("holds", "fails", "inconclusive")
OWN = "not published"
MOST_CHARACTERS = 40  # of what was seen, on the page of all statements; longer words are on the page of the paper
NOT_JUDGED = "not judged"  # sentences that claim something


def expand(text: str, picture: Callable[[str], str]) -> str:
    """A page with its tables and figures; `picture` gives the address of a figure."""

    def write(mark: re.Match[str]) -> str:
        kind, name, alt = mark.groups()
        if kind == "figure":
            return f"![{alt or name}]({picture(name)})"
        if kind == "gallery":
            page, _, shown = alt.partition(" ")
            return f"[![{shown}]({picture(name)})]({page})\n\n{shown}. `overthink reproduce {name}`"
        whole = {"statements": statements, "words": words, "summary": summary}
        return claims(name) if kind == "claims" else whole[kind]()

    return MARK.sub(write, text)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in line)} |\n" for line in lines)


def claims(name: str) -> str:
    """Every claim of a figure: its verdict, what it says, its source in the paper, and what was measured."""
    judged = shipped.claims_of(name)
    if not judged:
        return f"`overthink verify {name}` judges the claims of this study after a run.\n"
    rows = [[f"**{claim['verdict']}**", claim["claim"], _source(claim), _measured(claim)] for claim in judged]
    return table(["verdict", "claim", "published as", "measured"], rows)


def _source(claim: Fields) -> str:
    if claim["printed"] == OWN:
        return "our own question"
    reading = ": ".join(filter(None, (claim["reading"]["kind"], claim["reading"]["words"])))
    return f"“{claim['printed']}” ({reading})"


def _measured(claim: Fields) -> str:
    from overthink.studies.verdicts import JudgedClaim

    found = claim["estimate"]
    rule = JudgedClaim.read(claim).rule
    interval = f"{found['mean']:.4g} [{found['low']:.4g}, {found['high']:.4g}], n = {found['n']:,}"
    return f"{claim['measured']}; {rule + '; ' if rule else ''}estimate {interval}"


def shipped_claims() -> list[JudgedClaim]:
    """The claims of all studies, as they were judged at the papers' scale."""
    from overthink.studies.verdicts import JudgedClaim

    return [JudgedClaim.read(claim) for name in shipped.names() for claim in shipped.claims_of(name)]


def statements_held() -> dict[str, Counter[str]]:
    """By paper, how many published statements hold in which kind of reading, and how many sentences are not judged."""
    from overthink.studies.coverage import published_collections, unjudged_sentences
    from overthink.studies.verdicts import paper_of, statements

    found = [(each.claims[0].source, each.held.value) for each in statements(shipped_claims())]
    counts: dict[str, Counter[str]] = {}
    for source, held in (
        *found,
        *((each.source, NOT_JUDGED) for name in published_collections() for each in unjudged_sentences(name)),
    ):
        counts.setdefault(paper_of(source).strip("[]"), Counter())[held] += 1
    return counts


def every_statement() -> str:
    """The tables of `docs/statements.md`: the tally, and for each paper and class every statement with its number."""
    from overthink.studies.verdicts import Held, paper_of
    from overthink.studies.verdicts import statements as published_statements

    lines: dict[str, dict[str, list[str]]] = {}
    for each in published_statements(shipped_claims()):
        claim, found = each.decisive, each.decisive.estimate
        exact = found.low == found.high or found.mean != found.mean
        mean = f"{found.mean + 0.0:.4g}"  # no zero has a sign
        number = mean if exact else f"{mean} [{found.low:.4g}, {found.high:.4g}]"
        size = f", n = {found.n:,}" if found.n else ""
        seen = f"; {claim.words}" if len(claim.words) <= MOST_CHARACTERS else ""
        readings = "" if each.shown == each.held else f" (readings tried: {len(each.in_readings())})"
        classes = lines.setdefault(paper_of(claim.source).strip("[]"), {held: [] for held in Held})
        classes[each.held].append(f"- “{each.printed}”{readings} `{claim.study}`: {number}{size}{seen}\n")
    parts = [statements()]
    for paper, classes in lines.items():
        parts.append(f"## {paper}\n")
        parts += [f"### {paper}: {held}\n\n{''.join(found)}" for held, found in classes.items() if found]
    return "\n".join(parts)


def words() -> str:
    """What vague words of the papers mean as checks."""
    from overthink.studies.words import WORDS

    return table(["words", "as a check"], [[f"*{names}*", meaning] for names, meaning in WORDS.items()])


def _counted(head: str, counts: Mapping[str, Counter[str]], columns: Sequence[str], none: object) -> str:
    """A table of counts with their sums; `none` stands for 0."""
    total = sum(counts.values(), Counter[str]())
    rows = [[name, *(count[column] or none for column in columns)] for name, count in counts.items()]
    return table([head, *columns], [*rows, ["**all**", *(f"**{total[column]}**" for column in columns)]])


def statements() -> str:
    """By paper, how many published statements hold, and in which reading."""
    from overthink.studies.verdicts import Held, sharing_evidence
    from overthink.studies.verdicts import statements as published_statements

    groups = sharing_evidence(published_statements(shipped_claims()))
    shared = (
        f"{sum(map(len, groups))} statements share the number that decides them with others, in {len(groups)} groups."
    )
    return f"{_counted('paper', statements_held(), (*Held, NOT_JUDGED), 0)}\n{shared}\n"


def summary() -> str:
    """By study, how many claims have which verdict."""
    verdicts = {name: Counter(claim["verdict"] for claim in shipped.claims_of(name)) for name in shipped.names()}
    return _counted("study", {f"`{name}`": count for name, count in verdicts.items() if count}, VERDICTS, "")
