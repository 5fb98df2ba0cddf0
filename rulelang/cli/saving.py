"""A path and a text in, the file written out: in one step, so that nothing is lost or left half if the power goes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rulelang.cli.files import Usage, short
from rulelang.match.writer import reason


def write_text(path: Path, text: str) -> None:
    """Put a text in the place of a file, or make one; an existing file keeps its permissions. Raises Usage."""
    target = Path(os.path.realpath(path))         # `resolve` raises where links lead in a circle
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_mask())
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Usage(f"`{short(path)}` cannot be written: {reason(error)}.") from None


def _mask() -> int:
    """The permissions that new files do without; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
