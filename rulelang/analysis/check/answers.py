"""Pieces of rules in, what is asked while they run out: names of choices and labels, for the answers of examples."""

from __future__ import annotations

from dataclasses import field

from rulelang.analysis import model as m
from rulelang.analysis.check.scopes import Key, Work
from rulelang.records import dataclass
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


@dataclass(slots=True)
class Asked:
    """Choices by the names they bind, and every label that can be picked."""

    names: dict[str, list[ast.Binder]] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)


def asked_by(work: Work, roots: list[Key]) -> Asked:
    """What is asked by pieces and by everything they run."""
    asked, seen, waiting = Asked(), set(roots), list(roots)
    while waiting:
        key = waiting.pop()
        for root in _trees(work.model, key):
            _collect(root, asked)
        for call in work.units[key].calls if key in work.units else []:
            if call.kind == "run":
                _menu(work.model, call.target, asked)
                if call.target not in seen:
                    seen.add(call.target)
                    waiting.append(call.target)
    return asked


def _trees(model: m.GameModel, key: Key) -> list[ast.Node]:
    kind, name = key
    hooks: list[ast.Node] = [hook.body for hook in model.hooks if hook.name.text == name]
    if kind == "phase" and isinstance(name, str):
        return [model.phases[name].node, *hooks]
    if kind == "action" and isinstance(name, str):
        return [model.actions[name].node, *hooks]
    return [model.effects[name].node] if kind == "effect" and name in model.effects else []


def _collect(root: ast.Node, asked: Asked) -> None:
    for node in walk(root):
        match node:
            case ast.Binder(name=name, source=source, low=low):
                asked.names.setdefault(name.text, []).append(node)
                patterns = _patterns(source)
                asked.labels.update(patterns)
                if low is not None or patterns:
                    asked.labels.add("Done")
            case ast.Branch(label=label) | ast.HeadBranch(label=label):
                asked.labels.add(label.value)
            case ast.Menu():
                asked.labels.add("Done")


def _patterns(source: ast.Expr) -> list[str]:
    """Of a meld the pattern is picked first, by its name as people read it."""
    if not isinstance(source, ast.Call) or source.name.text != "melds":
        return []
    return [arg.text.replace("_", " ") for arg in source.args[1:] if isinstance(arg, ast.Name)]


def _menu(model: m.GameModel, target: Key, asked: Asked) -> None:
    """Actions of a menu can be picked by their labels."""
    kind, name = target
    if kind == "action" and isinstance(name, str):
        asked.labels.add(model.actions[name].label)
