"""The lab as a folder for any web server or a memory stick: one page with all views and the answers that come with
Overthink, and the pictures beside it. What only the lab computes says so, with the command."""

import gzip
import json
import shutil
from pathlib import Path
from urllib.parse import urlencode

from overthink.core.plain import to_json
from overthink.lab import docs, tables
from overthink.lab.export import POLICY, page_of, store
from overthink.lab.shipped import SHIPPED
from overthink.lab.views import EXAMPLE, PAGE, VIEWS
from overthink.lab.workers import papers
from overthink.lab.workers.depth_curve import describe, styles
from overthink.report import shipped

FIGURES = "figures"  # the folder of the papers' figures
POLICY_OF_A_FOLDER = POLICY.replace("img-src", "img-src 'self' file:")
HIDDEN = "#save-page { display: none; }"
JSON, LINES, TEXT, HTML = "application/json", "application/x-ndjson", "text/plain", "text/html"
EXAMPLE_WORDS = "An example that comes with Overthink: minimax and EMM on random boards of Kalah."
Answers = dict[str, tuple[str, str]]  # by address: the type, and the text


def write_folder(folder: Path) -> int:
    """Write the folder. Returns the bytes of its page."""
    folder.mkdir(parents=True, exist_ok=True)
    answers = {**_numbers(), **_papers(folder), **_documentation(folder)}
    page = page_of([*VIEWS.values()], POLICY_OF_A_FOLDER, HIDDEN)
    return (folder / "index.html").write_text(store(page, {"link": "#/story", "answers": answers}), "utf-8")


def _numbers() -> Answers:
    """What views show without a computation."""
    names = ("views/story/story.json", "views/nets/nets.json", "views/depth-curve/first.json")
    found: Answers = {name: (JSON, (PAGE / name).read_text("utf-8")) for name in names}
    first = json.loads(found["views/depth-curve/first.json"][1])
    asked = sorted((name, str(value).removesuffix(".0")) for name, value in first["setting"].items())
    example = {
        "html": gzip.decompress(EXAMPLE.read_bytes()).decode("utf-8"), "title": "doctor.html", "words": EXAMPLE_WORDS,
    }  # fmt: skip
    return {
        **found,
        "api/rules": (JSON, to_json(styles())),
        "api/depth-curve/subjects": (JSON, to_json(describe())),
        f"api/depth-curve/curve?{urlencode(asked)}": (LINES, to_json({**first, "last": True}) + "\n"),
        **{f"api/map/cube?model={name}": (LINES, path.read_text("utf-8")) for name, path in SHIPPED.items()},
        "api/doctor/shown": (JSON, to_json(example)),
    }


def _papers(folder: Path) -> Answers:
    """Every study with its claims as they were judged, and its figure as a file."""
    listed = papers.papers()
    found: Answers = {
        "api/papers/list": (JSON, to_json(listed)),
        "api/papers/progress": (JSON, to_json({"there": {}})),
    }
    (folder / FIGURES).mkdir(exist_ok=True)
    for name in (study["name"] for paper in listed for study in paper["studies"]):
        asked = urlencode({"name": name})
        found[f"api/papers/study?{asked}"] = (JSON, to_json(papers.describe(name, None)))
        found[f"api/papers/verdicts?{asked}"] = (JSON, to_json({"claims": shipped.claims_of(name)}))
        picture = shipped.picture_of(name)
        if picture:
            place = f"{FIGURES}/{name.replace('/', '-')}.svg"
            (folder / place).write_text(picture, "utf-8")
            found[f"api/papers/figure?{asked}"] = found[f"api/docs/figure/{name}"] = (TEXT, place)
    return found


def _documentation(folder: Path) -> Answers:
    """Every page, the glossary for the words that it explains, and the images as files."""
    shutil.copytree(docs.folder() / "images", folder / "docs" / "images", dirs_exist_ok=True)
    images = [path.relative_to(folder).as_posix() for path in (folder / "docs" / "images").rglob("*") if path.is_file()]
    pages = {
        f"api/docs/page?{urlencode({'page': name})}": (HTML, docs.to_html(tables.expand(path.read_text("utf-8")), name))
        for name, path in docs.pages().items()
    }
    glossary = (docs.folder() / "glossary.md").read_text("utf-8")
    return {**pages, "docs/glossary.md": (TEXT, glossary), **{name: (TEXT, name) for name in images}}
