"""`each player at once` in, what would make the order of seats matter out: choices first, then only your own things."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.analysis import model as m
from rulelang.analysis.check.scopes import Work
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

Family = m.ZoneSymbol | m.VarSymbol | m.TokenSymbol | m.PotSymbol


def refuse_order(work: Work, node: ast.AtOnce) -> None:
    """Report everything in the (already checked) block that depends on the order of seats."""
    lines = node.body.statements
    cut = next((at for at, line in enumerate(lines) if not isinstance(line, ast.Choose | ast.Let)), len(lines))
    for line in lines[:cut]:
        if isinstance(line, ast.Choose) and line.decider is not None:
            _refuse(work, line.decider, "In `each player at once` each player chooses for themselves")
    effects = list(_effects(work, lines[cut:]))
    mine = _mine(work, lines[:cut])
    changed = {symbol for effect in effects for symbol in _changes(work, effect, mine)}
    for effect in effects:
        _reads(work, effect, changed)


def _refuse(work: Work, node: ast.Node, title: str, hint: str = "") -> None:
    work.error(
        "RL334",
        title,
        node,
        allowed="After the choices only `move`, `flip` and changes of `your` zones and variables "
        "may stand, so that the order of seats cannot matter.",
        hint=hint,
    )


def _effects(work: Work, lines: tuple[ast.Statement, ...]) -> Iterator[ast.Move | ast.Flip | ast.Assign]:
    for line in lines:
        match line:
            case ast.Move() | ast.Flip() | ast.Assign():
                yield line
            case ast.Choose():
                _refuse(
                    work, line, "In `each player at once` the choices come before all effects", "Move this line up."
                )
            case ast.Let():
                _refuse(work, line, "In `each player at once` names come before all effects", "Move this line up.")
            case _:
                _refuse(
                    work,
                    line,
                    "In `each player at once` this could depend on the order of seats",
                    "Put it into an `each player:` below.",
                )


def _mine(work: Work, lines: tuple[ast.Statement, ...]) -> set[str]:
    """Names for things that come out of what is your own."""
    names: set[str] = set()
    for line in lines:
        if isinstance(line, ast.Choose):
            names |= {binder.name.text for binder in line.binders if _is_mine(work, binder.source, names)}
        elif isinstance(line, ast.Let) and _is_mine(work, line.value, names):
            names.add(line.name.text)
    return names


def _is_mine(work: Work, node: ast.Expr, names: set[str]) -> bool:
    """Whether cards come from `your` zones only."""
    ref = work.refs.get(node)
    if isinstance(ref, m.Instance):
        return _yours(ref)
    match node:
        case ast.Name(text=word):
            return word in names
        case ast.Query(source=source, each=None):
            return _is_mine(work, source, names)
        case ast.Top(zone=zone) | ast.Bottom(zone=zone) | ast.At(zone=zone):
            return _is_mine(work, zone, names)
        case ast.Call(name=ast.Ident(text="first"), args=(source,)):
            return _is_mine(work, source, names)
        case ast.Arithmetic(left=left, right=right, op=op):
            return _is_mine(work, left, names) and (op == "-" or _is_mine(work, right, names))
        case ast.ListOf(items=items):
            return all(_is_mine(work, item, names) for item in items)
    return False


def _yours(ref: m.Instance) -> bool:
    return any(isinstance(key, m.You) for key in ref.keys)


def _changes(work: Work, node: ast.Move | ast.Flip | ast.Assign, mine: set[str]) -> list[Family]:
    """What an effect changes, everything that is not your own reported."""
    changed: list[Family] = []
    if not isinstance(node, ast.Assign):
        if not _is_mine(work, node.cards, mine):
            _shared(work, node.cards)
        changed += [
            ref.of
            for part in walk(node.cards)
            if isinstance(ref := work.refs.get(part), m.Instance) and not isinstance(ref.of, m.ScoreSymbol)
        ]
    target = node.target if isinstance(node, ast.Assign) else node.place if isinstance(node, ast.Move) else None
    if isinstance(target, ast.At | ast.Top | ast.Bottom):
        target = target.zone
    ref = work.refs.get(target) if target is not None else None
    if target is not None and isinstance(ref, m.Instance) and not isinstance(ref.of, m.ScoreSymbol):
        changed.append(ref.of)
        if not _yours(ref) or isinstance(ref.of, m.TokenSymbol | m.PotSymbol):
            _shared(work, target)
    elif target is not None and not isinstance(ref, m.Instance):
        _shared(work, target)
    return changed


def _shared(work: Work, node: ast.Expr) -> None:
    _refuse(
        work,
        node,
        f"`{node.span.text}` could be changed by every seat at once",
        "Change only what is `your` own here; do the rest in an `each player:` below.",
    )


def _reads(work: Work, node: ast.Move | ast.Flip | ast.Assign, changed: set[Family]) -> None:
    """An effect may not read of others what their effects change."""
    for part in walk(node):
        ref = work.refs.get(part)
        others = isinstance(ref, m.Instance) and ref.of in changed and not _yours(ref)
        if others or (isinstance(ref, m.ZoneSymbol) and ref in changed):
            _refuse(
                work,
                part,
                f"`{part.span.text}` is changed by other seats in this block",
                "Name it with `let` above the effects.",
            )
