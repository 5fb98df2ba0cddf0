"""Scores, win and payoff in, the chapter on the end of the game out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.rulebook.document import Heading, Item, Part, Steps
from rulelang.rulebook.nouns import thing
from rulelang.rulebook.words import capital, sentence
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker


def scores(say: Speaker) -> list[Part]:
    """One list of lines for each score."""
    parts: list[Part] = []
    for symbol in say.model.scores.values():
        parts.append(Heading(3, capital(say.words(symbol.name))))
        parts.append(Steps(tuple(
            Item(sentence(say.noun(line.value)), strong=f"{line.label.value}:") for line in symbol.node.lines)))
    return parts


def result(say: Speaker) -> list[Item]:
    """Who wins, or what everybody gets; how often phases may come."""
    items = []
    if say.model.win is not None:
        first, *others = say.model.win.criteria
        ties = "".join(f"; of those who tie, {_winner(say, other)}" for other in others)
        items.append(Item(sentence(_winner(say, first) + ties)))
        items.append(Item("Players who are still equal share the win."))
    if say.model.payoff is not None:
        items.append(Item(sentence(f"what each player gets is {say.noun(say.model.payoff.value)}")))
    for limit in say.model.limits.values():
        items.append(Item(f"After {say.noun(limit.times)} times “{say.words(limit.phase.text)}” the game stops and is "
                          "counted as it stands."))
    return items


def _winner(say: Speaker, criterion: ast.Criterion) -> str:
    ref = say.model.refs.get(criterion.value)
    match ref:
        case m.Instance(of=of, keys=(m.You(),)):
            return f"the player with the {criterion.order.text} {thing(say, of)} wins"
        case m.Instance(of=of, keys=(m.TeamOf(player=m.You()),)):
            return f"the team with the {criterion.order.text} {thing(say, of)} wins"
    return f"the player for whom this is {criterion.order.text} wins: {say.noun(criterion.value)}"
