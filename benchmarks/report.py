"""Lines and sizes in, a table as text or a document for JSON out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.figures import Line, shown
from benchmarks.sizes import Size

WIDTH = 62


def line_text(line: Line) -> str:
    """A gate on one line, what else was found below it."""
    head = f"{line.gate.name:<{WIDTH}} {line.gate.asked:>17}  "
    if line.skipped:
        return head + line.verdict
    unit = line.gate.unit
    low, high = line.range
    text = f"{head}{shown(line.median)}{unit} ({shown(low)}..{shown(high)})  {line.verdict}"
    return "\n".join([text, *(f"    {name}: {value}" for name, value in line.facts.items())])


SIZE_HEADS = ("game", "code", "compiled", "check", "lower", "generate", "compile", "from cache")


def size_cells(size: Size) -> tuple[str, ...]:
    """A game's module as cells: kB and ms."""
    kilobytes = (f"{x / 1000:.0f} kB" for x in (size.code, size.compiled))
    times = (size.check, size.lower, size.generate, size.compile, size.from_cache)
    return size.game, *kilobytes, *(f"{x:.1f} ms" for x in times)


def sizes_text(sizes: Iterable[Size]) -> str:
    """Modules as a table."""
    rows = [SIZE_HEADS, *map(size_cells, sizes)]
    return "\n".join(f"{name:<14}" + "".join(f"{cell:>12}" for cell in cells) for name, *cells in rows)


def document(machine: dict[str, str], lines: Sequence[Line], sizes: Sequence[Size]) -> dict[str, Any]:
    """Everything, for `--json`."""
    return {"machine": machine, "gates": [_gate(line) for line in lines], "modules": [asdict(size) for size in sizes]}


def _gate(line: Line) -> dict[str, Any]:
    measured = {"median": line.median, "range": list(line.range), "rounds": list(line.values)} if line.values else {}
    return {"gate": line.gate.name, "asked": line.gate.asked, "unit": line.gate.unit, "verdict": line.verdict,
            **measured, "differs": line.differs, "facts": dict(line.facts)}
