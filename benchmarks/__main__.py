"""`python -m benchmarks`: nothing in, the gate table out; a miss ends with 0 too, for machines differ."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.gates import all_lines, names
from benchmarks.machine import description
from benchmarks.report import document, line_text, sizes_text
from benchmarks.sizes import sizes


def main() -> None:
    """Measure and print, line by line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed as ratios; judge gates.")
    parser.add_argument("--json", metavar="FILE", help="also write everything as JSON; - for standard output alone")
    parser.add_argument("--only", metavar="WORDS", default="", help="gates with these words in their names")
    chosen = parser.parse_args()
    if not names(chosen.only):
        parser.error(f"no gate has `{chosen.only}` in its name. There are:\n  " + "\n  ".join(names()))
    if chosen.json not in (None, "-"):
        _check_place(parser, Path(chosen.json))
    out = sys.stderr if chosen.json == "-" else sys.stdout
    machine = description()
    print(", ".join(f"{name} {value}" for name, value in machine.items()), file=out, flush=True)
    lines = []
    for line in all_lines(chosen.only):
        lines.append(line)
        print(line_text(line), file=out, flush=True)
    modules = [] if chosen.only else sizes()
    print(sizes_text(modules) if modules else "", file=out)
    if chosen.json:
        text = json.dumps(document(machine, lines, modules), indent=1) + "\n"
        sys.stdout.write(text) if chosen.json == "-" else Path(chosen.json).write_text(text, encoding="utf-8")


def _check_place(parser: argparse.ArgumentParser, place: Path) -> None:
    """Leave, before anything is measured, where the figures could not be written."""
    try:
        place.open("a", encoding="utf-8").close()
    except OSError as error:
        parser.error(f"{place} cannot be written: {error.strerror}")


if __name__ == "__main__":
    main()
