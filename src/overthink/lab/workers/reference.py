"""The reference of the library: a page of Markdown for each group of public names, from their docstrings.

An entry says how a name is called, then what it is, its parameters with their types, and what it returns; a class has
its fields and methods. A sentence of a docstring belongs to the first parameter that it names in backticks, one that
names none to the parameter before it in its paragraph, and the first sentence to nobody. Types lead to their entries;
those without a public name stand on a page of their own. The site and the view Docs make the pages when they need them.
"""

import ast
import dataclasses
import importlib
import inspect
import re
from functools import cache, cached_property
from itertools import pairwise
from textwrap import wrap
from types import FunctionType
from typing import Any

import overthink as ot
from overthink.core.bind import Kernel
from overthink.core.errors import OverthinkError
from overthink.lab.names import FOLDER, GROUPS, OF_OTHERS, OTHERS, PAGE_OF, TYPES, anchor, heading, link_names

METHODS = (FunctionType, Kernel, classmethod, staticmethod, property, cached_property)
MADE_BY_US = {  # a user gets objects of these classes, and makes none
    "Bounds", "Calibration", "Comparison", "Curve", "Decision", "Diagnosis", "Estimate", "LearnedRule", "Nodes",
    "Option", "StateSpace", "StudyResult", "Survey", "TableDiagnosis", "Tree", "TreePicture", "Verdicts",
    "VoteForecast",
}  # fmt: skip
CONSTANTS = {"RULES": "overthink.rules", "SEARCHES": "overthink.search"}
SHORT_DEFAULT = re.compile("[^<>]{0,40}")  # a default that is written out
EXAMPLE = re.compile(r"(?:^>>> .*\n(?:(?!>>> |\n).+\n?)*)+", re.MULTILINE)
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z`\"0-9])|(?<=;)\s+(?=`)")
CODE = re.compile(r"`[^`]*`")
LISTED = re.compile(r"(?:`\w+`(?:, | and |, and ))+`\w+`")
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=- )")
WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*")
BESIDE = re.compile(r"^    (\w+): .*?  # (.+)$", re.MULTILINE)  # a field, and the comment beside it
HANDED_ON = ("args", "named", "kwargs")
Place = tuple[str, str]  # a module, and a name at its top


def docstring(name: str) -> str:
    """The docstring of a public name; that of a constant stands below it in its file."""
    if name not in CONSTANTS:
        return inspect.getdoc(getattr(ot, name)) or ""
    body = ast.parse(inspect.getsource(importlib.import_module(CONSTANTS[name]))).body
    for statement, following in pairwise(body):
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == name:
            assert isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            return inspect.cleandoc(str(following.value.value))
    return ""


@cache
def top_of(module: str) -> tuple[dict[str, str], dict[str, Place]]:
    """What a module defines at its top, with its source, and what it imports from the library."""
    source = inspect.getsource(importlib.import_module(module))
    body = ast.parse(source).body
    lines = source.splitlines()
    guarded = [inner for node in body if isinstance(node, ast.If) for inner in node.body]  # imports for types alone
    defined = dict[str, str]()
    imported = dict[str, Place]()
    for node in [*body, *guarded]:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("overthink"):
            imported |= {each.asname or each.name: (str(node.module), each.name) for each in node.names}
        elif isinstance(node, ast.ClassDef | ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            name = ast.unparse(target) if target else getattr(node, "name", "")
            defined[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return defined, imported


def defined_at(word: str, module: str) -> Place | None:
    """Where the library defines a type that a module names; None of a type of Python or another package."""
    defined, imported = top_of(module)
    if word in defined:
        return None if re.search(r"(TypeVar|ParamSpec)\(", defined[word]) else (module, word)
    return defined_at(imported[word][1], imported[word][0]) if word in imported else None


def public_name(place: Place) -> str | None:
    """The name in `ot` of what is defined at this place, if it has one."""
    word = place[1]
    return word if word in PAGE_OF and defined_at(word, getattr(ot, word).__module__) == place else None


class Page:
    """A page while it is written: its name, and the types without a public name that it may refer to."""

    def __init__(self, name: str, types: dict[str, Place], complete: bool = False):
        self.name = name
        self.types = types
        self.complete = complete

    def shown_type(self, annotation: Any, module: str) -> str:
        """A type, in which words lead to their entries."""

        def link(match: re.Match[str]) -> str:
            place = defined_at(match[0], module)
            if place is None:
                return match[0]
            if name := public_name(place):
                page = PAGE_OF[name].removeprefix(FOLDER)
            else:
                name = place[1]
                page = TYPES
                if self.types.get(name, place) != place or (self.complete and name not in self.types):
                    return match[0]
                self.types[name] = place
            return f"[{name}]({'' if page == self.name else page}#{anchor(name)})"

        annotation = getattr(annotation, "__forward_arg__", annotation)
        words = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
        pieces = re.split(r"('[^']*'|\"[^\"]*\")", words)
        shown = [
            each if k % 2 else WORD.sub(link, re.sub(r"([\[\]*])", r"\\\1", each)) for k, each in enumerate(pieces)
        ]
        return "".join(shown)


class Words(str):
    """Words that a signature shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def call(name: str, thing: Any, types: bool = False) -> str:
    """How a function, a class or a method is called."""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return name
    items = []
    for item in signature.parameters.values():
        default = item.default
        if default is not item.empty and not SHORT_DEFAULT.fullmatch(repr(default)):
            default = Words("…")
        kind = Words(item.annotation) if types and isinstance(item.annotation, str) else item.empty
        if item.name != "self":
            items.append(item.replace(default=default, annotation=kind))
    text = f"{name}{signature.replace(parameters=items, return_annotation=signature.empty)}"
    return text.replace("(*args, **kwargs)", "(…)").replace(", /", "")


def parameters(thing: Any) -> dict[str, inspect.Parameter]:
    """What a function or a class takes; options that are handed on by name are taken apart."""
    try:
        found = dict(inspect.signature(thing).parameters)
    except ValueError:
        return {}
    for name, item in list(found.items()):
        options = re.fullmatch(r"Unpack\[(\w+)\]", str(item.annotation))
        if options and (place := defined_at(options[1], inspect.unwrap(thing).__module__)):
            del found[name]
            fields = inspect.get_annotations(getattr(importlib.import_module(place[0]), place[1]))
            shown = {key: getattr(kind, "__forward_arg__", kind) for key, kind in fields.items()}
            found |= {
                key: item.replace(name=key, kind=item.KEYWORD_ONLY, annotation=kind) for key, kind in shown.items()
            }
    return found


def told_apart(text: str, names: list[str]) -> tuple[str, dict[str, list[str]]]:
    """The prose of a docstring without what it says about parameters, and that, sentence by sentence."""
    rest = list[str]()
    about = dict[str, list[str]]()
    for number, paragraph in enumerate(PARAGRAPH.split(text)):
        kept, owners = list[str](), list[str]()
        for place, sentence in enumerate(SENTENCE.split(" ".join(paragraph.split()).removeprefix("- "))):
            listed = LISTED.match(sentence)
            words = re.findall(r"\w+", " ".join(CODE.findall(listed[0] if listed else sentence)))
            named = [word for word in words if word in names]
            owners = [] if number == place == 0 else named[: None if listed else 1] or owners[-1:]
            for owner in owners:
                about.setdefault(owner, []).append(re.sub(";$", ".", sentence))
            if not owners:
                kept.append(sentence)
        rest.append(" ".join(kept))
    return "\n\n".join(filter(None, rest)), about


def about_fields(thing: type, names: list[str]) -> dict[str, list[str]]:
    """What the docstrings of a class and of those above it say about its fields, and what stands beside these."""
    found = dict[str, list[str]]()
    for kind in reversed(thing.__mro__):
        if kind.__module__.startswith("overthink"):
            about = told_apart((inspect.getdoc(kind) or "").split(">>>")[0], names)[1]
            has_fields = dataclasses.is_dataclass(kind) or hasattr(kind, "_fields")
            source = top_of(kind.__module__)[0].get(kind.__name__, "") if has_fields else ""
            for name, beside in BESIDE.findall(source):
                words = " ".join(beside.split())
                about[name] = [*about[name], words[0].upper() + words[1:]] if name in about else [words]
            found |= about
    return found


def home_of(thing: Any, name: str) -> str:
    """The module whose words a parameter's type uses: of a class, that which declares the field."""
    kinds = [kind for kind in getattr(thing, "__mro__", ()) if name in vars(kind).get("__annotations__", ())]
    return str(kinds[0].__module__ if kinds else inspect.unwrap(thing).__module__)


def item(page: Page, parameter: inspect.Parameter, sentences: list[str], module: str) -> str:
    """A line of a list of parameters: name, type, default, meaning."""
    name = str(parameter.replace(annotation=parameter.empty, default=parameter.empty))
    kind = "" if parameter.annotation is parameter.empty else page.shown_type(parameter.annotation, module)
    default = "" if parameter.default is parameter.empty else repr(parameter.default)
    if default and SHORT_DEFAULT.fullmatch(default):
        kind = f"{kind}, default `{default}`"
    label = re.escape(parameter.name)
    words = re.sub(rf"^`{label}`(?:: | is (?=the |a |an |how |in ))", "", " ".join(sentences))
    words = re.sub(LISTED.pattern + ": ", "", words, count=1).rstrip(".")
    return f"- `{name}` ({kind})" + (f": {words}." if words else "")


def is_shown(thing: Any, parameter: inspect.Parameter) -> bool:
    """Not what is handed on unseen, nor a field that another public class has and explains."""
    kinds = [kind for kind in getattr(thing, "__mro__", ())[1:] if kind.__name__ in PAGE_OF]
    handed_on = parameter.annotation is parameter.empty or parameter.name in HANDED_ON
    return not handed_on and not any(parameter.name in vars(kind).get("__annotations__", ()) for kind in kinds)


def list_of(page: Page, heading: str, thing: Any, about: dict[str, list[str]]) -> list[str]:
    """The lines of a list of what a function takes, or of the fields of a class, below a heading."""
    given = [each for each in parameters(thing).values() if is_shown(thing, each)]
    if isinstance(thing, type):
        about = about_fields(thing, [each.name for each in given])
    lines = [item(page, each, about.get(each.name, []), home_of(thing, each.name)) for each in given]
    return [f"**{heading}**", "", *lines, ""] if lines else []


def first_line(text: str | None) -> str:
    """The first sentence of a docstring."""
    return re.split(r"(?<=\.)\s", " ".join((text or "").split()))[0]


def methods(page: Page, thing: type) -> list[str]:
    """The public methods of a class and its properties, one line each, with those of classes above it that have no
    public name."""
    kinds = [kind for kind in thing.__mro__ if kind is thing or kind.__name__ not in PAGE_OF]
    ours = [kind for kind in kinds if kind.__module__.startswith("overthink")]
    found = {name: (raw, kind.__module__) for kind in reversed(ours) for name, raw in vars(kind).items()}
    rows = []
    for name in dict.fromkeys(name for kind in ours for name in vars(kind)):
        raw, module = found[name]
        text = inspect.getdoc(raw) if isinstance(raw, METHODS) else None  # not that of a field's default
        if name.startswith("_") or not text or name in parameters(thing):
            continue
        plain = raw.function if isinstance(raw, Kernel) else getattr(thing, name)
        shown = call(f".{name}", plain, types=True) if callable(plain) else f".{name}"
        inner = getattr(raw, "fget", None) or getattr(raw, "func", None) or plain
        gives = inspect.signature(inner).return_annotation if callable(inner) else "None"
        arrow = "" if gives in ("None", inspect.Signature.empty) else f" → {page.shown_type(gives, module)}"
        rows.append(f"- `{shown}`{arrow}: {first_line(text)}")
    return ["**Methods**", "", *rows, ""] if rows else []


def described(page: Page, thing: Any, text: str, made: bool) -> list[str]:
    """What a name is, takes and returns. `made`: a user gets it from a function."""
    prose, *examples = re.split(r"(?=^>>> )", text + "\n", maxsplit=1, flags=re.MULTILINE)
    rest, about = told_apart(prose, list(parameters(thing)) if callable(thing) else [])
    lines = [rest, ""]
    if callable(thing):
        lines += list_of(page, "Fields" if made else "Parameters", thing, about)
    if isinstance(thing, type):
        lines += methods(page, thing)
    elif callable(thing):
        gives = inspect.signature(thing).return_annotation
        lines += [f"**Returns** {page.shown_type(gives, inspect.unwrap(thing).__module__)}", ""]
    shown = [EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", each).strip() for each in examples]
    return [*lines, *shown, ""]


def entry(page: Page, name: str) -> str:
    """The entry of a public name, in Markdown: how it is called, and what it says about itself."""
    thing = getattr(ot, name)
    made = name in MADE_BY_US or not callable(thing)
    usage = f"ot.{name}" if made else call(f"ot.{name}", thing)
    lines = [f"## {heading(name)}", "", "```", *wrap(usage, 88, subsequent_indent="    "), "```", ""]
    return "\n".join([*lines, *described(page, thing, docstring(name), made)])


def type_entry(page: Page, name: str, place: Place) -> str:
    """A type without a public name: a class with its fields, or what a short name stands for."""
    module, word = place
    source = top_of(module)[0][word]
    if source.startswith("class "):
        thing = getattr(importlib.import_module(module), word)
        return "\n".join([f"## {name}", "", *described(page, thing, inspect.getdoc(thing) or "", made=True)])
    value, _, comment = source.partition("  # ")
    shown = page.shown_type(ast.unparse(ast.parse(value).body[0].value), module)  # type: ignore[attr-defined]
    return f"## {name}\n\n{shown}{': ' + comment if comment else ''}\n"


@cache
def pages() -> dict[str, str]:
    """The text of every page, by its name in docs/."""
    found = dict[str, str]()
    types = dict[str, Place]()
    for name, (title, words, names) in GROUPS.items():
        page = Page(name, types)
        begin = f"# {title}\n\n{words} The examples begin with `import overthink as ot`.\n"
        found[name] = "\n".join([begin, *(entry(page, each) for each in names.split())])
    page = Page(TYPES, types, complete=True)
    entries = [type_entry(page, name, types[name]) for name in sorted(types)]
    found[TYPES] = "\n".join([f"# {OTHERS}\n\n{OF_OTHERS}.\n", *entries])
    return {FOLDER + name: link_names(text, f"docs/{FOLDER}{name}") for name, text in found.items()}


def page(name: str) -> str:
    """The text of a page such as api/search.md."""
    if name not in pages():
        raise OverthinkError(f"There is no page docs/{name[:60]}.")
    return pages()[name]
