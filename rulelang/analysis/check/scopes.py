"""The model in, what can be said at a place out: `Work` (what all checks share) and `Scope` (names and facts).

A scope is immutable: binding a name or learning a fact gives a new one. Facts are conditions known to hold at a place
(`x is not none` behind that test); `facts.py` says what they mean for a type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.counts import Counts
from rulelang.diagnostics import Diagnostics, Label, did_you_mean
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.words import CONSTANTS, FUNCTIONS

MOST_FACTS = 100
"""How many facts are kept: those of a longer chain of conditions are forgotten, the first ones first."""

Key = tuple[str, str | int | tuple[str, int]]
"""A piece of rules that runs: ("phase", name), ("action", name), ("effect", key) or ("define", name)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition that is known to hold (or not to)."""

    condition: ast.Expr
    holds: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """Names and facts at a place.

    `you` says who acts: `set` (a player certainly acts), `caller` (whoever runs this phase or effect must say), else a
    word for why nobody does: `define`, `meld`, `nobody`. `seats` are the players of an example, 0 outside examples.
    """

    names: dict[str, m.Local] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    you: str = "nobody"
    seats: int = 0
    melds: bool = False

    def bind(self, *locals_: m.Local) -> Scope:
        """The scope with more names."""
        return replace(self, names={**self.names, **{local.name: local for local in locals_}})

    def knowing(self, *facts: Fact) -> Scope:
        """The scope with more facts."""
        return replace(self, facts=(*self.facts, *facts)[-MOST_FACTS:]) if facts else self

    def acting(self, you: str = "set") -> Scope:
        """The scope where somebody else acts; facts about `you` no longer hold and are left out by the caller."""
        return replace(self, you=you)


@dataclass(slots=True)
class Call:
    """Something runs something else. `kind` is run (phase, menu, resolve) or look (`can`, a define)."""

    kind: str
    target: Key
    acting: bool
    node: ast.Node


@dataclass(slots=True)
class Unit:
    """What one phase, action, effect or define does that matters to those who run it."""

    key: Key
    name: str
    span: Span
    calls: list[Call] = field(default_factory=list)
    needs_you: list[ast.Node] = field(default_factory=list)
    ends: list[ast.End] = field(default_factory=list)


Infer = Callable[["Work", ast.Expr, Scope], t.Type]


@dataclass(slots=True)
class Work:
    """What all checks share: the model being filled, the findings, the declared names, who calls whom."""

    model: m.GameModel
    found: Diagnostics
    counts: Counts
    infer: Infer
    types: m.NodeMap[t.Type]
    refs: m.NodeMap[m.Ref]
    locals: m.NodeMap[m.Local]
    declared: dict[str, tuple[str, object]]
    strict: dict[str, t.Type] = field(default_factory=dict)
    parameter_types: dict[int, t.Type] = field(default_factory=dict)
    units: dict[Key, Unit] = field(default_factory=dict)
    implied: dict[int, tuple[Fact, ...]] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    unit: Unit | None = None
    silent: bool = False

    def type(self, node: ast.Expr, scope: Scope) -> t.Type:
        """The type of an expression; kept, as are the meanings of the names in it."""
        return self.infer(self, node, scope)

    def error(
        self,
        code: str,
        title: str,
        node: ast.Node,
        label: str = "",
        *,
        others: tuple[Label, ...] = (),
        allowed: str = "",
        hint: str = "",
    ) -> t.Unknown:
        """Report a mistake; the type that silences what follows."""
        self.found.error(code, title, node.span, label, others=others, allowed=allowed, hint=hint)
        return t.Unknown()

    def local(self, node: ast.Node, name: ast.Ident, kind: t.Type, origin: str, scope: Scope) -> m.Local:
        """A new local name, kept for its node; a name that means something else already is reported."""
        self.refuse_hiding(name, scope)
        local = m.Local(name.text, kind, origin, node)
        self.locals[node] = local
        return local

    def refuse_hiding(self, name: ast.Ident, scope: Scope) -> None:
        """Every name means one thing in the whole file."""
        word = name.text
        if word in self.declared:
            what, symbol = self.declared[word]
            node = getattr(symbol, "node", None)
            others = (Label(node.name.span if hasattr(node, "name") else node.span, f"{what} here"),) if node else ()
            where = f" (line {others[0].span.line})" if others else ""
            self.error(
                "RL301",
                f"`{word}` is already {what}{where}",
                name,
                "a second meaning",
                others=others,
                allowed="Every name means one thing in the whole file.",
                hint="Choose another name here.",
            )
        elif word in CONSTANTS | FUNCTIONS:
            self.error(
                "RL301",
                f"`{word}` already has a meaning in the language",
                name,
                "a second meaning",
                hint="Choose another name here.",
            )
        elif word in scope.names:
            first = scope.names[word].node.span
            self.error(
                "RL301",
                f"`{word}` already names something here (line {first.line})",
                name,
                "a second meaning",
                others=(Label(first, "named here first"),),
                hint="Choose another name here.",
            )

    def call(self, kind: str, target: Key, node: ast.Node, scope: Scope) -> None:
        """Note that the piece being checked runs or looks into another one."""
        if self.unit is not None and not self.silent:
            self.unit.calls.append(Call(kind, target, scope.you == "set", node))

    def known_words(self, scope: Scope) -> list[str]:
        """Every word that is a value here."""
        return [*scope.names, *self.declared, *CONSTANTS]


def declared_names(model: m.GameModel) -> dict[str, tuple[str, object]]:
    """The one name space: every declared name with what it is in words (with an article) and its symbol."""
    found: dict[str, tuple[str, object]] = {}
    tables: tuple[tuple[str, dict[str, object]], ...] = (
        ("a zone", {**model.zones}),
        ("a variable", {**model.vars}),
        ("a param", {**model.params}),
        ("a table", {**model.tables}),
        ("a token", {**model.tokens}),
        ("a count of tokens", {**model.pots}),
        ("a define", {**model.defines}),
        ("a meld", {**model.melds}),
        ("a score", {**model.scores}),
        ("a phase", {**model.phases}),
        ("an action", {**model.actions}),
        ("a group of actions", {**model.groups}),
    )
    for what, table in tables:
        for name, symbol in table.items():
            found.setdefault(name, (what, symbol))
    for enum in model.enums.values():
        for value in enum.values:
            if not value.isdigit():
                found.setdefault(value, (f"a value of `{enum.name}`", enum))
    return {name: meaning for name, meaning in found.items() if name not in model.lost}


def lost_names(model: m.GameModel) -> frozenset[str]:
    """Names whose declarations are broken: that was reported, so nobody is told that they do not exist."""
    written: set[str] = set()
    for item in model.merged.items:
        match item.declaration:
            case ast.Zones(zones=lines) | ast.Pots(pots=lines):
                written |= {line.name.text for line in lines}
            case ast.Vars(vars=lines):
                written |= {line.name.text for line in lines}
            case ast.Enum(values=values):
                written |= {value.text for value in values if isinstance(value, ast.Ident)}
            case ast.Action(name=name, group=group):
                written |= {name.text} | ({group.text} if group else set())
            case (
                ast.Param(name=name)
                | ast.Table(name=name)
                | ast.Tokens(name=name)
                | ast.Define(name=name)
                | ast.Meld(name=name)
                | ast.Score(name=name)
                | ast.Phase(name=name)
            ):
                written.add(name.text)
    return frozenset(written - set(declared_names(model)))


def near(word: str, known: list[str], what: dict[str, tuple[str, object]] | None = None) -> str:
    """A hint with the closest known word and the line where it stands; empty if none is close."""
    found = did_you_mean(word, known)
    if found is None:
        return ""
    node = getattr((what or {}).get(found, ("", None))[1], "node", None)
    return f"Did you mean `{found}` (line {node.span.line})?" if node is not None else f"Did you mean `{found}`?"
