"""Command line in, exit code out.

Exit codes: 0 fine, 1 something was found (mistakes in rules, failed examples, a log that does not verify), 2 wrong
usage, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from rulelang.cli.files import INTERRUPTED, USAGE, Usage


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line (by default the process's own) and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _speak_any_language()
    try:
        code = _run(given)
    except Usage as error:
        print(f"rulelang: {error}", file=sys.stderr)
        code = USAGE
    except KeyboardInterrupt:
        print("\nrulelang: interrupted", file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has left (`| head`): nothing more can be said, not even at the interpreter's exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = INTERRUPTED
    sys.exit(code)


def _speak_any_language() -> None:
    """What a terminal has no letters for is shown, and what it sends that are no letters is read, as question marks."""
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
