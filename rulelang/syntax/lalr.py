"""Tables and tokens in, one value or the place of the first misfit out: the parser's loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.records import dataclass
from rulelang.syntax.scanner import Token
from rulelang.syntax.tables import END, Tables

Maker = Callable[..., Any]
"""Builds a value from its start, its end and its parts."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """`tokens[index]` cannot follow the tokens before it; `stack` holds the states reached by those."""

    tokens: Sequence[Token]
    index: int
    stack: tuple[int, ...]

    @property
    def token(self) -> Token:
        """The token that does not fit; one of kind `$END` behind the last."""
        if self.index < len(self.tokens):
            return self.tokens[self.index]
        end = self.tokens[-1].end if self.tokens else 0
        return Token(END, "", end, end)


def run(tables: Tables, makers: Sequence[Maker | None], tokens: Sequence[Token]) -> Any:
    """The value of all tokens, or a `Misfit`. `makers[r]` builds for reduction r; None passes a list on."""
    actions, goto, reductions = tables.actions, tables.goto, tables.reductions
    states = [tables.start]
    values: list[Any] = []
    starts: list[int] = []
    ends: list[int] = []
    end = tokens[-1].end if tokens else 0
    for index, token in enumerate((*tokens, Token(END, "", end, end))):
        kind = token.kind
        while True:
            action = actions[states[-1]].get(kind)
            if action is None:
                return Misfit(tokens, index, tuple(_states(tables, tokens[:index])))
            if action >= 0:
                states.append(action)
                values.append(token)
                starts.append(token.start)
                ends.append(token.end)
                break
            rule = reductions[~action]
            size = rule.size
            if size == 1 and rule.single:
                states[-1] = goto[states[-2]][rule.origin]
            else:
                _reduce(rule.keep, rule.blanks, rule.single, makers[~action], size, values, starts, ends)
                if size:
                    del states[-size:]
                states.append(goto[states[-1]][rule.origin])
            if kind == END and states[-1] == tables.end:
                return values[-1]
    raise AssertionError("the token behind the last one is accepted or a misfit")


def _reduce(keep: tuple[int, ...], blanks: tuple[int, ...], single: bool, maker: Maker | None, size: int,
            values: list[Any], starts: list[int], ends: list[int]) -> None:
    """Replace the topmost `size` values by the one made of them."""
    start = starts[-size] if size else ends[-1] if ends else 0
    end = ends[-1] if ends else 0
    kept = _kept(keep, blanks, values[-size:] if size else [])
    value = kept if maker is None else kept[0] if single and len(kept) == 1 else maker(start, end, *kept)
    if size:
        del values[-size:], starts[-size:], ends[-size:]
    values.append(value)
    starts.append(start)
    ends.append(end)


def _kept(keep: tuple[int, ...], blanks: tuple[int, ...], parts: list[Any]) -> list[Any]:
    """The parts that matter, members of inner lists among them, None for what was left out of the text."""
    kept: list[Any] = []
    for how, blank, part in zip(keep, blanks, parts, strict=False):
        if blank:
            kept.extend([None] * blank)
        if how == 2:
            if kept:
                kept.extend(part)
            else:
                kept = part  # a list that grows at its end is never copied
        elif how:
            kept.append(part)
    if blanks[-1]:
        kept.extend([None] * blanks[-1])
    return kept


def accepted(tables: Tables, stack: Sequence[int]) -> set[str]:
    """Kinds of tokens that could really come next: reductions are tried on the states alone."""
    return {kind for kind in tables.actions[stack[-1]] if _fits(tables, list(stack), kind)}


def _states(tables: Tables, tokens: Sequence[Token]) -> list[int]:
    """The states behind tokens that fit, before the next one has made any of them whole."""
    stack = [tables.start]
    for token in tokens:
        while (action := tables.actions[stack[-1]][token.kind]) < 0:
            rule = tables.reductions[~action]
            if rule.size:
                del stack[-rule.size:]
            stack.append(tables.goto[stack[-1]][rule.origin])
        stack.append(action)
    return stack


def _fits(tables: Tables, stack: list[int], kind: str) -> bool:
    while True:
        action = tables.actions[stack[-1]].get(kind)
        if action is None:
            return False
        if action >= 0:
            return True
        rule = tables.reductions[~action]
        if rule.size:
            del stack[-rule.size:]
        stack.append(tables.goto[stack[-1]][rule.origin])
        if kind == END and stack[-1] == tables.end:
            return True
