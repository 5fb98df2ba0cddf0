"""Merged rules and removed names in, every use that is left out: nothing may refer to what a variant removes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulelang.analysis.variants.overlay import describe, names_in, place_of
from rulelang.diagnostics import Diagnostics, Label
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

_BINDERS = (ast.Binder, ast.Let, ast.Draw, ast.Query, ast.Each, ast.Parameter, ast.MeldPart)
"""Nodes whose `name` is a local one."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A line of a variant that takes something out of the base, wholly or by putting something else in its place."""

    node: ast.Remove | ast.Replace
    span: Span
    before: ast.Declaration | ast.Row
    after: ast.Declaration | None = None

    @property
    def names(self) -> frozenset[str]:
        """The names that go with it: its own, the values of an enum, the group of an action, printed names."""
        if isinstance(self.before, ast.Row):
            return frozenset((f'"{self.before.name.value}"',))
        before = frozenset(_declared(self.before))
        if self.after is None:
            return before
        # Cards may be written in another way and be called the same: of these only the type is sure.
        return frozenset(name for name in before - frozenset(_declared(self.after)) if not name.startswith('"'))

    @property
    def group(self) -> str:
        """The group that loses an action."""
        return self.before.group.text if isinstance(self.before, ast.Action) and self.before.group else ""


def report_uses(rules: ast.Rules, removed: list[Removal], found: Diagnostics) -> bool:
    """Report each removed thing that is still used, with all its uses; whether there was one."""
    reported = False
    again = {name for item in rules.items for name in _declared(item.declaration)}
    last = {removal.group: removal for removal in removed}
    for removal in removed:
        names = removal.names - again
        groups = names & {removal.group}
        for gone in (names - groups, groups if last[removal.group] is removal else frozenset[str]()):
            uses = [use for item in rules.items for use in _uses(item.declaration, gone)] if gone else []
            if uses:
                reported = True
                too = [other for other in removed if gone is groups and other.group == removal.group]
                _report(removal, uses, rules, [Label(other.span, "gone, too") for other in too[:-1]], found)
    return reported


def _report(
    removal: Removal, uses: list[tuple[str, Span]], rules: ast.Rules, too: list[Label], found: Diagnostics
) -> None:
    node, first = removal.node, uses[0][0]
    written = first if isinstance(node, ast.Replace) else node.target.span.text if node.target else node.span.text
    shown = written if written.startswith('"') else f"`{written}`"
    title = f"{shown} is removed but still used"
    if isinstance(node, ast.Replace):
        title = f"{shown} is gone with what is replaced here, but still used"
    if first == removal.group:
        user = next((_name(item.declaration) for item in rules.items if any(_uses(item.declaration, {first}))), "")
        title = f"The last action of the group `{first}` goes here, and {user} still uses the group"
    found.error(
        "RL263",
        title,
        removal.span,
        "removed here" if isinstance(node, ast.Remove) else "replaced here",
        others=[*too, *(Label(span, "used here") for _, span in uses)],
        hint="Replace or remove what uses it.",
    )


def _name(node: ast.Declaration) -> str:
    place = place_of(node)
    return describe(place, article=False).split(" ", 1)[-1] if place else f"`{node.span.text.split(':')[0]}`"


def _declared(node: ast.Declaration) -> Iterator[str]:
    """The names that a declaration of the merged rules gives."""
    match node:
        case ast.Zones(zones=lines) | ast.Vars(vars=lines) | ast.Pots(pots=lines):
            yield from (line.name.text for line in lines)
        case ast.Cards(rows=rows):
            yield node.name.text
            yield from (f'"{row.name.value}"' for row in rows if isinstance(row, ast.Row))
        case ast.Effect():
            return
        case ast.Action(group=group):
            yield node.name.text
            if group is not None:
                yield group.text
        case _:
            yield from names_in(node)


def _uses(node: ast.Declaration, names: Collection[str]) -> Iterator[tuple[str, Span]]:
    """Where a declaration refers to one of the names, other than by a local name of its own."""
    own = {local for part in walk(node) for local in _locals(part)}
    for part in walk(node):
        for word, span in _words(part):
            if word in names and word not in own:
                yield word, span


def _locals(node: ast.Node) -> Iterator[str]:
    if isinstance(node, _BINDERS) and node.name is not None:
        yield node.name.text


def _words(node: ast.Node) -> Iterator[tuple[str, Span]]:
    """The names that one node refers to by itself."""
    match node:
        case ast.Name(text=word) | ast.Your(name=word):
            yield word, node.span
        case ast.NamedType(name=word) | ast.All(type=word):
            yield word, node.span
        case ast.Str(value=word):
            yield f'"{word}"', node.span
        case ast.Effect(target=ast.Text(value=word)):
            yield f'"{word}"', node.target.span
        case ast.Effect(target=ast.Ident(text=word)):
            yield word, node.target.span
        case ast.Owned(name=name) | ast.Call(name=name) | ast.Run(name=name) | ast.End(name=name) | ast.Hook(name=name):
            yield name.text, name.span
        case ast.MenuItem(name=name) | ast.Can(action=name) | ast.Does(action=name) | ast.WhenRuns(phase=name):
            yield name.text, name.span
        case ast.Limit(phase=name) | ast.Pot(token=name) | ast.MeldPart(type=name) | ast.CollectionType(of=name):
            yield name.text, name.span
        case ast.Pay(token=ast.Ident() as name) | ast.Deal(zone=name):
            yield name.text, name.span
        case ast.Zone(holds=holds):
            yield from ((name.text, name.span) for name in holds)
