"""The lab as a folder for any web server or a memory stick: one page with all views and the answers that come with
Overthink, and the pictures beside it. What only the lab computes says so, with the command."""

import gzip
import json
import shutil
from pathlib import Path
from urllib.parse import urlencode

from overthink.core.arithmetic import seed_key
from overthink.core.plain import Fields, to_json
from overthink.evaluate.games import LAWS
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.lab import docs
from overthink.lab.export import POLICY, page_of, store
from overthink.lab.shipped import SHIPPED
from overthink.lab.views import EXAMPLE, PAGE, VIEWS
from overthink.lab.workers import papers, simulations, tree, votes
from overthink.lab.workers.depth_curve import describe, styles
from overthink.lab.workers.growth import show_growth
from overthink.lab.workers.trace import lines_of
from overthink.measure.best_of import TAILS
from overthink.models.board_splitting import WORD, fixed_point
from overthink.models.noise import DENSITY, EDGES
from overthink.report import shipped
from overthink.rules import RULES
from overthink.search.monte_carlo import seed_of

FIGURES = "figures"  # the folder of the papers' figures
POLICY_OF_A_FOLDER = POLICY.replace("img-src", "img-src 'self' file:")
HIDDEN = "#save-page { display: none; }"
JSON, LINES, TEXT, HTML = "application/json", "application/x-ndjson", "text/plain", "text/html"
EXAMPLE_WORDS = "An example that comes with Overthink: minimax and EMM on random boards of Kalah."
FULL_WIDTH = "full-width"
COMPUTED = (  # rules that views/tree/compute.js knows
    "minimax", "emm", "emm-value", "emm-no-flip", "emm-slides", "emm-true-types", "product", "bayes", "tempered",
    "vote", "althofer", "mean",
)  # fmt: skip
DRAWS = 1000  # numbers of draws that the page can make
Answers = dict[str, tuple[str, str]]  # by address: the type, and the text


def write_folder(folder: Path) -> int:
    """Write the folder. Returns the bytes of its page."""
    folder.mkdir(parents=True, exist_ok=True)
    answers = {**_numbers(), **_tree(), **_simulations(), **_votes(), **_papers(folder), **_documentation(folder)}
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


def tree_numbers() -> Fields:
    """What the page needs to draw boards and search them as Python does, and trees of the papers."""
    about = {name: (RULES[name], json.loads(to_json(lines_of(name, FULL_WIDTH)))) for name in COMPUTED}
    return {
        "games": str(seed_key(WORD, 0)),
        "errors": [str(seed_key("artificial", draw)) for draw in range(DRAWS)],
        "fair": {b: round(fixed_point(b), 6) for b in range(2, 7)},
        "code": {
            name: {
                "code": code,
                "names": rule.numbers,
                "settles": rule.settles,
                "binary": rule.binary,
                "inside": rule.reads_inside,
            }
            for name, (rule, code) in about.items()
        },
        "trees": {
            name: json.loads(tree.trace_tree({"example": name, "rule": "minimax"}))["tree"] for name in _examples()
        },
    }


def _examples() -> dict[str, Fields]:
    """The examples whose rule the page knows, with their settings at full width."""
    settings = {each["name"]: each["setting"] for each in json.loads(tree.choices())["examples"]}
    searches = {"search": FULL_WIDTH, "search2": FULL_WIDTH}
    return {name: setting | searches for name, setting in settings.items() if setting["rule"] in COMPUTED}


def _tree() -> Answers:
    """What the view Tree offers without the lab, and what it computes with."""
    offered = json.loads(tree.choices())
    known = _examples()
    offered["sources"] = [each for each in offered["sources"] if each["name"] == WORD.replace(" ", "-")]
    offered["examples"] = [
        each | {"setting": known[each["name"]]} for each in offered["examples"] if each["name"] in known
    ]
    offered["rules"] = [each | {"searches": [FULL_WIDTH]} for each in offered["rules"] if each["name"] in COMPUTED]
    return {"api/tree/choices": (JSON, to_json(offered)), "views/tree/local": (JSON, to_json(tree_numbers()))}


def simulation_numbers() -> Fields:
    """What the page needs beside `tree_numbers` to grow trees by simulations as Python does."""
    return {
        "uct": [str(seed_of(draw)) for draw in range(DRAWS)],
        "critical": [str(CriticalWinLoss(number=draw).context[-1]) for draw in range(DRAWS)],
        "edges": EDGES.tolist(),
        "density": DENSITY.tolist(),
        "laws": LAWS,
    }


def _simulations() -> Answers:
    """What the page grows trees with, and a few boards for best-first."""
    offered = simulations.choices()
    grown: Fields = {each["name"]: each["default"] for each in offered["growth"]["parameters"]}
    found: Answers = {
        "api/simulations/choices": (JSON, to_json(offered)),
        "views/simulations/local": (JSON, to_json(simulation_numbers())),
    }
    for seed in range(5):
        setting = grown | {"search": "best-first", "seed": seed}
        given = {key: f"{value:g}" if isinstance(value, float) else str(value) for key, value in setting.items()}
        found[f"api/simulations/growth?{urlencode(sorted(given.items()))}"] = (JSON, to_json(show_growth(given)))
    return found


def _votes() -> Answers:
    """The curves of the view Votes along the sliders that its script for a class moves."""
    asked: dict[str, list[dict[str, object]]] = {
        "votes": [{"share": 0.5, "easy": 0.9, "hard": hard / 100, "votes": 101} for hard in range(1, 50)],
        "best": [{"error": 1, "tail": tail, "levels": 0, "samples": 1000} for tail in TAILS],
    }
    compute = {"votes": votes.votes, "best": votes.best}
    return {
        f"api/votes/{name}?{urlencode(sorted(each.items()))}": (
            JSON, to_json(compute[name]({key: str(value) for key, value in each.items()})),
        )
        for name, settings in asked.items() for each in settings
    }  # fmt: skip


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
        judged = {claim["claim"]: claim for claim in shipped.claims_of(name)}
        study = papers.describe(name, None)
        study["claims"] = [judged.get(claim["claim"], claim) for claim in study["claims"]]
        found[f"api/papers/study?{asked}"] = (JSON, to_json(study))
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
        f"api/docs/page?{urlencode({'page': name})}": (HTML, docs.to_html(path.read_text("utf-8"), name))
        for name, path in docs.pages().items()
    }
    glossary = (docs.folder() / "glossary.md").read_text("utf-8")
    return {**pages, "docs/glossary.md": (TEXT, glossary), **{name: (TEXT, name) for name in images}}
