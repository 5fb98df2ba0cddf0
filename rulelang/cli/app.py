"""Command line in, exit code out.

Exit codes: 0 fine, 1 something was found (mistakes in rules, failed examples, a log that does not verify), 2 wrong
usage, 130 interrupted.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence

from rulelang.cli.files import FINE, FOUND, INTERRUPTED, USAGE, Usage

# What a device says when no more can be written to it.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

# So many new objects before garbage is looked for. Reading rules makes about as many, all of them kept to the end of
# the process: to look for garbage among them, and once more at the exit, took a sixth of a short command's time.
OBJECTS = 200_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line (by default the process's own) and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _speak_any_language()
    gc.set_threshold(OBJECTS)
    atexit.register(gc.freeze)
    try:
        code = _finished(given)
    except Usage as error:
        print(f"rulelang: {_shown(str(error))}", file=sys.stderr)
        code = USAGE
    except KeyboardInterrupt:
        print("\nrulelang: interrupted", file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has left (`| head`): nothing more can be said, not even at the interpreter's exit.
        _fall_silent()
        code = INTERRUPTED
    except OSError as error:
        if error.errno not in FULL:
            raise
        _fall_silent()
        print(f"rulelang: the output cannot be written: {error.strerror}", file=sys.stderr)
        code = USAGE
    sys.exit(code)


def _finished(given: list[str]) -> int:
    """Run a command until all it says is written; its exit code."""
    try:
        code = _run(given)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else FINE if left.code is None else FOUND
    sys.stdout.flush()
    return code


def _fall_silent() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _shown(text: str) -> str:
    from rulelang.play.cells import clean

    return clean(text)


def _speak_any_language() -> None:
    """What a terminal has no letters for is shown, and what it sends that are no letters is read, as question marks.

    Streams that the process was started without lead nowhere.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open to the end of the process
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _run(given: list[str]) -> int:
    """Run a command; its exit code."""
    if len(given) > 1 and given[0] == "validate" and not any(word.startswith("-") for word in given):
        # What editors and people do all the time does not wait for the command-line library, slower than the check.
        from rulelang.cli.validate import run

        return run(given[1:], "text")
    from rulelang.cli.commands import app

    result = app(given, prog_name="rulelang", standalone_mode=True)
    return result if isinstance(result, int) else 0
