"""`rulelang version`: nothing in, the version out."""

from __future__ import annotations

import platform

import rulelang


def run() -> int:
    """Print the version of rulelang and of the Python it runs on; the exit code."""
    print(f"rulelang {rulelang.__version__} (Python {platform.python_version()})")
    return 0
