"""The package as users get it: built, installed on its own outside the checkout, and run. Nothing is downloaded."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

import overthink
from tests.lab_browser import needs_browser
from tests.lab_process import Lab, lab_process
from tests.story_walks import walk_by_keyboard, walk_by_mouse

ROOT = Path(__file__).resolve().parent.parent
MOST_MEGABYTES = 280


def call(*command: str | Path, cwd: Path, **environment: str) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_", "NUMBA_"))}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**clean, **environment}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    call(sys.executable, "-m", "pip", "wheel", ROOT, "--wheel-dir", folder, *options, cwd=folder)
    (found,) = folder.glob("overthink-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment with the wheel, and with the dependencies of this one, but not with its
    editable install: a path in a .pth file is put on the path, while .pth files in that folder are not read."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home, with_pip=False, symlinks=True)
    site = home / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    options = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--quiet"]
    python = home / "bin" / "python"
    call(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, cwd=home)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "overthink/py.typed" in names
    wanted = [path for kind in ("py", "jinja", "css", "js") for path in (ROOT / "src").rglob(f"*.{kind}")]
    assert {str(path.relative_to(ROOT / "src")) for path in wanted} <= set(names)
    assert all(name.startswith(("overthink/", "overthink_papers/", "overthink-")) for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc", ".sqlite"))]
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.endswith(".c") or "bench" in name]


@pytest.mark.exhaustive
def test_installed_on_its_own(installed: Path, tmp_path: Path) -> None:
    where = call(installed / "python", "-c", "import overthink; print(overthink.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(installed.parent) and not Path(where).is_relative_to(ROOT)
    shown = call(installed / "overthink", "--help", cwd=tmp_path)
    assert "reproduce" in shown and "verify" in shown
    listed = call(installed / "overthink", "list", cwd=tmp_path)
    assert "emm/fig6" in listed and "kalah" in listed
    cache = tmp_path / "cache"
    command = [installed / "overthink", "reproduce", "emm/fig2", "--scale", "20", "--jobs", "1", "--json"]
    found = json.loads(call(*command, cwd=tmp_path, NUMBA_CACHE_DIR=str(cache)))
    assert found["study"] == "emm/fig2" and {row["n"] for row in found["rows"]} == {20}
    assert (tmp_path / "results" / "overthink.sqlite").is_file()
    assert any(cache.rglob("*.nbi")), "compiled kernels are kept where they were told to be"


@pytest.fixture(scope="module")
def lab(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A lab of the installed package, started as a user starts it: nothing is compiled and there are no results. It
    takes the place of the lab that other tests share, in the fixture `page` too."""
    with lab_process(tmp_path_factory.mktemp("user"), command=installed / "overthink") as process:
        yield process


@pytest.mark.exhaustive
def test_the_lab_is_served_whole(lab: Lab) -> None:
    """Page, manual and maps are those of the checkout, so that what other tests see of the lab is true of this one."""
    package = ROOT / "src" / "overthink"
    with httpx.Client(base_url=lab.address, headers=lab.headers, timeout=60, verify=False) as client:
        pages = {path: path.relative_to(package / "lab" / "page") for path in (package / "lab" / "page").rglob("*.*")}
        manual = {path: path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md")}
        for path, name in (pages | manual).items():
            assert client.get(f"/{name}").content == path.read_bytes(), name
        assert client.get("/api/tree/trace").json()["runs"][0]["error"] == pytest.approx(0.091)
        assert "nau/fig7" in client.get("/api/map/cube").text.splitlines()[0]


@pytest.mark.exhaustive
@needs_browser
def test_the_story_to_its_end_by_mouse(fresh: Page, lab: Lab) -> None:
    """From the address that the command prints; then the last door leads to a tool that works."""
    fresh.goto(f"{lab.address}?token={lab.token}")
    walk_by_mouse(fresh)
    fresh.locator(".doors a", has_text="Tree").click()
    expect(fresh.locator(".run-verdict").first).to_contain_text("Chosen: right half. ✓ This is truly best.")
    expect(fresh.locator(".position").first).to_be_visible()


@pytest.mark.exhaustive
@needs_browser
def test_the_story_to_its_end_by_keyboard(fresh: Page, lab: Lab) -> None:
    fresh.goto(f"{lab.address}?token={lab.token}")
    walk_by_keyboard(fresh)


def needed(names: list[str]) -> dict[str, Distribution]:
    """The distributions that these requirements bring in on this machine, and those that they do. No extras."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        requirement = waiting.pop()
        name, _, marker = requirement.partition(";")
        if "extra" in marker:
            continue
        key = re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name.strip(), maxsplit=1)[0]).lower()
        if key not in found and (not marker or applies(marker)):
            found[key] = distribution(key)
            waiting += found[key].requires or []
    return found


def applies(marker: str) -> bool:
    from packaging.markers import Marker

    return Marker(marker.strip()).evaluate()


@pytest.fixture(scope="module")
def shelf(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and with all that it needs, packed again from what is installed here: an installer finds
    everything there as it would on an index, and nothing is downloaded."""
    folder = tmp_path_factory.mktemp("shelf")
    shutil.copy(wheel, folder)
    names = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    for package in needed([*names, "pip"]).values():
        tags = re.findall(r"^Tag: (\S+)-(\S+)-(\S+)$", package.read_text("WHEEL") or "", re.MULTILINE)
        tag = "-".join(".".join(dict.fromkeys(part)) for part in zip(*tags))
        name = f"{re.sub(r'[-_.]+', '_', package.metadata['Name'])}-{package.version}-{tag}.whl"
        files = [file for file in package.files or () if ".." not in file.parts and "__pycache__" not in file.parts]
        with zipfile.ZipFile(folder / name, "w") as archive:
            for file in files:
                if file.name not in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                    archive.write(str(package.locate_file(file)), str(file))
            record = next(str(file) for file in files if file.name == "RECORD")
            archive.writestr(record, "".join(f"{name},,\n" for name in archive.namelist()) + f"{record},,\n")
    return folder


INSTALLERS = {
    "pip": ("{home}/own/bin/python -m pip install overthink", "{home}/own/bin/overthink"),
    "pipx": ("pipx install overthink", "{home}/bin/overthink"),
    "uv": ("uv tool install --python {python} overthink", "{home}/bin/overthink"),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("installer", INSTALLERS)
def test_installed_by_what_people_use(installer: str, shelf: Path, tmp_path: Path) -> None:
    command, program = (text.format(home=tmp_path, python=sys.executable) for text in INSTALLERS[installer])
    words = command.split()
    if installer == "pip":
        venv.create(tmp_path / "own", with_pip=True)
    else:
        found = shutil.which(installer, path=str(Path(sys.executable).parent)) or shutil.which(installer)
        words[0] = found or pytest.skip(f"{installer} is not installed")
    call(
        *words, cwd=tmp_path, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(shelf), PIP_DISABLE_PIP_VERSION_CHECK="1",
        PIP_NO_COMPILE="1",
        PIPX_HOME=str(tmp_path / "pipx"), PIPX_BIN_DIR=str(tmp_path / "bin"), PIPX_DEFAULT_PYTHON=sys.executable,
        UV_NO_INDEX="1", UV_FIND_LINKS=str(shelf), UV_OFFLINE="1", UV_TOOL_DIR=str(tmp_path / "tools"),
        UV_TOOL_BIN_DIR=str(tmp_path / "bin"), UV_CACHE_DIR=str(tmp_path / "cache"), UV_NO_CONFIG="1",
    )  # fmt: skip
    assert call(program, "--version", cwd=tmp_path) == f"overthink {overthink.__version__}\n"
    found = call(program, "decide", "[[1, 1], [1, -1]]", "--rule", "emm", "--depth", "2", "--static", "1", cwd=tmp_path)
    assert "best move 0" in found


@pytest.mark.exhaustive
def test_a_type_checker_sees_the_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import overthink as ot\n\ndecision = ot.decide(ot.Kalah(3, 2), depth=2)\nreveal_type(decision.value)\n"
        "reveal_type(ot.RULES)\not.grow(ot.Kalah(), depth='two')\n"
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed / "python"), "mine.py"]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert re.search(r'mine.py:4: note: Revealed type is "(builtins.)?float"', done.stdout), done.stdout + done.stderr
    assert "mine.py:5: note: Revealed type is" in done.stdout and "overthink.rules.rule.Rule" in done.stdout
    assert 'mine.py:6: error: Argument "depth" to "grow" has incompatible type "str"' in done.stdout
    assert "Found 1 error in 1 file" in done.stdout


@pytest.mark.exhaustive
def test_the_tests_of_the_source_archive_run(tmp_path: Path) -> None:
    call(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (archive,) = tmp_path.glob("overthink-*.tar.gz")
    shutil.unpack_archive(archive, tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    environment = {"PYTHONPATH": str(unpacked / "src"), "NUMBA_DISABLE_JIT": "1"}  # all are collected, some are run
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "test_worked_examples"]
    call(*command, cwd=unpacked, **environment)


def test_the_version_stands_in_one_place(wheel: Path) -> None:
    version = overthink.__version__
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited and cited[1] == version and wheel.name.split("-")[1] == version
    for page in ("install.md", "cluster.md"):
        named = re.findall(r"overthink[-:](\d+\.\d+\.\d+)", (ROOT / "docs" / page).read_text(encoding="utf-8"))
        assert set(named) <= {version}, page


@pytest.mark.parametrize("address", ["", "https://example.org/o/overthink"])
def test_the_page_of_the_package_works_away_from_the_repository(address: str, wheel: Path) -> None:
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tag = f"v{overthink.__version__}"
    text = hook["away"](readme + "\n[![alt](docs/a.png)](docs/b.md) [here](#top) ![c](docs/c.png)", address, tag)
    with zipfile.ZipFile(wheel) as archive:
        built = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
    places = re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text + built)
    assert all(re.match("https?:|#", place or other) for place, other in places)
    assert hook["repository"]({"REPOSITORY": address}) == address
    if address:
        assert f"[![alt]({address}/raw/{tag}/docs/a.png)]({address}/blob/{tag}/docs/b.md)" in text
        assert hook["urls"](address, tag)["Repository"] == address


def size(package: Distribution) -> int:
    """Bytes on disk as delivered, without the bytecode that Python may write beside it."""
    paths = {Path(str(package.locate_file(file))) for file in package.files or []}
    return sum(path.stat().st_size for path in paths if path.is_file() and "__pycache__" not in path.parts)


def test_base_dependencies_are_light() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = needed(project["dependencies"])
    assert {"numba", "llvmlite", "numpy", "click", "jinja2", "rich"} <= packages.keys()
    sizes = {name: size(package) / 1e6 for name, package in packages.items()}
    total = sum(sizes.values())
    largest = ", ".join(f"{name} {mb:.0f}" for name, mb in sorted(sizes.items(), key=lambda item: -item[1])[:5])
    assert total < MOST_MEGABYTES, f"{total:.0f} MB: {largest}"
