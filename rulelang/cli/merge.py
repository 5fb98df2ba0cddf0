"""`rulelang merge RESULTS...`: results of parts of a run in, those of the whole run and their summary out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rulelang.cli.files import FINE, FOUND, Usage
from rulelang.cli.simulate import show
from rulelang.cli.terminal import Terminal
from rulelang.match.writer import reason
from rulelang.render import render
from rulelang.simulate.errors import ResultsError
from rulelang.simulate.joining import Joining
from rulelang.simulate.tally import Tally


def run(files: Sequence[str], out: str | None, *, as_json: bool, plain: bool) -> int:
    """Join results and sum them up; the exit code. Raises Usage for a file that is there or cannot be written."""
    terminal = Terminal(plain=plain)
    try:
        joining = Joining([Path(name) for name in files])
        tally = Tally(joining.header.fields)
        with _writing(out) as file:
            _join(joining, tally, file)
    except ResultsError as error:
        print(render([error.diagnostic], not terminal.plain), end="", file=sys.stderr)
        return FOUND
    for path in joining.torn:
        print(f"The last line of {path} was cut off; this game is left out.", file=sys.stderr)
    show(tally, terminal, as_json=as_json)
    return FOUND if tally.faults else FINE


def _join(joining: Joining, tally: Tally, file: IO[str] | None) -> None:
    if file is not None:
        file.write(joining.header.text + "\n")
    for text, fields in joining.games():
        tally.add(fields)
        if file is not None:
            file.write(text + "\n")


@contextmanager
def _writing(out: str | None) -> Iterator[IO[str] | None]:
    """A file that is there under its name only when it is whole."""
    if out is None:
        yield None
        return
    path = Path(out)
    if os.path.lexists(path):
        raise Usage(f"There is a file `{out}` already; merged results never overwrite one.")
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise Usage(f"`{out}` cannot be written: {reason(error)}.") from None
    finally:
        part.unlink(missing_ok=True)
