"""Figures as they were measured in, the tables of docs/reference/speed.md out: `python -m benchmarks.page`.

`measured.json` is what `make bench ARGS="--json benchmarks/measured.json"` wrote on the day that it names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import shown
from benchmarks.report import SIZE_HEADS, size_cells
from benchmarks.sizes import Size

MEASURED = Path(__file__).parent / "measured.json"
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "speed.md"
COMPARED = "decisions", "options", "score 1", "score 2"
PART = re.compile(r"<!-- measured (?P<name>\w+) -->\n.*?<!-- end -->", re.S)


def filled(page: str, measured: dict[str, Any]) -> str:
    """A page with its tables of figures written anew."""
    parts = {"machine": _machine(measured["machine"]), "gates": _gates(measured["gates"]),
             "agreement": _agreement(measured["gates"]), "modules": _modules(measured["modules"])}
    return PART.sub(lambda found: f"<!-- measured {found['name']} -->\n{parts[found['name']]}\n<!-- end -->", page)


def _machine(machine: dict[str, str]) -> str:
    return (f"Measured on {machine['date']}: {machine['processor']}, {machine['cores']} cores, {machine['system']}, "
            f"load {machine['load']} at the start; {machine['python']}, wasmtime {machine['wasmtime']}, "
            f"{machine['compiler']}, OpenSpiel {machine['open_spiel']}.")


def _gates(gates: Iterable[dict[str, Any]]) -> str:
    rows = []
    for gate in gates:
        figures = "", "", gate["verdict"]
        if "median" in gate:
            low, high = map(shown, gate["range"])
            figures = f"{shown(gate['median'])}{gate['unit']}", f"{low} to {high}", gate["verdict"]
        more = "; ".join(f"{name}: {value}" for name, value in gate["facts"].items() if name not in COMPARED)
        rows.append((gate["gate"], gate["asked"], *figures, more.replace("|", "and")))
    return table(("gate", "asked", "median", "range", "verdict", "both sides"), rows)


def _agreement(gates: Iterable[dict[str, Any]]) -> str:
    rows = {gate["gate"].rpartition(", ")[0]: [gate["facts"][name].replace("|", "and") for name in COMPARED]
            for gate in gates if "decisions" in gate["facts"]}
    return table(("module and peer", *COMPARED), [(title, *cells) for title, cells in rows.items()])


def _modules(modules: Iterable[dict[str, Any]]) -> str:
    return table(SIZE_HEADS, [size_cells(Size(**module)) for module in modules])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    """Write the page anew if it is not up to date."""
    old = PAGE.read_text(encoding="utf-8")
    new = filled(old, json.loads(MEASURED.read_text(encoding="utf-8")))
    if new != old:
        PAGE.write_text(new, encoding="utf-8")
        print(f"{PAGE.name} written")


if __name__ == "__main__":
    main()
