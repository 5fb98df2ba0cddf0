"""Grammar text in, parse tables out: Lark works them out once, a cache file keeps them.

The tables are plain numbers and words, stored as JSON: a cache file is data, never code, and
reading it needs no Lark. Whatever is wrong with the cache, the tables are made anew.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulelang.records import dataclass
from rulelang.resources import cache_folder, grammar_text, keep_in_cache

_FORMAT = 3
END = "$END"
"""The kind of the token behind the last one."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """How a grammar rule makes its value: `size` parts of the stack become one.

    `maker` names the method that builds the value ("" passes a list on to the rule around it);
    `keep` tells for each part 0 leave out, 1 take, 2 take its members; `blanks` says how many
    parts that were left out of the text come before each part, and behind the last; `single`
    lets one lone value through unchanged.
    """

    origin: str
    maker: str
    size: int
    keep: tuple[int, ...]
    blanks: tuple[int, ...]
    single: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """`actions[state][kind]` is a state to go on with, or `~r` to apply reduction r; `goto[state][origin]` likewise."""

    actions: tuple[dict[str, int], ...]
    goto: tuple[dict[str, int], ...]
    reductions: tuple[Reduction, ...]
    start: int
    end: int


@cache
def tables() -> Tables:
    """The tables of the grammar, from memory, from the cache folder, or made anew."""
    text = grammar_text()
    place = _cache_file(text)
    if place is not None:
        found = _read(place)
        if found is not None:
            return found
    made = build_tables(text)
    if place is not None:
        _write(place, made)
    return made


def _cache_file(text: str) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    key = f"{_FORMAT}\n{_lark_version()}\n{sys.version}\n{text}"
    return folder / f"tables-{sha256(key.encode()).hexdigest()[:24]}.json"


def _lark_version() -> str:
    """The head of Lark's package, which holds its version: far quicker to get than the version by its usual way."""
    spec = find_spec("lark")
    try:
        return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    except OSError:
        return ""


def _read(place: Path) -> Tables | None:
    """The tables in a cache file; None if it cannot be read or does not hold tables."""
    try:
        return _from_data(json.loads(place.read_bytes()))
    except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None


def _write(place: Path, made: Tables) -> None:
    """Store tables; a folder that cannot be written is no matter."""
    keep_in_cache(place, json.dumps(_to_data(made), separators=(",", ":")).encode())


def _to_data(made: Tables) -> dict[str, Any]:
    reductions = [[r.origin, r.maker, r.size, r.keep, r.blanks, r.single] for r in made.reductions]
    return {"actions": made.actions, "goto": made.goto, "reductions": reductions, "start": made.start, "end": made.end}


def _from_data(data: Any) -> Tables:
    """Tables from what a cache file holds. Raises ValueError, TypeError or KeyError if it is something else."""
    reductions = tuple(Reduction(str(o), str(m), int(n), tuple(k), tuple(b), bool(s))
                       for o, m, n, k, b, s in data["reductions"])
    found = Tables(tuple(data["actions"]), tuple(data["goto"]), reductions, int(data["start"]), int(data["end"]))
    if not _sound(found):
        raise ValueError("not a table")
    return found


def _sound(found: Tables) -> bool:
    """Whether every number of the tables leads to a state or a reduction that exists."""
    states, rules = len(found.actions), len(found.reductions)
    if not (0 <= found.start < states == len(found.goto) and 0 <= found.end < states):
        return False
    rows = (*found.actions, *found.goto)
    return all(type(n) is int and -rules <= n < states for row in rows for n in row.values())


# ---------------------------------------------------------------- by Lark


def build_tables(text: str, start: str = "part") -> Tables:
    """Work out the tables of a grammar text. Raises Lark's errors for a text that is no LALR(1) grammar."""
    from lark import Lark
    from lark.lexer import Lexer, PatternStr

    class NoLexer(Lexer):
        """Tokens come from `scanner`, so Lark needs none."""

        def __init__(self, _conf: object) -> None:
            pass

        def lex(self, _lexer_state: object, _parser_state: object) -> Any:
            return iter(())

    lark = Lark(text, parser="lalr", lexer=NoLexer, start=start, maybe_placeholders=True)
    words = {t.name: t.pattern.value for t in lark.terminals if isinstance(t.pattern, PatternStr)}
    words["_COMMA"] = ","
    return _convert(lark, words, start)


def _convert(lark: Any, words: dict[str, str], start: str) -> Tables:
    """Lark's own tables as ours: kinds of tokens are the words themselves, reductions and states are numbered anew.

    Lark numbers its states differently in every run; here equal grammars have equal tables.
    """
    table = lark.parser.parser._parse_table  # no public name leads there; a test watches over it
    origins = {str(rule.origin.name) for rule in lark.rules}
    shifts: dict[Any, dict[str, Any]] = {}
    gotos: dict[Any, dict[str, Any]] = {}
    reduces: dict[Any, dict[str, Reduction]] = {}
    for state, row in table.states.items():
        shifts[state], gotos[state], reduces[state] = {}, {}, {}
        for symbol, (step, target) in sorted(row.items()):
            if str(symbol) in origins:
                gotos[state][symbol] = target
            elif step.name == "Reduce":
                reduces[state][words.get(symbol, symbol)] = _reduction(target)
            else:
                shifts[state][words.get(symbol, symbol)] = target
    order = _order(shifts, gotos, table.start_states[start])
    reductions = sorted({one for state in order for one in reduces[state].values()}, key=repr)
    codes = {one: ~number for number, one in enumerate(reductions)}
    actions = tuple({kind: order[target] for kind, target in shifts[state].items()}
                    | {kind: codes[one] for kind, one in reduces[state].items()} for state in order)
    goto = tuple({origin: order[target] for origin, target in gotos[state].items()} for state in order)
    return Tables(actions, goto, tuple(reductions), 0, order[table.end_states[start]])


def _order(shifts: dict[Any, dict[str, Any]], gotos: dict[Any, dict[str, Any]], first: Any) -> dict[Any, int]:
    """A number for each state, in the order in which they are met from the first."""
    order = {first: 0}
    waiting = [first]
    for state in waiting:
        for target in (*shifts[state].values(), *gotos[state].values()):
            if target not in order:
                order[target] = len(order)
                waiting.append(target)
    return order


def _reduction(rule: Any) -> Reduction:
    origin = str(rule.origin.name)
    inline = origin.startswith("_")
    keep = tuple(_keep(symbol) for symbol in rule.expansion)
    blanks = _blanks(rule.options.empty_indices, len(keep))
    maker = "" if inline else str(rule.alias or origin)
    return Reduction(origin, maker, len(keep), keep, blanks, bool(rule.options.expand1 and not rule.alias))


def _keep(symbol: Any) -> int:
    if symbol.is_term:
        return 0 if symbol.filter_out else 1
    return 2 if symbol.name.startswith("_") else 1


def _blanks(empty: Any, size: int) -> tuple[int, ...]:
    """Lark marks each left-out part by True and each present one by False: count the former before each latter."""
    counts = [0]
    for blank in empty or ():
        if blank:
            counts[-1] += 1
        else:
            counts.append(0)
    return tuple(counts) if empty else (0,) * (size + 1)
