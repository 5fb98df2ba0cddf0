"""Nothing in, a description of the machine out: what figures depend on, and nothing that names it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def description() -> dict[str, str]:
    """What was measured when, on what, with which versions."""
    return {"date": datetime.now(UTC).date().isoformat(), "processor": processor(), "cores": str(cores()),
            "system": f"{platform.system()} {platform.machine()}",
            "python": f"{platform.python_implementation()} {platform.python_version()}", "compiler": _compiler(),
            **{name: _version(name) for name in ("wasmtime", "open_spiel")}, "load": _load()}


def cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def processor() -> str:
    """The processor's own name, where it can be read."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _compiler() -> str:
    if shutil.which("gcc") is None:
        return "none"
    return "gcc " + subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _load() -> str:
    """Other work at the start: the load average of the last minute."""
    try:
        return f"{os.getloadavg()[0]:.1f}"
    except (AttributeError, OSError):
        return "unknown"
