"""Defines and melds in, their types and meanings out, callees before callers."""

from __future__ import annotations

from dataclasses import replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.relations import fits
from rulelang.analysis.check.scopes import Scope, Unit, Work, near
from rulelang.analysis.check.wanted import number, truth
from rulelang.analysis.check.words import a, both
from rulelang.diagnostics import Diagnostics
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


def check_defines(work: Work) -> None:
    """Type all defines. Each is read twice: with what its parameters say, and with none where they may be none.

    Mistakes are reported as they appear in the first reading. The second is kept: a call may give a value that is none,
    and what is compiled must be right for it.
    """
    for define in in_order(work.model):
        for parameter, local in zip(define.node.parameters, define.parameters, strict=True):
            work.refuse_hiding(parameter.name, Scope())
            work.parameter_types[id(local)] = local.type
            local.type = _whole_zone(work, local.type)
        strict = _result(_only_reporting(work), define)
        for local in define.parameters:
            local.type = t.optional(local.type)
        work.unit = work.units.setdefault(
            ("define", define.name), Unit(("define", define.name), define.name, define.node.name.span)
        )
        define.type = _result(replace(work, found=Diagnostics()), define)
        work.strict[define.name] = strict
        define.reads_done = _reads_done(work, define)
    work.unit = None


def _whole_zone(work: Work, kind: t.Type) -> t.Type:
    return t.Zone(work.counts.all_types(frozenset())) if kind == t.Zone(frozenset()) else kind


def _only_reporting(work: Work) -> Work:
    """The same work, but nothing is kept of what is read except the findings."""
    return replace(work, types=m.NodeMap(), refs=m.NodeMap(), locals=m.NodeMap(), implied={}, silent=True)


def _result(work: Work, define: m.DefineSymbol) -> t.Type:
    scope = Scope(you="define").bind(*define.parameters)
    return work.type(define.node.body, scope)


def _reads_done(work: Work, define: m.DefineSymbol) -> bool:
    for node in walk(define.node.body):
        ref = work.refs.get(node)
        if isinstance(ref, m.IsDefine):
            ref = ref.define
        if (isinstance(ref, m.DefineSymbol) and ref.reads_done) or (isinstance(ref, m.Builtin) and ref.name == "done"):
            return True
    return False


def in_order(model: m.GameModel) -> list[m.DefineSymbol]:
    """All defines, each behind those it reads; what reads itself stands anywhere (and is reported elsewhere)."""
    done: dict[str, None] = {}
    open_: set[str] = set()
    for first in model.defines:
        waiting = [(first, False)]
        while waiting:
            word, left = waiting.pop()
            if left:
                done[word] = None
            elif word not in open_:
                open_.add(word)
                waiting.append((word, True))
                waiting.extend((name, False) for name in _reads(model, word) if name not in open_)
    return [model.defines[word] for word in done]


def _reads(model: m.GameModel, word: str) -> list[str]:
    found: dict[str, None] = {}
    waiting: list[ast.Node] = [model.defines[word].node.body]
    for node in (part for root in waiting for part in walk(root)):
        name = node.text if isinstance(node, ast.Name) else node.name.text if isinstance(node, ast.Call) else ""
        if name in model.defines:
            found[name] = None
        elif name in model.melds:
            found.update(dict.fromkeys(_read_by_meld(model, name)))
    return list(found)


def _read_by_meld(model: m.GameModel, meld: str) -> list[str]:
    values = [option.value for option in model.melds[meld].node.options if option.value is not None]
    nodes = (part for value in values for part in walk(value))
    return [
        name
        for node in nodes
        if (name := node.text if isinstance(node, ast.Name) else node.name.text if isinstance(node, ast.Call) else "")
        in model.defines
    ]


# ---------------------------------------------------------------- melds


def check_melds(work: Work) -> None:
    """What each option of each pattern means."""
    for meld in work.model.melds.values():
        for part in meld.node.parts:
            work.refuse_hiding(part.name, Scope())
        work.unit = work.units.setdefault(
            ("meld", meld.name), Unit(("meld", meld.name), meld.name, meld.node.name.span)
        )
        for option in meld.node.options:
            if option.value is not None:
                _option(work, meld, option, option.value)
    work.unit = None


def _option(work: Work, meld: m.MeldSymbol, option: ast.MeldOption, value: ast.Expr) -> None:
    scope = Scope(you="meld").bind(*meld.parts)
    match option.word.text:
        case "worth":
            number(work, value, scope, "what a meld is worth")
        case "where":
            truth(work, value, scope)
        case "each":
            _each(work, meld, value, scope)
        case "same" | "different" | "consecutive" as word:
            _attribute(work, meld, word, value)


def _types(meld: m.MeldSymbol) -> list[str]:
    return list(dict.fromkeys(part.type.text for part in meld.node.parts))


def _each(work: Work, meld: m.MeldSymbol, value: ast.Expr, scope: Scope) -> None:
    """`each PREDICATE`: a define about one card."""
    define = work.model.defines.get(value.text) if isinstance(value, ast.Name) else None
    if isinstance(value, ast.Name) and value.text in work.lost:
        return
    if define is None or len(define.parameters) != 1:
        known = [name for name, symbol in work.model.defines.items() if len(symbol.parameters) == 1]
        hint = near(value.text, known, work.declared) if isinstance(value, ast.Name) else ""
        work.error(
            "RL323",
            f"`each` names a define about one card; `{value.span.text}` is none",
            value,
            hint=hint or "Declare one: `define good(c: card) = ...`, then write `each good`.",
        )
        return
    work.refs[value] = define
    work.call("look", ("define", define.name), value, scope)
    wanted = work.parameter_types.get(id(define.parameters[0]), define.parameters[0].type)
    for name in _types(meld):
        if name in work.model.cards and not fits(t.Card(frozenset((name,))), wanted):
            work.error("RL305", f"`{define.name}` is about {a(wanted)}; this meld holds {name} cards", value)
    if not isinstance(t.plain(define.type), t.Flag | t.Unknown):
        work.error("RL308", f"`{define.name}` gives {a(define.type)}, not yes or no", value)


def _attribute(work: Work, meld: m.MeldSymbol, word: str, value: ast.Expr) -> None:
    types = [name for name in _types(meld) if name in work.model.cards]
    if not isinstance(value, ast.Name):
        work.error("RL323", f"`{word}` names something printed on the cards, as in `{word} suit`", value)
        return
    known = [name for cards in types for name in work.model.cards[cards].attributes]
    lacking = [name for name in types if value.text not in work.model.cards[name].attributes]
    if lacking:
        work.error(
            "RL317", f"`{value.text}` is not printed on {both(lacking)} cards", value, hint=near(value.text, known)
        )
        return
    work.refs[value] = m.CardAttribute(value.text)
    kinds = [work.model.cards[name].attributes[value.text].type for name in types]
    for kind in kinds:
        if isinstance(kind, t.Collection) or (
            word == "consecutive" and not isinstance(t.plain(kind), t.Number | t.EnumValue | t.Unknown)
        ):
            what = "numbers or values of an enum" if word == "consecutive" else "single values"
            work.error("RL323", f"`{word}` compares {what}; `{value.text}` is {a(kind)}", value)
            return
