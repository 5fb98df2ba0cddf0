"""A command line and a folder in, what a process of its own did with bounded time and memory out."""

import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def said(self):
        return self.out + self.err

    @property
    def is_clean(self):
        """Whether a person got an answer: an agreed exit code, and nothing of the machine's insides."""
        return self.code in (0, 1, 2, 130) and "Traceback" not in self.said and "Exception ignored" not in self.said


def run(folder, *arguments, typed=b"", seconds=20, megabytes=1500, **environment):
    """Run `rulelang ARGUMENTS`; past the bounds the process dies, which is no agreed exit code."""
    def bounded():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))

    merged = {**os.environ, "COLUMNS": "80", **environment}
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "rulelang", *map(str, arguments)], cwd=folder, input=typed,
                          capture_output=True, preexec_fn=bounded, timeout=120, check=False,
                          env={key: value for key, value in merged.items() if value is not None})
    return Ended(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"),
                 time.monotonic() - begun)
