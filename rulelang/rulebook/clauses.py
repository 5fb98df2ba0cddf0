"""Truths in, clauses out: `the card is a beast`, `you hold at least 3`; each also as its contrary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.rulebook.nouns import key_noun, of_player
from rulelang.rulebook.words import article, listed
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker

_ORDER = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
_MANY = ("you", "they", "all players", "your opponents")
_CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def clause(say: Speaker, node: ast.Expr, negated: bool = False) -> str:
    """A truth as a clause, or what says the contrary."""
    match node:
        case ast.Not(value=value):
            return clause(say, value, not negated)
        case ast.And(parts=parts):
            return _joined(say, parts, negated, "or" if negated else "and")
        case ast.Or(parts=parts):
            return _joined(say, parts, negated, "and" if negated else "or")
        case ast.Compare(op=op, left=left, right=right):
            return _compared(say, _CONTRARY[op] if negated else op, left, right)
        case ast.Is():
            return _is(say, node, node.negated != negated)
        case ast.Has(left=left, right=right):
            return f"{_contents(say, left)} {'no ' if negated else ''}{say.noun(right)}"
        case ast.Can(player=player, action=action):
            return _can(say, player, action, negated)
        case ast.Conditional(condition=condition, then=then, other=other):
            return f"if {say.clause(condition)}: {clause(say, then, negated)}; otherwise {clause(say, other, negated)}"
        case ast.Query(kind="any" | "all"):
            from rulelang.rulebook.queries import quantified

            return quantified(say, node, negated)
    return _stated(say, node, negated)


def _joined(say: Speaker, parts: tuple[ast.Expr, ...], negated: bool, word: str) -> str:
    told = [clause(say, part, negated) for part in parts]
    mixed = any(isinstance(part, ast.And | ast.Or | ast.Conditional) for part in parts)
    return f", {word} ".join(told) if mixed else listed(told, word)


def _compared(say: Speaker, op: str, left: ast.Expr, right: ast.Expr) -> str:
    return f"{say.noun(left)} {_verb(say, left)} {_ORDER[op]} {say.noun(right)}"


def _verb(say: Speaker, subject: ast.Expr, negated: bool = False) -> str:
    verb = "are" if say.noun(subject) in _MANY else "is"
    return f"{verb} not" if negated else verb


def _contents(say: Speaker, node: ast.Expr) -> str:
    return f"{say.noun(node)} {'hold' if isinstance(node, ast.ListOf) else 'contains'}"


def _can(say: Speaker, player: ast.Expr, action: ast.Ident, negated: bool) -> str:
    found = say.model.actions.get(action.text)
    what = f"“{found.label}”" if found is not None and found.label else f"{article(say.words(action.text))} action"
    return f"{say.noun(player)} {'cannot' if negated else 'can'} take {what}"


def _is(say: Speaker, node: ast.Is, negated: bool) -> str:
    ref = say.model.refs.get(node)
    subject, verb = say.noun(node.left), _verb(say, node.left, negated)
    match ref:
        case m.IsDefine(define=define):
            return f"{subject} {verb} {say.words(define.name)}"
        case m.IsCards(cards=cards):
            return f"{subject} {verb} {article(say.card_word(cards))}"
        case m.IsPrinted(name=name) if name:
            return f"{subject} {verb} {say.printed(name, one=True)}"
    if isinstance(say.model.types[node.right], t.NoneValue):
        return _absence(say, node.left, negated)
    return f"{subject} {verb} {say.noun(node.right)}"


def _absence(say: Speaker, node: ast.Expr, present: bool) -> str:
    """Whether something is none."""
    if isinstance(node, ast.Attribute):
        owner = say.noun(node.value)
        has = "have" if owner in _MANY else "has"
        return f"{owner} {has} {article(say.words(node.name.text)) if present else 'no ' + say.words(node.name.text)}"
    told = say.noun(node)
    if not told.startswith("the "):
        return f"{told} {'is there' if present else 'is not there'}"
    return f"there is {article(told[4:]) if present else 'no ' + told[4:]}"


def _stated(say: Speaker, node: ast.Expr, negated: bool) -> str:
    """A flag, or a define that says yes or no."""
    ref = say.model.refs.get(node)
    match node, ref:
        case ast.Attribute(value=value, name=name), _:
            return f"{say.noun(value)} {_verb(say, value, negated)} marked “{say.words(name.text)}”"
        case _, m.Constant(value=value):
            return "always" if bool(value) != negated else "never"
        case ast.Name(), m.ParamSymbol(label=label):
            return f"it is {'not ' if negated else ''}agreed that “{label or say.words(node.text)}”"
        case _, m.Instance() if of_player(say, ref):
            who = key_noun(say, ref.keys[0])
            return f"{who} {'are' if who in _MANY else 'is'} {'not ' if negated else ''}{say.words(ref.of.name)}"
        case _, m.Instance(keys=()):
            return f"“{say.words(ref.of.name)}” {'does not hold' if negated else 'holds'}"
        case _, m.Instance() | m.Local():
            return f"{say.noun(node)} is {'no' if negated else 'yes'}"
        case ast.Call(name=name, args=args), m.DefineSymbol():
            return _defined(say, say.words(name.text), args, negated)
        case ast.Name(text=text), m.DefineSymbol():
            return f"“{say.words(text)}” {'does not hold' if negated else 'holds'}"
        case ast.Call(name=ast.Ident(text="is_meld"), args=args), _:
            melds = listed([say.words(arg.text) for arg in args[1:] if isinstance(arg, ast.Name)], "or")
            return f"{say.noun(args[0])} {'are not' if negated else 'are'} {article(melds)}"
    return f"{say.noun(node)} is {'no' if negated else 'yes'}"


def _defined(say: Speaker, name: str, args: tuple[ast.Expr, ...], negated: bool) -> str:
    told = listed(["them" if noun == "they" else noun for noun in map(say.noun, args)])
    return f"“{name}” {'does not hold' if negated else 'holds'} for {told}"
