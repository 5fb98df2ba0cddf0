"""A table read from YAML or JSON in, what in it breaks `grammar/cards.schema.json` out, each at its record and field.

The library that knows JSON Schema is imported only here, when such a table is read. Without it (in a browser) nothing
is found here; the checks of the cards' own types follow in any case.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from rulelang.analysis.card_tables.csv_reader import Cell, RawTable, Record
from rulelang.diagnostics import Diagnostics
from rulelang.resources import data_folder
from rulelang.source import Span

SCHEMA = "cards.schema.json"
TEXTS = ("name", "text")
"""Fields that are texts whatever is written in them."""
_LONGEST_NUMBER = 11


def check_schema(table: RawTable, found: Diagnostics) -> bool:
    """Report every record that is not as the schema wants it; whether there was none."""
    validator = _validator()
    if validator is None:
        return True
    fine = True
    for record in table.records:
        for path, what in _problems(validator, record):
            field = str(path[0]) if path else ""
            where = f"Row {record.number}, column `{_short(field)}`" if field else f"Row {record.number}"
            found.error("RL246", f"{where}: {what}", _span(record, path))
            fine = False
    return fine


@cache
def _validator() -> Any:
    """What checks one record; None where the library is not installed."""
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return None
    schema = json.loads((data_folder("grammar") / SCHEMA).read_text(encoding="utf-8"))
    return Draft202012Validator({**schema["$defs"]["record"], "$defs": schema["$defs"]})


def _problems(validator: Any, record: Record) -> Iterable[tuple[list[str | int], str]]:
    """The first mistake of each field, in the order of the fields: its path in the record, and what is allowed."""
    plain = {name: _plain(name, value) for name, value in record.cells.items()}
    seen: dict[str, tuple[list[str | int], str]] = {}
    for error in validator.iter_errors(plain):
        path = list(max((error, *error.context), key=lambda each: len(each.absolute_path)).absolute_path)
        if error.validator == "required":
            name = next(name for name in error.validator_value if name not in plain and name not in seen)
            seen[name] = ([], f"there is no `{name}`")
        elif "propertyNames" in error.absolute_schema_path:
            seen.setdefault(str(error.instance), ([error.instance], str(error.schema["description"])))
        else:
            seen.setdefault(str(path[0]), (path, _allowed(validator.schema, path[0])))
    order = [*(name for name in seen if name not in plain), *(name for name in plain if name in seen)]
    return [seen[name] for name in order]


def _allowed(schema: Any, field: str | int) -> str:
    """What the schema says may stand in a field of a record."""
    own = schema["properties"].get(field, schema["$defs"]["value"])
    return f"this must be {own['description']}"


def _plain(name: str, value: Cell | tuple[Cell, ...]) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [_scalar(name, cell.text) for cell in value]
    return _scalar(name, value.text)


def _scalar(name: str, text: str) -> int | str:
    digits = text.removeprefix("-")
    if name not in TEXTS and digits.isascii() and digits.isdigit() and len(text) <= _LONGEST_NUMBER:
        return int(text)
    return text


def _span(record: Record, path: list[str | int]) -> Span:
    """Where a value, or an item of a list, stands; the whole record for what is missing."""
    value = record.cells.get(str(path[0])) if path else None
    if isinstance(value, tuple):
        number = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
        return value[number].span if number < len(value) else record.span
    return value.span if value is not None else record.span


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
