"""`resolve E` in, the effects it can run out: there must be one for everything E can be at this place."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.counts import PrintFact
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.analysis.check.words import a, both
from rulelang.ir.numbers import NONE
from rulelang.syntax import ast


def resolve(work: Work, node: ast.Resolve, scope: Scope) -> None:
    """Check a `resolve` and note every effect it may run."""
    kind = work.type(node.value, scope)
    keys: list[str | tuple[str, int]]
    match t.plain(kind):
        case t.Card(of):
            keys = [name for name in work.counts.names_of(of) if _possible(work, node.value, name, scope)]
        case t.EnumValue(enum):
            keys = [(enum, place) for place in range(len(work.model.enums[enum].values))]
        case t.Unknown() | t.NoneValue():
            return
        case _:
            work.error(
                "RL305",
                f"Effects belong to cards and values of an enum; `{node.value.span.text}` is {a(kind)}",
                node.value,
            )
            return
    for key in keys:
        if key in work.model.effects:
            work.call("run", ("effect", key), node, scope)
    _complete(work, node, [key for key in keys if key not in work.model.effects])


def _complete(work: Work, node: ast.Resolve, missing: list[str | tuple[str, int]]) -> None:
    if not missing:
        return
    names = [f'"{key}"' if isinstance(key, str) else f"`{work.model.enums[key[0]].values[key[1]]}`" for key in missing]
    shown = both(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
    first = names[0].strip("`")
    work.error(
        "RL331",
        f"There is no effect for {shown}",
        node.value,
        f"`{node.value.span.text}` can be that",
        hint=f"Add `effect {first}: ...`; without a block, `effect {first}` does nothing.",
    )


def _possible(work: Work, subject: ast.Expr, name: str, scope: Scope) -> bool:
    """Whether a print can be meant, in the light of all facts."""
    fact = work.counts.prints[name]
    return all(holds(work, known.condition, subject, name, fact) is not (not known.holds) for known in scope.facts)


def holds(work: Work, condition: ast.Expr, subject: ast.Expr, name: str, fact: PrintFact) -> bool | None:
    """Whether a (checked) condition holds if `subject` is this print; None if the print alone cannot tell."""
    match condition:
        case ast.Not(value=value):
            inner = holds(work, value, subject, name, fact)
            return None if inner is None else not inner
        case ast.And(parts=parts) | ast.Or(parts=parts):
            found = [holds(work, part, subject, name, fact) for part in parts]
            decisive = isinstance(condition, ast.Or)
            return decisive if decisive in found else None if None in found else not decisive
        case ast.Preference(conditions=parts, or_any=or_any):
            hopeless = all(holds(work, part, subject, name, fact) is False for part in parts)
            return False if hopeless and not or_any else None
        case ast.Is(left=left, right=right, negated=negated):
            same = _is(work, condition, left, right, subject, name, fact)
            return None if same is None else same != negated
        case ast.Compare(op=op, left=left, right=right):
            return _compared(work, op, left, right, subject, fact)
        case ast.Attribute(value=value, name=ast.Ident(text=word)) if value == subject:
            return fact.values.get(word) == 1
    return None


def _is(
    work: Work, test: ast.Is, left: ast.Expr, right: ast.Expr, subject: ast.Expr, name: str, fact: PrintFact
) -> bool | None:
    ref = work.refs.get(test)
    if left == subject:
        if isinstance(ref, m.IsPrinted) and ref.name:
            return ref.name == name
        return ref.cards == fact.type if isinstance(ref, m.IsCards) else None
    if not (isinstance(left, ast.Attribute) and left.value == subject and isinstance(ref, m.IsValue)):
        return None
    mine = fact.values.get(left.name.text, NONE)
    constant = work.refs.get(right)
    if isinstance(constant, m.Constant):
        return mine == constant.value
    if isinstance(right, ast.Int) and isinstance(mine, int):
        kind = t.plain(work.types[left])
        if isinstance(kind, t.EnumValue) and mine != NONE:
            mine = work.model.enums[kind.enum].numbers[mine]
        return mine == right.value
    return None


def _compared(
    work: Work, op: str, left: ast.Expr, right: ast.Expr, subject: ast.Expr, fact: PrintFact
) -> bool | None:
    """`c.rank > 6` for this print; None if a side is neither printed on it nor fixed."""
    by_number = any(isinstance(t.plain(work.types.get(side) or t.Unknown()), t.Number) for side in (left, right))
    sides = [_amount(work, side, subject, fact, by_number) for side in (left, right)]
    if None in sides:
        return None
    one, other = (side or 0 for side in sides)
    return NONE not in (one, other) and {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[op]


def _amount(work: Work, side: ast.Expr, subject: ast.Expr, fact: PrintFact, by_number: bool) -> int | None:
    """A number or the place of an enum's value; the number printed on it where the other side is a number."""
    match side:
        case ast.Int(value=value):
            return value
        case ast.Call(name=ast.Ident(text="number"), args=(inner,)):
            return _amount(work, inner, subject, fact, by_number=True)
        case ast.Attribute(value=value, name=ast.Ident(text=word)) if value == subject:
            found = fact.values.get(word, NONE)
        case _:
            ref = work.refs.get(side)
            found = ref.value if isinstance(ref, m.Constant) else ()
    kind = t.plain(work.types.get(side) or t.Unknown())
    if not isinstance(found, int):
        return None
    if isinstance(kind, t.EnumValue):
        return work.model.enums[kind.enum].numbers[found] if by_number and found != NONE else found
    return found if isinstance(kind, t.Number) else None
