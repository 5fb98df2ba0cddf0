"""A sign the language does not have in, a finding that says what to write instead out."""

from __future__ import annotations

from re import findall, fullmatch

from rulelang.diagnostics import Diagnostics
from rulelang.source import Span
from rulelang.syntax.words import KEYWORDS

_INSTEAD = {
    "==": "Write `is`.", "!=": "Write `is not`.", "<>": "Write `is not`.", "&&": "Write `and`.", "||": "Write `or`.",
    "&": "Write `and`.", "|": "Write `or`.", "!": "Write `not`.", "=>": "Write `->` in a table, `>=` for at least.",
    ":=": "Write `=`.", "*=": "Write the whole sum: `x = x * 2`.",
    "/=": "Write the whole sum: `x = x / 2 rounded down`.", "++": "Write `+= 1`.",
    "**": "There are no powers; multiply with `*`.", "...": "A range has two dots: `1..10`.",
    ";": "Put every statement on a line of its own.", "{": "Indent the lines that belong together, below a colon.",
    "}": "Indent the lines that belong together, below a colon.", "%": "Write `mod(a, b)`.",
    "'": 'Printed names stand in "double quotes"; possession is written `p\'s hand`.', "\\": "",
    "@": "", "$": "", "^": "", "~": "Write `not`.", "`": "",
    "≤": "Write `<=`.", "≥": "Write `>=`.", "≠": "Write `is not`.", "→": "Write `->`.", "×": "Write `*`.",
    "÷": "Write `/` and `rounded up` or `rounded down`.", "–": "Write `-`.", "—": "Write `-`.", "−": "Write `-`.",
    "…": "Write two dots: `1..10`.", "’": "Write the straight sign: `p's hand`.", "‘": "Write `\"`.",
    "“": 'Printed names stand in straight quotes: "Fox".', "”": 'Printed names stand in straight quotes: "Fox".',
    "„": 'Printed names stand in straight quotes: "Fox".', "«": 'Printed names stand in straight quotes: "Fox".',
    "»": 'Printed names stand in straight quotes: "Fox".', "\u00a0": "This is a no-break space; write a plain one.",
}

_OPENERS = frozenset(("if", "else", "each", "repeat", "as", "turns", "before", "after"))
"""Words before a colon behind which a statement may stand."""


def report(group: str, span: Span, found: Diagnostics) -> None:
    """Say what is wrong with a piece of text that is neither word, number, quotation nor sign."""
    written = span.text
    if group == "open":
        found.error("RL107", "This quotation is never closed", Span(span.source, span.start, span.start + 1),
                    "opened here", allowed="A quotation ends on the line it begins.",
                    hint='Put a `"` behind its last letter.')
    elif group == "badnumber" and "." in written:
        found.error("RL124", f"`{written}` is no whole number", span, "written here",
                    allowed="All numbers of the language are whole.", hint=_decimal_hint(written))
    elif group == "badnumber":
        found.error("RL124", f"`{written}` begins with a digit", span, "neither a number nor a name",
                    allowed="A name begins with a letter.", hint="")
    else:
        found.error("RL106", f"The language has no {_shown(written)}", span, "written here",
                    hint="Write `=`." if written == "==" and _changes(span) else _INSTEAD.get(written, ""))


def _changes(span: Span) -> bool:
    """Whether what stands in front on the line is a variable alone, so that a value for it is meant."""
    before = span.source.text[: span.start].rpartition("\n")[2]
    opened = before.split()[:1]
    if opened and opened[0].rstrip(":") in _OPENERS:
        before = f" {before.rpartition(':')[2]}"
    words = findall(r"\w+", before.replace("'s", " "))
    return (fullmatch(r"\s+\w[\w\s.'\[\]]*", before) is not None
            and not any(word in KEYWORDS - {"your", "given"} for word in words))


def _decimal_hint(written: str) -> str:
    whole, _, rest = written.partition(".")
    return f"For a range write two dots: `{whole}..{rest}`."


def _shown(written: str) -> str:
    if written.isprintable() and not written.isspace():
        return f"`{written}`" if written != "`" else "backquote"
    return f"character U+{ord(written):04X}"
