"""The Dockerfile, read as Docker would: what it copies exists, what it installs is an extra, what it runs a command."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_dockerfile() -> None:
    lines = [line for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines() if not line.startswith("#")]
    steps = [line.split(maxsplit=1) for line in lines]
    assert steps[0][0] == "FROM" and {word for word, _ in steps} <= {
        "FROM", "COPY", "RUN", "ENV", "WORKDIR", "ENTRYPOINT", "CMD"
    }  # fmt: skip
    for sources in (rest.split()[:-1] for word, rest in steps if word == "COPY"):
        assert all((ROOT / source).exists() for source in sources), sources
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    python = re.search(r"^FROM python:3\.(\d+)-", lines[0])
    assert python and int(python[1]) >= int(project["requires-python"].rpartition(".")[2])
    (extras,) = re.findall(r"/overthink\[([\w,]+)\]", "\n".join(lines))
    assert {*extras.split(",")} <= project["optional-dependencies"].keys()
    assert 'ENTRYPOINT ["overthink"]' in lines and "overthink" in project["scripts"]
