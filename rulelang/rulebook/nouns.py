"""Expressions in, noun phrases out: `your hand`, `the card's suit`, `the number of cards in the deck`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.rulebook.words import listed, plural, whose
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker

_SIGNS = {"+": "plus", "-": "minus", "*": "times"}
_BUILTIN = {"you": "you", "players": "all players", "opponents": "your opponents",
            "player_count": "the number of players", "first_player": "the first player"}


def noun(say: Speaker, node: ast.Expr) -> str:
    """An expression as a noun phrase; truths as `whether ...`."""
    ref = say.model.refs.get(node)
    if isinstance(ref, m.Instance):
        return instance(say, ref)
    match node:
        case ast.Int() | ast.Str() | ast.Name() | ast.Your() | ast.FaceLiteral():
            return _word(say, node, ref)
        case ast.Owned() | ast.Attribute() | ast.Index() | ast.Top() | ast.Bottom() | ast.At():
            return _part(say, node)
        case ast.All() | ast.Range() | ast.ListOf() | ast.Query():
            from rulelang.rulebook.queries import collection

            return collection(say, node)
        case ast.Call():
            from rulelang.rulebook.functions import call

            return call(say, node)
        case ast.Conditional():
            return f"{say.noun(node.then)} if {say.clause(node.condition)}, otherwise {say.noun(node.other)}"
        case ast.Default(value=value, other=other):
            return f"{say.noun(value)} (if there is none: {say.noun(other)})"
        case ast.Negate() | ast.Arithmetic() | ast.Divide():
            return arithmetic(say, node)
    return f"whether {say.clause(node)}"


def _word(say: Speaker, node: ast.Int | ast.Str | ast.Name | ast.Your | ast.FaceLiteral, ref: m.Ref | None) -> str:
    match node:
        case ast.Int(value=value):
            return str(value)
        case ast.Str(value=text):
            return say.printed(text)
        case ast.Name():
            return named(say, node, ref)
        case ast.Your(name=name):
            return f"your {say.words(name)}"
        case ast.FaceLiteral(value=face):
            return f"face {say.noun(face)}"


def _part(say: Speaker, node: ast.Owned | ast.Attribute | ast.Index | ast.Top | ast.Bottom | ast.At) -> str:
    """Something of something else."""
    match node:
        case ast.Owned(value=value, name=name) | ast.Attribute(value=value, name=name):
            return whose(say.noun(value), say.words(name.text))
        case ast.Index(value=value, key=key):
            return f"the {bare(say, value)} of {say.noun(key)}"
        case ast.Top(zone=zone):
            return f"the top card of {say.noun(zone)}"
        case ast.Bottom(zone=zone):
            return f"the bottom card of {say.noun(zone)}"
        case ast.At(zone=zone, index=index):
            return f"the card {at(say, index)} of {say.noun(zone)}"


def at(say: Speaker, index: ast.Expr) -> str:
    """A place in a row or stack."""
    told = say.noun(index)
    return f"at {told}" if told.startswith("the ") else f"at place {told}"


def named(say: Speaker, node: ast.Name, ref: m.Ref | None) -> str:
    """A bare name."""
    match ref:
        case m.Local():
            return say.local(ref)
        case m.Builtin(name=name):
            return _BUILTIN.get(name, say.words(name))
        case m.Constant(type=t.Flag(), value=value):
            return "yes" if value else "no"
        case m.Constant():
            return say.words(node.text)
        case m.ParamSymbol():
            return param(say, ref)
        case m.DefineSymbol():
            return f"the {thing(say, ref)}"
    if node.text in say.model.params:
        return param(say, say.model.params[node.text])
    return f"the {say.words(node.text)}"


def param(say: Speaker, symbol: m.ParamSymbol) -> str:
    """A number or word that may be agreed on otherwise: its usual value."""
    match symbol.type:
        case t.EnumValue(enum=enum):
            return say.words(say.model.enums[enum].values[symbol.default])
        case t.Flag():
            return "yes" if symbol.default else "no"
    return str(symbol.default)


def instance(say: Speaker, ref: m.Instance) -> str:
    """A zone, variable or count: `your hand`, `the points of the red team`, `the deck`."""
    name = thing(say, ref.of)
    if not ref.keys:
        return f"the {name}"
    first, *others = ref.keys
    keys = [key_noun(say, key) for key in others]
    behind = f" of {listed(keys)}" if keys else ""
    match first:
        case m.You():
            return f"your {name}{behind}"
        case m.TeamOf(player=player):
            return whose(_team(say, player), name) + behind
        case _:
            return owned(say, first, name, behind)


def owned(say: Speaker, key: ast.Expr, name: str, behind: str) -> str:
    """Something of a player, a card or a value."""
    kind = t.plain(say.model.types[key])
    if isinstance(kind, t.Player | t.Team):
        return whose(say.noun(key), name) + behind
    return f"the {name} of {listed([say.noun(key), *([behind[4:]] if behind else [])])}"


def of_player(say: Speaker, ref: m.Instance) -> bool:
    """Whether something belongs to one player, and to nothing else."""
    key = ref.keys[0] if len(ref.keys) == 1 else None
    return isinstance(key, m.You) or (key is not None and not isinstance(key, m.TeamOf)
                                      and isinstance(t.plain(say.model.types[key]), t.Player))


def key_noun(say: Speaker, key: m.Key) -> str:
    """What a family is asked for."""
    match key:
        case m.You():
            return "you"
        case m.TeamOf(player=player):
            return _team(say, player)
        case _:
            return say.noun(key)


def _team(say: Speaker, player: ast.Expr | m.You) -> str:
    return "your team" if isinstance(player, m.You) else whose(say.noun(player), "team")


def thing(say: Speaker, symbol: m.ZoneSymbol | m.VarSymbol | m.TokenSymbol | m.PotSymbol | m.ScoreSymbol
          | m.DefineSymbol) -> str:
    """What something declared is called, without `the`: tokens are many, a `trump` of suits is a `trump suit`."""
    name = say.words(symbol.name)
    if isinstance(symbol, m.TokenSymbol):
        return plural(name)
    kind = t.plain(symbol.type) if isinstance(symbol, m.VarSymbol | m.DefineSymbol) else None
    if isinstance(kind, t.EnumValue) and kind.enum not in symbol.name:
        return f"{name} {say.words(kind.enum)}"
    return name


def bare(say: Speaker, node: ast.Expr) -> str:
    """A phrase without its `the`."""
    return say.noun(node).removeprefix("the ")


def arithmetic(say: Speaker, node: ast.Negate | ast.Arithmetic | ast.Divide) -> str:
    """Sums and the like; what is looser inside gets brackets."""
    if isinstance(node, ast.Negate):
        return f"minus {operand(say, node.value)}"
    left, right = operand(say, node.left), operand(say, node.right)
    if isinstance(node, ast.Divide):
        return f"{left} divided by {right}, rounded {'up' if node.up else 'down'}"
    if isinstance(t.plain(say.model.types[node]), t.Collection):
        return f"{left} together with {right}" if node.op == "+" else f"{left} without {right}"
    return f"{left} {_SIGNS[node.op]} {right}"


def operand(say: Speaker, node: ast.Expr) -> str:
    """One side of a sum."""
    loose = isinstance(node, ast.Conditional | ast.Divide) or (isinstance(node, ast.Arithmetic) and node.op != "*")
    return f"({say.noun(node)})" if loose else say.noun(node)


def amount(say: Speaker, node: ast.Expr, thing: str) -> str:
    """`2 cards`, `1 card`, `as many cards as ...`."""
    match node:
        case ast.Int(value=value):
            return f"{value} {plural(thing, value)}"
        case ast.Name() if isinstance(ref := say.model.refs.get(node), m.ParamSymbol):
            return f"{ref.default} {plural(thing, ref.default)}"
    told = say.noun(node)
    if told.startswith("the number of "):
        return f"as many {plural(thing)} as there are {told.removeprefix('the number of ')}"
    return f"{plural(thing)} ({told} of them)"
