"""The place where a text stops making sense in, one finding in plain words out.

Each check below knows one slip. They are asked in order; the first that recognises its slip words
the finding. The last one knows none and says what may stand at the place.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.diagnostics import Diagnostic, series, suggestion
from rulelang.source import Source
from rulelang.syntax.foreign import FOREIGN
from rulelang.syntax.habits import HABITS, OTHER_WORDS
from rulelang.syntax.lalr import Misfit
from rulelang.syntax.scanner import Token
from rulelang.syntax.slip import MARKS, Slip
from rulelang.syntax.tables import END, Tables
from rulelang.syntax.words import DECLARATIONS, KEYWORDS, SOFT_WORDS, STATEMENTS

_OPENERS = frozenset(("if", "else", "each", "repeat", "as", "turns", "phase", "action", "before", "after", "effect",
                      "do", "either", "or", "zones", "vars", "cards", "score", "example", "when"))
_NAMING = frozenset(("phase", "action", "enum", "table", "param", "define", "let", "tokens", "meld", "score", "cards",
                     "your", ".", "'s", "each", "end", "before", "after", "limit", "pots", "change", "remove"))
_COMPARING = frozenset(("<", "<=", ">", ">=", "is", "has", "can", "knows"))
_SMALL_WORDS = frozenset(("to", "from", "in", "of", "by", "times", "face"))


def explain(misfit: Misfit, tables: Tables, source: Source) -> Diagnostic:
    """Say what is wrong at a misfit, and what could stand there."""
    slip = Slip(misfit, tables, source)
    for check in _CHECKS:
        finding = check(slip)
        if finding is not None:
            return finding
    return _anything(slip)


# ---------------------------------------------------------------- beginnings of lines


def _unknown_declaration(slip: Slip) -> Diagnostic | None:
    tokens = slip.misfit.tokens[: slip.misfit.index]
    if any(t.kind not in MARKS and t.kind != "DOC" for t in tokens):
        return None
    if slip.kind in MARKS or slip.kind == END:
        return slip.say("RL129", "Nothing is declared below this rule text", "rule text", at=slip.before,
                        allowed="Lines that begin with `>` stand directly above a declaration.",
                        hint="For a remark write `# ...`.")
    word = slip.token.text
    if slip.kind in STATEMENTS or slip.kind in ("when", "pay"):
        return slip.say("RL121", f"`{word}` cannot stand at the left margin", "a statement",
                        allowed="What happens stands inside a `phase`, an `effect` or an `action`.",
                        hint="Indent the line by four spaces, below a line that ends with a colon.")
    return slip.say("RL101", f"No declaration begins with `{word}`", "not known here",
                    allowed="A line at the left margin begins with a word such as `zones`, `action` or `phase`.",
                    hint=suggestion(word, DECLARATIONS))


def _lone_branch(slip: Slip) -> Diagnostic | None:
    if slip.starts_line and slip.kind == "else":
        return slip.say("RL113", "This `else` has no `if`", "no `if` above it",
                        allowed="`else` stands below its `if`, equally far to the right, with nothing between them.")
    if slip.starts_line and slip.kind == "or":
        return slip.say("RL128", "This `or` has no `either`", "no `either` above it",
                        allowed="`or` stands below its `either`, equally far to the right.")
    if slip.may == {"or"}:
        return slip.say("RL128", "An `either` needs two branches at least", "only one branch",
                        hint='Write `or "Label": ...` below it, or leave the `either` out.')
    return None


def _wrong_half(slip: Slip) -> Diagnostic | None:
    if not slip.starts_line:
        return None
    word = slip.token.text
    if slip.kind in ("given", "expect") and "move" in slip.may:
        return slip.say("RL131", f"`{word}` stands in an `example` only", "not in an example")
    if slip.kind in ("pay", "when") and "move" in slip.may:
        if slip.declaration == "action":
            return slip.say("RL131", f"`{word}` belongs above `do:`", "below `do:`",
                            allowed="What an action costs and needs is known before it is begun.")
        return slip.say("RL131", f"`{word}` stands in the head of an action only", "not in an action",
                        hint="Write `if` for a condition." if word == "when" else "")
    if slip.kind in STATEMENTS and "pay" in slip.may and "move" not in slip.may:
        return slip.say("RL131", f"`{word}` changes the game: put it below `do:`", "in the head of an action",
                        allowed="Above `do:` stand `when`, `choose`, `pay`, `let` and `either`.")
    if slip.kind == "NAME" and "pay" in slip.may and "move" not in slip.may:
        return slip.say("RL131", f"`{word}` cannot stand above `do:`", "in the head of an action",
                        allowed="Above `do:` stand `when`, `choose`, `pay`, `let` and `either`.")
    return None


def _no_statement(slip: Slip) -> Diagnostic | None:
    if slip.words != ["NAME"] or "chooses" not in slip.may or slip.ends_line or slip.kind == "=":
        return None
    first = slip.line[0]
    if "+=" not in slip.may:
        return slip.say("RL131", f"No line above `do:` begins with `{first.text}`", "not known here", at=first,
                        allowed="Above `do:` stand `when`, `choose`, `pay`, `let` and `either`.",
                        hint=suggestion(first.text, ("when", "choose", "pay", "let", "either")))
    return slip.say("RL126", f"No statement begins with `{first.text}`", "not known here", at=first,
                    allowed="A statement begins with a word such as `move`, `draw` or `choose`, is the name of "
                            "a phase, or changes a variable with `=`, `+=` or `-=`.",
                    hint=OTHER_WORDS.get(first.text) or suggestion(first.text, STATEMENTS | {"when", "pay"}))


def _row(slip: Slip) -> Diagnostic | None:
    if slip.declaration == "cards" and slip.line and slip.line[0].kind == "STRING" and "each" in slip.may:
        return slip.say("RL133", "A row of cards begins with a number of copies", "how many?", at=slip.line[0],
                        hint=f"Write `1 {slip.line[0].text}`.")
    return None


def _criterion(slip: Slip) -> Diagnostic | None:
    if slip.declaration != "win" or ":" not in slip.words:
        return None
    first = slip.line[slip.words.index(":") + 1 :]
    if first and first[0].text not in ("highest", "lowest") and slip.token.start <= first[-1].end:
        return slip.say("RL134", "`win` must say whether the highest or the lowest wins", "highest or lowest?",
                        at=first[0], hint=f"Write `highest {first[0].text} ...`.")
    return None


# ---------------------------------------------------------------- names


def _cannot_remove(slip: Slip) -> Diagnostic | None:
    if slip.words != ["remove"]:
        return None
    word = slip.token.text
    if word in ("zones", "vars"):
        return slip.say("RL266", f"`remove {word}` does not say which", "all of them?",
                        allowed="They are removed one by one.", hint="Write `remove` and a name.")
    if word == "players":
        return slip.say("RL266", "A game cannot be without `players`", "cannot be removed",
                        hint="Write `replace players 2..4`, with other numbers.")
    if word in ("win", "payoff"):
        return slip.say("RL266", "A game cannot be without `win` or `payoff`", "cannot be removed",
                        hint="Write `replace win: ...` or `replace payoff: ...`; one may take the place of the other.")
    return None


def _keyword_as_name(slip: Slip) -> Diagnostic | None:
    if slip.kind not in KEYWORDS or "NAME" not in slip.may:
        return None
    words = slip.words
    naming = bool(words) and words[-1] in _NAMING
    listing = slip.declaration == "enum" and bool(words) and words[-1] in (",", ":")
    lining = slip.starts_line and slip.declaration in ("zones", "vars", "cards", "score", "pots")
    binding = bool(words) and words[-1] in ("choose", ",", "chooses", "random", "INT") and _next(slip) == "from"
    parameter = bool(words) and words[-1] in ("(", ",") and _next(slip) == ":"
    if not (naming or listing or lining or binding or parameter):
        return None
    return slip.say("RL102", f"`{slip.token.text}` is a word of the language; choose another name", "used as a name")


def _next(slip: Slip) -> str:
    index = slip.misfit.index + 1
    return slip.misfit.tokens[index].kind if index < len(slip.misfit.tokens) else END


# ---------------------------------------------------------------- inside expressions


def _comparison(slip: Slip) -> Diagnostic | None:
    if slip.kind == "=" and "is" in slip.may:
        return slip.say("RL105", "`=` does not compare: write `is`", "a comparison is meant here",
                        allowed="`=` gives a variable a value; `is` asks whether two values are the same.")
    if slip.kind == "=" and "and" in slip.may:
        return slip.say("RL105", "`=` cannot stand inside an expression", "not here",
                        allowed="`=` gives a variable a value, as a statement of its own.")
    if slip.kind in _COMPARING and "and" in slip.may:
        return slip.say("RL116", "Comparisons cannot be chained", "a second comparison",
                        allowed="A comparison has two sides.",
                        hint="Write two comparisons with `and` between them: `a < b and b < c`.")
    return None


def _rounding(slip: Slip) -> Diagnostic | None:
    if "rounded" in slip.may:
        return slip.say("RL115", "This division does not say how it is rounded", "rounded up or down?",
                        hint="Write `rounded up` or `rounded down` behind it.")
    return None


def _half_conditional(slip: Slip) -> Diagnostic | None:
    if "else" in slip.may and slip.words[1:].count("if") > slip.words.count("else"):
        return slip.say("RL132", "This `if` inside an expression has no `else`", "what else?",
                        allowed="A value is needed in either case: `a if c else b`.",
                        hint="Write `else` and the other value.")
    return None


# ---------------------------------------------------------------- missing signs and words


def _colon(slip: Slip) -> Diagnostic | None:
    if ":" not in slip.may or not slip.line or slip.line[0].kind not in _OPENERS:
        return None
    later = [t.kind for t in slip.line if t.start > slip.token.start]
    if not (slip.ends_line or slip.kind in STATEMENTS or slip.kind == "NAME") or ":" in later:
        return None
    first = slip.line[0].text
    place = Token("", "", slip.before.end, slip.before.end) if slip.before else slip.token
    return slip.say("RL103", f"A colon is missing behind this `{first}`", "here", at=place,
                    hint="Put a `:` there.")


def _from(slip: Slip) -> Diagnostic | None:
    asked = next((w for w in slip.words if w in ("choose", "chooses", "random")), None)
    if asked is None or "from" not in slip.may:
        return None
    return slip.say("RL114", f"`{asked}` must say from what", "from what?",
                    allowed=f"A choice names what is picked and where from: `{asked} card from your hand`.",
                    hint="Write `from` and a zone, a list or a range.")


def _two_statements(slip: Slip) -> Diagnostic | None:
    if slip.kind == "from" and slip.words[-2:] == [":", "turns"] and slip.before is not None:
        return _own_block(slip, slip.before)
    if slip.starts_line or "_NL" not in slip.may or slip.kind not in STATEMENTS:
        return None
    if slip.words[-1:] == [":"]:
        return _own_block(slip, slip.token)
    if slip.kind == "if":
        return None
    return slip.say("RL118", "Two statements stand on one line", "a second statement",
                    allowed="Every statement has a line of its own.",
                    hint=f"Begin a new line with `{slip.token.text}`.")


def _own_block(slip: Slip, word: Token) -> Diagnostic:
    return slip.say("RL118", f"`{word.text}` has a block of its own", "behind a colon", at=word,
                    allowed="Only a statement without a block may follow a colon.",
                    hint="Put it on a line of its own, below and deeper.")


def _comma(slip: Slip) -> Diagnostic | None:
    starts_item = slip.kind in ("NAME", "STRING", "INT", "seen", "face", "up", "any", "your", "where")
    if "," not in slip.may or not starts_item or slip.before is None:
        return None
    if slip.kind == "where" and slip.declaration != "meld":
        return None
    place = Token("", "", slip.before.end, slip.before.end)
    return slip.say("RL104", f"A comma is missing before `{_short(slip.token.text)}`", "here", at=place,
                    allowed="Things in a row are divided by commas.")


def _small_word(slip: Slip) -> Diagnostic | None:
    missing = slip.may & _SMALL_WORDS
    if len(missing) != 1 or slip.kind not in ("NAME", "your", "STRING", "INT", "all", "(", "[", "top", "bottom", ":"):
        return None
    word = next(iter(missing))
    place = Token("", "", slip.before.end, slip.before.end) if slip.before else slip.token
    return slip.say("RL136", f"`{word}` is missing before `{_short(slip.token.text)}`", "here", at=place,
                    hint=f"Write `{word} {_short(slip.token.text)}`.")


def _list_below(slip: Slip) -> Diagnostic | None:
    index = slip.misfit.index
    below = slip.misfit.tokens[index + 1].kind if index + 1 < len(slip.misfit.tokens) else END
    if slip.kind == "_NL" and slip.words[-1:] == [":"] and below == "_INDENT":
        return slip.say("RL127", f"What belongs to this `{slip.line[0].text}` begins on the same line", "here",
                        at=slip.before, allowed="It may go on below after a comma.",
                        hint="Join this line and the next.")
    return None


_CHECKS: tuple[Callable[[Slip], Diagnostic | None], ...] = (
    _unknown_declaration, _lone_branch, _wrong_half, _cannot_remove, *FOREIGN, *HABITS, _keyword_as_name,
    _no_statement, _row, _criterion, _comparison, _rounding, _half_conditional, _from, _colon, _two_statements,
    _list_below, _comma, _small_word,
)


# ---------------------------------------------------------------- anything else


def _anything(slip: Slip) -> Diagnostic:
    allowed = _allowed(slip.may)
    before = slip.before
    if slip.ends_line or slip.kind in MARKS:
        after = f" after `{_short(before.text)}`" if before else ""
        return slip.say("RL127", f"The line ends too early{after}", "something is missing here", allowed=allowed)
    shown = _short(slip.token.text)
    if slip.starts_line:
        return slip.say("RL100", f"No line can begin with `{shown}` here", "not here", allowed=allowed)
    if slip.may == {"_NL"}:
        return slip.say("RL100", f"The line should end before `{shown}`", "too much", allowed="")
    return slip.say("RL100", f"`{shown}` cannot follow `{_short(before.text) if before else ''}`", "does not fit here",
                    allowed=allowed)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:36] + "..."


_OPERATORS = frozenset(("+", "-", "*", "/", ".", "'s", "[", "at", "is", "has", "can", "knows", "<", "<=", ">", ">=",
                        "and", "or", "if", "else", "?"))


def _allowed(may: set[str]) -> str:
    """What may stand at a place, in words: kinds of things first, then single words."""
    rest = set(may) - MARKS - {END}
    things: list[str] = []
    if {"INT", "STRING", "your"} <= rest:
        things.append("a value")
        rest -= {"NAME", "INT", "STRING", "your", "all", "any", "not", "(", "[", "-", "top", "bottom", "up", "down",
                 "players", *SOFT_WORDS}
    elif "NAME" in rest:
        things.append("a name")
        rest -= SOFT_WORDS
    things += [word for kind, word in (("STRING", 'a text in "quotes"'), ("INT", "a number")) if kind in rest]
    rest -= {"NAME", "STRING", "INT", "DOC"}
    if len(rest & _OPERATORS) > 4:
        rest -= _OPERATORS
    things += [f"`{word}`" for word in sorted(rest, key=lambda w: (not w[0].isalpha(), w))[:8]]
    if "_NL" in may:
        things.append("the end of the line")
    return f"Here may stand {series(things, 'or')}." if things else ""
