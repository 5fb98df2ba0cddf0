"""A checked model in, what nothing uses out. Every name means one thing in a file, so words tell what is used."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import field

from rulelang.analysis import model as m
from rulelang.analysis.leaks.asking import kind_of_effect
from rulelang.analysis.lints.words import target_of, word_of
from rulelang.diagnostics import Diagnostics
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


@dataclass(slots=True)
class Uses:
    """Words by what is done with them, in the whole game (examples aside)."""

    read: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    run: set[str] = field(default_factory=set)
    resolved: set[Hashable] = field(default_factory=set)


def find_unused(model: m.GameModel, nodes: list[ast.Declaration], found: Diagnostics) -> None:
    """Warn of everything declared in these declarations that nothing uses."""
    uses = _uses(model)
    for node in nodes:
        for span, title, hint in _unused(model, node, uses):
            found.warning("RL501", title, span, "declared here", hint=hint)
    _groups(model, nodes, uses, found)
    _effects(nodes, uses, found)


def _uses(model: m.GameModel) -> Uses:
    uses = Uses()
    for item in model.merged.items:
        if isinstance(item.declaration, ast.Example):
            continue
        written: set[int] = set()
        for node in walk(item.declaration):
            if isinstance(node, ast.Assign):
                target = target_of(node.target)
                written.add(id(target))
                uses.written.add(word_of(target) or "")
            _note(model, node, uses, id(node) in written)
    return uses


def _note(model: m.GameModel, node: ast.Node, uses: Uses, written: bool) -> None:
    word = word_of(node)
    if word is not None and not written:
        uses.read.add(word)
    match node:
        case ast.All(type=name) if isinstance(model.refs.get(node), m.ZoneSymbol):
            uses.read.add(name)
        case ast.NamedType(name=name) | ast.All(type=name):
            uses.types.add(name)
        case ast.Deal(zone=ast.Ident(text=name)):
            uses.read.add(name)
        case ast.CollectionType(of=of) | ast.MeldPart(type=of):
            uses.types.add(of.text)
        case ast.Pot(token=token):
            uses.read.add(token.text)
        case ast.Pay(token=ast.Ident(text=name)):
            uses.read.add(name)
        case ast.MenuItem(name=name):
            uses.offered.add(name.text)
        case ast.Run(name=name):
            uses.run.add(name.text)
        case ast.Resolve():
            uses.resolved.add(kind_of_effect(model, node))


Found = Iterator[tuple[Span, str, str]]


def _unused(model: m.GameModel, node: ast.Declaration, uses: Uses) -> Found:
    """Where a name is declared that is not used, what to say, and a hint."""
    match node:
        case ast.Zones(zones=lines):
            for zone in lines:
                if zone.name.text not in uses.read and not _refills(model, zone.name.text):
                    yield zone.name.span, f"Nothing uses the zone `{zone.name.text}`", "Remove it."
        case ast.Vars(vars=lines):
            yield from _variables(lines, uses)
        case ast.Phase(name=name) if name.text != "play" and name.text not in uses.run:
            yield name.span, f"Nothing runs the phase `{name.text}`", f"Run it by its name: `{name.text}`."
        case ast.Enum(name=name, values=values):
            words = {value.text for value in values if isinstance(value, ast.Ident)}
            if name.text not in uses.types and not words & uses.read:
                yield name.span, f"Nothing uses the enum `{name.text}`", "Remove it."
        case ast.Pots(pots=lines):
            for pot in lines:
                if pot.name.text not in uses.read | uses.written:
                    yield pot.name.span, f"Nothing uses `{pot.name.text}`", "Remove it."
        case _:
            yield from _plain(node, uses)


def _plain(node: ast.Declaration, uses: Uses) -> Found:
    match node:
        case ast.Define(name=name) | ast.Param(name=name) | ast.Table(name=name) | ast.Meld(name=name):
            if name.text not in uses.read:
                yield name.span, f"`{name.text}` is never read", "Remove it."
        case ast.Score(name=name) if name.text not in uses.read:
            yield name.span, f"The score `{name.text}` is never read: it decides nothing", (
                f"Read it where the game is decided: `your {name.text}`."
            )
        case ast.Tokens(name=name) if name.text not in uses.read | uses.written:
            yield name.span, f"Nothing uses `{name.text}`", "Remove it."


def _variables(lines: tuple[ast.Var, ...], uses: Uses) -> Found:
    for var in lines:
        word = var.name.text
        if word in uses.read:
            continue
        if word in uses.written:
            yield var.name.span, f"`{word}` is changed but never read", "Remove it, or read it."
        else:
            yield var.name.span, f"Nothing uses the variable `{word}`", "Remove it."


def _refills(model: m.GameModel, name: str) -> bool:
    """Whether cards may come to a zone without its name being written anywhere else."""
    return model.zones[name].discards if name in model.zones else True


def _groups(model: m.GameModel, nodes: list[ast.Declaration], uses: Uses, found: Diagnostics) -> None:
    """Actions that no menu offers, by their own name or their group's; each group is told once."""
    told: set[str] = set()
    for node in nodes:
        if not isinstance(node, ast.Action) or node.name.text in uses.offered:
            continue
        name = node.name
        if node.group is not None:
            if node.group.text in uses.offered:
                continue
            if len(model.groups[node.group.text].actions) > 1:
                name = node.group
        if name.text not in told:
            told.add(name.text)
            hint = f"Offer it in a menu: `do 1 {name.text}`, or put it into a group that is offered."
            found.warning("RL502", f"No menu offers `{name.text}`", name.span, "never done", hint=hint)


def _effects(nodes: list[ast.Declaration], uses: Uses, found: Diagnostics) -> None:
    """Effects in a game that resolves nothing at all."""
    if uses.resolved:
        return
    first = next((node for node in nodes if isinstance(node, ast.Effect)), None)
    if first is not None:
        found.warning(
            "RL501",
            f"Nothing runs `effect {first.target.span.text}`: nothing is resolved",
            first.target.span,
            "never run",
            hint="Run it with `resolve`, or remove it.",
        )
