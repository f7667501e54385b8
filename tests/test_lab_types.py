"""The lab's page is type-checked: plain JavaScript with types in its comments, by TypeScript in its strictest mode."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TSC = ROOT / ".node" / "node_modules" / ".bin" / "tsc"
PAGE = ROOT / "src" / "overthink" / "lab" / "page"


@pytest.mark.exhaustive
@pytest.mark.skipif(not TSC.exists() or not shutil.which("node"), reason="typescript is not installed: make javascript")
def test_types() -> None:
    done = subprocess.run([TSC, "-p", ROOT / "tsconfig.json"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_modules_are_our_own() -> None:
    for path in PAGE.rglob("*.js"):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")  # names of languages
        assert "http://" not in text and "https://" not in text, f"{path} names an address outside"
        assert "eval(" not in text and "innerHTML" not in text and "new Function" not in text, path
