"""Values met while lowering in, numbers of table entries out: texts, spans, constant tables, kinds, functions, blocks.

A `Tables` is the program under construction. Everything is added once and referred to by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TypeVar

from rulelang.ir import nodes as ir
from rulelang.ir.program import MeldInfo, PointInfo, RecordInfo, SourceInfo, SpanInfo, ValueKind
from rulelang.records import dataclass
from rulelang.source import Source, Span

V = TypeVar("V")


@dataclass(slots=True)
class Tables:
    """Growing tables of a program."""

    sources: list[SourceInfo]
    source_numbers: dict[int, int]
    texts: list[str] = field(default_factory=list)
    spans: list[SpanInfo] = field(default_factory=list)
    ints: list[tuple[int, ...]] = field(default_factory=list)
    lists: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    kinds: list[ValueKind] = field(default_factory=list)
    points: list[PointInfo] = field(default_factory=list)
    decisions: list[ir.Decision] = field(default_factory=list)
    functions: list[ir.Function | None] = field(default_factory=list)
    blocks: list[ir.Block | None] = field(default_factory=list)
    records: list[RecordInfo] = field(default_factory=list)
    melds: list[MeldInfo] = field(default_factory=list)
    _seen: dict[tuple[str, object], int] = field(default_factory=dict)
    _point_names: dict[str, int] = field(default_factory=dict)

    @classmethod
    def over(cls, sources: Sequence[tuple[Source, str]]) -> Tables:
        """Empty tables for a bundle of sources with their roles."""
        infos = [SourceInfo(source.name, source.text, role) for source, role in sources]
        return cls(infos, {id(source): number for number, (source, _) in enumerate(sources)})

    def _once(self, table: str, value: V, into: list[V]) -> int:
        key = (table, value)
        if key not in self._seen:
            self._seen[key] = len(into)
            into.append(value)
        return self._seen[key]

    def text(self, words: str) -> int:
        """Number of a text."""
        return self._once("text", words, self.texts)

    def span(self, span: Span) -> int:
        """Number of a place in the rules."""
        key = ("span", (id(span.source), span.start, span.end))
        if key not in self._seen:
            line, column = span.source.position(span.start)
            self._seen[key] = len(self.spans)
            number = self.source_numbers.get(id(span.source), 0)
            self.spans.append(SpanInfo(number, span.start, span.end, line, column))
        return self._seen[key]

    def int_table(self, values: Sequence[int]) -> int:
        """Number of a constant table of ints."""
        return self._once("ints", tuple(values), self.ints)

    def list_table(self, values: Sequence[Sequence[int]]) -> int:
        """Number of a constant table of lists."""
        return self._once("lists", tuple(tuple(v) for v in values), self.lists)

    def kind(self, kind: ValueKind) -> int:
        """Number of a value kind."""
        return self._once("kind", kind, self.kinds)

    def point(self, name: str, binds: str, prompt: str | None) -> int:
        """Number of a new decision point; a name used before gets `#2`, `#3`, ..."""
        times = self._point_names.get(name, 0) + 1
        self._point_names[name] = times
        unique = name if times == 1 else f"{name}#{times}"
        self.points.append(PointInfo(unique, binds, -1 if prompt is None else self.text(prompt)))
        return len(self.points) - 1

    def decision(self, decision: ir.Decision) -> int:
        """Number of a new decision."""
        self.decisions.append(decision)
        return len(self.decisions) - 1

    def reserve_function(self) -> int:
        """Number of a function whose code follows."""
        self.functions.append(None)
        return len(self.functions) - 1

    def function(self, function: ir.Function) -> int:
        """Number of a new function."""
        self.functions.append(function)
        return len(self.functions) - 1

    def reserve_block(self) -> int:
        """Number of a block whose code follows."""
        self.blocks.append(None)
        return len(self.blocks) - 1
