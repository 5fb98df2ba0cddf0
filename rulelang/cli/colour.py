"""An output stream in, whether its reader wants colours out."""

from __future__ import annotations

import os
from typing import TextIO


def wants_colour(stream: TextIO) -> bool:
    """Whether colours reach a person who wants them: a terminal that is not dumb, and no NO_COLOR."""
    named = os.environ.get("TERM", "" if os.name == "posix" else "console")
    if os.environ.get("NO_COLOR") or named in ("dumb", ""):
        return False
    return stream.isatty()
