"""The head of an action in, lines out: when it may be taken, what it costs, what is chosen for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.rulebook.document import Item
from rulelang.rulebook.steps import chosen, named
from rulelang.rulebook.words import plural, sentence
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker


def head_items(say: Speaker, head: tuple[ast.HeadStep, ...]) -> list[Item]:
    """The lines of a head in its order."""
    return [item for step in head for item in _items(say, step)]


def _items(say: Speaker, step: ast.HeadStep) -> list[Item]:
    match step:
        case ast.When(condition=condition):
            return [Item(f"only if {say.clause(condition)}.", strong="Condition:")]
        case ast.Pay():
            return [Item(f"{_cost(say, step)}.", strong="Cost:")]
        case ast.Choose(binders=binders, decider=decider):
            return [Item(sentence(chosen(say, binder, decider))) for binder in binders]
        case ast.Let():
            return [Item(sentence(named(say, step)))]
        case ast.HeadEither(branches=branches):
            return [Item("Either way:", tuple(_branch(say, branch) for branch in branches))]


def _cost(say: Speaker, pay: ast.Pay) -> str:
    if pay.token is None:
        return f"discard {say.noun(pay.value)}"
    number = say.noun(pay.value)
    token = say.words(pay.token.text)
    where = "" if pay.to is None else f" to {say.noun(pay.to)}"
    return f"{number} {token if number == '1' else plural(token)}{where}"


def _branch(say: Speaker, branch: ast.HeadBranch) -> Item:
    return Item("", tuple(head_items(say, branch.head)), strong=f"{branch.label.value}:")
