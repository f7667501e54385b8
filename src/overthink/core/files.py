"""Files that a user names: read whole, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

from overthink.core.errors import OverthinkError, shown


def read_file(path: Path) -> bytes:
    """The content of a file. A device may have no end, so it is refused."""
    try:
        if path.is_char_device():
            raise OverthinkError(f"{path} is a device, not a file.")
        return path.read_bytes()
    except OverthinkError:
        raise
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be read ({exc.strerror}).") from None
    except ValueError:
        raise OverthinkError(f"{shown(str(path))} is not the name of a file.") from None
