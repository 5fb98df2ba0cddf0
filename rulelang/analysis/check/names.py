"""A bare word in, what it means and its type out."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.families import family
from rulelang.analysis.check.missing import need_you, seat, unknown
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.constants import FIXED_WORDS
from rulelang.syntax import ast
from rulelang.syntax.words import CONSTANTS, is_seat

# ---------------------------------------------------------------- bare words


def name(work: Work, node: ast.Name, scope: Scope) -> t.Type:
    """A bare word: a local name, a word with a fixed meaning, a seat of an example, or something declared."""
    word = node.text
    if word in scope.names:
        work.refs[node] = scope.names[word]
        return scope.names[word].type
    if word in FIXED_WORDS:
        work.refs[node] = m.Constant(*FIXED_WORDS[word])
        return FIXED_WORDS[word][1]
    if word in CONSTANTS:
        return _builtin(work, node, scope)
    if is_seat(word) and word not in work.declared:
        return seat(work, node, word, scope)
    if word not in work.declared:
        return unknown(work, node, word, scope)
    return _declared(work, node, work.declared[word][1], scope)


def _builtin(work: Work, node: ast.Name, scope: Scope) -> t.Type:
    word = node.text
    work.refs[node] = m.Builtin(word)
    if word in ("you", "opponents") and not need_you(work, node, scope):
        return t.Unknown()
    most = work.model.high
    kinds: dict[str, t.Type] = {
        "players": t.Collection("list", t.Player(), most),
        "opponents": t.Collection("list", t.Player(), most - 1),
        "player_count": t.Number(work.model.low, most),
    }
    return kinds.get(word, t.Player())


def _declared(work: Work, node: ast.Name, symbol: object, scope: Scope) -> t.Type:
    match symbol:
        case m.ZoneSymbol() | m.VarSymbol() | m.TokenSymbol() | m.PotSymbol() | m.ScoreSymbol():
            return family(work, node, scope)
        case m.ParamSymbol():
            work.refs[node] = symbol
            return symbol.type
        case m.EnumSymbol():
            kind = t.EnumValue(symbol.name)
            work.refs[node] = m.Constant(symbol.values.index(node.text), kind)
            return kind
        case m.DefineSymbol():
            return _define(work, node, symbol, scope)
        case m.TableSymbol():
            return work.error(
                "RL304", f"`{symbol.name}` is a table: name a key", node, hint=f"Write `{symbol.name}[key]`."
            )
    return _no_value(work, node, symbol)


def _define(work: Work, node: ast.Name, symbol: m.DefineSymbol, scope: Scope) -> t.Type:
    if symbol.parameters:
        wanted = ", ".join(local.name for local in symbol.parameters)
        return work.error(
            "RL304",
            f"`{symbol.name}` needs {_counted(len(symbol.parameters))} in brackets",
            node,
            hint=f"Write `{symbol.name}({wanted})` with values of your own.",
        )
    work.refs[node] = symbol
    work.call("look", ("define", symbol.name), node, scope)
    return symbol.type


def _counted(n: int) -> str:
    return "one value" if n == 1 else f"{n} values"


def _no_value(work: Work, node: ast.Name, symbol: object) -> t.Type:
    what = work.declared[node.text][0]
    hints = {
        m.ActionSymbol: f"Ask whether it is possible: `p can {node.text}`.",
        m.GroupSymbol: f"Ask whether it is possible: `p can {node.text}`.",
        m.MeldSymbol: f"Write `best_melds(S, {node.text})` or choose from `melds(S, {node.text})`.",
    }
    valued = (m.VarSymbol, m.ParamSymbol, m.DefineSymbol, m.TokenSymbol, m.ZoneSymbol)
    others = [word for word, (_, other) in work.declared.items() if isinstance(other, valued)]
    hint = hints.get(type(symbol)) or near(node.text, others, work.declared)
    return work.error("RL304", f"`{node.text}` is {what} and has no value", node, hint=hint)
