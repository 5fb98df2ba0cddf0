"""A misfit brought along from other languages in, one finding with this language's own way of saying it out.

Each check knows one of them: `card beats best`, `a is b` as a statement, `facedown`, `repeat 7:`, `turns ... while C`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from re import MULTILINE, escape, search

from rulelang.diagnostics import Diagnostic
from rulelang.syntax.scanner import Token
from rulelang.syntax.slip import MARKS, Slip
from rulelang.syntax.words import FUNCTIONS

_FACES = {"facedown": "face down", "face_down": "face down", "faceup": "face up", "face_up": "face up"}
_OPERANDS = frozenset(("NAME", "STRING", "INT", "your", ".", "'s", "you", "top", "bottom", "of"))
_OPEN, _CLOSE = frozenset("(["), frozenset(")]")


def _between(slip: Slip) -> Diagnostic | None:
    """`card beats best`: a define or a function, written between its values."""
    word = slip.token.text
    if slip.kind != "NAME" or slip.starts_line or not {"and", "or"} <= slip.may:
        return None
    what = "function" if word in FUNCTIONS else "define" if _is_define(slip, word) else ""
    if not what:
        return None
    index = slip.misfit.index
    left = list(_operand(reversed(slip.misfit.tokens[:index]), _CLOSE, _OPEN))[::-1]
    right = list(_operand(slip.misfit.tokens[index + 1 :], _OPEN, _CLOSE))
    values = ", ".join(_written(slip, part) for part in (left, right) if part)
    return slip.say("RL137", f"`{word}` is a {what}: its values stand in brackets behind it", "not between them",
                    hint=f"Write `{word}({values})`.")


def _is_define(slip: Slip, word: str) -> bool:
    return search(rf"^define\s+{escape(word)}\s*\(", slip.source.text, MULTILINE) is not None


def _operand(tokens: Iterable[Token], opening: frozenset[str], closing: frozenset[str]) -> Iterable[Token]:
    """The tokens of one value, from the one nearest to the misfit on."""
    depth = 0
    for token in tokens:
        depth += (token.kind in opening) - (token.kind in closing)
        inside = depth > 0 or token.kind in closing
        if depth < 0 or token.kind in MARKS or not (inside or token.kind in _OPERANDS):
            return
        yield token


def _written(slip: Slip, tokens: list[Token]) -> str:
    text = slip.source.text[tokens[0].start : tokens[-1].end]
    return text if len(text) <= 40 else "..."


def _asked(slip: Slip) -> Diagnostic | None:
    """`a is b` where a variable is meant to change."""
    if slip.kind != "is" or "=" not in slip.may or slip.before is None:
        return None
    line = slip.line
    left = slip.source.text[line[0].start : slip.before.end]
    right = slip.source.text[slip.token.end : line[-1].end].strip() or "..."
    lead = "To change it write" if "+=" in slip.may else "Write"
    return slip.say("RL105", "`is` asks; it gives nothing a value", "`=` is meant here",
                    allowed="`=` gives a variable a value; `is` asks whether two values are the same.",
                    hint=f"{lead} `{left} = {right}`." if len(left + right) <= 60 else f"{lead} `=`.")


def _face(slip: Slip) -> Diagnostic | None:
    """`facedown` and `face-down`."""
    right = _FACES.get(slip.token.text.casefold()) if slip.kind == "NAME" and "face" in slip.may else None
    if slip.kind == "-" and slip.before is not None and slip.before.kind == "face":
        following = slip.misfit.tokens[slip.misfit.index + 1 :][:1]
        right = f"face {following[0].text}" if following and following[0].text in ("up", "down") else None
    if right is None:
        return None
    return slip.say("RL137", "A side of a card is said in two words", "one word", hint=f"Write `{right}`.")


def _times(slip: Slip) -> Diagnostic | None:
    """`repeat 7:`."""
    if slip.kind != ":" or slip.words[:1] != ["repeat"] or "times" not in slip.may or slip.before is None:
        return None
    place = Token("", "", slip.before.end, slip.before.end)
    return slip.say("RL136", "`times` is missing before `:`", "here", at=place,
                    hint=f"Write `{slip.source.text[slip.line[0].start : slip.before.end]} times:`.")


def _while(slip: Slip) -> Diagnostic | None:
    """`turns from p while C:`, `each player while C:`, `repeat while C:`."""
    if slip.words == ["repeat", "NAME"] and slip.before is not None and slip.before.text == "while":
        return slip.say("RL137", "The language has no `while`", "not known here", at=slip.before,
                        hint="Write `repeat until C:` with the condition that ends it.")
    if slip.token.text != "while" or slip.words[:1] not in (["turns"], ["NAME"], ["each"]) or "where" not in slip.may:
        return None
    ends = ", or `until` and what ends the turns" if "until" in slip.may else ""
    return slip.say("RL137", "The language has no `while`", "not known here",
                    hint=f"Write `where` and who takes part{ends}.")


def _with_again(slip: Slip) -> Diagnostic | None:
    """A second `with` in one `expect` or `when`."""
    first = slip.words[0] if slip.words else ""
    if slip.kind != "with" or "with" not in slip.words or first not in ("expect", "when"):
        return None
    return slip.say("RL100", f"One `{first}` has one `with`", "a second one",
                    allowed="It stands at the end of the line; the answers of one move are divided by commas.",
                    hint=f"Write the other move in an `{first}` line of its own." if first == "expect"
                    else f"Write the other move in a `{first}` line of its own.")


FOREIGN: tuple[Callable[[Slip], Diagnostic | None], ...] = (_between, _asked, _face, _times, _while, _with_again)
"""The checks, in the order they are asked."""
