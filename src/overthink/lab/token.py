"""The token of a user's labs. It is kept, so that an open page still works after the lab is started again."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from overthink.core.cache import folder

FILE = "lab-token"
FORM = re.compile(r"[\w-]{32,64}")


def read_token() -> str:
    """Read the token from a file that only this user can read, or write a new one. Without such a file, the token lasts
    as long as the lab."""
    path, fresh = folder() / FILE, secrets.token_urlsafe(24)
    with suppress(OSError):
        known = _private(path)
        if known:
            return known
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(fresh)
    return fresh


def _private(path: Path) -> str | None:
    """The token in a file, unless others could read or write it."""
    if not path.is_file() or path.is_symlink():
        return None
    about = path.stat()
    if os.name == "posix" and (about.st_mode & 0o077 or about.st_uid != os.getuid()):
        return None
    text = path.read_text(encoding="ascii", errors="replace").strip()
    return text if FORM.fullmatch(text) else None
