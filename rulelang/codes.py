"""A diagnostic's code in, what it means out: one entry per code, read by `rulelang explain` and the docs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: a short title, an explanation, a wrong and a right piece of a rules file."""

    title: str
    explanation: str
    wrong: str = ""
    right: str = ""


CODES: dict[str, Code] = {}
