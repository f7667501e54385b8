"""A view of the lab from outside the package: a folder of its page and one `View`."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import overthink as ot
from overthink.lab.server import create_app
from overthink.lab.views import BUILT_IN, PAGE, View, add_view
from overthink.lab.worker import _results


async def phase(request: Request) -> Response:
    return PlainTextResponse("full")


def wax(given: str) -> str:
    """What a worker computes for the view."""
    return f"{given}, waxing"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.js").write_text("export async function show() { return () => {}; }")
    (tmp_path / "moon.css").write_text(".moon {}")
    return tmp_path


def get(*paths: str) -> list[str]:
    """What a new lab answers at some addresses."""

    async def ask() -> list[str]:
        transport = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            return [(await client.get(path)).raise_for_status().text for path in paths]

    return asyncio.run(ask())


def test_it_has_a_tab_a_style_a_page_and_answers(folder: Path) -> None:
    (before,) = get("/")
    add_view(View("moon", "Moon & stars", [Route("/api/moon", phase)], folder))
    page, module, answer = get("/", "/views/moon/index.js", "/api/moon")
    tab = '<a href="#/moon" data-view="moon">Moon &amp; stars</a>'
    sheet = '<link rel="stylesheet" href="views/moon/moon.css">\n  '
    assert page.replace(tab, "").replace(sheet, "") == before and page.count(tab) == page.count(sheet) == 1
    assert "export async function show" in module and answer == "full"
    assert list(_results("tests.test_add_a_view:wax", ("half",))) == [("half, waxing",)]


def test_every_view_has_its_files_and_its_tab() -> None:
    page, *modules = get("/", *(f"/views/{view.name}/index.js" for view in BUILT_IN))
    for view, module in zip(BUILT_IN, modules):
        assert "export async function show" in module
        assert (f'data-view="{view.name}">{view.title}</a>' in page) == bool(view.title)
    assert {path.name for path in (PAGE / "views").iterdir()} == {view.name for view in BUILT_IN}


def test_what_is_refused(folder: Path) -> None:
    with pytest.raises(ot.OverthinkError, match="has a view named 'map'"):
        add_view(View("map", "Mine", page=folder))
    with pytest.raises(ot.OverthinkError, match=r"needs the file .*index\.js"):
        add_view(View("moon", "Moon", page=folder / "missing"))
