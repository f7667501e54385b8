"""What programs write in the documentation, from the results that come with the lab. It follows a mark:

    <!-- claims: emm/fig6 -->   how the published statements of a figure hold, or its own claims
    <!-- statements -->         by paper, how many published statements hold in which reading
    <!-- words -->              what the vague words of the papers mean as checks

`docs/make_shipped.py pages` writes it, up to the next empty line, and a test compares. The site and the view Docs show
every claim with its verdict instead of the sentence of `claims` (`overthink.lab.docs`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from overthink.core.errors import counted
from overthink.lab.docs import table
from overthink.report import shipped
from overthink.studies.claim import NOT_IN_PRINT, ReadingKind
from overthink.studies.coverage import published_collections, unjudged_sentences
from overthink.studies.verdicts import Held, JudgedClaim, Statement, paper_of, statements
from overthink.studies.words import WORDS

MARK = re.compile(r"^(<!-- (claims|statements|words)(?:: (\S+))? -->)\n(?:[^\n]+\n)*", re.MULTILINE)
SAID = {"holds": ("holds", "hold"), "fails": ("fails", "fail"), "inconclusive": ("is inconclusive", "are inconclusive")}
NOT_JUDGED = "not judged"  # sentences that claim something


def write(page: str, folder: str) -> str:
    """A page with what follows its marks written again. `folder` leads from the page to `statements.md`."""
    parts = {"statements": lambda name: tally(), "words": lambda name: words(),
             "claims": lambda name: outcome(name, folder)}  # fmt: skip
    return MARK.sub(lambda mark: f"{mark[1]}\n{parts[mark[2]](mark[3])}", page)


def shipped_claims() -> list[JudgedClaim]:
    """The claims of all studies, as they were judged at the papers' scale."""
    return [JudgedClaim.read(claim) for name in shipped.names() for claim in shipped.claims_of(name)]


def outcome(name: str, folder: str = "") -> str:
    """In a sentence, how the published statements that a figure judges hold, over all their studies; or its claims."""
    found = [each for each in statements(shipped_claims()) if name in each.studies]
    if not found:
        counts = Counter(claim["verdict"] for claim in shipped.claims_of(name))
        told = ", ".join(f"{count} {SAID[verdict][count > 1]}" for verdict, count in counts.most_common())
        return f"*Claims of `{name}`: {told}.*\n" if told else f"`overthink reproduce {name}` shows it.\n"
    held = Counter(each.held.value for each in found)
    kinds = [f"{count if len(held) > 1 else ''} *{kind}*".strip() for kind, count in held.most_common()]
    paper = paper_of(found[0].claims[0].source).strip("[]")
    numbers = f"[numbers]({folder}statements.md#{paper.lower()})"
    return f"{counted(len(found), 'statement')}: {', '.join(kinds)} ({numbers}).\n"


def statements_held() -> dict[str, Counter[str]]:
    """By paper, how many published statements hold in which kind of reading, and how many sentences are not judged."""
    found = [(each.claims[0].source, each.held.value) for each in statements(shipped_claims())]
    counts: dict[str, Counter[str]] = {}
    for source, held in (
        *found,
        *((each.source, NOT_JUDGED) for name in published_collections() for each in unjudged_sentences(name)),
    ):
        counts.setdefault(paper_of(source).strip("[]"), Counter())[held] += 1
    return counts


def sharing_evidence(found: Iterable[Statement]) -> list[list[Statement]]:
    """The groups of statements that one and the same number decides."""
    groups: dict[tuple[object, ...], list[Statement]] = {}
    for statement in found:
        claim = statement.decisive
        groups.setdefault((claim.study, claim.words, claim.estimate), []).append(statement)
    return [group for group in groups.values() if len(group) > 1]


def every_statement() -> str:
    """What `docs/statements.md` has after its introduction: for each paper, class and study every statement with its
    number."""
    found = statements(shipped_claims())
    lines: dict[str, dict[str, dict[str, list[str]]]] = {}
    for each in found:
        claim, estimate = each.decisive, each.decisive.estimate
        exact = estimate.low == estimate.high or estimate.mean != estimate.mean
        mean = f"{estimate.mean + 0.0:.4g}"  # no zero has a sign
        number = mean if exact else f"{mean} [{estimate.low:.4g}, {estimate.high:.4g}]"
        study = f"`{claim.study}`" + (f", n = {estimate.n:,}" if estimate.n else "")
        readings = "" if each.shown == each.held else f" (readings tried: {len(each.in_readings())})"
        classes = lines.setdefault(paper_of(claim.source).strip("[]"), {held: {} for held in Held})
        classes[each.held].setdefault(study, []).append(f"- “{each.printed}”{readings}: {number}\n")
    groups = sharing_evidence(found)
    shared = f"{sum(map(len, groups))} statements share the number that decides them with others"
    parts = [f"{shared}, in {counted(len(groups), 'group')}.\n", choices()]
    for paper, classes in lines.items():
        parts.append(f"## {paper}\n")
        for held, studies in classes.items():
            parts += [f"### {paper}: {held}\n"] if studies else []
            parts += [f"{study}\n\n{''.join(each)}" for study, each in studies.items()]
    return "\n".join(parts)


def choices() -> str:
    """By study, what a claim as written takes where the text leaves a choice."""
    studies: dict[str, dict[str, None]] = {}
    for claim in shipped_claims():
        if claim.reading.kind == ReadingKind.AS_WRITTEN and claim.reading.words and claim.printed != NOT_IN_PRINT:
            studies.setdefault(claim.reading.words, {})[f"`{claim.study}`"] = None
    rows = [[", ".join(names), words] for words, names in studies.items()]
    head = "## What *as written* takes\n\nClaims of a study that is not listed name no choice."
    return f"{head}\n\n{table(['studies', 'what the text leaves open'], rows)}"


def words() -> str:
    """What vague words of the papers mean as checks."""
    return table(["words", "as a check"], [[f"*{names}*", meaning] for names, meaning in WORDS.items()])


def tally() -> str:
    """By paper, how many published statements hold, and in which reading."""
    counts = statements_held()
    columns = (*Held, NOT_JUDGED)
    total = sum(counts.values(), Counter[str]())
    rows = [[name, *(count[column] for column in columns)] for name, count in counts.items()]
    return table(["paper", *columns], [*rows, ["**all**", *(f"**{total[column]}**" for column in columns)]])
