"""Text of a YAML or JSON card table in, the same records as from CSV out: plain lists and words, no magic of YAML.

Only events are read: nothing is constructed, a word stays the word that is written, `NO` and `12:30` too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.analysis.card_tables.csv_reader import MOST_RECORDS, Cell, RawTable, Record
from rulelang.analysis.card_tables.schema import check_schema
from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span


class _Refused(Exception):
    """The text is not the plain list of records it must be."""

    def __init__(self, title: str, event: Any, hint: str = "") -> None:
        super().__init__(title)
        self.title, self.event, self.hint = title, event, hint


def read_yaml(source: Source, found: Diagnostics) -> RawTable | None:
    """The table of a YAML text; None, with a finding, if it is no plain list of records."""
    import yaml

    try:
        events = _plain(yaml.parse(source.text, Loader=yaml.SafeLoader))
        table = _table(source, events)
        # What follows the list is read too, so that a second document does not pass unseen.
        list(events)
        return table if check_schema(table, found) else None
    except _Refused as refused:
        found.error(
            "RL247",
            refused.title,
            _span(source, refused.event),
            hint=refused.hint,
            allowed="A table in YAML is a list of records, `- name: value` and so on, with plain words.",
        )
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
        at = min(mark.index if mark else getattr(problem, "position", 0), len(source.text))
        found.error(
            "RL247",
            "This is not YAML that can be read",
            Span(source, at, min(at + 1, len(source.text))),
            getattr(problem, "problem", None) or "",
        )
    return None


def _plain(events: Iterator[Any]) -> Iterator[Any]:
    """The events of one document, none of them an alias, anchor or tag."""
    import yaml

    documents = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused(
                "Anchors (`&`) and references (`*`) are not read in card tables", event, "Write the value out."
            )
        if getattr(event, "tag", None):
            raise _Refused("Tags (`!`) are not read in card tables", event, "Write the plain value.")
        documents += isinstance(event, yaml.DocumentStartEvent)
        if documents > 1:
            raise _Refused("A card table is one list", event, "Delete the `---` between the parts.")
        if not isinstance(
            event, yaml.StreamStartEvent | yaml.StreamEndEvent | yaml.DocumentStartEvent | yaml.DocumentEndEvent
        ):
            yield event


def _table(source: Source, events: Iterator[Any]) -> RawTable:
    import yaml

    first = next(events, None)
    if not isinstance(first, yaml.SequenceStartEvent):
        raise _Refused("A card table begins with `-`, the mark of a list", first)
    columns: dict[str, Cell] = {}
    records: list[Record] = []
    while not isinstance(event := next(events), yaml.SequenceEndEvent):
        if not isinstance(event, yaml.MappingStartEvent) or len(records) == MOST_RECORDS:
            raise _Refused(f"Each of up to {MOST_RECORDS:,} entries is a record with `name: value` lines", event)
        records.append(_record(source, event, events, columns, len(records) + 1))
    return RawTable(tuple(columns.values()), tuple(records))


def _record(source: Source, start: Any, events: Iterator[Any], columns: dict[str, Cell], number: int) -> Record:
    import yaml

    cells: dict[str, Cell | tuple[Cell, ...]] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        key = _cell(source, event, f"Row {number}: the name of a field")
        if key.text == "<<":
            raise _Refused("Merging records (`<<`) is not read in card tables", event, "Write the values out.")
        if key.text in cells:
            raise _Refused(f"Row {number}: `{key.text}` is given twice in one record", event, "Keep one of the two.")
        columns.setdefault(key.text, key)
        cells[key.text] = _value(source, next(events), events, f"Row {number}, column `{_short(key.text)}`: a value")
    end = max(
        [cell.span.end for value in cells.values() for cell in (value if isinstance(value, tuple) else (value,))],
        default=start.start_mark.index,
    )
    return Record(number, Span(source, start.start_mark.index, end), cells)


def _value(source: Source, event: Any, events: Iterator[Any], what: str) -> Cell | tuple[Cell, ...]:
    import yaml

    if not isinstance(event, yaml.SequenceStartEvent):
        return _cell(source, event, what)
    items: list[Cell] = []
    while not isinstance(item := next(events), yaml.SequenceEndEvent):
        items.append(_cell(source, item, what))
    return tuple(items)


def _cell(source: Source, event: Any, what: str) -> Cell:
    import yaml

    if not isinstance(event, yaml.ScalarEvent):
        raise _Refused(f"{what} is one word, a text, or a list of words", event)
    return Cell(event.value.strip(), _span(source, event))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _span(source: Source, event: Any) -> Span:
    if event is None:
        return Span(source, 0, 0)
    start, end = event.start_mark.index, event.end_mark.index
    line_end = source.text.find("\n", start)
    return Span(source, start, max(start, min(end, line_end if line_end >= 0 else end)))
